// blind22b: a fresh set of kernels that nobody had modelled when they were written. Locks, flags, hand-made barriers.
#include "blind7.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;

static int up(int n, int b)
{
	return (n + b - 1) / b;
}
struct Tally {
	int lock, least, most, count;
	u64 sum;
};
__global__ void tally_locks(const int *place, const int *value, Tally *t, int n)
{ // the least, the most, the count and the sum of each shop under a spin lock of its own
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Tally *e = &t[place[i]];
	for (bool done = false; !done;)
		if (atomicCAS(&e->lock, 0, 1) == 0) {
			__threadfence();
			volatile Tally *v = e;
			v->least = min(v->least, value[i]);
			v->most = max(v->most, value[i]);
			v->count = v->count + 1;
			v->sum = v->sum + value[i];
			__threadfence();
			atomicExch(&e->lock, 0);
			done = true;
		}
}
__global__ void tally_atomics(const int *place, const int *value, Tally *t, int n)
{ // the same with four atomics and no lock
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	Tally *e = &t[place[i]];
	atomicMin(&e->least, value[i]);
	atomicMax(&e->most, value[i]);
	atomicAdd(&e->count, 1);
	atomicAdd(&e->sum, (u64)value[i]);
}
__global__ void tally_shared(const int *place, const int *value, Tally *t, int n, int shops)
{ // the same in shared memory first, then a shop a thread goes to memory
	__shared__ int least[128], most[128], count[128];
	__shared__ u64 sum[128];
	for (int s = threadIdx.x; s < shops; s += blockDim.x)
		least[s] = 1 << 30, most[s] = -1, count[s] = 0, sum[s] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		int p = place[i], v = value[i];
		atomicMin(&least[p], v);
		atomicMax(&most[p], v);
		atomicAdd(&count[p], 1);
		atomicAdd(&sum[p], (u64)v);
	}
	__syncthreads();
	for (int s = threadIdx.x; s < shops; s += blockDim.x)
		if (count[s]) {
			atomicMin(&t[s].least, least[s]);
			atomicMax(&t[s].most, most[s]);
			atomicAdd(&t[s].count, count[s]);
			atomicAdd(&t[s].sum, sum[s]);
		}
}
__device__ void all_here(int *gate, int turn)
{ // a barrier by hand: all blocks add one to a gate and wait for all
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(gate, 1);
		while (atomicAdd(gate, 0) < turn * (int)gridDim.x)
			__nanosleep(40);
		__threadfence();
	}
	__syncthreads();
}
__host__ __device__ unsigned mixed(unsigned west, unsigned own, unsigned east)
{
	return own + ((west ^ east * 5u) >> 3);
}
__global__ void necklace_step(const unsigned *a, unsigned *b, int n)
{ // every bead of a ring mixes with its neighbours: one step, one launch
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = mixed(a[i ? i - 1 : n - 1], a[i], a[i + 1 < n ? i + 1 : 0]);
}
__global__ void necklace_gate(unsigned *a, unsigned *b, int *gate, int n, int steps)
{ // all steps in one launch, the barrier by hand
	for (int s = 0; s < steps; s++) {
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
			b[i] = mixed(__ldcg(&a[i ? i - 1 : n - 1]), __ldcg(&a[i]), __ldcg(&a[i + 1 < n ? i + 1 : 0]));
		all_here(gate, s + 1);
		unsigned *c = a;
		a = b, b = c;
	}
}
__global__ void necklace_grid(unsigned *a, unsigned *b, int n, int steps)
{ // the same with the barrier of cooperative groups
	cg::grid_group grid = cg::this_grid();
	for (int s = 0; s < steps; s++) {
		for (int i = grid.thread_rank(); i < n; i += grid.size())
			b[i] = mixed(__ldcg(&a[i ? i - 1 : n - 1]), __ldcg(&a[i]), __ldcg(&a[i + 1 < n ? i + 1 : 0]));
		grid.sync();
		unsigned *c = a;
		a = b, b = c;
	}
}
__global__ void necklace_neighbours(unsigned *a, unsigned *b, int *done, int n, int steps)
{ // the same, a stretch a block, which waits only for the two blocks beside it
	int g = gridDim.x, k = blockIdx.x, l = (k + g - 1) % g, r = (k + 1) % g, from = n / g * k;
	for (int s = 0; s < steps; s++) {
		int i = from + threadIdx.x;
		if (threadIdx.x < n / g)
			b[i] = mixed(__ldcg(&a[i ? i - 1 : n - 1]), __ldcg(&a[i]), __ldcg(&a[i + 1 < n ? i + 1 : 0]));
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			cuda::atomic_ref<int, cuda::thread_scope_device>(done[k]).store(
				s + 1, cuda::memory_order_release);
		if (threadIdx.x < 2) {
			cuda::atomic_ref<int, cuda::thread_scope_device> other(done[threadIdx.x ? l : r]);
			while (other.load(cuda::memory_order_acquire) < s + 1)
				;
		}
		__syncthreads();
		unsigned *c = a;
		a = b, b = c;
	}
}
struct Slot {
	int full, pad[7];
};
__global__ void kitchen_blocks(const int *raw, u64 *plate, int *tray, Slot *slot, int courses, int size)
{ // even blocks cook a tray, odd ones serve it: one tray between them, a flag to and fro
	int pair = blockIdx.x / 2, t = threadIdx.x;
	volatile int *flag = &slot[pair].full;
	int *own = tray + pair * size;
	u64 sum = 0;
	for (int c = 0; c < courses; c++) {
		if (t == 0)
			while (*flag != (blockIdx.x & 1))
				;
		__syncthreads();
		__threadfence();
		for (int i = t; i < size; i += blockDim.x)
			if (blockIdx.x & 1)
				sum += (u64)__ldcg(&own[i]) * (c + 1);
			else
				own[i] = raw[(pair * courses + c) * size + i] % 1000;
		__threadfence();
		__syncthreads();
		if (t == 0)
			*flag = !(blockIdx.x & 1);
	}
	if (blockIdx.x & 1)
		atomicAdd(&plate[pair], sum);
}
__global__ void kitchen_warps(const int *raw, u64 *plate, int courses, int size)
{ // the same within a block: one half of the warps cooks into two shared trays, the other half serves
	__shared__ int tray[2][512];
	int pair = blockIdx.x, half = blockDim.x / 2, t = threadIdx.x % half;
	bool cook = threadIdx.x < half;
	u64 sum = 0;
	for (int c = 0; c <= courses; c++) {
		if (cook && c < courses)
			for (int i = t; i < size; i += half)
				tray[c & 1][i] = raw[(pair * courses + c) * size + i] % 1000;
		if (!cook && c)
			for (int i = t; i < size; i += half)
				sum += (u64)tray[(c - 1) & 1][i] * c;
		__syncthreads();
	}
	if (!cook)
		atomicAdd(&plate[pair], sum);
}
__global__ void kitchen_alone(const int *raw, u64 *plate, int courses, int size)
{ // the same without trays: each thread cooks and serves what it took
	u64 sum = 0;
	for (int i = threadIdx.x; i < courses * size; i += blockDim.x)
		sum += (u64)(raw[blockIdx.x * courses * size + i] % 1000) * (i / size + 1);
	for (int d = 16; d; d /= 2)
		sum += __shfl_down_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&plate[blockIdx.x], sum);
}
__global__ void baton_blocks(const unsigned *a, unsigned *out, volatile unsigned *hand, volatile int *turn, int size)
{ // x = 3x + sum of a block's numbers, from block to block in order: each waits for its turn
	__shared__ unsigned total;
	if (threadIdx.x == 0)
		total = 0;
	__syncthreads();
	unsigned s = 0;
	for (int i = threadIdx.x; i < size; i += blockDim.x)
		s += a[blockIdx.x * size + i];
	atomicAdd(&total, __reduce_add_sync(~0u, s) * (threadIdx.x % 32 == 0));
	__syncthreads();
	if (threadIdx.x == 0) {
		while (*turn != blockIdx.x)
			;
		__threadfence();
		unsigned x = *hand * 3 + total;
		out[blockIdx.x] = x;
		*hand = x;
		__threadfence();
		*turn = blockIdx.x + 1;
	}
}
__global__ void baton_sums(const unsigned *a, unsigned *sum, int size)
{ // the same in two launches: first the sums
	unsigned s = 0;
	for (int i = threadIdx.x; i < size; i += blockDim.x)
		s += a[blockIdx.x * size + i];
	s = __reduce_add_sync(~0u, s);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&sum[blockIdx.x], s);
}
__global__ void baton_last(const unsigned *sum, unsigned *out, int n)
{ // then one thread goes through them
	unsigned x = 0;
	for (int i = 0; i < n; i++)
		out[i] = x = x * 3 + sum[i];
}
void rows()
{
	std::vector<unsigned> w = words(1 << 19);
	const int N = 60000, SHOPS = 90;
	std::vector<int> place(N), value(N);
	std::vector<Tally> none(SHOPS), full;
	for (Tally &t : none)
		t = { 0, 1 << 30, -1, 0, 0 };
	full = none;
	for (int i = 0; i < N; i++) {
		int p = place[i] = w[i] % SHOPS, v = value[i] = w[i + N] % 100000;
		full[p].least = std::min(full[p].least, v), full[p].most = std::max(full[p].most, v);
		full[p].count++, full[p].sum += v;
	}
	int *dp = upload(place), *dv = upload(value);
	Tally *t0 = upload(none), *t1 = upload(none);
	auto clean = [&] { CHECK(cudaMemcpy(t1, t0, SHOPS * sizeof(Tally), cudaMemcpyDeviceToDevice)); };
	std::vector<u64> want((u64 *)full.data(), (u64 *)(full.data() + SHOPS));
	job<u64>(
		"shop_tallies.spin_locks", [&] { tally_locks<<<up(6000, 128), 128>>>(dp, dv, t1, 6000); }, (u64 *)t1,
		SHOPS * 3,
		[&](const std::vector<u64> &v) {
			std::vector<Tally> s = none;
			for (int i = 0; i < 6000; i++) {
				Tally &e = s[place[i]];
				e.least = std::min(e.least, value[i]), e.most = std::max(e.most, value[i]);
				e.count++, e.sum += value[i];
			}
			return !memcmp(v.data(), s.data(), SHOPS * sizeof(Tally));
		},
		clean);
	job<u64>(
		"shop_tallies.four_atomics", [&] { tally_atomics<<<up(N, 256), 256>>>(dp, dv, t1, N); }, (u64 *)t1,
		SHOPS * 3, same(want), clean);
	job<u64>(
		"shop_tallies.shared_first", [&] { tally_shared<<<40, 288>>>(dp, dv, t1, N, SHOPS); }, (u64 *)t1,
		SHOPS * 3, same(want), clean);
	const int B = 44 * 250, STEPS = 24;
	std::vector<unsigned> bead(w.begin(), w.begin() + B), next(B);
	for (int s = 0; s < STEPS; s++, bead.swap(next))
		for (int i = 0; i < B; i++)
			next[i] = mixed(bead[(i + B - 1) % B], bead[i], bead[(i + 1) % B]);
	unsigned *first = upload(w), *p = dev<unsigned>(B), *q = dev<unsigned>(B);
	int *gate = dev<int>(64), n = B, steps = STEPS;
	auto begin = [&] {
		CHECK(cudaMemcpy(p, first, 4 * B, cudaMemcpyDeviceToDevice));
		CHECK(cudaMemset(gate, 0, 256));
	};
	job<unsigned>(
		"necklace.many_launches",
		[&] {
			for (int s = 0; s < STEPS; s++)
				necklace_step<<<up(B, 256), 256>>>(s & 1 ? q : p, s & 1 ? p : q, B);
		},
		p, B, same(bead), begin);
	job<unsigned>(
		"necklace.hand_made_barrier", [&] { necklace_gate<<<30, 384>>>(p, q, gate, B, STEPS); }, p, B,
		same(bead), begin);
	job<unsigned>(
		"necklace.cooperative",
		[&] {
			void *args[] = { &p, &q, &n, &steps };
			CHECK(cudaLaunchCooperativeKernel((void *)necklace_grid, dim3(44), dim3(250), args, 0, 0));
		},
		p, B, same(bead), begin);
	job<unsigned>(
		"necklace.neighbours_only", [&] { necklace_neighbours<<<44, 256>>>(p, q, gate, B, STEPS); }, p, B,
		same(bead), begin);
	const int PAIRS = 26, COURSES = 12, SIZE = 500;
	std::vector<int> raw(w.begin(), w.begin() + PAIRS * COURSES * SIZE);
	std::vector<u64> plate(PAIRS);
	for (size_t i = 0; i < raw.size(); i++) {
		raw[i] &= 0xffffff;
		plate[i / (COURSES * SIZE)] += (u64)(raw[i] % 1000) * (i / SIZE % COURSES + 1);
	}
	int *dr = upload(raw), *tray = dev<int>(PAIRS * SIZE);
	u64 *served = dev<u64>(PAIRS);
	Slot *slot = dev<Slot>(PAIRS);
	auto hungry = [&] {
		CHECK(cudaMemset(served, 0, 8 * PAIRS));
		CHECK(cudaMemset(slot, 0, PAIRS * sizeof(Slot)));
	};
	job<u64>(
		"kitchen.flag_between_blocks",
		[&] { kitchen_blocks<<<2 * PAIRS, 128>>>(dr, served, tray, slot, COURSES, SIZE); }, served, PAIRS,
		same(plate), hungry);
	job<u64>(
		"kitchen.halves_of_a_block", [&] { kitchen_warps<<<PAIRS, 256>>>(dr, served, COURSES, SIZE); }, served,
		PAIRS, same(plate), hungry);
	job<u64>(
		"kitchen.each_for_itself", [&] { kitchen_alone<<<PAIRS, 256>>>(dr, served, COURSES, SIZE); }, served,
		PAIRS, same(plate), hungry);
	const int BLOCKS = 200, PART
	= 640;
	std::vector<unsigned> pass(BLOCKS);
	for (int b = 0; b < BLOCKS; b++) {
		pass[b] = b ? pass[b - 1] * 3 : 0;
		for (int i = 0; i < PART; i++)
			pass[b] += w[b * PART + i];
	}
	unsigned *out = dev<unsigned>(BLOCKS);
	auto ready = [&] {
		CHECK(cudaMemset(gate, 0, 256));
		CHECK(cudaMemset(p, 0, 4 * B));
	};
	job<unsigned>(
		"baton.in_turn", [&] { baton_blocks<<<BLOCKS, 160>>>(first, out, (unsigned *)gate, gate + 32, PART); },
		out, BLOCKS, same(pass), ready);
	job<unsigned>(
		"baton.sums_then_one_thread",
		[&] {
			baton_sums<<<BLOCKS, 160>>>(first, p, PART);
			baton_last<<<1, 1>>>(p, out, BLOCKS);
		},
		out, BLOCKS, same(pass), ready);
}
