// 13/4 pass: Right
// A table of coefficients that the host made goes to the device, as large for a small size as for the big one.
#include <cstring>

__global__ void step(int *x, const int *table, const int *weight, int seen, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = (weight[i % 3000] ^ weight[3000 + i % 3000]) * x[i] + table[i] + seen;
}

static int look(const int *table, int r, int n)
{
	int sum = 0;
	for (int i = r; i < n; i += 1024)
		sum += table[i];
	return sum;
}

static int *pinned;
static int *to_device(const int *host, int n)
{
	int *device;
	memcpy(pinned, host, n * sizeof(int));
	cudaMalloc(&device, n * sizeof(int));
	cudaMemcpy(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice);
	return device;
}

extern "C" void solve(const int *in, const int *fixed, int *out, int n, int rounds)
{
	int blocks = (n + 255) / 256, seen = 0, weights[6000];
	for (int k = 0; k < 3000; k++) {
		weights[k] = (k + 1) * 2654435761u;
		weights[3000 + k] = weights[k] ^ 3;
	}
	cudaMallocHost(&pinned, (n > 6000 ? n : 6000) * sizeof(int));
	int *x = to_device(in, n), *table = to_device(fixed, n), *weight = to_device(weights, 6000);
	for (int r = 0; r < rounds; seen = look(fixed, r, n), r++)
		step<<<blocks, 256>>>(x, table, weight, seen, n);
	cudaMemcpy(out, x, n * sizeof(int), cudaMemcpyDeviceToHost);
	cudaFree(weight);
	cudaFreeHost(pinned);
	cudaFree(table);
	cudaFree(x);
}
