// main: see bench.h. bench [--once] [PREFIX]: all rows but the probes (turns, uneven, together, constant, floats, async, local, student), or those whose names begin so; prints name, median, 20th and 80th percentile in microseconds, and the number of samples.
#include "bench.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

bool bench_once;

void check(cudaError_t r, const char *what)
{
	if (r != cudaSuccess) {
		fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(r));
		exit(1);
	}
}

void *device_bytes(size_t bytes)
{
	void *p;
	CHECK(cudaMalloc(&p, bytes));
	if (!bench_once)
		CHECK(cudaMemset(p, 0, bytes));
	return p;
}

bool bench::wants(const char *group) const
{
	size_t n = std::min(prefix.size(), strlen(group));
	return !prefix.compare(0, n, group, n);
}

static const size_t FLUSH = 256u << 20;

// Reads, so that nothing dirty is left that the next kernel would have to write back.
__global__ void flush(const int4 *a, int *out, size_t n)
{
	int sum = 0;
	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int4 v = a[i];
		sum += v.x ^ v.y ^ v.z ^ v.w;
	}
	if (sum == 123456789)
		*out = sum;
}

// The same for the emulated device, which looks at lines and need not be asked for all of their bytes.
__global__ void flush_lines(const int *a, int *out, size_t n)
{
	int sum = 0;
	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		sum += a[i * 32];
	if (sum == 123456789)
		*out = sum;
}

void bench::time(const char *name, const std::function<void()> &run, bool warm)
{
	static int4 *junk;
	static int *out;
	static cudaEvent_t start, stop;
	std::vector<float> us;
	float ms, total = 0;

	if (strncmp(name, prefix.c_str(), prefix.size()))
		return;
	if (!junk) {
		CHECK(cudaMalloc(&junk, FLUSH));
		CHECK(cudaMemset(junk, 0, FLUSH));
		CHECK(cudaMalloc(&out, sizeof *out));
		CHECK(cudaEventCreate(&start));
		CHECK(cudaEventCreate(&stop));
	}
	for (int k = 0; k < (once ? warm : 3); k++)
		run();
	CHECK(cudaDeviceSynchronize());
	size_t samples = once ? 1 : 25;
	while (us.size() < samples) {
		/* This also keeps the device at work until the calls that follow have been made. */
		if (!warm && once)
			flush_lines<<<132 * 8, 256>>>((int *)junk, out, FLUSH / 256);
		else if (!warm)
			flush<<<132 * 8, 256>>>(junk, out, FLUSH / sizeof *junk);
		CHECK(cudaEventRecord(start));
		run();
		CHECK(cudaEventRecord(stop));
		CHECK(cudaEventSynchronize(stop));
		CHECK(cudaEventElapsedTime(&ms, start, stop));
		us.push_back(ms * 1000);
		total += ms;
		if (total > 300 && us.size() >= 5)
			break;
	}
	CHECK(cudaGetLastError());
	std::sort(us.begin(), us.end());
	printf("%s\t%.3f\t%.3f\t%.3f\t%zu\n", name, us[us.size() / 2], us[us.size() / 5], us[us.size() * 4 / 5], us.size());
	fflush(stdout);
}

int main(int argc, char **argv)
{
	bench b;

	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--once"))
			b.once = bench_once = true;
		else
			b.prefix = argv[i];
	rows_device(b);
	rows_copy(b);
	rows_access(b);
	rows_matrix(b);
	rows_reduce(b);
	rows_compute(b);
	rows_shape(b);
	rows_atomic(b);
	rows_link(b);
	rows_transfer(b);
	rows_course(b);
	rows_probe(b);
	rows_kind(b);
	rows_blind(b);
	if (b.prefix.empty()) // probes take longer than all of these together
		return 0;
	rows_turns(b);
	rows_uneven(b);
	rows_together(b);
	rows_constant(b);
	rows_floats(b);
	rows_async(b);
	rows_local(b);
	rows_student(b);
	rows_student_course(b);
	rows_student_sums(b);
	rows_student_work(b);
	rows_student_models(b);
	return 0;
}
