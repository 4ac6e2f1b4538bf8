// blind27d: a fresh set of kernels that nobody had modelled when they were written. Blocks and warps that work
// together: whole-grid barriers, last blocks, look-back, queues, crews, dependent launches, copies ahead.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

__device__ int melt(const int *u, int i, int n)
{
	int l = u[i ? i - 1 : 0], r = u[i + 1 < n ? i + 1 : i];
	return (l + 2 * u[i] + r) >> 2;
}
__global__ void rod_step(const int *in, int *out, int n)
{ // warmth along a rod: a step a launch
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = melt(in, i, n);
}
__global__ void rod_grid(int *a, int *b, int n, int steps)
{ // all steps in one launch, the whole grid waits between
	cg::grid_group grid = cg::this_grid();
	for (int k = 0; k < steps; k++) {
		for (int i = grid.thread_rank(); i < n; i += grid.size())
			b[i] = melt(a, i, n);
		grid.sync();
		int *s = a;
		a = b, b = s;
	}
}
struct Summary {
	int low, high;
	u64 squares;
};
__global__ void summary_last_block(const short *v, Summary *part, Summary *out, unsigned *done, int n)
{ // low, high and squares: the block that ends last sums up what the blocks found
	__shared__ Summary warp[8];
	__shared__ bool last;
	int t = threadIdx.x;
	auto join = [&](Summary s) {
		s.low = __reduce_min_sync(~0u, s.low);
		s.high = __reduce_max_sync(~0u, s.high);
		for (int d = 16; d; d /= 2)
			s.squares += __shfl_down_sync(~0u, s.squares, d);
		if (t % 32 == 0)
			warp[t / 32] = s;
		__syncthreads();
		if (t == 0)
			for (int k = 1; k < 8; k++) {
				s.low = min(s.low, warp[k].low), s.high = max(s.high, warp[k].high);
				s.squares += warp[k].squares;
			}
		return s;
	};
	Summary s = { 1 << 20, -(1 << 20), 0 };
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
		int x = v[i];
		s.low = min(s.low, x), s.high = max(s.high, x);
		s.squares += x * x;
	}
	s = join(s);
	if (t == 0) {
		part[blockIdx.x] = s;
		__threadfence();
		last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	s = { 1 << 20, -(1 << 20), 0 };
	for (int b = t; b < gridDim.x; b += blockDim.x) {
		s.low = min(s.low, __ldcg(&part[b].low)), s.high = max(s.high, __ldcg(&part[b].high));
		s.squares += __ldcg(&part[b].squares);
	}
	s = join(s);
	if (t == 0)
		*out = s;
}
// balances with interest: x -> a x + b, all modulo a prime; two steps after each other are one step of that kind
static const unsigned PRIME = 65521, EACH = 4, BLOCK = 256, TILE = EACH * BLOCK;
__device__ uint2 after(uint2 first, uint2 then)
{
	return make_uint2(first.x * then.x % PRIME, (then.x * first.y + then.y) % PRIME);
}
__device__ uint2 before_me(uint2 own, uint2 *all)
{ // what the threads before this do together, and what all do
	__shared__ uint2 warp[BLOCK / 32];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32;
	for (int d = 1; d < 32; d *= 2) {
		uint2 o = make_uint2(__shfl_up_sync(~0u, own.x, d), __shfl_up_sync(~0u, own.y, d));
		if (lane >= d)
			own = after(o, own);
	}
	if (lane == 31)
		warp[w] = own;
	__syncthreads();
	uint2 sum = make_uint2(1, 0), mine = sum;
	for (int k = 0; k < BLOCK / 32; k++) {
		if (k == w)
			mine = sum;
		sum = after(sum, warp[k]);
	}
	*all = sum;
	uint2 o = make_uint2(__shfl_up_sync(~0u, own.x, 1), __shfl_up_sync(~0u, own.y, 1));
	return lane ? after(mine, o) : mine;
}
__device__ uint2 own_steps(const ushort2 *step, int block, uint2 *s)
{
	uint2 sum = make_uint2(1, 0);
	for (int k = 0; k < EACH; k++) {
		ushort2 v = step[block * TILE + threadIdx.x * EACH + k];
		s[k] = make_uint2(v.x, v.y);
		sum = after(sum, s[k]);
	}
	return sum;
}
__device__ void write_steps(uint2 at, const uint2 *s, unsigned *out, int block)
{
	unsigned x = at.y; // the first balance is nought
	for (int k = 0; k < EACH; k++) {
		x = (x * s[k].x + s[k].y) % PRIME;
		out[block * TILE + threadIdx.x * EACH + k] = x;
	}
}
__global__ void balance_totals(const ushort2 *step, uint2 *total)
{
	uint2 s[EACH], all;
	before_me(own_steps(step, blockIdx.x, s), &all);
	if (threadIdx.x == 0)
		total[blockIdx.x] = all;
}
__global__ void balance_between(uint2 *total, int n)
{ // one block makes the totals to what comes before each
	uint2 sum = make_uint2(1, 0), all;
	int each = (n + BLOCK - 1) / BLOCK, from = min(n, (int)threadIdx.x * each), to = min(n, from + each);
	for (int k = from; k < to; k++)
		sum = after(sum, total[k]);
	uint2 at = before_me(sum, &all);
	for (int k = from; k < to; k++) {
		uint2 v = total[k];
		total[k] = at;
		at = after(at, v);
	}
}
__global__ void balance_write(const ushort2 *step, const uint2 *total, unsigned *out)
{
	uint2 s[EACH], all, at = before_me(own_steps(step, blockIdx.x, s), &all);
	write_steps(after(total[blockIdx.x], at), s, out, blockIdx.x);
}
__device__ u64 packed(uint2 v, u64 state)
{
	return state << 32 | v.x << 16 | v.y;
}
__device__ uint2 unpacked(u64 v)
{
	return make_uint2((unsigned)v >> 16, (unsigned)v & 0xffff);
}
__global__ void balance_chain(const ushort2 *step, unsigned *out, u64 *note, int *ticket)
{ // each block waits for the one before it
	__shared__ int block;
	__shared__ uint2 start;
	if (threadIdx.x == 0)
		block = atomicAdd(ticket, 1);
	__syncthreads();
	uint2 s[EACH], all, at = before_me(own_steps(step, block, s), &all);
	if (threadIdx.x == 0) {
		uint2 sum = make_uint2(1, 0);
		if (block) {
			u64 v;
			while (!((v = *(volatile u64 *)&note[block - 1]) >> 32))
				;
			sum = unpacked(v);
		}
		*(volatile u64 *)&note[block] = packed(after(sum, all), 1);
		start = sum;
	}
	__syncthreads();
	write_steps(after(start, at), s, out, block);
}
__global__ void balance_look_back(const ushort2 *step, unsigned *out, u64 *note, int *ticket)
{ // a warp looks back over 32 blocks at a time until one knows its whole past
	__shared__ int block;
	__shared__ uint2 start;
	int t = threadIdx.x;
	if (t == 0)
		block = atomicAdd(ticket, 1);
	__syncthreads();
	uint2 s[EACH], all, at = before_me(own_steps(step, block, s), &all);
	if (t < 32) {
		uint2 sum = make_uint2(1, 0);
		if (t == 0)
			*(volatile u64 *)&note[block] = packed(all, block ? 1 : 2);
		for (int to = block - 1; to >= 0; to -= 32) {
			int b = to - 31 + t;
			u64 v = packed(make_uint2(1, 0), 2);
			if (b >= 0)
				while (!((v = *(volatile u64 *)&note[b]) >> 32))
					;
			unsigned whole = __ballot_sync(~0u, v >> 32 == 2);
			uint2 own = unpacked(v);
			if (whole && t < 31 - __clz(whole))
				own = make_uint2(1, 0);
			for (int d = 1; d < 32; d *= 2) {
				uint2 o = make_uint2(__shfl_down_sync(~0u, own.x, d), __shfl_down_sync(~0u, own.y, d));
				if (t % (2 * d) == 0)
					own = after(own, o);
			}
			sum = after(own, sum);
			if (whole)
				break;
		}
		if (t == 0) {
			if (block)
				*(volatile u64 *)&note[block] = packed(after(sum, all), 2);
			start = sum;
		}
	}
	__syncthreads();
	write_steps(after(start, at), s, out, block);
}
static const int LEAST = 64, ROUGH = 900;
__device__ bool rough(const short *v, int from, int many)
{ // does the piece differ too much within? all threads of a block of 128 ask together
	int low = 1 << 20, high = -(1 << 20);
	for (int k = threadIdx.x; k < many; k += 128) {
		int x = v[from + k];
		low = min(low, x), high = max(high, x);
	}
	__shared__ int l[4], h[4];
	low = __reduce_min_sync(~0u, low), high = __reduce_max_sync(~0u, high);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		l[threadIdx.x / 32] = low, h[threadIdx.x / 32] = high;
	__syncthreads();
	return max(max(h[0], h[1]), max(h[2], h[3])) - min(min(l[0], l[1]), min(l[2], l[3])) > ROUGH && many > LEAST;
}
__global__ void pieces_queue(const short *v, int *label, u64 *queue, int *at, int n)
{ // at[0]: next to take, at[1]: next to fill, at[2]: elements that have their piece
	__shared__ u64 task;
	for (;;) {
		__syncthreads();
		if (threadIdx.x == 0) {
			int slot = atomicAdd(&at[0], 1);
			u64 got = 0;
			while (!(got = *(volatile u64 *)&queue[slot]) && *(volatile int *)&at[2] < n)
				__nanosleep(100);
			task = got;
		}
		__syncthreads();
		u64 mine = task;
		if (!mine)
			break;
		int from = mine >> 32, many = (int)mine;
		if (rough(v, from, many)) {
			if (threadIdx.x < 2) {
				u64 half = (u64)(from + threadIdx.x * (many / 2)) << 32 | many / 2;
				*(volatile u64 *)&queue[atomicAdd(&at[1], 1)] = half;
			}
		} else {
			for (int k = threadIdx.x; k < many; k += 128)
				label[from + k] = from;
			if (threadIdx.x == 0)
				atomicAdd(&at[2], many);
		}
	}
}
__global__ void pieces_level(const short *v, int *label, byte *open, int many)
{ // one depth a launch: open says which pieces are asked for
	int b = blockIdx.x;
	if (!open[b * (many / LEAST)])
		return;
	if (rough(v, b * many, many)) {
		if (threadIdx.x == 0)
			open[b * (many / LEAST) + many / LEAST / 2] = 1;
	} else {
		if (threadIdx.x == 0)
			open[b * (many / LEAST)] = 0;
		for (int k = threadIdx.x; k < many; k += 128)
			label[b * many + k] = b * many;
	}
}
static const int ROW = 512;
__global__ void shares_sum(const int *v, int *sum)
{
	int own = 0;
	for (int k = threadIdx.x; k < ROW; k += blockDim.x)
		own += v[blockIdx.x * ROW + k];
	own = __reduce_add_sync(~0u, own);
	__shared__ int w[4];
	if (threadIdx.x % 32 == 0)
		w[threadIdx.x / 32] = own;
	__syncthreads();
	if (threadIdx.x == 0)
		sum[blockIdx.x] = w[0] + w[1] + w[2] + w[3];
	cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void shares_of_row(const int *v, const int *sum, int *out)
{ // thousandths of the row's sum; may begin before the sums are there
	int own[4];
	for (int k = 0; k < 4; k++)
		own[k] = v[blockIdx.x * ROW + k * 128 + threadIdx.x] * 1000;
	cudaGridDependencySynchronize();
	int s = sum[blockIdx.x];
	for (int k = 0; k < 4; k++)
		out[blockIdx.x * ROW + k * 128 + threadIdx.x] = own[k] / s;
}
static const int CREW = 64, LOADS = 24;
__host__ __device__ unsigned knead(unsigned v)
{
	for (int k = 0; k < 8; k++)
		v = (v ^ v >> 13) * 0x9e3779b1u + k;
	return v;
}
__device__ void barrier_wait(int id)
{
	asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory");
}
__device__ void barrier_tell(int id)
{
	asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory");
}
__global__ void bakery_two_crews(const unsigned *flour, unsigned *bread)
{ // two warps knead, two warps bake; named barriers say when a tray is full or empty
	__shared__ unsigned tray[2][CREW];
	int t = threadIdx.x % CREW;
	if (threadIdx.x < CREW) {
		for (int k = 0; k < LOADS; k++) {
			unsigned v = knead(flour[(blockIdx.x * LOADS + k) * CREW + t]);
			if (k >= 2)
				barrier_wait(3 + k % 2);
			tray[k % 2][t] = v;
			__threadfence_block();
			barrier_tell(1 + k % 2);
		}
	} else {
		for (int k = 0; k < LOADS; k++) {
			barrier_wait(1 + k % 2);
			unsigned sum = 0;
			for (int j = 0; j < 8; j++)
				sum += tray[k % 2][(t + j) % CREW] >> j;
			if (k + 2 < LOADS)
				barrier_tell(3 + k % 2);
			bread[(blockIdx.x * LOADS + k) * CREW + t] = sum;
		}
	}
}
__global__ void bakery_one_crew(const unsigned *flour, unsigned *bread)
{ // all do both
	__shared__ unsigned tray[CREW];
	int t = threadIdx.x;
	for (int k = 0; k < LOADS; k++) {
		tray[t] = knead(flour[(blockIdx.x * LOADS + k) * CREW + t]);
		__syncthreads();
		unsigned sum = 0;
		for (int j = 0; j < 8; j++)
			sum += tray[(t + j) % CREW] >> j;
		bread[(blockIdx.x * LOADS + k) * CREW + t] = sum;
		__syncthreads();
	}
}
static const int STRIP = 256, STRIPS = 20;
__global__ void mirror_plain(const int *v, int *out)
{ // each strip against its mirror, summed over strips
	__shared__ int s[STRIP];
	int t = threadIdx.x, sum = 0;
	for (int k = 0; k < STRIPS; k++) {
		s[t] = v[(blockIdx.x * STRIPS + k) * STRIP + t];
		__syncthreads();
		sum += s[t] * s[STRIP - 1 - t];
		__syncthreads();
	}
	out[blockIdx.x * STRIP + t] = sum;
}
__global__ void mirror_pipeline(const int *v, int *out)
{ // three strips on the way
	__shared__ int s[4][STRIP];
	int t = threadIdx.x, sum = 0;
	auto pipe = cuda::make_pipeline();
	for (int k = 0; k < STRIPS + 3; k++) {
		pipe.producer_acquire();
		if (k < STRIPS)
			cuda::memcpy_async(&s[k % 4][t], &v[(blockIdx.x * STRIPS + k) * STRIP + t], sizeof(int), pipe);
		pipe.producer_commit();
		if (k < 3)
			continue;
		cuda::pipeline_consumer_wait_prior<3>(pipe);
		__syncthreads();
		int *now = s[(k - 3) % 4];
		sum += now[t] * now[STRIP - 1 - t];
		__syncthreads();
		pipe.consumer_release();
	}
	out[blockIdx.x * STRIP + t] = sum;
}
__global__ void mirror_barrier(const int *v, int *out)
{ // two strips, each with a barrier that the copies arrive at
	__shared__ alignas(16) int s[2][STRIP];
	__shared__ cuda::barrier<cuda::thread_scope_block> full[2];
	auto block = cg::this_thread_block();
	int t = threadIdx.x, sum = 0;
	if (t == 0)
		init(&full[0], STRIP), init(&full[1], STRIP);
	block.sync();
	const int *from = v + blockIdx.x * STRIPS * STRIP;
	cuda::memcpy_async(block, s[0], from, cuda::aligned_size_t<16>(STRIP * 4), full[0]);
	for (int k = 0; k < STRIPS; k++) {
		if (k + 1 < STRIPS)
			cuda::memcpy_async(block, s[(k + 1) % 2], from + (k + 1) * STRIP,
				cuda::aligned_size_t<16>(STRIP * 4), full[(k + 1) % 2]);
		full[k % 2].arrive_and_wait();
		sum += s[k % 2][t] * s[k % 2][STRIP - 1 - t];
		block.sync();
	}
	out[blockIdx.x * STRIP + t] = sum;
}
static void rods(const std::vector<unsigned> &w)
{
	int n = 40000, steps = 24;
	std::vector<int> a(n), b(n);
	for (int i = 0; i < n; i++)
		a[i] = w[i] % 1000000;
	int *da = upload(a), *x = dev<int>(n), *y = dev<int>(n);
	for (int k = 0; k < steps; k++) {
		for (int i = 0; i < n; i++)
			b[i] = (a[i ? i - 1 : 0] + 2 * a[i] + a[i + 1 < n ? i + 1 : i]) >> 2;
		a.swap(b);
	}
	auto again = [&] { CHECK(cudaMemcpy(x, da, n * 4, cudaMemcpyDeviceToDevice)); };
	job<int>(
		"warm_rod.step_a_launch",
		[&] {
			for (int k = 0; k < steps; k++)
				rod_step<<<128, 128>>>(k & 1 ? y : x, k & 1 ? x : y, n);
		},
		x, n, same(a), again);
	job<int>(
		"warm_rod.grid_waits",
		[&] {
			int *p = x, *q = y;
			void *args[] = { &p, &q, &n, &steps };
			CHECK(cudaLaunchCooperativeKernel((void *)rod_grid, dim3(128), dim3(128), args));
		},
		x, n, same(a), again);
}
static void summaries(const std::vector<unsigned> &w)
{
	const int N = 700000;
	std::vector<short> v(N);
	Summary s = { 1 << 20, -(1 << 20), 0 };
	for (int i = 0; i < N; i++) {
		v[i] = (int)(w[i] % 60000) - 29000;
		s.low = std::min(s.low, (int)v[i]), s.high = std::max(s.high, (int)v[i]);
		s.squares += v[i] * v[i];
	}
	short *dv = upload(v);
	Summary *part = dev<Summary>(200), *o = dev<Summary>(1);
	unsigned *done = dev<unsigned>(1);
	job<u64>(
		"summary.last_block_ends", [&] { summary_last_block<<<200, 256>>>(dv, part, o, done, N); }, (u64 *)o, 2,
		[s](const std::vector<u64> &v) { return !memcmp(v.data(), &s, sizeof s); });
}
static void balances(const std::vector<unsigned> &w)
{
	const int B = 400, N = B * TILE;
	std::vector<ushort2> step(N);
	std::vector<unsigned> want(N);
	for (int i = 0; i < N; i++) {
		step[i] = make_ushort2(1 + w[i] % (PRIME - 1), (w[i] >> 9) % PRIME);
		want[i] = (step[i].x * (i ? want[i - 1] : 0) + step[i].y) % PRIME;
	}
	ushort2 *ds = upload(step);
	unsigned *o = dev<unsigned>(N);
	uint2 *total = dev<uint2>(B);
	u64 *note = dev<u64>(B);
	int *ticket = dev<int>(1);
	auto clear = [&] {
		CHECK(cudaMemset(note, 0, B * 8));
		CHECK(cudaMemset(ticket, 0, 4));
	};
	job<unsigned>(
		"balances.three_launches",
		[&] {
			balance_totals<<<B, BLOCK>>>(ds, total);
			balance_between<<<1, BLOCK>>>(total, B);
			balance_write<<<B, BLOCK>>>(ds, total, o);
		},
		o, N, same(want));
	job<unsigned>(
		"balances.chain_of_blocks", [&] { balance_chain<<<B, BLOCK>>>(ds, o, note, ticket); }, o, N, same(want),
		clear);
	job<unsigned>(
		"balances.look_back", [&] { balance_look_back<<<B, BLOCK>>>(ds, o, note, ticket); }, o, N, same(want),
		clear);
}
static void pieces(const std::vector<unsigned> &w)
{
	const int N = 65536;
	std::vector<short> v(N);
	for (int i = 0; i < N; i++)
		v[i] = (i % 9000 < 3000 ? w[i] % 3000 : w[i / 4096] % 800) / (1 + i / 20000);
	std::vector<int> want(N);
	std::function<void(int, int)> split = [&](int from, int many) {
		auto p = std::minmax_element(v.begin() + from, v.begin() + from + many);
		if (*p.second - *p.first > ROUGH && many > LEAST) {
			split(from, many / 2);
			split(from + many / 2, many / 2);
		} else
			std::fill(want.begin() + from, want.begin() + from + many, from);
	};
	split(0, N);
	short *dv = upload(v);
	int *o = dev<int>(N), *at = dev<int>(3);
	u64 *queue = dev<u64>(4 * N / LEAST + 1000);
	byte *open = dev<byte>(N / LEAST);
	job<int>(
		"even_pieces.work_queue", [&] { pieces_queue<<<96, 128>>>(dv, o, queue, at, N); }, o, N, same(want),
		[&] {
			int begin[3] = { 0, 1, 0 };
			u64 first = N;
			CHECK(cudaMemset(queue, 0, (4 * N / LEAST + 1000) * 8));
			CHECK(cudaMemcpy(queue, &first, 8, cudaMemcpyHostToDevice));
			CHECK(cudaMemcpy(at, begin, 12, cudaMemcpyHostToDevice));
		});
	job<int>(
		"even_pieces.depth_a_launch",
		[&] {
			for (int many = N; many >= LEAST; many /= 2)
				pieces_level<<<N / many, 128>>>(dv, o, open, many);
		},
		o, N, same(want),
		[&] {
			CHECK(cudaMemset(open, 0, N / LEAST));
			CHECK(cudaMemset(open, 1, 1));
		});
}
static void shares(const std::vector<unsigned> &w)
{
	const int R = 1500;
	std::vector<int> v(R * ROW), want(R * ROW);
	for (int r = 0; r < R; r++) {
		int sum = 0;
		for (int k = 0; k < ROW; k++)
			sum += v[r * ROW + k] = 1 + w[r * ROW + k] % 1000;
		for (int k = 0; k < ROW; k++)
			want[r * ROW + k] = v[r * ROW + k] * 1000 / sum;
	}
	int *dv = upload(v), *sum = dev<int>(R), *o = dev<int>(R * ROW);
	for (int early = 0; early < 2; early++)
		job<int>(
			early ? "shares_of_rows.begins_early" : "shares_of_rows.one_after_other",
			[&] {
				shares_sum<<<R, 128>>>(dv, sum);
				cudaLaunchConfig_t c = {};
				c.gridDim = dim3(R), c.blockDim = dim3(128);
				cudaLaunchAttribute a;
				a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
				a.val.programmaticStreamSerializationAllowed = 1;
				c.attrs = &a, c.numAttrs = early;
				CHECK(cudaLaunchKernelEx(&c, shares_of_row, (const int *)dv, (const int *)sum, o));
			},
			o, R * ROW, same(want));
}
static void bakery(const std::vector<unsigned> &w)
{
	const int B = 264, N = B * LOADS * CREW;
	std::vector<unsigned> flour(w.begin(), w.begin() + N), done(N), want(N);
	for (int i = 0; i < N; i++)
		done[i] = knead(flour[i]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 8; j++)
			want[i] += done[i / CREW * CREW + (i + j) % CREW] >> j;
	unsigned *df = upload(flour), *o = dev<unsigned>(N);
	job<unsigned>(
		"bakery.two_crews", [&] { bakery_two_crews<<<B, 128>>>(df, o); }, o, N, same(want));
	job<unsigned>(
		"bakery.one_crew", [&] { bakery_one_crew<<<B, CREW>>>(df, o); }, o, N, same(want));
}
static void mirrors(const std::vector<unsigned> &w)
{
	const int B = 150;
	std::vector<int> v(B * STRIPS * STRIP), want(B * STRIP);
	for (size_t i = 0; i < v.size(); i++)
		v[i] = w[i] % 1000;
	for (int i = 0; i < B * STRIP; i++)
		for (int k = 0; k < STRIPS; k++) {
			const int *s = &v[(i / STRIP * STRIPS + k) * STRIP];
			want[i] += s[i % STRIP] * s[STRIP - 1 - i % STRIP];
		}
	int *dv = upload(v), *o = dev<int>(B * STRIP);
	job<int>(
		"strip_and_mirror.plain", [&] { mirror_plain<<<B, STRIP>>>(dv, o); }, o, B * STRIP, same(want));
	job<int>(
		"strip_and_mirror.three_on_the_way", [&] { mirror_pipeline<<<B, STRIP>>>(dv, o); }, o, B * STRIP,
		same(want));
	job<int>(
		"strip_and_mirror.arrive_and_wait", [&] { mirror_barrier<<<B, STRIP>>>(dv, o); }, o, B * STRIP,
		same(want));
}
void rows()
{
	std::vector<unsigned> w = words(800000);
	rods(w);
	summaries(w);
	balances(w);
	pieces(w);
	shares(w);
	bakery(w);
	mirrors(w);
}
