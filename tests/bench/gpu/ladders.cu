// ladders: the rungs of kernels/ beside the libraries that do the same, in one run on a GPU: copies beside cudaMemcpy, transposes beside a copy of the same
// bytes, sums beside CUB, matrix products beside cuBLAS, overlapped copies beside the copies alone. Each rung is the .so that ladders.sh builds of its file. What is timed is compared with the
// plainest answer first; samples of all rows of a table take turns, with the L2 flushed before each. Prints tables for docs/measured.md.
//
// ladders FOLDER [copy|transpose|sum|product|overlap]
// Compiled with -DONLY_CHECK it needs neither library, times nothing and runs on the emulated device, too: is each rung right at awkward sizes?
#ifndef ONLY_CHECK
#include <cub/cub.cuh>
#include <cublas_v2.h>
#endif
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

using std::string;

static void check(cudaError_t r, const char *what)
{
	if (r != cudaSuccess) {
		fprintf(stderr, "ladders: %s: %s\n", what, cudaGetErrorString(r));
		exit(r == cudaErrorNoDevice || r == cudaErrorInsufficientDriver ? 3 : 1);
	}
}
#define CHECK(x) check((x), #x)

static string folder;

// solve() of a rung's .so.
template <class F> static F rung(const string &name)
{
	string path = folder + "/" + name + ".so";
	void *so = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
	void *f = so ? dlsym(so, "solve") : NULL;

	if (!f) {
		fprintf(stderr, "ladders: %s\n", dlerror());
		exit(1);
	}
	return (F)f;
}

#ifdef ONLY_CHECK
static const size_t words = 1 << 18;
#else
static const size_t words = 1 << 28;
#endif
#ifndef ONLY_CHECK
static const size_t FLUSH = 256u << 20;

__global__ void flush(const int4 *a, int *out, size_t n)
{
	int sum = 0;

	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
		int4 v = a[i];
		sum += v.x ^ v.y ^ v.z ^ v.w;
	}
	if (sum == 123456789)
		*out = sum;
}

#endif

// Words from a counter: whole numbers in [-8, 7], or fractions in [-1, 1).
__global__ void fill(int *p, size_t n, bool fractions)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
		unsigned h = (unsigned)i * 2654435761u;

		h = (h ^ h >> 15) * 2246822519u;
		h ^= h >> 13;
		if (fractions)
			((float *)p)[i] = (int)(h >> 8) * 0x1p-23f - 1.0f;
		else
			p[i] = (int)(h & 15) - 8;
	}
}
__global__ void to_float(int *p, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		((float *)p)[i] = (float)p[i];
}
__global__ void count_different(const int *a, const int *b, size_t n, unsigned long long *count)
{
	unsigned long long mine = 0;

	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		mine += a[i] != b[i];
	if (mine)
		atomicAdd(count, mine);
}
__global__ void transposed(const int *a, int *b, int rows, int cols)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)rows * cols; i += (size_t)gridDim.x * blockDim.x)
		b[i % cols * rows + i / cols] = a[i];
}

// The plainest answers, to compare with.
__global__ void add_up(const int *a, int *sum, int n)
{
	int mine = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		mine += a[i];
	atomicAdd(sum, mine);
}
__global__ void multiply(const float *a, const float *b, float *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * n; i += gridDim.x * blockDim.x) {
		double sum = 0;

		for (int k = 0; k < n; k++)
			sum += (double)a[i / n * n + k] * b[k * n + i % n];
		c[i] = (float)sum;
	}
}

// Ends the program unless n words are the same: a wrong answer has no time.
static void same(const void *got, const void *want, size_t n, const string &who)
{
	unsigned long long *count, different;

	CHECK(cudaMalloc(&count, sizeof *count));
	CHECK(cudaMemset(count, 0, sizeof *count));
	if (n)
		count_different<<<132, 256>>>((const int *)got, (const int *)want, n, count);
	CHECK(cudaMemcpy(&different, count, sizeof different, cudaMemcpyDefault));
	CHECK(cudaFree(count));
	if (different) {
		fprintf(stderr, "ladders: %s: %llu of %zu words are wrong\n", who.c_str(), different, n);
		exit(1);
	}
}

#ifndef ONLY_CHECK
struct row {
	string name;
	std::function<void()> run;
	std::vector<float> us;
};

