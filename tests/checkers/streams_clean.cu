/* streams_clean.cu: operations of several streams on the same bytes, each pair of them ordered in one of the ways that there are. */
#include <atomic>
#include <thread>

#include "case.h"

static const int N = 4096;

__global__ void fill(int *a, int v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = v + i;
}
__global__ void twice(int *b, const int *a)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	b[i] = 2 * a[i];
}

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
struct Event {
	cudaEvent_t e;
	Event()
	{
		said(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
	}
	~Event()
	{
		cudaEventDestroy(e);
	}
	operator cudaEvent_t() const
	{
		return e;
	}
};
struct Pinned {
	int *p;
	explicit Pinned(int n)
	{
		said(cudaMallocHost(&p, n * sizeof(int)));
	}
	~Pinned()
	{
		cudaFreeHost(p);
	}
};
static bool doubled(const Array<int> &b, int v)
{
	std::vector<int> h = b.get();
	for (int i = 0; i < N; i++)
		if (h[i] != 2 * (v + i))
			return false;
	return true;
}

// CASE one_stream: kernels of one stream run one after another
// EXPECT clean
// HARDWARE unmeasured
CASE(one_stream)
{
	Array<int> a(N), b(N);
	Stream x, y;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	twice<<<N / 256, 256, 0, x>>>(b, a);
	return ran() && doubled(b, 1);
}

// CASE event_between: an event after the writer, for which the reader's stream waits
// EXPECT clean
// HARDWARE unmeasured
CASE(event_between)
{
	Array<int> a(N), b(N);
	Stream x, y;
	Event e;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaEventRecord(e, x));
	said(cudaStreamWaitEvent(y, e, 0));
	twice<<<N / 256, 256, 0, y>>>(b, a);
	return ran() && doubled(b, 1);
}

// CASE events_in_a_chain: what the first stream did reaches the third one by way of the second
// EXPECT clean
// HARDWARE unmeasured
CASE(events_in_a_chain)
{
	Array<int> a(N), b(N);
	Stream x, y, z;
	Event e, f;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaEventRecord(e, x));
	said(cudaStreamWaitEvent(y, e, 0));
	said(cudaEventRecord(f, y));
	said(cudaStreamWaitEvent(z, f, 0));
	twice<<<N / 256, 256, 0, z>>>(b, a);
	return ran() && doubled(b, 1);
}

// CASE event_used_again: one event for several turns; each wait is for the newest record before it
// EXPECT clean
// HARDWARE unmeasured
CASE(event_used_again)
{
	Array<int> a(N), b(N);
	Stream x, y;
	Event full, empty;
	for (int turn = 0; turn < 5; turn++) {
		said(cudaStreamWaitEvent(x, empty, 0));
		fill<<<N / 256, 256, 0, x>>>(a, turn);
		said(cudaEventRecord(full, x));
		said(cudaStreamWaitEvent(y, full, 0));
		twice<<<N / 256, 256, 0, y>>>(b, a);
		said(cudaEventRecord(empty, y));
	}
	return ran() && doubled(b, 4);
}

// CASE default_stream_between: the legacy default stream waits for blocking streams, and they for it
// EXPECT clean
// HARDWARE unmeasured
CASE(default_stream_between)
{
	Array<int> a(N), b(N);
	Stream x(cudaStreamDefault), y(cudaStreamDefault);
	fill<<<N / 256, 256, 0, x>>>(a, 0);
	fill<<<N / 256, 256>>>(a, 1);
	twice<<<N / 256, 256, 0, y>>>(b, a);
	return ran() && doubled(b, 1);
}

// CASE plain_copies_around: cudaMemcpy is over when it returns; the kernel's stream waits for nothing
// EXPECT clean
// HARDWARE unmeasured
CASE(plain_copies_around)
{
	Stream x, y;
	Array<int> a(counting<int>(N)), b(N);
	twice<<<N / 256, 256, 0, x>>>(b, a);
	said(cudaStreamSynchronize(x));
	return doubled(b, 0) && ran();
}

// CASE host_waits: the host synchronizes, in each of the ways, before it launches into another stream
// EXPECT clean
// HARDWARE unmeasured
CASE(host_waits)
{
	Array<int> a(N), b(N);
	Stream x, y;
	Event e;
	for (int way = 0; way < 5; way++) {
		fill<<<N / 256, 256, 0, x>>>(a, way);
		said(cudaEventRecord(e, x));
		if (way == 0)
			said(cudaStreamSynchronize(x));
		else if (way == 1)
			said(cudaDeviceSynchronize());
		else if (way == 2)
			said(cudaEventSynchronize(e));
		else if (way == 3)
			while (cudaStreamQuery(x) == cudaErrorNotReady)
				;
		else
			while (cudaEventQuery(e) == cudaErrorNotReady)
				;
		cudaGetLastError(); /* that it was not ready */
		twice<<<N / 256, 256, 0, y>>>(b, a);
		if (!ran() || !doubled(b, way))
			return false;
	}
	return true;
}

