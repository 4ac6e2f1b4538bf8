/* barriers.cu: barriers that not everybody reaches, masks that name who will not come, counts that do not fit. */
#include "case.h"

static const int B = 128;

// CASE divergent_branch: a barrier in a branch that half the lanes of each warp take
// EXPECT synccheck barrier at odd-barrier
// HARDWARE synccheck
__global__ void odd(int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = t;
	if (t % 2)
		__syncthreads(); // BUG odd-barrier
	out[t] = s[t] + 1;
}
CASE(divergent_branch)
{
	Array<int> out(B);
	odd<<<1, B>>>(out);
	return ran();
}

// CASE both_arms: both arms of a branch that splits the warps have a barrier of their own
// EXPECT synccheck barrier at arm-one|arm-two
// HARDWARE racecheck synccheck
__global__ void arms(int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	if (t % 4 == 0) {
		s[t] = 1;
		__syncthreads(); // BUG arm-one
		out[t] = s[B - 1 - t];
	} else {
		s[t] = 2;
		__syncthreads(); // BUG arm-two
		out[t] = s[B - 1 - t] * 5;
	}
}
CASE(both_arms)
{
	Array<int> out(B);
	arms<<<1, B>>>(out);
	return ran();
}

// CASE loop_trip_counts: a barrier in a loop that some threads of a warp leave a round earlier
// EXPECT synccheck barrier at loop-barrier|loop-after
// HARDWARE synccheck
__global__ void strided(const int *in, int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x, sum = 0;
	for (int i = t; i < n; i += B) {
		s[t] = in[i];
		__syncthreads(); // BUG loop-barrier
		sum += s[t];
	}
	__syncthreads(); // BUG loop-after
	out[t] = sum;
}
CASE(loop_trip_counts)
{
	const int n = 3 * B - 40;
	Array<int> in(counting<int>(n)), out(B);
	strided<<<1, B>>>(in, out, n);
	return ran();
}

// CASE loop_left_early: threads of a warp leave a loop with a barrier for good, and have nothing more to do
// EXPECT synccheck barrier at halving-barrier
// HARDWARE unmeasured
__global__ void halves(int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = t;
	__syncthreads();
	for (int k = 1; k < B; k *= 2) {
		if (t % (2 * k))
			return;
		s[t] += s[t + k];
		__syncthreads(); // BUG halving-barrier
	}
	out[0] = s[0];
}
CASE(loop_left_early)
{
	Array<int> out(1);
	halves<<<1, B>>>(out);
	return ran();
}

// CASE warp_skips: a whole warp leaves the barrier out and goes on to the next one
// EXPECT synccheck barrier at first-barrier|second-barrier
// HARDWARE synccheck
__global__ void skips(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = in[t];
	if (t < 96)
		__syncthreads(); // BUG first-barrier
	in += 1;
	if (t > 0)
		s[t] += in[t - 1];
	__syncthreads(); // BUG second-barrier
	out[t] = s[t];
}
CASE(warp_skips)
{
	Array<int> in(counting<int>(B)), out(B);
	skips<<<1, B>>>(in, out);
	return ran();
}

// CASE exited_lanes_named: lanes without work return, and the shuffles of the others still name them
// EXPECT synccheck shuffle at full-mask
// SAYS which has exited
// HARDWARE none
__global__ void sum_tail(const int *in, int *out, int n)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	int v = in[i];
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffffu, v, d); // BUG full-mask
	if (i == 0)
		*out = v;
}
CASE(exited_lanes_named)
{
	Array<int> in(counting<int>(20)), out(1);
	sum_tail<<<1, 32>>>(in, out, 20);
	return ran();
}

// CASE exited_lanes_read: as above, in an exchange of neighbours: one lane reads from a lane that has exited
// EXPECT synccheck shuffle at odd-one
// HARDWARE unmeasured
__global__ void neighbours(const int *in, int *out, int n)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	out[i] = in[i] + __shfl_xor_sync(0xffffffffu, in[i], 1); // BUG odd-one
}
CASE(exited_lanes_read)
{
	Array<int> in(counting<int>(32)), out(32);
	neighbours<<<1, 32>>>(in, out, 21);
	return ran();
}

