/* Functions that call themselves whose lanes part: at calls under conditions and in loops, at breaks, early returns and switches, so that lanes of
 * different calls come to stand at one place and go on together. What each has across its calls stays its own. The host computes the same. (An H200
 * does not where a barrier or a vote comes behind such calls: docs/checkers.md, "Barriers behind functions that call themselves".) */
#include "check.h"

#define BOTH __host__ __device__ __noinline__
typedef unsigned u32;

struct point { int a; double b; long long c; };

/* Two calls under ifs, and a condition of two parts in front of the second one. */
BOTH u32 two_ifs(u32 x, u32 deep, u32 *tally)
{
	u32 v = x * 3;
	if (!deep)
		return x + 1;
	if (x & 1)
		v += two_ifs(x >> 2, deep - 1, tally) * 5;
	tally[deep & 3] += v;
	if (x & 2 || (v & 7) == 3)
		v ^= two_ifs(x >> 1, deep - 1, tally);
	return v + deep;
}

/* Calls in a loop that lanes leave at different turns, go around, or return out of. */
BOTH long long in_loops(int n, u32 x, double scale, point p, int &seen)
{
	long long wide = (long long)x << 21 ^ n;
	double sum = scale;
	int kept[4] = { n, (int)x, 3, 4 };
	seen += 1;
	if (n <= 0)
		return (long long)x + p.c;
	for (u32 k = 0; k < 1 + x % 4; k++) {
		if ((x + k) % 5 == 1)
			continue;
		if ((x ^ k) % 7 == 3)
			break;
		p.a += (int)k;
		wide += in_loops(n - 1 - (int)(k & 1), x * 5 + k, scale + k, p, seen) * 3;
		kept[(x + k) & 3] += (int)(wide & 255);
		sum += (double)(wide & 63);
		if (seen > 300)
			return wide + (long long)sum;
	}
	return wide + (long long)sum + p.a + (long long)p.b + kept[x & 3] * 11 + kept[n & 3];
}

BOTH u32 fork(u32 n, u32 x);
BOTH u32 other(u32 n, u32 x) { u32 y = x * n + 1; if (!n) return y; return n % 3 == 1 ? fork(n - 1, y) * 3 + x : fork(n - 1, y ^ 5) + y; }
BOTH u32 fork(u32 n, u32 x)
{
	u32 v = x;
	if (!n)
		return x;
	switch ((x ^ n) % 5) {
	case 0: v += other(n - 1, x + 1); break;
	case 1: v ^= fork(n - 1, x * 3); /* and on */
	case 2: v = v * 7 + other(n - 1, x >> 1); break;
	case 3: do v += fork(n / 2, x + v % 3); while (v % 4 == 1 && x++ % 2); break;
	default: return v + n;
	}
	return v * 3 + x;
}

/* Lanes that end where they are, deep in their calls, and lanes that wait for a lock there. */
__device__ __noinline__ u32 ends(u32 n, u32 x, u32 *ended)
{
	u32 v = x + n;
	if (!n) {
		if (x % 4 == 2) {
			atomicAdd(ended, 1);
			asm volatile("exit;");
		}
		return v;
	}
	if (x & 1)
		v += ends(n - 1, x * 3, ended) * 5;
	else
		v ^= ends(n - 1, x + 2, ended);
	return v;
}
static u32 stays(u32 n, u32 x, bool &gone)
{
	if (!n) {
		gone = x % 4 == 2;
		return x;
	}
	return x & 1 ? x + n + stays(n - 1, x * 3, gone) * 5 : (x + n) ^ stays(n - 1, x + 2, gone);
}

