// latency: one thread follows a chain of addresses, through memory of several sizes: what a load costs when nothing else goes on.
#include "bench.h"
#include <cstdio>
#include <vector>

__global__ void chase(const unsigned *next, unsigned *out, int turns)
{
	unsigned at = 0;
	for (int k = 0; k < turns; k++)
		at = next[at];
	*out = at;
}
__global__ void chase_shared(unsigned *out, int turns)
{
	__shared__ unsigned s[1024];
	for (int i = 0; i < 1024; i++)
		s[i] = (i + 33) & 1023;
	unsigned at = 0;
	for (int k = 0; k < turns; k++)
		at = s[at];
	*out = at;
}

void rows_device(bench &b)
{
	static const struct { const char *name; size_t bytes, stride; } sizes[] = {
		{ "latency.16k", 16 << 10, 128 }, { "latency.64k", 64 << 10, 128 }, { "latency.4M", 4 << 20, 128 }, { "latency.16M", 16 << 20, 128 },
		{ "latency.512M", 512 << 20, 4096 + 128 },
	};
	const int turns = 4096;

	if (!b.wants("latency."))
		return;
	unsigned *out = device<unsigned>(1);
	for (auto &s : sizes) {
		size_t n = s.bytes / s.stride;
		std::vector<unsigned> next(s.bytes / 4);
		// A step that is prime to the number of places visits all of them.
		size_t step = n / 2 - 1 - (n / 2) % 2;
		while (n % step == 0 || (n % 2 == 0 && step % 2 == 0) || step % 3 == 0)
			step--;
		for (size_t k = 0, at = 0; k < n; k++, at = (at + step) % n)
			next[at * s.stride / 4] = (unsigned)((at + step) % n * s.stride / 4);
		unsigned *x = device<unsigned>(s.bytes / 4);
		CHECK(cudaMemcpy(x, next.data(), s.bytes, cudaMemcpyHostToDevice));
		// The largest is for the memory behind the caches: cold each time.
		b.time(s.name, [&] { chase<<<1, 1>>>(x, out, turns); }, s.bytes < 512 << 20);
		CHECK(cudaFree(x));
	}
	b.warm("latency.shared", [&] { chase_shared<<<1, 1>>>(out, turns); });
	CHECK(cudaFree(out));
}
