/* pipeline: copies and kernels in chunks over some streams, depth first and breadth first: what the virtual clock says, beside what a GPU takes.
 * The same source runs on both: with --cudart shared under `warplings exec`, or plainly on a GPU. One line for each way. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CUDA(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { printf("%s: %s\n", #call, cudaGetErrorName(e_)); exit(1); } } while (0)

__global__ void saxpy(int n, float a, const float *x, const float *y, float *z)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		z[i] = a * x[i] + y[i];
}

static float *h[3], *d[3];
static cudaStream_t s[8];
static cudaEvent_t from, to;

static double once(int n, int chunks, int streams, bool depth)
{
	int m = n / chunks;
	float ms;
	auto in = [&](int c, int v) { CUDA(cudaMemcpyAsync(d[v] + c * m, h[v] + c * m, m * sizeof(float), cudaMemcpyHostToDevice, s[c % streams])); };
	auto run = [&](int c) { saxpy<<<(m + 255) / 256, 256, 0, s[c % streams]>>>(m, 3, d[0] + c * m, d[1] + c * m, d[2] + c * m); };
	auto out = [&](int c) { CUDA(cudaMemcpyAsync(h[2] + c * m, d[2] + c * m, m * sizeof(float), cudaMemcpyDeviceToHost, s[c % streams])); };

	CUDA(cudaDeviceSynchronize());
	CUDA(cudaEventRecord(from));
	for (int at = 0; at < chunks; at += streams) {
		int end = std::min(at + streams, chunks);

		if (depth) {
			for (int c = at; c < end; c++)
				in(c, 0), in(c, 1), run(c), out(c);
		} else {
			for (int c = at; c < end; c++)
				in(c, 0), in(c, 1);
			for (int c = at; c < end; c++)
				run(c);
			for (int c = at; c < end; c++)
				out(c);
		}
	}
	CUDA(cudaEventRecord(to));
	CUDA(cudaEventSynchronize(to));
	CUDA(cudaEventElapsedTime(&ms, from, to));
	return ms * 1000.0;
}

int main(int argc, char **argv)
{
	int repeat = argc > 1 ? atoi(argv[1]) : 1; /* the virtual clock says the same each time */

	CUDA(cudaEventCreate(&from));
	CUDA(cudaEventCreate(&to));
	for (auto &x : s)
		CUDA(cudaStreamCreate(&x));
	for (int log2n : { 18, 20, 22 }) {
		int n = 1 << log2n;

		for (int v = 0; v < 3; v++) {
			CUDA(cudaMallocHost(&h[v], n * sizeof(float)));
			CUDA(cudaMalloc(&d[v], n * sizeof(float)));
			memset(h[v], 0, n * sizeof(float));
		}
		for (int chunks : { 1, 4, 16 })
			for (int streams : { 1, 2, 4 })
				for (int depth = 0; depth < 2; depth++) {
					std::vector<double> times;

					if (streams > chunks)
						continue;
					for (int i = 0; i < repeat; i++)
						times.push_back(once(n, chunks, streams, depth));
					std::sort(times.begin(), times.end());
					printf("%8d floats, %2d chunks, %d streams, %-7s first %10.1f us\n", n, chunks, streams, depth ? "depth" : "breadth", times[repeat / 2]);
				}
		for (int v = 0; v < 3; v++) {
			CUDA(cudaFreeHost(h[v]));
			CUDA(cudaFree(d[v]));
		}
	}
	return 0;
}
