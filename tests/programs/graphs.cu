/* Graphs: captured from a stream that forks and joins, launched many times, nodes counted, built by hand, and what may not be done
 * while a stream is being captured. */
#include "check.h"

__global__ void axpy(float *y, const float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] += a * x[i];
}

__global__ void set(int *p, int v)
{
	*p = *p * 10 + v;
}

static void captured()
{
	const int n = 4096;
	Device<float> x(std::vector<float>(n, 1.0f)), y(std::vector<float>(n, 0.0f)), z(std::vector<float>(n, 0.0f));
	cudaStream_t s, other;
	cudaEvent_t fork, join;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaStreamCaptureStatus status;
	size_t nodes = 0;

	CUDA(cudaStreamCreate(&s));
	CUDA(cudaStreamCreate(&other));
	CUDA(cudaEventCreate(&fork));
	CUDA(cudaEventCreate(&join));
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CUDA(cudaStreamIsCapturing(s, &status));
	HOLDS(status == cudaStreamCaptureStatusActive);
	axpy<<<n / 256, 256, 0, s>>>(y, x, 2.0f, n);
	CUDA(cudaEventRecord(fork, s));
	CUDA(cudaStreamWaitEvent(other, fork, 0));
	axpy<<<n / 256, 256, 0, other>>>(z, y, 1.0f, n);
	CUDA(cudaEventRecord(join, other));
	CUDA(cudaStreamWaitEvent(s, join, 0));
	axpy<<<n / 256, 256, 0, s>>>(z, x, 0.5f, n);
	CUDA(cudaStreamEndCapture(s, &graph));
	/* Nothing has run yet. */
	CUDA(cudaDeviceSynchronize());
	HOLDS(y.get()[0] == 0.0f);
	CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
	expect(nodes == 3, "%zu nodes", nodes);
	CUDA(cudaGraphInstantiate(&exec, graph, 0));
	for (int k = 0; k < 10; k++)
		CUDA(cudaGraphLaunch(exec, s));
	CUDA(cudaStreamSynchronize(s));
	/* y: 2, 4 ... 20; z: their sum and ten halves. */
	for (float v : y.get())
		if (!expect(v == 20.0f, "y %g", v))
			break;
	for (float v : z.get())
		if (!expect(v == 115.0f, "z %g", v))
			break;
	CUDA(cudaGraphExecDestroy(exec));
	CUDA(cudaGraphDestroy(graph));
	CUDA(cudaEventDestroy(fork));
	CUDA(cudaEventDestroy(join));
	CUDA(cudaStreamDestroy(s));
	CUDA(cudaStreamDestroy(other));
}