// CASE not_in_own_mask: a lane calls __syncwarp with a mask that it is not in
// EXPECT synccheck mask at own-mask
// HARDWARE synccheck
__global__ void not_in_mask(int *out, unsigned mask)
{
	__shared__ int s[32];
	int t = threadIdx.x;
	s[t] = t;
	__syncwarp(mask); // BUG own-mask
	out[t] = s[t];
}
CASE(not_in_own_mask)
{
	Array<int> out(32);
	not_in_mask<<<1, 32>>>(out, 0x0000ffffu);
	return ran();
}

// CASE mask_in_branch: a full mask in a branch that half the lanes take, the others wait at the block's barrier: a deadlock
// EXPECT synccheck mask|deadlock|barrier at branch-vote|branch-barrier
// HARDWARE racecheck
__global__ void half_votes(const int *in, int *out)
{
	int t = threadIdx.x, votes = 0;
	if (t < 16)
		votes = __popc(__ballot_sync(0xffffffffu, in[t] > 3)); // BUG branch-vote
	__syncthreads(); // BUG branch-barrier
	out[t] = votes;
}
CASE(mask_in_branch)
{
	Array<int> in(counting<int>(32)), out(32);
	half_votes<<<1, 32>>>(in, out);
	return ran();
}

// CASE count_not_of_warps: a barrier for 48 threads
// EXPECT synccheck barrier at odd-count
// HARDWARE none
__global__ void odd_count(int *out, int count)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	s[t] = t;
	asm volatile("bar.sync 1, %0;" :: "r"(count) : "memory"); // BUG odd-count
	out[t] = s[t];
}
CASE(count_not_of_warps)
{
	Array<int> out(64);
	odd_count<<<1, 64>>>(out, 48);
	return ran();
}

// CASE count_too_large: a barrier for four warps that two reach: nobody goes on
// EXPECT synccheck deadlock|barrier at lonely
// HARDWARE racecheck
__global__ void lonely(int *out, int count)
{
	int t = threadIdx.x;
	if (t < 64)
		asm volatile("bar.sync 1, %0;" :: "r"(count) : "memory"); // BUG lonely
	out[t] = t;
}
CASE(count_too_large)
{
	Array<int> out(B);
	lonely<<<1, B>>>(out, 128);
	return ran();
}

// CASE opposite_order: two warps wait at two barriers in opposite order
// EXPECT synccheck deadlock|barrier at one-then|two-then
// HARDWARE racecheck
__global__ void opposite(int *out)
{
	int t = threadIdx.x;
	if (t < 32) {
		asm volatile("bar.sync 1, 64;" ::: "memory"); // BUG one-then
		asm volatile("bar.sync 2, 64;" ::: "memory");
	} else {
		asm volatile("bar.sync 2, 64;" ::: "memory"); // BUG two-then
		asm volatile("bar.sync 1, 64;" ::: "memory");
	}
	out[t] = t;
}
CASE(opposite_order)
{
	Array<int> out(64);
	opposite<<<1, 64>>>(out);
	return ran();
}

// CASE mbarrier_count: a barrier object that waits for one thread more than there are
// EXPECT synccheck deadlock at wait-forever
// HARDWARE racecheck
__global__ void waits(int *out)
{
	__shared__ __align__(8) uint64_t bar;
	uint32_t where = (uint32_t)__cvta_generic_to_shared(&bar), done = 0;
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(where), "r"(blockDim.x + 1) : "memory");
	__syncthreads();
	asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" :: "r"(where) : "memory");
	while (!done)
		asm volatile("{ .reg .pred p; .reg .b64 s; mov.b64 s, 0; mbarrier.test_wait.shared.b64 p, [%1], s; selp.u32 %0, 1, 0, p; }" // BUG wait-forever
			: "=r"(done) : "r"(where) : "memory"); // BUG wait-forever
	out[threadIdx.x] = 1;
}
CASE(mbarrier_count)
{
	Array<int> out(64);
	waits<<<1, 64>>>(out);
	return ran();
}

// CASE waits_for_own_warp: a lane waits for a flag that a lane of its warp sets after a __syncwarp of all: a deadlock
// EXPECT synccheck deadlock at spin|spin-sync
// HARDWARE racecheck
__global__ void own_warp(int *out)
{
	__shared__ volatile int flag;
	if (threadIdx.x == 0)
		flag = 0;
	__syncwarp();
	if (threadIdx.x == 0) {
		while (!flag) // BUG spin
			;
	} else {
		__syncwarp(); // BUG spin-sync
		flag = 1;
	}
	out[threadIdx.x] = flag;
}
CASE(waits_for_own_warp)
{
	Array<int> out(32);
	own_warp<<<1, 32>>>(out);
	return ran();
}

