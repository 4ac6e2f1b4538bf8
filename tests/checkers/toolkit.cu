/* toolkit.cu: the barriers, latches, semaphores, pipelines and groups of the toolkit, wrongly used. */
#include "case.h"
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

// CASE never_asks_if_empty: a warp fills a tile round by round without asking whether it was read: its own arrivals end a phase
// EXPECT synccheck deadlock at full-wait
// HARDWARE unmeasured
__global__ void never_asks(const int *in, int *out, int rounds)
{
	__shared__ int tile[32];
	__shared__ BlockBarrier full;
	int t = threadIdx.x;
	if (t == 0)
		init(&full, 64);
	__syncthreads();
	for (int r = 0; r < rounds; r++)
		if (t < 32) {
			tile[t] = in[r * 32 + t]; // BUG fill
			(void)full.arrive();
		} else {
			full.arrive_and_wait(); // BUG full-wait
			out[r * 32 + t - 32] = tile[63 - t]; // BUG drain
		}
}
CASE(never_asks_if_empty)
{
	Array<int> in(counting<int>(320)), out(320);
	never_asks<<<1, 64>>>(in, out, 3);
	return ran();
}

// CASE counts_down_first: a latch is counted down before the table is written
// EXPECT racecheck RAW|WAR error between late-table and table-read
// ALSO initcheck
// HARDWARE unmeasured
__global__ void counts_first(int *out)
{
	__shared__ int table[32];
	__shared__ alignas(8) char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
	auto *latch = (cuda::latch<cuda::thread_scope_block> *)room;
	int t = threadIdx.x;
	if (t == 0)
		new (latch) cuda::latch<cuda::thread_scope_block>(32);
	__syncthreads();
	if (t < 32) {
		latch->count_down();
		table[t] = 3 * t; // BUG late-table
	} else {
		latch->wait();
		out[t - 32] = table[(t + 5) % 32]; // BUG table-read
	}
}
CASE(counts_down_first)
{
	Array<int> out(32);
	counts_first<<<1, 64>>>(out);
	return ran();
}

// CASE one_without_the_lock: one block adds to the total without the semaphore that the others take
// EXPECT racecheck RAW|WAR|WAW error between locked-add|bare-add and bare-add|locked-add
// HARDWARE unmeasured
using Lock = cuda::binary_semaphore<cuda::thread_scope_device>;
__global__ void make_lock(Lock *l)
{
	new (l) Lock(1);
}
__global__ void add_locked(Lock *l, int *total)
{
	if (blockIdx.x == 3) {
		*total += 1; // BUG bare-add
		return;
	}
	l->acquire();
	*total += 1; // BUG locked-add
	l->release();
}
CASE(one_without_the_lock)
{
	Array<Lock> l(1);
	Array<int> total(1, 0);
	make_lock<<<1, 1>>>(l);
	add_locked<<<6, 1>>>(l, total);
	return ran();
}

// CASE released_too_early: the semaphore is given back before the update is done
// EXPECT racecheck RAW|WAR|WAW error between early-release and early-release
// HARDWARE unmeasured
__global__ void releases_early(Lock *l, int *total)
{
	l->acquire();
	l->release();
	*total += 1; // BUG early-release
}
CASE(released_too_early)
{
	Array<Lock> l(1);
	Array<int> total(1, 0);
	make_lock<<<1, 1>>>(l);
	releases_early<<<4, 1>>>(l, total);
	return ran();
}

// CASE pipeline_not_waited: the consumer of a block's pipeline reads without consumer_wait()
// EXPECT racecheck RAW|WAR error between staged-copy and staged-read
// ALSO initcheck
// HARDWARE unmeasured
__global__ void not_waited(const int *in, int *out, int rounds)
{
	__shared__ int stage[2][32];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto block = cg::this_thread_block();
	auto p = cuda::make_pipeline(block, &state, 32);
	int t = threadIdx.x;
	for (int r = 0; r < rounds; r++)
		if (t < 32) {
			p.producer_acquire();
			cuda::memcpy_async(&stage[r % 2][t], &in[r * 32 + t], sizeof(int), p); // BUG staged-copy
			p.producer_commit();
		} else {
			out[r * 32 + t - 32] = stage[r % 2][63 - t]; // BUG staged-read
			p.consumer_wait();
			p.consumer_release();
		}
}
CASE(pipeline_not_waited)
{
	Array<int> in(counting<int>(32 * 6)), out(32 * 6);
	not_waited<<<1, 64>>>(in, out, 6);
	return ran();
}

// CASE released_before_read: the consumer releases a stage and reads it only then
// EXPECT racecheck RAW|WAR error between next-copy and late-stage-read
// HARDWARE unmeasured
__global__ void released_before(const int *in, int *out, int rounds)
{
	__shared__ int stage[2][32];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	auto block = cg::this_thread_block();
	auto p = cuda::make_pipeline(block, &state, 32);
	int t = threadIdx.x;
	for (int r = 0; r < rounds; r++)
		if (t < 32) {
			p.producer_acquire();
			cuda::memcpy_async(&stage[r % 2][t], &in[r * 32 + t], sizeof(int), p); // BUG next-copy
			p.producer_commit();
		} else {
			p.consumer_wait();
			p.consumer_release();
			out[r * 32 + t - 32] = stage[r % 2][63 - t]; // BUG late-stage-read
		}
}
CASE(released_before_read)
{
	Array<int> in(counting<int>(32 * 6)), out(32 * 6);
	released_before<<<1, 64>>>(in, out, 6);
	return ran();
}

