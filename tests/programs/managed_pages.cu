/* Pages of managed memory move when the other side touches them, and that takes time: first by a kernel, then not again, again after the host has looked,
 * not where they were fetched ahead, not where both sides may keep a copy, never where they are to stay on the host. Times are compared with each other. */
#include "check.h"

constexpr size_t N = 4 << 20, WORDS = N / 4;
static cudaEvent_t from, to;

__global__ void read_all(const int *x, int *out)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

	if (i < WORDS && x[i] == -1)
		*out = 1;
}

__global__ void write_all(int *x)
{
	size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

	if (i < WORDS)
		x[i] += 1;
}

static int *out;
static float reading(const int *x)
{
	float ms;

	CUDA(cudaEventRecord(from));
	read_all<<<WORDS / 256, 256>>>(x, out);
	CUDA(cudaEventRecord(to));
	CUDA(cudaEventSynchronize(to));
	CUDA(cudaEventElapsedTime(&ms, from, to));
	return ms;
}

static int *fresh()
{
	int *x;

	CUDA(cudaMallocManaged(&x, N));
	memset(x, 0, N);
	return x;
}

static long look(const int *x)
{
	long sum = 0;

	for (size_t i = 0; i < WORDS; i += 1024)
		sum += ((const volatile int *)x)[i];
	return sum;
}

int main()
{
	cudaMemLocation device = {}, host = {};
	float moved, there, again, ahead, both, far;
	int *x;

	device.type = cudaMemLocationTypeDevice;
	host.type = cudaMemLocationTypeHost;
	CUDA(cudaMalloc(&out, 4));
	CUDA(cudaEventCreate(&from));
	CUDA(cudaEventCreate(&to));

	x = fresh();
	reading(x); /* the first launch of all has costs of its own on a GPU */
	CUDA(cudaFree(x));
	x = fresh();
	moved = reading(x);
	there = reading(x);
	HOLDS(look(x) == 0);
	again = reading(x);
	HOLDS(moved > 5 * there);
	HOLDS(again > 5 * there);
	CUDA(cudaFree(x));

	x = fresh();
	CUDA(cudaMemPrefetchAsync(x, N, device, 0, 0));
	CUDA(cudaDeviceSynchronize());
	ahead = reading(x);
	HOLDS(ahead < 2 * there);
	write_all<<<WORDS / 256, 256>>>(x);
	CUDA(cudaDeviceSynchronize());
	HOLDS(look(x) == (long)(WORDS / 1024));
	CUDA(cudaFree(x));

	x = fresh();
	CUDA(cudaMemAdvise(x, N, cudaMemAdviseSetReadMostly, device));
	reading(x);
	look(x);
	both = reading(x);
	HOLDS(both < 2 * there);
	for (size_t i = 0; i < WORDS; i += 1024)
		x[i] = 7; /* the copy on the device is worth nothing any more */
	HOLDS(reading(x) > 5 * there);
	HOLDS(look(x) == 7 * (long)(WORDS / 1024));
	CUDA(cudaFree(x));

	x = fresh();
	CUDA(cudaMemAdvise(x, N, cudaMemAdviseSetPreferredLocation, host));
	CUDA(cudaMemAdvise(x, N, cudaMemAdviseSetAccessedBy, device));
	reading(x);
	far = reading(x);
	HOLDS(far > 5 * there); /* over the link, each time */
	CUDA(cudaFree(x));

	/* Memory that system calls fill and read is as good as any. */
	x = fresh();
	FILE *f = fopen("/dev/zero", "rb");
	reading(x);
	HOLDS(f && fread(x, 1, N, f) == N);
	HOLDS(reading(x) > 5 * there);
	return finish();
}
