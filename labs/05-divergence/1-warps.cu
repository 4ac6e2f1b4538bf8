/* Step 1: how a block of width x height threads falls into warps.
 *
 * Each thread writes three numbers: its warp within the block, its lane within
 * the warp, and how many lanes of its warp are threads at all. Here it is done
 * as if each row of the block were a warp. */

__global__ void name_warps(int *warp, int *lane, int *lanes)
{
	int size = blockDim.x * blockDim.y;
	int place = threadIdx.y * blockDim.x + threadIdx.x;
	int out = blockIdx.x * size + place;

	/* TODO: which warp of its block does this thread belong to, which lane
	 * of the warp is it, and how many lanes of this warp are threads at all?
	 * Count the threads along x first, then along y. */
	warp[out] = threadIdx.y;
	lane[out] = threadIdx.x;
	lanes[out] = blockDim.x;
}

extern "C" void solve(int *warp, int *lane, int *lanes, int width, int height,
		      int blocks)
{
	name_warps<<<blocks, dim3(width, height)>>>(warp, lane, lanes);
}
