/* What a program asks of its device and its kernels before it launches: properties, attributes, occupancy, dynamic shared memory beyond 48 KB, and
 * launches that must be refused without harm. */
#include "check.h"

extern __shared__ float dynamic[];

__global__ void reverse(float *p, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		dynamic[i] = p[i];
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		p[i] = dynamic[n - 1 - i];
}

__global__ void __launch_bounds__(128, 2) bounded(int *p) { p[threadIdx.x] = threadIdx.x; }

template <int N> __global__ void by_template(int *p) { p[threadIdx.x] += N; }

static void device()
{
	cudaDeviceProp prop;
	int n = 0, id = -1, v = 0;

	CUDA(cudaGetDeviceCount(&n));
	HOLDS(n == 1);
	CUDA(cudaGetDevice(&id));
	HOLDS(id == 0);
	CUDA(cudaGetDeviceProperties(&prop, 0));
	HOLDS(prop.warpSize == 32 && prop.maxThreadsPerBlock == 1024 && prop.multiProcessorCount > 0 && prop.totalGlobalMem > 1u << 30);
	HOLDS(strlen(prop.name) > 3 && prop.major >= 8);
	CUDA(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0));
	HOLDS(v == prop.multiProcessorCount);
	CUDA(cudaDeviceGetAttribute(&v, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
	HOLDS(v == (int)prop.sharedMemPerBlockOptin && v > 48 << 10);
	GIVES(cudaSetDevice(7), cudaErrorInvalidDevice);
	GIVES(cudaGetLastError(), cudaErrorInvalidDevice);
	CUDA(cudaDeviceCanAccessPeer(&v, 0, 0));
	CUDA(cudaRuntimeGetVersion(&v));
	HOLDS(v / 1000 == 13);
}

static void kernels()
{
	cudaFuncAttributes a;
	int blocks = 0, size = 0, least = 0;

	CUDA(cudaFuncGetAttributes(&a, bounded));
	HOLDS(a.maxThreadsPerBlock == 128 && a.numRegs > 0 && a.sharedSizeBytes == 0);
	CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 128, 0));
	HOLDS(blocks >= 2 && blocks <= 32);
	CUDA(cudaOccupancyMaxPotentialBlockSize(&least, &size, reverse, 0, 0));
	HOLDS(size >= 128 && size % 32 == 0 && least > 0);
	CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, by_template<3>, 1024, 0));
	HOLDS(blocks == 2);
}

template <int BYTES> __global__ void shares(float *p)
{
	__shared__ float s[BYTES / 4];

	s[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = s[255 - threadIdx.x];
}

/* What is wished of L1 and shared memory bounds the resident blocks: the numbers that an H200 answered. */
template <class F> static void preferences(F *kernel, int threads, const int (&by_cache)[4], const int (&by_carveout)[9])
{
	static const int per_cent[9] = { -1, 0, 1, 5, 10, 25, 50, 75, 100 };
	cudaFuncAttributes a;
	int n = 0;

	for (int c = 0; c < 4; c++) {
		CUDA(cudaFuncSetCacheConfig(kernel, (cudaFuncCache)c));
		CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, threads, 0));
		expect(n == by_cache[c], "preference %d: %d blocks of %d threads, not %d", c, n, threads, by_cache[c]);
	}
	CUDA(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferNone));
	for (int k = 0; k < 9; k++) {
		CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, per_cent[k]));
		CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, threads, 0));
		expect(n == by_carveout[k], "carve-out of %d %%: %d blocks of %d threads, not %d", per_cent[k], n, threads, by_carveout[k]);
	}
	CUDA(cudaFuncGetAttributes(&a, kernel));
	HOLDS(a.preferredShmemCarveout == 100);
	CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
}

static void divided()
{
	cudaDeviceProp prop;

	CUDA(cudaGetDeviceProperties(&prop, 0));
	if (prop.major != 9)
		return;
	preferences(shares<1024>, 256, { 8, 8, 4, 8 }, { 8, 4, 4, 8, 8, 8, 8, 8, 8 });
	preferences(shares<1024>, 64, { 32, 32, 4, 32 }, { 32, 4, 4, 8, 16, 32, 32, 32, 32 });
	preferences(shares<24000>, 256, { 8, 8, 1, 5 }, { 8, 1, 1, 1, 1, 2, 5, 8, 8 });
	preferences(shares<24000>, 32, { 9, 9, 1, 5 }, { 9, 1, 1, 1, 1, 2, 5, 8, 9 });
	GIVES(cudaFuncSetCacheConfig(shares<1024>, (cudaFuncCache)9), cudaErrorInvalidValue);
	cudaGetLastError();
	/* Of the device, where the kernel says nothing. */
	cudaFuncCache c;
	int n = 0;
	CUDA(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
	CUDA(cudaDeviceGetCacheConfig(&c));
	HOLDS(c == cudaFuncCachePreferL1);
	CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, shares<2048>, 256, 0));
	HOLDS(n < 8);
	CUDA(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone));
}

static void much_shared()
{
	const int n = 20000; /* 80,000 bytes */
	std::vector<float> v = random_floats(n, 9);
	Device<float> p(v);

	reverse<<<1, 256, n * sizeof(float)>>>(p, n);
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	CUDA(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(float)));
	reverse<<<1, 256, n * sizeof(float)>>>(p, n);
	LAUNCHED();
	same("reverse", p.get(), std::vector<float>(v.rbegin(), v.rend()));
}

static void refused()
{
	Device<int> p(1024);

	by_template<1><<<0, 32>>>(p);
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	by_template<1><<<1, 1025>>>(p);
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	bounded<<<1, 256>>>(p);
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	by_template<1><<<dim3(1, 70000), 32>>>(p);
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	by_template<5><<<1, 1024>>>(p);
	LAUNCHED();
	same("after refusals", p.get(), std::vector<int>(1024, 5));
}

int main()
{
	device();
	kernels();
	divided();
	much_shared();
	refused();
	return finish();
}
