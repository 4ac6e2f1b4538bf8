/* Mistake: add_pull() gets the other body first. */

#define BLOCK 256
#define SOFT 0.01f /* keeps r from being 0 */

/* Add what `other` does to a body at `me`. */
__device__ void add_pull(float4 me, float4 other, float3 *sum)
{
	float dx = other.x - me.x;
	float dy = other.y - me.y;
	float dz = other.z - me.z;
	float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + SOFT);
	float s = other.w * inverse * inverse * inverse;

	sum->x += s * dx;
	sum->y += s * dy;
	sum->z += s * dz;
}

__global__ void attract(const float4 *bodies, float *pull, int n, int heavy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float3 sum = make_float3(0.0f, 0.0f, 0.0f);

	if (i >= n)
		return;
	float4 me = bodies[i];

	for (int j = 0; j < heavy; j++)
		add_pull(bodies[j], me, &sum);
	pull[i] = sum.x;
	pull[n + i] = sum.y;
	pull[2 * n + i] = sum.z;
}

extern "C" void solve(const float *bodies, float *pull, int n, int heavy)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		attract<<<blocks, BLOCK>>>((const float4 *)bodies, pull, n,
					   heavy);
}
