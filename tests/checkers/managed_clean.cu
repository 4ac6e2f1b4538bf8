/* managed_clean.cu: managed memory that host and kernels share, in ways that are right. */
#include <csignal>
#include <cstdio>
#include <thread>
#include <unistd.h>

#include <cuda/atomic>

#include "case.h"

static const int N = 5000, BLOCKS = (N + 255) / 256;

__global__ void fill(int *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = i + 1;
}
__global__ void twice(const int *a, int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = 2 * a[i];
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

// CASE waited_for: the host waits in each of the ways, then reads and writes
// EXPECT clean
// HARDWARE unmeasured
CASE(waited_for)
{
	cudaStream_t s;
	cudaEvent_t e;
	int copy[4];
	said(cudaStreamCreate(&s));
	said(cudaEventCreate(&e));
	Managed<int> a(N);
	bool right = true;
	for (int way = 0; way < 5; way++) {
		fill<<<BLOCKS, 256, 0, s>>>(a, N);
		switch (way) {
		case 0: said(cudaDeviceSynchronize()); break;
		case 1: said(cudaStreamSynchronize(s)); break;
		case 2:
			said(cudaEventRecord(e, s));
			said(cudaEventSynchronize(e));
			break;
		case 3: said(cudaMemcpy(copy, a.p, sizeof copy, cudaMemcpyDeviceToHost)); break;
		default:
			while (cudaStreamQuery(s) == cudaErrorNotReady)
				;
		}
		right &= a[N - 1] == N;
		for (int i = 0; i < N; i++)
			a[i] = 0;
	}
	cudaEventDestroy(e);
	cudaStreamDestroy(s);
	return right;
}

// CASE input_is_only_read: the host goes on reading what the kernel only reads, too
// EXPECT clean
// HARDWARE unmeasured
CASE(input_is_only_read)
{
	Managed<int> a(N), b(N);
	for (int i = 0; i < N; i++)
		a[i] = i;
	twice<<<BLOCKS, 256>>>(a, b, N);
	long want = 0, got = 0;
	for (int i = 0; i < N; i++)
		want += 2 * a[i];
	if (!ran())
		return false;
	for (int i = 0; i < N; i++)
		got += b[i];
	return want == got;
}

// CASE other_half: kernel and host work on the halves of one array at the same time, and on small ones
// EXPECT clean
// HARDWARE unmeasured
CASE(other_half)
{
	Managed<int> a(2 * 256);
	bool right = true;
	for (int turn = 0; turn < 4; turn++) {
		int *kernels = a + turn % 2 * 256, *hosts = a + (turn + 1) % 2 * 256;
		fill<<<1, 256>>>(kernels, 256);
		for (int i = 0; i < 256; i++)
			hosts[i] = -i;
		right &= ran() && kernels[9] == 10 && hosts[9] == -9;
	}
	return right;
}

// CASE next_from_a_file: the next turn's numbers are read from a file while the kernel has the other buffer
// EXPECT clean
// HARDWARE unmeasured
CASE(next_from_a_file)
{
	const int n = 100000;
	Managed<int> a(n), b(n), c(n);
	FILE *f = tmpfile();
	for (int i = 0; i < n; i++)
		a[i] = i;
	bool right = f && fwrite(a, sizeof(int), n, f) == (size_t)n;
	rewind(f);
	twice<<<(n + 255) / 256, 256>>>(a, c, n);
	right &= fread(b, sizeof(int), n, f) == (size_t)n;
	right &= ran();
	fclose(f);
	return right && b[n - 1] == n - 1 && c[n - 1] == 2 * (n - 1);
}

// CASE kernel_tells_of_its_progress: the host polls what the kernel publishes, and takes the data then
// EXPECT clean
// HARDWARE unmeasured
__global__ void tells(int *data, volatile int *flag)
{
	data[threadIdx.x] = threadIdx.x;
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence_system();
		*flag = 1;
	}
}
CASE(kernel_tells_of_its_progress)
{
	Managed<int> data(256), flag(1);
	tells<<<1, 256>>>(data, flag);
	while (!*(volatile int *)flag.p)
		;
	int last = data[255];
	return ran() && last == 255;
}

