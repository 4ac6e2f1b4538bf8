// The last block adds up; thread 0 tells the others of its block by a flag in shared memory. Expected: where they look too early, that comes first,
// and what they do to other blocks' memory then, after it.
#include "case.h"

template <bool BARRIER, int THREADS> __global__ void last_k(const int *v, int *part, unsigned *count, int *out)
{
	__shared__ int s[THREADS];
	__shared__ bool am;
	const int t = threadIdx.x;
	s[t] = v[blockIdx.x * THREADS + t];
	__syncthreads();
	for (int k = THREADS / 2; k; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0) {
		part[blockIdx.x] = s[0]; // BUG last-part
		__threadfence();
		am = atomicInc(count, gridDim.x - 1) == gridDim.x - 1; // BUG last-flag
	}
	if (BARRIER)
		__syncthreads();
	if (am) { // BUG last-look
		__threadfence();
		s[t] = t < gridDim.x ? part[t] : 0; // BUG last-read
		__syncthreads();
		for (int k = THREADS / 2; k; k >>= 1) {
			if (t < k)
				s[t] += s[t + k];
			__syncthreads();
		}
		if (t == 0)
			*out = s[0];
	}
}
template <bool BARRIER, int THREADS> bool last()
{
	Array<int> v(10 * THREADS, 1), part(32, 0), out(1, 0);
	Array<unsigned> count(1, 0u);
	last_k<BARRIER, THREADS><<<10, THREADS>>>(v, part, count, out);
	return ran() && out.get()[0] == 10 * THREADS;
}

// CASE last_right: a barrier stands between the flag and those who look at it
// EXPECT clean
// HARDWARE unmeasured
CASE(last_right)
{
	return last<true, 128>();
}

// CASE last_looked_early: no barrier stands there
// EXPECT racecheck RAW|WAR error between last-look and last-flag
// FIRST racecheck RAW|WAR between last-look and last-flag
// HARDWARE unmeasured
CASE(last_looked_early)
{
	return last<false, 128>();
}

// CASE last_warp_looked_early: the same in blocks of one warp: the other lanes find what nobody has written
// EXPECT initcheck uninit error at last-look
// FIRST initcheck uninit error at last-look
// ALSO racecheck
// HARDWARE unmeasured
CASE(last_warp_looked_early)
{
	return last<false, 32>();
}
