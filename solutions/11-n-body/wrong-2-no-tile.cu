/* Mistake: 24 bodies a thread, so each load serves 24 pairs, and there is no
 * tile. Right, and the few threads leave most of the GPU idle. */

#define BLOCK 64
#define MINE 24
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
	int first = blockIdx.x * BLOCK * MINE + threadIdx.x;
	float3 sum[MINE];
	float4 me[MINE];

#pragma unroll
	for (int j = 0; j < MINE; j++) {
		sum[j] = make_float3(0.0f, 0.0f, 0.0f);
		me[j] = bodies[min(first + j * BLOCK, n - 1)];
	}
	for (int k = 0; k < heavy; k++) {
		float4 other = bodies[k];

#pragma unroll
		for (int j = 0; j < MINE; j++)
			add_pull(me[j], other, &sum[j]);
	}
#pragma unroll
	for (int j = 0; j < MINE; j++) {
		int i = first + j * BLOCK;

		if (i < n) {
			pull[i] = sum[j].x;
			pull[n + i] = sum[j].y;
			pull[2 * n + i] = sum[j].z;
		}
	}
}

extern "C" void solve(const float *bodies, float *pull, int n, int heavy)
{
	int blocks = (n + BLOCK * MINE - 1) / (BLOCK * MINE);

	if (blocks > 0)
		attract<<<blocks, BLOCK>>>((const float4 *)bodies, pull, n,
					   heavy);
}
