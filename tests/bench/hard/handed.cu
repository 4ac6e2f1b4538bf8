// handed: who hands on to whom: chains of blocks, barriers of all blocks made by hand, warps of a block by flags in
// shared memory, looking back by a thread and by a warp.
#include "waiting.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
const int M = 1 << 20;
__device__ int work(int x, int n)
{
	for (int j = 0; j < n; j++)
		x = hash(x);
	return x;
}
// a chain of blocks: 0 leader polls volatile, 1 by atomicAdd 0, 2 all threads poll, 3 with naps, 4 acquire load by
// inline PTX
template <int K> __global__ void chain(int *m, int *o, int before, int after)
{
	int b = blockIdx.x, x = work(threadIdx.x, before);
	volatile int *flag = m + b * 32;
	if (b) {
		if (K == 0 && threadIdx.x == 0)
			while (!*flag)
				;
		if (K == 1 && threadIdx.x == 0)
			while (!atomicAdd((int *)flag, 0))
				;
		if (K == 2)
			while (!*flag)
				;
		if (K == 3 && threadIdx.x == 0)
			while (!*flag)
				__nanosleep(200);
		if (K == 4 && threadIdx.x == 0) {
			int v;
			do
				asm volatile("ld.acquire.gpu.global.b32 %0, [%1];"
					     : "=r"(v)
					     : "l"(m + b * 32)
					     : "memory");
			while (!v);
		}
		if (K == 5 && threadIdx.x == 0) {
			unsigned n = 20;
			while (!*flag) {
				__nanosleep(n);
				n = n < 1000 ? n * 2 : n;
			}
		}
	}
	__threadfence();
	__syncthreads();
	x = work(x, after);
	o[b * blockDim.x + threadIdx.x] = x + (b ? o[(b - 1) * blockDim.x + threadIdx.x] : 0);
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) {
		if (K == 1)
			atomicExch((int *)flag + 32, 1);
		else
			flag[32] = 1;
	}
}
// a barrier of all blocks by hand: 0 counter polled volatile, 1 polled by atomic, 2 sense in another word, 3 naps, 4
// each block a flag and block 0 gathers, 5 cooperative groups
template <int K> __device__ void meet(int *m, int turn)
{
	__syncthreads();
	if (K == 4) {
		volatile int *f = m;
		if (blockIdx.x == 0) {
			for (int b = threadIdx.x + 1; b < gridDim.x; b += blockDim.x)
				while (f[b] < turn)
					;
			__syncthreads();
			for (int b = threadIdx.x + 1; b < gridDim.x; b += blockDim.x)
				f[4096 + b] = turn;
		} else if (threadIdx.x == 0) {
			__threadfence();
			f[blockIdx.x] = turn;
			while (f[4096 + blockIdx.x] < turn)
				;
		}
	} else if (threadIdx.x == 0) {
		__threadfence();
		int was = atomicAdd(m, 1);
		if (K == 0)
			while (*(volatile int *)m < turn * (int)gridDim.x)
				;
		if (K == 1)
			while (atomicAdd(m, 0) < turn * (int)gridDim.x)
				;
		if (K == 2) {
			if (was == turn * (int)gridDim.x - 1)
				((volatile int *)m)[64] = turn;
			else
				while (((volatile int *)m)[64] < turn)
					;
		}
		if (K == 3)
			while (*(volatile int *)m < turn * (int)gridDim.x)
				__nanosleep(100);
		__threadfence();
	}
	__syncthreads();
}
template <int K> __global__ void barriers(int *m, int *o, int turns, int between)
{
	int x = threadIdx.x;
	for (int k = 1; k <= turns; k++) {
		x = work(x, between);
		o[(blockIdx.x * 977 + k) % 4096] = x;
		if (K == 5)
			cg::this_grid().sync();
		else
			meet<K>(m, k);
		x += o[((blockIdx.x + 1) * 977 + k) % 4096];
	}
	o[5000 + threadIdx.x] = x;
}
// within a block: warps hand on by flags in shared memory; a ring; producer and consumer
template <int K> __global__ void hand(int *o, int turns, int each)
{
	__shared__ volatile int flag[33], box[2];
	int w = threadIdx.x / 32, n = blockDim.x / 32, x = threadIdx.x;
	if (threadIdx.x < 33)
		flag[threadIdx.x] = 0;
	if (threadIdx.x < 2)
		box[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 1; k <= turns; k++) {
		if (K == 0) { // ring of warps
			while (flag[w] < k - (w == 0))
				;
			x = work(x, each);
			__syncwarp();
			__threadfence_block();
			if ((threadIdx.x & 31) == 0)
				flag[(w + 1) % n] = (w + 1) % n ? k : k;
		}
		if (K == 1) { // warp 0 makes, the others use
			if (w == 0) {
				x = work(x, each);
				for (int v = 1; v < n; v++)
					while (flag[v] < k - 1)
						;
				__threadfence_block();
				if (threadIdx.x == 0)
					box[0] = k;
			} else {
				while (box[0] < k)
					;
				x = work(x, each);
				__syncwarp();
				if ((threadIdx.x & 31) == 0)
					flag[w] = k;
			}
		}
		if (K == 2) {
			__syncthreads();
			x = work(x, w == k % n ? each * 4 : each);
		}
		if (K == 3) {
			asm volatile("bar.sync %0, %1;" ::"r"(w / 2), "r"(64));
			x = work(x, w & 1 ? each : 1);
		}
	}
	o[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
// look-back by blocks in a dynamic order; last block adds up
template <int K> __global__ void look_back(int *m, int *o, int each)
{
	__shared__ int mine, before;
	if (threadIdx.x == 0)
		mine = K & 1 ? atomicAdd(m + 8191, 1) : blockIdx.x;
	__syncthreads();
	int b = mine, x = work(threadIdx.x, each);
	volatile int *sum = m + 8192, *all = m + 16384;
	if (K < 2) {
		if (threadIdx.x == 0) {
			int s = 0;
			sum[b] = x & 255 | 256;
			__threadfence();
			for (int k = b - 1; k >= 0; k--) {
				int v;
				while (!(v = sum[k]))
					;
				int w = all[k];
				if (w) {
					s += w;
					break;
				}
				s += v;
			}
			all[b] = s + 1;
			before = s;
		}
	} else if (threadIdx.x < 32) {
		int s = 0, lane = threadIdx.x;
		if (lane == 0)
			sum[b] = x & 255 | 256;
		for (int k = b - 1; k >= 0; k -= 32) {
			int v = 1, w = 0, at = k - lane;
			if (at >= 0) {
				do
					w = all[at], v = w ? w : sum[at];
				while (!v);
			}
			unsigned done = __ballot_sync(~0u, w != 0);
			int first = done ? __ffs(done) - 1 : 32;
			int c = at >= 0 && lane <= first ? v : 0;
			for (int d = 16; d; d /= 2)
				c += __shfl_xor_sync(~0u, c, d);
			s += c;
			if (done)
				break;
		}
		if (lane == 0)
			all[b] = s + 1, before = s;
	}
	__syncthreads();
	o[b * blockDim.x + threadIdx.x] = x + before;
}
void rows()
{
	int *m = dev<int>(M), *o = dev<int>(1 << 21);
	char n[64];
	int q = 0;
	struct {
		int b, t, before, after;
	} P[] = { { 16, 32, 0, 0 }, { 132, 128, 10, 0 }, { 64, 256, 0, 40 }, { 500, 64, 100, 5 } };
	for (auto p : P) {
#define C(K) \
	snprintf(n, 64, "chain.%d.%d", K, q); \
	J(n, (chain<K><<<p.b, p.t>>>(m, o, p.before, p.after)));
		C(0) C(1) C(2) C(3) C(4) C(5) q++;
	}
	struct {
		int b, t, turns, between;
	} B[] = { { 4, 64, 20, 0 }, { 32, 128, 10, 50 }, { 132, 256, 10, 0 }, { 264, 512, 5, 100 },
		{ 528, 128, 5, 20 } };
	q = 0;
	for (auto p : B) {
#define B_(K) \
	snprintf(n, 64, "barriers.%d.%d", K, q); \
	J(n, (barriers<K><<<p.b, p.t>>>(m, o, p.turns, p.between)));
		B_(0) B_(1) B_(2) B_(3) B_(4) snprintf(n, 64, "barriers.5.%d", q);
		void *args[] = { &m, &o, &p.turns, &p.between };
		J(n, CHECK(cudaLaunchCooperativeKernel(barriers<5>, p.b, p.t, args)));
		q++;
	}
	struct {
		int b, t, turns, each;
	} H[] = { { 1, 128, 100, 0 }, { 132, 256, 50, 10 }, { 264, 1024, 20, 2 }, { 20, 64, 200, 30 } };
	q = 0;
	for (auto p : H) {
#define H_(K) \
	snprintf(n, 64, "hand.%d.%d", K, q); \
	J(n, (hand<K><<<p.b, p.t>>>(o, p.turns, p.each)));
		H_(0) H_(1) H_(2) H_(3) q++;
	}
	struct {
		int b, t, each;
	} K[] = { { 132, 256, 0 }, { 1000, 128, 20 }, { 2000, 64, 0 }, { 300, 512, 100 } };
	q = 0;
	for (auto p : K) {
#define K_(K) \
	snprintf(n, 64, "look.%d.%d", K, q); \
	J(n, (look_back<K><<<p.b, p.t>>>(m, o, p.each)));
		K_(0) K_(1) K_(2) K_(3) q++;
	}
}
