/* clock: kernels that spin by clock64(), clock() or %globaltimer, or sleep: how long they take. The same source runs on both: with --cudart shared under
 * `warplings exec`, or plainly on a GPU. Each line: time between events around one launch (median), the clock's difference, turns of the loop. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ unsigned long long nanoseconds()
{
	unsigned long long t;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}

#define SPIN(name, type, now) \
	__global__ void name(type n, long long *o) \
	{ \
		type begin = now(), end; \
		long long turns = 0; \
		do { \
			end = now(); \
			turns++; \
		} while (end - begin < n); \
		o[0] = end - begin, o[1] = turns; \
	}
SPIN(spin64, long long, clock64)
SPIN(spin32, unsigned, clock)
SPIN(spin_ns, unsigned long long, nanoseconds)

__global__ void work(long long n, long long *o, float *x)
{
	long long begin = clock64(), end, turns = 0;
	float v = x[0];

	do {
		for (int k = 0; k < 20; k++)
			v = v * 1.5f + 1;
		end = clock64();
		turns++;
	} while (end - begin < n);
	o[0] = end - begin, o[1] = turns, x[0] = v;
}

__global__ void doze(unsigned n, int times, long long *o)
{
	long long begin = clock64();

	for (int i = 0; i < times; i++)
		__nanosleep(n);
	o[0] = clock64() - begin, o[1] = times;
}

static long long *o;
static int rounds = 9;

template <class F> static void ask(const char *name, long long n, const char *shape, F launch)
{
	std::vector<float> v;
	cudaEvent_t a, b;
	long long h[2];
	float ms;

	cudaEventCreate(&a);
	cudaEventCreate(&b);
	for (int r = 0; r < rounds; r++) {
		cudaEventRecord(a);
		launch();
		cudaEventRecord(b);
		cudaDeviceSynchronize();
		cudaEventElapsedTime(&ms, a, b);
		v.push_back(ms * 1000);
	}
	std::sort(v.begin(), v.end());
	cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
	printf("%-12s %8lld %-9s %10.2f us  clock %8lld  turns %lld  %s\n", name, n, shape, v[v.size() / 2], h[0], h[1], cudaGetErrorName(cudaGetLastError()));
}

int main(int argc, char **argv)
{
	float *x;

	if (argc > 1)
		rounds = atoi(argv[1]);
	cudaMalloc(&o, 64);
	cudaMalloc(&x, 64);
	cudaMemset(x, 0, 64);
	cudaMemset(o, 0, 64);
	spin64<<<1, 32>>>(100000000, o);
	for (long long n : { 0ll, 1000ll, 10000ll, 100000ll, 1000000ll }) {
		ask("spin64", n, "1x32", [&] { spin64<<<1, 32>>>(n, o); });
		ask("spin64", n, "132x256", [&] { spin64<<<132, 256>>>(n, o); });
		ask("spin64", n, "1056x256", [&] { spin64<<<132 * 8, 256>>>(n, o); });
		ask("spin64", n, "2112x256", [&] { spin64<<<132 * 16, 256>>>(n, o); });
		ask("spin32", n, "1x32", [&] { spin32<<<1, 32>>>((unsigned)n, o); });
		ask("spin, work", n, "1x32", [&] { work<<<1, 32>>>(n, o, x); });
		ask("globaltimer", n, "1x32", [&] { spin_ns<<<1, 32>>>((unsigned long long)n, o); });
	}
	for (unsigned n : { 0u, 20u, 100u, 1000u, 10000u, 100000u, 1000000u }) {
		ask("nanosleep", n, "1x32", [&] { doze<<<1, 32>>>(n, 1, o); });
		ask("10 of them", n, "1x32", [&] { doze<<<1, 32>>>(n, 10, o); });
	}
	return 0;
}
