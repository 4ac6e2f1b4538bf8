/* nvcc: -gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_90,code=compute_90
 * The occupancy call and a cooperative launch give one answer: as many blocks as it says fit may be launched together, one more may
 * not. Kernels that need few and many registers, blocks of every number of warps, little and much shared memory. */
#include "check.h"
#include <cooperative_groups.h>

extern __shared__ float room[];

/* N values are alive over the barrier. */
template <int N> __global__ void holds(float *p, int n)
{
	if (!n) /* always: only the registers matter */
		return;
	float x[N];

#pragma unroll
	for (int i = 0; i < N; i++)
		x[i] = p[(i * 7 + n) % 64];
	cooperative_groups::this_thread_block().sync();
#pragma unroll
	for (int i = 0; i < N; i++)
		x[0] = x[0] * x[i] + x[N - 1 - i];
	if (n < 0)
		p[threadIdx.x] = x[0] + room[threadIdx.x];
}

static int multiprocessors, asked;

static void limit(const void *kernel, int threads, size_t shared)
{
	float *p = NULL;
	int n = 0, fit = 0;
	void *args[] = { &p, &n };

	CUDA(cudaMalloc(&p, 4096));
	CUDA(cudaMemset(p, 0, 4096));
	CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, threads, shared));
	if (fit > 0) {
		cudaError_t all = cudaLaunchCooperativeKernel(kernel, dim3(fit * multiprocessors), dim3(threads), args, shared, 0);
		cudaError_t more = cudaErrorCooperativeLaunchTooLarge;

		/* One more, along each side of the grid. */
		for (dim3 grid : { dim3(fit * multiprocessors + 1), dim3(1, fit * multiprocessors + 1), dim3(1, 1, fit * multiprocessors + 1) }) {
			cudaError_t got = cudaLaunchCooperativeKernel(kernel, grid, dim3(threads), args, shared, 0);

			if (got != cudaErrorCooperativeLaunchTooLarge)
				more = got;
		}
		if (all != cudaSuccess || more != cudaErrorCooperativeLaunchTooLarge)
			printf("%d threads, %zu bytes: %d blocks fit a multiprocessor; all of them: %s, one more: %s\n", threads, shared, fit,
				cudaGetErrorName(all), cudaGetErrorName(more));
		HOLDS(all == cudaSuccess && more == cudaErrorCooperativeLaunchTooLarge);
		cudaGetLastError();
		asked++;
	}
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaFree(p));
}

/* A plain launch, the occupancy call and the attributes agree on how many threads of it fit. An H200: 768 of 80 registers. */
template <int N> static void most()
{
	cudaFuncAttributes a;

	CUDA(cudaFuncGetAttributes(&a, holds<N>));
	for (int threads = 32; threads <= 1024; threads += 32) {
		int fit = 0;
		cudaError_t got;

		CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, holds<N>, threads, 0));
		holds<N><<<1, threads>>>(nullptr, 0);
		got = cudaGetLastError();
		if ((got == cudaSuccess) != (threads <= a.maxThreadsPerBlock) || (fit > 0) != (got == cudaSuccess))
			printf("%d threads of %d registers: %d blocks fit, at most %d threads, the launch: %s\n", threads, a.numRegs, fit,
				a.maxThreadsPerBlock, cudaGetErrorName(got));
		HOLDS((got == cudaSuccess) == (threads <= a.maxThreadsPerBlock) && (fit > 0) == (got == cudaSuccess));
		HOLDS(got == cudaSuccess || got == cudaErrorLaunchOutOfResources);
	}
}

int main()
{
	const void *kernels[] = { (const void *)holds<4>, (const void *)holds<16>, (const void *)holds<40>, (const void *)holds<56>, (const void *)holds<66>,
		(const void *)holds<96> };

	CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
	for (const void *k : kernels)
		for (int threads : { 96, 160, 288, 672, 1000 })
			for (size_t shared : { (size_t)0, (size_t)30000 })
				limit(k, threads, shared);
	HOLDS(asked > 30);
	most<4>();
	most<68>();
	most<76>();
	most<92>();
	most<150>();
	return finish();
}
