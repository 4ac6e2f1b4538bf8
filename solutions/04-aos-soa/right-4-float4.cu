/* Another right way: float4 is a struct that CUDA declares so already. */

__global__ void weigh(const float4 *bodies, float4 *weighted, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float4 b = bodies[i];

		b.x *= b.w;
		b.y *= b.w;
		b.z *= b.w;
		weighted[i] = b;
	}
}

extern "C" void solve(const float *bodies, float *weighted, int n)
{
	int blocks = (n + 255) / 256;

	weigh<<<blocks, 256>>>((const float4 *)bodies, (float4 *)weighted, n);
}
