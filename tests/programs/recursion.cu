/* Functions that call themselves, whose variables of every width are wanted after the call and inside loops around it, by some lanes and not by others: a call
 * keeps what its caller reads later, nothing else. The host computes the same. */
#include "check.h"

struct bag { int n[6]; double weight; long long key; };

#define BOTH __host__ __device__ __noinline__
/* The structure lies in parameter space: what is read of it after the call was not in a register before. */
BOTH long long bags(bag b, int depth)
{
	if (depth <= 0)
		return b.key + b.n[5];
	bag c = b;
	c.key = b.key * 3 + depth;
	c.n[depth % 6] += depth;
	long long below = bags(c, depth - 1 - (depth & 1));
	return below + b.n[depth % 6] * 7 + b.key + (long long)b.weight;
}

BOTH double mixed(int depth, unsigned seed, bool flag, double scale, long long *calls)
{
	bool odd = seed & 1, high = seed > 0x80000000u;
	long long wide = (long long)seed << 20 ^ depth;
	short narrow = (short)(seed >> 3);
	double sum = scale;
	++*calls;
	if (depth > 0)
		for (unsigned k = 0; k < 2 + (seed >> 5) % 2; k++) {
			sum += mixed(depth - 1, seed * 1664525u + 1013904223u + k, odd != flag, scale + k, calls);
			if (odd && k == 1)
				sum += mixed(depth - 2, seed ^ 0x5bd1e995u, !flag, scale * 2, calls);
			wide += (long long)k * narrow;
		}
	return sum + (double)(wide & 1023) + (odd ? 1 : 0) + (high ? 2 : 0) + (flag ? 4 : 0) + narrow % 5;
}

BOTH int even(int n, int a);
BOTH int uneven(int n, int a) { int b = a * 5 + n; return n == 0 ? 0 : even(n - 1, b) + b - a; }
BOTH int even(int n, int a) { int b = a ^ n << 3; return n == 0 ? 1 : uneven(n - 1, b) * 3 + (b ^ a); }

typedef int (*step)(int, int, const void *);
BOTH int through(int n, int a, const void *next)
{
	int mine = a * n + 1;
	if (n > 2)
		mine += n % 2 ? (*(step *)next)(n - 1, a + 1, next) : through(n - 2, a ^ 3, next);
	return mine * 3 - a + n;
}

struct shape {
	const shape *left, *right;
	__host__ __device__ virtual int area(int depth) const { return depth; }
};
struct pair_of : shape {
	int w;
	__host__ __device__ int area(int depth) const override
	{
		int before = w * depth, a = left ? left->area(depth + 1) : 1, b = right ? right->area(depth + 2) : 2;
		return before + a * 2 - b;
	}
};

__host__ __device__ int tree(int t)
{
	pair_of node[7];
	shape leaf;
	for (int k = 0; k < 7; k++) {
		node[k].w = t + k;
		node[k].left = k < 3 ? &node[2 * k + 1] : t & 1 << k % 3 ? &leaf : nullptr;
		node[k].right = k < 3 ? &node[2 * k + 2] : t & 1 ? nullptr : &leaf;
	}
	return node[0].area(1 + t % 3);
}

BOTH void quicksort(int *a, int lo, int hi)
{
	while (lo < hi) {
		int p = a[(lo + hi) / 2], i = lo, j = hi;
		while (i <= j) {
			while (a[i] < p) i++;
			while (a[j] > p) j--;
			if (i <= j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }
		}
		quicksort(a, lo, j);
		lo = i;
	}
}

enum { N = 160, ELEMS = 40 };
struct out { long long bags, calls; double mixed; int even, through, tree; int sorted[ELEMS]; };

__host__ __device__ void all(int t, step s, out *o)
{
	bag b = { { t, 1, 2, 3, 4, t * 3 }, t * 0.5, 1000 + t };
	unsigned r = t * 2654435761u;
	o->bags = bags(b, 3 + t % 7);
	o->calls = 0;
	o->mixed = mixed(t % 5, r, t & 2, 1 + t % 3, &o->calls);
	o->even = even(t % 11, t);
	o->through = through(t % 13, t, &s);
	o->tree = tree(t);
	for (int k = 0; k < ELEMS; k++)
		o->sorted[k] = (int)((r = r * 1664525u + 1013904223u) >> 8) % 100;
	quicksort(o->sorted, 0, ELEMS - 1 - t % 4);
}

__global__ void kernel(out *o)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < N)
		all(t, through, o + t);
}

int main()
{
	out *d, want;
	static out got[N];
	CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 16384));
	CUDA(cudaMalloc(&d, sizeof got));
	kernel<<<2, 96>>>(d);
	LAUNCHED();
	CUDA(cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost));
	for (int t = 0; t < N; t++) {
		all(t, through, &want);
		expect(got[t].bags == want.bags, "line %d, thread %d", __LINE__, t);
		expect(got[t].calls == want.calls && got[t].mixed == want.mixed, "line %d, thread %d", __LINE__, t);
		expect(got[t].even == want.even && got[t].through == want.through && got[t].tree == want.tree, "line %d, thread %d", __LINE__, t);
		for (int k = 0; k < ELEMS; k++)
			expect(got[t].sorted[k] == want.sorted[k], "line %d, thread %d", __LINE__, t);
	}
	return finish();
}