// One table: the rows take turns. `work` is bytes or operations of one run, shown as a rate in units of 10^`power` a second; the last column sets each row
// beside the first, which is the library's.
static void table(const string &title, std::vector<row> rows, double work, double power, const char *unit, int rounds)
{
	static int4 *junk;
	static int *out;
	static cudaEvent_t start, stop;
	double first = 0;

	if (!junk) {
		CHECK(cudaMalloc(&junk, FLUSH));
		CHECK(cudaMemset(junk, 0, FLUSH));
		CHECK(cudaMalloc(&out, sizeof *out));
		CHECK(cudaEventCreate(&start));
		CHECK(cudaEventCreate(&stop));
	}
	for (int k = 0; k < 3; k++)
		for (row &r : rows)
			r.run();
	CHECK(cudaDeviceSynchronize());
	for (int k = 0; k < rounds; k++)
		for (row &r : rows) {
			float ms;

			// It also keeps the device at work until the calls that follow have been made.
			flush<<<1056, 256>>>(junk, out, FLUSH / sizeof *junk);
			CHECK(cudaEventRecord(start));
			r.run();
			CHECK(cudaEventRecord(stop));
			CHECK(cudaEventSynchronize(stop));
			CHECK(cudaEventElapsedTime(&ms, start, stop));
			r.us.push_back(ms * 1000);
		}
	CHECK(cudaGetLastError());
	printf("\n**%s**\n\n| | median | 20th to 80th percentile | rate | of the first |\n|---|---|---|---|---|\n", title.c_str());
	for (row &r : rows) {
		std::sort(r.us.begin(), r.us.end());
		size_t n = r.us.size();
		double us = r.us[n / 2];

		if (first == 0)
			first = us;
		printf("| %s | %.1f us | %.1f to %.1f us | %.*f %s | %.1f %% |\n", r.name.c_str(), us, r.us[n / 5], r.us[n * 4 / 5], power >= 12 ? 1 : 0,
			work / us * 1e6 / pow(10, power), unit, 100 * first / us);
	}
	fflush(stdout);
}

#endif

typedef void (*copy_fn)(const int *, int *, int);
typedef void (*transpose_fn)(const float *, float *, int, int);
typedef void (*product_fn)(const float *, const float *, float *, int);
typedef void (*overlap_fn)(const unsigned *, unsigned *, int);

// Sizes at which guards and tails go wrong.
static const int awkward[] = { 1, 2, 3, 5, 31, 33, 127, 129, 255, 257, 1000, 1023, 4097, 10007 };

static const char *const all_copies[] = { "one-per-thread", "int4" };
static const char *const all_transposes[] = { "coalesced-stores", "shared-tile", "padded-tile", "padded-wide" };
static const char *const all_sums[] = { "shuffles", "grid-stride", "vector-loads" };
static const char *const all_products[] = { "naive", "shared-tiles", "register-column", "register-square", "vector-loads", "warp-tiles", "double-buffer",
	"larger-patches" };
// kernels/streams/sixteen-chunks.cu, built with each of these numbers of chunks.
static const char *const all_chunks[] = { "1", "2", "4", "16", "64" };

