// probe: what single properties of the device cost, for its profile: rows of the memory at wide strides, the reach of its address translation, the starting of
// blocks of several sizes, room that stores take in the L1, loads and stores of a single warp, a launch's first loads, places of atomics, ports of the registers.
#include "bench.h"
#include <cstdio>

// `each` words side by side, then a gap: one sector, two, or a line for each lane's or each group's place.
__global__ void strided_read(const int *a, int *out, size_t n, size_t stride, int group)
{
	int s = 0;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		s += a[i / group * stride + i % group];
	if (s == 123456789)
		*out = s;
}
__global__ void strided_write(int *a, size_t n, size_t stride, int group)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		a[i / group * stride + i % group] = (int)i;
}
// A sector of a place chosen by a hash.
__global__ void random_read(const int *a, int *out, size_t n, unsigned mask)
{
	int s = 0;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
		unsigned h = (unsigned)i * 2654435761u;
		h ^= h >> 15;
		h *= 2246822519u;
		h ^= h >> 13;
		s += a[(size_t)(h & mask) * 16];
	}
	if (s == 123456789)
		*out = s;
}
__global__ void random_write(int *a, size_t n, unsigned mask)
{
	int t = threadIdx.x % 8;
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
		unsigned h = (unsigned)(i / 8) * 2654435761u;
		h ^= h >> 15;
		h *= 2246822519u;
		h ^= h >> 13;
		a[(size_t)(h & mask) * 16 + t] = (int)i;
	}
}
__global__ void wait_clocks(int clocks)
{
	long long begin = clock64();
	while (clock64() - begin < clocks)
		;
}
// Reads `words` again and again; in between stores of as many words to `spread` places.
__global__ void read_and_store(const int *a, int *b, int words, int stores, int spread, int turns)
{
	int s = 0;
	for (int t = 0; t < turns; t++) {
		for (int i = threadIdx.x; i < words; i += blockDim.x)
			s += a[i];
		for (int i = threadIdx.x; i < stores; i += blockDim.x)
			b[i % spread] = s;
	}
	b[threadIdx.x] = s;
}
__global__ void copy_few(const int *a, int *b, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		b[i] = a[i];
}
__global__ void read_few(const int *a, int *b, int n)
{
	int s = 0;
#pragma unroll 1
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		s = a[i + (s & 1)];
	*b = s;
}

// Each warp loads a line of its own from a place of its own, then the block meets: a block waits for its slowest warp.
__global__ void slowest(const int *a, int *out, unsigned mask, int turns)
{
	unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, at = warp * 977 + 1;
	int s = 0;
	for (int t = 0; t < turns; t++) {
		at = at * 1664525u + 1013904223u;
		s += a[(at >> 4 & mask) * 32 + threadIdx.x % 32];
		__syncthreads();
		at += s & 1;
	}
	if (s == 123456789)
		*out = s;
}
// Lanes read words `stride` bytes apart, or anywhere in 64 KB, again and again from the L1.
__global__ void tags(const int *a, int *out, int stride, int turns)
{
	int s = 0, at = threadIdx.x % 32 * (stride / 4), most = stride ? 32 * stride / 4 : 16384;
	if (!stride)
		at = threadIdx.x * 2654435761u >> 18;
	for (int t = 0; t < turns; t++) {
		s += a[at];
		at = stride ? at + 1 < most ? at + 1 : 0 : (at * 5 + 12345) & 16383;
	}
	if (s == 123456789)
		*out = s;
}
__global__ void meet(int *out, int turns)
{
#pragma unroll 16
	for (int t = 0; t < turns; t++)
		__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = turns;
}
// Loads one behind the other, all multiprocessors side by side: the first against the later ones.
__global__ void touch(const int *a, int *out, int loads)
{
	int s = 0;
	size_t at = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < loads; k++) {
		s = a[at + s];
		at += gridDim.x * blockDim.x;
	}
	if (s == 12345)
		*out = s;
}
// Atomics at places chosen anyhow, `step` words apart.
__global__ void places(int *out, unsigned n, unsigned step, int turns)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < turns; k++) {
		x = x * 1664525u + 1013904223u;
		atomicAdd(&out[(size_t)((x >> 8) % n) * step], 1);
	}
}
// Three different registers for each multiplication and sum.
__global__ void three_registers(float *out, float a, float b, int turns)
{
	float f = threadIdx.x;
	a += threadIdx.x, b += threadIdx.x;
	for (int t = 0; t < turns; t++)
#pragma unroll
		for (int k = 0; k < 64; k++)
			f = f * a + b;
	out[blockIdx.x * blockDim.x + threadIdx.x] = f;
}

