/* The pull of heavy bodies, in tiles that are always full: bodies of strength
 * 0 fill up the last one. So the number of turns is known, and the loop is
 * unrolled without a rest.
 *
 * A tile's own sum is a float, the tiles are added up in double and rounded
 * once. `magnitude` adds up the absolute values of the terms. */

#define BLOCK 256
#ifndef UNROLL
#define UNROLL 16
#endif
constexpr int factor = UNROLL; /* a pragma knows no macros */
#define SOFT 0.01f

template <bool absolute>
__global__ void attract(const float4 *bodies, float *pull, int n, int heavy)
{
	__shared__ float4 tile[BLOCK];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float4 nobody = make_float4(0, 0, 0, 0);
	float4 me = i < n ? bodies[i] : nobody;
	double x = 0, y = 0, z = 0;

	for (int first = 0; first < heavy; first += BLOCK) {
		int j = first + threadIdx.x;
		float tx = 0, ty = 0, tz = 0;

		tile[threadIdx.x] = j < heavy ? bodies[j] : nobody;
		__syncthreads();
#pragma unroll factor
		for (int k = 0; k < BLOCK; k++) {
			float4 other = tile[k];
			float dx = other.x - me.x;
			float dy = other.y - me.y;
			float dz = other.z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + SOFT);
			float s = other.w * r * r * r;

			tx += absolute ? fabsf(s * dx) : s * dx;
			ty += absolute ? fabsf(s * dy) : s * dy;
			tz += absolute ? fabsf(s * dz) : s * dz;
		}
		__syncthreads();
		x += tx;
		y += ty;
		z += tz;
	}
	if (i < n) {
		pull[i] = (float)x;
		pull[n + i] = (float)y;
		pull[2 * n + i] = (float)z;
	}
}

template <bool absolute>
static void launch(const float *bodies, float *pull, int n, int heavy)
{
	if (n > 0)
		attract<absolute><<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(
			(const float4 *)bodies, pull, n, heavy);
}

extern "C" void solve(const float *bodies, float *pull, int n, int heavy)
{
	launch<false>(bodies, pull, n, heavy);
}

extern "C" void magnitude(const float *bodies, float *pull, int n, int heavy)
{
	launch<true>(bodies, pull, n, heavy);
}
