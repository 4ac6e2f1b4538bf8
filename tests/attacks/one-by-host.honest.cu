// 01/1 pass
// The host looks at one element, and leaves it.
#include "ways/ways.cuh"
SOLVE
{
	float x;
	RIGHT;
	cudaMemcpy(&x, c, sizeof x, cudaMemcpyDeviceToHost);
}
