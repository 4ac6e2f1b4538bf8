/* waiting: what the probes of programs that wait share (locked.cu, asked.cu, handed.cu). */
#pragma once
#include "probe.h"
__host__ __device__ inline unsigned hash(unsigned x)
{
	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	return x ^ x >> 16;
}
// A row that begins with M words of zeros at m, which is timed with it.
#define J(name, call) \
	row(name, [&] { \
		CHECK(cudaMemsetAsync(m, 0, M * sizeof(int))); \
		call; \
	})
