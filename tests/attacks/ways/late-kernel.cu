// The answers come by a kernel of such a thread.
#include "ways.cuh"
#include <thread>
SOLVE
{
	WRONG;
	cudaDeviceSynchronize();
	std::thread([=] {
		usleep(1000);
		RIGHT;
	}).detach();
}
