/* global_clean.cu: blocks, warps and lanes that work together through global memory in ways that are right. */
#include "case.h"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

static const int B = 128;

// CASE last_block: each block leaves its sum, fences and counts; the last to count adds all up
// EXPECT clean
// HARDWARE none
__global__ void last_block(const int *in, int *part, unsigned *count, int *out)
{
	__shared__ int s[B];
	__shared__ bool last;
	int t = threadIdx.x;
	s[t] = in[blockIdx.x * B + t];
	__syncthreads();
	for (int d = B / 2; d > 0; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0) {
		part[blockIdx.x] = s[0];
		__threadfence();
		last = atomicInc(count, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (last) {
		int v = t < (int)gridDim.x ? *(volatile int *)&part[t] : 0;
		s[t] = v;
		__syncthreads();
		for (int d = B / 2; d > 0; d /= 2) {
			if (t < d)
				s[t] += s[t + d];
			__syncthreads();
		}
		if (t == 0)
			*out = s[0];
	}
}
CASE(last_block)
{
	Array<int> in(counting<int>(20 * B)), part(20), out(1);
	Array<unsigned> count(1, 0u);
	last_block<<<20, B>>>(in, part, count, out);
	return ran() && out.get()[0] == 20 * B * (20 * B - 1) / 2;
}

// CASE look_back: decoupled look-back: each block publishes its sum, then its prefix, with a flag after a fence
// EXPECT clean
// HARDWARE none
__global__ void look_back(const int *in, int *out, int *sum, int *prefix, volatile int *state, int *ticket)
{
	__shared__ int s[B], block, before;
	int t = threadIdx.x;
	if (t == 0)
		block = atomicAdd(ticket, 1);
	__syncthreads();
	int b = block, v = in[b * B + t];
	s[t] = v;
	__syncthreads();
	for (int d = 1; d < B; d *= 2) {
		int w = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += w;
		__syncthreads();
	}
	if (t == 0) {
		int total = s[B - 1], sofar = 0;
		*(volatile int *)&sum[b] = total;
		__threadfence();
		state[b] = 1;
		for (int k = b - 1; k >= 0; k--) {
			int st;
			while ((st = state[k]) == 0)
				;
			__threadfence();
			if (st == 2) {
				sofar += *(volatile int *)&prefix[k];
				break;
			}
			sofar += *(volatile int *)&sum[k];
		}
		*(volatile int *)&prefix[b] = sofar + total;
		__threadfence();
		state[b] = 2;
		before = sofar;
	}
	__syncthreads();
	out[b * B + t] = before + s[t];
}
CASE(look_back)
{
	const int blocks = 12, n = blocks * B;
	Array<int> in(digits<int>(n)), out(n), sum(blocks), prefix(blocks), state(blocks, 0), ticket(1, 0);
	look_back<<<blocks, B>>>(in, out, sum, prefix, state, ticket);
	auto v = digits<int>(n), w = out.get();
	bool fine = ran();
	for (int i = 0, run = 0; i < n; i++)
		fine = fine && w[i] == (run += v[i]);
	return fine;
}

// CASE lock_of_blocks: a sum in plain memory behind a lock with fences, one thread of each block
// EXPECT clean
// HARDWARE none
__global__ void locked(int *lock, int *sum)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		*(volatile int *)sum = *(volatile int *)sum + blockIdx.x;
		__threadfence();
		atomicExch(lock, 0);
	}
}
CASE(lock_of_blocks)
{
	Array<int> lock(1, 0), sum(1, 0);
	locked<<<16, 32>>>(lock, sum);
	return ran() && sum.get()[0] == 120;
}

// CASE lock_of_lanes: every lane of a warp takes the same lock: the loop must let the holder go on
// EXPECT clean
// HARDWARE none
__global__ void lanes_lock(int *lock, int *sum)
{
	bool done = false;
	while (!done) {
		if (atomicCAS(lock, 0, 1) == 0) {
			__threadfence();
			*(volatile int *)sum = *(volatile int *)sum + threadIdx.x;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	}
}
CASE(lock_of_lanes)
{
	Array<int> lock(1, 0), sum(1, 0);
	lanes_lock<<<2, 32>>>(lock, sum);
	return ran() && sum.get()[0] == 2 * 496;
}

// CASE flag_with_fence: block 0 writes data, fences and sets a flag; block 1 waits, fences and reads
// EXPECT clean
// HARDWARE none
__global__ void flagged(int *data, volatile int *flag, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = 7 + threadIdx.x;
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			*flag = 1;
	} else {
		if (threadIdx.x == 0)
			while (*flag == 0)
				;
		__syncthreads();
		__threadfence();
		out[threadIdx.x] = data[threadIdx.x];
	}
}
CASE(flag_with_fence)
{
	Array<int> data(B), flag(1, 0), out(B);
	flagged<<<2, B>>>(data, flag, out);
	return ran() && out.get()[B - 1] == B + 6;
}

