/* The pull of heavy bodies on all bodies: a thread for each body, which goes
 * over the heavy ones in global memory.
 *
 * Sums of 256 terms are floats; they are added up in double and rounded once.
 * `magnitude` adds up the absolute values of the terms. */

#define BLOCK 256
#define PART 256
#define SOFT 0.01f

template <bool absolute>
__global__ void attract(const float4 *bodies, float *pull, int n, int heavy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double x = 0, y = 0, z = 0;

	if (i >= n)
		return;
	float4 me = bodies[i];

	for (int first = 0; first < heavy; first += PART) {
		int end = min(first + PART, heavy);
		float px = 0, py = 0, pz = 0;

		for (int j = first; j < end; j++) {
			float4 other = bodies[j];
			float dx = other.x - me.x;
			float dy = other.y - me.y;
			float dz = other.z - me.z;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + SOFT);
			float s = other.w * r * r * r;

			px += absolute ? fabsf(s * dx) : s * dx;
			py += absolute ? fabsf(s * dy) : s * dy;
			pz += absolute ? fabsf(s * dz) : s * dz;
		}
		x += px;
		y += py;
		z += pz;
	}
	pull[i] = (float)x;
	pull[n + i] = (float)y;
	pull[2 * n + i] = (float)z;
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
