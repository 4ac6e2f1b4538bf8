/* litmus.cu: small tests of the order of memory between blocks: message passing, store buffering, coherence, locks, each with fences that are there,
 * missing, too narrow, or with the wrong flag. EXPECT says what the natural order must report, SOME what comes in some other order of threads, EVERY
 * what comes in all that are tried. The same shapes in PTX, with all outcomes counted: `make litmus`. */
#include "case.h"

enum { NONE, BLOCK, DEVICE };
template <int F> static __device__ void fence()
{
	if (F == BLOCK)
		__threadfence_block();
	if (F == DEVICE)
		__threadfence();
}

/* Each case is launched so often: under one schedule, too, each launch takes another order. */
static const int LAUNCHES = 24, N = 32;

/* ---- a message: block 0 writes data, then a flag; block 1 waits for the flag and reads the data */
template <int W, int R, int SETS, int WAITS> __global__ void message(int *data, volatile int *flag, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		if (SETS == 0) {
			if (t == 0)
				flag[1] = 1;
		}
		data[t] = 42 + t; // BUG written
		__syncthreads();
		if (t == 0) {
			fence<W>();
			flag[0] = 1;
		}
	} else {
		if (t == 0) {
			while (flag[WAITS] == 0)
				;
			fence<R>();
		}
		__syncthreads();
		out[t] = data[t]; // BUG read
	}
}
template <int W, int R, int SETS = 1, int WAITS = 0> static bool messages()
{
	Array<int> data(N), flag(2), out(N);
	bool right = true;
	for (int k = 0; k < LAUNCHES; k++) {
		data.put(std::vector<int>(N, 0));
		flag.put(std::vector<int>(2, 0));
		message<W, R, SETS, WAITS><<<2, N>>>(data, flag, out);
		auto got = out.get();
		for (int t = 0; t < N; t++)
			right = right && got[t] == 42 + t;
	}
	return ran() && right;
}

// CASE message_without_fences: neither side has a fence
// EXPECT racecheck RAW|WAR error between written and read
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(message_without_fences)
{
	return messages<NONE, NONE>();
}
// CASE message_fenced: both sides have a fence for the device
// EXPECT clean
// EVERY answer right
// HARDWARE unmeasured
CASE(message_fenced)
{
	return messages<DEVICE, DEVICE>();
}
// CASE message_writer_fenced: the reader has no fence
// EXPECT racecheck RAW|WAR warning between written and read
// ADVICE after the loop that waits for it
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(message_writer_fenced)
{
	return messages<DEVICE, NONE>();
}
// CASE message_reader_fenced: the writer has no fence
// EXPECT racecheck RAW|WAR error between written and read
// ADVICE put __threadfence() between the write and the flag
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(message_reader_fenced)
{
	return messages<NONE, DEVICE>();
}
// CASE message_block_fences: the fences reach their own block only
// EXPECT racecheck RAW|WAR error between written and read
// ADVICE reach the threads of their own block only
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(message_block_fences)
{
	return messages<BLOCK, BLOCK>();
}
// CASE message_writer_too_narrow: the writer's fence reaches its block only
// EXPECT racecheck RAW|WAR error between written and read
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(message_writer_too_narrow)
{
	return messages<BLOCK, DEVICE>();
}
// CASE message_reader_too_narrow: the reader's fence reaches its block only
// EXPECT racecheck RAW|WAR error|warning between written and read
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(message_reader_too_narrow)
{
	return messages<DEVICE, BLOCK>();
}
// CASE message_wrong_flag: the reader waits for a flag that is set before the data
// EXPECT racecheck RAW|WAR error between written and read
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(message_wrong_flag)
{
	return messages<DEVICE, DEVICE, 0, 1>();
}

