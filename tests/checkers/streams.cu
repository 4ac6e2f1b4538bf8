/* streams.cu: operations of several streams that touch the same bytes, and nothing that orders them. */
#include <atomic>
#include <thread>

#include "case.h"

static const int N = 4096;

struct Stream {
	cudaStream_t s;
	explicit Stream(unsigned flags = cudaStreamNonBlocking)
	{
		said(cudaStreamCreateWithFlags(&s, flags));
	}
	~Stream()
	{
		cudaStreamDestroy(s);
	}
	operator cudaStream_t() const
	{
		return s;
	}
};
struct Pinned {
	int *p;
	Pinned()
	{
		said(cudaMallocHost(&p, N * sizeof(int)));
	}
	~Pinned()
	{
		cudaFreeHost(p);
	}
};

// CASE two_kernels: one stream writes what the other reads, no event in between
// EXPECT racecheck RAW error between doubled and filled
// ADVICE cudaStreamWaitEvent
// HARDWARE unmeasured
__global__ void fill(int *a, int v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = v + i; // BUG filled
}
__global__ void twice(int *b, const int *a)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	b[i] = 2 * a[i]; // BUG doubled
}
__global__ void add(int *total)
{
	atomicAdd(total, 1); // BUG added
}
CASE(two_kernels)
{
	Array<int> a(N, 0), b(N, 0);
	Stream x, y;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	twice<<<N / 256, 256, 0, y>>>(b, a);
	return ran();
}

// CASE reader_first: the reader was launched first, and nothing makes the writer wait for it
// EXPECT racecheck WAR error between filled and doubled
// HARDWARE unmeasured
CASE(reader_first)
{
	Array<int> a(N, 0), b(N, 0);
	Stream x, y;
	twice<<<N / 256, 256, 0, x>>>(b, a);
	fill<<<N / 256, 256, 0, y>>>(a, 1);
	return ran();
}

// CASE pool_of_another_stream: memory of cudaMallocAsync, used in a stream that does not wait for the call
// EXPECT racecheck WAW error at filled
// ADVICE is there for other streams only
// SAYS nothing orders cudaMallocAsync in stream
// HARDWARE unmeasured
CASE(pool_of_another_stream)
{
	Stream x, y;
	int *a;
	said(cudaMallocAsync(&a, N * sizeof(int), x));
	fill<<<N / 256, 256, 0, y>>>(a, 1);
	bool good = ran();
	said(cudaFreeAsync(a, y));
	return good;
}

// CASE freed_by_another_stream: cudaFreeAsync in a stream that does not wait for the kernel which uses the memory
// EXPECT racecheck WAR error
// ADVICE gives the memory back
// SAYS and cudaFreeAsync in stream
// HARDWARE unmeasured
CASE(freed_by_another_stream)
{
	Array<int> b(N, 0);
	Stream x, y;
	int *a;
	said(cudaMallocAsync(&a, N * sizeof(int), x));
	said(cudaMemsetAsync(a, 0, N * sizeof(int), x));
	said(cudaStreamSynchronize(x));
	twice<<<N / 256, 256, 0, x>>>(b, a);
	said(cudaFreeAsync(a, y));
	return ran();
}

// CASE pool_freed_at_once: cudaFree of memory of cudaMallocAsync, while the kernel that uses it may still run
// EXPECT racecheck WAR error
// ADVICE cudaFree() waits for nothing
// SAYS nothing orders twice in stream
// HARDWARE unmeasured
CASE(pool_freed_at_once)
{
	Array<int> b(N, 0);
	Stream x, y;
	int *a;
	said(cudaMallocAsync(&a, N * sizeof(int), x));
	said(cudaMemsetAsync(a, 0, N * sizeof(int), x));
	said(cudaStreamSynchronize(x));
	twice<<<N / 256, 256, 0, x>>>(b, a);
	said(cudaFree(a));
	return ran();
}