// CASE grid_barrier: a cooperative launch in two phases with grid.sync() between
// EXPECT clean
// HARDWARE none
__global__ void phases(const int *in, int *tmp, int *out, int n)
{
	cg::grid_group grid = cg::this_grid();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int r = 0; r < 3; r++) {
		tmp[i] = (r + 2) * in[i];
		grid.sync();
		out[i] = tmp[n - 1 - i];
		grid.sync();
	}
}
CASE(grid_barrier)
{
	int n = 4 * B;
	Array<int> in(counting<int>(n)), tmp(n), out(n);
	const int *pin = in;
	int *ptmp = tmp, *pout = out;
	void *args[] = {&pin, &ptmp, &pout, &n};
	said(cudaLaunchCooperativeKernel((const void *)phases, dim3(4), dim3(B), args, 0, 0));
	return ran() && out.get()[0] == 4 * (n - 1);
}

// CASE groups: cooperative groups: tiles of 8, a labelled partition, coalesced lanes, a block's reduction
// EXPECT clean
// HARDWARE none
__global__ void groups(const int *in, int *out)
{
	__shared__ int s[B];
	cg::thread_block block = cg::this_thread_block();
	auto tile = cg::tiled_partition<8>(block);
	int t = threadIdx.x, v = in[t];
	s[t] = v;
	tile.sync();
	int left = s[t - tile.thread_rank() + (tile.thread_rank() + 7) % 8];
	tile.sync();
	for (int d = 4; d > 0; d /= 2)
		v += tile.shfl_xor(v, d);
	if (v % 2) {
		auto odd = cg::coalesced_threads();
		v += odd.size();
	}
	block.sync();
	s[t] = v + left;
	block.sync();
	out[t] = s[B - 1 - t];
}
CASE(groups)
{
	Array<int> in(counting<int>(B)), out(B);
	groups<<<1, B>>>(in, out);
	return ran() && out.get()[B - 1] == 28 + 7;
}

// CASE through_global_with_barrier: warps of a block hand values on through global memory, a barrier between
// EXPECT clean
// HARDWARE none
__global__ void hand_on(int *tmp, int *out)
{
	int *mine = tmp + blockIdx.x * B, t = threadIdx.x;
	mine[t] = 3 * t;
	__syncthreads();
	int v = mine[(t + 32) % B];
	__syncthreads();
	mine[t] = v;
	__syncwarp();
	out[blockIdx.x * B + t] = mine[t ^ 1];
}
CASE(through_global_with_barrier)
{
	Array<int> tmp(4 * B), out(4 * B);
	hand_on<<<4, B>>>(tmp, out);
	return ran() && out.get()[0] == 3 * 33;
}

// CASE every_atomic: atomics of every kind by all blocks on the same places; read by the next launch
// EXPECT clean
// HARDWARE none
__global__ void atomics(int *a, unsigned *u, unsigned long long *l, float *f, double *d)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	atomicAdd(&a[0], i);
	atomicSub(&a[1], 1);
	atomicMin(&a[2], i);
	atomicMax(&a[3], i);
	atomicAnd(&a[4], ~(1 << (i % 8)));
	atomicOr(&a[5], 1 << (i % 8));
	atomicXor(&a[6], i);
	atomicExch(&a[7], 5);
	atomicCAS(&a[8], 0, 1);
	atomicInc(&u[0], 99u);
	atomicDec(&u[1], 99u);
	atomicAdd(&l[0], 1ull);
	atomicAdd(&f[0], 1.0f);
	atomicAdd(&d[0], 0.5);
}
CASE(every_atomic)
{
	Array<int> a(9, 0);
	Array<unsigned> u(2, 0u);
	Array<unsigned long long> l(1, 0ull);
	Array<float> f(1, 0.0f);
	Array<double> d(1, 0.0);
	atomics<<<4, B>>>(a, u, l, f, d);
	bool fine = ran();
	auto v = a.get();
	return fine && v[0] == 512 * 511 / 2 && v[1] == -512 && v[3] == 511 && v[5] == 255 && v[7] == 5 && v[8] == 1 && u.get()[0] == 12 &&
		l.get()[0] == 512 && f.get()[0] == 512 && d.get()[0] == 256;
}

