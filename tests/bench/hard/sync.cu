// Stores of many warps to few words, tries before anybody has succeeded, sums in shared memory by compare-and-swap, what a hop is made of.
#include "probe.h"
__global__ void one_store(int *p, int words, int step, int lanes, int each)
{ // each warp stores `each` times to word (warp % words), the first `lanes` lanes do
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	volatile int *q = p + (w % words) * step;
	if ((int)(threadIdx.x % 32) < lanes)
		for (int k = 0; k < each; k++)
			*q = w + k;
}
__global__ void same_value(int *p, const int *a, int n)
{ // plain, a guard that some lanes of each warp pass
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && a[i] & 1)
		*p = 1;
}
__global__ void own_words(int *p, int step, int each)
{ // each lane of a warp a word of its own, all warps the same 32 words
	volatile int *q = p + (threadIdx.x % 32) * step;
	for (int k = 0; k < each; k++)
		*q = k;
}
__global__ void one_load(const int *p, int *o, int words, int step, int each)
{ // volatile loads of one word
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, s = 0;
	const volatile int *q = p + (w % words) * step;
	for (int k = 0; k < each; k++)
		s += *q;
	if (s == 12345)
		*o = s;
}
__global__ void max_ask(const int *a, int *best, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && a[i] > *best)
		atomicMax(best, a[i]);
}
__global__ void max_ask_volatile(const int *a, volatile int *best, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && a[i] > *best)
		atomicMax((int *)best, a[i]);
}
__global__ void max_each(const int *a, int *best, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicMax(best, a[i]);
}
__global__ void max_loop(const int *a, int *best, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		if (a[i] > *best)
			atomicMax(best, a[i]);
}
template <class T> __global__ void shared_sum(T *o, int words, int each, int lanes)
{ // float or double: a loop of load, add, compare and swap
	__shared__ T s[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	if ((int)(threadIdx.x % 32) < lanes)
		for (int k = 0; k < each; k++)
			atomicAdd(s + (threadIdx.x + k) % words, (T)(k + threadIdx.x));
	__syncthreads();
	if (threadIdx.x == 0)
		o[blockIdx.x] = s[0];
}
template <class T> __global__ void shared_one(T *o, int words, int each)
{ // all lanes one word, the word moves on
	__shared__ T s[1024];
	for (int k = threadIdx.x; k < 1024; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	for (int k = 0; k < each; k++)
		atomicAdd(s + k % words, (T)(k + threadIdx.x));
	__syncthreads();
	if (threadIdx.x == 0)
		o[blockIdx.x] = s[0];
}
// what a hop is made of: mode 0 nothing, 1 a fence before the store, 2 a fence after the look, 3 a store and a fence before the store,
// 4 a volatile load after the look, 5 an atomicAdd whose result is used
template <int MODE> __global__ void hop(volatile unsigned *ready, volatile unsigned *more, unsigned run)
{
	if (threadIdx.x == 0) {
		unsigned s = 0;
		if (blockIdx.x)
			while (ready[blockIdx.x - 1] != run)
				;
		if (MODE == 2)
			__threadfence();
		if (MODE == 3)
			more[blockIdx.x] = run;
		if (MODE == 1 || MODE == 3)
			__threadfence();
		if (MODE == 4)
			s = blockIdx.x ? more[blockIdx.x - 1] : 0;
		if (MODE == 5)
			s = atomicAdd((unsigned *)more, 1) & 0x80000000u;
		ready[blockIdx.x] = run + s;
	}
}
__global__ void hop_sync(volatile unsigned *ready, unsigned run)
{ // the look, a barrier, then the store
	if (threadIdx.x == 0 && blockIdx.x)
		while (ready[blockIdx.x - 1] != run)
			;
	__syncthreads();
	if (threadIdx.x == 0)
		ready[blockIdx.x] = run;
}
__global__ void hop_warps(volatile unsigned *ready, unsigned run)
{ // all threads look at the word of the thread of the same number
	unsigned t = threadIdx.x;
	if (blockIdx.x)
		while (ready[(blockIdx.x - 1) * blockDim.x + t] != run)
			;
	ready[blockIdx.x * blockDim.x + t] = run;
}
__global__ void counter(unsigned *count, unsigned run)
{ // all blocks add one, then wait until all have
	if (threadIdx.x == 0) {
		atomicAdd(count, 1);
		while (*(volatile unsigned *)count < gridDim.x)
			;
	}
}
__global__ void counter_atomic(unsigned *count, unsigned run)
{
	if (threadIdx.x == 0) {
		atomicAdd(count, 1);
		while (atomicAdd(count, 0) < gridDim.x)
			;
	}
}
__global__ void one_for_all(volatile unsigned *flag, unsigned *o, int work, unsigned run)
{ // block 0 works, all others wait for it
	if (threadIdx.x == 0) {
		if (blockIdx.x == 0) {
			float x = run;
			for (int k = 0; k < work; k++)
				x = x * 1.0001f + 0.5f;
			*flag = x > 1e30f ? 0 : run;
		} else
			while (*flag != run)
				;
		o[blockIdx.x] = run;
	}
}
__global__ void hash_set(const unsigned *in, unsigned *t, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = in[i] | 1, h = (k * 2654435761u >> 7) & mask;
	for (;;) {
		unsigned old = atomicCAS(t + h, 0, k);
		if (old == 0 || old == k)
			return;
		h = (h + 1) & mask;
	}
}
__global__ void cas_chain(unsigned *t, unsigned mask, int each, unsigned *o)
{ // one lane of a warp: dependent compare-and-swaps at scattered places
	unsigned h = blockIdx.x * 7919u + threadIdx.x * 104729u;
	for (int k = 0; k < each; k++)
		h = h * 1664525u + 1013904223u + atomicCAS(t + (h >> 8 & mask), 0x55555555u, 1u);
	o[blockIdx.x * blockDim.x + threadIdx.x] = h;
}
void rows()
{
	unsigned *p = dev<unsigned>(1 << 22), *q = dev<unsigned>(1 << 20);
	int *o = dev<int>(1 << 20);
	double *d = dev<double>(1 << 16);
	std::vector<unsigned> w = words(1 << 22);
	std::vector<int> rnd(1 << 22), up(1 << 22), down(1 << 22);
	for (int i = 0; i < 1 << 22; i++) {
		rnd[i] = (int)(w[i] >> 2);
		up[i] = i;
		down[i] = (1 << 22) - i;
	}
	int *ar = upload(rnd), *au = upload(up), *ad = upload(down);
	unsigned *in = upload(w);
	auto z = [&] {
		CHECK(cudaMemset(p, 0, 16 << 20));
		CHECK(cudaMemset(q, 0, 4 << 20));
	};
	for (int g : { 132, 1056, 4096, 16384 })
		for (int l : { 1, 32 })
			row(nm("sync.store.%d.one.l%d", g, l), [&] { one_store<<<g, 256>>>((int *)p, 1, 1, l, 1); });
	for (int e : { 8 })
		for (int words : { 1, 2, 8, 64, 1024 })
			for (int step : { 1, 8, 32, 128 })
				row(nm("sync.store.1056.w%d.s%d.e%d", words, step, e),
					[&] { one_store<<<1056, 256>>>((int *)p, words, step, 32, e); });
	for (int g : { 4096, 16384 })
		row(nm("sync.same_value.%d", g), [&] { same_value<<<g, 256>>>((int *)p, ar, 1 << 22); });
	for (int step : { 1, 8, 32 })
		row(nm("sync.own_words.1056.s%d", step), [&] { own_words<<<1056, 256>>>((int *)p, step, 8); });
	for (int g : { 132, 1056 })
		for (int words : { 1, 8, 1024 })
			row(nm("sync.load.%d.w%d", g, words),
				[&] { one_load<<<g, 256>>>((int *)p, o, words, 8, 16); });
	for (int n : { 1 << 16, 1 << 20, 1 << 22 }) {
		row(nm("sync.max_ask.random.%d", n), [&] { max_ask<<<n / 256, 256>>>(ar, (int *)q, n); }, z);
		row(nm("sync.max_ask.up.%d", n), [&] { max_ask<<<n / 256, 256>>>(au, (int *)q, n); }, z);
		row(nm("sync.max_ask.down.%d", n), [&] { max_ask<<<n / 256, 256>>>(ad, (int *)q, n); }, z);
		row(nm("sync.max_ask_volatile.random.%d", n),
			[&] { max_ask_volatile<<<n / 256, 256>>>(ar, (int *)q, n); }, z);
		row(nm("sync.max_each.random.%d", n), [&] { max_each<<<n / 256, 256>>>(ar, (int *)q, n); }, z);
		row(nm("sync.max_loop.random.%d", n), [&] { max_loop<<<528, 256>>>(ar, (int *)q, n); }, z);
	}
	for (int t : { 32, 64, 128, 256, 1024 })
		for (int g : { 132, 1056 }) {
			if (g == 1056 && t > 256)
				continue;
			row(nm("sync.shared_one.float.%d.%d.w1", g, t),
				[&] { shared_one<float><<<g, t>>>((float *)o, 1, 32); });
			row(nm("sync.shared_one.float.%d.%d.w16", g, t),
				[&] { shared_one<float><<<g, t>>>((float *)o, 16, 32); });
			row(nm("sync.shared_one.double.%d.%d.w1", g, t),
				[&] { shared_one<double><<<g, t>>>(d, 1, 32); });
			for (int words : { 8, 32, 1024 })
				row(nm("sync.shared_sum.float.%d.%d.w%d", g, t, words),
					[&] { shared_sum<float><<<g, t>>>((float *)o, words, 32, 32); });
			row(nm("sync.shared_sum.float.%d.%d.lane", g, t),
				[&] { shared_sum<float><<<g, t>>>((float *)o, 1, 32, 1); });
		}
	for (int g : { 132, 1024 }) {
		row(nm("sync.hop.plain.%d", g), [&] { hop<0><<<g, 32>>>(p, q, 7); }, z);
		row(nm("sync.hop.fence_before.%d", g), [&] { hop<1><<<g, 32>>>(p, q, 7); }, z);
		row(nm("sync.hop.fence_after.%d", g), [&] { hop<2><<<g, 32>>>(p, q, 7); }, z);
		row(nm("sync.hop.store_fence.%d", g), [&] { hop<3><<<g, 32>>>(p, q, 7); }, z);
		row(nm("sync.hop.load.%d", g), [&] { hop<4><<<g, 32>>>(p, q, 7); }, z);
		row(nm("sync.hop.atomic.%d", g), [&] { hop<5><<<g, 32>>>(p, q, 7); }, z);
		for (int t : { 32, 256 })
			row(nm("sync.hop.sync.%d.%d", g, t), [&] { hop_sync<<<g, t>>>(p, 7); }, z);
		for (int t : { 32, 256 })
			row(nm("sync.hop.warps.%d.%d", g, t), [&] { hop_warps<<<g, t>>>(p, 7); }, z);
		row(nm("sync.counter.%d", g), [&] { counter<<<g, 32>>>(p, 7); }, z);
		row(nm("sync.counter_atomic.%d", g), [&] { counter_atomic<<<g, 32>>>(p, 7); }, z);
		for (int work : { 0, 4000 })
			row(nm("sync.one_for_all.%d.%d", g, work),
				[&] { one_for_all<<<g, 32>>>(p, q, work, 7); }, z);
	}
	for (int n : { 1 << 14, 1 << 16, 1 << 18, 1 << 20 })
		for (int eighths : { 2, 4, 6, 7 }) {
			int keys = n / 8 * eighths;
			row(nm("sync.hash.%d.%d", n, eighths),
				[&] { hash_set<<<(keys + 255) / 256, 256>>>(in, p, n - 1, keys); }, z);
		}
	for (int t : { 1, 32 })
		for (int g : { 1, 132, 1056 })
			for (int e : { 1, 16 })
				row(nm("sync.cas_chain.%d.%d.e%d", g, t, e),
					[&] { cas_chain<<<g, t>>>(p, (1 << 20) - 1, e, q); }, z);
}