// CASE host_function_tells: a host function says that its stream got there; then the host goes on
// EXPECT clean
// HARDWARE unmeasured
static std::atomic<int> told;
static void tell(void *)
{
	told = 1;
}
CASE(host_function_tells)
{
	Array<int> a(N), b(N);
	Stream x, y;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaLaunchHostFunc(x, tell, nullptr));
	while (!told)
		std::this_thread::yield();
	twice<<<N / 256, 256, 0, y>>>(b, a);
	return ran() && doubled(b, 1);
}

// CASE parts_of_one_array: each stream has its own part, copies and kernels; the parts lie side by side
// EXPECT clean
// HARDWARE unmeasured
CASE(parts_of_one_array)
{
	enum { PARTS = 4, PART = N / PARTS };
	Array<int> a(N), b(N);
	Pinned in(N), out(N);
	Stream s[PARTS];
	for (int i = 0; i < N; i++)
		in.p[i] = i;
	for (int k = 0; k < PARTS; k++) {
		int at = k * PART;
		said(cudaMemcpyAsync(a + at, in.p + at, PART * sizeof(int), cudaMemcpyHostToDevice, s[k]));
		twice<<<PART / 256, 256, 0, s[k]>>>(b + at, a + at);
		said(cudaMemcpyAsync(out.p + at, b + at, PART * sizeof(int), cudaMemcpyDeviceToHost, s[k]));
	}
	bool fine = ran();
	for (int i = 0; i < N; i++)
		fine &= out.p[i] == 2 * i;
	return fine;
}

// CASE two_readers: two streams read the same array
// EXPECT clean
// HARDWARE unmeasured
CASE(two_readers)
{
	Array<int> a(counting<int>(N)), b(N), c(N);
	Stream x, y;
	twice<<<N / 256, 256, 0, x>>>(b, a);
	twice<<<N / 256, 256, 0, y>>>(c, a);
	return ran() && doubled(b, 0) && doubled(c, 0);
}

// CASE one_total: kernels of two streams add to one place by atomics
// EXPECT clean
// HARDWARE unmeasured
__global__ void add(int *total)
{
	atomicAdd(total, 1);
}
CASE(one_total)
{
	Array<int> total(1, 0);
	Stream x, y;
	add<<<8, 128, 0, x>>>(total);
	add<<<8, 128, 0, y>>>(total);
	return ran() && total.get()[0] == 2048;
}

// CASE same_values: two streams store the same values to the same places
// EXPECT clean
// HARDWARE unmeasured
CASE(same_values)
{
	Array<int> a(N);
	Stream x, y;
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	fill<<<N / 256, 256, 0, y>>>(a, 1);
	return ran() && a.get()[5] == 6;
}

// CASE freed_between: memory that was freed is another one's
// EXPECT clean
// HARDWARE unmeasured
CASE(freed_between)
{
	Array<int> b(N);
	Stream x, y;
	int *a;
	said(cudaMallocAsync(&a, N * sizeof(int), x));
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaFreeAsync(a, x));
	said(cudaMallocAsync(&a, N * sizeof(int), y));
	fill<<<N / 256, 256, 0, y>>>(a, 2);
	twice<<<N / 256, 256, 0, y>>>(b, a);
	said(cudaFreeAsync(a, y));
	return ran() && doubled(b, 2);
}

// CASE pool_between_streams: memory of cudaMallocAsync, allocated, used and freed in three streams, with events between
// EXPECT clean
// HARDWARE unmeasured
CASE(pool_between_streams)
{
	Array<int> b(N);
	Stream x, y, z;
	cudaEvent_t there, used;
	int *a;
	said(cudaEventCreate(&there));
	said(cudaEventCreate(&used));
	said(cudaMallocAsync(&a, N * sizeof(int), x));
	said(cudaEventRecord(there, x));
	said(cudaStreamWaitEvent(y, there, 0));
	fill<<<N / 256, 256, 0, y>>>(a, 2);
	twice<<<N / 256, 256, 0, y>>>(b, a);
	said(cudaEventRecord(used, y));
	said(cudaStreamWaitEvent(z, used, 0));
	said(cudaFreeAsync(a, z));
	return ran() && doubled(b, 2);
}

// CASE pool_waited_for: the host waits after cudaMallocAsync, and before cudaFree
// EXPECT clean
// HARDWARE unmeasured
CASE(pool_waited_for)
{
	Array<int> b(N);
	Stream x, y;
	int *a;
	said(cudaMallocAsync(&a, N * sizeof(int), x));
	said(cudaStreamSynchronize(x));
	fill<<<N / 256, 256, 0, y>>>(a, 2);
	twice<<<N / 256, 256, 0, y>>>(b, a);
	bool good = ran() && doubled(b, 2);
	said(cudaFree(a));
	return good;
}

