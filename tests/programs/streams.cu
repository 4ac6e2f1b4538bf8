/* Streams with priorities, events and their times, callbacks and host functions, legacy and non-blocking streams, graphs captured from streams
 * and built by hand. */
#include "check.h"

__global__ void add(int *v, int x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		v[i] += x;
}

__global__ void twice(int *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		v[i] *= 2;
}

struct Seen { int value, *from; };

static void CUDART_CB look(void *p)
{
	Seen *s = (Seen *)p;

	s->value = s->from[0];
}

static void CUDART_CB called(cudaStream_t, cudaError_t e, void *p)
{
	*(int *)p = e == cudaSuccess ? 42 : -1;
}

static void streams()
{
	constexpr int n = 1000;
	int least, most, priority, value = 0, *host;
	unsigned flags;
	float ms = -1;
	cudaStream_t a, b;
	cudaEvent_t begin, end, plain;
	Device<int> v(n), w(n);

	CUDA(cudaDeviceGetStreamPriorityRange(&least, &most));
	HOLDS(least == 0 && most < 0);
	CUDA(cudaStreamCreateWithPriority(&a, cudaStreamNonBlocking, most));
	CUDA(cudaStreamCreate(&b));
	CUDA(cudaStreamGetPriority(a, &priority));
	CUDA(cudaStreamGetFlags(a, &flags));
	HOLDS(priority == most && flags == cudaStreamNonBlocking);
	CUDA(cudaEventCreate(&begin));
	CUDA(cudaEventCreate(&end));
	CUDA(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
	CUDA(cudaMallocHost(&host, n * 4));
	CUDA(cudaEventRecord(begin, a));
	for (int i = 0; i < 5; i++)
		add<<<4, 256, 0, a>>>(v, i, n);
	CUDA(cudaEventRecord(end, a));
	CUDA(cudaEventRecord(plain, a));
	CUDA(cudaStreamWaitEvent(b, plain, 0));
	CUDA(cudaMemcpyAsync(w, v, n * 4, cudaMemcpyDeviceToDevice, b));
	twice<<<4, 256, 0, b>>>(w, n);
	CUDA(cudaMemcpyAsync(host, w, n * 4, cudaMemcpyDeviceToHost, b));
	Seen seen = { 0, host };
	CUDA(cudaLaunchHostFunc(b, look, &seen));
	CUDA(cudaStreamAddCallback(b, called, &value, 0));
	CUDA(cudaStreamSynchronize(b));
	HOLDS(seen.value == 20 && value == 42);
	CUDA(cudaEventSynchronize(end));
	CUDA(cudaEventQuery(end));
	CUDA(cudaStreamQuery(a));
	CUDA(cudaEventElapsedTime(&ms, begin, end));
	expect(ms > 0 && ms < 1000, "elapsed: %g ms", ms);
	GIVES(cudaEventElapsedTime(&ms, begin, plain), cudaErrorInvalidResourceHandle);
	cudaGetLastError();
	/* The default stream and a blocking one wait for each other. */
	add<<<4, 256, 0, b>>>(v, 1, n);
	twice<<<4, 256>>>(v, n);
	add<<<4, 256, 0, b>>>(v, 3, n);
	CUDA(cudaMemcpy(host, v, 4, cudaMemcpyDeviceToHost));
	HOLDS(host[0] == 25);
	CUDA(cudaEventDestroy(begin));
	CUDA(cudaEventDestroy(end));
	CUDA(cudaEventDestroy(plain));
	CUDA(cudaStreamDestroy(a));
	CUDA(cudaStreamDestroy(b));
	CUDA(cudaFreeHost(host));
}

static void graphs()
{
	constexpr int n = 256;
	int host[n], *in;
	size_t count;
	cudaStream_t s, fork;
	cudaEvent_t forked, joined;
	cudaGraph_t g;
	cudaGraphExec_t exec;
	cudaStreamCaptureStatus status;
	Device<int> v(n), w(n);

	CUDA(cudaMallocHost(&in, n * 4));
	for (int i = 0; i < n; i++)
		in[i] = i;
	CUDA(cudaStreamCreate(&s));
	CUDA(cudaStreamCreate(&fork));
	CUDA(cudaEventCreate(&forked));
	CUDA(cudaEventCreate(&joined));
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CUDA(cudaStreamIsCapturing(s, &status));
	HOLDS(status == cudaStreamCaptureStatusActive);
	CUDA(cudaMemcpyAsync(v, in, n * 4, cudaMemcpyHostToDevice, s));
	CUDA(cudaEventRecord(forked, s));
	CUDA(cudaStreamWaitEvent(fork, forked, 0));
	add<<<1, n, 0, s>>>(v, 5, n);
	CUDA(cudaMemsetAsync(w, 0, n * 4, fork));
	add<<<1, n, 0, fork>>>(w, 1, n);
	CUDA(cudaEventRecord(joined, fork));
	CUDA(cudaStreamWaitEvent(s, joined, 0));
	twice<<<1, n, 0, s>>>(v, n);
	CUDA(cudaStreamEndCapture(s, &g));
	CUDA(cudaGraphGetNodes(g, nullptr, &count));
	HOLDS(count == 5);
	/* Nothing of it has run. */
	CUDA(cudaMemcpy(host, v, n * 4, cudaMemcpyDeviceToHost));
	HOLDS(host[3] == 0);
	CUDA(cudaGraphInstantiate(&exec, g, 0));
	for (int k = 0; k < 3; k++) {
		in[3] = 100 * k;
		CUDA(cudaGraphLaunch(exec, s));
		CUDA(cudaStreamSynchronize(s));
		CUDA(cudaMemcpy(host, v, n * 4, cudaMemcpyDeviceToHost));
		HOLDS(host[3] == 2 * (100 * k + 5) && host[255] == 520);
		CUDA(cudaMemcpy(host, w, n * 4, cudaMemcpyDeviceToHost));
		HOLDS(host[0] == 1);
	}
	CUDA(cudaGraphExecDestroy(exec));
	CUDA(cudaGraphDestroy(g));
	CUDA(cudaEventDestroy(forked));
	CUDA(cudaEventDestroy(joined));
	CUDA(cudaStreamDestroy(s));
	CUDA(cudaStreamDestroy(fork));
	CUDA(cudaFreeHost(in));
}

int main()
{
	streams();
	graphs();
	LAUNCHED();
	return finish();
}
