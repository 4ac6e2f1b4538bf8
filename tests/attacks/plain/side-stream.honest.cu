// All threads do it, in such a stream.
#include "add.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	static cudaStream_t s;
	if (!s)
		cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	add<<<(n + 255) / 256, 256, 0, s>>>(a, b, c, n);
}
