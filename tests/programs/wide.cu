/* Numbers wider than registers: __int128 (whose division nvcc writes out as chains of sums, differences and products that hand the carry from one kind to
 * the other), and such chains by hand. A difference is a sum with the complement: its carry is set when nothing is borrowed. */
#include "check.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

struct Words { uint64_t low, high; };

__host__ __device__ static Words words(u128 x) { return { (uint64_t)x, (uint64_t)(x >> 64) }; }

__host__ __device__ static u128 wide(const uint64_t *p, int i, int n)
{
	int bits = i * 37 % 129;
	u128 x = (u128)p[i % n] << 64 | p[(i + 1) % n];

	return bits == 128 ? x : x >> (128 - bits) % 128; /* of every width */
}

#define RESULTS 8
__host__ __device__ static void all(u128 a, u128 b, int shift, Words *o)
{
	b = b ? b : 1;
	o[0] = words(a / b);
	o[1] = words(a % b);
	o[2] = words((u128)((i128)a / ((i128)b == -1 ? 3 : (i128)b)));
	o[3] = words((u128)((i128)a % ((i128)b == -1 ? 3 : (i128)b)));
	o[4] = words(a * b + (a << shift) - (b >> shift));
	o[5] = words((u128)((i128)a >> shift) ^ (u128)(a < b) ^ (u128)((i128)a < (i128)b) << 1);
	o[6] = words((u128)(uint64_t)a * (uint64_t)b % (((uint64_t)(b >> 5)) | 1));
	o[7] = words((u128)((i128)(int64_t)a * (int64_t)b));
}

__global__ void integers(const uint64_t *in, Words *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		all(wide(in, i, n), wide(in, i * 7 + 3, n), i % 128, out + i * RESULTS);
}

/* First and second of a pair, and what the second gives: name, operation, operation. Operands: %0, %1 are given, %2 to %5 taken. */
#define CHAINS(X) \
	X(add_add, "add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;", a + b, c + d + (a + b >> 32)) \
	X(add_sub, "add.cc.u32 %0, %2, %3; subc.u32 %1, %4, %5;", a + b, c + (uint32_t)~d + (a + b >> 32)) \
	X(sub_sub, "sub.cc.u32 %0, %2, %3; subc.u32 %1, %4, %5;", a - b, c + (uint32_t)~d + (a >= b)) \
	X(sub_add, "sub.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;", a - b, c + d + (a >= b)) \
	X(sub_mad, "sub.cc.u32 %0, %2, %3; madc.lo.u32 %1, %4, %5, %2;", a - b, c * d + a + (a >= b)) \
	X(mad_sub, "mad.lo.cc.u32 %0, %2, %3, %4; subc.u32 %1, %4, %5;", a * b + c, c + (uint32_t)~d + ((uint32_t)(a * b) + c >> 32)) \
	X(madhi_add, "mad.hi.cc.u32 %0, %2, %3, %4; addc.u32 %1, %4, %5;", (a * b >> 32) + c, c + d + ((a * b >> 32) + c >> 32)) \
	X(sub_through_add, "{ .reg .b32 t; sub.cc.u32 %0, %2, %3; addc.cc.u32 t, %3, %4; subc.u32 %1, %4, %5; }", a - b, \
		c + (uint32_t)~d + (b + c + (a >= b) >> 32)) \
	X(add_through_sub, "{ .reg .b32 t; add.cc.u32 %0, %2, %3; subc.cc.u32 t, %3, %4; addc.u32 %1, %4, %5; }", a + b, \
		c + d + (b + (uint32_t)~c + (a + b >> 32) >> 32)) \
	X(wide_sub_add, "{ .reg .b64 x, y, t; mov.b64 x, {%2, %3}; mov.b64 y, {%4, %5}; sub.cc.u64 t, x, y; cvt.u32.u64 %0, t; addc.u32 %1, 0, 0; }", \
		(b << 32 | a) - (d << 32 | c), (b << 32 | a) >= (d << 32 | c))

#define KERNEL(name, code, first, second) \
__global__ void name(const uint32_t *in, uint32_t *out) \
{ \
	const uint32_t *p = in + 4 * threadIdx.x; \
	uint32_t x, y; \
	asm volatile(code : "=&r"(x), "=&r"(y) : "r"(p[0]), "r"(p[1]), "r"(p[2]), "r"(p[3])); \
	out[2 * threadIdx.x] = x; \
	out[2 * threadIdx.x + 1] = y; \
}
CHAINS(KERNEL)

int main()
{
	const int n = 3000, m = 256;
	std::vector<uint64_t> in(n);
	std::vector<Words> out(n * RESULTS);
	std::vector<uint32_t> few(4 * m), pairs(2 * m);
	const uint32_t edges[] = { 0, 1, 2, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff };
	Random random(6);
	uint64_t *d_in;
	Words *d_out;
	uint32_t *d_few, *d_pairs;

	for (int i = 0; i < n; i++)
		in[i] = i % 11 ? (uint64_t)random.next() << 32 | random.next() : i % 2 ? ~0ull : 1ull << 63;
	CUDA(cudaMalloc(&d_in, n * sizeof *d_in));
	CUDA(cudaMalloc(&d_out, out.size() * sizeof *d_out));
	CUDA(cudaMemcpy(d_in, in.data(), n * sizeof *d_in, cudaMemcpyHostToDevice));
	integers<<<(n + 127) / 128, 128>>>(d_in, d_out, n);
	LAUNCHED();
	CUDA(cudaMemcpy(out.data(), d_out, out.size() * sizeof *d_out, cudaMemcpyDeviceToHost));
	for (int i = 0; i < n; i++) {
		Words want[RESULTS];

		all(wide(in.data(), i, n), wide(in.data(), i * 7 + 3, n), i % 128, want);
		for (int k = 0; k < RESULTS; k++)
			expect(out[i * RESULTS + k].low == want[k].low && out[i * RESULTS + k].high == want[k].high, "result %d of %d: %016llx%016llx, not %016llx%016llx",
				k, i, (unsigned long long)out[i * RESULTS + k].high, (unsigned long long)out[i * RESULTS + k].low, (unsigned long long)want[k].high,
				(unsigned long long)want[k].low);
	}

	for (auto &x : few)
		x = random.next() % 2 ? random.next() : edges[random.next() % 7];
	CUDA(cudaMalloc(&d_few, few.size() * 4));
	CUDA(cudaMalloc(&d_pairs, pairs.size() * 4));
	CUDA(cudaMemcpy(d_few, few.data(), few.size() * 4, cudaMemcpyHostToDevice));
#define COMPARE(name, code, first, second) \
	name<<<1, m>>>(d_few, d_pairs); \
	LAUNCHED(); \
	CUDA(cudaMemcpy(pairs.data(), d_pairs, pairs.size() * 4, cudaMemcpyDeviceToHost)); \
	for (int i = 0; i < m; i++) { \
		uint64_t a = few[4 * i], b = few[4 * i + 1], c = few[4 * i + 2], d = few[4 * i + 3]; \
		(void)a, (void)b, (void)c, (void)d; \
		expect(pairs[2 * i] == (uint32_t)(first) && pairs[2 * i + 1] == (uint32_t)(second), #name " %d: %08x %08x, not %08x %08x", i, pairs[2 * i], \
			pairs[2 * i + 1], (uint32_t)(first), (uint32_t)(second)); \
	}
	CHAINS(COMPARE)
	return finish();
}
