/* Arguments that are refused: pointers that are NULL or lead past an allocation, pitches and extents that do not fit, flags and kinds that do not
 * exist. Every code is an H200's, but for what it leaves undone or ends the program by: those lines say so.
 * nvcc: -Xlinker -no-pie */
#include "check.h"

__global__ void nothing() {}
__device__ int four[4];

static const size_t huge = SIZE_MAX;
static char host[1 << 16];
static char *d;
static cudaPitchedPtr box, tight;

#define REFUSED(call) \
	do { \
		GIVES(call, cudaErrorInvalidValue); \
		cudaGetLastError(); \
	} while (0)
#define REFUSED_AS(call, code) \
	do { \
		GIVES(call, code); \
		cudaGetLastError(); \
	} while (0)

static cudaMemcpy3DParms planes(size_t w, size_t h, size_t n, cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
	cudaMemcpy3DParms p = {};

	p.srcPtr = kind == cudaMemcpyDeviceToHost ? box : tight;
	p.dstPtr = kind == cudaMemcpyDeviceToHost ? tight : box;
	p.extent = make_cudaExtent(w, h, n);
	p.kind = kind;
	return p;
}

static void plain()
{
	char *gone;

	for (cudaMemcpyKind kind : { cudaMemcpyDefault, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice }) {
		REFUSED(cudaMemcpy(nullptr, kind == cudaMemcpyHostToDevice ? host : d, 4, kind));
		REFUSED(cudaMemcpy(kind == cudaMemcpyDeviceToHost ? host : d, nullptr, 4, kind));
		CUDA(cudaMemcpy(nullptr, nullptr, 0, kind));
	}
	REFUSED(cudaMemcpy(nullptr, host, 4, cudaMemcpyDefault));
	REFUSED(cudaMemcpy(host, nullptr, 4, cudaMemcpyDefault));
	REFUSED(cudaMemcpy(nullptr, nullptr, 4, cudaMemcpyDefault));
	REFUSED(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToHost));
	REFUSED(cudaMemcpyAsync(nullptr, host, 4, cudaMemcpyDefault, 0));
	REFUSED(cudaMemcpyAsync(host, nullptr, 4, cudaMemcpyDefault, 0));
	REFUSED(cudaMemcpy(d, host, 4097, cudaMemcpyDefault));
	REFUSED(cudaMemcpyAsync(d, host, 4097, cudaMemcpyDefault, 0));
	REFUSED(cudaMemcpy(d, host, huge, cudaMemcpyDefault));
	REFUSED(cudaMemcpy(host, d, huge, cudaMemcpyDeviceToHost));
	REFUSED(cudaMemcpyPeer(d, 0, nullptr, 0, 4));
	REFUSED(cudaMemcpyPeer(d, 0, d + 64, 0, huge));
	REFUSED_AS(cudaMemcpy(d, host, 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
	CUDA(cudaMemcpy(d, host, 0, (cudaMemcpyKind)9));
	/* Freed: an H200 may do it, when other memory of the program lies near, or end the program. Never so here. */
	CUDA(cudaMalloc(&gone, 4096));
	CUDA(cudaFree(gone));
	for (cudaMemcpyKind kind : { cudaMemcpyDefault, cudaMemcpyHostToDevice, cudaMemcpyHostToHost }) {
		REFUSED(cudaMemcpy(gone, host, 4, kind));
		REFUSED(cudaMemcpyAsync(gone, host, 4, kind, 0));
	}
	REFUSED(cudaMemcpy(host, gone, 4, cudaMemcpyDefault));
	REFUSED(cudaMemcpyAsync(d, gone, 4, cudaMemcpyDefault, 0));
	REFUSED(cudaMemcpy(d + (1 << 30), host, 4, cudaMemcpyDefault));
}

static void rows()
{
	REFUSED(cudaMemcpy2D(d, 64, host, 64, 64, 65, cudaMemcpyDefault));
	REFUSED(cudaMemcpy2D(d, 64, host, 64, 64, huge, cudaMemcpyDefault));
	REFUSED(cudaMemcpy2D(nullptr, 64, host, 64, 4, 4, cudaMemcpyDefault));
	REFUSED(cudaMemcpy2D(d, 64, nullptr, 64, 4, 4, cudaMemcpyDefault));
	REFUSED(cudaMemcpy2D(d, 1, host, 64, 4, 1, cudaMemcpyHostToDevice));
	REFUSED_AS(cudaMemcpy2D(d, 1, host, 64, 4, 2, cudaMemcpyDefault), cudaErrorInvalidPitchValue);
	/* The guide has it that a pitch beyond the greatest is an error. An H200 takes it for one row. */
	CUDA(cudaMemcpy2D(d, (size_t)1 << 40, host, 32, 32, 1, cudaMemcpyHostToDevice));
	REFUSED(cudaMemset2D(d, 2, 0, 4, 2));
	/* An H200 says yes, and cudaErrorIllegalAddress when one waits. */
	REFUSED(cudaMemset2D(d, 64, 0, 64, huge));
	REFUSED(cudaMemset2D(d, huge, 0, huge, 2));
	REFUSED(cudaMemset(d, 0, huge));
	CUDA(cudaMemset2D(nullptr, 64, 0, 0, 4));
}

static void of_planes()
{
	cudaMemcpy3DParms p;
	cudaPitchedPtr q = box;

#define COPY(code, change, ...) \
	do { \
		p = planes(__VA_ARGS__); \
		change; \
		REFUSED_AS(cudaMemcpy3D(&p), code); \
		REFUSED_AS(cudaMemcpy3DAsync(&p, 0), code); \
	} while (0)
	for (cudaMemcpyKind kind : { cudaMemcpyDefault, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost })
		COPY(cudaErrorInvalidValue, , 100, 4, 5, kind);
	COPY(cudaErrorInvalidValue, p.dstPos.z = 2, 90, 4, 2);
	COPY(cudaErrorInvalidValue, p.srcPos.x = 20, 90, 4, 2);
	COPY(cudaErrorInvalidValue, p.dstPos.x = 510, 4, 1, 1);
	COPY(cudaErrorInvalidValue, p.srcPos.y = 9, 4, 1, 1);
	COPY(cudaErrorInvalidValue, p.dstPos.y = 4, 4, 1, 1);
	COPY(cudaErrorInvalidValue, p.dstPtr.ysize = 1, 4, 2, 1);
	COPY(cudaErrorInvalidValue, , huge, 1, 1);
	COPY(cudaErrorInvalidValue, , 4, huge, 1);
	COPY(cudaErrorInvalidValue, , 4, 1, huge);
	COPY(cudaErrorInvalidValue, p.srcPtr.ptr = nullptr, 4, 1, 1);
	COPY(cudaErrorInvalidValue, p.dstPtr.ptr = nullptr, 4, 1, 1);
	COPY(cudaErrorInvalidPitchValue, , 101, 4, 2);
	COPY(cudaErrorInvalidPitchValue, , huge, huge, huge);
	COPY(cudaErrorInvalidPitchValue, p.srcPtr.pitch = 0, 4, 2, 2);
	COPY(cudaErrorInvalidPitchValue, p.dstPtr.ysize = 0, 4, 1, 2);
	COPY(cudaErrorInvalidPitchValue, p.dstPtr.ysize = 1, 4, 2, 2);
	COPY(cudaErrorInvalidMemcpyDirection, , 4, 1, 1, (cudaMemcpyKind)9);
	COPY(cudaSuccess, p.dstPtr.pitch = 0, 4, 1, 1);
	COPY(cudaSuccess, p.dstPtr.pitch = (size_t)1 << 40, 4, 1, 1);
	COPY(cudaSuccess, , huge, 0, 1);
	COPY(cudaSuccess, , 0, 4, huge);
	COPY(cudaSuccess, , 100, 4, 3);
	COPY(cudaSuccess, (p.srcPos.x = 10, p.dstPos.z = 1, p.dstPos.y = 2, p.srcPos.y = 2), 90, 2, 2);
	REFUSED(cudaMemcpy3D(nullptr));

	REFUSED(cudaMemset3D(box, 0, make_cudaExtent(100, 4, 5)));
	REFUSED(cudaMemset3D(box, 0, make_cudaExtent(4, huge, huge)));
	REFUSED(cudaMemset3D(box, 0, make_cudaExtent(4, 1, huge)));
	q.ysize = 0;
	REFUSED(cudaMemset3D(q, 0, make_cudaExtent(4, 1, 2)));
	q.ysize = 1;
	REFUSED(cudaMemset3D(q, 0, make_cudaExtent(4, 2, 2)));
	q.ptr = nullptr;
	CUDA(cudaMemset3D(q, 0, make_cudaExtent(0, 1, huge)));
}

static void symbols()
{
	REFUSED(cudaMemcpyToSymbol(four, host, 20));
	REFUSED(cudaMemcpyToSymbol(four, host, 4, 16));
	REFUSED(cudaMemcpyToSymbol(four, host, 4, huge - 1));
	REFUSED(cudaMemcpyFromSymbol(host, four, huge, 4));
	REFUSED(cudaMemcpyToSymbol(four, nullptr, 4));
	REFUSED(cudaMemcpyFromSymbol(nullptr, four, 4));
	REFUSED(cudaMemcpyToSymbol(four, nullptr, 4, 0, cudaMemcpyDefault));
	REFUSED(cudaMemcpyFromSymbolAsync(nullptr, four, 4, 0, cudaMemcpyDefault));
	CUDA(cudaMemcpyToSymbol(four, host, 0, 99));
}

static void nodes()
{
	cudaMemsetParams m = {};
	cudaGraphNode_t node;
	cudaGraph_t g;

	CUDA(cudaGraphCreate(&g, 0));
	REFUSED(cudaGraphAddMemcpyNode1D(&node, g, nullptr, 0, d, host, 4097, cudaMemcpyHostToDevice));
	REFUSED(cudaGraphAddMemcpyNode1D(&node, g, nullptr, 0, d, host, 16, cudaMemcpyDeviceToHost));
	REFUSED(cudaGraphAddMemcpyNode1D(&node, g, nullptr, 0, nullptr, host, 16, cudaMemcpyDefault));
	CUDA(cudaGraphAddMemcpyNode1D(&node, g, nullptr, 0, d, host, 4096, cudaMemcpyHostToDevice));
	m.dst = d;
	m.elementSize = 4;
	m.height = 1;
	m.width = 1025;
	REFUSED(cudaGraphAddMemsetNode(&node, g, nullptr, 0, &m));
	m.width = huge;
	REFUSED(cudaGraphAddMemsetNode(&node, g, nullptr, 0, &m));
	m.width = 1024;
	CUDA(cudaGraphAddMemsetNode(&node, g, nullptr, 0, &m));
	CUDA(cudaGraphDestroy(g));
}

static cudaError_t from_pool(size_t most, size_t bytes)
{
	cudaMemPoolProps props = {};
	cudaMemPool_t pool;
	cudaError_t e;
	void *p;

	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	props.maxSize = most;
	e = cudaMemPoolCreate(&pool, &props);
	if (e != cudaSuccess)
		return e;
	e = cudaMallocFromPoolAsync(&p, bytes, pool, 0);
	if (e == cudaSuccess)
		CUDA(cudaFreeAsync(p, 0));
	CUDA(cudaMemPoolDestroy(pool));
	return e;
}

static void allocations()
{
	cudaPitchedPtr q;
	size_t pitch;
	int *p;

	REFUSED_AS(from_pool(1, 1 << 28), cudaErrorMemoryAllocation);
	REFUSED_AS(from_pool(1 << 21, 1 << 28), cudaErrorMemoryAllocation);
	REFUSED_AS(from_pool(huge, 4), cudaErrorMemoryAllocation);
	CUDA(from_pool(1 << 21, 1 << 20));
	REFUSED(cudaMallocPitch(&p, &pitch, huge, 1));
	REFUSED_AS(cudaMallocPitch(&p, &pitch, 4, huge), cudaErrorMemoryAllocation);
	REFUSED(cudaMalloc3D(&q, make_cudaExtent(huge, huge, huge)));
	REFUSED_AS(cudaMalloc3D(&q, make_cudaExtent(4, huge, 2)), cudaErrorMemoryAllocation);
	REFUSED(cudaHostRegister(d, 64, 0));
}

static void flags()
{
	int n;

	for (unsigned f : { 3u, 5u, 6u, 7u, 256u, 0x300u })
		REFUSED(cudaSetDeviceFlags(f));
	for (unsigned f : { 0u, 4u, 8u, 16u, 32u, 64u, 128u })
		CUDA(cudaSetDeviceFlags(f));
	CUDA(cudaSetDeviceFlags(0));
	REFUSED(cudaInitDevice(0, 7, cudaInitDeviceFlagsAreValid));
	CUDA(cudaInitDevice(0, 7, 0));
	REFUSED(cudaSetValidDevices(nullptr, 1));
	REFUSED(cudaSetValidDevices(&n, -1));
	CUDA(cudaSetValidDevices(nullptr, 0));
	REFUSED(cudaChooseDevice(&n, nullptr));
	REFUSED(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, nothing, 128, 0, 2));
	REFUSED(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, nothing, 128, 0, 9));
	CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, nothing, 128, 0, cudaOccupancyDisableCachingOverride));
	for (int a : { -1, 0, 7, 10, 16, 55 })
		REFUSED(cudaFuncSetAttribute(nothing, (cudaFuncAttribute)a, 1));
	REFUSED_AS(cudaFuncSetAttribute((void *)host, cudaFuncAttributeMaxDynamicSharedMemorySize, 1), cudaErrorInvalidResourceHandle);
}

int main()
{
	CUDA(cudaMalloc(&d, 4096));
	CUDA(cudaMemset(d, 0, 4096));
	CUDA(cudaMalloc3D(&box, make_cudaExtent(100, 4, 3)));
	CUDA(cudaMemset3D(box, 0, make_cudaExtent(100, 4, 3)));
	tight = make_cudaPitchedPtr(host, 100, 100, 4);
	plain();
	rows();
	of_planes();
	symbols();
	nodes();
	allocations();
	flags();
	CUDA(cudaDeviceSynchronize());
	CUDA(cudaFree(d));
	CUDA(cudaFree(box.ptr));
	return finish();
}
