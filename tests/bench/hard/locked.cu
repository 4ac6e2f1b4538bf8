// locked: locks of all kinds: spun at, swapped, with naps that are fixed or grow, watched, tickets; taken by a warp, a
// block or each lane; one, a few or many of them, with work inside and outside.
#include "waiting.h"
const int M = 1 << 20;
// locks: kind 0 CAS spin, 1 exch spin, 2 CAS with a fixed nap, 3 CAS with growing naps, 4 looks before it tries, 5
// ticket, 6 ticket with nap by distance
template <int K> __device__ void take(int *l, int *mine)
{
	if (K == 0)
		while (atomicCAS(l, 0, 1))
			;
	if (K == 1)
		while (atomicExch(l, 1))
			;
	if (K == 2)
		while (atomicCAS(l, 0, 1))
			__nanosleep(100);
	if (K == 3) {
		unsigned n = 32;
		while (atomicCAS(l, 0, 1)) {
			__nanosleep(n);
			if (n < 2048)
				n *= 2;
		}
	}
	if (K == 4)
		for (;;) {
			while (*(volatile int *)l)
				;
			if (!atomicCAS(l, 0, 1))
				break;
		}
	if (K == 5) {
		int t = atomicAdd(l, 1);
		while (*(volatile int *)(l + 32) != t)
			;
	}
	if (K == 6) {
		int t = atomicAdd(l, 1), d;
		while ((d = t - *(volatile int *)(l + 32)) > 0)
			__nanosleep(50 * d);
	}
	if (K == 7) {
		int n = 8;
		while (atomicCAS(l, 0, 1)) {
			for (int k = 0; k < n; k++)
				mine[0] = hash(mine[0]);
			if (n < 256)
				n *= 2;
		}
	}
	__threadfence();
}
template <int K> __device__ void give(int *l)
{
	__threadfence();
	if (K == 5 || K == 6)
		atomicAdd(l + 32, 1);
	else
		atomicExch(l, 0);
}
// who: lanes of a warp one after the other (loop), leader of a warp, leader of a block. work inside and outside.
template <int K, int WHO> __global__ void locks(int *m, int *o, int nlocks, int turns, int inside, int outside)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, x = t, who = WHO == 2 ? blockIdx.x : WHO == 1 ? t >> 5 : t;
	for (int k = 0; k < turns; k++) {
		for (int j = 0; j < outside; j++)
			x = hash(x);
		int *l = m + hash(who * 31 + k) % nlocks * 64;
		if (WHO == 2 ? threadIdx.x == 0 : WHO == 1 ? (threadIdx.x & 31) == 0 : 1) {
			if (WHO == 0) {
				for (int lane = 0; lane < 32; lane++)
					if ((threadIdx.x & 31) == lane) {
						take<K>(l, &x);
						for (int j = 0; j < inside; j++)
							x = hash(x);
						((volatile int *)l)[1] = ((volatile int *)l)[1] + 1;
						give<K>(l);
					}
			} else {
				take<K>(l, &x);
				for (int j = 0; j < inside; j++)
					x = hash(x);
				((volatile int *)l)[1] = ((volatile int *)l)[1] + 1;
				give<K>(l);
			}
		}
		if (WHO == 2)
			__syncthreads();
	}
	if (x == 12345)
		o[0] = x;
}
void rows()
{
	int *m = dev<int>(M), *o = dev<int>(M);
	struct {
		int b, t, n, turns, in, out;
	} P[] = { { 16, 32, 1, 4, 0, 0 }, { 132, 32, 1, 2, 10, 0 }, { 66, 64, 8, 4, 0, 50 }, { 264, 128, 64, 2, 30, 0 },
		{ 528, 256, 1024, 2, 5, 100 } };
	int q = 0;
	for (auto p : P) {
		char n[64];
#define L(K, W) \
	snprintf(n, 64, "lock.%s.%s.%d", #K, #W, q); \
	J(n, (locks<K, W><<<p.b, p.t>>>(m, o, p.n, p.turns, p.in, p.out)));
		L(0, 1)
		L(1, 1) L(2, 1) L(3, 1) L(4, 1) L(5, 1) L(6, 1) L(7, 1) L(0, 2) L(2, 2) L(3, 2) L(4, 2) L(5, 2)
			L(6, 2) if (p.b < 200){ L(0, 0) L(3, 0) L(4, 0) } q++;
	}
}
