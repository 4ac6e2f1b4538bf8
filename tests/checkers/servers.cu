// One warp serves several others: it goes round their flags in shared memory and looks at each without waiting there. The look is a wait all the same, as
// the loop goes round until something is set. Who goes round data by volatile, and counts how much he has read, waits for nothing.
#include "case.h"

enum { CLIENTS = 4, EACH = 10, B = 32 * (CLIENTS + 1) };

struct Places {
	volatile int full[CLIENTS];
	int data[CLIENTS];
};

__device__ void client(Places &p, int me)
{
	for (int i = 0; i < EACH; i++) {
		while (p.full[me])
			;
		__threadfence_block();
		p.data[me] = me * EACH + i; // BUG put
		__threadfence_block();
		p.full[me] = 1;
	}
}

// FENCE: between the look and the read; EARLY: the place is given back before it is read.
template <bool FENCE, bool EARLY> __device__ void take(Places &p, int k, int *out)
{
	if (FENCE)
		__threadfence_block();
	if (EARLY)
		p.full[k] = 0;
	int v = p.data[k]; // BUG take
	__threadfence_block();
	p.full[k] = 0;
	out[v] = v;
}

// How the server goes round: by bits of a number, by a remainder, by a choice, in two loops, or each client as often as it has something left.
enum way { BITS, REMAINDER, CHOICE, LOOPS, LEFT };
template <int WAY, bool FENCE, bool EARLY> __global__ void serve_k(int *out, unsigned clients)
{
	__shared__ Places p;
	if (threadIdx.x < CLIENTS)
		p.full[threadIdx.x] = 0;
	__syncthreads();
	if (threadIdx.x % 32)
		return;
	if (threadIdx.x / 32 < CLIENTS) {
		client(p, threadIdx.x / 32);
		return;
	}
	int left = CLIENTS * EACH, of[CLIENTS] = { EACH, EACH, EACH, EACH };
	unsigned k = 0;
	while (left) {
		if (WAY == LOOPS) {
			for (k = 0; k < clients; k++)
				if (p.full[k]) {
					take<FENCE, EARLY>(p, k, out);
					left--;
				}
			continue;
		}
		if (WAY == REMAINDER)
			k = (k + 1) % clients;
		else
			k = WAY == CHOICE ? (k + 1 == clients ? 0 : k + 1) : (k + 1) & (CLIENTS - 1);
		if ((WAY == LEFT && !of[k]) || !p.full[k])
			continue;
		take<FENCE, EARLY>(p, k, out);
		of[k] -= WAY == LEFT;
		left--;
	}
}
template <int WAY, bool FENCE, bool EARLY> bool served()
{
	Array<int> out(CLIENTS * EACH, -1);
	serve_k<WAY, FENCE, EARLY><<<1, B>>>(out, CLIENTS);
	bool right = ran();
	for (int i = 0; i < CLIENTS * EACH; i++)
		right &= out.get()[i] == i;
	return right;
}

// CASE by_bits: the next place is some bits of a number
// EXPECT clean
// HARDWARE unmeasured
CASE(by_bits)
{
	return served<BITS, true, false>();
}

// CASE by_remainder: ... a remainder
// EXPECT clean
// HARDWARE unmeasured
CASE(by_remainder)
{
	return served<REMAINDER, true, false>();
}

// CASE by_choice: ... the first one again after the last one
// EXPECT clean
// HARDWARE unmeasured
CASE(by_choice)
{
	return served<CHOICE, true, false>();
}

// CASE by_loops: one loop goes over the places, another one begins it anew
// EXPECT clean
// HARDWARE unmeasured
CASE(by_loops)
{
	return served<LOOPS, true, false>();
}

// CASE by_what_is_left: who has sent all is left out
// EXPECT clean
// HARDWARE unmeasured
CASE(by_what_is_left)
{
	return served<LEFT, true, false>();
}

// CASE by_bits_no_fence: the server has no fence between its look and the value
// EXPECT racecheck RAW warning between take and put
// SAYS no fence between the flag and the read
// HARDWARE unmeasured
CASE(by_bits_no_fence)
{
	return served<BITS, false, false>();
}

// CASE by_choice_early: the server gives the place back before it has read it
// EXPECT racecheck WAR error between put and take
// HARDWARE unmeasured
CASE(by_choice_early)
{
	served<CHOICE, true, true>();
	return true;
}

// CASE data_round: data is read round and round by volatile, with no barrier; how much is read is counted
// EXPECT racecheck RAW|WAR error between data-read|data-write and data-write|data-read
// HARDWARE unmeasured
__global__ void data_round_k(int *out, int n)
{
	__shared__ volatile int data[B];
	int t = threadIdx.x, set = 0;
	data[t] = t & 3; // BUG data-write
	if (t == 0)
		for (int i = 0; i < n; i++) {
			if (!data[i * 5 & 63]) // BUG data-read
				continue;
			set++;
		}
	if (t == 0)
		*out = set;
}
CASE(data_round)
{
	Array<int> out(1, 0);
	data_round_k<<<1, B>>>(out, 64);
	return ran();
}

// CASE two_servers: two warps share the clients, and look by an atomic whether all is done
// EXPECT clean
// HARDWARE unmeasured
__global__ void two_servers_k(int *out)
{
	__shared__ Places p;
	__shared__ int done;
	if (threadIdx.x < CLIENTS)
		p.full[threadIdx.x] = 0;
	if (threadIdx.x == 0)
		done = 0;
	__syncthreads();
	if (threadIdx.x % 32)
		return;
	if (threadIdx.x / 32 < CLIENTS) {
		client(p, threadIdx.x / 32);
		return;
	}
	unsigned k = threadIdx.x / 32 & 1;
	while (atomicAdd(&done, 0) < CLIENTS * EACH) {
		k = (k + 2) & (CLIENTS - 1);
		if (!p.full[k])
			continue;
		take<true, false>(p, k, out);
		atomicAdd(&done, 1);
	}
}
CASE(two_servers)
{
	Array<int> out(CLIENTS * EACH, -1);
	two_servers_k<<<1, B + 32>>>(out);
	bool right = ran();
	for (int i = 0; i < CLIENTS * EACH; i++)
		right &= out.get()[i] == i;
	return right;
}
