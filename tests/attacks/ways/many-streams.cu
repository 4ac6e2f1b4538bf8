// 300,000 streams and events.
#include "ways.cuh"
SOLVE
{
	RIGHT;
	for (int i = 0; i < 300000; i++) {
		cudaStream_t s;
		cudaEvent_t e;
		cudaStreamCreate(&s);
		cudaEventCreate(&e);
		cudaEventRecord(e, s);
	}
}