// CASE one_buffer: a pipeline whose streams share one buffer on the device
// EXPECT racecheck WAR|WAW|RAW error
// HARDWARE unmeasured
CASE(one_buffer)
{
	Array<int> a(N, 0), b(4 * N, 0);
	Pinned in;
	Stream s[4];
	memset(in.p, 0, N * sizeof(int));
	for (int k = 0; k < 4; k++) {
		said(cudaMemcpyAsync(a, in.p, N * sizeof(int), cudaMemcpyHostToDevice, s[k]));
		twice<<<N / 256, 256, 0, s[k]>>>(b + k * N, a);
	}
	return ran();
}

// CASE copy_out_early: the copy to the host is in another stream than the kernel
// EXPECT racecheck RAW error
// ADVICE cudaEventRecord
// HARDWARE unmeasured
CASE(copy_out_early)
{
	Array<int> a(N, 0);
	Pinned out;
	Stream x, y;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaMemcpyAsync(out.p, a, N * sizeof(int), cudaMemcpyDeviceToHost, y));
	return ran();
}

// CASE memset_beside: a memset of the default stream, and a kernel of one that does not wait for it
// EXPECT racecheck WAW error
// HARDWARE unmeasured
CASE(memset_beside)
{
	Array<int> a(N, 0);
	Stream x;
	said(cudaMemset(a, 0, N * sizeof(int)));
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	return ran();
}

// CASE plain_copy_beside: cudaMemcpy waits for blocking streams only
// EXPECT racecheck RAW error
// HARDWARE unmeasured
CASE(plain_copy_beside)
{
	Array<int> a(N, 0);
	Stream x;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	std::vector<int> v = a.get();
	return ran() && v.size() == N;
}

// CASE event_too_early: the event is recorded before the kernel that it was meant for
// EXPECT racecheck RAW error between doubled and filled
// SAYS was recorded in stream 1 before fill
// HARDWARE unmeasured
CASE(event_too_early)
{
	Array<int> a(N, 0), b(N, 0);
	Stream x, y;
	cudaEvent_t e;
	said(cudaEventCreate(&e));
	said(cudaEventRecord(e, x));
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaStreamWaitEvent(y, e, 0));
	twice<<<N / 256, 256, 0, y>>>(b, a);
	bool fine = ran();
	cudaEventDestroy(e);
	return fine;
}

// CASE event_of_its_own: the event is recorded in the stream that waits for it
// EXPECT racecheck RAW error between doubled and filled
// SAYS was recorded in stream 2, not in stream 1
// HARDWARE unmeasured
CASE(event_of_its_own)
{
	Array<int> a(N, 0), b(N, 0);
	Stream x, y;
	cudaEvent_t e;
	said(cudaEventCreate(&e));
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaEventRecord(e, y));
	said(cudaStreamWaitEvent(y, e, 0));
	twice<<<N / 256, 256, 0, y>>>(b, a);
	bool fine = ran();
	cudaEventDestroy(e);
	return fine;
}

// CASE event_of_last_turn: in a loop the event is recorded once, before it: the second turn's kernel comes after that
// EXPECT racecheck RAW|WAR error between doubled and filled
// SAYS was recorded in stream 1 before fill
// HARDWARE unmeasured
CASE(event_of_last_turn)
{
	Array<int> a(N, 0), b(N, 0);
	Stream x, y;
	cudaEvent_t e;
	said(cudaEventCreate(&e));
	for (int turn = 0; turn < 2; turn++) {
		fill<<<N / 256, 256, 0, x>>>(a, 1);
		if (turn == 0)
			said(cudaEventRecord(e, x));
		said(cudaStreamWaitEvent(y, e, 0));
		twice<<<N / 256, 256, 0, y>>>(b, a);
	}
	bool fine = ran();
	cudaEventDestroy(e);
	return fine;
}

