/* Limits of the device: what they are at first, how a wish is rounded, what is refused; a heap for kernels' malloc that runs full, and one
 * that was made larger before. All numbers are an H200's. */
#include "check.h"

__global__ void take(void **p, size_t n, int count, int *got)
{
	int g = 0;

	for (int i = 0; i < count; i++) {
		p[i] = malloc(n);
		g += p[i] != nullptr;
	}
	*got = g;
}

__global__ void give(void **p, int count)
{
	for (int i = 0; i < count; i++)
		free(p[i]);
}

static void limit(cudaLimit which, size_t wish, cudaError_t answer, size_t then)
{
	size_t v;

	GIVES(cudaDeviceSetLimit(which, wish), answer);
	cudaGetLastError();
	CUDA(cudaDeviceGetLimit(&v, which));
	expect(v == then, "limit %d after %zu: %zu, not %zu", (int)which, wish, v, then);
}

static int taken(size_t bytes, int count)
{
	Device<void *> p(count);
	Device<int> got(1);

	take<<<1, 1>>>(p, bytes, count, got);
	give<<<1, 1>>>(p, count);
	LAUNCHED();
	return got.get()[0];
}

int main()
{
	size_t v;
	int n;

	CUDA(cudaDeviceGetLimit(&v, cudaLimitStackSize));
	HOLDS(v == 1024);
	CUDA(cudaDeviceGetLimit(&v, cudaLimitMallocHeapSize));
	HOLDS(v == 8 << 20);
	GIVES(cudaDeviceGetLimit(&v, cudaLimitDevRuntimeSyncDepth), cudaErrorUnsupportedLimit);
	GIVES(cudaDeviceSetLimit((cudaLimit)77, 1), cudaErrorInvalidValue);
	cudaGetLastError();
	limit(cudaLimitStackSize, 0, cudaSuccess, 0);
	limit(cudaLimitStackSize, 1, cudaSuccess, 16);
	limit(cudaLimitStackSize, 1000, cudaSuccess, 1008);
	limit(cudaLimitStackSize, 65536, cudaSuccess, 65536);
	limit(cudaLimitStackSize, 1 << 20, cudaErrorInvalidValue, 65536);
	limit(cudaLimitPrintfFifoSize, 1, cudaSuccess, 524288);
	limit(cudaLimitPrintfFifoSize, 3000000, cudaSuccess, 3000064);
	limit(cudaLimitPersistingL2CacheSize, 1 << 20, cudaSuccess, 3932160);
	limit(cudaLimitPersistingL2CacheSize, 39321601, cudaErrorInvalidValue, 3932160);
	limit(cudaLimitMallocHeapSize, 1, cudaSuccess, 4 << 20);
	limit(cudaLimitMallocHeapSize, 5000000, cudaSuccess, 5046272);
	limit(cudaLimitMallocHeapSize, 8 << 20, cudaSuccess, 8 << 20);

	n = taken(1 << 20, 32);
	expect(n >= 5 && n <= 8, "%d MB of a heap of 8", n);
	HOLDS(taken(1 << 20, 32) == n);
	/* Too late now; a new context has another heap. */
	limit(cudaLimitMallocHeapSize, 64 << 20, cudaErrorInvalidValue, 8 << 20);
	CUDA(cudaDeviceReset());
	limit(cudaLimitMallocHeapSize, 64 << 20, cudaSuccess, 64 << 20);
	HOLDS(taken(1 << 20, 32) == 32);
	HOLDS(taken(100, 10000) == 10000);
	return finish();
}
