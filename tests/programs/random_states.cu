/* The generators of cuRAND's device API. Sobol' sequences, plain and scrambled, are compared bit for bit with what their direction numbers give; of
 * the others: that skipping ahead equals drawing, that states differ from sequence to sequence, and moments. */
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include "check.h"

constexpr int T = 64, K = 50;

template <class S> __global__ void draw(unsigned *out, float *uniform, double *wide, float2 *normal)
{
	S s, ahead;
	int t = threadIdx.x;

	curand_init(77, t, 0, &s);
	curand_init(77, t, 0, &ahead);
	for (int k = 0; k < K; k++)
		out[t * K + k] = curand(&s);
	skipahead(20ull, &ahead);
	out[T * K + t] = curand(&ahead);
	uniform[t] = curand_uniform(&s);
	wide[t] = curand_uniform_double(&s);
	normal[t] = curand_normal2(&s);
}

template <class S> static void pseudo(const char *name)
{
	Device<unsigned> out(T * K + T);
	Device<float> uniform(T);
	Device<double> wide(T);
	Device<float2> normal(T);

	draw<S><<<1, T>>>(out, uniform, wide, normal);
	LAUNCHED();
	std::vector<unsigned> v = out.get();
	double mean = 0, bits = 0, u = 0, n = 0;
	for (int t = 0; t < T; t++) {
		expect(v[T * K + t] == v[t * K + 20], "%s: skipping ahead gives %u, drawing %u", name, v[T * K + t], v[t * K + 20]);
		expect(!t || v[t * K] != v[t * K - K], "%s: sequence %d is the one before it", name, t);
		for (int k = 0; k < K; k++)
			mean += v[t * K + k] / 4294967296.0 / (T * K), bits += __builtin_popcount(v[t * K + k]) / 32.0 / (T * K);
	}
	for (float x : uniform.get())
		expect(x > 0 && x <= 1, "%s: uniform %g", name, x);
	for (double x : wide.get())
		expect(x > 0 && x <= 1, "%s: uniform double %g", name, x), u += x / T;
	for (float2 x : normal.get())
		n += (x.x * x.x + x.y * x.y) / (2 * T);
	expect(fabs(mean - 0.5) < 0.03 && fabs(bits - 0.5) < 0.01 && fabs(u - 0.5) < 0.15 && fabs(n - 1) < 0.5, "%s: mean %g, ones %g, doubles %g, variance %g",
		name, mean, bits, u, n);
}

/* Direction vectors of the first dimension are single bits, of which the Gray code of the place picks. */
template <class S, class V> __global__ void sobol(V *out)
{
	V vectors[sizeof(V) * 8];
	S s, ahead;

	for (int k = 0; k < (int)sizeof(V) * 8; k++)
		vectors[k] = (V)1 << (sizeof(V) * 8 - 1 - k);
	curand_init(vectors, threadIdx.x, &s);
	for (int k = 0; k < K; k++)
		out[threadIdx.x * K + k] = curand(&s);
	curand_init(vectors, 0, &ahead);
	skipahead(threadIdx.x + 7, &ahead);
	out[T * K + threadIdx.x] = curand(&ahead);
}

/* The scrambled kind takes a constant, which is a xor at the end. */
template <class S, class V> __global__ void scrambled(V *out, V constant)
{
	V vectors[sizeof(V) * 8];
	S s;

	for (int k = 0; k < (int)sizeof(V) * 8; k++)
		vectors[k] = (V)1 << (sizeof(V) * 8 - 1 - k);
	curand_init(vectors, constant, threadIdx.x, &s);
	for (int k = 0; k < K; k++)
		out[threadIdx.x * K + k] = curand(&s);
}

template <class V> static V reversed_gray(V n)
{
	V g = n ^ n >> 1, r = 0;

	for (size_t k = 0; k < sizeof(V) * 8; k++)
		r |= (g >> k & 1) << (sizeof(V) * 8 - 1 - k);
	return r;
}

