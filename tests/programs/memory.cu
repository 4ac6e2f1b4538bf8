/* Memory of every kind: pitched and 3-D, symbols, pinned, mapped, managed, pools; what cudaPointerGetAttributes says of each. */
#include "check.h"

__constant__ int factors[4];
__device__ int total, grid[3][5];

__global__ void scale(int *v, size_t pitch, int w, int h)
{
	int x = threadIdx.x, y = blockIdx.x;

	if (x < w && y < h)
		((int *)((char *)v + y * pitch))[x] *= factors[y % 4];
}

__global__ void add_up(const int *v, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		atomicAdd(&total, v[i]);
}

__global__ void raise(int *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		v[i] += 1;
}

__global__ void big_shared(int *out)
{
	extern __shared__ int s[];

	for (int i = threadIdx.x; i < 20000; i += blockDim.x)
		s[i] = i;
	__syncthreads();
	out[threadIdx.x] = s[19999 - threadIdx.x];
}

int main()
{
	constexpr int w = 30, h = 7, d = 3;
	int host[h][w], back[h][w], f[4] = { 1, 2, 3, 4 }, five[5], x;
	int *p;
	size_t pitch, bytes, free_before, free_after, all;
	cudaPointerAttributes a;

	for (int i = 0; i < w * h; i++)
		host[i / w][i % w] = i;
	CUDA(cudaMallocPitch(&p, &pitch, w * 4, h));
	HOLDS(pitch >= w * 4 && pitch % 32 == 0);
	CUDA(cudaMemset2D(p, pitch, 0xff, w * 4, h));
	CUDA(cudaMemcpy2D(p, pitch, host, w * 4, w * 4, h, cudaMemcpyHostToDevice));
	CUDA(cudaMemcpyToSymbol(factors, f, sizeof f));
	scale<<<h, 32>>>(p, pitch, w, h);
	CUDA(cudaMemcpy2D(back, w * 4, p, pitch, w * 4, h, cudaMemcpyDeviceToHost));
	for (int y = 0; y < h; y++)
		for (int i = 0; i < w; i++)
			expect(back[y][i] == host[y][i] * f[y % 4], "2-D %d, %d: %d", y, i, back[y][i]);
	f[0] = 10;
	CUDA(cudaMemcpyToSymbol(factors, f, 4));
	CUDA(cudaMemcpyToSymbol(factors, &f[1], 4, 12));
	scale<<<h, 32>>>(p, pitch, w, h);
	CUDA(cudaMemcpy2D(back, w * 4, p, pitch, w * 4, h, cudaMemcpyDeviceToHost));
	HOLDS(back[0][3] == 30 && back[3][1] == host[3][1] * 8 && back[2][1] == host[2][1] * 9);
	CUDA(cudaPointerGetAttributes(&a, p));
	HOLDS(a.type == cudaMemoryTypeDevice && a.device == 0);
	CUDA(cudaFree(p));
	CUDA(cudaFree(nullptr));

	cudaExtent extent = make_cudaExtent(w * 4, h, d);
	cudaPitchedPtr box;
	std::vector<int> cube(w * h * d), cube2(w * h * d);
	for (size_t i = 0; i < cube.size(); i++)
		cube[i] = (int)(i * i);
	CUDA(cudaMalloc3D(&box, extent));
	cudaMemcpy3DParms c = {};
	c.srcPtr = make_cudaPitchedPtr(cube.data(), w * 4, w, h);
	c.dstPtr = box;
	c.extent = extent;
	c.kind = cudaMemcpyHostToDevice;
	CUDA(cudaMemcpy3D(&c));
	c.srcPtr = box;
	c.dstPtr = make_cudaPitchedPtr(cube2.data(), w * 4, w, h);
	c.kind = cudaMemcpyDeviceToHost;
	CUDA(cudaMemcpy3D(&c));
	same("3-D", cube2, cube);
	CUDA(cudaFree(box.ptr));

	CUDA(cudaMemcpyToSymbol(total, &(x = 100), 4));
	CUDA(cudaMalloc(&p, 4000));
	CUDA(cudaMemset(p, 0, 4000));
	raise<<<4, 256>>>(p, 1000);
	add_up<<<1, 128>>>(p, 1000);
	CUDA(cudaMemcpyFromSymbol(&x, total, 4));
	HOLDS(x == 1100);
	int *address;
	CUDA(cudaGetSymbolAddress((void **)&address, grid));
	CUDA(cudaGetSymbolSize(&bytes, grid));
	HOLDS(bytes == 60);
	CUDA(cudaMemcpy(address + 5, p, 20, cudaMemcpyDeviceToDevice));
	CUDA(cudaMemcpyFromSymbol(five, grid, 20, 20));
	HOLDS(five[0] == 1 && five[4] == 1);
	CUDA(cudaMemcpyFromSymbol(five, grid, 20, 40));
	HOLDS(five[0] == 0);
	GIVES(cudaMemcpyFromSymbol(five, grid, 20, 50), cudaErrorInvalidValue);
	cudaGetLastError();
	CUDA(cudaFree(p));

	int *pinned, *mapped, *device;
	CUDA(cudaMallocHost(&pinned, 400));
	CUDA(cudaHostAlloc(&mapped, 400, cudaHostAllocMapped));
	for (int i = 0; i < 100; i++)
		pinned[i] = mapped[i] = i;
	CUDA(cudaHostGetDevicePointer(&device, mapped, 0));
	unsigned flags;
	CUDA(cudaHostGetFlags(&flags, mapped));
	HOLDS(flags == cudaHostAllocMapped);
	int *portable;
	CUDA(cudaHostAlloc(&portable, 400, cudaHostAllocMapped | cudaHostAllocPortable));
	CUDA(cudaHostGetFlags(&flags, portable + 3));
	HOLDS(flags == (cudaHostAllocMapped | cudaHostAllocPortable)); /* 3 on an H200, too */
	CUDA(cudaFreeHost(portable));
	raise<<<1, 128>>>(device, 100);
	CUDA(cudaDeviceSynchronize());
	HOLDS(mapped[0] == 1 && mapped[99] == 100);
	CUDA(cudaMalloc(&p, 400));
	CUDA(cudaMemcpyAsync(p, pinned, 400, cudaMemcpyDefault, 0));
	raise<<<1, 128>>>(p, 100);
	CUDA(cudaMemcpyAsync(pinned, p, 400, cudaMemcpyDefault, 0));
	CUDA(cudaStreamSynchronize(0));
	HOLDS(pinned[50] == 51);
	CUDA(cudaPointerGetAttributes(&a, pinned));
	HOLDS(a.type == cudaMemoryTypeHost);
	CUDA(cudaPointerGetAttributes(&a, host));
	HOLDS(a.type == cudaMemoryTypeUnregistered);
	CUDA(cudaHostRegister(back, sizeof back, cudaHostRegisterDefault));
	CUDA(cudaHostUnregister(back));
	CUDA(cudaFreeHost(pinned));
	CUDA(cudaFreeHost(mapped));
	CUDA(cudaFree(p));

	CUDA(cudaMallocManaged(&p, 4000));
	for (int i = 0; i < 1000; i++)
		p[i] = i;
	CUDA(cudaMemPrefetchAsync(p, 4000, cudaMemLocation{ cudaMemLocationTypeDevice, 0 }, 0));
	raise<<<4, 256>>>(p, 1000);
	CUDA(cudaDeviceSynchronize());
	HOLDS(p[0] == 1 && p[999] == 1000);
	CUDA(cudaPointerGetAttributes(&a, p));
	HOLDS(a.type == cudaMemoryTypeManaged);
	CUDA(cudaFree(p));

	CUDA(cudaMemGetInfo(&free_before, &all));
	CUDA(cudaMalloc(&p, 64 << 20));
	CUDA(cudaMemGetInfo(&free_after, &all));
	HOLDS(free_before - free_after == 64 << 20 && free_before <= all);
	CUDA(cudaFree(p));
	GIVES(cudaMalloc(&p, (size_t)1 << 50), cudaErrorMemoryAllocation);
	GIVES(cudaGetLastError(), cudaErrorMemoryAllocation);

	cudaStream_t s;
	cudaMemPool_t pool, mine;
	uint64_t keep = UINT64_MAX;
	CUDA(cudaStreamCreate(&s));
	CUDA(cudaMallocAsync(&p, 4000, s));
	CUDA(cudaMemsetAsync(p, 0, 4000, s));
	raise<<<4, 256, 0, s>>>(p, 1000);
	CUDA(cudaMemcpyAsync(&x, p + 999, 4, cudaMemcpyDeviceToHost, s));
	CUDA(cudaFreeAsync(p, s));
	CUDA(cudaStreamSynchronize(s));
	HOLDS(x == 1);
	CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
	CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
	CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
	HOLDS(keep == UINT64_MAX);
	CUDA(cudaMemPoolTrimTo(pool, 0));

	/* The host side of a direction may be the memory of the device. */
	int *q;
	CUDA(cudaMalloc(&p, 16));
	CUDA(cudaMalloc(&q, 16));
	CUDA(cudaMemcpy(p, f, 16, cudaMemcpyHostToDevice));
	CUDA(cudaMemcpy(q, p, 16, cudaMemcpyHostToDevice));
	CUDA(cudaMemcpyToSymbol(factors, q + 1, 4, 8));
	CUDA(cudaMemcpy(p, q + 2, 8, cudaMemcpyDeviceToHost));
	CUDA(cudaMemcpyFromSymbol(back, factors, 16));
	HOLDS(back[0][2] == f[1]);
	CUDA(cudaMemcpy(back, p, 8, cudaMemcpyDeviceToHost));
	HOLDS(back[0][0] == f[2] && back[0][1] == f[3]);
	CUDA(cudaFree(p));
	CUDA(cudaFree(q));
	cudaMemPoolProps props = {};
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	CUDA(cudaMemPoolCreate(&mine, &props));
	CUDA(cudaMallocFromPoolAsync(&p, 1 << 16, mine, s));
	CUDA(cudaMemsetAsync(p, 0, 1 << 16, s));
	raise<<<4, 256, 0, s>>>(p, 1000);
	CUDA(cudaFreeAsync(p, s));
	CUDA(cudaStreamSynchronize(s));
	CUDA(cudaMemPoolDestroy(mine));

	Device<int> out(64);
	big_shared<<<1, 64, 80000>>>(out);
	GIVES(cudaGetLastError(), cudaErrorInvalidValue);
	CUDA(cudaFuncSetAttribute(big_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 80000));
	big_shared<<<1, 64, 80000>>>(out);
	LAUNCHED();
	HOLDS(out.get()[0] == 19999 && out.get()[63] == 19936);
	GIVES(cudaFuncSetAttribute(big_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000), cudaErrorInvalidValue);
	cudaGetLastError();
	CUDA(cudaStreamDestroy(s));
	return finish();
}