// CASE grid_sync_in_plain_launch: grid.sync() in a kernel that was launched with <<<>>>
// EXPECT memcheck trap at plain-grid-sync
// HARDWARE memcheck
#include <cooperative_groups.h>
__global__ void plain_grid(int *out)
{
	cooperative_groups::this_grid().sync(); // BUG plain-grid-sync
	out[threadIdx.x] = 1;
}
CASE(grid_sync_in_plain_launch)
{
	Array<int> out(32);
	plain_grid<<<2, 32>>>(out);
	return ran();
}

// CASE left_at_named_barrier: a warp returns before the named barrier that counts on it
// EXPECT synccheck deadlock|barrier at counts-on-it
// HARDWARE racecheck
__global__ void left_named(int *out, int n)
{
	__shared__ int s[96];
	int t = threadIdx.x;
	if (t >= n)
		return;
	s[t] = t;
	asm volatile("bar.sync 1, 96;" ::: "memory"); // BUG counts-on-it
	out[t] = s[n - 1 - t];
}
CASE(left_at_named_barrier)
{
	Array<int> out(96);
	left_named<<<1, 96>>>(out, 64);
	return ran();
}

// CASE ballot_in_branch: half the lanes vote with a mask of all; the others go on, work and end
// EXPECT synccheck mask warning at vote
// ADVICE The mask has to name the lanes
// HARDWARE unmeasured
__global__ void vote(const int *in, int *out)
{
	int t = threadIdx.x;
	unsigned m = 0;
	if (t % 32 < 16)
		m = __ballot_sync(0xffffffffu, in[t] > 3); // BUG vote
	out[t] = in[t] + __popc(m);
}
CASE(ballot_in_branch)
{
	Array<int> in(counting<int>(B)), out(B);
	vote<<<1, B>>>(in, out);
	return ran();
}

// CASE syncwarp_in_branch: the same of a barrier of the warp
// EXPECT synccheck mask warning at half
// HARDWARE unmeasured
__global__ void half_meets(const int *in, int *out)
{
	int t = threadIdx.x;
	out[t] = in[t] / 2;
	if (t % 32 < 16)
		__syncwarp(); // BUG half
	out[t] += in[t] * in[t] + in[t] / 3;
}
CASE(syncwarp_in_branch)
{
	Array<int> in(counting<int>(B)), out(B);
	half_meets<<<1, B>>>(in, out);
	return ran();
}

// CASE last_barrier_in_guard: the whole kernel stands in if (i < n), its last barrier too
// EXPECT synccheck barrier warning at in-guard
// SAYS the kernel's last barrier is reached by 72 of 128 threads
// HARDWARE unmeasured
__global__ void last_in_guard(const int *a, int *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		o[i] = a[i] * 2;
		__syncthreads(); // BUG in-guard
	}
}
CASE(last_barrier_in_guard)
{
	Array<int> a(counting<int>(256)), o(256, 0);
	last_in_guard<<<2, 128>>>(a, o, 200);
	return ran();
}

// CASE last_barrier_whole_warps: the same, where the guard parts no warp
// EXPECT synccheck barrier warning at in-guard
// HARDWARE unmeasured
CASE(last_barrier_whole_warps)
{
	Array<int> a(counting<int>(256)), o(256, 0);
	last_in_guard<<<2, 128>>>(a, o, 192);
	return ran();
}

// CASE loop_of_strides: a loop over a stride has a barrier, and some threads of a warp take a turn less than the others
// EXPECT synccheck barrier at stride-barrier
// SAYS Lanes 0-11 wait, lanes 12-31 went past and exited
// HARDWARE unmeasured
__global__ void strides(int *a, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		a[i]++;
		__syncthreads(); // BUG stride-barrier
	}
}
CASE(loop_of_strides)
{
	Array<int> a(300, 1);
	strides<<<1, B>>>(a, 300);
	return ran();
}

