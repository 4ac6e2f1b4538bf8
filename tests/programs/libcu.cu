/* libcu++: atomics of every scope and order, atomic_ref, semaphores, latches, barriers, and the standard library on the device. */
#include "check.h"
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/std/span>
#include <cuda/functional>
#include <cuda/cmath>

using global_atomic = cuda::atomic<int, cuda::thread_scope_device>;
struct Pair { int a, b; };

__device__ global_atomic counter;
__device__ cuda::std::atomic<unsigned long long> sum64;
__device__ cuda::atomic<float, cuda::thread_scope_device> fsum;
__device__ cuda::atomic<Pair, cuda::thread_scope_device> pair;
__device__ cuda::std::atomic_flag flag;
__device__ int guarded;

__global__ void atomics(int *out)
{
	__shared__ cuda::atomic<int, cuda::thread_scope_block> in_block;

	if (!threadIdx.x)
		in_block.store(0, cuda::memory_order_relaxed);
	__syncthreads();
	in_block.fetch_add((int)threadIdx.x, cuda::memory_order_acq_rel);
	counter.fetch_add(1);
	counter.fetch_max((int)(blockIdx.x * blockDim.x + threadIdx.x));
	sum64.fetch_add(1ull << 33, cuda::std::memory_order_release);
	fsum.fetch_add(0.5f);
	Pair old = pair.load();
	while (!pair.compare_exchange_weak(old, Pair{ old.a + 1, old.b + 2 }))
		;
	cuda::atomic_ref<int, cuda::thread_scope_device> r(out[1]);
	r.fetch_xor((int)threadIdx.x);
	r.fetch_or(1 << 20);
	cuda::std::atomic_ref<int> s(out[2]);
	s.fetch_sub(1, cuda::std::memory_order_seq_cst);
	__syncthreads();
	if (!threadIdx.x)
		cuda::atomic_ref<int, cuda::thread_scope_system>(out[0]).fetch_add(in_block.load());
	while (flag.test_and_set(cuda::std::memory_order_acquire))
		__nanosleep(20);
	guarded++;
	flag.clear(cuda::std::memory_order_release);
}

__global__ void message(int *data, cuda::atomic<int, cuda::thread_scope_device> *ready, int *got)
{
	if (blockIdx.x == 0) {
		*data = 42;
		ready->store(1, cuda::memory_order_release);
		ready->notify_all();
	} else {
		ready->wait(0, cuda::memory_order_acquire);
		got[blockIdx.x - 1] = *data;
	}
}

__global__ void sync_kinds(int *out)
{
	__shared__ cuda::binary_semaphore<cuda::thread_scope_block> turn;
	__shared__ cuda::counting_semaphore<cuda::thread_scope_block, 8> places;
	__shared__ cuda::latch<cuda::thread_scope_block> *latch;
	__shared__ alignas(8) char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
	__shared__ int value, inside, most;

	if (!threadIdx.x) {
		new (&turn) cuda::binary_semaphore<cuda::thread_scope_block>(1);
		new (&places) cuda::counting_semaphore<cuda::thread_scope_block, 8>(3);
		latch = new (room) cuda::latch<cuda::thread_scope_block>(blockDim.x);
		value = inside = most = 0;
	}
	__syncthreads();
	turn.acquire();
	value += (int)threadIdx.x;
	turn.release();
	places.acquire();
	atomicMax(&most, atomicAdd(&inside, 1) + 1);
	atomicSub(&inside, 1);
	places.release();
	latch->arrive_and_wait();
	if (!threadIdx.x) {
		out[0] = value;
		out[1] = most;
	}
}

__global__ void barriers(int *out)
{
	__shared__ int steps;
	__shared__ cuda::barrier<cuda::thread_scope_block> b;

	if (!threadIdx.x) {
		init(&b, blockDim.x);
		steps = 0;
	}
	__syncthreads();
	for (int i = 0; i < 5; i++) {
		auto token = b.arrive();
		b.wait(cuda::std::move(token));
		if (threadIdx.x == (unsigned)i)
			steps++;
		b.arrive_and_wait();
	}
	if (threadIdx.x >= 32)
		b.arrive_and_drop();
	else {
		b.arrive_and_wait();
		b.arrive_and_wait();
	}
	if (!threadIdx.x)
		out[0] = steps;
}

