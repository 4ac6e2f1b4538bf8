// 08/1 gate-failed: Kernels of a library
// without: floors
// A library adds up, and a kernel of the file's own carries the sums to where they belong. #line gives the library's file no other name.
#line 1 "mine.cu"
#include <cub/device/device_segmented_reduce.cuh>

__global__ void begins(int *at, int parts, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= parts)
		at[i] = min(i * 4096, n);
}
__global__ void carry(const int *from, int *sums, int parts)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < parts)
		atomicAdd(&sums[i], from[i]);
}

extern "C" void solve(const int *in, int *sums, int n)
{
	int parts = (n + 4095) / 4096, *at, *made;
	void *room = nullptr;
	size_t bytes = 0;
	if (!parts)
		return;
	cudaMalloc(&at, (parts + 1) * sizeof(int));
	cudaMalloc(&made, parts * sizeof(int));
	begins<<<(parts + 256) / 256, 256>>>(at, parts, n);
	cub::DeviceSegmentedReduce::Sum(room, bytes, in, made, parts, at, at + 1);
	cudaMalloc(&room, bytes);
	cub::DeviceSegmentedReduce::Sum(room, bytes, in, made, parts, at, at + 1);
	carry<<<(parts + 255) / 256, 256>>>(made, sums, parts);
	cudaFree(room);
	cudaFree(made);
	cudaFree(at);
}
