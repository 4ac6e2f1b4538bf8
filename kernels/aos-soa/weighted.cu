/* The weighted places of bodies, (x m, y m, z m, m), which a centre of mass is
 * summed from: four fields as one aligned word.
 *
 * A float4 lies at a multiple of 16 bytes, so a body is one load and one
 * store. */

__global__ void weigh(const float4 *bodies, float4 *weighted, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float4 b = bodies[i];

		weighted[i] = make_float4(b.x * b.w, b.y * b.w, b.z * b.w, b.w);
	}
}

extern "C" void solve(const float *bodies, float *weighted, int n)
{
	if (n > 0)
		weigh<<<(n + 255) / 256, 256>>>((const float4 *)bodies, (float4 *)weighted, n);
}
