/* Step 3: a stencil in three dimensions, six times the word itself minus its
 * six neighbours. `in` has nz planes of ny rows of nx words; outside is 0.
 *
 * A block goes through all planes, but each thread loads its seven words from
 * global memory. */

#define WIDE 32
#define HIGH 8

/* A word of the body; outside of it is 0. */
__device__ float at(const float *in, int z, int y, int x, int nz, int ny,
		    int nx)
{
	bool inside = z >= 0 && z < nz && y >= 0 && y < ny && x >= 0 && x < nx;

	return inside ? in[((long long)z * ny + y) * nx + x] : 0.0f;
}

/* Given: the words of plane z that the block needs, with a halo of one at each side.
 * A plane outside of the body is all 0. */
__device__ void load_plane(const float *in, float plane[HIGH + 2][WIDE + 2],
			   int z, int nz, int ny, int nx)
{
	int size = (HIGH + 2) * (WIDE + 2);

	for (int k = threadIdx.y * WIDE + threadIdx.x; k < size;
	     k += WIDE * HIGH) {
		int y = (int)blockIdx.y * HIGH - 1 + k / (WIDE + 2);
		int x = (int)blockIdx.x * WIDE - 1 + k % (WIDE + 2);
		bool inside = z >= 0 && z < nz && y >= 0 && y < ny && x >= 0 &&
			      x < nx;

		plane[k / (WIDE + 2)][k % (WIDE + 2)] =
			inside ? in[((long long)z * ny + y) * nx + x] : 0.0f;
	}
}

__global__ void spread(const float *in, float *out, int nz, int ny, int nx)
{
	int x = blockIdx.x * WIDE + threadIdx.x;
	int y = blockIdx.y * HIGH + threadIdx.y;

	/* TODO: keep three planes in shared memory, the one below z, the one
	 * at z and the one above. Each turn loads one plane, in place of the
	 * one that nobody needs any more. Two barriers a turn. */
	for (int z = 0; z < nz; z++)
		if (x < nx && y < ny)
			out[((long long)z * ny + y) * nx + x] =
				6 * at(in, z, y, x, nz, ny, nx) -
				at(in, z, y, x - 1, nz, ny, nx) -
				at(in, z, y, x + 1, nz, ny, nx) -
				at(in, z, y - 1, x, nz, ny, nx) -
				at(in, z, y + 1, x, nz, ny, nx) -
				at(in, z - 1, y, x, nz, ny, nx) -
				at(in, z + 1, y, x, nz, ny, nx);
}

extern "C" void solve(const float *in, float *out, int nz, int ny, int nx)
{
	dim3 block(WIDE, HIGH);
	dim3 grid((nx + WIDE - 1) / WIDE, (ny + HIGH - 1) / HIGH);

	if (nx > 0 && ny > 0 && nz > 0)
		spread<<<grid, block>>>(in, out, nz, ny, nx);
}
