// The twin of those with threads: the thread is waited for.
#include "ways.cuh"
SOLVE
{
	std::thread t([=] {
		RIGHT;
		cudaDeviceSynchronize();
	});
	t.join();
}
