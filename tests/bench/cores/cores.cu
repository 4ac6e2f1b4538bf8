// What one launch takes on so many cores of the host (docs/benchmarks.md): cores WHAT TIMES prints the milliseconds of each launch.
// The program holds 192 MB of the device's memory, of which each kernel uses some.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int tile = 16, threads = 256, bodies = 8192, side = 768, words = 16 << 20;

__global__ void product(const float *a, const float *b, float *c, int n)
{
	__shared__ float left[tile][tile], right[tile][tile];
	int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
	float sum = 0;

	for (int at = 0; at < n; at += tile) {
		left[threadIdx.y][threadIdx.x] = a[y * n + at + threadIdx.x];
		right[threadIdx.y][threadIdx.x] = b[(at + threadIdx.y) * n + x];
		__syncthreads();
		for (int k = 0; k < tile; k++)
			sum += left[threadIdx.y][k] * right[k][threadIdx.x];
		__syncthreads();
	}
	c[y * n + x] = sum;
}

__global__ void reduction(const int *in, int *out)
{
	__shared__ int part[threads];

	part[threadIdx.x] = in[blockIdx.x * threads + threadIdx.x];
	__syncthreads();
	for (int half = threads / 2; half > 0; half /= 2) {
		if (threadIdx.x < half)
			part[threadIdx.x] += part[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = part[0];
}

__global__ void add(const float *a, const float *b, float *c)
{
	int i = blockIdx.x * threads + threadIdx.x;

	c[i] = a[i] + b[i];
}

__global__ void nbody(const float4 *body, float4 *force, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = body[i];
	float x = 0, y = 0, z = 0;

	for (int k = 0; k < n; k++) {
		float4 other = body[k];
		float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
		float near = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), pull = other.w * near * near * near;
		x += dx * pull;
		y += dy * pull;
		z += dz * pull;
	}
	force[i] = make_float4(x, y, z, 0);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "product";
	int times = argc > 2 ? atoi(argv[2]) : 3;
	const size_t bytes = words * sizeof(float);
	float *host = (float *)malloc(bytes), *a, *b, *c;

	for (int i = 0; i < words; i++)
		host[i] = (float)((long long)i * 7919 % 1000) / 1000;
	if (cudaMalloc(&a, bytes) || cudaMalloc(&b, bytes) || cudaMalloc(&c, bytes) ||
		cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice) || cudaMemcpy(b, host, bytes, cudaMemcpyHostToDevice))
		return 1;
	for (int k = 0; k < times; k++) {
		auto begin = std::chrono::steady_clock::now();

		if (!strcmp(what, "product"))
			product<<<dim3(side / tile, side / tile), dim3(tile, tile)>>>(a, b, c, side);
		else if (!strcmp(what, "reduction"))
			reduction<<<words / threads, threads>>>((const int *)a, (int *)c);
		else if (!strcmp(what, "add"))
			add<<<words / threads, threads>>>(a, b, c);
		else
			nbody<<<bodies / 128, 128>>>((const float4 *)a, (float4 *)c, bodies);
		if (cudaDeviceSynchronize())
			return 1;
		printf("%.3f\n", std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
	}
	free(host);
	return cudaFree(a) || cudaFree(b) || cudaFree(c);
}