// CASE counts_half: a barrier object made for 96 of the 128 threads that come: the last warp waits for the next phase
// EXPECT synccheck deadlock at half-wait
// ALSO racecheck
// HARDWARE unmeasured
__global__ void counts_half(int *out)
{
	__shared__ BlockBarrier b;
	__shared__ int s[128];
	int t = threadIdx.x;
	if (t == 0)
		init(&b, 96);
	__syncthreads();
	s[t] = t; // BUG half-write
	b.arrive_and_wait(); // BUG half-wait
	out[t] = s[127 - t]; // BUG half-read
}
CASE(counts_half)
{
	Array<int> out(128);
	counts_half<<<1, 128>>>(out);
	return ran();
}

// CASE used_before_made: no barrier between the init of a barrier object and its use
// EXPECT racecheck RAW|WAR|WAW error|warning between made and used
// HARDWARE unmeasured
__global__ void before_made(int *out)
{
	__shared__ BlockBarrier b;
	int t = threadIdx.x;
	if (t == 0)
		init(&b, 64); // BUG made
	b.arrive_and_wait(); // BUG used
	out[t] = t;
}
CASE(used_before_made)
{
	Array<int> out(64);
	before_made<<<1, 64>>>(out);
	return ran();
}

// CASE tile_for_block: tile.sync() where the block's sync() is needed
// EXPECT racecheck RAW|WAR error between tile-write and tile-read
// ALSO initcheck
// HARDWARE unmeasured
__global__ void tile_for_block(int *out)
{
	__shared__ int s[128];
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	s[threadIdx.x] = threadIdx.x; // BUG tile-write
	tile.sync();
	out[threadIdx.x] = s[127 - threadIdx.x]; // BUG tile-read
}
CASE(tile_for_block)
{
	Array<int> out(128);
	tile_for_block<<<1, 128>>>(out);
	return ran();
}

// CASE copy_read_at_once: the block's copy is told to a barrier object, and the tile is read after arrive() alone
// EXPECT racecheck RAW|WAR error between told-copy and read-at-once
// ALSO initcheck
// HARDWARE unmeasured
__global__ void read_at_once(const int *in, int *out)
{
	__shared__ int tile[128];
	__shared__ BlockBarrier b;
	auto block = cg::this_thread_block();
	if (block.thread_rank() == 0)
		init(&b, block.size());
	block.sync();
	cuda::memcpy_async(block, tile, in, sizeof(int) * 128, b); // BUG told-copy
	auto token = b.arrive();
	int v = tile[127 - block.thread_rank()]; // BUG read-at-once
	b.wait(std::move(token));
	out[block.thread_rank()] = v;
}
CASE(copy_read_at_once)
{
	Array<int> in(counting<int>(128)), out(128);
	read_at_once<<<1, 128>>>(in, out);
	return ran();
}

// CASE relaxed_ball: the value is handed over by relaxed stores and loads
// EXPECT racecheck RAW|WAR|WAW error between ball and ball
// HARDWARE unmeasured
__global__ void relaxed_ball(int *turn, int *value, int rounds)
{
	cuda::atomic_ref<int, cuda::thread_scope_device> t(*turn);
	for (int r = 0; r < rounds; r++) {
		int want = 2 * r + (int)blockIdx.x;
		while (t.load(cuda::memory_order_relaxed) != want)
			;
		*value = *value * 2 + (int)blockIdx.x; // BUG ball
		t.store(want + 1, cuda::memory_order_relaxed);
	}
}
CASE(relaxed_ball)
{
	Array<int> turn(1, 0), value(1, 1);
	relaxed_ball<<<2, 1>>>(turn, value, 3);
	return ran();
}

// CASE block_scope_ball: the flag between two blocks has the scope of one
// EXPECT racecheck RAW|WAR|WAW error between narrow-ball|narrow-load and narrow-ball|narrow-store
// HARDWARE unmeasured
__global__ void narrow_ball(int *turn, int *value)
{
	cuda::atomic_ref<int, cuda::thread_scope_block> t(*turn);
	if (blockIdx.x) {
		while (t.load(cuda::memory_order_acquire) == 0) // BUG narrow-load
			;
		*value += 1; // BUG narrow-ball
	} else {
		*value = 5; // BUG narrow-ball
		t.store(1, cuda::memory_order_release); // BUG narrow-store
	}
}
CASE(block_scope_ball)
{
	Array<int> turn(1, 0), value(1, 1);
	narrow_ball<<<2, 1>>>(turn, value);
	return ran();
}

// CASE wrong_phase: raw mbarrier: each waits for the parity of the phase before
// EXPECT racecheck RAW|WAR error between parity-write and parity-read
// ALSO initcheck synccheck
// HARDWARE unmeasured
__global__ void wrong_phase(int *out)
{
	__shared__ unsigned long long bar;
	__shared__ int s[64];
	unsigned at = (unsigned)__cvta_generic_to_shared(&bar), t = threadIdx.x, done;
	if (t == 0)
		asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
	__syncthreads();
	s[t] = t; // BUG parity-write
	asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" ::"r"(at) : "memory");
	do
		asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 1; selp.b32 %0, 1, 0, p; }"
			     : "=r"(done)
			     : "r"(at)
			     : "memory");
	while (!done);
	out[t] = s[63 - t]; // BUG parity-read
}
CASE(wrong_phase)
{
	Array<int> out(64);
	wrong_phase<<<1, 64>>>(out);
	return ran();
}
