/* Clocks go forward: cycles, also through code without branches, and nanoseconds. They are the modelled time's own: a kernel that spins for so
 * many cycles, or sleeps so long, takes about that time, however many warps do it, and what is read does not depend on the host's threads. */
#include "check.h"

__device__ unsigned long long nanoseconds()
{
	unsigned long long t;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}

__global__ void clocks(int *out)
{
	long long a = clock64();
	unsigned long long g = nanoseconds();
	unsigned c = clock();
	float x = threadIdx.x;

	for (int i = 0; i < 100; i++)
		x = x * 1.5f + 1;
	__nanosleep(100);
	out[0] = clock64() > a;
	out[1] = nanoseconds() >= g;
	out[2] = clock() != c;
	out[3] = x > 0;
}

__global__ void spin(long long cycles, long long *read)
{
	long long begin = clock64(), end;

	do
		end = clock64();
	while (end - begin < cycles);
	if (!threadIdx.x && !blockIdx.x)
		read[0] = begin, read[1] = end;
}

__global__ void spin_short(unsigned cycles)
{
	unsigned begin = clock();

	while (clock() - begin < cycles)
		;
}

__global__ void spin_ns(unsigned long long ns)
{
	unsigned long long begin = nanoseconds();

	while (nanoseconds() - begin < ns)
		;
}

__global__ void doze(unsigned ns, int times)
{
	for (int i = 0; i < times; i++)
		__nanosleep(ns);
}

/* Warp 0 spins, the others wait for it at a barrier: then their clocks show it. */
__global__ void meet(long long *waited)
{
	long long begin = clock64();

	if (threadIdx.x < 32)
		while (clock64() - begin < 5000)
			;
	__syncthreads();
	waited[threadIdx.x / 32] = clock64() - begin;
}

/* Every block's sum of what it read: equal with one host thread and with several. */
__global__ void read_much(long long *sum)
{
	long long s = 0, begin = clock64();

	for (int i = 0; i < 20 + (int)blockIdx.x % 7; i++)
		s += clock64() - begin;
	sum[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

static double us_of(void (*launch)())
{
	cudaEvent_t a, b;
	float ms;

	CUDA(cudaEventCreate(&a));
	CUDA(cudaEventCreate(&b));
	CUDA(cudaEventRecord(a));
	launch();
	CUDA(cudaEventRecord(b));
	LAUNCHED();
	CUDA(cudaEventElapsedTime(&ms, a, b));
	return ms * 1000;
}

static long long *two;

/* A launch and two events take some microseconds on top. */
#define TAKES(us, launch) do { double t_ = us_of([] { launch; }); if (t_ < 0.99 * (us) || t_ > 1.12 * (us) + 6) \
	printf("%s: %g us, not %g\n", #launch, t_, (double)(us)), HOLDS(!"as long as it says"); } while (0)

static void durations()
{
	long long first[2], second[2];
	int khz;

	CUDA(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
	CUDA(cudaMalloc(&two, 1 << 20));
	HOLDS(khz == 1980000);
	TAKES(50, (spin<<<1, 32>>>(99000, two)));
	CUDA(cudaMemcpy(first, two, sizeof first, cudaMemcpyDeviceToHost));
	HOLDS(first[1] - first[0] >= 99000 && first[1] - first[0] < 99200);
	TAKES(50, (spin<<<1, 1>>>(99000, two)));
	CUDA(cudaMemcpy(second, two, sizeof second, cudaMemcpyDeviceToHost));
	HOLDS(second[0] >= first[1]);
	TAKES(50, (spin<<<132, 256>>>(99000, two)));
	TAKES(50, (spin<<<132 * 8, 256>>>(99000, two)));      /* as many as fit */
	TAKES(100, (spin<<<132 * 16, 256>>>(99000, two)));    /* twice as many */
	TAKES(50, (spin_short<<<4, 64>>>(99000)));
	TAKES(50, (spin_ns<<<1, 32>>>(50000)));
	TAKES(50, (doze<<<1, 32>>>(50000, 1)));
	TAKES(100, (doze<<<132 * 8, 256>>>(10000, 10)));
	TAKES(1000, (doze<<<1, 32>>>(4000000, 1)));           /* at most a millisecond */
	meet<<<1, 128>>>(two);
	LAUNCHED();
	long long waited[4];
	CUDA(cudaMemcpy(waited, two, sizeof waited, cudaMemcpyDeviceToHost));
	for (long long w : waited)
		HOLDS(w >= 5000 && w < 5300);
	read_much<<<300, 64>>>(two);
	LAUNCHED();
	std::vector<long long> sums(300 * 64);
	CUDA(cudaMemcpy(sums.data(), two, sums.size() * sizeof sums[0], cudaMemcpyDeviceToHost));
	for (size_t i = 7 * 64; i < sums.size(); i++)
		HOLDS(sums[i] == sums[i - 7 * 64]);
}

int main()
{
	Device<int> four(4);

	durations();

	clocks<<<1, 1>>>(four);
	LAUNCHED();
	same("clocks", four.get(), std::vector<int>{ 1, 1, 1, 1 });
	return finish();
}