// CASE counted_on: the host looks now and then at a count that threads add to
// EXPECT clean
// HARDWARE unmeasured
__global__ void counts(int *n)
{
	atomicAdd_system(n, 1);
}
CASE(counted_on)
{
	Managed<int> n(1);
	counts<<<10, 256>>>(n);
	while (*(volatile int *)n.p < 2560)
		;
	return ran();
}

// CASE own_handler: a program that has a handler of its own for the signal is left alone
// EXPECT clean
// HARDWARE unmeasured
static volatile sig_atomic_t seen;
CASE(own_handler)
{
	Managed<int> a(N), b(N);
	twice<<<BLOCKS, 256>>>(a, b, N);
	ran();
	signal(SIGSEGV, [](int) { seen = 1; _exit(3); });
	twice<<<BLOCKS, 256>>>(a, b, N);
	int first = a[0];
	return ran() && first == 0 && !seen;
}

// CASE signals_blocked: a program that blocks all signals, and a thread of it that launches and reads its input
// EXPECT clean
// HARDWARE unmeasured
CASE(signals_blocked)
{
	Managed<int> a(N), b(N);
	bool right = false;
	std::thread([&] {
		sigset_t all;
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, nullptr);
		twice<<<BLOCKS, 256>>>(a, b, N);
		right = a[0] == 0 && ran();
	}).join();
	return right;
}

// CASE in_a_host_function: a function of the stream reads what the kernel before it has written
// EXPECT clean
// HARDWARE unmeasured
static int found;
CASE(in_a_host_function)
{
	cudaStream_t s;
	said(cudaStreamCreate(&s));
	Managed<int> a(N);
	fill<<<BLOCKS, 256, 0, s>>>(a, N);
	said(cudaLaunchHostFunc(s, [](void *p) { found = ((int *)p)[4]; }, a.p));
	said(cudaStreamSynchronize(s));
	cudaStreamDestroy(s);
	return found == 5;
}

// CASE pinned_in_turns: two pinned buffers and two streams; a buffer is filled again when its stream is done with it
// EXPECT clean
// HARDWARE unmeasured
CASE(pinned_in_turns)
{
	int *h[2];
	cudaStream_t s[2];
	Array<int> d0(N), d1(N);
	int *d[2] = { d0, d1 };
	FILE *f = tmpfile();
	bool right = f;
	for (int k = 0; k < 2; k++) {
		said(cudaMallocHost(&h[k], N * sizeof(int)));
		said(cudaStreamCreate(&s[k]));
	}
	for (int turn = 0; turn < 8; turn++) {
		int k = turn % 2;
		said(cudaStreamSynchronize(s[k]));
		if (turn >= 2)
			right &= fwrite(h[k], sizeof(int), N, f) == (size_t)N && h[k][3] == 4;
		for (int i = 0; i < N; i++)
			h[k][i] = 0;
		said(cudaMemcpyAsync(d[k], h[k], N * sizeof(int), cudaMemcpyHostToDevice, s[k]));
		fill<<<BLOCKS, 256, 0, s[k]>>>(d[k], N);
		said(cudaMemcpyAsync(h[k], d[k], N * sizeof(int), cudaMemcpyDeviceToHost, s[k]));
	}
	said(cudaDeviceSynchronize());
	for (int k = 0; k < 2; k++) {
		right &= h[k][3] == 4;
		cudaFreeHost(h[k]);
		cudaStreamDestroy(s[k]);
	}
	fclose(f);
	return right;
}

// CASE written_to_a_file: after a wait for its stream alone, or for an event that another stream has waited for, managed
// memory goes to a file as a whole
// EXPECT clean
// HARDWARE unmeasured
CASE(written_to_a_file)
{
	cudaStream_t x, y;
	cudaEvent_t e;
	said(cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking));
	said(cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking));
	said(cudaEventCreate(&e));
	FILE *f = tmpfile();
	Managed<int> a(N), b(N);
	fill<<<BLOCKS, 256, 0, x>>>(a, N);
	said(cudaStreamSynchronize(x));
	bool right = f && fwrite(a, sizeof(int), N, f) == (size_t)N;
	fill<<<BLOCKS, 256, 0, y>>>(b, N);
	said(cudaEventRecord(e, y));
	said(cudaStreamWaitEvent(x, e, 0));
	said(cudaStreamSynchronize(x));
	right &= fwrite(b, sizeof(int), N, f) == (size_t)N;
	fclose(f);
	cudaEventDestroy(e);
	cudaStreamDestroy(x);
	cudaStreamDestroy(y);
	return right && ran();
}

