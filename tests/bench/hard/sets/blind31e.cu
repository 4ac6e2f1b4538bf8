// blind31e: a fresh set of kernels that nobody had modelled when they were written. Waiting: look-back, grids, crews.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

#define HD __host__ __device__ __forceinline__
static int up(int n, int b)
{
	return (n + b - 1) / b;
}
// a battery that cannot hold more than 1000 nor less than 0: charge after each step; steps x -> min(h, max(l, x + a))
struct Step {
	int a, l, h;
};
HD Step then(Step f, Step g)
{ // f first
	Step r;
	r.a = f.a + g.a;
	r.l = f.l + g.a < g.l ? g.l : f.l + g.a > g.h ? g.h : f.l + g.a;
	r.h = f.h + g.a < g.l ? g.l : f.h + g.a > g.h ? g.h : f.h + g.a;
	return r;
}
HD int does(Step s, int x)
{
	x += s.a;
	return x < s.l ? s.l : x > s.h ? s.h : x;
}
HD Step single(short a)
{
	return { a, 0, 1000 };
}
__device__ Step shuffled_up(Step s, int d)
{
	return { __shfl_up_sync(~0u, s.a, d), __shfl_up_sync(~0u, s.l, d), __shfl_up_sync(~0u, s.h, d) };
}
static const int NONE = 1 << 28;
__device__ Step steps_in_block(Step own, Step *whole)
{ // all steps up to and with this thread's, for 256 threads
	__shared__ Step warp[8];
	int l = threadIdx.x & 31, w = threadIdx.x / 32;
	for (int d = 1; d < 32; d *= 2) {
		Step o = shuffled_up(own, d);
		if (l >= d)
			own = then(o, own);
	}
	if (l == 31)
		warp[w] = own;
	__syncthreads();
	Step before = { 0, -NONE, NONE };
	for (int k = 0; k < w; k++)
		before = then(before, warp[k]);
	*whole = before;
	for (int k = w; k < 8; k++)
		*whole = then(*whole, warp[k]);
	return then(before, own);
}
__global__ void battery_pieces(const short *in, Step *piece)
{
	Step all;
	steps_in_block(single(in[blockIdx.x * 256 + threadIdx.x]), &all);
	if (threadIdx.x == 0)
		piece[blockIdx.x] = all;
}
__global__ void battery_starts(const Step *piece, int *start, int n)
{ // one warp
	int x = 500;
	for (int k = 0; k < n; k += 32) {
		int l = threadIdx.x;
		Step s = k + l < n ? piece[k + l] : Step{ 0, -NONE, NONE };
		for (int d = 1; d < 32; d *= 2) {
			Step o = shuffled_up(s, d);
			if (l >= d)
				s = then(o, s);
		}
		int mine = does(s, x), prior = __shfl_up_sync(~0u, mine, 1);
		if (k + l < n)
			start[k + l] = l ? prior : x;
		x = __shfl_sync(~0u, mine, 31);
	}
}
__global__ void battery_write(const short *in, const int *start, short *out)
{
	Step all, s = steps_in_block(single(in[blockIdx.x * 256 + threadIdx.x]), &all);
	out[blockIdx.x * 256 + threadIdx.x] = does(s, start[blockIdx.x]);
}
__global__ void battery_look_back(const short *in, short *out, Step *piece, int *charge, unsigned *flag, int *ticket)
{ // one thread looks back block by block, until one knows its charge
	__shared__ int block, first;
	if (threadIdx.x == 0)
		block = atomicAdd(ticket, 1);
	__syncthreads();
	Step all, s = steps_in_block(single(in[block * 256 + threadIdx.x]), &all);
	if (threadIdx.x == 0) {
		int x = 500;
		if (block) {
			piece[block] = all;
			__threadfence();
			*(volatile unsigned *)&flag[block] = 1;
			Step between = { 0, -NONE, NONE };
			for (int b = block - 1;; b--) {
				unsigned f;
				while (!(f = *(volatile unsigned *)&flag[b]))
					;
				__threadfence();
				if (f == 2) {
					x = does(between, __ldcg(&charge[b]));
					break;
				}
				Step p = { __ldcg(&piece[b].a), __ldcg(&piece[b].l), __ldcg(&piece[b].h) };
				between = then(p, between);
			}
		}
		charge[block] = does(all, x);
		__threadfence();
		*(volatile unsigned *)&flag[block] = 2;
		first = x;
	}
	__syncthreads();
	out[block * 256 + threadIdx.x] = does(s, first);
}
// sand in columns: what stands too high above a neighbour slides; many steps, all columns each time
HD int slide(int left, int own, int right)
{
	int d = own;
	d += (left - own > 6) - (own - left > 6);
	return d + (right - own > 6) - (own - right > 6);
}
__global__ void sand_step(const int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = slide(a[i ? i - 1 : 0], a[i], a[i + 1 < n ? i + 1 : i]);
}
__global__ void sand_grid(int *a, int *b, int n, int steps)
{
	cg::grid_group g = cg::this_grid();
	for (int s = 0; s < steps; s++) {
		for (int i = g.thread_rank(); i < n; i += g.size())
			b[i] = slide(a[i ? i - 1 : 0], a[i], a[i + 1 < n ? i + 1 : i]);
		g.sync();
		int *c = a;
		a = b, b = c;
	}
}
__global__ void sand_counter(int *a, int *b, int n, int steps, unsigned *arrived)
{ // the blocks count up a number and wait until it is high enough
	for (int s = 0; s < steps; s++) {
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
			__stcg(&b[i],
				slide(__ldcg(&a[i ? i - 1 : 0]), __ldcg(&a[i]), __ldcg(&a[i + 1 < n ? i + 1 : i])));
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0) {
			atomicAdd(arrived, 1);
			while (*(volatile unsigned *)arrived < gridDim.x * (s + 1))
				;
			__threadfence();
		}
		__syncthreads();
		int *c = a;
		a = b, b = c;
	}
}
__global__ void sand_neighbours(int *a, int *b, int n, int steps, unsigned *done)
{ // a block waits for the two next to it only
	int i = blockIdx.x * blockDim.x + threadIdx.x, last = gridDim.x - 1;
	for (int s = 0; s < steps; s++) {
		if (threadIdx.x < 2) {
			int o = blockIdx.x + (threadIdx.x ? 1 : -1);
			if (o >= 0 && o <= last)
				while (*(volatile unsigned *)&done[o] < s)
					;
			__threadfence();
		}
		__syncthreads();
		if (i < n)
			__stcg(&b[i],
				slide(__ldcg(&a[i ? i - 1 : 0]), __ldcg(&a[i]), __ldcg(&a[i + 1 < n ? i + 1 : i])));
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			*(volatile unsigned *)&done[blockIdx.x] = s + 1;
		int *c = a;
		a = b, b = c;
	}
}
// fruit of very different sizes is peeled: a fixed share for each warp, or whoever is free draws the next
HD unsigned peel(unsigned v)
{
	int many = (v & 15) == 0 ? 200 : 4 + (v >> 8 & 15);
	for (int k = 0; k < many; k++)
		v = v * 1664525 + (v >> 9) + k;
	return v;
}
__global__ void fruit_shares(const unsigned *in, unsigned *out, int n)
{
	int each = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = t * each; k < min(n, (t + 1) * each); k++)
		out[k] = peel(in[k]);
}
__global__ void fruit_drawn(const unsigned *in, unsigned *out, int n, int *next)
{ // a warp draws 32 at a time
	for (;;) {
		int k = 0;
		if ((threadIdx.x & 31) == 0)
			k = atomicAdd(next, 32);
		k = __shfl_sync(~0u, k, 0) + (threadIdx.x & 31);
		if (__all_sync(~0u, k >= n))
			return;
		if (k < n)
			out[k] = peel(in[k]);
	}
}
// logs are sawn by one crew and split by another: two piles in shared memory
HD unsigned saw(unsigned v)
{
	return (v ^ v >> 11) * 2246822519u;
}
HD unsigned split(unsigned v)
{
	for (int k = 0; k < 6; k++)
		v = v * 5 + (v >> 13);
	return v;
}
__device__ void bar_wait(int id)
{
	asm volatile("bar.sync %0, 256;" ::"r"(id) : "memory");
}
__device__ void bar_tell(int id)
{
	asm volatile("bar.arrive %0, 256;" ::"r"(id) : "memory");
}
__global__ void logs_two_crews(const unsigned *in, u64 *out, int rounds)
{ // barriers 1, 2: a pile is full; 3, 4: a pile is empty
	__shared__ unsigned pile[2][128];
	__shared__ u64 sum[4];
	int t = threadIdx.x & 127;
	if (threadIdx.x < 128) {
		for (int k = 0; k < rounds; k++) {
			unsigned v = saw(in[(blockIdx.x * rounds + k) * 128 + t]);
			if (k > 1)
				bar_wait(3 + (k & 1));
			pile[k & 1][t] = v;
			__threadfence_block();
			bar_tell(1 + (k & 1));
		}
	} else {
		u64 s = 0;
		for (int k = 0; k < rounds; k++) {
			bar_wait(1 + (k & 1));
			unsigned v = pile[k & 1][127 - t];
			if (k + 2 < rounds)
				bar_tell(3 + (k & 1));
			s += split(v);
		}
		for (int d = 16; d; d /= 2)
			s += __shfl_down_sync(~0u, s, d);
		if (t % 32 == 0)
			sum[t / 32] = s;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum[0] + sum[1] + sum[2] + sum[3];
}
// a strip of values, each tile weighed by all of itself; the next tile comes while this one is worked on
__device__ int weigh(const int *tile, int t)
{
	int s = 0;
	for (int k = 0; k < 32; k++)
		s += tile[(t + k * 8) & 255] ^ k;
	return s;
}
__global__ void tiles_waiting(const int *in, int *out, int tiles)
{
	__shared__ int tile[256];
	int t = threadIdx.x, s = 0;
	for (int k = 0; k < tiles; k++) {
		tile[t] = in[(blockIdx.x * tiles + k) * 256 + t];
		__syncthreads();
		s += weigh(tile, t);
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = s;
}
__global__ void tiles_ahead(const int *in, int *out, int tiles)
{
	__shared__ __align__(16) int tile[2][256];
	int t = threadIdx.x, s = 0;
	const int *p = in + blockIdx.x * tiles * 256;
	auto fetch = [&](int k) {
		if (k < tiles && t < 64)
			__pipeline_memcpy_async(&tile[k & 1][t * 4], p + k * 256 + t * 4, 16);
		__pipeline_commit();
	};
	fetch(0);
	for (int k = 0; k < tiles; k++) {
		fetch(k + 1);
		__pipeline_wait_prior(1);
		__syncthreads();
		s += weigh(tile[k & 1], t);
		__syncthreads();
	}
	out[blockIdx.x * 256 + t] = s;
}
// small jobs in a row or on four streams
__global__ void small_job(const unsigned *in, unsigned *out, int n, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = in[i];
	for (int k = 0; k < turns; k++)
		v = v * 747796405u + (v >> 7) * 3 + k;
	out[i] = v;
}
static void battery(const std::vector<unsigned> &w)
{
	const int B = 1200, N = B * 256;
	std::vector<short> in(N), want(N);
	int x = 500;
	for (int i = 0; i < N; i++) {
		in[i] = (int)(w[i] % 301) - 150 + i / 5000 % 2 * 3;
		want[i] = x = std::min(1000, std::max(0, x + in[i]));
	}
	short *d = upload(in), *o = dev<short>(N);
	Step *piece = dev<Step>(B);
	int *charge = dev<int>(B + 1);
	unsigned *flag = dev<unsigned>(B + 1);
	job<short>(
		"battery_of_a_thousand.three_launches",
		[&] {
			battery_pieces<<<B, 256>>>(d, piece);
			battery_starts<<<1, 32>>>(piece, charge, B);
			battery_write<<<B, 256>>>(d, charge, o);
		},
		o, N, same(want));
	job<short>(
		"battery_of_a_thousand.look_back",
		[&] {
			cudaMemsetAsync(flag, 0, (B + 1) * 4);
			battery_look_back<<<B, 256>>>(d, o, piece, charge, flag, (int *)flag + B);
		},
		o, N, same(want));
}
static void sand(const std::vector<unsigned> &w)
{
	const int N = 16800, S = 10;
	std::vector<int> in(N), want, b(N);
	for (int i = 0; i < N; i++)
		in[i] = w[i] % 100;
	want = in;
	for (int s = 0; s < S; s++) {
		for (int i = 0; i < N; i++)
			b[i] = slide(want[i ? i - 1 : 0], want[i], want[i + 1 < N ? i + 1 : i]);
		std::swap(want, b);
	}
	int *first = upload(in), *a = dev<int>(N), *c = dev<int>(N);
	unsigned *count = dev<unsigned>(200);
	int n = N, steps = S;
	void *args[] = { &a, &c, &n, &steps };
	auto prepare = [&] {
		CHECK(cudaMemcpyAsync(a, first, N * 4, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemsetAsync(count, 0, 800));
	};
	job<int>(
		"sand_slides.launch_a_step",
		[&] {
			for (int s = 0; s < S; s++)
				sand_step<<<up(N, 128), 128>>>(s & 1 ? c : a, s & 1 ? a : c, N);
		},
		a, N, same(want), prepare);
	job<int>(
		"sand_slides.grid_waits",
		[&] { CHECK(cudaLaunchCooperativeKernel((void *)sand_grid, dim3(66), dim3(256), args)); }, a, N,
		same(want), prepare);
	job<int>(
		"sand_slides.counter_waits", [&] { sand_counter<<<66, 256>>>(a, c, N, S, count); }, a, N, same(want),
		prepare);
	job<int>(
		"sand_slides.neighbours_wait", [&] { sand_neighbours<<<up(N, 128), 128>>>(a, c, N, S, count); }, a, N,
		same(want), prepare);
}
static void fruit(const std::vector<unsigned> &w)
{
	const int N = 60000;
	std::vector<unsigned> in(w.begin() + 3, w.begin() + 3 + N), want(N);
	for (int i = 0; i < N; i++)
		want[i] = peel(in[i]);
	unsigned *d = upload(in), *o = dev<unsigned>(N);
	int *next = dev<int>(1);
	job<unsigned>(
		"fruit_large_and_small.fixed_shares", [&] { fruit_shares<<<60, 128>>>(d, o, N); }, o, N, same(want));
	job<unsigned>(
		"fruit_large_and_small.drawn_by_warps", [&] { fruit_drawn<<<60, 128>>>(d, o, N, next); }, o, N,
		same(want), [&] { CHECK(cudaMemsetAsync(next, 0, 4)); });
}
static void logs(const std::vector<unsigned> &w)
{
	const int B = 150, R = 20;
	std::vector<unsigned> in(w.begin(), w.begin() + B * R * 128);
	std::vector<u64> want(B);
	for (int i = 0; i < in.size(); i++)
		want[i / (R * 128)] += split(saw(in[i]));
	unsigned *d = upload(in);
	u64 *o = dev<u64>(B);
	job<u64>(
		"logs_sawn_and_split.two_crews", [&] { logs_two_crews<<<B, 256>>>(d, o, R); }, o, B, same(want));
}
static void tiles(const std::vector<unsigned> &w)
{
	const int B = 40, T = 10;
	std::vector<int> in(w.begin(), w.begin() + B * T * 256), want(B * 256);
	for (int b = 0; b < B; b++)
		for (int k = 0; k < T; k++)
			for (int t = 0; t < 256; t++)
				for (int j = 0; j < 32; j++)
					want[b * 256 + t] += in[(b * T + k) * 256 + (t + j * 8) % 256] ^ j;
	int *d = upload(in), *o = dev<int>(B * 256);
	job<int>(
		"tiles_weighed.waiting", [&] { tiles_waiting<<<B, 256>>>(d, o, T); }, o, B * 256, same(want));
	job<int>(
		"tiles_weighed.copied_ahead", [&] { tiles_ahead<<<B, 256>>>(d, o, T); }, o, B * 256, same(want));
}
static void streams(const std::vector<unsigned> &w)
{
	const int N = 3000, J = 8;
	std::vector<unsigned> in(w.begin(), w.begin() + N * J), want(N * J);
	for (int i = 0; i < N * J; i++) {
		unsigned v = in[i];
		for (int k = 0; k < 60 + i / N * 20; k++)
			v = v * 747796405u + (v >> 7) * 3 + k;
		want[i] = v;
	}
	unsigned *d = upload(in), *o = dev<unsigned>(N * J);
	cudaStream_t s[4];
	cudaEvent_t begin, end[4];
	for (int k = 0; k < 4; k++) {
		CHECK(cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking));
		CHECK(cudaEventCreateWithFlags(&end[k], cudaEventDisableTiming));
	}
	CHECK(cudaEventCreateWithFlags(&begin, cudaEventDisableTiming));
	job<unsigned>(
		"eight_small_jobs.in_a_row",
		[&] {
			for (int k = 0; k < J; k++)
				small_job<<<up(N, 64), 64>>>(d + k * N, o + k * N, N, 60 + k * 20);
		},
		o, N * J, same(want));
	job<unsigned>(
		"eight_small_jobs.four_streams",
		[&] {
			cudaEventRecord(begin);
			for (int k = 0; k < 4; k++)
				cudaStreamWaitEvent(s[k], begin);
			for (int k = 0; k < J; k++)
				small_job<<<up(N, 64), 64, 0, s[k & 3]>>>(d + k * N, o + k * N, N, 60 + k * 20);
			for (int k = 0; k < 4; k++) {
				cudaEventRecord(end[k], s[k]);
				cudaStreamWaitEvent(0, end[k]);
			}
		},
		o, N * J, same(want));
}
void rows()
{
	std::vector<unsigned> w = words(400000);
	battery(w);
	sand(w);
	fruit(w);
	logs(w);
	tiles(w);
	streams(w);
}