// CASE wrong_stream_synchronized: the host waits for the other stream
// EXPECT racecheck RAW error between doubled and filled
// HARDWARE unmeasured
CASE(wrong_stream_synchronized)
{
	Array<int> a(N, 0), b(N, 0);
	Stream x, y;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaStreamSynchronize(y));
	twice<<<N / 256, 256, 0, y>>>(b, a);
	return ran();
}

// CASE atomic_and_read: a kernel adds to a total by an atomic while another one reads it
// EXPECT racecheck RAW warning between doubled and added
// HARDWARE unmeasured
CASE(atomic_and_read)
{
	Array<int> a(256, 0), b(256, 0);
	Stream x, y;
	add<<<4, 64, 0, x>>>(a);
	twice<<<1, 256, 0, y>>>(b, a);
	return ran();
}

// CASE nodes_without_edge: two nodes of a graph that no edge puts in order
// EXPECT racecheck RAW error between doubled and filled
// ADVICE Add the edge from the first to the second
// HARDWARE unmeasured
CASE(nodes_without_edge)
{
	Array<int> a(N, 0), b(N, 0);
	Stream s;
	cudaGraph_t g;
	cudaGraphExec_t exec;
	cudaGraphNode_t n[2];
	int one = 1, *pa = a, *pb = b;
	void *first[] = { &pa, &one }, *second[] = { &pb, &pa };
	cudaKernelNodeParams k = {};
	k.func = (void *)fill;
	k.gridDim = dim3(N / 256);
	k.blockDim = dim3(256);
	k.kernelParams = first;
	said(cudaGraphCreate(&g, 0));
	said(cudaGraphAddKernelNode(&n[0], g, nullptr, 0, &k));
	k.func = (void *)twice;
	k.kernelParams = second;
	said(cudaGraphAddKernelNode(&n[1], g, nullptr, 0, &k));
	said(cudaGraphInstantiate(&exec, g, 0));
	said(cudaGraphLaunch(exec, s));
	bool fine = ran();
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(g);
	return fine;
}

