// Blocks that wait for the block before them, in many ways of saying so.
#include "probe.h"
__global__ void flag(volatile unsigned *ready, unsigned run)
{ // nothing but the flag, in the order of blocks
	if (threadIdx.x == 0) {
		if (blockIdx.x)
			while (ready[blockIdx.x - 1] != run)
				;
		ready[blockIdx.x] = run;
	}
}
__global__ void flag_fence(volatile unsigned *ready, volatile int *sum, unsigned run)
{
	if (threadIdx.x == 0) {
		int s = 0;
		if (blockIdx.x) {
			while (ready[blockIdx.x - 1] != run)
				;
			__threadfence();
			s = sum[blockIdx.x - 1];
		}
		sum[blockIdx.x] = s + 1;
		__threadfence();
		ready[blockIdx.x] = run;
	}
}
__global__ void flag_far(volatile unsigned *ready, unsigned run)
{ // flags a line apart
	if (threadIdx.x == 0) {
		if (blockIdx.x)
			while (ready[(blockIdx.x - 1) * 32] != run)
				;
		ready[blockIdx.x * 32] = run;
	}
}
__global__ void flag_atomic(unsigned *ready, unsigned run)
{ // looks by atomicAdd(p, 0), says by atomicExch
	if (threadIdx.x == 0) {
		if (blockIdx.x)
			while (atomicAdd(ready + blockIdx.x - 1, 0) != run)
				;
		atomicExch(ready + blockIdx.x, run);
	}
}
__global__ void turn(volatile unsigned *now, unsigned base)
{ // one word says whose turn it is
	if (threadIdx.x == 0) {
		while (*now != base + blockIdx.x)
			;
		*now = base + blockIdx.x + 1;
	}
}
__global__ void turn_fence(volatile unsigned *now, volatile int *sum, unsigned base)
{
	if (threadIdx.x == 0) {
		while (*now != base + blockIdx.x)
			;
		__threadfence();
		*sum = *sum + 1;
		__threadfence();
		*now = base + blockIdx.x + 1;
	}
}
__global__ void turn_atomic(unsigned *now, unsigned base)
{
	if (threadIdx.x == 0) {
		while (atomicAdd(now, 0) != base + blockIdx.x)
			;
		atomicAdd(now, 1);
	}
}
__global__ void turn_sleep(volatile unsigned *now, unsigned base)
{
	if (threadIdx.x == 0) {
		while (*now != base + blockIdx.x)
			__nanosleep(40);
		*now = base + blockIdx.x + 1;
	}
}
__global__ void acquire(unsigned *ready, unsigned run)
{ // ld.acquire, st.release
	if (threadIdx.x == 0) {
		unsigned v;
		if (blockIdx.x)
			do
				asm volatile("ld.acquire.gpu.u32 %0, [%1];"
					     : "=r"(v)
					     : "l"(ready + blockIdx.x - 1)
					     : "memory");
			while (v != run);
		asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(ready + blockIdx.x), "r"(run) : "memory");
	}
}
__global__ void ticket_lock(unsigned *next, volatile unsigned *now, unsigned *v, int each)
{ // thread 0 of each block
	if (threadIdx.x == 0)
		for (int k = 0; k < each; k++) {
			unsigned me = atomicAdd(next, 1);
			while (*now != me)
				;
			__threadfence();
			*v += 1;
			__threadfence();
			*now = me + 1;
		}
}
template <int N>
__global__ void scan(
	const int *a, int *b, unsigned *ticket, volatile int *sum, volatile unsigned *ready, unsigned run, int work)
{
	__shared__ int s[N];
	__shared__ unsigned mine;
	__shared__ int before;
	int t = threadIdx.x;
	if (t == 0)
		mine = ticket ? atomicInc(ticket, gridDim.x - 1) : blockIdx.x;
	__syncthreads();
	s[t] = a[mine * N + t];
	__syncthreads();
	for (int k = 0; k < work; k++) {
		int v = t ? s[t - 1] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	if (t == 0) {
		before = 0;
		if (mine > 0) {
			while (ready[mine - 1] != run)
				;
			__threadfence();
			before = sum[mine - 1];
		}
		sum[mine] = before + s[N - 1];
		__threadfence();
		ready[mine] = run;
	}
	__syncthreads();
	b[mine * N + t] = s[t] + before;
}
__global__ void inside(volatile int *ready, unsigned run, int after)
{ // work after its turn, within the chain
	if (threadIdx.x == 0) {
		if (blockIdx.x)
			while (ready[blockIdx.x - 1] != (int)run)
				;
		float x = run;
		for (int k = 0; k < after; k++)
			x = x * 1.0001f + 0.5f;
		ready[blockIdx.x] = x > 1e30f ? 0 : run;
	}
}
__global__ void wavefront(volatile int *done, float *a, int w, int run)
{ // tile (x, y) waits for its left and upper ones
	int x = blockIdx.x, y = blockIdx.y, n = gridDim.x;
	if (threadIdx.x == 0) {
		if (x)
			while (done[y * n + x - 1] != run)
				;
		if (y)
			while (done[(y - 1) * n + x] != run)
				;
		__threadfence();
	}
	__syncthreads();
	int i = (y * 32 + threadIdx.x / 32) * w + x * 32 + threadIdx.x % 32;
	a[i] = a[i] + 1.0f;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		done[y * n + x] = run;
	}
}
__global__ void pingpong(volatile int *p, int n, int base)
{
	if (threadIdx.x == 0)
		for (int k = 0; k < n; k++) {
			int me = blockIdx.x;
			while (p[me * 32] != base + k * 2 + me)
				;
			p[(1 - me) * 32] = base + k * 2 + me + 1;
		}
}
__global__ void in_block(int n)
{ // warps of a block in turn, by shared memory
	__shared__ volatile int now;
	if (threadIdx.x == 0)
		now = 0;
	__syncthreads();
	int w = threadIdx.x / 32, ws = blockDim.x / 32;
	if (threadIdx.x % 32 == 0)
		for (int k = 0; k < n; k++) {
			while (now != k * ws + w)
				;
			now = k * ws + w + 1;
		}
}
__global__ void last_block(const float *a, float *part, unsigned *count, float *o)
{ // the classic: no wait
	__shared__ float s[256];
	__shared__ bool last;
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * 256 + t];
	__syncthreads();
	for (int d = 128; d; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		__syncthreads();
	}
	if (t == 0) {
		part[blockIdx.x] = s[0];
		__threadfence();
		last = atomicInc(count, gridDim.x - 1) == gridDim.x - 1;
	}
	__syncthreads();
	if (last) {
		float v = 0;
		for (int i = t; i < gridDim.x; i += 256)
			v += ((volatile float *)part)[i];
		s[t] = v;
		__syncthreads();
		for (int d = 128; d; d /= 2) {
			if (t < d)
				s[t] += s[t + d];
			__syncthreads();
		}
		if (t == 0)
			*o = s[0];
	}
}
__global__ void barrier_own(unsigned *count, volatile unsigned *gen, int n, unsigned base)
{ // a barrier of one's own
	for (int k = 0; k < n; k++) {
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			unsigned g = base + k;
			if (atomicInc(count, gridDim.x - 1) == gridDim.x - 1)
				*gen = g + 1;
			else
				while (*gen != g + 1)
					;
			__threadfence();
		}
		__syncthreads();
	}
}
__global__ void lookback(const int *a, int *b, volatile int2 *st, int run)
{ // flag and value in one word of 8 bytes; thread 0 goes back
	__shared__ int s[256];
	__shared__ int before;
	int t = threadIdx.x, i = blockIdx.x;
	s[t] = a[i * 256 + t];
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		int v = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += v;
		__syncthreads();
	}
	if (t == 0) {
		int sum = s[255], from = 0;
		union {
			int2 v;
			long long l;
		} u;
		u.v = make_int2(sum, run * 2 + (i == 0));
		*(volatile long long *)(st + i) = u.l;
		for (int j = i - 1; j >= 0; j--) {
			do
				u.l = *(volatile long long *)(st + j);
			while (u.v.y / 2 != run);
			from += u.v.x;
			if (u.v.y & 1)
				break;
		}
		u.v = make_int2(from + sum, run * 2 + 1);
		*(volatile long long *)(st + i) = u.l;
		before = from;
	}
	__syncthreads();
	b[i * 256 + t] = s[t] + before;
}
// The same with a state of 32 bits: 1 << 30 with a block's own sum, 2 << 30 with all up to it. BY: 0 loads, 1 atomics that add
// nothing; WIDE: a warp looks at 32 blocks at a time.
template <int BY> __device__ unsigned look(unsigned *p)
{
	return BY ? atomicAdd(p, 0) : *(volatile unsigned *)p;
}
template <int BY, int WIDE> __global__ void lookback_state(const int *a, int *b, unsigned *st)
{
	__shared__ int s[8], before;
	int t = threadIdx.x, i = blockIdx.x, lane = t % 32, own = a[i * 256 + t], v = own;
	for (int d = 1; d < 32; d *= 2) {
		int u = __shfl_up_sync(~0u, v, d);
		v += lane >= d ? u : 0;
	}
	if (lane == 31)
		s[t / 32] = v;
	__syncthreads();
	for (int k = 0; k < t / 32; k++)
		v += s[k];
	int total = 0;
	for (int k = 0; k < 8; k++)
		total += s[k];
	if (WIDE ? t < 32 : t == 0) {
		int sum = 0;
		if (t == 0 && i > 0)
			atomicExch(st + i, 1u << 30 | total);
		for (int j = i - 1; j >= 0; j -= WIDE ? 32 : 1) {
			unsigned got;
			if (WIDE) {
				bool there = j - lane >= 0;
				do
					got = there ? look<BY>(st + j - lane) : 2u << 30;
				while (__any_sync(~0u, !got));
				unsigned done = __ballot_sync(~0u, got >> 31);
				int first = done ? __ffs(done) - 1 : 32, part = lane <= first ? got & 0x3fffffff : 0;
				sum += __reduce_add_sync(~0u, part);
				if (done)
					break;
			} else {
				do
					got = look<BY>(st + j);
				while (!got);
				sum += got & 0x3fffffff;
				if (got >> 31)
					break;
			}
		}
		if (t == 0) {
			atomicExch(st + i, 2u << 30 | (sum + total));
			before = sum;
		}
	}
	__syncthreads();
	b[i * 256 + t] = v + before;
}
void rows()
{
	unsigned *p = dev<unsigned>(1 << 20), *q = dev<unsigned>(1 << 16), *cnt = dev<unsigned>(64);
	int *a = dev<int>(1 << 22), *b = dev<int>(1 << 22);
	unsigned run = 1000;
	auto z = [&] {
		CHECK(cudaMemset(p, 0, 4 << 20));
		CHECK(cudaMemset(q, 0, 4 << 16));
		CHECK(cudaMemset(cnt, 0, 256));
	};
	for (int g : { 2, 16, 132, 528, 1024, 4096 }) {
		row(
			nm("chain.flag.%d", g), [&] { flag<<<g, 32>>>(p, 7); }, z);
		row(
			nm("chain.flag_fence.%d", g), [&] { flag_fence<<<g, 32>>>(p, (int *)q, 7); }, z);
		row(
			nm("chain.flag_far.%d", g), [&] { flag_far<<<g, 32>>>(p, 7); }, z);
		row(
			nm("chain.flag_atomic.%d", g), [&] { flag_atomic<<<g, 32>>>(p, 7); }, z);
		row(
			nm("chain.acquire.%d", g), [&] { acquire<<<g, 32>>>(p, 7); }, z);
		row(
			nm("chain.inside400.%d", g), [&] { inside<<<g, 32>>>((int *)p, 7, 400); }, z);
	}
	for (int g : { 2, 16, 132, 1024 }) {
		row(
			nm("chain.turn.%d", g), [&] { turn<<<g, 32>>>(p, 0); }, z);
		row(
			nm("chain.turn_fence.%d", g), [&] { turn_fence<<<g, 32>>>(p, (int *)q, 0); }, z);
		row(
			nm("chain.turn_atomic.%d", g), [&] { turn_atomic<<<g, 32>>>(p, 0); }, z);
		row(
			nm("chain.turn_sleep.%d", g), [&] { turn_sleep<<<g, 32>>>(p, 0); }, z);
		row(
			nm("chain.ticket_lock.%d", g), [&] { ticket_lock<<<g, 32>>>(p, p + 32, q, 2); }, z);
	}
	for (int g : { 16, 132, 1024, 4096 })
		for (int w : { 0, 16 }) {
			row(nm("chain.scan256.ticket.%d.w%d", g, w),
				[&] { scan<256><<<g, 256>>>(a, b, cnt, (int *)q, p, ++run, w); });
			row(nm("chain.scan256.index.%d.w%d", g, w),
				[&] { scan<256><<<g, 256>>>(a, b, nullptr, (int *)q, p, ++run, w); });
			if (g < 4096)
				row(nm("chain.scan1024.ticket.%d.w%d", g, w),
					[&] { scan<1024><<<g, 1024>>>(a, b, cnt + 1, (int *)q, p, ++run, w); });
		}
	for (int g : { 8, 24, 64 })
		row(nm("chain.wavefront.%d", g),
			[&] { wavefront<<<dim3(g, g), 1024>>>((int *)p, (float *)b, g * 32, ++run); });
	for (int n : { 10, 100 })
		row(
			nm("chain.pingpong.%d", n), [&] { pingpong<<<2, 32>>>((int *)p, n, 0); }, z);
	for (int n : { 10, 100 })
		for (int t : { 64, 256, 1024 })
			row(nm("chain.in_block.%d.%d", t, n), [&] { in_block<<<1, t>>>(n); });
	for (int g : { 132, 1024 })
		row(nm("chain.last_block.%d", g),
			[&] { last_block<<<g, 256>>>((float *)a, (float *)b, cnt + 2, (float *)q); });
	for (int g : { 2, 132, 528 })
		for (int n : { 1, 20 }) {
			row(
				nm("chain.barrier_own.%d.%d", g, n),
				[&] { barrier_own<<<g, 128>>>(cnt + 4, p + 100, n, 0); }, z);
		}
	for (int g : { 16, 132, 1024, 4096 })
		row(nm("chain.lookback.%d", g), [&] { lookback<<<g, 256>>>(a, b, (int2 *)p, ++run); });
	auto fresh = [&] { CHECK(cudaMemset(p, 0, 1 << 20)); };
	for (int g : { 16, 132, 1024, 4096, 16384 }) {
		row(
			nm("chain.lookback_state.%d", g), [&] { lookback_state<0, 0><<<g, 256>>>(a, b, p); }, fresh);
		row(
			nm("chain.lookback_atomic.%d", g), [&] { lookback_state<1, 0><<<g, 256>>>(a, b, p); }, fresh);
		row(
			nm("chain.lookback_wide.%d", g), [&] { lookback_state<0, 1><<<g, 256>>>(a, b, p); }, fresh);
		row(
			nm("chain.lookback_wide_atomic.%d", g), [&] { lookback_state<1, 1><<<g, 256>>>(a, b, p); }, fresh);
	}
}
