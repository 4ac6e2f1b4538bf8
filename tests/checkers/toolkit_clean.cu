/* toolkit_clean.cu: right programs with the barriers, latches, semaphores, pipelines and groups of the toolkit. */
#include "case.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

// CASE full_and_empty: a warp fills two tiles in turn, another one empties them; a barrier object each for full and empty
// EXPECT clean
// HARDWARE unmeasured
__global__ void full_and_empty(const int *in, int *out, int rounds)
{
	__shared__ int tile[2][32];
	__shared__ BlockBarrier full[2], empty[2];
	int t = threadIdx.x;
	if (t < 2) {
		init(&full[t], 64);
		init(&empty[t], 64);
	}
	__syncthreads();
	for (int r = 0; r < rounds; r++) {
		if (t < 32) {
			if (r >= 2)
				empty[r % 2].arrive_and_wait();
			tile[r % 2][t] = in[r * 32 + t];
			(void)full[r % 2].arrive();
		} else {
			full[r % 2].arrive_and_wait();
			out[r * 32 + t - 32] = tile[r % 2][63 - t] + 1;
			if (r + 2 < rounds)
				(void)empty[r % 2].arrive();
		}
	}
}
CASE(full_and_empty)
{
	Array<int> in(counting<int>(320)), out(320);
	full_and_empty<<<2, 64>>>(in, out, 10);
	std::vector<int> want(320);
	for (int k = 0; k < 320; k++)
		want[k] = k / 32 * 32 + 31 - k % 32 + 1;
	return ran() && out.get() == want;
}

// CASE start_by_latch: one warp prepares a table and counts a latch down, the others wait for that
// EXPECT clean
// HARDWARE unmeasured
__global__ void start_by_latch(int *out)
{
	__shared__ int table[32];
	__shared__ alignas(8) char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
	auto *latch = (cuda::latch<cuda::thread_scope_block> *)room;
	int t = threadIdx.x;
	if (t == 0)
		new (latch) cuda::latch<cuda::thread_scope_block>(32);
	__syncthreads();
	if (t < 32) {
		table[t] = 3 * t;
		latch->count_down();
	} else {
		latch->wait();
		out[t - 32] = table[(t + 5) % 32];
	}
}
CASE(start_by_latch)
{
	Array<int> out(96);
	start_by_latch<<<1, 128>>>(out);
	std::vector<int> want(96);
	for (int k = 0; k < 96; k++)
		want[k] = (k + 5) % 32 * 3;
	return ran() && out.get() == want;
}

// CASE semaphore_as_lock: blocks add to a plain total, one at a time
// EXPECT clean
// HARDWARE unmeasured
using Lock = cuda::binary_semaphore<cuda::thread_scope_device>;
__global__ void make_lock(Lock *l)
{
	new (l) Lock(1);
}
__global__ void add_locked(Lock *l, int *total)
{
	if (threadIdx.x)
		return;
	l->acquire();
	*total += 1 + blockIdx.x;
	l->release();
}
CASE(semaphore_as_lock)
{
	Array<Lock> l(1);
	Array<int> total(1, 0);
	make_lock<<<1, 1>>>(l);
	add_locked<<<20, 32>>>(l, total);
	return ran() && total.get()[0] == 210;
}

// CASE ring_by_semaphores: one block writes into four places, another one reads; semaphores count free and full ones
// EXPECT clean
// HARDWARE unmeasured
using Count = cuda::counting_semaphore<cuda::thread_scope_device>;
__global__ void make_counts(Count *c)
{
	new (&c[0]) Count(4);
	new (&c[1]) Count(0);
}
__global__ void ring_of_four(Count *c, int *ring, const int *in, int *out, int n)
{
	for (int k = 0; k < n; k++)
		if (blockIdx.x == 0) {
			c[0].acquire();
			ring[k % 4] = in[k];
			c[1].release();
		} else {
			c[1].acquire();
			out[k] = ring[k % 4] * 2;
			c[0].release();
		}
}
CASE(ring_by_semaphores)
{
	Array<Count> c(2);
	Array<int> ring(4), in(counting<int>(50)), out(50);
	make_counts<<<1, 1>>>(c);
	ring_of_four<<<2, 1>>>(c, ring, in, out, 50);
	std::vector<int> want(50);
	for (int k = 0; k < 50; k++)
		want[k] = 2 * k;
	return ran() && out.get() == want;
}