// ---- is each rung right?
static void check_copy(const char *name, int *a, int *b, int n)
{
	CHECK(cudaMemset(b, 0xff, (size_t)n * 4));
	rung<copy_fn>(string("copy/") + name)(a, b, n);
	same(b, a, n, name);
}
static void check_transpose(const char *name, int *a, int *b, int *c, int rows, int cols)
{
	transposed<<<132, 256>>>(a, c, rows, cols);
	CHECK(cudaMemset(b, 0xff, (size_t)rows * cols * 4));
	rung<transpose_fn>(string("transpose/") + name)((float *)a, (float *)b, rows, cols);
	same(b, c, (size_t)rows * cols, name);
}
static void check_sum(const char *name, int *a, int *b, int *c, int n)
{
	CHECK(cudaMemset(c, 0, 4));
	add_up<<<132, 256>>>(a, c, n);
	CHECK(cudaMemset(b, 0xff, 4));
	rung<copy_fn>(string("reduction/") + name)(a, b, n);
	same(b, c, 1, name);
}
// Whole numbers: every order of the sum is exact.
static void check_product(const char *name, float *a, float *b, float *c, float *d, int n)
{
	multiply<<<132, 256>>>(a, b, d, n);
	CHECK(cudaMemset(c, 0xff, (size_t)n * n * 4));
	rung<product_fn>(string("matmul/") + name)(a, b, c, n);
	same(c, d, (size_t)n * n, name);
}
// The memory is pinned already, so a rung's cudaHostRegister() and cudaHostUnregister() refuse it and take no time; what they return is forgotten.
static void overlapped(const char *chunks, const unsigned *x, unsigned *y, size_t n)
{
	rung<overlap_fn>(string("streams/sixteen-chunks-") + chunks)(x, y, (int)n);
	cudaGetLastError();
}
static void check_overlap(const char *chunks, const unsigned *x, unsigned *y, size_t n)
{
	memset(y, 0xff, n * 4);
	overlapped(chunks, x, y, n);
	for (size_t i = 0; i < n; i++)
		if (y[i] != (x[i] ^ x[i] >> 7) * 5 + 1) {
			fprintf(stderr, "ladders: sixteen-chunks of %s: word %zu of %zu is wrong\n", chunks, i, n);
			exit(1);
		}
}
static void pinned(size_t n, unsigned **x, unsigned **y)
{
	CHECK(cudaMallocHost(x, n * 4));
	CHECK(cudaMallocHost(y, n * 4));
	for (size_t i = 0; i < n; i++)
		(*x)[i] = (unsigned)i * 2654435761u;
}
static void check_overlaps()
{
	const size_t most = 10007;
	unsigned *x, *y;

	pinned(most, &x, &y);
	for (int n : awkward)
		for (const char *chunks : all_chunks)
			check_overlap(chunks, x, y, n);
	CHECK(cudaFreeHost(y));
	CHECK(cudaFreeHost(x));
}
static void check_all(int *const m[4])
{
	for (int n : awkward) {
		for (const char *name : all_copies)
			check_copy(name, m[0], m[1], n);
		for (const char *name : all_transposes)
			check_transpose(name, m[0], m[1], m[2], n, n > 1000 ? n % 7 + 1 : n * 7 % 263 + 1);
		for (const char *name : all_sums)
			check_sum(name, m[0], m[1], m[2], n);
	}
	for (const char *name : all_transposes)
		check_transpose(name, m[0], m[1], m[2], 132, 260);
	for (const char *name : all_sums)
		check_sum(name, m[0], m[1], m[2], 0);
	for (int *p : { m[0], m[1] })
		to_float<<<132, 256>>>(p, 1 << 16);
	for (int n : { 1, 2, 31, 33, 127, 128, 129, 200, 256 })
		for (const char *name : all_products)
			check_product(name, (float *)m[0], (float *)m[1], (float *)m[2], (float *)m[3], n);
	check_overlaps();
}

#ifndef ONLY_CHECK
// ---- how fast?
static void copies(int *a, int *b)
{
	std::vector<row> rows;

	rows.push_back({ "cudaMemcpy, device to device", [=] { CHECK(cudaMemcpyAsync(b, a, words * 4, cudaMemcpyDeviceToDevice)); } });
	for (const char *name : all_copies) {
		copy_fn f = rung<copy_fn>(string("copy/") + name);

		check_copy(name, a, b, (int)words);
		rows.push_back({ string("kernels/copy/") + name, [=] { f(a, b, (int)words); } });
	}
	table("Copy of 2^28 ints (1 GiB there, 1 GiB back)", rows, 8.0 * words, 9, "GB/s", 25);
}

static void transposes(int *a, int *b, int *c)
{
	copy_fn copy = rung<copy_fn>("copy/int4");
	const int n = 16384;
	std::vector<row> rows;

	rows.push_back({ "kernels/copy/int4, the same bytes", [=] { copy(a, b, n * n); } });
	for (const char *name : all_transposes) {
		transpose_fn f = rung<transpose_fn>(string("transpose/") + name);

		check_transpose(name, a, b, c, n, n);
		rows.push_back({ string("kernels/transpose/") + name, [=] { f((float *)a, (float *)b, n, n); } });
	}
	table("Transpose of 16384 x 16384 floats", rows, 8.0 * n * n, 9, "GB/s", 25);
}

static void sums(int *a, int *b, int *c)
{
	void *room;
	size_t bytes = 0;

	CHECK(cub::DeviceReduce::Sum(NULL, bytes, a, c, 1 << 28));
	CHECK(cudaMalloc(&room, bytes));
	for (int power : { 28, 24, 20 }) {
		int n = 1 << power;
		std::vector<row> rows;

		rows.push_back({ "cub::DeviceReduce::Sum", [=] {
			size_t had = bytes;
			CHECK(cub::DeviceReduce::Sum(room, had, a, c, n));
		} });
		for (const char *name : all_sums) {
			copy_fn f = rung<copy_fn>(string("reduction/") + name);

			check_sum(name, a, b, c, n);
			rows.push_back({ string("kernels/reduction/") + name, [=] { f(a, b, n); } });
		}
		table("Sum of 2^" + std::to_string(power) + " ints", rows, 4.0 * n, 9, "GB/s", 51);
	}
	CHECK(cudaFree(room));
}

