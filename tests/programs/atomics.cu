/* Atomics of every type, loops around compare and swap, spin locks between blocks and inside a warp. */
#include <cuda_fp16.h>

#include "check.h"

__global__ void numbers(unsigned long long *u, long long *s, float *f, double *d, int *i, __half2 *h, unsigned *w)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	atomicAdd(&u[0], 1ull << 33);
	atomicMax(&u[1], (unsigned long long)t << 40);
	atomicMin(&u[2], (unsigned long long)t + 5);
	atomicOr(&u[3], 1ull << (t % 64));
	atomicAnd(&u[4], ~(1ull << (t % 60)));
	atomicXor(&u[5], (unsigned long long)t);
	atomicMin(&s[0], -(long long)t << 33);
	atomicMax(&s[1], -(long long)t - 1);
	atomicAdd(f, 0.5f);
	atomicAdd(d, 0.25);
	atomicMin(&i[0], -t);
	atomicMax(&i[1], t);
	atomicSub(&i[2], 3);
	atomicExch(&i[3], 9);
	atomicCAS(&i[4], 0, 77);
	atomicAdd(h, __floats2half2_rn(1, 2));
	atomicInc(&w[0], 99);
	atomicDec(&w[1], 6);
	if (blockIdx.x == 0) /* for its own block only it is one step */
		atomicAdd_block(&w[2], 1);
	atomicAdd_system(&w[3], 2);
}

__device__ float max_float(float *p, float v)
{
	int old = *(int *)p, seen;

	do {
		seen = old;
		if (__int_as_float(seen) >= v)
			break;
		old = atomicCAS((int *)p, seen, __float_as_int(v));
	} while (old != seen);
	return __int_as_float(old);
}

__device__ void mul_double(double *p, double v)
{
	unsigned long long *a = (unsigned long long *)p, old = *a, seen;

	do {
		seen = old;
		old = atomicCAS(a, seen, (unsigned long long)__double_as_longlong(__longlong_as_double((long long)seen) * v));
	} while (old != seen);
}

__global__ void loops(float *f, double *d)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	max_float(f, sinf(t));
	mul_double(d, t % 2 ? 2.0 : 0.5);
}

__global__ void lock_blocks(int *lock, volatile int *counter)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			__nanosleep(20);
		__threadfence();
		*counter = *counter + 1;
		__threadfence();
		atomicExch(lock, 0);
	}
}

/* All lanes want it: those without must not keep the one with it from going on. */
__global__ void lock_lanes(int *lock, volatile int *counter)
{
	bool done = false;

	while (!done) {
		if (atomicCAS(lock, 0, 1) == 0) {
			*counter = *counter + 1;
			__threadfence();
			atomicExch(lock, 0);
			done = true;
		}
	}
}

/* The loop that hangs where a warp's lanes share one program counter: it must end since Volta. */
__global__ void lock_naively(int *lock, volatile int *counter)
{
	while (atomicCAS(lock, 0, 1))
		;
	*counter = *counter + 1;
	__threadfence();
	atomicExch(lock, 0);
}

/* A lane waits for what a later lane of its own warp writes. */
__global__ void hand_over(volatile int *flag, int *out)
{
	if (threadIdx.x % 32 == 0)
		while (!flag[threadIdx.x / 32])
			;
	else if (threadIdx.x % 32 == 31)
		flag[threadIdx.x / 32] = 1;
	__syncwarp();
	out[threadIdx.x] = flag[threadIdx.x / 32];
}

int main()
{
	constexpr int n = 512;
	std::vector<unsigned long long> u{ 0, 0, ~0ull, 0, ~0ull, 0 };
	std::vector<long long> s{ 0, -1000 };
	Device<unsigned long long> du(u);
	Device<long long> ds(s);
	Device<float> f(2);
	Device<double> d(std::vector<double>{ 0, 3 });
	Device<int> i(5);
	Device<unsigned> h(1), w(4);

	numbers<<<4, 128>>>(du, ds, f, d, i, (__half2 *)h.p, w);
	LAUNCHED();
	unsigned long long x = 0;
	for (int t = 0; t < n; t++)
		x ^= t;
	same("u64", du.get(), std::vector<unsigned long long>{ (unsigned long long)n << 33, 511ull << 40, 5, ~0ull, 0xfull << 60, x });
	same("s64", ds.get(), std::vector<long long>{ -511ll << 33, -1 });
	same("s32", i.get(), std::vector<int>{ -511, 511, -3 * n, 9, 77 });
	/* From 0, atomicDec goes to its limit first: 512 steps round 7 values. */
	same("u32", w.get(), std::vector<unsigned>{ 512 % 100, (7 - 512 % 7) % 7, 128, 1024 });
	HOLDS(h.get()[0] == 0x64006000u);
	loops<<<4, 128>>>(f.p + 1, d.p + 1);
	LAUNCHED();
	float most = -1;
	for (int t = 0; t < n; t++)
		most = fmaxf(most, sinf(t));
	near("f32", f.get(), std::vector<float>{ 256, most }, 1e-6);
	same("f64", d.get(), std::vector<double>{ 128, 3 });

	Device<int> c(7), flag(4), out(128);
	lock_blocks<<<60, 64>>>(c, c.p + 1);
	LAUNCHED();
	lock_lanes<<<4, 64>>>(c.p + 2, c.p + 3);
	LAUNCHED();
	lock_naively<<<3, 64>>>(c.p + 4, c.p + 5);
	LAUNCHED();
	same("locks", c.get(), std::vector<int>{ 0, 60, 0, 256, 0, 192 });
	hand_over<<<1, 128>>>(flag, out);
	LAUNCHED();
	std::vector<int> o = out.get();
	HOLDS(o[0] == 1 && o[31] == 1 && o[96] == 1);
	return finish();
}