// CASE volatile_progress: blocks poll a counter that others move with atomics, through a volatile pointer
// EXPECT clean
// HARDWARE none
__global__ void rendezvous(unsigned *arrived, int *data, int *out)
{
	int t = threadIdx.x;
	data[blockIdx.x * 32 + t] = blockIdx.x + t;
	__threadfence();
	__syncthreads();
	if (t == 0) {
		atomicAdd(arrived, 1u);
		while (*(volatile unsigned *)arrived < gridDim.x)
			;
	}
	__syncthreads();
	__threadfence();
	out[blockIdx.x * 32 + t] = *(volatile int *)&data[(blockIdx.x + 1) % gridDim.x * 32 + t];
}
CASE(volatile_progress)
{
	Array<unsigned> arrived(1, 0u);
	Array<int> data(4 * 32), out(4 * 32);
	rendezvous<<<4, 32>>>(arrived, data, out);
	return ran() && out.get()[3 * 32 + 1] == 1;
}

// CASE volatile_tree: a parent asks for its children's sums again and again, the sum being the flag; lanes, warps and blocks wait for each other
// EXPECT clean
// HARDWARE unmeasured
__global__ void sums_of_children(const int *child, volatile int *sum, int leaves, int inner)
{
	int k = leaves + blockIdx.x * blockDim.x + threadIdx.x;
	while (k < leaves + inner) {
		int total = 0, there = 0;
		for (int i = 0; i < 4; i++) {
			int s = sum[child[(k - leaves) * 4 + i]];
			if (s < 0)
				break;
			total += s;
			there++;
		}
		if (there == 4) {
			sum[k] = total & 0xffff;
			k += blockDim.x * gridDim.x;
		}
	}
}
CASE(volatile_tree)
{
	const int leaves = 100, inner = 400;
	std::vector<int> h(inner * 4), start(leaves + inner, -1), want;
	for (int k = 0; k < inner * 4; k++)
		h[k] = k % 3 ? (k * 37) % leaves : leaves + k / 4 - 1 - k % 20 < 0 || k < 100 ? k % leaves : leaves + k / 4 - 1 - k % 20;
	for (int k = 0; k < leaves; k++)
		start[k] = k;
	want = start;
	for (int k = 0; k < inner; k++)
		want[leaves + k] = (want[h[k * 4]] + want[h[k * 4 + 1]] + want[h[k * 4 + 2]] + want[h[k * 4 + 3]]) & 0xffff;
	Array<int> child(h), sum(start);
	sums_of_children<<<3, 32>>>(child, sum, leaves, inner);
	if (!ran())
		return false;
	for (int k = 0; k < leaves + inner; k++)
		if (sum.get()[k] != want[k])
			return false;
	return true;
}

// CASE launches_in_turn: what one launch writes the next one reads and overwrites
// EXPECT clean
// HARDWARE none
__global__ void pass(const int *from, int *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[i] = from[(i + 100) % n] + 1;
}
CASE(launches_in_turn)
{
	const int n = 1000;
	Array<int> a(counting<int>(n)), b(n);
	for (int r = 0; r < 4; r++) {
		pass<<<8, B>>>(r % 2 ? b : a, r % 2 ? a : b, n);
	}
	return ran() && a.get()[0] == 404;
}

// CASE read_only_by_all: all blocks read one table, each writes its own part
// EXPECT clean
// HARDWARE none
__global__ void lookup(const int *table, const int *key, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = table[key[i]] + table[0] + __ldg(&table[3]);
}
CASE(read_only_by_all)
{
	Array<int> table(counting<int>(16)), key(digits<int>(4 * B)), out(4 * B);
	lookup<<<4, B>>>(table, key, out);
	return ran() && out.get()[5] == digits<int>(6)[5] + 3;
}

// CASE union_find: connected components with labels that only atomics write and volatile loads read
// EXPECT clean
// HARDWARE none
__device__ int root(volatile int *label, int i)
{
	while (label[i] != i)
		i = label[i];
	return i;
}
__global__ void merge(int *label, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || i % 10 == 0)
		return;
	int a = root(label, i), b = root(label, i - 1);
	while (a != b) {
		if (a < b) {
			int c = a;
			a = b;
			b = c;
		}
		int old = atomicMin(&label[a], b);
		if (old == a)
			break;
		a = root(label, old);
		b = root(label, b);
	}
}
CASE(union_find)
{
	const int n = 500;
	Array<int> label(counting<int>(n));
	merge<<<4, B>>>(label, n);
	bool fine = ran();
	auto v = label.get();
	for (int i = 0; i < n; i++) {
		int r = i;
		while (v[r] != r)
			r = v[r];
		fine = fine && r == i / 10 * 10;
	}
	return fine;
}

