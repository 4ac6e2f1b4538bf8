/* nvcc: --default-stream per-thread -Xcompiler -pthread
 * order: it compares modelled times, and work begins later in other orders
 * Compiled with --default-stream per-thread: each host thread has a default stream of its own. CUDA Runtime API, Stream synchronization behavior,
 * Per-thread default stream: it does not synchronize with other streams, but it does with the legacy default stream. */
#include "check.h"
#include <thread>

constexpr size_t N = 64 << 20;

__global__ void add(int *v) { atomicAdd(v, 1); }

int main()
{
	char *dev, *dev2, *pinned, *pinned2;
	int *count, value = 0, host;
	unsigned long long mine, other = 0, again = 0, handle;
	cudaStream_t s;
	cudaEvent_t a, b;
	float alone, both, with_legacy;
	unsigned flags;

	CUDA(cudaMalloc(&dev, N));
	CUDA(cudaMalloc(&dev2, N));
	CUDA(cudaMalloc(&count, 4));
	CUDA(cudaMallocHost(&pinned, N));
	CUDA(cudaMallocHost(&pinned2, N));
	CUDA(cudaEventCreate(&a));
	CUDA(cudaEventCreate(&b));
	CUDA(cudaStreamCreate(&s));

	/* 0 is this thread's stream here, and cudaStreamPerThread is everywhere. */
	CUDA(cudaStreamGetId(0, &mine));
	CUDA(cudaStreamGetId(cudaStreamPerThread, &handle));
	HOLDS(mine == handle && mine != 0);
	CUDA(cudaStreamGetFlags(0, &flags));
	HOLDS(flags == cudaStreamDefault);
	std::thread([&] { CUDA(cudaStreamGetId(0, &other)); }).join();
	HOLDS(other != mine);
	CUDA(cudaMemset(count, 0, 4));
	CUDA(cudaDeviceSynchronize());
	for (int i = 0; i < 100; i++) /* threads come and go */
		std::thread([&] { CUDA(cudaStreamGetId(0, &again)); add<<<1, 1>>>(count); }).join();
	HOLDS(again != mine);

	/* In order within the thread. */
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaMemset(count, 0, 4));
	for (int i = 0; i < 3; i++)
		add<<<2, 32>>>(count);
	CUDA(cudaMemcpy(&value, count, 4, cudaMemcpyDeviceToHost));
	HOLDS(value == 192);

	auto timed = [&](auto f) {
		float ms;

		CUDA(cudaDeviceSynchronize());
		CUDA(cudaEventRecord(a, s));
		f();
		CUDA(cudaStreamSynchronize(0));
		CUDA(cudaEventRecord(b, s));
		CUDA(cudaEventSynchronize(b));
		CUDA(cudaEventElapsedTime(&ms, a, b));
		return ms;
	};
	auto in = [&](cudaStream_t x) { CUDA(cudaMemcpyAsync(dev, pinned, N, cudaMemcpyHostToDevice, x)); };
	auto out = [&](cudaStream_t x) { CUDA(cudaMemcpyAsync(pinned2, dev2, N, cudaMemcpyDeviceToHost, x)); };
	alone = timed([&] { out(0); });
	both = timed([&] { in(s); out(0); });
	with_legacy = timed([&] { in(s); add<<<1, 1, 0, cudaStreamLegacy>>>(count); out(0); });
	expect(fabsf(both / alone - 1) < 0.1f, "a copy in another stream is waited for: %g, alone %g", both, alone);
	expect(fabsf(with_legacy / alone - 2) < 0.1f, "the legacy stream is not waited for: %g, alone %g", with_legacy, alone);

	/* Capturing the thread's stream. */
	cudaGraph_t g;
	cudaGraphExec_t x;
	CUDA(cudaMemset(count, 0, 4));
	CUDA(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
	add<<<1, 32>>>(count);
	CUDA(cudaStreamEndCapture(0, &g));
	CUDA(cudaGraphInstantiate(&x, g, 0));
	CUDA(cudaGraphLaunch(x, 0));
	CUDA(cudaGraphLaunch(x, 0));
	CUDA(cudaMemcpyAsync(&host, count, 4, cudaMemcpyDeviceToHost));
	CUDA(cudaStreamSynchronize(0));
	HOLDS(host == 64);

	/* After a reset the streams are new ones. */
	CUDA(cudaDeviceReset());
	CUDA(cudaMalloc(&count, 4));
	CUDA(cudaMemset(count, 0, 4));
	add<<<1, 32>>>(count);
	CUDA(cudaMemcpy(&host, count, 4, cudaMemcpyDeviceToHost));
	HOLDS(host == 32);
	LAUNCHED();
	return finish();
}