// CASE written_after_each_wait: the host waits in ways that reach the kernel on a detour, and managed memory goes to a file
// as a whole: a legacy default stream that has waited, an event of it, a chain of events, a query, a copy
// EXPECT clean
// HARDWARE unmeasured
static bool goes_to_a_file(FILE *f, const int *a)
{
	return f && fwrite(a, sizeof(int), N, f) == (size_t)N && a[N - 1] == N;
}
CASE(written_after_each_wait)
{
	cudaStream_t x, y, z;
	cudaEvent_t e, g;
	said(cudaStreamCreate(&x));
	said(cudaStreamCreateWithFlags(&y, cudaStreamNonBlocking));
	said(cudaStreamCreateWithFlags(&z, cudaStreamNonBlocking));
	said(cudaEventCreate(&e));
	said(cudaEventCreate(&g));
	FILE *f = tmpfile();
	setvbuf(f, nullptr, _IONBF, 0);
	Managed<int> a(N), b(N);
	int *d, here;
	bool right = true;
	said(cudaMalloc(&d, sizeof(int)));
	said(cudaMemset(d, 0, sizeof(int)));
	for (int turn = 0; turn < 6; turn++) {
		memset(a, 0, N * sizeof(int));
		fill<<<BLOCKS, 256, 0, x>>>(a, N);
		if (turn == 0)
			said(cudaStreamSynchronize(0));
		if (turn == 1) {
			said(cudaEventRecord(e, 0));
			fill<<<BLOCKS, 256, 0, y>>>(b, N);
			said(cudaEventSynchronize(e));
		}
		if (turn == 2) {
			said(cudaEventRecord(e, x));
			said(cudaStreamWaitEvent(y, e, 0));
			said(cudaEventRecord(g, y));
			said(cudaStreamWaitEvent(z, g, 0));
			said(cudaStreamSynchronize(z));
		}
		if (turn == 3) {
			said(cudaEventRecord(e, x));
			while (cudaEventQuery(e) == cudaErrorNotReady)
				cudaGetLastError();
		}
		if (turn == 4)
			said(cudaMemcpy(&here, d, sizeof here, cudaMemcpyDeviceToHost));
		if (turn == 5)
			said(cudaMemcpyAsync(&here, d, sizeof here, cudaMemcpyDeviceToHost, x));
		right &= goes_to_a_file(f, a);
	}
	said(cudaDeviceSynchronize());
	fclose(f);
	cudaFree(d);
	cudaEventDestroy(e);
	cudaEventDestroy(g);
	cudaStreamDestroy(x);
	cudaStreamDestroy(y);
	cudaStreamDestroy(z);
	return right && ran();
}

// CASE host_function_between_copies: a function of the stream changes pinned memory between two copies that are issued at once
// EXPECT clean
// HARDWARE unmeasured
CASE(host_function_between_copies)
{
	cudaStream_t s;
	int *h, first = 1;
	Array<int> a(1, 1);
	said(cudaStreamCreate(&s));
	said(cudaMallocHost(&h, sizeof *h));
	for (int turn = 0; turn < 3; turn++) {
		said(cudaMemcpyAsync(h, a, sizeof *h, cudaMemcpyDeviceToHost, s));
		said(cudaLaunchHostFunc(s, [](void *p) { usleep(20000); *(int *)p *= 10; }, h));
		said(cudaMemcpyAsync(a, h, sizeof *h, cudaMemcpyHostToDevice, s));
	}
	said(cudaStreamSynchronize(s));
	said(cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost));
	cudaFreeHost(h);
	cudaStreamDestroy(s);
	return first == 1000;
}