/* Copies, a memset and kernels in one captured sequence; captured again with other sizes. */
static void sequences()
{
	cudaStream_t s;

	CUDA(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	for (int length = 1; length <= 4; length++) {
		Device<int> p(1);
		cudaGraph_t graph;
		cudaGraphExec_t exec;
		int got = -1, want = 0;

		CUDA(cudaDeviceSynchronize()); /* s does not wait for the memset of p */
		CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
		CUDA(cudaMemsetAsync(p, 0, sizeof(int), s));
		for (int k = 1; k <= length; k++) {
			set<<<1, 1, 0, s>>>(p, k);
			want = want * 10 + k;
		}
		CUDA(cudaMemcpyAsync(&got, p, sizeof got, cudaMemcpyDeviceToHost, s));
		CUDA(cudaStreamEndCapture(s, &graph));
		CUDA(cudaGraphInstantiate(&exec, graph, 0));
		for (int k = 0; k < 3; k++) {
			got = -1;
			CUDA(cudaGraphLaunch(exec, s));
			CUDA(cudaStreamSynchronize(s));
			expect(got == want, "%d, not %d", got, want);
		}
		CUDA(cudaGraphExecDestroy(exec));
		CUDA(cudaGraphDestroy(graph));
	}
	CUDA(cudaStreamDestroy(s));
}

/* The call gives this error while s is captured, and breaks the capture. */
template <class F> static void breaks(cudaStream_t s, cudaStreamCaptureMode mode, F call, cudaError_t want)
{
	cudaGraph_t graph = nullptr;

	CUDA(cudaStreamBeginCapture(s, mode));
	GIVES(call(), want);
	GIVES(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureInvalidated);
	cudaGetLastError();
}

static void forbidden()
{
	cudaStream_t s;
	cudaGraph_t graph = nullptr;
	cudaEvent_t e;
	void *p, *more = nullptr;

	CUDA(cudaMalloc(&p, 4));
	CUDA(cudaEventCreate(&e));

	CUDA(cudaStreamCreate(&s));
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	GIVES(cudaStreamSynchronize(s), cudaErrorStreamCaptureUnsupported);
	GIVES(cudaStreamEndCapture(s, &graph), cudaErrorStreamCaptureInvalidated);
	cudaGetLastError();
	GIVES(cudaStreamEndCapture(s, &graph), cudaErrorIllegalState);
	cudaGetLastError();
	breaks(s, cudaStreamCaptureModeRelaxed, [] { return cudaDeviceSynchronize(); }, cudaErrorStreamCaptureUnsupported);
	breaks(s, cudaStreamCaptureModeGlobal, [&] { return cudaMalloc(&more, 4); }, cudaErrorStreamCaptureUnsupported);
	breaks(s, cudaStreamCaptureModeThreadLocal, [&] { return cudaFree(p); }, cudaErrorStreamCaptureUnsupported);
	breaks(s, cudaStreamCaptureModeGlobal, [&] { return cudaMallocHost(&more, 4); }, cudaErrorStreamCaptureUnsupported);
	breaks(s, cudaStreamCaptureModeRelaxed,
		[&] { return cudaEventRecord(e, s) ? cudaErrorUnknown : cudaEventQuery(e); }, cudaErrorCapturedEvent);
	CUDA(cudaFree(p));
	CUDA(cudaEventDestroy(e));
	CUDA(cudaStreamDestroy(s));
}

/* What an H200 answers (CUDA 13.0) about an event that was last recorded in a capture, once that has ended. */
static void recorded_in_a_capture()
{
	cudaStream_t s;
	cudaEvent_t in, before;
	cudaGraph_t g;
	cudaGraphExec_t x;
	float ms;

	CUDA(cudaStreamCreate(&s));
	CUDA(cudaEventCreate(&in));
	CUDA(cudaEventCreate(&before));
	CUDA(cudaEventRecord(before, s));
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	CUDA(cudaEventRecord(in, s));
	CUDA(cudaStreamEndCapture(s, &g));
	CUDA(cudaGraphInstantiate(&x, g, 0));
	for (int launched = 0; launched < 2; launched++) {
		GIVES(cudaEventQuery(in), cudaErrorInvalidValue);
		GIVES(cudaEventSynchronize(in), cudaErrorInvalidValue);
		GIVES(cudaEventElapsedTime(&ms, before, in), cudaErrorInvalidValue);
		GIVES(cudaStreamWaitEvent(s, in, 0), cudaErrorInvalidValue);
		CUDA(cudaEventSynchronize(before));
		CUDA(cudaGraphLaunch(x, s));
		CUDA(cudaStreamSynchronize(s));
	}
	CUDA(cudaEventRecord(in, s));
	CUDA(cudaStreamWaitEvent(s, in, 0));
	CUDA(cudaEventSynchronize(in));
	CUDA(cudaEventElapsedTime(&ms, before, in));
	CUDA(cudaGraphExecDestroy(x));
	CUDA(cudaGraphDestroy(g));
	CUDA(cudaEventDestroy(before));
	CUDA(cudaEventDestroy(in));
	CUDA(cudaStreamDestroy(s));
}

int main()
{
	captured();
	sequences();
	forbidden();
	recorded_in_a_capture();
	return finish();
}