__device__ __noinline__ u32 locked(u32 n, u32 x, int *lock, volatile u32 *sum)
{
	u32 v = x;
	if (!n)
		return v;
	if (x & 1)
		v += locked(n - 1, x >> 1, lock, sum);
	for (bool done = false; !done;)
		if (!atomicCAS(lock, 0, 1)) {
			__threadfence();
			*sum += n;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	if (x & 2)
		v ^= locked(n - 1, x >> 1, lock, sum);
	return v;
}
static u32 unlocked(u32 n, u32 x, u32 &sum)
{
	u32 v = x;
	if (!n)
		return v;
	if (x & 1)
		v += unlocked(n - 1, x >> 1, sum);
	sum += n;
	if (x & 2)
		v ^= unlocked(n - 1, x >> 1, sum);
	return v;
}

enum { THREADS = 128, BLOCKS = 2, N = THREADS * BLOCKS };
struct outcome { u32 ifs, tally[4], fork, locked, voted; long long loops; int seen; };

BOTH u32 input(u32 i) { return (i * 2654435761u) >> 20; }

__global__ void all(outcome *out, int *lock, u32 *sum)
{
	u32 i = blockIdx.x * blockDim.x + threadIdx.x, x = input(i);
	outcome o = {};
	__shared__ u32 shared[THREADS];
	if (threadIdx.x % 3 || x & 16)
		o.ifs = two_ifs(x, 2 + i % 6, o.tally);
	shared[threadIdx.x] = o.ifs;
	__syncthreads();
	o.ifs += shared[(threadIdx.x + 37) % THREADS];
	o.loops = in_loops((int)(x % 4), x, 0.5, point{ (int)i, 2.5, 1LL << 40 }, o.seen);
	o.voted = __popc(__ballot_sync(0xffffffffu, o.loops & 1)) + __shfl_xor_sync(0xffffffffu, o.ifs, 9);
	for (u32 k = 0; k < x % 3; k++)
		o.fork = o.fork * 3 + fork(x % 9 + k, x + k);
	o.locked = locked(x % 4, x, lock, sum);
	out[i] = o;
}

__global__ void some_end(u32 *out, u32 *ended, u32 deep)
{
	u32 i = threadIdx.x;
	out[i] = ends(deep - i % 8 * (deep / 9), input(i), ended);
}

int main()
{
	static outcome got[N], want[N];
	static u32 results[THREADS];
	outcome *out;
	int *lock;
	u32 *words, sum = 0, total = 0;

	CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 128 << 10));
	CUDA(cudaMalloc(&out, sizeof got));
	CUDA(cudaMalloc(&words, 4096));
	CUDA(cudaMalloc(&lock, 4));
	CUDA(cudaMemset(lock, 0, 4));
	CUDA(cudaMemset(words, 0, 4096));
	all<<<BLOCKS, THREADS>>>(out, lock, words);
	LAUNCHED();
	CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
	CUDA(cudaMemcpy(&total, words, 4, cudaMemcpyDeviceToHost));
	for (u32 i = 0; i < N; i++) {
		outcome &o = want[i];
		u32 x = input(i);
		if (i % THREADS % 3 || x & 16)
			o.ifs = two_ifs(x, 2 + i % 6, o.tally);
		o.loops = in_loops((int)(x % 4), x, 0.5, point{ (int)i, 2.5, 1LL << 40 }, o.seen);
		for (u32 k = 0; k < x % 3; k++)
			o.fork = o.fork * 3 + fork(x % 9 + k, x + k);
		o.locked = unlocked(x % 4, x, sum);
	}
	for (u32 i = 0; i < N; i++) {
		u32 block = i / THREADS * THREADS, warp = i & ~31u, other = i ^ 9, votes = 0;
		for (u32 l = 0; l < 32; l++)
			votes += want[warp + l].loops & 1;
		u32 ifs = want[i].ifs + want[block + (i - block + 37) % THREADS].ifs;
		u32 ifs_other = want[other].ifs + want[block + (other - block + 37) % THREADS].ifs;
		expect(got[i].ifs == ifs && !memcmp(got[i].tally, want[i].tally, sizeof want[i].tally), "two_ifs of %u", i);
		expect(got[i].loops == want[i].loops && got[i].seen == want[i].seen, "in_loops of %u", i);
		expect(got[i].fork == want[i].fork, "fork of %u", i);
		expect(got[i].locked == want[i].locked, "locked of %u", i);
		expect(got[i].voted == votes + ifs_other, "what %u met", i);
	}
	expect(total == sum, "a sum under a lock: %u, not %u", total, sum);
	for (u32 deep = 9; deep <= 900; deep *= 10) {
		u32 gone = 0, ended;
		CUDA(cudaMemset(words, 0xff, 4096));
		CUDA(cudaMemset(words + THREADS, 0, 4));
		some_end<<<1, THREADS>>>(words, words + THREADS, deep);
		LAUNCHED();
		CUDA(cudaMemcpy(results, words, sizeof results, cudaMemcpyDeviceToHost));
		CUDA(cudaMemcpy(&ended, words + THREADS, 4, cudaMemcpyDeviceToHost));
		for (u32 i = 0; i < THREADS; i++) {
			bool ends_there = false;
			u32 v = stays(deep - i % 8 * (deep / 9), input(i), ends_there);
			gone += ends_there;
			expect(results[i] == (ends_there ? ~0u : v), "%u deep: %u of %u", deep, results[i], i);
		}
		expect(ended == gone && gone && gone < THREADS, "%u deep: %u ended, not %u", deep, ended, gone);
	}
	return finish();
}