// CASE plain_free_waits: cudaFree of memory of cudaMalloc waits for the kernel, and so orders what comes later
// EXPECT clean
// HARDWARE unmeasured
CASE(plain_free_waits)
{
	Array<int> b(N);
	Stream x, y;
	int *a;
	said(cudaMalloc(&a, N * sizeof(int)));
	fill<<<N / 256, 256, 0, x>>>(a, 2);
	twice<<<N / 256, 256, 0, x>>>(b, a);
	said(cudaFree(a));
	fill<<<N / 256, 256, 0, y>>>(b, 0);
	return ran();
}

// CASE kernels_at_a_flag: one kernel publishes with a fence and a flag, another one waits for it
// EXPECT clean
// HARDWARE unmeasured
__global__ void publish(int *data, int *flag)
{
	data[threadIdx.x] = 3 + (int)threadIdx.x;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		atomicExch(flag, 1);
}
__global__ void consume(int *out, volatile int *data, volatile int *flag)
{
	if (threadIdx.x == 0)
		while (!*flag)
			;
	__syncthreads();
	__threadfence();
	out[threadIdx.x] = data[threadIdx.x];
}
CASE(kernels_at_a_flag)
{
	Array<int> data(64), flag(1, 0), out(64);
	Stream x, y;
	publish<<<1, 64, 0, x>>>(data, flag);
	consume<<<1, 64, 0, y>>>(out, data, flag);
	return ran() && out.get()[5] == 8;
}

// CASE captured: a graph captured from two streams that an event joins
// EXPECT clean
// HARDWARE unmeasured
CASE(captured)
{
	Array<int> a(N), b(N), c(N);
	Stream x, y;
	Event fork, join;
	cudaGraph_t g;
	cudaGraphExec_t exec;
	said(cudaStreamBeginCapture(x, cudaStreamCaptureModeGlobal));
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaEventRecord(fork, x));
	said(cudaStreamWaitEvent(y, fork, 0));
	twice<<<N / 256, 256, 0, y>>>(b, a);
	twice<<<N / 256, 256, 0, x>>>(c, a);
	said(cudaEventRecord(join, y));
	said(cudaStreamWaitEvent(x, join, 0));
	fill<<<N / 256, 256, 0, x>>>(a, 2);
	said(cudaStreamEndCapture(x, &g));
	said(cudaGraphInstantiate(&exec, g, 0));
	for (int turn = 0; turn < 3; turn++)
		said(cudaGraphLaunch(exec, x));
	twice<<<N / 256, 256, 0, x>>>(c, a);
	bool fine = ran() && doubled(b, 1) && doubled(c, 2);
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(g);
	return fine;
}

// CASE two_hosts: two threads of the host, a stream each, hand over by a lock of the host's
// EXPECT clean
// HARDWARE unmeasured
CASE(two_hosts)
{
	Array<int> a(N), b(N);
	Stream x, y;
	std::atomic<int> ready(0);
	std::thread other([&] {
		fill<<<N / 256, 256, 0, x>>>(a, 1);
		said(cudaStreamSynchronize(x));
		ready = 1;
	});
	while (!ready)
		std::this_thread::yield();
	twice<<<N / 256, 256, 0, y>>>(b, a);
	bool fine = ran();
	other.join();
	return fine && doubled(b, 1);
}

// CASE kernel_tells_host: the host sees a flag in mapped memory that the kernel sets after its writes, and goes on
// EXPECT clean
// HARDWARE unmeasured
__global__ void fill_and_tell(int *a, volatile int *flag)
{
	a[threadIdx.x] = 1 + (int)threadIdx.x;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence_system();
		*flag = 1;
	}
}
CASE(kernel_tells_host)
{
	Array<int> a(256), b(256);
	Pinned flag(1);
	Stream x, y;
	*flag.p = 0;
	fill_and_tell<<<1, 256, 0, x>>>(a, flag.p);
	while (!*(volatile int *)flag.p)
		std::this_thread::yield();
	twice<<<1, 256, 0, y>>>(b, a);
	return ran() && b.get()[9] == 20;
}

