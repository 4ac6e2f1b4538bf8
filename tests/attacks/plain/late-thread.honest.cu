// A thread does it, and the call waits for it.
#include <thread>
#include "add.cuh"
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	std::thread([=] { add_all(a, b, c, n); }).join();
}
