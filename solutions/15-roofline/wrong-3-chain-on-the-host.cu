/* Mistake: the host does the serial part, since it is quick with one thread. A
 * kernel packs the keys for the way, 20 bits of each in 3 bytes. But nothing
 * runs on the device until they have arrived. */

#include <vector>

#define BLOCKS 264
#define BLOCK 256

__global__ void pack(const int *key, unsigned char *packed, int m)
{
	for (int k = threadIdx.x; k < m; k += blockDim.x)
		for (int b = 0; b < 3; b++)
			packed[3 * k + b] = key[k] >> 8 * b;
}

__global__ void scramble(const int *in, int *out, unsigned seed, int n)
{
	int all = gridDim.x * blockDim.x;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
		unsigned value = in[i] ^ seed;

		for (int r = 0; r < 64; r++)
			value = value * 1664525 + 1013904223;
		out[i] = value >> 8;
	}
}

extern "C" void solve(const int *in, const int *key, int *out, int n, int m)
{
	std::vector<unsigned char> b(3 * m + 1);
	unsigned seed = 5381;
	unsigned char *packed;

	if (n <= 0)
		return;
	cudaMalloc(&packed, b.size());
	pack<<<1, BLOCK>>>(key, packed, m);
	cudaMemcpy(b.data(), packed, 3 * m, cudaMemcpyDeviceToHost);
	for (int k = 0; k < m; k++)
		seed = seed * 33 +
		       (b[3 * k] | b[3 * k + 1] << 8 | b[3 * k + 2] << 16);
	scramble<<<BLOCKS, BLOCK>>>(in, out, seed, n);
	cudaFree(packed);
}
