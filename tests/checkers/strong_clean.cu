/* strong_clean.cu: volatile stores to one word that somebody orders, or that may come in any order. */
#include "case.h"

static const int B = 33;
__device__ int lock_word, flag_word;
__device__ volatile unsigned kept;

static bool set_back()
{
	int zero = 0;
	return said(cudaMemcpyToSymbol(lock_word, &zero, sizeof zero)) &&
		said(cudaMemcpyToSymbol(flag_word, &zero, sizeof zero));
}

// CASE both_in_the_lock: two blocks store different values in a lock with all its fences
// EXPECT clean
// HARDWARE unmeasured
__global__ void both_in_the_lock_k(volatile unsigned *data)
{
	if (threadIdx.x)
		return;
	while (atomicCAS(&lock_word, 0, 1) != 0)
		;
	__threadfence();
	if (blockIdx.x == 0)
		*data = 1;
	else
		*data = 2;
	__threadfence();
	atomicExch(&lock_word, 0);
}
CASE(both_in_the_lock)
{
	Array<unsigned> data(1, 0u);
	set_back();
	both_in_the_lock_k<<<2, B>>>(data);
	return ran() && data.get()[0] != 0;
}

// CASE constant_sent: the data is a constant, read by volatile behind a flag
// EXPECT clean
// HARDWARE unmeasured
__global__ void constant_sent_k(volatile unsigned *data, unsigned *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 1;
		__threadfence();
		atomicExch(&flag_word, 1);
	} else {
		while (atomicExch(&flag_word, 0) == 0)
			;
		*out = *data;
	}
}
CASE(constant_sent)
{
	Array<unsigned> data(1, 0u), out(1, 0u);
	set_back();
	constant_sent_k<<<2, B>>>(data, out);
	return ran() && out.get()[0] == 1;
}

// CASE found_by_several: whoever finds it says so, by the same value; others look now and then
// EXPECT clean
// HARDWARE unmeasured
__global__ void found_by_several_k(volatile int *found, const int *a, int n, int *looked)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	__threadfence();
	if (a[i] % 7 == 3 && !*found)
		*found = 1;
	looked[i] = *found ? 1 : 2;
}
CASE(found_by_several)
{
	std::vector<int> in(500);
	for (int k = 0; k < 500; k++)
		in[k] = k;
	Array<int> found(1, 0), a(in), looked(500);
	found_by_several_k<<<8, 64>>>(found, a, 500, looked);
	return ran() && found.get()[0] == 1;
}

// CASE handed_round: three blocks and warps of one hand a word on, each with its own number, and its own fence
// EXPECT clean
// HARDWARE unmeasured
__global__ void handed_round_k(volatile unsigned *data)
{
	const int me = 2 * blockIdx.x + threadIdx.x / 32;
	if (threadIdx.x % 32)
		return;
	while (atomicAdd(&flag_word, 0) != me)
		;
	__threadfence();
	*data = me + 10;
	__threadfence();
	atomicExch(&flag_word, me + 1);
}
CASE(handed_round)
{
	Array<unsigned> data(1, 0u);
	set_back();
	handed_round_k<<<3, 64>>>(data);
	return ran() && data.get()[0] == 15;
}

// CASE turn_by_volatile: a volatile word says whose turn it is; each block looks at it and then sets it to the next one
// EXPECT clean
// HARDWARE unmeasured
__global__ void turn_by_volatile_k(volatile unsigned *turn, int *sum)
{
	if (threadIdx.x)
		return;
	while (*turn != blockIdx.x)
		;
	__threadfence();
	*sum += blockIdx.x;
	__threadfence();
	*turn = blockIdx.x + 1;
}
CASE(turn_by_volatile)
{
	Array<unsigned> turn(1, 0u);
	Array<int> sum(1, 0);
	turn_by_volatile_k<<<6, B>>>(turn, sum);
	return ran() && turn.get()[0] == 6 && sum.get()[0] == 15;
}

// CASE joined_parts: edges join parts of a graph: volatile reads follow the links to the roots, volatile stores shorten the way, atomicCAS() joins
// EXPECT clean
// HARDWARE unmeasured
__device__ int root_of(volatile int *up, int v)
{
	int at = up[v], next, before = v;
	while (at > (next = up[at])) {
		up[before] = next;
		before = at;
		at = next;
	}
	return at;
}
__global__ void joined_parts_k(int *up, const int2 *edge, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int a = root_of(up, edge[i].x), b = root_of(up, edge[i].y);
	while (a != b) {
		int most = max(a, b), least = min(a, b), was = atomicCAS(up + most, most, least);
		if (was == most)
			break;
		(a < b ? b : a) = was;
	}
}
CASE(joined_parts)
{
	const int vertices = 300, n = 400;
	std::vector<int2> e(n);
	for (int k = 0; k < n; k++)
		e[k] = make_int2(k * 37 % vertices, (k * k + 11) % vertices);
	Array<int> up(counting<int>(vertices));
	Array<int2> edge(e);
	joined_parts_k<<<(n + 63) / 64, 64>>>(up, edge, n);
	return ran();
}

// CASE barrier_of_generations: a barrier of the grid by hand: who comes last sets the count back and the generation on, all others wait for that; the next one
// looks at the generation first
// EXPECT clean
// HARDWARE unmeasured
__device__ void next_generation(int *count, volatile int *generation, int flip)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		int g = *generation;
		__threadfence();
		if (atomicAdd(count, 1) == gridDim.x - 1) {
			*count = 0;
			__threadfence();
			*generation = flip ? g ^ 1 : g + 1;
		} else {
			while (*generation == g)
				;
		}
		__threadfence();
	}
	__syncthreads();
}
__global__ void barrier_of_generations_k(int *a, int *out, int *count, int flip)
{
	int i = blockIdx.x * B + threadIdx.x, n = gridDim.x * B;
	for (int k = 0; k < 3; k++) {
		a[i] = i + k;
		next_generation(count, count + 1, flip);
		out[i] = a[n - 1 - i];
		next_generation(count, count + 1, flip);
	}
}
CASE(barrier_of_generations)
{
	Array<int> a(4 * B, 0), out(4 * B, 0), count(2, 0);
	barrier_of_generations_k<<<4, B>>>(a, out, count, 0);
	barrier_of_generations_k<<<4, B>>>(a, out, count, 1);
	return ran() && out.get()[0] == 4 * B + 1;
}

// CASE plain_look_after_the_wait: who has waited for a value, with a fence after it, reads it once more by an ordinary load
// EXPECT clean
// HARDWARE unmeasured
__global__ void plain_look_after_the_wait_k(int *flag, int *data, int *out)
{
	volatile int *f = flag;
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 5;
		__threadfence();
		*f = 7 + blockDim.x - B;
	} else {
		while (*f == 0)
			;
		__threadfence();
		out[blockIdx.x] = *flag + *data;
	}
}
CASE(plain_look_after_the_wait)
{
	Array<int> flag(1, 0), data(1, 0), out(3, 0);
	plain_look_after_the_wait_k<<<3, B>>>(flag, data, out);
	return ran() && out.get()[2] == 12;
}
