// record: what a GPU's special function unit gives. Usage: record FOLDER.
// FOLDER/NAME.i8: how many floats the result lies from the nearest one, a byte for each argument (127: farther), for whole binades; fit.c makes the tables of
// engine/emulator/exec/mufu.def from them. FOLDER/tanh.u32: the results of tanh at every eighth argument from 2^-10 on. FOLDER/digests.txt: for each instruction and
// each of the 256 values of the argument's upper byte one digest of all its results, which check_emulator_mufu compares with the emulator's.
// Build: nvcc -std=c++17 -gencode arch=compute_90,code=sm_90 -o record record.cu
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define F32(id, text) \
	struct id { static constexpr const char *name = text; static constexpr uint32_t each = 1 << 24, buckets = 256; \
		static __device__ uint64_t of(uint32_t x) { float r; asm volatile(text " %0, %1;" : "=f"(r) : "f"(__uint_as_float(x))); return __float_as_uint(r); } };
#define F64(id, text) \
	struct id { static constexpr const char *name = text; static constexpr uint32_t each = 1 << 24, buckets = 256; \
		static __device__ uint64_t of(uint32_t x) { double r; asm volatile(text " %0, %1;" : "=d"(r) : "d"(__hiloint2double((int)x, 0))); return (uint64_t)__double_as_longlong(r); } };
#define B16(id, text) \
	struct id { static constexpr const char *name = text; static constexpr uint32_t each = 1 << 16, buckets = 1; \
		static __device__ uint64_t of(uint32_t x) { unsigned short r; asm volatile(text " %0, %1;" : "=h"(r) : "h"((unsigned short)x)); return r; } };
F32(Rcp, "rcp.approx.ftz.f32") F32(Rsq, "rsqrt.approx.ftz.f32") F32(Sqrt, "sqrt.approx.ftz.f32") F32(Ex2, "ex2.approx.ftz.f32") F32(Lg2, "lg2.approx.ftz.f32")
F32(Sin, "sin.approx.ftz.f32") F32(Cos, "cos.approx.ftz.f32") F32(Tanh, "tanh.approx.f32")
F32(RcpS, "rcp.approx.f32") F32(RsqS, "rsqrt.approx.f32") F32(SqrtS, "sqrt.approx.f32") F32(Ex2S, "ex2.approx.f32") F32(Lg2S, "lg2.approx.f32")
F32(SinS, "sin.approx.f32") F32(CosS, "cos.approx.f32")
F64(Rcp64, "rcp.approx.ftz.f64") F64(Rsq64, "rsqrt.approx.ftz.f64") F64(Rsq64S, "rsqrt.approx.f64")
B16(Ex2H, "ex2.approx.f16") B16(TanhH, "tanh.approx.f16") B16(Ex2B, "ex2.approx.ftz.bf16") B16(TanhB, "tanh.approx.bf16")

template <class Op> __global__ void results(uint32_t first, uint32_t step, uint32_t n, uint32_t *out)
{
	uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (uint32_t)Op::of(first + i * step);
}

// The sum of result * (2 argument + 1) over a bucket.
template <class Op> __global__ void digest(uint64_t *out)
{
	uint64_t sum = 0;
	for (uint32_t i = threadIdx.x; i < Op::each; i += blockDim.x) {
		uint32_t x = (blockIdx.x << 24) + i;
		sum += Op::of(x) * (2ull * x + 1);
	}
	atomicAdd((unsigned long long *)&out[blockIdx.x], (unsigned long long)sum);
}

static const char *folder;
static uint32_t *device;
static std::vector<uint32_t> host(1 << 24);

static FILE *create(const char *name, const char *suffix)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s.%s", folder, name, suffix);
	FILE *f = fopen(path, "wb");
	if (!f)
		exit(1);
	return f;
}

