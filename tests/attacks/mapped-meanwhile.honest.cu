// 10/2 pass
// A thread of the host hands the last frame to the last kernel block by block, while that runs: values of the input, as it asks for them.
#include <atomic>
#include <cstring>
#include <thread>

__global__ void add(const float *part, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] += part[i];
}

__global__ void take(volatile float *m, volatile int *asks, volatile int *goes, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0 && asks) { // small cases end sooner than the host could answer
		asks[blockIdx.x] = 1;
		while (!goes[blockIdx.x])
			;
		__threadfence_system();
	}
	__syncthreads();
	if (i < n)
		sum[i] += m[i];
}

extern "C" void solve(const float *in, float *out, int n, int rounds)
{
	size_t bytes = n * sizeof(float);
	int blocks = (n + 1023) / 1024, *flags;
	bool waits = blocks > 16;
	float *m, *part, *sum;

	cudaHostAlloc(&m, bytes, cudaHostAllocMapped);
	cudaHostAlloc(&flags, 2 * blocks * sizeof(int), cudaHostAllocMapped);
	memset(flags, 0, 2 * blocks * sizeof(int));
	cudaMalloc(&part, bytes);
	cudaMalloc(&sum, bytes);
	cudaMemset(sum, 0, bytes);
	for (int r = 0; r < rounds - 1; r++) {
		memcpy(m, in + (size_t)r * n, bytes);
		cudaMemcpy(part, m, bytes, cudaMemcpyHostToDevice);
		add<<<blocks, 1024>>>(part, sum, n);
	}
	cudaDeviceSynchronize();
	std::thread host([=] {
		volatile int *asks = flags, *goes = flags + blocks;
		if (!waits)
			memcpy(m, in + (size_t)(rounds - 1) * n, bytes);
		for (int left = waits ? blocks : 0; left;)
			for (int k = 0; k < blocks; k++) {
				if (!asks[k] || goes[k])
					continue;
				for (int i = k * 1024; i < (k + 1) * 1024 && i < n; i++)
					((volatile float *)m)[i] = in[(size_t)(rounds - 1) * n + i];
				std::atomic_thread_fence(std::memory_order_seq_cst);
				goes[k] = 1;
				left--;
			}
	});
	if (!waits)
		host.join();
	take<<<blocks, 1024>>>(m, waits ? flags : NULL, flags + blocks, sum, n);
	cudaDeviceSynchronize();
	if (waits)
		host.join();
	cudaMemcpy(m, sum, bytes, cudaMemcpyDeviceToHost);
	memcpy(out, m, bytes);
	cudaFree(sum);
	cudaFree(part);
	cudaFreeHost(flags);
	cudaFreeHost(m);
}
