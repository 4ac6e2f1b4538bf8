// Compare-and-swap loops on few addresses, locks, hash insertion, beside plain atomics.
#include "probe.h"
__global__ void cas_add(unsigned *p, int words, int each)
{ // integer add by CAS; words a sector apart
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *q = p + (i % words) * 32;
	for (int k = 0; k < each; k++) {
		unsigned old = *(volatile unsigned *)q, was;
		do {
			was = old;
			old = atomicCAS(q, was, was + 1);
		} while (old != was);
	}
}
__global__ void cas_add0(unsigned *p, int words, int each)
{ // first guess 0
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *q = p + (i % words) * 32;
	for (int k = 0; k < each; k++) {
		unsigned old = 0, was;
		do {
			was = old;
			old = atomicCAS(q, was, was + 1);
		} while (old != was);
	}
}
__global__ void cas_warp(unsigned *p, int words, int each)
{ // a word a warp group: lanes of a warp contend for one
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *q = p + (i / 32 % words) * 32;
	for (int k = 0; k < each; k++) {
		unsigned old = *(volatile unsigned *)q, was;
		do {
			was = old;
			old = atomicCAS(q, was, was + 1);
		} while (old != was);
	}
}
__global__ void cas_lane0(unsigned *p, int words, int each)
{ // one lane of each warp
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *q = p + (i / 32 % words) * 32;
	if (threadIdx.x % 32 == 0)
		for (int k = 0; k < each; k++) {
			unsigned old = *(volatile unsigned *)q, was;
			do {
				was = old;
				old = atomicCAS(q, was, was + 1);
			} while (old != was);
		}
}
__global__ void cas_max(unsigned *p, const float *a, int n, int words)
{ // float max by CAS: few succeed
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned *q = p + (i % words) * 32;
		float v = a[i];
		unsigned old = *(volatile unsigned *)q;
		while (__uint_as_float(old) < v) {
			unsigned was = old;
			old = atomicCAS(q, was, __float_as_uint(v));
			if (old == was)
				break;
		}
	}
}
__global__ void cas_max_always(unsigned *p, const float *a, int n, int words)
{ // the guide's form: stores max(old, v) though it does not change
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned *q = p + (i % words) * 32;
		float v = a[i];
		unsigned old = *q, was;
		do {
			was = old;
			old = atomicCAS(q, was, __float_as_uint(fmaxf(v, __uint_as_float(was))));
		} while (old != was);
	}
}
__global__ void cas_double(unsigned long long *p, int words, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long *q = p + (i % words) * 16;
	for (int k = 0; k < each; k++) {
		unsigned long long old = *q, was;
		do {
			was = old;
			old = atomicCAS(q, was, __double_as_longlong(1.0 + __longlong_as_double(was)));
		} while (old != was);
	}
}
__global__ void cas_hist(unsigned *h, const unsigned *a, int n, int bins)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned *q = h + a[i] % bins, old = *q, was;
		do {
			was = old;
			old = atomicCAS(q, was, was + 1);
		} while (old != was);
	}
}
__global__ void add_ret(unsigned *p, int words, int each, unsigned *o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *q = p + (i % words) * 32, s = 0;
	for (int k = 0; k < each; k++)
		s = atomicAdd(q, s + 1 + (i & 1));
	o[i] = s;
}
__global__ void cas_fail(unsigned *p, int words, int each, unsigned *o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned *q = p + (i % words) * 32, s = 0;
	for (int k = 0; k < each; k++)
		s = atomicCAS(q, 77u + s, 5u);
	o[i] = s;
}
__global__ void lock_spin(int *l, volatile int *v, int locks, int each)
{ // one lane a warp takes a lock
	int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32 % locks;
	if (threadIdx.x % 32 == 0)
		for (int k = 0; k < each; k++) {
			while (atomicCAS(l + w * 32, 0, 1))
				;
			__threadfence();
			v[w * 32] = v[w * 32] + 1;
			__threadfence();
			atomicExch(l + w * 32, 0);
		}
}
__global__ void lock_block(int *l, volatile int *v, int locks, int each)
{ // thread 0 of a block
	int w = blockIdx.x % locks;
	for (int k = 0; k < each; k++) {
		if (threadIdx.x == 0) {
			while (atomicCAS(l + w * 32, 0, 1))
				;
			__threadfence();
			v[w * 32] = v[w * 32] + 1;
			__threadfence();
			atomicExch(l + w * 32, 0);
		}
		__syncthreads();
	}
}
__global__ void push(int *head, int *next, int each)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	for (int k = 0; k < each; k++) {
		int me = k * n + i, old = *head, was;
		do {
			was = old;
			next[me] = was;
			__threadfence();
			old = atomicCAS(head, was, me);
		} while (old != was);
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
__global__ void hash_look(const unsigned *in, unsigned *t, unsigned mask, int n)
{ // reads first
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = in[i] | 1, h = (k * 2654435761u >> 7) & mask;
	for (;;) {
		unsigned old = *(volatile unsigned *)(t + h);
		if (old == 0)
			old = atomicCAS(t + h, 0, k);
		if (old == 0 || old == k)
			return;
		h = (h + 1) & mask;
	}
}
__global__ void hash_pair(const unsigned *in, unsigned *t, int *val, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = in[i] | 1, h = (k * 2654435761u >> 7) & mask;
	for (;;) {
		unsigned old = atomicCAS(t + h, 0, k);
		if (old == 0 || old == k) {
			atomicAdd(val + h, 1);
			return;
		}
		h = (h + 1) & mask;
	}
}
__global__ void hash_find(const unsigned *in, const unsigned *t, unsigned *o, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned k = in[i] | 1, h = (k * 2654435761u >> 7) & mask, v;
	while ((v = t[h]) != 0 && v != k)
		h = (h + 1) & mask;
	o[i] = v;
}
__global__ void scatter_cas(const unsigned *in, unsigned *t, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicCAS(t + (in[i] & mask), 0, in[i]);
}
__global__ void scatter_add(const unsigned *in, unsigned *t, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(t + (in[i] & mask), in[i]);
}
__global__ void scatter_add_ret(const unsigned *in, unsigned *t, unsigned *o, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		o[i] = atomicAdd(t + (in[i] & mask), in[i]);
}
__global__ void scatter_exch(const unsigned *in, unsigned *t, unsigned *o, unsigned mask, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		o[i] = atomicExch(t + (in[i] & mask), in[i]);
}
void rows()
{
	unsigned *p = dev<unsigned>(1 << 24), *o = dev<unsigned>(1 << 22);
	unsigned long long *d = dev<unsigned long long>(1 << 20);
	float *f;
	int *next = dev<int>(1 << 20);
	std::vector<unsigned> w = words(1 << 22);
	std::vector<float> fl(1 << 20);
	for (size_t i = 0; i < fl.size(); i++)
		fl[i] = (w[i] >> 8) / 16777216.0f;
	unsigned *in = upload(w);
	f = upload(fl);
	auto zero = [&] {
		CHECK(cudaMemset(p, 0, 64 << 20));
		CHECK(cudaMemset(d, 0, 8 << 20));
	};
	struct {
		int blocks, threads, words, each;
	} c[] = { { 1, 32, 1, 1 }, { 1, 32, 1, 8 }, { 1, 256, 1, 1 }, { 1, 1024, 1, 1 }, { 4, 256, 1, 1 },
		{ 16, 256, 1, 1 }, { 64, 256, 1, 1 }, { 16, 32, 1, 4 }, { 132, 32, 1, 1 }, { 64, 256, 4, 1 },
		{ 64, 256, 16, 1 }, { 64, 256, 64, 1 }, { 64, 256, 256, 1 }, { 264, 256, 1024, 4 },
		{ 1024, 256, 4096, 1 }, { 1024, 256, 65536, 1 } };
	for (auto &x : c) {
		row(
			nm("cas.add.%dx%d.w%d.e%d", x.blocks, x.threads, x.words, x.each),
			[&] { cas_add<<<x.blocks, x.threads>>>(p, x.words, x.each); }, zero);
		if (x.words <= 4)
			row(
				nm("cas.add0.%dx%d.w%d.e%d", x.blocks, x.threads, x.words, x.each),
				[&] { cas_add0<<<x.blocks, x.threads>>>(p, x.words, x.each); }, zero);
		row(
			nm("cas.ret.%dx%d.w%d.e%d", x.blocks, x.threads, x.words, x.each * 4),
			[&] { add_ret<<<x.blocks, x.threads>>>(p, x.words, x.each * 4, o); }, zero);
		row(
			nm("cas.fail.%dx%d.w%d.e%d", x.blocks, x.threads, x.words, x.each * 4),
			[&] { cas_fail<<<x.blocks, x.threads>>>(p, x.words, x.each * 4, o); }, zero);
	}
	for (int g : { 1, 8, 32, 128, 512 })
		row(
			nm("cas.warp.%dx32.w%d", g, 1 << 14), [&] { cas_warp<<<g, 32>>>(p, 1 << 14, 2); }, zero);
	for (int g : { 8, 64, 512 })
		row(
			nm("cas.warp.%dx256.w%d", g, 1 << 14), [&] { cas_warp<<<g, 256>>>(p, 1 << 14, 2); }, zero);
	for (int g : { 1, 4, 16, 132 })
		for (int k : { 1, 16 })
			row(
				nm("cas.lane0.%dx256.w1.e%d", g, k), [&] { cas_lane0<<<g, 256>>>(p, 1, k); }, zero);
	for (int g : { 16, 132 })
		row(
			nm("cas.lane0.%dx256.w16.e16", g), [&] { cas_lane0<<<g, 256>>>(p, 16, 16); }, zero);
	for (int k : { 1, 16, 1024 })
		row(
			nm("cas.max.1M.w%d", k), [&] { cas_max<<<528, 256>>>(p, f, 1 << 20, k); }, zero);
	for (int k : { 1, 16, 1024 })
		row(
			nm("cas.max_always.16K.w%d", k), [&] { cas_max_always<<<64, 256>>>(p, f, 1 << 14, k); }, zero);
	for (int k : { 1, 64, 1024 })
		row(
			nm("cas.double.64x128.w%d", k), [&] { cas_double<<<64, 128>>>(d, k, 1); }, zero);
	for (int k : { 16, 256, 4096 })
		row(
			nm("cas.hist.64K.%d", k), [&] { cas_hist<<<256, 256>>>(p, in, 1 << 16, k); }, zero);
	for (int g : { 1, 16, 132 })
		for (int k : { 1, 16 }) {
			row(
				nm("cas.lock.%dx32.l%d", g, k),
				[&] { lock_spin<<<g, 32>>>((int *)p, (int *)p + 65536, k, 4); }, zero);
			row(
				nm("cas.lock_block.%dx128.l%d", g, k),
				[&] { lock_block<<<g, 128>>>((int *)p, (int *)p + 65536, k, 4); }, zero);
		}
	for (int g : { 1, 8, 64 })
		row(
			nm("cas.push.%dx128", g), [&] { push<<<g, 128>>>((int *)p, next, 1); }, zero);
	for (int n : { 1 << 16, 1 << 20 })
		for (int sh : { 1, 2, 3 }) {
			unsigned mask = (unsigned)(n << sh) / 2 * 1 - 1;
			int keys = sh == 1 ? n - n / 4 : n; // load 0.75, 0.5, 0.25
			row(
				nm("cas.hash_set.%d.%u", keys, mask + 1),
				[&] { hash_set<<<(keys + 255) / 256, 256>>>(in, p, mask, keys); }, zero);
			row(
				nm("cas.hash_look.%d.%u", keys, mask + 1),
				[&] { hash_look<<<(keys + 255) / 256, 256>>>(in, p, mask, keys); }, zero);
			row(
				nm("cas.hash_pair.%d.%u", keys, mask + 1),
				[&] {
					hash_pair<<<(keys + 255) / 256, 256>>>(in, p, (int *)p + (1 << 23), mask, keys);
				},
				zero);
			row(
				nm("cas.hash_find.%d.%u", keys, mask + 1),
				[&] { hash_find<<<(keys + 255) / 256, 256>>>(in, p, o, mask, keys); },
				[&] {
					zero();
					hash_set<<<(keys + 255) / 256, 256>>>(in, p, mask, keys);
				});
		}
	for (int n : { 1 << 16, 1 << 20 })
		for (unsigned m : { 1u << 12, 1u << 18, 1u << 22 }) {
			row(
				nm("cas.scatter_cas.%d.%u", n, m),
				[&] { scatter_cas<<<n / 256, 256>>>(in, p, m - 1, n); }, zero);
			row(
				nm("cas.scatter_add.%d.%u", n, m),
				[&] { scatter_add<<<n / 256, 256>>>(in, p, m - 1, n); }, zero);
			row(
				nm("cas.scatter_add_ret.%d.%u", n, m),
				[&] { scatter_add_ret<<<n / 256, 256>>>(in, p, o, m - 1, n); }, zero);
			row(
				nm("cas.scatter_exch.%d.%u", n, m),
				[&] { scatter_exch<<<n / 256, 256>>>(in, p, o, m - 1, n); }, zero);
		}
}
