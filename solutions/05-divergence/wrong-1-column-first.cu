/* Mistake: threads are counted along y first. */

__global__ void name_warps(int *warp, int *lane, int *lanes)
{
	int size = blockDim.x * blockDim.y;
	int place = threadIdx.y * blockDim.x + threadIdx.x;
	int out = blockIdx.x * size + place;

	place = threadIdx.x * blockDim.y + threadIdx.y;
	lane[out] = place % 32;
	warp[out] = place / 32;
	lanes[out] = min(32, size - place / 32 * 32);
}

extern "C" void solve(int *warp, int *lane, int *lanes, int width, int height,
		      int blocks)
{
	name_warps<<<blocks, dim3(width, height)>>>(warp, lane, lanes);
}
