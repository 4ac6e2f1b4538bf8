// Parameters of device functions whose addresses are taken: structs by value that a function reads at an index which
// only the run knows, changes, hands on by address, and has once more for each call of itself.
#include <cstdio>
#include <vector>

struct recipe {
	int amount[72];
	short kind[5];
	unsigned char last[3];
};

__host__ __device__ __noinline__ int cook(recipe r, int t)
{
	int s = 0;
	for (int k = 0; k < 72; k++) {
		s = s * 5 + r.amount[(k * 7 + t) % 72];
		r.amount[k] ^= s & 3;
	}
	return s + r.kind[t % 5] * 3 + r.last[t % 3];
}

__host__ __device__ __noinline__ int spoil(recipe *r, int t)
{
	r->amount[t % 72] += 7;
	r->kind[t % 5] -= 1;
	return r->amount[(t + 1) % 72];
}

__host__ __device__ __noinline__ int twice(recipe r, int t)
{
	int s = spoil(&r, t);
	return s * 31 + cook(r, t + 1) + r.amount[t % 72];
}

// Each call has its own copy, also after a deeper one has come back.
__host__ __device__ __noinline__ int deeper(recipe r, int depth, int t)
{
	r.amount[(t + depth) % 72] += depth;
	int s = depth > 0 ? deeper(r, depth - 1 - (t & 1), t * 3 + 1) : 1;
	return s * 3 + r.amount[(t + depth) % 72] + r.kind[(t + depth) % 5];
}

__global__ void all(recipe r, int *out)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	r.amount[t % 72] += t;
	out[3 * t] = cook(r, t);
	out[3 * t + 1] = twice(r, t);
	out[3 * t + 2] = deeper(r, 3 + t % 6, t);
}

int main()
{
	const int N = 96;
	recipe r;
	std::vector<int> have(3 * N);
	int *d, bad = 0;
	for (int k = 0; k < 72; k++)
		r.amount[k] = k * k + 1;
	for (int k = 0; k < 5; k++)
		r.kind[k] = (short)(k * 1000 - 2000);
	for (int k = 0; k < 3; k++)
		r.last[k] = (unsigned char)(250 + k);
	cudaDeviceSetLimit(cudaLimitStackSize, 8192); // calls of calls, each with its copy
	cudaMalloc(&d, have.size() * sizeof(int));
	all<<<3, 32>>>(r, d);
	if (cudaMemcpy(have.data(), d, have.size() * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) {
		printf("%s\n", cudaGetErrorString(cudaGetLastError()));
		return 1;
	}
	for (int t = 0; t < N; t++) {
		recipe own = r;
		own.amount[t % 72] += t;
		bad += have[3 * t] != cook(own, t);
		bad += have[3 * t + 1] != twice(own, t);
		bad += have[3 * t + 2] != deeper(own, 3 + t % 6, t);
	}
	printf("%s\n", bad ? "WRONG" : "ok");
	cudaFree(d);
	return bad != 0;
}