// CASE mapped_in_turns: kernels in pinned memory, waited for; two side by side; the host fills another part meanwhile
// EXPECT clean
// HARDWARE unmeasured
CASE(mapped_in_turns)
{
	cudaStream_t s[2];
	int *in[2], *out[2];
	bool right = true;
	for (int k = 0; k < 2; k++) {
		said(cudaStreamCreate(&s[k]));
		said(cudaHostAlloc(&in[k], 2 * N * sizeof(int), cudaHostAllocMapped | cudaHostAllocWriteCombined));
		said(cudaHostAlloc(&out[k], N * sizeof(int), cudaHostAllocMapped));
		for (int i = 0; i < N; i++)
			in[k][i] = i + k;
	}
	for (int turn = 0; turn < 4; turn++) {
		const int half = turn % 2 * N, next = N - half;
		for (int k = 0; k < 2; k++) {
			twice<<<BLOCKS, 256, 0, s[k]>>>(in[k] + half, out[k], N);
			for (int i = 0; i < N; i++)
				in[k][next + i] = i + k + turn + 1;
		}
		for (int k = 0; k < 2; k++) {
			said(cudaStreamSynchronize(s[k]));
			for (int i = 0; i < N; i++)
				right &= out[k][i] == 2 * (i + k + turn);
		}
	}
	for (int k = 0; k < 2; k++) {
		cudaStreamDestroy(s[k]);
		cudaFreeHost(in[k]);
		cudaFreeHost(out[k]);
	}
	return right && ran();
}

// CASE mapped_flag: the host polls a flag in pinned memory, set behind a fence, then a count that threads add to, and takes the data
// EXPECT clean
// HARDWARE unmeasured
__global__ void tell_of_data(int *a, int *flag, int *count)
{
	a[threadIdx.x] = (int)threadIdx.x;
	__threadfence_system();
	atomicAdd_system(count, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		*(volatile int *)flag = 1;
}
CASE(mapped_flag)
{
	int *h;
	said(cudaHostAlloc(&h, 1024 * sizeof(int), cudaHostAllocMapped));
	memset(h, 0, 1024 * sizeof(int));
	tell_of_data<<<1, 256>>>(h, h + 512, h + 600);
	while (!((volatile int *)h)[512])
		std::this_thread::yield();
	bool right = h[9] == 9;
	while (((volatile int *)h)[600] != 256)
		std::this_thread::yield();
	right &= h[255] == 255;
	right &= ran();
	cudaFreeHost(h);
	return right;
}

// CASE told_by_the_host: a kernel polls a flag in pinned memory, and then in managed memory, and takes what the host wrote before it
// EXPECT clean
// HARDWARE unmeasured
__global__ void take_when_told(const int *data, volatile int *flag, int *out)
{
	if (threadIdx.x == 0)
		while (!*flag)
			;
	__threadfence_system();
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x];
}
CASE(told_by_the_host)
{
	Managed<int> m(512);
	Array<int> out(64, 0);
	bool right = true;
	int *pinned;
	said(cudaMallocHost(&pinned, 512 * sizeof(int)));
	for (int *h : { pinned, m.p }) {
		memset(h, 0, 512 * sizeof(int));
		take_when_told<<<1, 64>>>(h, h + 256, out);
		for (int i = 0; i < 64; i++)
			h[i] = i + 1;
		((volatile int *)h)[256] = 1;
		right &= ran() && out.get()[63] == 64;
	}
	cudaFreeHost(pinned);
	return right;
}

// CASE total_read_after_the_wait: what a kernel adds up by atomics of the device is read when it has ended
// EXPECT clean
// HARDWARE unmeasured
__managed__ int total_of_all;
__global__ void adds_up(int *n)
{
	atomicAdd(n, 1);
	atomicAdd(&total_of_all, 1);
}
CASE(total_read_after_the_wait)
{
	Managed<int> n(1);
	adds_up<<<4, 64>>>(n);
	said(cudaDeviceSynchronize());
	return *n.p == 256 && total_of_all == 256;
}

// CASE counted_by_the_library: the host looks now and then at a count of cuda::atomic_ref, of the scope of the system
// EXPECT clean
// HARDWARE unmeasured
__global__ void counts_by_ref(int *n)
{
	cuda::atomic_ref<int, cuda::thread_scope_system>(*n).fetch_add(1, cuda::memory_order_relaxed);
}
CASE(counted_by_the_library)
{
	Managed<int> n(1);
	counts_by_ref<<<4, 64>>>(n);
	while (*(volatile int *)n.p < 256)
		;
	return ran();
}
