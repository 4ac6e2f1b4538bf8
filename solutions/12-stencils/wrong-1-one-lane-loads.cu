/* Mistake: thread 0 fills the tile. */

#define BLOCK 256
#define REACH 4 /* neighbours to each side */

__global__ void smooth(const float *in, float *out, int n)
{
	__shared__ float tile[BLOCK + 2 * REACH];
	int first = blockIdx.x * BLOCK;
	int i = first + threadIdx.x;
	float sum = 0.0f;

	for (int k = 0; threadIdx.x == 0 && k < BLOCK + 2 * REACH; k++) {
		int from = first - REACH + k;

		tile[k] = from >= 0 && from < n ? in[from] : 0.0f;
	}
	__syncthreads();
	for (int d = -REACH; d <= REACH; d++)
		sum += (REACH + 1 - abs(d)) * tile[threadIdx.x + REACH + d];
	if (i < n)
		out[i] = sum;
}

extern "C" void solve(const float *in, float *out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		smooth<<<blocks, BLOCK>>>(in, out, n);
}
