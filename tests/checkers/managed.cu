/* managed.cu: the host touches managed memory before the kernel that works on it has ended. */
#include "case.h"

static const int N = 5000;

__global__ void fill(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = i + 1; // BUG filled
}
__global__ void sum(const int *a, int n, int *total)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(total, a[i]); // BUG summed
}
template <class T> struct Managed {
	T *p = nullptr;
	explicit Managed(size_t n)
	{
		said(cudaMallocManaged(&p, n * sizeof(T)));
		memset(p, 0, n * sizeof(T));
	}
	~Managed()
	{
		cudaFree(p);
	}
	operator T *() const
	{
		return p;
	}
};

// CASE read_before_the_wait: the host looks at the result of a kernel that it has just started
// EXPECT racecheck RAW error between host_reads and filled
// ADVICE cudaDeviceSynchronize()
// SAYS the host reads managed memory that fill writes
// HARDWARE unmeasured
CASE(read_before_the_wait)
{
	Managed<int> a(N);
	fill<<<(N + 255) / 256, 256>>>(a, N);
	long total = 0;
	for (int i = 0; i < N; i++)
		total += a[i]; // BUG host_reads
	ran();
	return total == (long)N * (N + 1) / 2;
}

// CASE filled_again_too_early: the host prepares the next turn in the array that the kernel still reads
// EXPECT racecheck WAR error between host_writes and summed
// SAYS the host writes managed memory that sum reads
// HARDWARE unmeasured
CASE(filled_again_too_early)
{
	Managed<int> a(N), total(1);
	sum<<<(N + 255) / 256, 256>>>(a, N, total);
	for (int i = 0; i < N; i++)
		a[i] = 1; // BUG host_writes
	ran();
	return true;
}

// CASE variable_before_the_wait: a __managed__ variable is set by a kernel, and asked for at once
// EXPECT racecheck RAW error between variable_read and variable_set
// HARDWARE unmeasured
__managed__ int answer;
__global__ void set_answer()
{
	answer = 42; // BUG variable_set
}
CASE(variable_before_the_wait)
{
	answer = 1;
	set_answer<<<1, 1>>>();
	int was = answer; // BUG variable_read
	ran();
	return was == 42;
}

// CASE other_stream_waited_for: the host waits, but for another stream than the kernel's
// EXPECT racecheck RAW error between stream_read and filled
// HARDWARE unmeasured
CASE(other_stream_waited_for)
{
	cudaStream_t x, y;
	said(cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking));
	said(cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking));
	Managed<int> a(N);
	fill<<<(N + 255) / 256, 256, 0, x>>>(a, N);
	said(cudaStreamSynchronize(y));
	int was = a[3]; // BUG stream_read
	ran();
	cudaStreamDestroy(x);
	cudaStreamDestroy(y);
	return was == 4;
}

// CASE never_waited: nothing waits at all before the program goes on to its end
// EXPECT racecheck RAW error between never_read and filled
// HARDWARE unmeasured
CASE(never_waited)
{
	Managed<int> a(N);
	fill<<<(N + 255) / 256, 256>>>(a, N);
	return a[7] == 8; // BUG never_read
}

// CASE prefetched_and_read: memory is asked back to the host, which is no wait either
// EXPECT racecheck RAW error between prefetched_read and filled
// HARDWARE unmeasured
CASE(prefetched_and_read)
{
	Managed<int> a(N);
	cudaMemLocation host = { cudaMemLocationTypeHost, 0 };
	fill<<<(N + 255) / 256, 256>>>(a, N);
	said(cudaMemPrefetchAsync(a.p, N * sizeof(int), host, 0, 0));
	int was = a[0]; // BUG prefetched_read
	ran();
	return was == 1;
}

// CASE pinned_before_the_copy: an asynchronous copy brings the result to pinned memory, and the host looks at it at once
// EXPECT racecheck RAW error at pinned_read
// SAYS the host reads pinned memory that cudaMemcpyAsync writes
// ADVICE cudaStreamSynchronize()
// HARDWARE unmeasured
struct Pinned {
	int *p = nullptr;
	Pinned()
	{
		said(cudaMallocHost(&p, N * sizeof(int)));
		memset(p, 0, N * sizeof(int));
	}
	~Pinned()
	{
		cudaFreeHost(p);
	}
};
CASE(pinned_before_the_copy)
{
	Array<int> a(N, 7);
	Pinned h;
	cudaStream_t s;
	said(cudaStreamCreate(&s));
	said(cudaMemcpyAsync(h.p, a, N * sizeof(int), cudaMemcpyDeviceToHost, s));
	int was = h.p[N - 1]; // BUG pinned_read
	said(cudaStreamSynchronize(s));
	cudaStreamDestroy(s);
	return was == 7;
}

