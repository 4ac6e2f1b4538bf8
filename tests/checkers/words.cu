// Single words by which two threads alone make out who may go on: flag and data in one, or who came last (the locks of Peterson, Dekker and Lamport).
#include "case.h"

enum { B = 64 };

// ---- flag and data in one word, without a fence
// A number other than 0 is flag and data. WRITERS: warps that wait until the word is 0, and store a number; two of them may find it 0.
template <int WRITERS> __global__ void packed_number_k(int *out, int n)
{
	__shared__ volatile int p;
	int warp = threadIdx.x / 32, v;
	if (threadIdx.x == 0)
		p = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		for (int i = 1; i <= n; i++)
			if (warp == 0) {
				while ((v = p) == 0)
					;
				out[i] = v;
				p = 0; // BUG packed-free
			} else if (i % WRITERS + 1 == warp) {
				while (p)
					;
				p = i; // BUG packed-number
			}
}

template <int WRITERS> bool numbers()
{
	Array<int> out(21, 0);
	packed_number_k<WRITERS><<<1, B + 32>>>(out, 20);
	bool right = ran();
	for (int i = 1; i <= 20; i++)
		right &= out.get()[i] == i;
	return right;
}

// CASE packed_number: a number and 0 in turn
// EXPECT clean
// HARDWARE unmeasured
CASE(packed_number)
{
	return numbers<1>();
}

// CASE packed_number_two: ... two writers wait for 0 and store
// EXPECT racecheck WAW error between packed-number and packed-free
// HARDWARE unmeasured
CASE(packed_number_two)
{
	numbers<2>();
	return true;
}
