// compute: what operations cost: throughput of each pipe, dependent chains, chains side by side, divergence, barriers.
#include "bench.h"
#include <cstdio>

enum what { FMA, FADD, IADD, IMAD, LOGIC, RSQRT, SINE, EXP, DIV, SQRT, IDIV, IREM, DFMA, DDIV, SHFL, POPC, CVT, LDIV, COMPARE };

template <what W> __device__ __forceinline__ void step(float &f, int &i, double &d, float a, int m)
{
	switch (W) {
	case FMA: f = f * a + a; break;
	case FADD: f = f + a; break;
	case IADD: i = (i + m) ^ 0x55; break;
	case IMAD: i = i * m + m; break;
	case LOGIC: i = (i & m) ^ (i >> 3); break;
	case RSQRT: f = rsqrtf(f); break;
	case SINE: f = __sinf(f); break;
	case EXP: f = expf(f); break;
	case DIV: f = a / f; break;
	case SQRT: f = sqrtf(f); break;
	case IDIV: i = m / (i | 1); break;
	case IREM: i = m % (i | 1); break;
	case DFMA: d = d * 0.5 + 1.5; break;
	case DDIV: d = 1.5 / d; break;
	case SHFL: i = __shfl_xor_sync(0xffffffff, i, 1) + 1; break;
	case POPC: i = __popc(i) + m; break;
	case CVT: i = (int)(f + (float)i); break;
	case LDIV: { long long l = (long long)m * 1000003 / (i | 1); i = (int)l; break; }
	case COMPARE: f = f > a ? f - 1.0f : f + a; break;
	}
}

// LANES chains side by side in a thread.
template <what W, int CHAINS> __global__ void chains(float *out, float a, int m, int turns)
{
	float f[CHAINS];
	int i[CHAINS];
	double d[CHAINS];
	for (int c = 0; c < CHAINS; c++) {
		f[c] = a + c + threadIdx.x;
		i[c] = m + c + threadIdx.x;
		d[c] = c + 1;
	}
	for (int t = 0; t < turns; t++)
#pragma unroll
		for (int k = 0; k < 8; k++)
#pragma unroll
			for (int c = 0; c < CHAINS; c++)
				step<W>(f[c], i[c], d[c], a, m);
	float s = 0;
	for (int c = 0; c < CHAINS; c++)
		s += f[c] + i[c] + (float)d[c];
	if (s == 1.2345f)
		out[threadIdx.x] = s;
}

// Every lane of a group of `ways` goes a way of its own, of the same length.
template <int WAYS> __global__ void diverge(float *out, float a, int turns)
{
	float f = threadIdx.x;
	int way = threadIdx.x % WAYS;
	for (int t = 0; t < turns; t++)
		switch (way) {
#define WAY(n) case n: for (int k = 0; k < 64; k++) f = f * (a + n) + a; break;
		WAY(0) WAY(1) WAY(2) WAY(3) WAY(4) WAY(5) WAY(6) WAY(7)
		}
	out[blockIdx.x * blockDim.x + threadIdx.x] = f;
}

__global__ void barriers(float *out, int turns)
{
	__shared__ float s[1024];
	float f = threadIdx.x;
	for (int t = 0; t < turns; t++) {
		s[threadIdx.x] = f;
		__syncthreads();
		f += s[threadIdx.x ^ 32];
		__syncthreads();
	}
	out[blockIdx.x * blockDim.x + threadIdx.x] = f;
}

template <what W> static void pipe(bench &b, const char *what, float *out)
{
	char name[64];
	snprintf(name, sizeof name, "pipe.%s", what);
	b.row(name, [&] { chains<W, 4><<<132 * 4, 512>>>(out, 1.5f, 3, 64); });
	snprintf(name, sizeof name, "chain.%s", what);
	b.row(name, [&] { chains<W, 1><<<132, 32>>>(out, 1.5f, 3, 64); });
}

void rows_compute(bench &b)
{
	float *out = device<float>(1 << 20);
	char name[64];

	if (b.wants("pipe.") || b.wants("chain.")) {
		pipe<FMA>(b, "fma", out);
		pipe<FADD>(b, "fadd", out);
		pipe<IADD>(b, "iadd_xor", out);
		pipe<IMAD>(b, "imad", out);
		pipe<LOGIC>(b, "logic3", out);
		pipe<RSQRT>(b, "rsqrt", out);
		pipe<SINE>(b, "sin", out);
		pipe<EXP>(b, "exp", out);
		pipe<DIV>(b, "div", out);
		pipe<SQRT>(b, "sqrt", out);
		pipe<IDIV>(b, "idiv", out);
		pipe<IREM>(b, "irem", out);
		pipe<LDIV>(b, "ldiv", out);
		pipe<DFMA>(b, "dfma", out);
		pipe<DDIV>(b, "ddiv", out);
		pipe<SHFL>(b, "shfl_add", out);
		pipe<POPC>(b, "popc_add", out);
		pipe<CVT>(b, "cvt2_add", out);
		pipe<COMPARE>(b, "compare", out);
	}
	if (b.wants("diverge.")) {
		b.row("diverge.1", [&] { diverge<1><<<132 * 8, 256>>>(out, 0.5f, 32); });
		b.row("diverge.2", [&] { diverge<2><<<132 * 8, 256>>>(out, 0.5f, 32); });
		b.row("diverge.4", [&] { diverge<4><<<132 * 8, 256>>>(out, 0.5f, 32); });
		b.row("diverge.8", [&] { diverge<8><<<132 * 8, 256>>>(out, 0.5f, 32); });
	}
	if (b.wants("barrier."))
		for (int t = 64; t <= 1024; t *= 4) {
			snprintf(name, sizeof name, "barrier.full.%d", t);
			b.row(name, [&] { barriers<<<132 * 2048 / t, t>>>(out, 256); });
			snprintf(name, sizeof name, "barrier.single.%d", t);
			b.row(name, [&] { barriers<<<132, t>>>(out, 256); });
		}
	if (b.wants("ilp.")) {
		b.row("ilp.1x128", [&] { chains<FMA, 1><<<132, 128>>>(out, 1.5f, 3, 256); });
		b.row("ilp.2x128", [&] { chains<FMA, 2><<<132, 128>>>(out, 1.5f, 3, 128); });
		b.row("ilp.4x128", [&] { chains<FMA, 4><<<132, 128>>>(out, 1.5f, 3, 64); });
		b.row("ilp.1x512", [&] { chains<FMA, 1><<<132, 512>>>(out, 1.5f, 3, 64); });
		b.row("ilp.1x1024", [&] { chains<FMA, 1><<<132, 1024>>>(out, 1.5f, 3, 32); });
	}
	CHECK(cudaFree(out));
}
