/* Another right way: four floats a thread, and a tail. */

__device__ float one(float x)
{
	float y = 3.0f * x + 1.0f;

	return y * y - 2.0f * y;
}

__global__ void fused(const float *x, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 4) {
		float4 v = ((const float4 *)x)[i];

		v = make_float4(one(v.x), one(v.y), one(v.z), one(v.w));
		((float4 *)out)[i] = v;
	}
	if (i < n % 4)
		out[n / 4 * 4 + i] = one(x[n / 4 * 4 + i]);
}

extern "C" void solve(const float *x, float *out, int n)
{
	int blocks = (n / 4 + 255) / 256 + 1;

	fused<<<blocks, 256>>>(x, out, n);
}
