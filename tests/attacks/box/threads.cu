/* Four hundred threads at once are many, and no attack. */
#include "common.cuh"
#include <atomic>
#include <thread>
#include <vector>
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	std::atomic<int> here(0);
	std::vector<std::thread> all;
	for (int i = 0; i < 400; i++)
		all.emplace_back([&] {
			for (here++; here < 400;)
				std::this_thread::yield();
		});
	for (std::thread &t : all)
		t.join();
	told("four hundred threads", here == 400);
	add_all(a, b, c, n);
}
