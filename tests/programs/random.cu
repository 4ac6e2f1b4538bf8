/* Monte Carlo with cuRAND's device API: pi with XORWOW and Philox; the Philox stream against the generator as its paper gives it. */
#include <curand_kernel.h>

#include "check.h"

template <class State> __global__ void pi(unsigned long long *hits, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long mine = 0;
	State s;

	curand_init(1234, i, 0, &s);
	for (int k = 0; k < n; k++) {
		float x = curand_uniform(&s), y = curand_uniform(&s);

		mine += x * x + y * y <= 1;
	}
	atomicAdd(hits, mine);
}

__global__ void stream(uint4 *out, float *normals)
{
	curandStatePhilox4_32_10_t s;

	curand_init(42, threadIdx.x, 0, &s);
	out[threadIdx.x] = curand4(&s);
	float4 n = curand_normal4(&s);
	normals[threadIdx.x * 4] = n.x;
	normals[threadIdx.x * 4 + 1] = n.y;
	normals[threadIdx.x * 4 + 2] = n.z;
	normals[threadIdx.x * 4 + 3] = n.w;
}

static void philox(uint32_t c[4], uint32_t k0, uint32_t k1)
{
	for (int r = 0; r < 10; r++, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
		uint64_t a = (uint64_t)c[0] * 0xD2511F53u, b = (uint64_t)c[2] * 0xCD9E8D57u;
		uint32_t next[4] = { (uint32_t)(b >> 32) ^ c[1] ^ k0, (uint32_t)b, (uint32_t)(a >> 32) ^ c[3] ^ k1, (uint32_t)a };

		memcpy(c, next, sizeof next);
	}
}

int main()
{
	Device<unsigned long long> hits(2);
	std::vector<unsigned> want(256);

	pi<curandStateXORWOW_t><<<2, 64>>>(hits.p, 100);
	pi<curandStatePhilox4_32_10_t><<<2, 64>>>(hits.p + 1, 100);
	LAUNCHED();
	for (unsigned long long h : hits.get())
		expect(fabs(4.0 * h / 12800 - 3.14159) < 0.06, "pi is %.4f", 4.0 * h / 12800);

	Device<unsigned> out(256);
	Device<float> normals(256);
	stream<<<1, 64>>>((uint4 *)out.p, normals);
	for (uint32_t i = 0; i < 64; i++) {
		uint32_t c[4] = { 0, 0, i, 0 };

		philox(c, 42, 0);
		memcpy(&want[i * 4], c, 16);
	}
	same("Philox", out.get(), want);
	double sum = 0, squares = 0;
	for (float x : normals.get())
		sum += x, squares += x * x;
	expect(fabs(sum / 256) < 0.2 && fabs(squares / 256 - 1) < 0.3, "normals: mean %g, variance %g", sum / 256, squares / 256);
	return finish();
}