// CASE warps_leave_the_loop: some warps take a turn less of a loop with two barriers, store and are gone
// EXPECT synccheck barrier warning at warps-turn-first|warps-turn-second
// SAYS 64 of 128 threads; the warp of thread (64,0,0) and 1 other warp went round it and exited
// HARDWARE unmeasured
__global__ void warps_leave(const int *in, int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x, sum = 0;
	for (int i = t; i < n; i += B) {
		s[t] = in[i];
		__syncthreads(); // BUG warps-turn-first
		sum += s[B - 1 - t];
		__syncthreads(); // BUG warps-turn-second
	}
	out[t] = sum;
}
CASE(warps_leave_the_loop)
{
	Array<int> in(320, 1), out(B, 0);
	warps_leave<<<1, B>>>(in, out, 320);
	return ran();
}

// CASE warps_leave_for_good: the same, and nothing comes after the loop
// EXPECT synccheck barrier warning at for-good
// HARDWARE unmeasured
__global__ void leave_for_good(int *a, int n)
{
	for (int i = threadIdx.x; i < n; i += B) {
		a[i] += 2;
		__syncthreads(); // BUG for-good
	}
}
CASE(warps_leave_for_good)
{
	Array<int> a(320, 1);
	leave_for_good<<<1, B>>>(a, 320);
	return ran();
}

// CASE lengths_of_warps: the turns of a warp stand in memory, and differ
// EXPECT synccheck barrier warning at of-length-first|of-length-second
// HARDWARE unmeasured
__global__ void of_length(const int *length, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x, v = 0;
	for (int i = 0; i < length[t / 32]; i++) {
		s[t] = t;
		__syncthreads(); // BUG of-length-first
		v += s[B - 1 - t];
		__syncthreads(); // BUG of-length-second
	}
	out[t] = v;
}
CASE(lengths_of_warps)
{
	Array<int> length(std::vector<int>{ 3, 2, 3, 3 }), out(B, 0);
	of_length<<<1, B>>>(length, out);
	return ran();
}

// CASE last_barrier_gone_round: only the first warp comes to the kernel's last barrier, the others go on with what comes after it
// EXPECT synccheck barrier warning at gone-round
// SAYS the barrier is reached by 32 of 128 threads; the warp of thread (32,0,0) and 2 other warps went round it
// HARDWARE unmeasured
__global__ void gone_round(int *out, int n)
{
	__shared__ int s[B];
	int t = threadIdx.x;
	s[t] = t;
	__syncthreads();
	int v = s[B - 1 - t];
	if (t < 32) {
		v += s[t];
		__syncthreads(); // BUG gone-round
	}
	if (t < n)
		out[t] = v;
}
CASE(last_barrier_gone_round)
{
	Array<int> out(B, 0);
	gone_round<<<1, B>>>(out, B);
	return ran();
}

// CASE only_barrier_gone_round: the same, and it is the only one
// EXPECT synccheck barrier warning at only-one
// HARDWARE unmeasured
__global__ void only_one(const int *in, int *out)
{
	__shared__ int s[B];
	int t = threadIdx.x, v = in[t];
	if (t < 64) {
		s[t] = v;
		__syncthreads(); // BUG only-one
		v += s[63 - t];
	}
	out[t] = v;
}
CASE(only_barrier_gone_round)
{
	Array<int> in(counting<int>(B)), out(B, 0);
	only_one<<<1, B>>>(in, out);
	return ran();
}

// CASE counts_beside_waits: a warp calls __syncthreads_count(), the other one __syncthreads(), in one line
// EXPECT synccheck barrier error at counts-or-waits
// SAYS and one of another kind
// HARDWARE unmeasured
__global__ void counts_or_waits(int *out)
{
	int t = threadIdx.x, x = 0;
	if (t < 32) x = __syncthreads_count(t & 1); else __syncthreads(); // BUG counts-or-waits
	out[t] = x;
}
CASE(counts_beside_waits)
{
	Array<int> out(64, 0);
	counts_or_waits<<<1, 64>>>(out);
	return ran();
}

// CASE counts_beside_votes: a warp counts, the other one asks whether there is any
// EXPECT synccheck barrier error at here-counted|there-voted
// HARDWARE unmeasured
__global__ void counts_or_votes(int *out)
{
	int t = threadIdx.x, x;
	if (t < 32)
		x = __syncthreads_count(t & 1); // BUG here-counted
	else
		x = __syncthreads_or(t == 40); // BUG there-voted
	out[t] = x;
}
CASE(counts_beside_votes)
{
	Array<int> out(64, 0);
	counts_or_votes<<<1, 64>>>(out);
	return ran();
}