static void products(float *a, float *b, float *c, float *d)
{
	cublasHandle_t h;
	const float one = 1, zero = 0;

	if (cublasCreate(&h) != CUBLAS_STATUS_SUCCESS) {
		fprintf(stderr, "ladders: cublasCreate failed\n");
		exit(1);
	}
	for (float *p : { a, b }) {
		fill<<<1024, 256>>>((int *)p, 1 << 26, false);
		to_float<<<1024, 256>>>((int *)p, 1 << 26);
	}
	for (const char *name : all_products)
		check_product(name, a, b, c, d, 1024);
	for (float *p : { a, b })
		fill<<<1024, 256>>>((int *)p, 1 << 26, true);
	for (int n : { 1024, 2048, 4096, 8192 }) {
		std::vector<row> rows;

		// Columns first, as cuBLAS has it: c' = b' a'.
		rows.push_back({ "cublasSgemm", [=] {
			if (cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, d, n) != CUBLAS_STATUS_SUCCESS) {
				fprintf(stderr, "ladders: cublasSgemm failed\n");
				exit(1);
			}
		} });
		for (const char *name : all_products) {
			product_fn f = rung<product_fn>(string("matmul/") + name);

			// The first rungs take a second there and say nothing new.
			if (n < 8192 || rows.size() > 1 || !strcmp(name, "vector-loads"))
				rows.push_back({ string("kernels/matmul/") + name, [=] { f(a, b, c, n); } });
		}
		table("Product of two matrices of " + std::to_string(n) + " x " + std::to_string(n) + " floats", rows, 2.0 * n * n * n, 12, "TFLOP/s",
			n < 4096 ? 25 : n == 4096 ? 11 : 7);
	}
	cublasDestroy(h);
}

// One GiB in, one out, from and to pinned memory. No order of the chunks is faster than the copies alone, which the first rows time: with the same
// allocations, for these are in each rung's time too.
static void alone(bool in, bool out, unsigned *x, unsigned *y, size_t bytes)
{
	static cudaStream_t s[2];
	char *dx, *dy;

	for (cudaStream_t &t : s)
		if (!t)
			CHECK(cudaStreamCreate(&t));
	CHECK(cudaMalloc(&dx, bytes));
	CHECK(cudaMalloc(&dy, bytes));
	if (in)
		CHECK(cudaMemcpyAsync(dx, x, bytes, cudaMemcpyHostToDevice, s[0]));
	if (out)
		CHECK(cudaMemcpyAsync(y, dy, bytes, cudaMemcpyDeviceToHost, s[1]));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree(dy));
	CHECK(cudaFree(dx));
}
static void overlaps()
{
	unsigned *x, *y;
	std::vector<row> rows;

	pinned(words, &x, &y);
	rows.push_back({ "copy in and copy out at once, no kernel", [=] { alone(true, true, x, y, words * 4); } });
	rows.push_back({ "copy in alone", [=] { alone(true, false, x, y, words * 4); } });
	rows.push_back({ "copy out alone", [=] { alone(false, true, x, y, words * 4); } });
	for (const char *chunks : all_chunks) {
		check_overlap(chunks, x, y, words);
		rows.push_back({ string("kernels/streams/sixteen-chunks, CHUNKS=") + chunks, [=] { overlapped(chunks, x, y, words); } });
	}
	table("Copy 1 GiB in, compute, copy 1 GiB out", rows, 8.0 * words, 9, "GB/s", 11);
	CHECK(cudaFreeHost(y));
	CHECK(cudaFreeHost(x));
}
#endif

int main(int argc, char **argv)
{
	int *m[4];

	if (argc < 2) {
		fprintf(stderr, "usage: ladders FOLDER [copy|transpose|sum|product|overlap]\n");
		return 2;
	}
	folder = argv[1];
	for (int *&p : m) {
		CHECK(cudaMalloc(&p, words * 4));
		fill<<<132, 256>>>(p, words, false);
	}
	check_all(m);
#ifdef ONLY_CHECK
	for (int *p : m)
		CHECK(cudaFree(p));
	printf("all rungs are right\n");
#else
	cudaDeviceProp p;
	auto wants = [&](const char *name) { return argc < 3 || !strcmp(argv[2], name); };

	CHECK(cudaGetDeviceProperties(&p, 0));
	printf("Measured on one %s.\n", p.name);
	for (int *q : m)
		fill<<<1024, 256>>>(q, words, false);
	if (wants("copy"))
		copies(m[0], m[1]);
	if (wants("transpose"))
		transposes(m[0], m[1], m[2]);
	if (wants("sum"))
		sums(m[0], m[1], m[2]);
	if (wants("product"))
		products((float *)m[0], (float *)m[1], (float *)m[2], (float *)m[3]);
	if (wants("overlap"))
		overlaps();
#endif
	return 0;
}
