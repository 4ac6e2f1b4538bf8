/* What a program asks the device: properties, attributes, limits, occupancy, a kernel's attributes, peers. */
#include "check.h"

__global__ void __launch_bounds__(256) kernel(float *p)
{
	__shared__ float s[256];

	s[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = s[255 - threadIdx.x];
}

int main()
{
	cudaDeviceProp p;
	cudaFuncAttributes f;
	int n, x, y, can;
	size_t limit;
	char bus[32];

	CUDA(cudaGetDeviceCount(&n));
	HOLDS(n == 1);
	CUDA(cudaSetDevice(0));
	GIVES(cudaSetDevice(1), cudaErrorInvalidDevice);
	GIVES(cudaGetLastError(), cudaErrorInvalidDevice);
	CUDA(cudaGetDevice(&x));
	HOLDS(x == 0);
	CUDA(cudaGetDeviceProperties(&p, 0));
	HOLDS(p.name[0] && p.warpSize == 32 && p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[2] == 64);
	HOLDS(p.multiProcessorCount > 0 && p.totalGlobalMem > 1u << 28 && p.sharedMemPerBlock == 49152 && p.totalConstMem == 65536);
	HOLDS(p.maxGridSize[0] == 2147483647 && p.maxGridSize[1] == 65535 && p.major >= 7 && p.unifiedAddressing && p.managedMemory);
	HOLDS(p.sharedMemPerBlockOptin > p.sharedMemPerBlock && p.regsPerBlock == 65536);
	struct { cudaDeviceAttr a; int value; } same[] = {
		{ cudaDevAttrMaxThreadsPerBlock, 1024 }, { cudaDevAttrWarpSize, 32 }, { cudaDevAttrMultiProcessorCount, p.multiProcessorCount },
		{ cudaDevAttrComputeCapabilityMajor, p.major }, { cudaDevAttrComputeCapabilityMinor, p.minor },
		{ cudaDevAttrMaxSharedMemoryPerBlockOptin, (int)p.sharedMemPerBlockOptin }, { cudaDevAttrL2CacheSize, p.l2CacheSize },
		{ cudaDevAttrCooperativeLaunch, 1 }, { cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor },
		{ cudaDevAttrMaxSharedMemoryPerMultiprocessor, (int)p.sharedMemPerMultiprocessor }, { cudaDevAttrMemoryPoolsSupported, 1 },
	};
	for (auto &s : same) {
		x = -1;
		CUDA(cudaDeviceGetAttribute(&x, s.a, 0));
		expect(x == s.value, "attribute %d: %d, not %d", s.a, x, s.value);
	}
	/* A GPU was not asked for the texture's width: only that there is one where there are textures. */
	const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
	size_t elements = 1;
	CUDA(cudaDeviceGetAttribute(&x, cudaDevAttrMaxTexture1DWidth, 0));
	CUDA(cudaDeviceGetTexture1DLinearMaxWidth(&elements, &format, 0));
	HOLDS((elements > 0) == (x > 0));
	GIVES(cudaDeviceGetTexture1DLinearMaxWidth(&elements, &format, 1), cudaErrorInvalidDevice);
	GIVES(cudaDeviceGetTexture1DLinearMaxWidth(NULL, &format, 0), cudaErrorInvalidValue);
	CUDA(cudaDriverGetVersion(&x));
	CUDA(cudaRuntimeGetVersion(&y));
	HOLDS(x >= y && y >= 13000);
	CUDA(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
	HOLDS(limit >= 8 << 20);
	CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
	CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
	CUDA(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
	HOLDS(limit >= 4096);
	CUDA(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
	CUDA(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));

	CUDA(cudaFuncGetAttributes(&f, kernel));
	HOLDS(f.sharedSizeBytes == 1024 && f.maxThreadsPerBlock == 256 && f.numRegs > 0 && f.localSizeBytes == 0);
	CUDA(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared));
	CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&x, kernel, 256, 0));
	HOLDS(x == p.maxThreadsPerMultiProcessor / 256);
	CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&x, kernel, 128, 40000));
	HOLDS(x >= 1 && x <= (int)(p.sharedMemPerMultiprocessor / 41024));
	CUDA(cudaOccupancyMaxPotentialBlockSize(&x, &y, kernel, 0, 0));
	HOLDS(y == 256 && x == p.multiProcessorCount * p.maxThreadsPerMultiProcessor / 256);

	CUDA(cudaDeviceCanAccessPeer(&can, 0, 0));
	HOLDS(can == 0);
	GIVES(cudaDeviceCanAccessPeer(&can, 0, 1), cudaErrorInvalidDevice);
	GIVES(cudaDeviceEnablePeerAccess(1, 0), cudaErrorInvalidDevice);
	GIVES(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported); /* so does an H200 */
	cudaGetLastError();
	return finish();
}