/* ---- store buffering: each block writes its own word and then reads the other's; both find nothing */
template <int F> __global__ void buffering(volatile int *word, int *out)
{
	int me = blockIdx.x;
	word[64 * me] = 1;
	fence<F>();
	out[me] = word[64 * (1 - me)];
}
template <int F> static bool buffered()
{
	Array<int> word(128), out(2);
	bool right = true;
	for (int k = 0; k < LAUNCHES; k++) {
		word.put(std::vector<int>(128, 0));
		buffering<F><<<2, 1>>>(word, out);
		auto got = out.get();
		right = right && (got[0] || got[1]);
	}
	return ran() && right;
}
// CASE buffering_without_fences: both may find nothing; no two accesses race, for all are volatile
// EXPECT clean
// SOME answer wrong
// HARDWARE unmeasured
CASE(buffering_without_fences)
{
	return buffered<NONE>();
}
// CASE buffering_block_fences: the fences reach their own block only
// EXPECT clean
// SOME answer wrong
// HARDWARE unmeasured
CASE(buffering_block_fences)
{
	return buffered<BLOCK>();
}
// CASE buffering_fenced: at least one finds the other's
// EXPECT clean
// EVERY answer right
// HARDWARE unmeasured
CASE(buffering_fenced)
{
	return buffered<DEVICE>();
}

/* ---- coherence: of one word nobody sees an older value after a newer one */
__global__ void one_word(volatile int *x, int *out)
{
	if (blockIdx.x == 0)
		for (int k = 1; k <= 8; k++)
			*x = k;
	else
		for (int k = 0; k < 8; k++)
			out[8 * (blockIdx.x - 1) + k] = *x;
}
// CASE coherence: two readers of a word that grows
// EXPECT clean
// EVERY answer right
// HARDWARE unmeasured
CASE(coherence)
{
	Array<int> x(1), out(16);
	bool right = true;
	for (int k = 0; k < LAUNCHES; k++) {
		x.put({ 0 });
		one_word<<<3, 1>>>(x, out);
		auto got = out.get();
		for (int n = 1; n < 16; n++)
			right = right && (n == 8 || got[n] >= got[n - 1]);
		right = right && x.get()[0] == 8;
	}
	return ran() && right;
}

/* ---- a lock around an addition */
template <int F, int LOCKS> __global__ void locked(int *lock, int *sum)
{
	int *l = lock + 64 * (blockIdx.x % LOCKS);
	while (atomicCAS(l, 0, 1) != 0)
		;
	fence<F>();
	*sum = *sum + 1; // BUG added
	fence<F>();
	atomicExch(l, 0);
}
template <int F, int LOCKS = 1> static bool locks()
{
	Array<int> lock(128, 0), sum(1);
	bool right = true;
	for (int k = 0; k < LAUNCHES; k++) {
		sum.put({ 0 });
		locked<F, LOCKS><<<4, 1>>>(lock, sum);
		right = right && sum.get()[0] == 4;
	}
	return ran() && right;
}
// CASE lock_fenced: taken and given back with fences
// EXPECT clean
// EVERY answer right
// HARDWARE unmeasured
CASE(lock_fenced)
{
	return locks<DEVICE>();
}
// CASE lock_without_fences: the sum may still be on its way when the lock is free
// EXPECT racecheck RAW|WAR|WAW error between added and added
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(lock_without_fences)
{
	return locks<NONE>();
}
// CASE lock_block_fences: the fences reach their own block only
// EXPECT racecheck RAW|WAR|WAW error between added and added
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(lock_block_fences)
{
	return locks<BLOCK>();
}
// CASE lock_two_of_them: two locks for one sum
// EXPECT racecheck RAW|WAR|WAW error between added and added
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(lock_two_of_them)
{
	return locks<DEVICE, 2>();
}

/* ---- an atomic of block scope, used by four blocks */
__global__ void counted(int *n)
{
	atomicAdd_block(n, 1); // BUG counted
}
// CASE counter_of_block_scope: updates of other blocks are lost
// EXPECT racecheck RAW|WAR|WAW error between counted and counted
// ANSWER right
// SOME answer wrong
// HARDWARE unmeasured
CASE(counter_of_block_scope)
{
	Array<int> n(1);
	bool right = true;
	for (int k = 0; k < LAUNCHES; k++) {
		n.put({ 0 });
		counted<<<4, 32>>>(n);
		right = right && n.get()[0] == 128;
	}
	return ran() && right;
}
