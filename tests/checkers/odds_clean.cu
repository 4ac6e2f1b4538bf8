/* odds_clean.cu: right programs with less common parts of the language: recursion, virtual functions, unions, halves, partial masks that shrink, symbols in streams. */
#include "case.h"
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

// CASE keys_one_by_one: the lanes left take the key of the first one, count who has it, and go out together
// EXPECT clean
// HARDWARE unmeasured
__global__ void one_by_one(const int *key, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
	unsigned left = __ballot_sync(~0u, i < n);
	if (i >= n)
		return;
	for (;;) {
		int leader = __ffs(left) - 1, k = __shfl_sync(left, key[i], leader);
		unsigned same = __ballot_sync(left, key[i] == k);
		if (lane == leader)
			atomicAdd(&count[k], __popc(same));
		left &= ~same;
		if (key[i] == k)
			break;
	}
}
CASE(keys_one_by_one)
{
	std::vector<int> v = digits<int>(200), want(16, 0);
	for (int d : v)
		want[d]++;
	Array<int> key(v), count(16, 0);
	one_by_one<<<2, 128>>>(key, count, 200);
	return ran() && count.get() == want;
}

// CASE calls_itself: a recursive function with an array of its own at each level
// EXPECT clean
// HARDWARE unmeasured
__device__ __noinline__ int calls_itself(int n, int *up)
{
	int own[4] = { n, n + 1, n + 2, n + 3 };
	up[n & 3] += n;
	if (n == 0)
		return up[0];
	return calls_itself(n - 1, own) + own[(n - 1) & 3];
}
__global__ void recursive(int *out)
{
	int top[4] = { 0, 0, 0, 0 };
	out[threadIdx.x] = calls_itself(threadIdx.x % 6, top);
}
CASE(calls_itself)
{
	Array<int> out(32);
	recursive<<<1, 32>>>(out);
	return ran() && out.get()[0] == 0;
}

// CASE by_virtual_function: objects made in shared memory by a kernel, called through their base
// EXPECT clean
// HARDWARE unmeasured
struct Shape {
	__device__ virtual int area(int) const = 0;
};
struct Square : Shape {
	__device__ int area(int a) const override
	{
		return a * a;
	}
};
struct Strip : Shape {
	int width;
	__device__ Strip(int w) : width(w)
	{
	}
	__device__ int area(int a) const override
	{
		return a * width;
	}
};
__global__ void virtuals(int *out)
{
	__shared__ __align__(16) char room[2][sizeof(Strip)];
	if (threadIdx.x == 0)
		new (room[0]) Square;
	if (threadIdx.x == 32)
		new (room[1]) Strip(7);
	__syncthreads();
	const Shape *s = (const Shape *)room[threadIdx.x & 1];
	out[threadIdx.x] = s->area(threadIdx.x);
}
CASE(by_virtual_function)
{
	Array<int> out(64);
	virtuals<<<1, 64>>>(out);
	bool ok = ran();
	std::vector<int> got = out.get();
	for (int t = 0; t < 64; t++)
		ok = ok && got[t] == (t & 1 ? 7 * t : t * t);
	return ok;
}

// CASE bytes_of_a_word: four warps fill a byte each of the words, after a barrier the words are read whole
// EXPECT clean
// HARDWARE unmeasured
__global__ void bytes_of_words(unsigned *out)
{
	__shared__ union {
		unsigned word[32];
		unsigned char byte[128];
	} u;
	int lane = threadIdx.x & 31, w = threadIdx.x / 32;
	u.byte[4 * lane + w] = (unsigned char)(lane + w);
	__syncthreads();
	if (w == 0)
		out[lane] = u.word[lane];
}
CASE(bytes_of_a_word)
{
	Array<unsigned> out(32);
	bytes_of_words<<<1, 128>>>(out);
	bool ok = ran();
	std::vector<unsigned> got = out.get();
	for (unsigned l = 0; l < 32; l++)
		ok = ok && got[l] == (l | (l + 1) << 8 | (l + 2) << 16 | (l + 3) << 24);
	return ok;
}

// CASE two_halves_of_a_word: neighbours write the halves of one word and read it as a pair after they met
// EXPECT clean
// HARDWARE unmeasured
__global__ void halves_of_words(float *out)
{
	__shared__ __half s[64];
	int t = threadIdx.x;
	s[t] = __float2half(t * 0.5f);
	__syncwarp();
	__half2 pair = ((__half2 *)s)[t / 2];
	out[t] = __half2float(__hadd(__low2half(pair), __high2half(pair)));
}
CASE(two_halves_of_a_word)
{
	Array<float> out(64);
	halves_of_words<<<1, 64>>>(out);
	bool ok = ran();
	std::vector<float> got = out.get();
	for (int t = 0; t < 64; t++)
		ok = ok && got[t] == (t / 2 * 2) * 0.5f + (t / 2 * 2 + 1) * 0.5f;
	return ok;
}

