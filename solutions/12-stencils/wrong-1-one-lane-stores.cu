/* Mistake: the first lane of each warp stores the results of all 32. */


#define BLOCK 256
#define REACH 4 /* neighbours to each side */

__global__ void smooth(const float *in, float *out, int n)
{
	__shared__ float tile[BLOCK + 2 * REACH], result[BLOCK];
	int first = blockIdx.x * BLOCK;
	int i = first + threadIdx.x;
	float sum = 0.0f;

	for (int k = threadIdx.x; k < BLOCK + 2 * REACH; k += BLOCK) {
		int from = first - REACH + k;

		tile[k] = from >= 0 && from < n ? in[from] : 0.0f;
	}
	__syncthreads();
	for (int d = -REACH; d <= REACH; d++)
		sum += (REACH + 1 - abs(d)) * tile[threadIdx.x + REACH + d];
	result[threadIdx.x] = sum;
	__syncwarp();
	if (threadIdx.x % 32 == 0)
		for (int k = 0; k < 32 && i + k < n; k++)
			out[i + k] = result[threadIdx.x + k];
}

extern "C" void solve(const float *in, float *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		smooth<<<blocks, BLOCK>>>(in, out, n);
}