template <class Op> void run(uint32_t first, uint32_t step, uint32_t n)
{
	results<Op><<<(n + 255) / 256, 256>>>(first, step, n, device);
	if (cudaMemcpy(host.data(), device, 4ull * n, cudaMemcpyDeviceToHost) != cudaSuccess)
		exit(1);
}

static float as_float(uint32_t u) { float f; memcpy(&f, &u, 4); return f; }
static int32_t as_bits(float f) { int32_t u; memcpy(&u, &f, 4); return u; }

template <class Op, class Exact> void distances(const char *name, uint32_t first, uint32_t n, Exact exact)
{
	std::vector<int8_t> d(n);
	run<Op>(first, 1, n);
	for (uint32_t i = 0; i < n; i++) {
		long away = (long)(int32_t)host[i] - as_bits((float)exact((double)as_float(first + i)));
		d[i] = (int8_t)(away < -126 || away > 126 ? 127 : away);
	}
	FILE *f = create(name, "i8");
	fwrite(d.data(), 1, n, f);
	fclose(f);
}

template <class Op> void digests(FILE *f)
{
	uint64_t sums[256];
	cudaMemset(device, 0, sizeof sums);
	digest<Op><<<Op::buckets, 1024>>>((uint64_t *)device);
	if (cudaMemcpy(sums, device, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess)
		exit(1);
	fprintf(f, "%s", Op::name);
	for (uint32_t k = 0; k < Op::buckets; k++)
		fprintf(f, "%c%016llx", k % 8 ? ' ' : '\n', (unsigned long long)sums[k]);
	fputc('\n', f);
}

int main(int argc, char **argv)
{
	folder = argc > 1 ? argv[1] : ".";
	if (cudaMalloc(&device, 4ull << 24) != cudaSuccess)
		return 1;
	distances<Rcp>("rcp", 0x3f800000, 1 << 23, [](double x) { return 1 / x; });
	distances<Rsq>("rsq", 0x3f800000, 1 << 24, [](double x) { return 1 / sqrt(x); });
	distances<Sqrt>("sqrt", 0x3f800000, 1 << 24, [](double x) { return sqrt(x); });
	distances<Ex2>("ex2_1", 0x3f800000, 1 << 23, [](double x) { return exp2(x); });
	distances<Lg2>("lg2_1", 0x3f800000, 1 << 23, [](double x) { return log2(x); });
	distances<Lg2>("lg2_2", 0x40000000, 1 << 23, [](double x) { return log2(x); });
	for (int k = 0; k < 4; k++) { /* from 1/4, 1/2, 1 and 2 on */
		static const char *const names[] = { "q", "h", "1", "2" };
		uint32_t first = 0x3e800000 + ((uint32_t)k << 23);
		char name[16];
		snprintf(name, sizeof name, "sin_%s", names[k]);
		distances<Sin>(name, first, 1 << 23, [](double x) { return sin(x); });
		snprintf(name, sizeof name, "cos_%s", names[k]);
		distances<Cos>(name, first, 1 << 23, [](double x) { return cos(x); });
	}
	run<Tanh>(0x3a800000, 8, 14 << 20); /* 2^-10 to 2^4 */
	FILE *f = create("tanh", "u32");
	fwrite(host.data(), 4, 14 << 20, f);
	fclose(f);
	f = create("digests", "txt");
	digests<Rcp>(f), digests<Rsq>(f), digests<Sqrt>(f), digests<Ex2>(f), digests<Lg2>(f), digests<Sin>(f), digests<Cos>(f), digests<Tanh>(f);
	digests<RcpS>(f), digests<RsqS>(f), digests<SqrtS>(f), digests<Ex2S>(f), digests<Lg2S>(f), digests<SinS>(f), digests<CosS>(f);
	digests<Rcp64>(f), digests<Rsq64>(f), digests<Rsq64S>(f), digests<Ex2H>(f), digests<TanhH>(f), digests<Ex2B>(f), digests<TanhB>(f);
	fclose(f);
	return cudaDeviceSynchronize() != cudaSuccess;
}
