// ends: gathers of one, two and four words, sums that all warps make at their end, bins after one load, many launches in one stream and in several
#include "probe.h"
#include <cuda_fp16.h>
typedef unsigned long long u64;
template <class T> __device__ unsigned sum_of(const T &v);
template <> __device__ unsigned sum_of(const unsigned &v) { return v; }
template <> __device__ unsigned sum_of(const uint2 &v) { return v.x ^ v.y; }
template <> __device__ unsigned sum_of(const uint4 &v) { return v.x ^ v.y ^ v.z ^ v.w; }
// ---- loads of lanes anywhere in a table (mask: of words of T); kind 0: anywhere, 1: a line apart, 2: pairs of lanes side by side, anywhere
template <class T> __global__ void gather(const T *t, unsigned mask, int kind, unsigned *out, int turns)
{
	unsigned id = blockIdx.x * blockDim.x + threadIdx.x, h = (kind == 2 ? id / 2 : kind ? id / 32 : id) * 2654435761u, s = 0;
	for (int k = 0; k < turns; k++) {
		unsigned at = h >> 9;
		if (kind == 1)
			at = at + threadIdx.x % 32 * (unsigned)(128 / sizeof(T));
		if (kind == 2)
			at = at * 2 + threadIdx.x % 2;
		s += sum_of(t[at & mask]);
		h = h * 1664525u + 1013904223u;
	}
	out[id] = s;
}
// ---- each warp adds to one word, `each` times, one lane of it
template <class T> __global__ void one_word(T *at, int each)
{
	if (threadIdx.x % 32 == 0)
		for (int k = 0; k < each; k++)
			atomicAdd(at, (T)(k + threadIdx.x));
}
// ---- a load of each thread, then a sum of the warp, then of all
template <class T> __global__ void end_sum(const unsigned *in, T *at, int loads)
{
	T s = 0;
	for (int k = 0; k < loads; k++)
		s += (T)(in[(blockIdx.x * loads + k) * blockDim.x + threadIdx.x] >> 20);
	for (int d = 16; d; d /= 2)
		s += __shfl_down_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(at, s);
}
// ---- bins after a load
template <int KIND> __global__ void bins(const unsigned *in, void *at, unsigned mask)
{ // 0: whole numbers, 1: floats, 2: pairs of halves, 3: doubles, 4: a compare and swap first
	unsigned v = in[blockIdx.x * blockDim.x + threadIdx.x], k = v & mask;
	if (KIND == 0)
		atomicAdd((int *)at + k, 1);
	else if (KIND == 1)
		atomicAdd((float *)at + k, 1.f);
	else if (KIND == 2)
		atomicAdd((__half2 *)at + k, __floats2half2_rn(1, 2));
	else if (KIND == 3)
		atomicAdd((double *)at + k, 1.);
	else {
		if (atomicCAS((int *)at + k, 0, 1) >= 0)
			atomicAdd((int *)at + 65536 + k, 1);
	}
}
// ---- launches
__global__ void step(unsigned *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		v[i] = v[i] * 2654435761u + (v[i] >> 16);
}
__global__ void spin(long long cycles)
{
	long long from = clock64();
	while (clock64() - from < cycles)
		;
}
void rows()
{
	const int M = 1 << 20;
	unsigned *u = upload(words(8 * M)), *o = dev<unsigned>(2 * M);
	auto clear = [&] { CHECK(cudaMemset(o, 0, 8 * M)); };
	static const unsigned bytes[] = { 16384, 131072, 4 << 20 };
	static const char *kinds[] = { "any", "apart", "pairs" };
	for (unsigned b : bytes)
		for (int k = 0; k < 3; k++) {
			row(nm("ends.gather.4.%s.%u", kinds[k], b), [&] { gather<unsigned><<<264, 512>>>(u, b / 4 - 1, k, o, 64); });
			row(nm("ends.gather.8.%s.%u", kinds[k], b), [&] { gather<uint2><<<264, 512>>>((uint2 *)u, b / 8 - 1, k, o, 64); });
			row(nm("ends.gather.16.%s.%u", kinds[k], b), [&] { gather<uint4><<<264, 512>>>((uint4 *)u, b / 16 - 1, k, o, 64); });
		}
	for (int grid : { 64, 264, 1056 })
		for (int each : { 1, 8 }) {
			row(nm("ends.one.int.%d.%d", grid, each), [&] { one_word<int><<<grid, 256>>>((int *)o, each); });
			row(nm("ends.one.u64.%d.%d", grid, each), [&] { one_word<u64><<<grid, 256>>>((u64 *)o, each); });
			row(nm("ends.one.float.%d.%d", grid, each), [&] { one_word<float><<<grid, 256>>>((float *)o, each); }, clear);
			row(nm("ends.one.double.%d.%d", grid, each), [&] { one_word<double><<<grid, 256>>>((double *)o, each); }, clear);
		}
	for (int grid : { 64, 256, 1024, 4096 })
		for (int loads : { 1, 8 }) {
			if (grid * loads > 8192)
				continue;
			row(nm("ends.sum.int.%d.%d", grid, loads), [&] { end_sum<int><<<grid, 256>>>(u, (int *)o, loads); });
			row(nm("ends.sum.float.%d.%d", grid, loads), [&] { end_sum<float><<<grid, 256>>>(u, (float *)o, loads); }, clear);
			row(nm("ends.sum.double.%d.%d", grid, loads), [&] { end_sum<double><<<grid, 256>>>(u, (double *)o, loads); }, clear);
		}
	for (int grid : { 64, 375, 1024, 4096 })
		for (unsigned mask : { 255u, 16383u }) {
			row(nm("ends.bins.int.%d.%u", grid, mask + 1), [&] { bins<0><<<grid, 256>>>(u, o, mask); }, clear);
			row(nm("ends.bins.float.%d.%u", grid, mask + 1), [&] { bins<1><<<grid, 256>>>(u, o, mask); }, clear);
			row(nm("ends.bins.half.%d.%u", grid, mask + 1), [&] { bins<2><<<grid, 256>>>(u, o, mask); }, clear);
			row(nm("ends.bins.double.%d.%u", grid, mask + 1), [&] { bins<3><<<grid, 256>>>(u, o, mask); }, clear);
			row(nm("ends.bins.swap.%d.%u", grid, mask + 1), [&] { bins<4><<<grid, 256>>>(u, o, mask); }, clear);
		}
	cudaStream_t s[8];
	for (auto &x : s)
		CHECK(cudaStreamCreate(&x));
	for (int streams : { 0, 1, 2, 4, 8 })
		for (int n : { 16, 64, 256 })
			for (int ahead : { 0, 1 }) {
				if (ahead && n == 256)
					continue;
				row(nm("ends.launches.%d.%d%s", streams, n, ahead ? ".ahead" : ""), [&] {
					if (ahead)
						spin<<<1, 32>>>(800000);
					for (int k = 0; k < n; k++)
						step<<<64, 256, 0, streams ? s[k % streams] : 0>>>(o + (streams ? k % streams : 0) * 16384, 16384);
				});
			}
}
