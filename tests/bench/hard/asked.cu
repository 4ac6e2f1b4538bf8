// asked: who looks before it changes a word: the largest of many, marks that everybody sets, work fetched from a
// counter by lanes, warps and blocks.
#include "waiting.h"
typedef unsigned long long U;
const int M = 1 << 22;
// the largest of many: kinds
template <int K> __global__ void largest(const unsigned *a, int n, int *m, int places, int step)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
		unsigned v = step ? (unsigned)i * step : a[i] >> 4;
		int p = places > 1 ? hash(i) % places : 0;
		int *w = m + p * 2;
		if (K == 0)
			atomicMax(w, (int)(v & 0x7fffffff));
		if (K == 1) {
			if (*w < (int)(v & 0x7fffffff))
				atomicMax(w, (int)(v & 0x7fffffff));
		}
		if (K == 2) {
			if (*(volatile int *)w < (int)(v & 0x7fffffff))
				atomicMax(w, (int)(v & 0x7fffffff));
		}
		if (K == 3) {
			U x = (U)v << 32 | i, *q = (U *)w;
			if (*q < x)
				atomicMax(q, x);
		}
		if (K == 4) {
			U x = (U)v << 32 | i, *q = (U *)w, old = *(volatile U *)q;
			while (old < x) {
				U was = atomicCAS(q, old, x);
				if (was == old)
					break;
				old = was;
			}
		}
		if (K == 5) {
			float x = (float)(v >> 8), *q = (float *)w;
			int old = *(volatile int *)w;
			while (__int_as_float(old) < x) {
				int was = atomicCAS(w, old, __float_as_int(x));
				if (was == old)
					break;
				old = was;
			}
			(void)q;
		}
		if (K == 6) {
			U x = (U)v << 32 | i;
			atomicMax((U *)w, x);
		}
	}
}
// flags that everybody asks before setting
template <int K> __global__ void marks(const unsigned *a, int n, int *m, int places)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int *w = m + a[i] % places;
	if (K == 0)
		atomicOr(w, 1);
	if (K == 1) {
		if (!*w)
			atomicOr(w, 1);
	}
	if (K == 2) {
		if (!*w)
			*w = 1;
	}
	if (K == 3) {
		if (!*w && !atomicExch(w, 1))
			atomicAdd(m + M - 1, 1);
	}
	if (K == 4) {
		if (!atomicCAS(w, 0, i + 1))
			m[M / 2 + i % (M / 4)] = 1;
	}
	if (K == 5) {
		unsigned b = a[i] % (places * 32);
		if (!(m[b >> 5] >> (b & 31) & 1))
			atomicOr(m + (b >> 5), 1 << (b & 31));
	}
}
// work fetched from a counter: by lanes, warps, blocks, chunks
template <int K> __global__ void fetch(int *m, int *o, int n, int spread, int chunk)
{
	__shared__ int next;
	int x = threadIdx.x, i;
	if (K == 0)
		while ((i = atomicAdd(m, 1)) < n)
			for (int j = hash(i) % spread + 1; j; j--)
				x = hash(x);
	if (K == 1)
		for (;;) {
			if ((threadIdx.x & 31) == 0)
				i = atomicAdd(m, 1);
			i = __shfl_sync(~0u, i, 0);
			if (i >= n)
				break;
			for (int j = hash(i) % spread + 1; j; j--)
				x = hash(x);
		}
	if (K == 2)
		for (;;) {
			__syncthreads();
			if (threadIdx.x == 0)
				next = atomicAdd(m, chunk);
			__syncthreads();
			if (next >= n)
				break;
			for (int c = next; c < min(next + chunk, n); c++)
				for (int j = hash(c) % spread + 1; j; j--)
					x = hash(x);
		}
	if (K == 3) { // lanes fetch when their own is done, together
		int left = 0;
		bool more = true;
		while (__any_sync(~0u, more)) {
			if (more && !left) {
				i = atomicAdd(m, 1);
				more = i < n;
				left = more ? hash(i) % spread + 1 : 0;
			}
			if (left) {
				x = hash(x);
				left--;
			}
		}
	}
	if (x == 12345)
		o[0] = x;
}
void rows()
{
	int *m = dev<int>(M), *o = dev<int>(1 << 20);
	std::vector<unsigned> h(1 << 21);
	for (size_t k = 0; k < h.size(); k++)
		h[k] = hash((unsigned)k + 99);
	unsigned *a = upload(h);
	char n[64];
	int q = 0;
	struct {
		int b, t, n, places, step;
	} P[] = { { 132, 256, 1 << 18, 1, 0 }, { 1024, 256, 1 << 18, 1, 0 }, { 132, 128, 1 << 16, 1, 3 },
		{ 528, 256, 1 << 20, 64, 0 }, { 264, 256, 1 << 19, 4096, 0 }, { 32, 64, 1 << 16, 4, 0 } };
	for (auto p : P) {
#define L(K) \
	snprintf(n, 64, "largest.%d.%d", K, q); \
	J(n, (largest<K><<<p.b, p.t>>>(a, p.n, m, p.places, p.step)));
		L(0) L(1) L(2) L(3) L(4) L(5) L(6) q++;
	}
	struct {
		int n, places;
	} Q[] = { { 1 << 20, 1 }, { 1 << 20, 1000 }, { 1 << 20, 100000 }, { 1 << 20, 1000000 }, { 50000, 300 } };
	q = 0;
	for (auto p : Q) {
#define K_(K) \
	snprintf(n, 64, "marks.%d.%d", K, q); \
	J(n, (marks<K><<<(p.n + 255) / 256, 256>>>(a, p.n, m, p.places)));
		K_(0) K_(1) K_(2) K_(3) K_(4) K_(5) q++;
	}
	struct {
		int b, t, n, spread, chunk;
	} F[] = { { 132, 256, 1 << 17, 16, 8 }, { 264, 128, 1 << 15, 200, 4 }, { 66, 64, 1 << 14, 50, 1 },
		{ 1056, 64, 1 << 17, 4, 16 }, { 8, 256, 20000, 30, 2 } };
	q = 0;
	for (auto p : F) {
#define F_(K) \
	snprintf(n, 64, "fetch.%d.%d", K, q); \
	J(n, (fetch<K><<<p.b, p.t>>>(m, o, p.n, p.spread, p.chunk)));
		F_(0) F_(1) F_(2) F_(3) q++;
	}
}
