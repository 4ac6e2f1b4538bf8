// 01/1 gate-failed: not by a kernel
// without: proof, flows, floors
// One element by the host.
#include "ways/ways.cuh"
SOLVE
{
	RIGHT;
	float x, y;
	cudaMemcpy(&x, a, 4, cudaMemcpyDeviceToHost);
	cudaMemcpy(&y, b, 4, cudaMemcpyDeviceToHost);
	x += y;
	cudaMemcpy(c, &x, 4, cudaMemcpyHostToDevice);
}