// CASE pipeline_of_a_thread: each thread copies its own next element ahead
// EXPECT clean
// HARDWARE unmeasured
__global__ void own_pipeline(const int4 *in, int4 *out, int rounds)
{
	__shared__ int4 stage[3][64];
	auto p = cuda::make_pipeline();
	int t = threadIdx.x, ahead = 0;
	for (int r = 0; r < rounds; r++) {
		for (; ahead < rounds && ahead < r + 3; ahead++) {
			p.producer_acquire();
			cuda::memcpy_async(&stage[ahead % 3][t], &in[ahead * 64 + t], cuda::aligned_size_t<16>(16), p);
			p.producer_commit();
		}
		p.consumer_wait();
		int4 v = stage[r % 3][t];
		out[r * 64 + t] = make_int4(v.w, v.z, v.y, v.x);
		p.consumer_release();
	}
}
CASE(pipeline_of_a_thread)
{
	Array<int4> in(64 * 7), out(64 * 7);
	std::vector<int4> v(64 * 7);
	for (int k = 0; k < 64 * 7; k++)
		v[k] = make_int4(k, 2 * k, 3 * k, 4 * k);
	in.put(v);
	own_pipeline<<<1, 64>>>(in, out, 7);
	bool ok = ran();
	std::vector<int4> got = out.get();
	for (int k = 0; k < 64 * 7; k++)
		ok = ok && got[k].x == 4 * k && got[k].w == k;
	return ok;
}

// CASE pipeline_with_roles: a warp copies for the others, by a pipeline of the block
// EXPECT clean
// HARDWARE unmeasured
__global__ void with_roles(const int *in, int *out, int rounds)
{
	__shared__ int stage[2][96];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto block = cg::this_thread_block();
	auto p = cuda::make_pipeline(block, &state, 32);
	int t = threadIdx.x;
	for (int r = 0; r < rounds; r++)
		if (t < 32) {
			p.producer_acquire();
			for (int k = t; k < 96; k += 32)
				cuda::memcpy_async(&stage[r % 2][k], &in[r * 96 + k], sizeof(int), p);
			p.producer_commit();
		} else {
			p.consumer_wait();
			out[r * 96 + t - 32] = stage[r % 2][127 - t];
			p.consumer_release();
		}
}
CASE(pipeline_with_roles)
{
	Array<int> in(counting<int>(96 * 6)), out(96 * 6);
	with_roles<<<1, 128>>>(in, out, 6);
	std::vector<int> want(96 * 6);
	for (int k = 0; k < 96 * 6; k++)
		want[k] = k / 96 * 96 + 95 - k % 96;
	return ran() && out.get() == want;
}

// CASE last_one_completes: the last to arrive runs a function that sums up what all wrote
// EXPECT clean
// HARDWARE unmeasured
struct SumUp {
	int *values, *sum;
	__device__ void operator()() noexcept
	{
		*sum = 0;
		for (int k = 0; k < 64; k++)
			*sum += values[k];
	}
};
__global__ void completes(int *out)
{
	__shared__ int values[64], sum;
	using B = cuda::barrier<cuda::thread_scope_block, SumUp>;
	__shared__ alignas(B) char room[sizeof(B)];
	B *b = (B *)room;
	int t = threadIdx.x;
	if (t == 0)
		new (b) B(64, SumUp{ values, &sum });
	__syncthreads();
	for (int r = 1; r <= 3; r++) {
		values[t] = r * t;
		b->arrive_and_wait();
		out[r * 64 - 64 + t] = sum;
		__syncthreads();
	}
}
CASE(last_one_completes)
{
	Array<int> out(192);
	completes<<<1, 64>>>(out);
	std::vector<int> want(192);
	for (int k = 0; k < 192; k++)
		want[k] = (k / 64 + 1) * 2016;
	return ran() && out.get() == want;
}

// CASE drops_out: each round a quarter of the threads leaves the barrier object for good
// EXPECT clean
// HARDWARE unmeasured
__global__ void drops_out(int *out)
{
	__shared__ BlockBarrier b;
	__shared__ int s[128];
	int t = threadIdx.x;
	if (t == 0)
		init(&b, 128);
	__syncthreads();
	for (int left = 128; left > 32; left -= 32) {
		s[t] = left + t;
		if (t >= left - 32) {
			b.arrive_and_drop();
			return;
		}
		b.arrive_and_wait();
		out[t] = s[left - 1 - t];
		b.arrive_and_wait();
	}
}
CASE(drops_out)
{
	Array<int> out(96, 0);
	drops_out<<<1, 128>>>(out);
	bool ok = ran();
	std::vector<int> got = out.get();
	for (int t = 0; t < 96; t++) {
		int left = t < 32 ? 64 : t < 64 ? 96 : 128;
		ok = ok && got[t] == left + left - 1 - t;
	}
	return ok;
}