// CASE flag_and_value: a scan in one pass: flag and value are the halves of one volatile word of 64 bits
// EXPECT clean
// HARDWARE unmeasured
union Told {
	struct {
		int sum, flag;
	} part;
	long long word;
};
__global__ void look_back(int *out, volatile long long *told)
{
	int i = blockIdx.x, from = 0;
	Told u;
	u.part = { i, 2 + (i == 0) };
	told[i] = u.word;
	for (int j = i - 1; j >= 0; j--) {
		do
			u.word = told[j];
		while (u.part.flag / 2 != 1);
		from += u.part.sum;
		if (u.part.flag & 1)
			break;
	}
	u.part = { from + i, 3 };
	told[i] = u.word;
	out[i] = from + i;
}
CASE(flag_and_value)
{
	const int n = 64;
	Array<int> out(n, 0);
	Array<long long> told(n, 0);
	look_back<<<n, 1>>>(out, told);
	return ran() && out.get()[n - 1] == n * (n - 1) / 2;
}

// CASE own_counters: each block sets counters of its own to 0, a barrier, its threads count, a barrier, and sets them again
// EXPECT clean
// HARDWARE unmeasured
__global__ void own_counters(int *count, int *out)
{
	int *mine = count + blockIdx.x * 64, t = threadIdx.x;
	if (t < 64)
		mine[t] = 0;
	__syncthreads();
	atomicAdd(&mine[t % 64], 1);
	__syncthreads();
	if (t < 64) {
		out[blockIdx.x * 64 + t] = mine[t];
		mine[t] = 0;
	}
	__syncthreads();
	atomicAdd(&mine[t * 5 % 64], 1);
}
CASE(own_counters)
{
	Array<int> count(4 * 64, 7), out(4 * 64, 0);
	own_counters<<<4, 128>>>(count, out);
	return ran() && out.get()[100] == 2 && count.get()[200] == 2;
}

// CASE first_value_before_the_flag: a block sets a counter to 0 plainly, counts, fences and sets a flag; the others wait for it and count
// EXPECT clean
// HARDWARE unmeasured
__global__ void flag_then_count(int *count, int *flag)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			*count = 0;
		__syncthreads();
		atomicAdd(count, 1);
		__threadfence();
		__syncthreads();
		if (threadIdx.x == 0)
			atomicExch(flag, 1);
	} else {
		if (threadIdx.x == 0)
			while (!atomicAdd(flag, 0))
				;
		__threadfence();
		__syncthreads();
		atomicAdd(count, 1);
	}
}
CASE(first_value_before_the_flag)
{
	Array<int> count(1, 9), flag(1, 0);
	flag_then_count<<<3, 64>>>(count, flag);
	return ran() && count.get()[0] == 192;
}

// CASE first_value_before_the_grid_meets: the first block sets a total and adds to it, all meet, all add
// EXPECT clean
// HARDWARE unmeasured
__global__ void grid_then_count(int *total)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			*total = 0;
		__syncthreads();
		atomicAdd(total, 1);
	}
	cooperative_groups::this_grid().sync();
	atomicAdd(total, 1);
}
CASE(first_value_before_the_grid_meets)
{
	Array<int> total(1, 9);
	int *p = total;
	void *args[] = { &p };
	said(cudaLaunchCooperativeKernel((void *)grid_then_count, 4, 64, args));
	return ran() && total.get()[0] == 5 * 64;
}

// CASE counted_anew_by_the_last: the last block sets the counter to 0 plainly, counts in it and sets it to 0 for the next launch
// EXPECT clean
// HARDWARE unmeasured
__global__ void last_counts_anew(int *count, int *out)
{
	__shared__ int ticket;
	__threadfence();
	if (threadIdx.x == 0)
		ticket = atomicAdd(count, 1);
	__syncthreads();
	if (ticket != gridDim.x - 1)
		return;
	if (threadIdx.x == 0)
		*count = 0;
	__syncthreads();
	atomicAdd(count, 2);
	__syncthreads();
	if (threadIdx.x == 0) {
		*out = *count;
		*count = 0;
	}
}
CASE(counted_anew_by_the_last)
{
	Array<int> count(1, 0), out(1, 0);
	for (int k = 0; k < 2; k++)
		last_counts_anew<<<4, 64>>>(count, out);
	return ran() && out.get()[0] == 128;
}
