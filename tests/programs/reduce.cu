/* Sums in every way that courses show: seven tree variants' main steps, shuffles, cooperative groups, atomics, one pass with a last block. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void interleaved(const int *in, int *out, int n)
{
	extern __shared__ int s[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	s[threadIdx.x] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		if (threadIdx.x % (2 * d) == 0)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(out, s[0]);
}

__global__ void strided(const int *in, int *out, int n)
{
	extern __shared__ int s[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	s[threadIdx.x] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		int k = 2 * d * threadIdx.x;

		if (k < blockDim.x)
			s[k] += s[k + d];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(out, s[0]);
}

/* Two loads, sequential addresses, the last warp without barriers. */
template <int B> __global__ void unrolled(const int *in, int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x, i = blockIdx.x * B * 2 + t, sum = 0;

	for (; i < n; i += B * 2 * gridDim.x)
		sum += in[i] + (i + B < n ? in[i + B] : 0);
	s[t] = sum;
	__syncthreads();
#pragma unroll
	for (int d = B / 2; d > 32; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t < 32) {
		volatile int *v = s;

		v[t] += v[t + 32];
		__syncwarp();
		for (int d = 16; d; d /= 2) {
			int x = v[t + d];

			__syncwarp();
			v[t] += x;
			__syncwarp();
		}
		if (t == 0)
			atomicAdd(out, v[0]);
	}
}

__global__ void shuffled(const int *in, int *out, int n)
{
	__shared__ int s[32];
	int sum = 0, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		sum += in[i];
	for (int d = 16; d; d >>= 1)
		sum += __shfl_down_sync(~0u, sum, d);
	if (!lane)
		s[warp] = sum;
	__syncthreads();
	if (warp)
		return;
	sum = lane < blockDim.x / 32 ? s[lane] : 0;
	for (int d = 16; d; d >>= 1)
		sum += __shfl_xor_sync(~0u, sum, d);
	if (!lane)
		atomicAdd(out, sum);
}

__global__ void grouped(const int *in, int *out, int *most, int n)
{
	cg::thread_block block = cg::this_thread_block();
	auto warp = cg::tiled_partition<32>(block);
	auto eight = cg::tiled_partition<8>(warp);
	int i = blockIdx.x * blockDim.x + threadIdx.x, x = i < n ? in[i] : 0;
	int sum = cg::reduce(warp, x, cg::plus<int>()), big = cg::reduce(eight, x, cg::greater<int>());

	if (warp.thread_rank() == 0)
		atomicAdd(out, sum);
	if (eight.thread_rank() == 0)
		atomicMax(most, big);
}

__global__ void every_atomic(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(out, in[i]);
}

__device__ unsigned arrived;

__global__ void one_pass(const float *in, float *partial, float *out, int n)
{
	__shared__ float s[256];
	__shared__ bool last;
	float sum = 0;

	for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x)
		sum += in[i];
	s[threadIdx.x] = sum;
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (threadIdx.x < d)
			s[threadIdx.x] += s[threadIdx.x + d];
		__syncthreads();
	}
	if (threadIdx.x == 0) {
		partial[blockIdx.x] = s[0];
		__threadfence();
		last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && threadIdx.x == 0) {
		volatile float *p = partial;

		sum = 0;
		for (int i = 0; i < gridDim.x; i++)
			sum += p[i];
		*out = sum;
	}
}

int main()
{
	constexpr int n = 40000;
	Random r(3);
	std::vector<int> v(n);
	std::vector<float> f(n);
	int want = 0, most = 0;
	double fsum = 0;

	for (int i = 0; i < n; i++) {
		v[i] = (int)(r.next() % 1000) - 300;
		want += v[i];
		most = v[i] > most ? v[i] : most;
		f[i] = (float)v[i] / 8;
		fsum += f[i];
	}
	Device<int> in(v), out(8);
	Device<float> fin(f), partial(64), fout(1);

	interleaved<<<(n + 255) / 256, 256, 1024>>>(in, out + 0, n);
	strided<<<(n + 127) / 128, 128, 512>>>(in, out + 1, n);
	unrolled<256><<<20, 256>>>(in, out + 2, n);
	shuffled<<<30, 320>>>(in, out + 3, n);
	grouped<<<(n + 255) / 256, 256>>>(in, out + 4, out + 5, n);
	every_atomic<<<(n + 255) / 256, 256>>>(in, out + 6, n);
	LAUNCHED();
	same("sum", out.get(), std::vector<int>{ want, want, want, want, want, most, want, 0 });
	for (int i = 0; i < 3; i++) {
		one_pass<<<48, 256>>>(fin, partial, fout, n);
		near("one pass", fout.get(), std::vector<double>{ fsum }, 1e-6);
	}
	LAUNCHED();
	return finish();
}
