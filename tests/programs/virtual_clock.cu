/* The documented rules of streams, as a program sees them by cudaEventElapsedTime: what overlaps, what waits, which calls hold the host up. RT is the
 * CUDA Runtime API, PG the CUDA C++ Programming Guide. Times are those of the default device profile, whose link moves 55.5 GB/s: lengths are
 * compared with each other, so another profile with two copy engines would do. On a real H200 everything up to the crashing part at the end held
 * as well, when it was written, but for the cost of host functions one after the other.
 * order: it compares modelled times, and work begins later in other orders */
#include "check.h"
#include <functional>

constexpr size_t N = 64 << 20;  /* about 1.2 ms over the link */
static char *dev, *dev2, *few, *pinned, *pinned2, *pageable;
static cudaStream_t clock_stream; /* never has work, so an event in it is stamped with the host's time */

/* Milliseconds of the host's virtual clock since the first call. */
static double now()
{
	static cudaEvent_t first, e;
	float ms = 0;

	if (!first) {
		CUDA(cudaEventCreate(&first));
		CUDA(cudaEventCreate(&e));
		CUDA(cudaEventRecord(first, clock_stream));
	}
	CUDA(cudaEventRecord(e, clock_stream));
	CUDA(cudaEventSynchronize(e));
	CUDA(cudaEventElapsedTime(&ms, first, e));
	return ms;
}

static void h2d(cudaStream_t s, size_t n = N) { CUDA(cudaMemcpyAsync(dev, pinned, n, cudaMemcpyHostToDevice, s)); }
static void d2h(cudaStream_t s, size_t n = N) { CUDA(cudaMemcpyAsync(pinned2, dev2, n, cudaMemcpyDeviceToHost, s)); }

