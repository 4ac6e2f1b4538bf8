// What process.py measures through the real processes. program hold BYTES: takes memory, touches it from a kernel, copies it out and in; waits for
// a line on stdin after each step. program times: latencies as a CUDA program sees them, a line "NAME MICROSECONDS" each.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

__global__ void fill(int *p, size_t n)
{
	for (size_t k = blockIdx.x * (size_t)blockDim.x + threadIdx.x; k < n; k += (size_t)gridDim.x * blockDim.x)
		p[k] = (int)k;
}

__global__ void nothing() {}

static double now()
{
	return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void must(cudaError_t r)
{
	if (r != cudaSuccess) {
		fprintf(stderr, "%s\n", cudaGetErrorString(r));
		exit(1);
	}
}

static void wait(const char *step)
{
	puts(step);
	fflush(stdout);
	while (getchar() != '\n' && !feof(stdin)) {
	}
}

static int hold(size_t bytes)
{
	int *p;

	must(cudaFree(nullptr));
	wait("context");
	must(cudaMalloc(&p, bytes));
	wait("allocated");
	fill<<<64, 256>>>(p, bytes / sizeof *p);
	must(cudaDeviceSynchronize());
	wait("written by a kernel");
	std::vector<char> host(bytes);
	must(cudaMemcpy(host.data(), p, bytes, cudaMemcpyDeviceToHost));
	must(cudaMemcpy(p, host.data(), bytes, cudaMemcpyHostToDevice));
	wait("copied out and in");
	return 0;
}

static int times()
{
	const size_t bytes = 64 << 20;
	const int n = 2000;
	double t = now();
	char *host = (char *)malloc(bytes);
	void *p;

	must(cudaFree(nullptr));
	printf("first-call %f\n", now() - t);
	t = now();
	nothing<<<1, 32>>>();
	must(cudaDeviceSynchronize());
	printf("first-launch %f\n", now() - t);
	t = now();
	for (int k = 0; k < n; k++) {
		nothing<<<1, 32>>>();
		must(cudaDeviceSynchronize());
	}
	printf("launch-and-wait %f\n", (now() - t) / n);
	t = now();
	for (int k = 0; k < n; k++)
		nothing<<<1, 32>>>();
	must(cudaDeviceSynchronize());
	printf("launch-of-many %f\n", (now() - t) / n);
	t = now();
	must(cudaMalloc(&p, bytes));
	printf("malloc-64MB %f\n", now() - t);
	memset(host, 1, bytes);
	t = now();
	must(cudaMemcpy(p, host, bytes, cudaMemcpyHostToDevice));
	printf("copy-in-64MB %f\n", now() - t);
	t = now();
	must(cudaMemcpy(host, p, bytes, cudaMemcpyDeviceToHost));
	printf("copy-out-64MB %f\n", now() - t);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "hold"))
		return hold(strtoull(argv[2], nullptr, 10));
	return times();
}