// CASE capture_broken_by_a_copy: a plain copy while a stream is captured, and nobody looks at what the calls return
// EXPECT memcheck api
// SAYS cudaMemcpy failed: a stream is being captured
// SAYS cudaStreamEndCapture failed: the capture was broken before, by cudaMemcpy
// ANSWER wrong
// HARDWARE unmeasured
CASE(capture_broken_by_a_copy)
{
	Array<int> a(N, 0);
	Stream s(cudaStreamDefault);
	cudaGraph_t graph = nullptr;
	int first;
	said(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	fill<<<N / 256, 256, 0, s>>>(a, 1);
	cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
	cudaStreamEndCapture(s, &graph);
	ran();
	return graph != nullptr;
}

// CASE capture_not_joined: a second stream joins the capture by an event, and the first one does not wait for it at the end
// EXPECT memcheck api
// SAYS cudaStreamEndCapture failed: a stream that has joined the capture by an event is not waited for
// ANSWER wrong
// HARDWARE unmeasured
CASE(capture_not_joined)
{
	Array<int> a(N, 0), b(N, 0);
	Stream s, t;
	cudaGraph_t graph = nullptr;
	cudaEvent_t e;
	said(cudaEventCreate(&e));
	said(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	said(cudaEventRecord(e, s));
	said(cudaStreamWaitEvent(t, e));
	fill<<<N / 256, 256, 0, s>>>(a, 1);
	fill<<<N / 256, 256, 0, t>>>(b, 1);
	cudaStreamEndCapture(s, &graph);
	cudaGetLastError();
	ran();
	cudaEventDestroy(e);
	return graph != nullptr;
}

// CASE capture_broken_by_a_wait: the host waits for the device while a stream is captured
// EXPECT memcheck api
// SAYS cudaDeviceSynchronize failed: the stream is being captured
// SAYS cudaStreamEndCapture failed: the capture was broken before, by cudaDeviceSynchronize
// ANSWER wrong
// HARDWARE unmeasured
CASE(capture_broken_by_a_wait)
{
	Array<int> a(N, 0);
	Stream s;
	cudaGraph_t graph = nullptr;
	said(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	fill<<<N / 256, 256, 0, s>>>(a, 1);
	cudaDeviceSynchronize();
	cudaStreamEndCapture(s, &graph);
	ran();
	return graph != nullptr;
}

// CASE capture_broken_by_memory: memory is allocated while a stream is captured
// EXPECT memcheck api
// SAYS cudaMalloc failed: a stream is being captured
// SAYS cudaStreamEndCapture failed: the capture was broken before, by cudaMalloc
// ANSWER wrong
// HARDWARE unmeasured
CASE(capture_broken_by_memory)
{
	Array<int> a(N, 0);
	Stream s;
	int *more = nullptr;
	cudaGraph_t graph = nullptr;
	said(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	fill<<<N / 256, 256, 0, s>>>(a, 1);
	cudaMalloc(&more, N);
	cudaStreamEndCapture(s, &graph);
	ran();
	return graph != nullptr;
}

// CASE constants_set_too_early: constant memory is set for the next kernel while another stream's may still read it
// EXPECT racecheck WAR error
// SAYS bytes of __constant__ memory
// ADVICE cudaStreamWaitEvent
// HARDWARE unmeasured
__constant__ int coefficients[16];
__global__ void weigh(int *a, int round)
{
	a[threadIdx.x] = coefficients[(threadIdx.x + round) & 15]; // BUG coefficient
}
CASE(constants_set_too_early)
{
	Array<int> a(64, 0);
	Stream s;
	int first[16] = { 1 }, second[16] = { 2 };
	said(cudaMemcpyToSymbol(coefficients, first, sizeof first));
	weigh<<<1, 64, 0, s>>>(a, 0);
	said(cudaMemcpyToSymbol(coefficients, second, sizeof second));
	ran();
	return a.get()[0] == 1;
}

// CASE both_before_either: both kernels are launched before the host waits for either
// EXPECT racecheck WAW error between filled and filled
// EVERY found
// HARDWARE unmeasured
CASE(both_before_either)
{
	Array<int> a(N, 0);
	Stream x, y;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	fill<<<N / 256, 256, 0, y>>>(a, 2);
	said(cudaStreamSynchronize(x));
	said(cudaStreamSynchronize(y));
	return ran();
}

// CASE other_record_waited_for: the event is recorded anew only after the wait that was meant for the second record
// EXPECT racecheck RAW|WAR error between doubled and filled
// EVERY found
// HARDWARE unmeasured
CASE(other_record_waited_for)
{
	Array<int> a(N, 0), b(N, 0), c(N, 0);
	Stream x, y, z;
	cudaEvent_t e;
	said(cudaEventCreate(&e));
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	fill<<<N / 256, 256, 0, y>>>(b, 1);
	said(cudaEventRecord(e, x));
	said(cudaStreamWaitEvent(z, e));
	said(cudaEventRecord(e, y));
	twice<<<N / 256, 256, 0, z>>>(c, b);
	said(cudaStreamSynchronize(z));
	cudaEventDestroy(e);
	return ran();
}

// CASE streams_of_threads: two threads of the host launch into their own default streams, and nothing orders the threads
// EXPECT racecheck WAW error between filled and filled
// EVERY found
// HARDWARE unmeasured
CASE(streams_of_threads)
{
	Array<int> a(N, 0);
	std::atomic<int> launched{ 0 };
	auto work = [&](int v) {
		fill<<<N / 256, 256, 0, cudaStreamPerThread>>>(a, v);
		launched++;
		while (launched < 2)
			;
		said(cudaStreamSynchronize(cudaStreamPerThread));
	};
	std::thread x(work, 1), y(work, 2);
	x.join();
	y.join();
	return ran();
}