/* How long the host is held up by `call`, and how long the whole takes, in units of one copy of N bytes. */
struct Took { double call, all; };
static double unit;
static Took took(const std::function<void()> &before, const std::function<void()> &call)
{
	Took t;
	double a, b, c;

	CUDA(cudaDeviceSynchronize());
	a = now();
	before();
	b = now();
	call();
	c = now();
	CUDA(cudaDeviceSynchronize());
	t.call = (c - b) / unit;
	t.all = (now() - a) / unit;
	return t;
}
#define NEAR(x, want) do { double x_ = (x); \
	expect(fabs(x_ - (want)) < 0.1, "line %d: %s is %.3f, not %g", __LINE__, #x, x_, (double)(want)); } while (0)

__global__ void touch(char *p) { p[threadIdx.x] = 1; }

int main(int argc, char **)
{
	cudaStream_t a, b, na, nb;
	cudaEvent_t e, f, never;
	float ms;

	CUDA(cudaStreamCreateWithFlags(&clock_stream, cudaStreamNonBlocking));
	CUDA(cudaStreamCreate(&a));
	CUDA(cudaStreamCreate(&b));
	CUDA(cudaStreamCreateWithFlags(&na, cudaStreamNonBlocking));
	CUDA(cudaStreamCreateWithFlags(&nb, cudaStreamNonBlocking));
	CUDA(cudaEventCreate(&e));
	CUDA(cudaEventCreate(&f));
	CUDA(cudaEventCreate(&never));
	CUDA(cudaMalloc(&dev, N));
	CUDA(cudaMalloc(&dev2, N));
	CUDA(cudaMalloc(&few, 32));
	CUDA(cudaMallocHost(&pinned, N));
	CUDA(cudaMallocHost(&pinned2, N));
	pageable = (char *)calloc(N, 1);
	unit = 1;
	unit = took([] { h2d(0); }, [] {}).all;
	expect(unit > 1 && unit < 1.5, "64 MiB over the link: %g ms", unit);

	std::function<void()> none = [] {};

	/* On a GPU the first of a kind is slow. */
	char *p;
	CUDA(cudaMallocAsync(&p, 4 << 20, nb));
	CUDA(cudaFreeAsync(p, nb));
	for (int i = 0; i < 3; i++)
		CUDA(cudaLaunchHostFunc(na, [](void *) {}, nullptr));
	touch<<<1, 32>>>(dev2);
	CUDA(cudaDeviceSynchronize());

	/* PG, Streams: in order within a stream; PG, Concurrent Data Transfers: both directions at once in two, one direction shares the link. */
	NEAR(took([&] { h2d(a); d2h(a); }, none).all, 2);
	NEAR(took([&] { h2d(a); d2h(b); }, none).all, 1);
	NEAR(took([&] { h2d(a); h2d(b); }, none).all, 2);
	/* RT, API synchronization behavior, Asynchronous: pinned copies return at once. */
	NEAR(took(none, [&] { h2d(a); }).call, 0);
	/* RT, Stream synchronization behavior, Legacy default stream: it waits for blocking streams, and they for it; non-blocking ones do neither. */
	NEAR(took([&] { h2d(a); touch<<<1, 32>>>(dev2); d2h(b); }, none).all, 2);
	NEAR(took([&] { h2d(na); touch<<<1, 32>>>(few); d2h(nb); }, none).all, 1);
	NEAR(took([&] { h2d(a); CUDA(cudaEventRecord(e)); d2h(b); }, none).all, 2); /* an event is an action too */
	/* RT, cudaStreamWaitEvent: later work of that stream waits; an event that was never recorded is no reason to. */
	NEAR(took([&] { h2d(na); CUDA(cudaEventRecord(e, na)); CUDA(cudaStreamWaitEvent(nb, e, 0)); d2h(nb); }, none).all, 2);
	NEAR(took([&] { h2d(na); CUDA(cudaStreamWaitEvent(nb, never, 0)); d2h(nb); }, none).all, 1);
	NEAR(took([&] { CUDA(cudaEventRecord(e, na)); h2d(na); CUDA(cudaStreamWaitEvent(nb, e, 0)); d2h(nb); }, none).all, 1);
	/* RT, cudaEventSynchronize waits for the event, not for what came after it; cudaStreamSynchronize for one stream. */
	NEAR(took([&] { h2d(na); CUDA(cudaEventRecord(e, na)); h2d(na); }, [&] { CUDA(cudaEventSynchronize(e)); }).call, 1);
	NEAR(took([&] { h2d(na); h2d(na); d2h(nb); }, [&] { CUDA(cudaStreamSynchronize(nb)); }).call, 1);
	NEAR(took([&] { h2d(na); h2d(na); d2h(nb); }, [&] { CUDA(cudaDeviceSynchronize()); }).call, 2);
	/* RT, API synchronization behavior, Synchronous: from pinned memory the host waits; to any host memory until the copy is complete. */
	NEAR(took(none, [&] { CUDA(cudaMemcpy(dev, pinned, N, cudaMemcpyHostToDevice)); }).call, 1);
	NEAR(took(none, [&] { CUDA(cudaMemcpy(pinned, dev, N, cudaMemcpyDeviceToHost)); }).call, 1);
	/* ... from pageable memory a stream sync is performed first: the legacy stream's, which waits for `a` but not for `na`. */
	NEAR(took([&] { h2d(a); }, [&] { CUDA(cudaMemcpy(dev2, pageable, 4096, cudaMemcpyHostToDevice)); }).call, 1);
	NEAR(took([&] { d2h(na); }, [&] { CUDA(cudaMemcpy(dev, pageable, 4096, cudaMemcpyHostToDevice)); }).call, 0);
	/* ... within the device no host-side synchronization is performed. */
	NEAR(took([&] { h2d(a); }, [&] { CUDA(cudaMemcpy(dev2, dev, 4096, cudaMemcpyDeviceToDevice)); }).call, 0);
	/* ... Asynchronous: pageable memory to the device returns once staged (what fits: 1 MiB on an H200); to pageable memory when complete. */
	NEAR(took([&] { h2d(a); }, [&] { CUDA(cudaMemcpyAsync(dev2, pageable, 65536, cudaMemcpyHostToDevice, a)); }).call, 0);
	NEAR(took([&] { h2d(a); }, [&] { CUDA(cudaMemcpyAsync(pageable, dev2, 4096, cudaMemcpyDeviceToHost, a)); }).call, 1);
	expect(took([&] { h2d(a); }, [&] { CUDA(cudaMemcpyAsync(dev2, pageable, 4 << 20, cudaMemcpyHostToDevice, a)); }).call > 1, "4 MiB do not wait");
	/* Pageable copies are slower than pinned ones, unless the memory is registered. */
	expect(took(none, [&] { CUDA(cudaMemcpy(dev, pageable, N, cudaMemcpyHostToDevice)); }).call > 2, "staging costs nothing");
	CUDA(cudaHostRegister(pageable, N, 0));
	NEAR(took(none, [&] { CUDA(cudaMemcpyAsync(dev, pageable, N, cudaMemcpyHostToDevice, a)); }).call, 0);
	NEAR(took(none, [&] { CUDA(cudaMemcpyAsync(dev, pageable, N, cudaMemcpyHostToDevice, a)); }).all, 1);
	CUDA(cudaHostUnregister(pageable));
	/* RT, Memset: asynchronous, except when the target is pinned host memory. In the legacy stream it orders like all else there. */
	NEAR(took([&] { h2d(a); }, [&] { CUDA(cudaMemset(dev2, 0, 4096)); }).call, 0);
	NEAR(took([&] { h2d(a); }, [&] { CUDA(cudaMemset(pinned2, 0, 4096)); }).call, 1);
	NEAR(took([&] { h2d(a); CUDA(cudaMemset(dev2, 0, 4096)); d2h(b); }, none).all, 2);
	/* Freeing waits for the device, allocating does not (both measured on an H200). */
	NEAR(took([&] { h2d(na); }, [&] { CUDA(cudaMalloc(&p, 1 << 20)); }).call, 0);
	NEAR(took([&] { h2d(na); }, [&] { CUDA(cudaFree(p)); }).call, 1);
	NEAR(took([&] { h2d(na); }, [&] { CUDA(cudaMallocAsync(&p, 1 << 20, nb)); }).call, 0);
	NEAR(took([&] { h2d(na); }, [&] { CUDA(cudaFreeAsync(p, nb)); }).call, 0);
	/* RT, cudaMallocAsync, cudaFreeAsync: operations of their stream. In the legacy stream they order like all else there (cudaMallocAsync measured on an H200). */
	NEAR(took([&] { h2d(a); CUDA(cudaMallocAsync(&p, 1 << 20, 0)); d2h(b); }, none).all, 2);
	NEAR(took([&] { h2d(a); CUDA(cudaFreeAsync(p, 0)); d2h(b); }, none).all, 2);
	NEAR(took([&] { h2d(a); }, [&] { CUDA(cudaMallocAsync(&p, 1 << 20, 0)); }).call, 0);
	NEAR(took([&] { h2d(na); CUDA(cudaFreeAsync(p, 0)); d2h(nb); }, none).all, 1);
	NEAR(took([&] { h2d(a); CUDA(cudaMallocAsync(&p, 1 << 20, b)); d2h(b); CUDA(cudaFreeAsync(p, b)); }, none).all, 1);
	/* RT, cudaLaunchHostFunc: the stream's work after it waits for it; nothing else does. */
	NEAR(took([&] { CUDA(cudaLaunchHostFunc(na, [](void *) {}, nullptr)); d2h(nb); }, none).all, 1);
	auto hop = [&] { CUDA(cudaLaunchHostFunc(na, [](void *) {}, nullptr)); touch<<<1, 32, 0, na>>>(dev2); };
	expect(took([&] { for (int i = 0; i < 24; i++) hop(); d2h(na); }, none).all > 1.5, "host functions between kernels take no time");

	/* RT, cudaEventQuery, cudaStreamQuery, cudaEventElapsedTime: not ready until the work is over, and over when they say so. */
	CUDA(cudaEventRecord(e, na));
	h2d(na);
	CUDA(cudaEventRecord(f, na));
	GIVES(cudaEventQuery(f), cudaErrorNotReady);
	GIVES(cudaStreamQuery(na), cudaErrorNotReady);
	GIVES(cudaEventElapsedTime(&ms, e, f), cudaErrorNotReady);
	GIVES(cudaStreamQuery(nb), cudaSuccess);
	GIVES(cudaEventQuery(never), cudaSuccess);
	GIVES(cudaEventElapsedTime(&ms, never, f), cudaErrorInvalidResourceHandle);
	double t = now();
	while (cudaEventQuery(f) == cudaErrorNotReady) /* who polls does not wait longer than it takes */
		;
	NEAR((now() - t) / unit, 1);
	GIVES(cudaStreamQuery(na), cudaSuccess);
	CUDA(cudaEventElapsedTime(&ms, e, f));
	NEAR(ms / unit, 1);
	h2d(a);
	GIVES(cudaStreamQuery(0), cudaErrorNotReady); /* measured: the legacy stream waits for `a` */
	CUDA(cudaStreamSynchronize(0));
	GIVES(cudaStreamQuery(a), cudaSuccess);

	/* The rest asks what NVIDIA's runtime answers with a crash: on a GPU, give an argument. */
	if (argc > 1)
		return finish();

	/* A stream destroyed with work in it: the work still runs, its handle is no stream any more. */
	h2d(b);
	CUDA(cudaEventRecord(f, b));
	CUDA(cudaStreamDestroy(b));
	GIVES(cudaEventQuery(f), cudaErrorNotReady);
	GIVES(cudaStreamQuery(b), cudaErrorInvalidResourceHandle);
	GIVES(cudaMemcpyAsync(dev, pinned, 4, cudaMemcpyHostToDevice, b), cudaErrorInvalidResourceHandle);
	touch<<<1, 1, 0, b>>>(dev);
	GIVES(cudaGetLastError(), cudaErrorInvalidResourceHandle);
	CUDA(cudaEventSynchronize(f));
	CUDA(cudaEventDestroy(f));
	GIVES(cudaEventRecord(f, a), cudaErrorInvalidResourceHandle);
	GIVES(cudaStreamWaitEvent(a, f, 0), cudaErrorInvalidResourceHandle);
	GIVES(cudaEventSynchronize(nullptr), cudaErrorInvalidResourceHandle);
	/* Not an event at all: another process's handle as a number. NVIDIA's runtime follows the pointer and crashes. */
	GIVES(cudaEventQuery((cudaEvent_t)0x1234560), cudaErrorInvalidResourceHandle);
	GIVES(cudaStreamQuery((cudaStream_t)0x1234560), cudaErrorInvalidResourceHandle);
	cudaGetLastError();
	return finish();
}
