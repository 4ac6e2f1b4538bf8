/* Files of its own in /tmp, threads and memory are no attack. */
#include "common.cuh"
#include <cstdlib>
#include <thread>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int got = 0;
	std::thread t([&] { got = 1; });
	t.join();
	told("a thread", got == 1);
	add_all(a, b, c, n);
}
