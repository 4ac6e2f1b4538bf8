// reduce: the ladder of reductions, each version at each block size; the first pass alone (one sum a block), as the rest costs next to nothing.
#include "bench.h"
#include <cstdio>

__global__ void reduce_modulo(const int *a, int *out)
{
	extern __shared__ int s[];
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (int k = 1; k < blockDim.x; k *= 2) {
		if (t % (2 * k) == 0)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void reduce_addresses(const int *a, int *out)
{
	extern __shared__ int s[];
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (int k = 1; k < blockDim.x; k *= 2) {
		int i = 2 * k * t;
		if (i < blockDim.x)
			s[i] += s[i + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void reduce_banks(const int *a, int *out)
{
	extern __shared__ int s[];
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * blockDim.x + t];
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void reduce_first_add(const int *a, int *out)
{
	extern __shared__ int s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
	s[t] = a[i] + a[i + blockDim.x];
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}
__global__ void reduce_last_warp(const int *a, int *out)
{
	extern __shared__ int s[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t, v;
	s[t] = a[i] + a[i + blockDim.x];
	__syncthreads();
	for (int k = blockDim.x / 2; k > 32; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t < 32) {
		v = s[t] + s[t + 32];
		for (int k = 16; k > 0; k /= 2)
			v += __shfl_down_sync(0xffffffff, v, k);
		if (t == 0)
			out[blockIdx.x] = v;
	}
}
__global__ void reduce_grid(const int4 *a, int *out, int n)
{
	__shared__ int s[32];
	int t = threadIdx.x, sum = 0;
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
		int4 v = a[i];
		sum += v.x + v.y + v.z + v.w;
	}
	for (int k = 16; k > 0; k /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, k);
	if (t % 32 == 0)
		s[t / 32] = sum;
	__syncthreads();
	if (t < 32) {
		sum = t < blockDim.x / 32 ? s[t] : 0;
		for (int k = 16; k > 0; k /= 2)
			sum += __shfl_down_sync(0xffffffff, sum, k);
		if (t == 0)
			atomicAdd(out, sum);
	}
}

static void ladder(bench &b, int n)
{
	int *x = device<int>(n), *out = device<int>(n / 32);
	char name[64];

	for (int t = 64; t <= 1024; t *= 2) {
		auto row = [&](const char *what, const std::function<void()> &run) {
			snprintf(name, sizeof name, "reduce.%d.%s.%d", n, what, t);
			b.row(name, run);
		};
		size_t bytes = t * sizeof(int);

		row("modulo", [&] { reduce_modulo<<<n / t, t, bytes>>>(x, out); });
		row("addresses", [&] { reduce_addresses<<<n / t, t, bytes>>>(x, out); });
		row("banks", [&] { reduce_banks<<<n / t, t, bytes>>>(x, out); });
		row("firstadd", [&] { reduce_first_add<<<n / t / 2, t, bytes>>>(x, out); });
		row("lastwarp", [&] { reduce_last_warp<<<n / t / 2, t, bytes>>>(x, out); });
	}
	snprintf(name, sizeof name, "reduce.%d.grid.512", n);
	b.row(name, [&] { reduce_grid<<<132 * 4, 512>>>((int4 *)x, out, n / 4); });
	CHECK(cudaFree(x));
	CHECK(cudaFree(out));
}

void rows_reduce(bench &b)
{
	if (b.wants("reduce.268435456."))
		ladder(b, 1 << 28);
	if (b.wants("reduce.1048576."))
		ladder(b, 1 << 20);
}
