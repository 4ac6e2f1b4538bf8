/* Solution: threads are counted along x first, then along y. 32 of them are a
 * warp; the last one may have fewer. */

__global__ void name_warps(int *warp, int *lane, int *lanes)
{
	int size = blockDim.x * blockDim.y;
	int place = threadIdx.y * blockDim.x + threadIdx.x;
	int out = blockIdx.x * size + place;

	warp[out] = place / 32;
	lane[out] = place % 32;
	lanes[out] = min(32, size - place / 32 * 32);
}

extern "C" void solve(int *warp, int *lane, int *lanes, int width, int height,
		      int blocks)
{
	name_warps<<<blocks, dim3(width, height)>>>(warp, lane, lanes);
}