template <class S, class SS, class V> static void quasi(const char *name)
{
	Device<V> out(T * K + T), mixed(T * K);
	std::vector<V> want(T * K + T), xored(T * K);
	V constant = (V)0x9e3779b97f4a7c15u;

	sobol<S, V><<<1, T>>>(out);
	scrambled<SS, V><<<1, T>>>(mixed, constant);
	LAUNCHED();
	for (int t = 0; t < T; t++) {
		for (int k = 0; k < K; k++)
			xored[t * K + k] = (want[t * K + k] = reversed_gray<V>(t + k)) ^ constant;
		want[T * K + t] = reversed_gray<V>(t + 7);
	}
	same(name, out.get(), want);
	same(name, mixed.get(), xored);
}

__global__ void others(unsigned *poisson, float *lognormal, float4 *four, double2 *two, unsigned *discrete)
{
	curandStateXORWOW_t x;
	curandStatePhilox4_32_10_t p;
	int t = threadIdx.x;

	curand_init(5, t, 3, &x);
	curand_init(5, t, 3, &p);
	poisson[t] = curand_poisson(&x, 4.0);
	poisson[T + t] = curand_poisson(&p, 900.0);
	lognormal[t] = curand_log_normal(&x, 0.f, 0.5f);
	four[t] = curand_uniform4(&p);
	two[t] = curand_normal2_double(&p);
	discrete[t] = curand_poisson4(&p, 10.0).z;
}

/* A block's threads draw together from one state. */
__global__ void mtgp(curandStateMtgp32_t *states, unsigned *out, float *uniform)
{
	for (int k = 0; k < 4; k++)
		out[(blockIdx.x * 4 + k) * 256 + threadIdx.x] = curand(&states[blockIdx.x]);
	uniform[blockIdx.x * 256 + threadIdx.x] = curand_uniform(&states[blockIdx.x]);
}

static void twister()
{
	Device<curandStateMtgp32_t> states(2);
	Device<mtgp32_kernel_params_t> constants(1);
	Device<unsigned> out(2048);
	Device<float> uniform(512);
	double mean = 0, bits = 0;
	int again = 0;

	HOLDS(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, constants) == CURAND_STATUS_SUCCESS);
	HOLDS(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, constants, 2, 99) == CURAND_STATUS_SUCCESS);
	mtgp<<<2, 256>>>(states, out, uniform);
	LAUNCHED();
	std::vector<unsigned> v = out.get();
	for (int i = 0; i < 2048; i++)
		mean += v[i] / 4294967296.0 / 2048, bits += __builtin_popcount(v[i]) / 32.0 / 2048, again += i >= 1024 && v[i] == v[i - 1024];
	expect(fabs(mean - 0.5) < 0.03 && fabs(bits - 0.5) < 0.01 && again < 3, "MTGP32: mean %g, ones %g, %d the same in both blocks", mean, bits, again);
	for (float x : uniform.get())
		expect(x > 0 && x <= 1, "MTGP32: uniform %g", x);
}

int main()
{
	twister();
	pseudo<curandStateXORWOW_t>("XORWOW");
	pseudo<curandStateMRG32k3a_t>("MRG32k3a");
	pseudo<curandStatePhilox4_32_10_t>("Philox");
	quasi<curandStateSobol32_t, curandStateScrambledSobol32_t, unsigned>("Sobol' of 32 bits");
	quasi<curandStateSobol64_t, curandStateScrambledSobol64_t, unsigned long long>("Sobol' of 64 bits");

	Device<unsigned> poisson(2 * T), discrete(T);
	Device<float> lognormal(T);
	Device<float4> four(T);
	Device<double2> two(T);
	double small = 0, large = 0, ten = 0;
	others<<<1, T>>>(poisson, lognormal, four, two, discrete);
	LAUNCHED();
	std::vector<unsigned> v = poisson.get();
	for (int t = 0; t < T; t++)
		small += v[t] / (double)T, large += v[T + t] / (double)T, ten += discrete.get()[t] / (double)T;
	expect(fabs(small - 4) < 1 && fabs(large - 900) < 15 && fabs(ten - 10) < 2, "Poisson: means %g, %g, %g", small, large, ten);
	for (float x : lognormal.get())
		expect(x > 0 && x < 20, "log-normal %g", x);
	for (float4 x : four.get())
		expect(x.x > 0 && x.w <= 1, "uniform4 %g, %g", x.x, x.w);
	for (double2 x : two.get())
		expect(fabs(x.x) < 6 && fabs(x.y) < 6, "normal double %g, %g", x.x, x.y);
	return finish();
}