// CASE pinned_filled_too_early: the next turn's numbers are put where a copy may still be reading this turn's
// EXPECT racecheck WAR error at pinned_filled
// SAYS the host writes pinned memory that cudaMemcpyAsync reads
// HARDWARE unmeasured
CASE(pinned_filled_too_early)
{
	Array<int> a(N), b(N);
	Pinned h;
	cudaStream_t s;
	said(cudaStreamCreate(&s));
	for (int turn = 0; turn < 2; turn++) {
		for (int i = 0; i < N; i++)
			h.p[i] = turn; // BUG pinned_filled
		said(cudaMemcpyAsync(turn ? b.p : a.p, h.p, N * sizeof(int), cudaMemcpyHostToDevice, s));
	}
	said(cudaStreamSynchronize(s));
	cudaStreamDestroy(s);
	return a.get()[5] == 0;
}

// CASE mapped_before_the_wait: a kernel writes right into pinned memory, and the host looks at it at once
// EXPECT racecheck RAW error between mapped_read and filled
// SAYS the host reads pinned memory that fill writes
// HARDWARE unmeasured
CASE(mapped_before_the_wait)
{
	Pinned h;
	int *d;
	said(cudaHostGetDevicePointer(&d, h.p, 0));
	h.p[N - 1] = 0;
	fill<<<(N + 255) / 256, 256>>>(d, N);
	int was = h.p[N - 1]; // BUG mapped_read
	ran();
	return was == N;
}

// CASE mapped_filled_too_early: the host prepares the next turn in pinned memory that the kernel still reads
// EXPECT racecheck WAR error between mapped_written and summed
// SAYS the host writes pinned memory that sum reads
// HARDWARE unmeasured
CASE(mapped_filled_too_early)
{
	Pinned h;
	Array<int> total(1, 0);
	for (int i = 0; i < N; i++)
		h.p[i] = 1;
	sum<<<(N + 255) / 256, 256>>>(h.p, N, total);
	for (int i = 0; i < N; i++)
		h.p[i] = 2; // BUG mapped_written
	ran();
	return total.get()[0] == N;
}

// CASE mapped_flag_without_a_fence: the host polls a flag that the kernel sets, but no fence puts the data before it
// EXPECT racecheck RAW error between mapped_data and told
// HARDWARE unmeasured
__global__ void tell_without_fence(int *a, volatile int *flag)
{
	a[threadIdx.x] = 1; // BUG told
	__syncthreads();
	if (threadIdx.x == 0)
		*flag = 1;
}
CASE(mapped_flag_without_a_fence)
{
	Pinned a, flag;
	flag.p[0] = 0;
	tell_without_fence<<<1, 64>>>(a.p, flag.p);
	while (!*(volatile int *)flag.p)
		;
	int was = a.p[3]; // BUG mapped_data
	ran();
	return was == 1;
}

// CASE total_read_at_once: the host reads what a kernel adds up by atomics of the device, once and without waiting
// EXPECT racecheck RAW warning between total_looked_at and summed
// SAYS by an atomic operation of device scope
// ADVICE cudaDeviceSynchronize()
// HARDWARE unmeasured
CASE(total_read_at_once)
{
	Managed<int> a(N), total(1);
	sum<<<(N + 255) / 256, 256>>>(a, N, total);
	bool right = *total.p == 0; // BUG total_looked_at
	ran();
	return right;
}

// CASE counter_variable_read_at_once: the same of a __managed__ variable
// EXPECT racecheck RAW warning between variable_looked_at and variable_counted
// HARDWARE unmeasured
__managed__ int counter;
__global__ void counts_there()
{
	atomicAdd(&counter, 1); // BUG variable_counted
}
CASE(counter_variable_read_at_once)
{
	counts_there<<<4, 64>>>();
	bool right = counter >= 0; // BUG variable_looked_at
	ran();
	return right;
}

