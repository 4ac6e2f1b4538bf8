/* The pull of heavy bodies, which come through shared memory in tiles.
 *
 * Each word of a tile is loaded once for a block and read by all its threads.
 * A tile's own sum is a float, the tiles are added up in double and rounded
 * once: the result is right to the last bits. `magnitude` adds up the absolute
 * values of the terms. */

#define BLOCK 256
#define SOFT 0.01f

template <bool absolute>
__global__ void attract(const float4 *bodies, float *pull, int n, int heavy)
{
	__shared__ float4 tile[BLOCK];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
	double x = 0, y = 0, z = 0;

	for (int first = 0; first < heavy; first += BLOCK) {
		int count = min(BLOCK, heavy - first);
		float tx = 0, ty = 0, tz = 0;

		if (threadIdx.x < count)
			tile[threadIdx.x] = bodies[first + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < count; k++) {
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
