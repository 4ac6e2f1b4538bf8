/* nvcc: -Xcompiler -pthread
 * issue: raced
 * Host functions of streams run in a thread of the runtime: in order with the stream, not in the thread that asked, and able to wait for
 * locks that it holds. */
#include "check.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <thread>

__global__ void add(int *v, int x) { atomicAdd(v, x); }

static std::mutex lock;
static std::condition_variable changed;
static std::atomic<int> calls, seen, refused, foreign;
static std::vector<int> order;
static pthread_t main_thread;

static void CUDART_CB locked(void *p)
{
	std::lock_guard<std::mutex> hold(lock);

	foreign += !pthread_equal(pthread_self(), main_thread);
	order.push_back((int)(intptr_t)p);
	calls++;
	changed.notify_all();
}

static void CUDART_CB look(void *p) { seen = *(volatile int *)p; }
static void CUDART_CB bump(void *p) { *(int *)p += 100; }
static void CUDART_CB forbidden(void *) { refused = cudaDeviceSynchronize() == cudaErrorNotPermitted; }
static void CUDART_CB told(cudaStream_t s, cudaError_t e, void *p)
{
	if (e == cudaSuccess && s == *(cudaStream_t *)p)
		calls++;
}

int main()
{
	constexpr int many = 3000;
	cudaStream_t a, b;
	int *host, *v;

	main_thread = pthread_self();
	CUDA(cudaStreamCreate(&a));
	CUDA(cudaStreamCreate(&b));
	CUDA(cudaMallocHost(&host, 4));
	CUDA(cudaMalloc(&v, 4));
	CUDA(cudaMemset(v, 0, 4));

	/* The thread that asks holds the lock that the function wants. */
	{
		std::unique_lock<std::mutex> hold(lock);

		CUDA(cudaLaunchHostFunc(a, locked, (void *)1));
		HOLDS(calls == 0);
		changed.wait(hold, [] { return calls == 1; });
	}
	HOLDS(foreign == 1);
	CUDA(cudaStreamAddCallback(b, told, &b, 0));
	CUDA(cudaStreamSynchronize(b));
	HOLDS(calls == 2);

	/* Between what stands before and after it in the stream. */
	*host = 5;
	add<<<1, 32, 0, a>>>(v, 1);
	CUDA(cudaMemcpyAsync(host, v, 4, cudaMemcpyDeviceToHost, a));
	CUDA(cudaLaunchHostFunc(a, look, host));
	CUDA(cudaLaunchHostFunc(a, bump, host));
	CUDA(cudaMemcpyAsync(v, host, 4, cudaMemcpyHostToDevice, a));
	add<<<1, 1, 0, a>>>(v, 1000);
	CUDA(cudaMemcpyAsync(host, v, 4, cudaMemcpyDeviceToHost, a));
	CUDA(cudaStreamSynchronize(a));
	HOLDS(seen == 32);
	HOLDS(*host == 1132);

	CUDA(cudaLaunchHostFunc(a, forbidden, nullptr));
	CUDA(cudaDeviceSynchronize());
	HOLDS(refused == 1);

	/* With the lock held on and off; then more than any queue holds, from two threads. */
	for (int i = 0; i < 100; i++) {
		std::unique_lock<std::mutex> hold(lock, std::defer_lock);

		if (i % 2)
			hold.lock();
		CUDA(cudaLaunchHostFunc(a, locked, nullptr));
	}
	CUDA(cudaDeviceSynchronize());
	order.clear();
	calls = 0;
	auto ask = [&](cudaStream_t s, int base) {
		for (int i = 0; i < many; i++) {
			add<<<1, 32, 0, s>>>(v, 1);
			CUDA(cudaLaunchHostFunc(s, locked, (void *)(intptr_t)(base + i)));
		}
	};
	std::thread other(ask, b, many);

	ask(a, 0);
	other.join();
	CUDA(cudaDeviceSynchronize());
	HOLDS(calls == 2 * many);
	int last[2] = { -1, many - 1 };
	for (int i : order)
		HOLDS(i == ++last[i >= many]);
	CUDA(cudaMemcpy(host, v, 4, cudaMemcpyDeviceToHost));
	HOLDS(*host == 1132 + 64 * many);
	GIVES(cudaLaunchHostFunc(a, nullptr, nullptr), cudaErrorInvalidValue);
	cudaGetLastError();

	/* The context is lost: a callback is told, a host function is not called. */
	calls = 0;
	add<<<1, 1, 0, a>>>(nullptr, 1);
	cudaStreamSynchronize(a);
	cudaLaunchHostFunc(a, locked, nullptr);
	cudaStreamSynchronize(a);
	HOLDS(calls == 0);
	return finish();
}
