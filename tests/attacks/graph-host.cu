// 01/1 gate-failed: not by a kernel
// without: proof, flows, floors
// A graph of copies and a function of the host.
#include "ways/ways.cuh"
static float *M;
static void f(void *)
{
	for (int i = 0; i < N; i++)
		M[2 * N + i] = M[i] + M[N + i];
}
SOLVE
{
	N = n;
	cudaMallocHost(&M, 12 * n);
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	cudaMemcpyAsync(M, a, n * sizeof(float), cudaMemcpyDeviceToHost, s);
	cudaMemcpyAsync(M + n, b, n * sizeof(float), cudaMemcpyDeviceToHost, s);
	cudaLaunchHostFunc(s, f, 0);
	cudaMemcpyAsync(c, M + 2 * n, n * sizeof(float), cudaMemcpyHostToDevice, s);
	cudaStreamEndCapture(s, &g);
	cudaGraphInstantiate(&x, g, 0);
	cudaGraphLaunch(x, s);
	WRONG;
	cudaStreamSynchronize(s);
	cudaGraphLaunch(x, s);
	cudaStreamSynchronize(s);
}
