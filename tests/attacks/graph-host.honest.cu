// 01/1 pass
// The twin of the graph: its node is a kernel.
#include "ways/ways.cuh"
SOLVE
{
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	right<<<(n + 255) / 256, 256, 0, s>>>(a, b, c, n);
	cudaStreamEndCapture(s, &g);
	cudaGraphInstantiate(&x, g, 0);
	cudaGraphLaunch(x, s);
	cudaStreamSynchronize(s);
	cudaGraphExecDestroy(x);
	cudaGraphDestroy(g);
	cudaStreamDestroy(s);
}