// CASE capture_with_memory: a relaxed capture, a thread that asks for it, and other threads may allocate meanwhile
// EXPECT clean
// HARDWARE unmeasured
static bool takes_memory()
{
	int *more = nullptr, *pinned = nullptr;
	return said(cudaMalloc(&more, N)) && said(cudaFree(more)) && said(cudaMallocHost(&pinned, N)) &&
		said(cudaFreeHost(pinned));
}
CASE(capture_with_memory)
{
	Array<int> a(N, 0);
	Stream s;
	bool fine = true;
	for (cudaStreamCaptureMode mode :
		{ cudaStreamCaptureModeRelaxed, cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal }) {
		cudaStreamCaptureMode own = cudaStreamCaptureModeRelaxed;
		cudaGraph_t graph;
		said(cudaStreamBeginCapture(s, mode));
		fill<<<N / 256, 256, 0, s>>>(a, 1);
		if (mode == cudaStreamCaptureModeThreadLocal) {
			std::thread other([&] { fine &= takes_memory(); });
			other.join();
		} else {
			if (mode == cudaStreamCaptureModeGlobal)
				said(cudaThreadExchangeStreamCaptureMode(&own));
			fine &= takes_memory();
			if (mode == cudaStreamCaptureModeGlobal)
				said(cudaThreadExchangeStreamCaptureMode(&own));
		}
		fine &= said(cudaStreamEndCapture(s, &graph));
		fine &= said(cudaGraphDestroy(graph));
	}
	return fine && takes_memory() && ran();
}

// CASE constants_in_turns: a half of a constant array is set while a kernel of another stream reads the other half
// EXPECT clean
// HARDWARE unmeasured
__constant__ int halves[2][16], alone[16];
__global__ void weigh_half(int *a, int half)
{
	a[threadIdx.x] = halves[half][threadIdx.x & 15] + alone[threadIdx.x & 15];
}
CASE(constants_in_turns)
{
	Array<int> a(64, 0);
	Stream s, t;
	cudaEvent_t done;
	int values[16] = { 1 };
	bool fine = true;
	said(cudaEventCreate(&done));
	said(cudaMemcpyToSymbol(alone, values, sizeof values));
	for (int turn = 0; turn < 4; turn++) {
		values[0] = 1 + turn;
		said(cudaMemcpyToSymbol(halves, values, sizeof values, (turn & 1) * sizeof values));
		fine &= turn == 0 || said(cudaStreamSynchronize(s));
		weigh_half<<<1, 64, 0, s>>>(a, turn & 1);
	}
	said(cudaEventRecord(done, s));
	said(cudaStreamWaitEvent(t, done));
	values[0] = 100;
	said(cudaMemcpyToSymbolAsync(alone, values, sizeof values, 0, cudaMemcpyHostToDevice, t));
	said(cudaMemcpyToSymbolAsync(halves, values, sizeof values, 0, cudaMemcpyHostToDevice, t));
	fine &= ran() && a.get()[0] == 4 + 1;
	cudaEventDestroy(done);
	return fine;
}

// CASE one_event_for_all: one event, recorded in each stream in turn and waited for at once: each wait is for the record before it
// EXPECT clean
// EVERY found
// HARDWARE unmeasured
__global__ void sum_of(int *c, const int *a, const int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	c[i] = a[i] + b[i];
}
CASE(one_event_for_all)
{
	Array<int> a(N, 0), b(N, 0), c(N, 0);
	Stream x, y, z(cudaStreamDefault);
	Event e;
	bool fine = true;
	for (int turn = 0; turn < 3; turn++) {
		fill<<<N / 256, 256, 0, x>>>(a, turn);
		fill<<<N / 256, 256, 0, y>>>(b, turn);
		said(cudaEventRecord(e, x));
		said(cudaStreamWaitEvent(z, e));
		said(cudaEventRecord(e, y));
		said(cudaStreamWaitEvent(z, e));
		sum_of<<<N / 256, 256, 0, z>>>(c, a, b);
		said(cudaEventRecord(e, z));
		said(cudaStreamWaitEvent(x, e));
		said(cudaStreamWaitEvent(y, e));
	}
	fine &= said(cudaEventSynchronize(e)) && c.get()[5] == 2 * (2 + 5);
	return ran() && fine;
}

// CASE waited_in_turns: each kernel is launched after the host has waited for the one before, beside others that it has not
// EXPECT clean
// EVERY found
// HARDWARE unmeasured
CASE(waited_in_turns)
{
	Array<int> a(N, 0), b(N, 0), c(N, 0);
	Stream x, y;
	Event e;
	fill<<<N / 256, 256, 0, y>>>(c, 3);
	fill<<<N / 256, 256, 0, x>>>(a, 1);
	said(cudaEventRecord(e, x));
	twice<<<N / 256, 256, 0, x>>>(b, a);
	said(cudaEventSynchronize(e));
	twice<<<N / 256, 256, 0, y>>>(c, a);
	said(cudaStreamSynchronize(x));
	fill<<<N / 256, 256, 0, y>>>(b, 1);
	bool fine = said(cudaStreamSynchronize(y)) && b.get()[5] == 6 && c.get()[5] == 12;
	return ran() && fine;
}
