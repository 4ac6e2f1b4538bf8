// blind21f: a fresh set of kernels that nobody had modelled when they were written. Locks, flags, meetings, pipelines.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
static const int WORDS = 24;
__device__ void enter_in_book(unsigned *book, unsigned visit, int lane)
{ // what is done under the lock: a warp adds to some words that no one else may touch meanwhile
	volatile unsigned *b = book;
	if (lane < WORDS)
		b[lane] = b[lane] + (visit * 2654435761u >> lane);
}
__global__ void turns_ticket(unsigned *book, unsigned *ticket, unsigned *serving, int visits)
{ // a lock with numbered tickets; each warp comes several times
	int lane = threadIdx.x % 32, w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	for (int k = 0; k < visits; k++) {
		if (lane == 0) {
			unsigned own = atomicAdd(ticket, 1u);
			while (*(volatile unsigned *)serving != own)
				;
			__threadfence();
		}
		__syncwarp();
		enter_in_book(book, w * visits + k, lane);
		__threadfence();
		__syncwarp();
		if (lane == 0)
			atomicAdd(serving, 1u);
	}
}
__global__ void turns_pause(unsigned *book, int *lock, int visits)
{ // the same with a swapped lock; whoever finds it shut sleeps longer and longer
	int lane = threadIdx.x % 32, w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	for (int k = 0; k < visits; k++) {
		if (lane == 0) {
			for (int ns = 64; atomicExch(lock, 1); ns = min(2 * ns, 1024))
				__nanosleep(ns);
			__threadfence();
		}
		__syncwarp();
		enter_in_book(book, w * visits + k, lane);
		__threadfence();
		__syncwarp();
		if (lane == 0)
			atomicExch(lock, 0);
	}
}
__global__ void turns_ordered(unsigned *book, int *lock, int visits)
{ // the same with an atomic that orders memory itself
	cuda::atomic_ref<int, cuda::thread_scope_device> door(*lock);
	int lane = threadIdx.x % 32, w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	for (int k = 0; k < visits; k++) {
		if (lane == 0)
			for (int open = 0; !door.compare_exchange_weak(open, 1, cuda::memory_order_acquire);)
				open = 0;
		__syncwarp();
		enter_in_book(book, w * visits + k, lane);
		__syncwarp();
		if (lane == 0)
			door.store(0, cuda::memory_order_release);
	}
}
__global__ void boxes_borrowed(unsigned *next, u64 *head, unsigned *used, int visits)
{ // a stack without a lock: each warp's leader takes a box, uses it alone, puts it back; heads carry a count
	if (threadIdx.x % 32)
		return;
	for (int k = 0; k < visits; k++) {
		u64 old = *(volatile u64 *)head;
		unsigned box;
		for (;;) {
			box = (unsigned)old;
			if (box == 0) {
				old = *(volatile u64 *)head;
				continue;
			}
			unsigned after = *(volatile unsigned *)&next[box];
			u64 was = atomicCAS(head, old, (old & ~0xffffffffull) + (1ull << 32) + after);
			if (was == old)
				break;
			old = was;
		}
		atomicAdd(&used[box], threadIdx.x + k + 1);
		old = *(volatile u64 *)head;
		for (;;) {
			atomicExch(&next[box], (unsigned)old);
			__threadfence();
			u64 was = atomicCAS(head, old, (old & ~0xffffffffull) + (1ull << 32) + box);
			if (was == old)
				break;
			old = was;
		}
	}
}
__global__ void boxes_told(const unsigned *next, const u64 *head, const unsigned *used, unsigned *out)
{ // one thread walks down the stack and adds up
	unsigned many = 0, sum = 0;
	for (unsigned b = (unsigned)*head; b; b = next[b])
		many++, sum += used[b];
	out[0] = many, out[1] = sum;
}
__host__ __device__ int slow_steps(unsigned a, unsigned b)
{ // Euclid's way with subtractions only
	int n = 0;
	while (a && b) {
		if (a >= b)
			a -= b;
		else
			b -= a;
		n++;
	}
	return n;
}
__global__ void euclid_threads(const uint2 *in, int *out, int n)
{ // how many steps for each pair; a pair a thread, of very different length
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = slow_steps(in[i].x, in[i].y);
}
__global__ void euclid_lanes_fetch(const uint2 *in, int *out, unsigned *next, int n)
{ // the same: few blocks stay, lanes that are done fetch the next pairs together
	int lane = threadIdx.x % 32, i = -1, steps = 0;
	unsigned a = 0, b = 0;
	bool more = true;
	for (;;) {
		unsigned idle = __ballot_sync(~0u, i < 0);
		if (more && __popc(idle) >= 12) {
			unsigned base = 0;
			if (lane == 0)
				base = atomicAdd(next, __popc(idle));
			base = __shfl_sync(~0u, base, 0);
			more = base + __popc(idle) < n;
			unsigned own = base + __popc(idle & (1u << lane) - 1);
			if (i < 0 && own < n)
				i = own, a = in[i].x, b = in[i].y, steps = 0;
		} else if (!more && idle == ~0u) {
			return;
		}
		for (int k = 0; k < 16; k++)
			if (i >= 0 && a && b) {
				if (a >= b)
					a -= b;
				else
					b -= a;
				steps++;
			}
		if (i >= 0 && !(a && b)) {
			out[i] = steps;
			i = -1;
		}
	}
}
__global__ void euclid_warps_fetch(const uint2 *in, int *out, unsigned *next, int n)
{ // the same: warps fetch 32 pairs at a time
	int lane = threadIdx.x % 32;
	for (;;) {
		unsigned base = 0;
		if (lane == 0)
			base = atomicAdd(next, 32u);
		base = __shfl_sync(~0u, base, 0);
		if (base >= n)
			return;
		if (base + lane < n)
			out[base + lane] = slow_steps(in[base + lane].x, in[base + lane].y);
	}
}
static const int M = 90, N = 70, K = 2600, PARTS = 20;
__device__ float tile_part(const float *a, const float *b, int from, int to)
{ // one element of a 16 by 16 tile of a product, of the depth from..to
	__shared__ float as[16][17], bs[16][17];
	int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, line = blockIdx.y * 16 + y;
	float sum = 0;
	for (int k = from; k < to; k += 16) {
		as[y][x] = line < M && k + x < to ? a[line * K + k + x] : 0;
		bs[y][x] = col < N && k + y < to ? b[(k + y) * N + col] : 0;
		__syncthreads();
		for (int t = 0; t < 16; t++)
			sum += as[y][t] * bs[t][x];
		__syncthreads();
	}
	return sum;
}
__global__ void depth_whole(const float *a, const float *b, float *c)
{ // a small product of great depth; a tile a block, few blocks
	int col = blockIdx.x * 16 + threadIdx.x, line = blockIdx.y * 16 + threadIdx.y;
	float sum = tile_part(a, b, 0, K);
	if (line < M && col < N)
		c[line * N + col] = sum;
}
__global__ void depth_last_adds(const float *a, const float *b, float *part, unsigned *done, float *c)
{ // the same with the depth cut up; the last block of a tile to be ready adds up what all have left
	__shared__ bool last;
	int col = blockIdx.x * 16 + threadIdx.x, line = blockIdx.y * 16 + threadIdx.y, at = line * N + col;
	bool there = line < M && col < N;
	float sum = tile_part(a, b, blockIdx.z * (K / PARTS), (blockIdx.z + 1) * (K / PARTS));
	if (there)
		part[blockIdx.z * M * N + at] = sum;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0 && threadIdx.y == 0)
		last = atomicInc(&done[blockIdx.y * gridDim.x + blockIdx.x], PARTS - 1) == PARTS - 1;
	__syncthreads();
	if (!last || !there)
		return;
	__threadfence();
	float all = 0;
	for (int p = 0; p < PARTS; p++)
		all += __ldcg(&part[p * M * N + at]);
	c[at] = all;
}
__global__ void depth_in_turn(const float *a, const float *b, int *turn, float *c)
{ // the same: blocks of a tile add to the result one after the other, each waits for its turn
	int col = blockIdx.x * 16 + threadIdx.x, line = blockIdx.y * 16 + threadIdx.y, at = line * N + col;
	volatile int *t = &turn[blockIdx.y * gridDim.x + blockIdx.x];
	float sum = tile_part(a, b, blockIdx.z * (K / PARTS), (blockIdx.z + 1) * (K / PARTS));
	if (threadIdx.x == 0 && threadIdx.y == 0) {
		while (*t != blockIdx.z)
			;
		__threadfence();
	}
	__syncthreads();
	if (line < M && col < N)
		c[at] = blockIdx.z ? __ldcg(&c[at]) + sum : sum;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0 && threadIdx.y == 0)
		*t = blockIdx.z + 1;
}
__device__ float metered(float4 v)
{
	return fabsf(v.x) * v.y + fabsf(v.z) * v.w + sqrtf(v.x * v.x + v.z * v.z);
}
__device__ void meter_end(float sum, float *out)
{
	for (int o = 16; o; o /= 2)
		sum += __shfl_xor_sync(~0u, sum, o);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&out[blockIdx.x], sum);
}
__global__ void meter_plain(const float4 *in, float *out, int each)
{ // a stream is measured, a stretch a block
	float sum = 0;
	for (int i = threadIdx.x; i < each; i += blockDim.x)
		sum += metered(in[blockIdx.x * each + i]);
	meter_end(sum, out);
}
__global__ void meter_copied_ahead(const float4 *in, float *out, int each)
{ // the same: every thread copies four of its own pieces ahead into shared memory
	__shared__ float4 box[4][128];
	const float4 *p = in + blockIdx.x * each;
	int t = threadIdx.x, rounds = each / 128;
	for (int k = 0; k < 3; k++) {
		__pipeline_memcpy_async(&box[k][t], &p[k * 128 + t], 16);
		__pipeline_commit();
	}
	float sum = 0;
	for (int k = 0; k < rounds; k++) {
		if (k + 3 < rounds)
			__pipeline_memcpy_async(&box[(k + 3) % 4][t], &p[(k + 3) * 128 + t], 16);
		__pipeline_commit();
		__pipeline_wait_prior(3);
		sum += metered(box[k % 4][t]);
	}
	meter_end(sum, out);
}
__global__ void meter_two_crews(const float4 *in, float *out, int each)
{ // the same: one warp brings pieces, four others measure; they meet at barriers with numbers of their own
	__shared__ float4 box[2][512];
	const float4 *p = in + blockIdx.x * each;
	int w = threadIdx.x / 32, rounds = each / 512;
	if (w == 4) {
		for (int k = 0; k < rounds; k++) {
			if (k >= 2)
				asm volatile("bar.sync %0, 160;" ::"r"(3 + k % 2) : "memory");
			for (int j = threadIdx.x - 128; j < 512; j += 32)
				__pipeline_memcpy_async(&box[k % 2][j], &p[k * 512 + j], 16);
			__pipeline_commit();
			__pipeline_wait_prior(0);
			asm volatile("bar.arrive %0, 160;" ::"r"(1 + k % 2) : "memory");
		}
		return;
	}
	float sum = 0;
	for (int k = 0; k < rounds; k++) {
		asm volatile("bar.sync %0, 160;" ::"r"(1 + k % 2) : "memory");
		for (int j = threadIdx.x; j < 512; j += 128)
			sum += metered(box[k % 2][j]);
		if (k + 2 < rounds)
			asm volatile("bar.arrive %0, 160;" ::"r"(3 + k % 2) : "memory");
	}
	meter_end(sum, out);
}
__host__ __device__ int snowed(int a, int b, int c)
{
	return (a + 2 * b + c + (a ^ c)) / 4 & 0xffff;
}
__global__ void snow_meeting(int *a, int *b, unsigned *count, int n, int steps)
{ // a line of snow is smoothed; all blocks meet after each step at a counter made by hand
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int s = 0; s < steps; s++) {
		int *from = s & 1 ? b : a, *to = s & 1 ? a : b;
		if (i < n)
			to[i] = snowed(
				__ldcg(&from[i ? i - 1 : 0]), __ldcg(&from[i]), __ldcg(&from[i < n - 1 ? i + 1 : i]));
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0) {
			atomicAdd(count, 1u);
			while (*(volatile unsigned *)count < gridDim.x * (s + 1))
				;
			__threadfence();
		}
		__syncthreads();
	}
}
__global__ void snow_neighbours(const int *in, int *rim, int *flag, int *out, int n, int steps)
{ // the same: the snow stays in shared memory, only rims go to the two neighbours, under flags; two rims by turns
	extern __shared__ int line[];
	int t = threadIdx.x, w = blockDim.x, b = blockIdx.x, last = gridDim.x - 1, own = in[b * w + t];
	for (int s = 0; s < steps; s++) {
		int *mine = rim + (s & 1) * 2 * gridDim.x;
		line[t + 1] = own;
		if (t == 0)
			mine[2 * b] = own;
		if (t == w - 1)
			mine[2 * b + 1] = own;
		__syncthreads();
		if (t == 0)
			cuda::atomic_ref<int, cuda::thread_scope_device>(flag[b]).store(
				s + 1, cuda::memory_order_release);
		if (t < 2) {
			int other = t ? min(b + 1, last) : max(b - 1, 0);
			cuda::atomic_ref<int, cuda::thread_scope_device> theirs(flag[other]);
			while (theirs.load(cuda::memory_order_acquire) <= s)
				;
			line[t ? w + 1 : 0] = other == b ? line[t ? w : 1] : __ldcg(&mine[2 * other + 1 - t]);
		}
		__syncthreads();
		own = snowed(line[t], own, line[t + 2]);
		__syncthreads();
	}
	out[b * w + t] = own;
}
static void locks(const std::vector<unsigned> &w)
{
	const int BLOCKS = 12, WARPS = 3, VISITS = 6;
	std::vector<unsigned> book(WORDS);
	for (unsigned v = 0; v < BLOCKS * WARPS * VISITS; v++)
		for (int k = 0; k < WORDS; k++)
			book[k] += v * 2654435761u >> k;
	unsigned *o = dev<unsigned>(64), *t = o + 40;
	auto clear = [&] { CHECK(cudaMemset(o, 0, 256)); };
	job<unsigned>(
		"numbered_turns.tickets", [&] { turns_ticket<<<BLOCKS, 32 * WARPS>>>(o, t, t + 1, VISITS); }, o, WORDS,
		same(book), clear);
	job<unsigned>(
		"numbered_turns.longer_naps", [&] { turns_pause<<<BLOCKS, 32 * WARPS>>>(o, (int *)t, VISITS); }, o,
		WORDS, same(book), clear);
	job<unsigned>(
		"numbered_turns.ordered_atomic", [&] { turns_ordered<<<BLOCKS, 32 * WARPS>>>(o, (int *)t, VISITS); }, o,
		WORDS, same(book), clear);
	const unsigned BOXES = 50;
	std::vector<unsigned> next(BOXES + 1);
	for (unsigned b = 1; b < BOXES; b++)
		next[b] = b + 1;
	std::vector<u64> top{ 1 };
	unsigned *n0 = upload(next), *n1 = upload(next), *used = dev<unsigned>(BOXES + 1), want = 0;
	u64 *h0 = upload(top), *h1 = upload(top);
	for (int v = 0; v < 20; v++)
		for (int k = 0; k < 5; k++)
			want += 4 * (k + 1) + 32 * (0 + 1 + 2 + 3);
	job<unsigned>(
		"borrowed_boxes.stack_without_a_lock",
		[&] {
			boxes_borrowed<<<20, 128>>>(n1, h1, used, 5);
			boxes_told<<<1, 1>>>(n1, h1, used, o);
		},
		o, 2, same(std::vector<unsigned>{ BOXES, want }),
		[&] {
			CHECK(cudaMemcpy(n1, n0, 4 * (BOXES + 1), cudaMemcpyDeviceToDevice));
			CHECK(cudaMemcpy(h1, h0, 8, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(used, 0, 4 * (BOXES + 1)));
		});
	const int PAIRS = 20000;
	std::vector<uint2> pair(PAIRS);
	std::vector<int> steps(PAIRS);
	for (int i = 0; i < PAIRS; i++) {
		pair[i] = make_uint2(1 + w[i] % 1000, 1 + w[i + PAIRS] % (i % 7 ? 500 : 9));
		steps[i] = slow_steps(pair[i].x, pair[i].y);
	}
	uint2 *dp = upload(pair);
	int *os = dev<int>(PAIRS);
	auto zero = [&] { CHECK(cudaMemset(t, 0, 4)); };
	job<int>(
		"slow_euclid.pair_a_thread", [&] { euclid_threads<<<(PAIRS + 63) / 64, 64>>>(dp, os, PAIRS); }, os,
		PAIRS, same(steps));
	job<int>(
		"slow_euclid.lanes_fetch_more", [&] { euclid_lanes_fetch<<<60, 64>>>(dp, os, t, PAIRS); }, os, PAIRS,
		same(steps), zero);
	job<int>(
		"slow_euclid.warps_fetch_more", [&] { euclid_warps_fetch<<<60, 160>>>(dp, os, t, PAIRS); }, os, PAIRS,
		same(steps), zero);
}
static void depths(const std::vector<float> &f)
{
	std::vector<float> a(f.begin(), f.begin() + M * K), b(f.begin() + M * K, f.begin() + (M + N) * K), c(M * N);
	for (int i = 0; i < M * N; i++) {
		double sum = 0;
		for (int k = 0; k < K; k++)
			sum += a[i / N * K + k] * b[k * N + i % N];
		c[i] = sum;
	}
	float *da = upload(a), *db = upload(b), *o = dev<float>(M * N), *part = dev<float>(M * N * PARTS);
	unsigned *done = dev<unsigned>(64);
	dim3 tiles((N + 15) / 16, (M + 15) / 16), cut(tiles.x, tiles.y, PARTS), t(16, 16);
	auto clear = [&] { CHECK(cudaMemset(done, 0, 256)); };
	job<float>(
		"split_depth.tile_a_block", [&] { depth_whole<<<tiles, t>>>(da, db, o); }, o, M * N, close_to(c));
	job<float>(
		"split_depth.last_one_adds", [&] { depth_last_adds<<<cut, t>>>(da, db, part, done, o); }, o, M * N,
		close_to(c), clear);
	job<float>(
		"split_depth.one_after_the_other", [&] { depth_in_turn<<<cut, t>>>(da, db, (int *)done, o); }, o, M * N,
		close_to(c), clear);
	const int BLOCKS = 52, EACH = 512 * 8;
	std::vector<float> want(BLOCKS);
	for (int i = 0; i < BLOCKS; i++) {
		double sum = 0;
		for (int k = i * EACH * 4; k < (i + 1) * EACH * 4; k += 4)
			sum += f[k] * f[k + 1] + f[k + 2] * f[k + 3] + std::sqrt(f[k] * f[k] + f[k + 2] * f[k + 2]);
		want[i] = sum;
	}
	float4 *df = (float4 *)upload(f);
	auto zero = [&] { CHECK(cudaMemset(o, 0, BLOCKS * 4)); };
	job<float>(
		"stream_meter.plain", [&] { meter_plain<<<BLOCKS, 256>>>(df, o, EACH); }, o, BLOCKS, close_to(want),
		zero);
	job<float>(
		"stream_meter.copied_ahead", [&] { meter_copied_ahead<<<BLOCKS, 128>>>(df, o, EACH); }, o, BLOCKS,
		close_to(want), zero);
	job<float>(
		"stream_meter.two_crews", [&] { meter_two_crews<<<BLOCKS, 160>>>(df, o, EACH); }, o, BLOCKS,
		close_to(want), zero);
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	locks(w);
	depths(fractions(w));
	const int SPAN = 192, BLOCKS = 70, L = SPAN * BLOCKS, STEPS = 20;
	std::vector<int> snow(L), next(L);
	for (int i = 0; i < L; i++)
		snow[i] = w[i] & 0xffff;
	int *s0 = upload(snow), *a = upload(snow), *b = dev<int>(L), *flag = dev<int>(BLOCKS),
	    *rim = dev<int>(4 * BLOCKS);
	for (int s = 0; s < STEPS; s++, std::swap(snow, next))
		for (int i = 0; i < L; i++)
			next[i] = snowed(snow[std::max(i - 1, 0)], snow[i], snow[std::min(i + 1, L - 1)]);
	job<int>(
		"wind_on_snow.meeting_made_by_hand",
		[&] { snow_meeting<<<BLOCKS, SPAN>>>(a, b, (unsigned *)flag, L, STEPS); }, a, L, same(snow),
		[&] {
			CHECK(cudaMemcpy(a, s0, 4 * L, cudaMemcpyDeviceToDevice));
			CHECK(cudaMemset(flag, 0, 4));
		});
	job<int>(
		"wind_on_snow.flags_to_neighbours",
		[&] { snow_neighbours<<<BLOCKS, SPAN, (SPAN + 2) * 4>>>(s0, rim, flag, b, L, STEPS); }, b, L,
		same(snow), [&] { CHECK(cudaMemset(flag, 0, 4 * BLOCKS)); });
}