// CASE copy_for_the_block: the block copies a tile together and waits by a barrier object
// EXPECT clean
// HARDWARE unmeasured
__global__ void block_copy(const int *in, int *out)
{
	extern __shared__ int tile[];
	__shared__ BlockBarrier b;
	auto block = cg::this_thread_block();
	if (block.thread_rank() == 0)
		init(&b, block.size());
	block.sync();
	for (int r = 0; r < 4; r++) {
		cuda::memcpy_async(block, tile, in + r * 256, sizeof(int) * 256, b);
		b.arrive_and_wait();
		for (int k = block.thread_rank(); k < 256; k += block.size())
			out[r * 256 + k] = tile[255 - k];
		block.sync();
	}
}
CASE(copy_for_the_block)
{
	Array<int> in(counting<int>(1024)), out(1024);
	block_copy<<<1, 96, 1024>>>(in, out);
	std::vector<int> want(1024);
	for (int k = 0; k < 1024; k++)
		want[k] = k / 256 * 256 + 255 - k % 256;
	return ran() && out.get() == want;
}

// CASE aggregated_by_group: lanes that are there add once for all of them, and get places of their own
// EXPECT clean
// HARDWARE unmeasured
__global__ void aggregated(const int *in, int *count, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || in[i] % 5)
		return;
	auto g = cg::coalesced_threads();
	int at = 0;
	if (g.thread_rank() == 0)
		at = atomicAdd(count, (int)g.size());
	out[g.shfl(at, 0) + g.thread_rank()] = in[i];
}
CASE(aggregated_by_group)
{
	Array<int> in(counting<int>(1000)), count(1, 0), out(200, -1);
	aggregated<<<4, 256>>>(in, count, out, 1000);
	bool ok = ran() && count.get()[0] == 200;
	int sum = 0;
	for (int v : out.get())
		sum += v;
	return ok && sum == 99500;
}

// CASE tiles_of_a_warp: tiles of sixteen exchange through shared memory of their own, with tile.sync()
// EXPECT clean
// HARDWARE unmeasured
__global__ void tiles(int *out)
{
	__shared__ int s[8][16];
	auto tile = cg::tiled_partition<16>(cg::this_thread_block());
	int *mine = s[tile.meta_group_rank()], r = tile.thread_rank();
	for (int d = 1; d < 16; d *= 2) {
		mine[r] = r + d;
		tile.sync();
		int other = mine[r ^ d];
		tile.sync();
		mine[r] = other;
	}
	out[threadIdx.x] = mine[r] + cg::reduce(tile, 1, cg::plus<int>());
}
CASE(tiles_of_a_warp)
{
	Array<int> out(128);
	tiles<<<1, 128>>>(out);
	std::vector<int> want(128);
	for (int t = 0; t < 128; t++)
		want[t] = ((t % 16) ^ 8) + 8 + 16;
	return ran() && out.get() == want;
}

// CASE parted_by_value: the warp parts by a condition and by a label, and each part sums for itself
// EXPECT clean
// HARDWARE unmeasured
__global__ void parted(const int *in, int *out)
{
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	int v = in[threadIdx.x];
	auto half = cg::binary_partition(warp, v % 2 == 0);
	auto part = cg::labeled_partition(warp, v % 3);
	out[threadIdx.x] = cg::reduce(half, v, cg::plus<int>()) * 1000 + cg::reduce(part, 1, cg::plus<int>());
}
CASE(parted_by_value)
{
	Array<int> in(counting<int>(64)), out(64);
	parted<<<1, 64>>>(in, out);
	bool ok = ran();
	std::vector<int> got = out.get();
	for (int t = 0; t < 64; t++) {
		int sum = 0, n = 0;
		for (int u = t / 32 * 32; u < t / 32 * 32 + 32; u++) {
			sum += u % 2 == t % 2 ? u : 0;
			n += u % 3 == t % 3;
		}
		ok = ok && got[t] == sum * 1000 + n;
	}
	return ok;
}

// CASE ball_between_blocks: two blocks hand a value to and fro by cuda::atomic, with wait and notify
// EXPECT clean
// HARDWARE unmeasured
__global__ void ball(int *turn, int *value, int rounds)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> t(*turn);
	for (int r = 0; r < rounds; r++) {
		int want = 2 * r + (int)blockIdx.x, now;
		while ((now = t.load(cuda::memory_order_acquire)) != want)
			t.wait(now, cuda::memory_order_relaxed);
		*value = *value * 2 % 1009 + (int)blockIdx.x;
		t.store(want + 1, cuda::memory_order_release);
		t.notify_all();
	}
}
CASE(ball_between_blocks)
{
	Array<int> turn(1, 0), value(1, 1);
	ball<<<2, 1>>>(turn, value, 9);
	int want = 1;
	for (int k = 0; k < 18; k++)
		want = want * 2 % 1009 + k % 2;
	return ran() && value.get()[0] == want;
}