// CASE filled_with_zeros: cp.async copies what is there and fills the rest of each 16 bytes with zeros
// EXPECT clean
// HARDWARE unmeasured
__global__ void zero_filled(const float *in, float *out, int n)
{
	__shared__ __align__(16) float s[128];
	int t = threadIdx.x, first = 4 * t, there = n - first < 0 ? 0 : n - first > 4 ? 4 : n - first;
	__pipeline_memcpy_async(&s[first], there ? &in[first] : in, 16, 4 * (4 - there));
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	for (int k = t; k < 128; k += 32)
		out[k] = s[127 - k];
}
CASE(filled_with_zeros)
{
	Array<float> in(std::vector<float>(104, 2.f)), out(128);
	zero_filled<<<1, 32>>>(in, out, 101);
	bool ok = ran();
	std::vector<float> got = out.get();
	for (int k = 0; k < 128; k++)
		ok = ok && got[k] == (127 - k < 101 ? 2.f : 0.f);
	return ok;
}

// CASE tile_with_halo: blocks of 16 by 8 threads load a tile and its border, and turn it round
// EXPECT clean
// HARDWARE unmeasured
__global__ void with_halo(const int *in, int *out, int w, int h)
{
	__shared__ int s[10][18];
	int x0 = blockIdx.x * 16 - 1, y0 = blockIdx.y * 8 - 1;
	for (int k = threadIdx.y * 16 + threadIdx.x; k < 180; k += 128) {
		int x = x0 + k % 18, y = y0 + k / 18;
		s[k / 18][k % 18] = x >= 0 && x < w && y >= 0 && y < h ? in[y * w + x] : 0;
	}
	__syncthreads();
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	if (x < w && y < h)
		out[y * w + x] = s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx];
}
CASE(tile_with_halo)
{
	int w = 37, h = 21;
	Array<int> in(counting<int>(w * h)), out(w * h);
	with_halo<<<dim3(3, 3), dim3(16, 8)>>>(in, out, w, h);
	bool ok = ran();
	std::vector<int> got = out.get();
	for (int y = 1; y + 1 < h; y++)
		for (int x = 1; x + 1 < w; x++)
			ok = ok && got[y * w + x] == 4 * (y * w + x);
	return ok;
}

// CASE symbols_in_streams: two streams set a symbol each and run a kernel that reads it
// EXPECT clean
// HARDWARE unmeasured
__constant__ int factor_a;
__constant__ int factor_b;
__global__ void by_a(int *x)
{
	x[threadIdx.x] *= factor_a;
}
__global__ void by_b(int *x)
{
	x[threadIdx.x] *= factor_b;
}
CASE(symbols_in_streams)
{
	Array<int> x(32, 1), y(32, 1);
	cudaStream_t p, q;
	int two = 2, three = 3;
	said(cudaStreamCreate(&p));
	said(cudaStreamCreate(&q));
	said(cudaMemcpyToSymbolAsync(factor_a, &two, 4, 0, cudaMemcpyHostToDevice, p));
	said(cudaMemcpyToSymbolAsync(factor_b, &three, 4, 0, cudaMemcpyHostToDevice, q));
	by_a<<<1, 32, 0, p>>>(x);
	by_b<<<1, 32, 0, q>>>(y);
	return ran() && x.get() == std::vector<int>(32, 2) && y.get() == std::vector<int>(32, 3);
}

// CASE short_swaps: a counter of 16 bits by compare and swap, beside another one in the same word
// EXPECT clean
// HARDWARE unmeasured
__global__ void short_swaps(unsigned short *two)
{
	unsigned short *mine = &two[threadIdx.x & 1], old = *(volatile unsigned short *)mine, seen;
	do {
		seen = old;
		old = atomicCAS(mine, seen, (unsigned short)(seen + 1));
	} while (old != seen);
}
CASE(short_swaps)
{
	Array<unsigned short> two(2, (unsigned short)0);
	short_swaps<<<3, 64>>>(two);
	return ran() && two.get() == std::vector<unsigned short>(2, 96);
}

// CASE counted_together: __syncthreads_count() and __syncthreads_and() decide the way of the whole block
// EXPECT clean
// HARDWARE unmeasured
__global__ void counted(const int *in, int *out)
{
	__shared__ int s[96];
	int t = threadIdx.x, even = __syncthreads_count(in[t] % 2 == 0);
	if (even > 40) {
		s[t] = in[t];
		__syncthreads();
		out[t] = s[95 - t] + even;
	} else if (!__syncthreads_and(in[t] >= 0)) {
		out[t] = -1;
	}
}
CASE(counted_together)
{
	Array<int> in(counting<int>(96)), out(96);
	counted<<<1, 96>>>(in, out);
	std::vector<int> want(96);
	for (int t = 0; t < 96; t++)
		want[t] = 95 - t + 48;
	return ran() && out.get() == want;
}

// CASE own_memory: each block takes memory from the heap, fills it together and gives it back
// EXPECT clean
// HARDWARE unmeasured
__global__ void own_memory(int *out)
{
	__shared__ int *p;
	int t = threadIdx.x;
	if (t == 0)
		p = (int *)malloc(64 * sizeof(int));
	__syncthreads();
	p[t] = t + blockIdx.x;
	__syncthreads();
	out[blockIdx.x * 64 + t] = p[63 - t];
	__syncthreads();
	if (t == 0)
		free(p);
}
CASE(own_memory)
{
	Array<int> out(256);
	own_memory<<<4, 64>>>(out);
	std::vector<int> want(256);
	for (int k = 0; k < 256; k++)
		want[k] = 63 - k % 64 + k / 64;
	return ran() && out.get() == want;
}
