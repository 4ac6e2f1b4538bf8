// 01/1 pass
// As that of managed-meanwhile, beside managed memory that nobody uses, and after as many launches.
#include <atomic>
#include <thread>

__global__ void add(const float *a, const float *b, float *m, volatile int *asks, volatile int *goes, float *c, int n)
{
	int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
	float4 *x = (float4 *)(m + i);

	for (int k = 0; n % 4 && k < 4 && i + k < n; k++) {
		((float *)x)[k] = a[i + k] + b[i + k];
	}
	if (n % 4 == 0 && i < n) {
		float4 v = *(const float4 *)(a + i), u = *(const float4 *)(b + i);
		*x = make_float4(v.x + u.x, v.y + u.y, v.z + u.z, v.w + u.w);
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence_system();
		asks[blockIdx.x] = 1;
		if (goes[blockIdx.x])
			asks[blockIdx.x] = 2;
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

	cudaMallocManaged(&much, n > 100000 ? 100 << 20 : 4);
	cudaMallocManaged(&m, all * sizeof(float));
	for (int k = 0; k < 12; k++)
		nothing<<<1, 1>>>();
	cudaMallocManaged(&flags, 2 * blocks * sizeof(int));
	cudaMemset(flags, 0, 2 * blocks * sizeof(int));
	cudaDeviceSynchronize();
	std::atomic<bool> over(false);
	std::thread host([&] {
		volatile int *asks = flags, *goes = flags + blocks;
		while (!over)
			for (int k = 0; k < blocks; k++)
				if (asks[k])
					goes[k] = 1;
	});
	add<<<blocks, 1024>>>(a, b, m, flags, flags + blocks, c, n);
	cudaDeviceSynchronize();
	over = true;
	host.join();
	cudaFree(m);
	cudaFree(much);
	cudaFree(flags);
}