// CASE counter_cleared_at_once: the host clears a counter for the next turn, and the kernel still counts
// EXPECT racecheck WAW error between host_clears and counted
// HARDWARE unmeasured
__global__ void counts(int *n)
{
	atomicAdd(n, 1); // BUG counted
}
CASE(counter_cleared_at_once)
{
	Managed<int> n(1);
	counts<<<4, 64>>>(n);
	*n.p = 0; // BUG host_clears
	return ran();
}

// CASE event_of_before: the host waits for an event, but the work came after it in its stream; or the event was never recorded
// EXPECT racecheck RAW error between event_too_early and filled
// EXPECT racecheck RAW error between event_never and filled
// EXPECT racecheck RAW error between event_elsewhere and filled
// EXPECT racecheck RAW error between event_asked and filled
// HARDWARE unmeasured
CASE(event_of_before)
{
	cudaStream_t x, y;
	cudaEvent_t before, never;
	said(cudaStreamCreate(&x));
	said(cudaStreamCreate(&y));
	said(cudaEventCreate(&before));
	said(cudaEventCreate(&never));
	int was = 0;
	{
		Managed<int> a(N), b(N), c(N), d(N);
		said(cudaEventRecord(before, x));
		fill<<<(N + 255) / 256, 256, 0, x>>>(a, N);
		said(cudaEventSynchronize(before));
		was += a.p[1]; // BUG event_too_early
		fill<<<(N + 255) / 256, 256, 0, x>>>(b, N);
		said(cudaEventSynchronize(never));
		was += b.p[1]; // BUG event_never
		said(cudaEventRecord(before, y));
		fill<<<(N + 255) / 256, 256, 0, x>>>(c, N);
		said(cudaEventSynchronize(before));
		was += c.p[1]; // BUG event_elsewhere
		fill<<<(N + 255) / 256, 256, 0, x>>>(d, N);
		said(cudaEventQuery(before));
		was += d.p[1]; // BUG event_asked
	}
	cudaStreamDestroy(x);
	cudaStreamDestroy(y);
	cudaEventDestroy(before);
	cudaEventDestroy(never);
	return was == 8 && ran();
}

// CASE copied_in_the_other_stream: waits that have nothing to do with the kernel: a copy to pageable memory in a stream
// of its own, a stream that has waited for some event, a cudaMemset of device memory
// EXPECT racecheck RAW error between after_a_copy and filled
// EXPECT racecheck RAW error between after_a_join and filled
// EXPECT racecheck RAW error between after_a_memset and filled
// HARDWARE unmeasured
CASE(copied_in_the_other_stream)
{
	cudaStream_t x, y;
	cudaEvent_t e;
	said(cudaStreamCreate(&x));
	said(cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking));
	said(cudaEventCreate(&e));
	int was = 0, *device, here[4];
	said(cudaMalloc(&device, sizeof here));
	said(cudaMemset(device, 0, sizeof here));
	{
		Managed<int> a(N), b(N), c(N);
		fill<<<(N + 255) / 256, 256, 0, x>>>(a, N);
		said(cudaMemcpyAsync(here, device, sizeof here, cudaMemcpyDeviceToHost, y));
		was += a.p[1]; // BUG after_a_copy
		said(cudaEventRecord(e, x));
		fill<<<(N + 255) / 256, 256, 0, x>>>(b, N);
		said(cudaStreamWaitEvent(y, e));
		said(cudaStreamSynchronize(y));
		was += b.p[1]; // BUG after_a_join
		fill<<<(N + 255) / 256, 256, 0, x>>>(c, N);
		said(cudaMemset(device, 0, sizeof here));
		was += c.p[1]; // BUG after_a_memset
	}
	cudaFree(device);
	cudaStreamDestroy(x);
	cudaStreamDestroy(y);
	cudaEventDestroy(e);
	return was == 6 && ran();
}

// CASE event_between_copies: the event stands before the copy that brings the result to pinned memory
// EXPECT racecheck RAW error at pinned_after_event
// HARDWARE unmeasured
CASE(event_between_copies)
{
	Pinned h;
	int *d;
	cudaEvent_t e;
	said(cudaEventCreate(&e));
	said(cudaMalloc(&d, N * sizeof(int)));
	fill<<<(N + 255) / 256, 256>>>(d, N);
	said(cudaEventRecord(e));
	said(cudaMemcpyAsync(h.p, d, N * sizeof(int), cudaMemcpyDeviceToHost));
	said(cudaEventSynchronize(e));
	int was = h.p[1]; // BUG pinned_after_event
	ran();
	cudaFree(d);
	cudaEventDestroy(e);
	return was == 2;
}