struct Twice { template <class T> __device__ int operator()(T x) const { return (int)(x * 2); } };

__global__ void standard(double *out, int *ints)
{
	using namespace cuda::std;
	complex<float> z(3.0f, 4.0f), w = z * complex<float>(0.0f, 1.0f) + polar(2.0f, 0.5f);
	complex<double> e = exp(complex<double>(0.5, 0.25)), q = sqrt(complex<double>(-4.0, 0.0));
	array<int, 4> a{ 3, 1, 4, 1 };
	tuple<int, float, char> t(1, 2.5f, 'c');
	optional<int> o = a[2] > 3 ? optional<int>(a[2]) : nullopt;
	variant<int, double> v = 2.5;
	span<int> s(a.data(), 3);

	out[0] = abs(z);
	out[1] = w.real();
	out[2] = w.imag();
	out[3] = e.real();
	out[4] = q.imag();
	out[5] = get<1>(t) + get<double>(v);
	ints[0] = o.value_or(-1) + get<0>(t) + (int)s.size();
	ints[1] = popcount(0xf0f0u) + countl_zero(1u) + countr_zero(8u) + (int)bit_ceil(33u);
	ints[2] = numeric_limits<int>::max() == INT_MAX && numeric_limits<float>::infinity() > 1e38f;
	ints[3] = visit(Twice{}, v);
	ints[4] = cuda::ceil_div(10, 3) + (int)cuda::std::max(3, 7) + (int)rotl(0x80000001u, 1);
	auto now = chrono::system_clock::now().time_since_epoch().count();
	ints[5] = now > 0;
}

int main()
{
	Device<int> out(16), ready(1), data(1), got(7);
	Device<double> d(8);
	int c;
	unsigned long long u;
	float f;
	Pair p;

	atomics<<<4, 64>>>(out);
	LAUNCHED();
	std::vector<int> o = out.get();
	HOLDS(o[0] == 4 * 2016);
	HOLDS(o[1] == 1 << 20 && o[2] == -256);
	CUDA(cudaMemcpyFromSymbol(&c, counter, 4));
	HOLDS(c >= 255);
	CUDA(cudaMemcpyFromSymbol(&u, sum64, 8));
	HOLDS(u == 256ull << 33);
	CUDA(cudaMemcpyFromSymbol(&f, fsum, 4));
	HOLDS(f == 128.0f);
	CUDA(cudaMemcpyFromSymbol(&p, pair, 8));
	HOLDS(p.a == 256 && p.b == 512);
	CUDA(cudaMemcpyFromSymbol(&c, guarded, 4));
	HOLDS(c == 256);

	message<<<8, 1>>>(data, (cuda::atomic<int, cuda::thread_scope_device> *)ready.p, got);
	LAUNCHED();
	same("message", got.get(), std::vector<int>(7, 42));

	sync_kinds<<<1, 64>>>(out);
	LAUNCHED();
	o = out.get();
	HOLDS(o[0] == 2016 && o[1] >= 1 && o[1] <= 3);
	barriers<<<1, 64>>>(out);
	LAUNCHED();
	HOLDS(out.get()[0] == 5);

	standard<<<1, 1>>>(d, out);
	LAUNCHED();
	std::vector<double> r = d.get();
	near("standard", std::vector<double>(r.begin(), r.begin() + 6),
		std::vector<double>{ 5.0, -4.0 + 2 * cos(0.5), 3.0 + 2 * sin(0.5), exp(0.5) * cos(0.25), 2.0, 5.0 }, 1e-6);
	o = out.get();
	HOLDS(o[0] == 4 + 1 + 3 && o[1] == 8 + 31 + 3 + 64 && o[2] == 1 && o[3] == 5 && o[4] == 4 + 7 + 3 && o[5] == 1);
	return finish();
}