void rows_probe(bench &b)
{
	const size_t bytes = (size_t)4 << 30;
	char name[64];

	if (!b.wants("probe."))
		return;
	int *a = device<int>(bytes / 4), *out = device<int>(1 << 24);
	// Sectors (8 words), pairs of sectors, lines at strides of so many bytes; 2^22 of them.
	for (int group = 8; group <= 16; group *= 2)
		for (size_t stride = group * 4; stride <= 1024; stride *= 2) {
			size_t n = (size_t)group << 22;
			snprintf(name, sizeof name, "probe.read.%dB.%zu", group * 4, stride);
			b.row(name, [&] { strided_read<<<132 * 8, 256>>>(a, out, n, stride / 4, group); });
			snprintf(name, sizeof name, "probe.write.%dB.%zu", group * 4, stride);
			b.row(name, [&] { strided_write<<<132 * 8, 256>>>(a, n, stride / 4, group); });
		}
	for (size_t stride = 64; stride <= 1024; stride *= 4) {
		snprintf(name, sizeof name, "probe.write.4B.%zu", stride);
		b.row(name, [&] { strided_write<<<132 * 8, 256>>>(a, 1 << 22, stride / 4, 1); });
	}
	for (int mb = 128; mb <= 4096; mb *= 2) {
		unsigned mask = (unsigned)(((size_t)mb << 20) / 64 - 1);
		snprintf(name, sizeof name, "probe.random.read.%dMB", mb);
		b.row(name, [&] { random_read<<<132 * 8, 256>>>(a, out, 1 << 23, mask); });
		snprintf(name, sizeof name, "probe.random.write.%dMB", mb);
		b.row(name, [&] { random_write<<<132 * 8, 256>>>(a, 8 << 21, mask); });
	}
	for (int t = 32; t <= 1024; t *= t == 32 ? 4 : 2) {
		for (int c = 500; c <= 4000; c *= 8) {
			snprintf(name, sizeof name, "probe.start.%d.%d", t, c);
			b.row(name, [&] { wait_clocks<<<132 * 512, t>>>(c); });
		}
		CHECK(cudaFuncSetAttribute(wait_clocks, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
		snprintf(name, sizeof name, "probe.start.%d.alone", t);
		b.row(name, [&] { wait_clocks<<<132 * 64, t, 200 << 10>>>(2000); });
	}
	for (int kb = 64; kb <= 192; kb += 64) {
		snprintf(name, sizeof name, "probe.l1.read.%dkB", kb);
		b.row(name, [&] { read_and_store<<<132, 256>>>(a, out, kb * 256, 0, 1024, 64); });
	}
	for (int kb = 64; kb <= 128; kb *= 2) {
		snprintf(name, sizeof name, "probe.l1.store.%dkB", kb);
		b.row(name, [&] { read_and_store<<<132, 256>>>(a, out, 128 * 256, kb * 256, kb * 256, 64); });
	}
	for (int t = 32; t <= 1024; t *= 32) {
		snprintf(name, sizeof name, "probe.copy.one.%d", t);
		b.row(name, [&] { copy_few<<<1, t>>>(a, out, t * 256); });
		snprintf(name, sizeof name, "probe.copy.all.%d", t);
		b.row(name, [&] { copy_few<<<132, t>>>(a, out, t * 132 * 64); });
		snprintf(name, sizeof name, "probe.few.one.%d", t);
		b.row(name, [&] { read_few<<<1, t>>>(a, out, t * 256); });
		snprintf(name, sizeof name, "probe.few.all.%d", t);
		b.row(name, [&] { read_few<<<132, t>>>(a, out, t * 132 * 64); });
	}
	for (int t = 32; t <= 1024; t *= 32) {
		snprintf(name, sizeof name, "probe.slowest.far.%d", t);
		b.row(name, [&] { slowest<<<1, t>>>(a, out, (1 << 23) - 1, 256); });
		snprintf(name, sizeof name, "probe.slowest.far.all.%d", t);
		b.row(name, [&] { slowest<<<132, t>>>(a, out, (1 << 23) - 1, 256); });
		snprintf(name, sizeof name, "probe.meet.%d", t);
		b.row(name, [&] { meet<<<132 * (2048 / t < 32 ? 2048 / t : 32), t>>>(out, 512); });
	}
	for (int s = 128; s <= 4096; s *= 32) {
		snprintf(name, sizeof name, "probe.tags.%d", s);
		b.row(name, [&] { tags<<<132, 512>>>(a, out, s, 1024); });
	}
	b.row("probe.tags.132", [&] { tags<<<132, 512>>>(a, out, 132, 1024); });
	b.row("probe.tags.160", [&] { tags<<<132, 512>>>(a, out, 160, 1024); });
	b.row("probe.tags.random", [&] { tags<<<132, 512>>>(a, out, 0, 1024); });
	for (int l = 0; l < 3; l++) {
		snprintf(name, sizeof name, "probe.touch.one.%d", l);
		b.row(name, [&] { touch<<<1, 32>>>(a, out, l); });
		snprintf(name, sizeof name, "probe.touch.all.%d", l);
		b.row(name, [&] { touch<<<132, 256>>>(a, out, l); });
	}
	for (unsigned n = 4096; n <= 65536; n *= 4) {
		snprintf(name, sizeof name, "probe.places.%u", n);
		b.row(name, [&] { places<<<132 * 4, 256>>>(out, n, 1, 32); });
	}
	for (unsigned bytes = 128; bytes <= 1024; bytes *= 2) {
		snprintf(name, sizeof name, "probe.places.2.at.%u", bytes);
		b.row(name, [&] { places<<<132 * 4, 256>>>(out, 2, bytes / 4, 32); });
	}
	b.row("probe.three_registers", [&] { three_registers<<<132 * 8, 256>>>((float *)out, 0.5f, 0.25f, 32); });
	CHECK(cudaFree(a));
	CHECK(cudaFree(out));
}
