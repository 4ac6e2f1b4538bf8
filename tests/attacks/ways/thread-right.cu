// The twin of those with threads: the thread is waited for.
#include "ways.cuh"
#include <thread>
SOLVE
{
	std::thread t([=] {
		RIGHT;
		cudaDeviceSynchronize();
	});
	t.join();
}
