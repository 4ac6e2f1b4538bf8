/* Another right way: the lane from its special register. */

__global__ void name_warps(int *warp, int *lane, int *lanes)
{
	int size = blockDim.x * blockDim.y;
	int place = threadIdx.y * blockDim.x + threadIdx.x;
	int out = blockIdx.x * size + place;

	warp[out] = place / 32;
	unsigned me;

	asm("mov.u32 %0, %%laneid;" : "=r"(me));
	lane[out] = me;
	lanes[out] = min(32, size - place / 32 * 32);
}

extern "C" void solve(int *warp, int *lane, int *lanes, int width, int height,
		      int blocks)
{
	name_warps<<<blocks, dim3(width, height)>>>(warp, lane, lanes);
}
