// blind18e: a fresh set of kernels that nobody had modelled when they were written. Stacks, flags, locks, last blocks.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace groups = cooperative_groups;

__host__ __device__ bool crosses(int3 circle, int x, int y, int size)
{ // does the circle's edge go through this square?
	int l = x - circle.x, r = l + size, t = y - circle.y, b = t + size, rr = circle.z * circle.z;
	int nx = l > 0 ? l : r < 0 ? -r : 0, ny = t > 0 ? t : b < 0 ? -b : 0;
	int fx = abs(l) > abs(r) ? abs(l) : abs(r), fy = abs(t) > abs(b) ? abs(t) : abs(b);
	return nx * nx + ny * ny <= rr && fx * fx + fy * fy >= rr;
}
__host__ __device__ int cut(int3 circle, int x, int y, int size)
{ // a square that the circle crosses is cut into four, down to size one: how many squares there are in the end
	if (size == 1 || !crosses(circle, x, y, size))
		return 1;
	int h = size / 2, sum = 0;
	for (int k = 0; k < 4; k++)
		sum += cut(circle, x + k % 2 * h, y + k / 2 * h, h);
	return sum;
}
__global__ void cut_recursion(const int3 *circle, int *out, int n, int size)
{ // a circle a thread, a function that calls itself
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = cut(circle[i], 0, 0, size);
}
__global__ void cut_stack(const int3 *circle, int *out, int n, int size)
{ // the same with a stack of squares in a local array
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int3 c = circle[i], stack[32];
	int top = 0, leaves = 0;
	stack[top++] = make_int3(0, 0, size);
	while (top) {
		int3 s = stack[--top];
		if (s.z == 1 || !crosses(c, s.x, s.y, s.z)) {
			leaves++;
			continue;
		}
		int h = s.z / 2;
		for (int k = 0; k < 4; k++)
			stack[top++] = make_int3(s.x + k % 2 * h, s.y + k / 2 * h, h);
	}
	out[i] = leaves;
}
__global__ void cut_pile(const int3 *circle, int *out, int size)
{ // a circle a block: two piles of squares in shared memory, one is taken down while the other grows
	__shared__ int pile[2][3000], high[2], leaves;
	int3 c = circle[blockIdx.x];
	int t = threadIdx.x, now = 0;
	if (t == 0)
		pile[0][0] = 0, high[0] = 1, high[1] = 0, leaves = 0;
	__syncthreads();
	for (int s = size; high[now]; s /= 2, now ^= 1) {
		int found = 0;
		for (int i = t; i < high[now]; i += blockDim.x) {
			int v = pile[now][i], x = v & 0xffff, y = v >> 16, h = s / 2;
			if (s == 1 || !crosses(c, x, y, s)) {
				found++;
				continue;
			}
			int at = atomicAdd(&high[now ^ 1], 4);
			for (int k = 0; k < 4; k++)
				pile[now ^ 1][at + k] = (x + k % 2 * h) | (y + k / 2 * h) << 16;
		}
		atomicAdd(&leaves, found);
		__syncthreads();
		if (t == 0)
			high[now] = 0;
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = leaves;
}
__host__ __device__ int cooled(int l, int c, int r)
{ // a third of a bar's difference goes to its neighbours
	return c + (l + r - 2 * c) / 3;
}
__global__ void bar_step(const int *in, int *out, int n)
{ // a step of a bar, its ends do not change
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = i && i < n - 1 ? cooled(in[i - 1], in[i], in[i + 1]) : in[i];
}
__global__ void bar_grid(int *a, int *b, int n, int steps)
{ // all steps in one launch, the whole grid meets after each
	groups::grid_group grid = groups::this_grid();
	for (int s = 0; s < steps; s++) {
		for (int i = grid.thread_rank(); i < n; i += grid.size())
			b[i] = i && i < n - 1 ? cooled(a[i - 1], a[i], a[i + 1]) : a[i];
		grid.sync();
		int *c = a;
		a = b, b = c;
	}
}
__host__ __device__ int least_missing(unsigned seen)
{
	int k = 0;
	while (seen >> k & 1)
		k++;
	return k;
}
__global__ void pins_local(const int *rule, int *out, int games, int n)
{ // a game with a row of pins: one or some neighbours are knocked over, what is left is two rows; a game a thread
	int g = blockIdx.x * blockDim.x + threadIdx.x;
	if (g >= games)
		return;
	byte worth[64];
	worth[0] = 0;
	int most = rule[g];
	for (int len = 1; len <= n; len++) {
		unsigned seen = 0;
		for (int take = 1; take <= min(most, len); take++)
			for (int left = 0; left <= (len - take) / 2; left++)
				seen |= 1u << (worth[left] ^ worth[len - take - left]);
		worth[len] = least_missing(seen);
	}
	out[g] = worth[n];
}
__global__ void pins_warp(const int *rule, int *out, int n)
{ // the same, a game a block of one warp: lanes share out the moves, and or what they have seen
	__shared__ byte worth[64];
	int lane = threadIdx.x, most = rule[blockIdx.x];
	if (lane == 0)
		worth[0] = 0;
	for (int len = 1; len <= n; len++) {
		__syncwarp();
		unsigned seen = 0;
		for (int take = 1; take <= min(most, len); take++)
			for (int left = lane; left <= (len - take) / 2; left += 32)
				seen |= 1u << (worth[left] ^ worth[len - take - left]);
		seen = __reduce_or_sync(~0u, seen);
		if (lane == 0)
			worth[len] = __ffs(~seen) - 1;
	}
	__syncwarp();
	if (lane == 0)
		out[blockIdx.x] = worth[n];
}
__host__ __device__ unsigned worked(unsigned v, int station)
{ // what a station of the conveyor does to a piece
	for (int k = 0; k < 6; k++)
		v = (v ^ v >> 13) * 0x5bd1e995u + station;
	return v;
}
__global__ void conveyor(const unsigned *in, unsigned *out, int pieces)
{ // a warp is a station: it waits for the flag of the one before, works, and raises its own
	__shared__ unsigned belt[8][32];
	__shared__ cuda::atomic<int, cuda::thread_scope_block> done[9];
	int lane = threadIdx.x % 32, me = threadIdx.x / 32;
	if (threadIdx.x < 9)
		done[threadIdx.x].store(0, cuda::memory_order_relaxed);
	__syncthreads();
	for (int p = 0; p < pieces; p++) {
		int at = (blockIdx.x * pieces + p) * 32 + lane;
		if (lane == 0) {
			while (me && done[me - 1].load(cuda::memory_order_acquire) <= p)
				;
			while (me < 7 && p > done[me + 1].load(cuda::memory_order_acquire))
				;
		}
		__syncwarp();
		unsigned v = worked(me ? belt[me - 1][lane] : in[at], me);
		if (me < 7)
			belt[me][lane] = v;
		else
			out[at] = v;
		__syncwarp();
		if (lane == 0)
			done[me].store(p + 1, cuda::memory_order_release);
	}
}
__global__ void locked_extremes(const unsigned *in, int *lock, unsigned *most, unsigned *second, int n, int buckets)
{ // the two largest numbers of each bucket, under the bucket's lock
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned v = in[i];
	int b = v % buckets;
	for (bool waiting = true; waiting;)
		if (atomicCAS(&lock[b], 0, 1) == 0) {
			__threadfence();
			volatile unsigned *m = most + b, *s = second + b;
			if (v > *m) {
				*s = *m;
				*m = v;
			} else if (v > *s)
				*s = v;
			__threadfence();
			atomicExch(&lock[b], 0);
			waiting = false;
		}
}
__device__ float block_most(float v)
{ // the largest of a block, for its first thread
	__shared__ float s[8];
	for (int d = 16; d; d /= 2)
		v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = v;
	__syncthreads();
	for (int k = 0; k < blockDim.x / 32; k++)
		v = fmaxf(v, s[k]);
	__syncthreads();
	return v;
}
__device__ float leg(const float2 *p, int i)
{
	float x = p[i + 1].x - p[i].x, y = p[i + 1].y - p[i].y;
	return sqrtf(x * x + y * y);
}
__global__ void leg_last(const float2 *p, volatile float *part, unsigned *arrived, float *out, int legs)
{ // the longest leg of a tour: parts of blocks, and the last block to come looks through them
	__shared__ bool last;
	float v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < legs; i += gridDim.x * blockDim.x)
		v = fmaxf(v, leg(p, i));
	v = block_most(v);
	if (threadIdx.x == 0) {
		part[blockIdx.x] = v;
		__threadfence();
		last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	v = 0;
	for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
		v = fmaxf(v, part[i]);
	v = block_most(v);
	if (threadIdx.x == 0)
		*out = v;
}
__global__ void leg_parts(const float2 *p, float *part, int legs)
{ // the same in two launches: parts, a leg a thread
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = block_most(i < legs ? leg(p, i) : 0);
	if (threadIdx.x == 0)
		part[blockIdx.x] = v;
}
__global__ void leg_end(const float *part, float *out, int n)
{ // then one block looks through the parts
	float v = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		v = fmaxf(v, part[i]);
	v = block_most(v);
	if (threadIdx.x == 0)
		*out = v;
}
__global__ void mountain_bands(const byte *climb, int *edge, int *done, int *out, int w, int band)
{ // the easiest way down or right over a map: a band of rows a block, a row a lane, the band above hands over columns
	int b = blockIdx.x, lane = threadIdx.x, row = b * band + lane, left = 1 << 28, up_left = 0;
	int *above = edge + (b - 1) * w, *below = edge + b * w;
	for (int s = 0; s < w + band - 1; s++) {
		int x = s - lane, up = __shfl_up_sync(~0u, left, 1);
		if (lane == 0 && b && x < w) {
			if (x % 16 == 0) {
				cuda::atomic_ref<int, cuda::thread_scope_device> flag(done[b - 1]);
				while (flag.load(cuda::memory_order_acquire) < min(x + 16, w))
					;
			}
			up = above[x];
		}
		if (x >= 0 && x < w) {
			int from = row == 0 ? (x ? left : 0) : x ? min(left, up) : up;
			left = from + climb[row * w + x];
			if (lane == band - 1) {
				below[x] = left;
				if (x % 16 == 15 || x == w - 1) {
					cuda::atomic_ref<int, cuda::thread_scope_device> flag(done[b]);
					flag.store(x + 1, cuda::memory_order_release);
				}
			}
		}
	}
	if (b == gridDim.x - 1 && lane == band - 1)
		*out = left;
}
void rows()
{
	std::vector<unsigned> w = words(1 << 20);
	std::vector<float> f = fractions(w);
	int *o = dev<int>(1 << 20);
	const int CIRCLES = 1500, BIG = 60;
	std::vector<int3> circle(CIRCLES), large(BIG);
	std::vector<int> pieces(CIRCLES), large_pieces(BIG);
	for (int i = 0; i < CIRCLES; i++) {
		circle[i] = make_int3(w[i] % 32, w[i + CIRCLES] % 32, 3 + w[i + 2 * CIRCLES] % 16);
		pieces[i] = cut(circle[i], 0, 0, 32);
	}
	for (int i = 0; i < BIG; i++) {
		large[i] = make_int3(40 + w[i] % 40, 40 + w[i + BIG] % 40, 15 + w[i + 2 * BIG] % 50);
		large_pieces[i] = cut(large[i], 0, 0, 128);
	}
	int3 *dc = upload(circle), *dl = upload(large);
	job<int>(
		"cut_squares.recursion", [&] { cut_recursion<<<(CIRCLES + 63) / 64, 64>>>(dc, o, CIRCLES, 32); }, o,
		CIRCLES, same(pieces));
	job<int>(
		"cut_squares.own_stack", [&] { cut_stack<<<(CIRCLES + 63) / 64, 64>>>(dc, o, CIRCLES, 32); }, o,
		CIRCLES, same(pieces));
	job<int>(
		"cut_squares.pile_of_the_block", [&] { cut_pile<<<BIG, 192>>>(dl, o, 128); }, o, BIG,
		same(large_pieces));
	const int BAR = 45000, STEPS = 12;
	std::vector<int> bar(BAR), cold;
	for (int i = 0; i < BAR; i++)
		bar[i] = w[i] % 100000;
	cold = bar;
	for (int s = 0; s < STEPS; s++) {
		std::vector<int> was = cold;
		for (int i = 1; i < BAR - 1; i++)
			cold[i] = cooled(was[i - 1], was[i], was[i + 1]);
	}
	int *hot = upload(bar), *da = upload(bar), *db = upload(bar);
	auto heat = [&] { CHECK(cudaMemcpy(da, hot, 4 * BAR, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"cooling_bar.twelve_launches",
		[&] {
			for (int s = 0; s < STEPS; s++)
				bar_step<<<(BAR + 255) / 256, 256>>>(s & 1 ? db : da, s & 1 ? da : db, BAR);
		},
		da, BAR, same(cold), heat);
	job<int>(
		"cooling_bar.grid_meets",
		[&] {
			int n = BAR, steps = STEPS;
			void *args[] = { &da, &db, &n, &steps };
			CHECK(cudaLaunchCooperativeKernel((void *)bar_grid, dim3(100), dim3(224), args, 0, 0));
		},
		da, BAR, same(cold), heat);
	const int GAMES = 1000, PINS = 55;
	std::vector<int> rule(GAMES), worth(GAMES);
	for (int g = 0; g < GAMES; g++) {
		rule[g] = 1 + g % 4;
		int v[64] = { 0 };
		for (int len = 1; len <= PINS; len++) {
			unsigned seen = 0;
			for (int take = 1; take <= std::min(rule[g], len); take++)
				for (int left = 0; left <= len - take; left++)
					seen |= 1u << (v[left] ^ v[len - take - left]);
			v[len] = least_missing(seen);
		}
		worth[g] = v[PINS];
	}
	int *dr = upload(rule);
	job<int>(
		"row_of_pins.local_table", [&] { pins_local<<<(GAMES + 63) / 64, 64>>>(dr, o, GAMES, PINS); }, o, GAMES,
		same(worth));
	job<int>(
		"row_of_pins.game_a_warp", [&] { pins_warp<<<GAMES, 32>>>(dr, o, PINS); }, o, GAMES, same(worth));
	const int BELTS = 20, LOAD = 40;
	std::vector<unsigned> made(w.begin(), w.begin() + BELTS * LOAD * 32);
	for (unsigned &v : made)
		for (int k = 0; k < 8; k++)
			v = worked(v, k);
	unsigned *dw = upload(w), *u = (unsigned *)o;
	job<unsigned>(
		"conveyor.warps_hand_on", [&] { conveyor<<<BELTS, 256>>>(dw, u, LOAD); }, u, BELTS * LOAD * 32,
		same(made));
	const int N = 12000, BUCKETS = 997;
	std::vector<unsigned> two(2 * BUCKETS);
	for (int i = 0; i < N; i++) {
		unsigned v = w[i], &m = two[v % BUCKETS], &s = two[v % BUCKETS + BUCKETS];
		if (v > m)
			s = m, m = v;
		else if (v > s)
			s = v;
	}
	int *lock = dev<int>(BUCKETS);
	job<unsigned>(
		"two_largest.lock_a_bucket",
		[&] { locked_extremes<<<(N + 95) / 96, 96>>>(dw, lock, u, u + BUCKETS, N, BUCKETS); }, u, 2 * BUCKETS,
		same(two), [&] { CHECK(cudaMemset(u, 0, 8 * BUCKETS)); });
	const int LEGS = 300000, PARTS = (LEGS + 255) / 256;
	std::vector<float> longest(1);
	for (int i = 0; i < LEGS; i++)
		longest[0] =
			std::max(longest[0], (float)std::hypot(f[2 * i + 2] - f[2 * i], f[2 * i + 3] - f[2 * i + 1]));
	float2 *df = (float2 *)upload(f);
	float *part = dev<float>(PARTS), *far = dev<float>(1);
	unsigned *arrived = dev<unsigned>(1);
	job<float>(
		"longest_leg.last_block_ends", [&] { leg_last<<<150, 192>>>(df, part, arrived, far, LEGS); }, far, 1,
		close_to(longest));
	job<float>(
		"longest_leg.two_launches",
		[&] {
			leg_parts<<<PARTS, 256>>>(df, part, LEGS);
			leg_end<<<1, 256>>>(part, far, PARTS);
		},
		far, 1, close_to(longest));
	const int BANDS = 18, WIDE
	= 400, ROWS = BANDS * 32;
	const byte *climb = (const byte *)w.data();
	std::vector<int> least(WIDE, 1 << 28), easy(1);
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < WIDE; x++) {
			int from = x ? std::min(least[x], least[x - 1]) : least[x];
			least[x] = (x + y ? from : 0) + climb[y * WIDE + x];
		}
	easy[0] = least[WIDE - 1];
	int *edge = dev<int>(BANDS * WIDE), *done = dev<int>(BANDS);
	job<int>(
		"mountain_way.bands_raise_flags",
		[&] { mountain_bands<<<BANDS, 32>>>((byte *)dw, edge, done, o, WIDE, 32); }, o, 1, same(easy),
		[&] { CHECK(cudaMemset(done, 0, 4 * BANDS)); });
}
