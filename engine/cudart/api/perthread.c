/* perthread: the calls of code that was compiled with --default-stream per-thread. nvcc gives them names of their own
 * (NAME_ptsz with a stream, NAME_ptds without); each is the plain call, in which the default stream is this thread's
 * (CUDA Runtime API, Stream synchronization behavior, Per-thread default stream).
 */
#include "cudart/api/api.h"

#define PER_THREAD(name, suffix, params, args) \
	cudaError_t name##suffix params; \
	cudaError_t name##suffix params \
	{ \
		bool was_ = stream_per_thread(true); \
		cudaError_t result_ = name args; \
\
		stream_per_thread(was_); \
		return result_; \
	}

cudaError_t __cudaLaunchKernel(
	cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);

PER_THREAD(cudaMemcpyAsync, _ptsz,
	(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream),
	(dst, src, n, kind, stream_own(stream)))
PER_THREAD(cudaMemcpy2DAsync, _ptsz,
	(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t rows, enum cudaMemcpyKind kind,
		cudaStream_t stream),
	(dst, dpitch, src, spitch, width, rows, kind, stream_own(stream)))
PER_THREAD(cudaMemcpy3DAsync, _ptsz, (const struct cudaMemcpy3DParms *p, cudaStream_t stream), (p, stream_own(stream)))
PER_THREAD(cudaEventRecord, _ptsz, (cudaEvent_t e, cudaStream_t s), (e, stream_own(s)))
PER_THREAD(cudaEventRecordWithFlags, _ptsz, (cudaEvent_t e, cudaStream_t s, unsigned flags), (e, stream_own(s), flags))
PER_THREAD(cudaStreamWaitEvent, _ptsz, (cudaStream_t s, cudaEvent_t e, unsigned flags), (stream_own(s), e, flags))
PER_THREAD(__cudaLaunchKernel, _ptsz,
	(cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream),
	(kernel, grid, block, args, shared, stream_own(stream)))
PER_THREAD(cudaLaunchKernel, _ptsz,
	(const void *host, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream),
	(host, grid, block, args, shared, stream_own(stream)))
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz,
	(const void *host, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream),
	(host, grid, block, args, shared, stream_own(stream)))
PER_THREAD(cudaLaunchKernelExC, _ptsz, (const cudaLaunchConfig_t *c, const void *host, void **args), (c, host, args))
PER_THREAD(cudaMallocAsync, _ptsz, (void **p, size_t bytes, cudaStream_t stream), (p, bytes, stream_own(stream)))
PER_THREAD(cudaFreeAsync, _ptsz, (void *p, cudaStream_t stream), (p, stream_own(stream)))
PER_THREAD(cudaMallocFromPoolAsync, _ptsz, (void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
	(p, bytes, pool, stream_own(stream)))
PER_THREAD(cudaMemPrefetchAsync, _ptsz,
	(const void *p, size_t n, struct cudaMemLocation location, unsigned flags, cudaStream_t stream),
	(p, n, location, flags, stream_own(stream)))
PER_THREAD(cudaMemPrefetchBatchAsync, _ptsz,
	(void **p, size_t *sizes, size_t n, struct cudaMemLocation *to, size_t *which, size_t nto,
		unsigned long long flags, cudaStream_t stream),
	(p, sizes, n, to, which, nto, flags, stream_own(stream)))
PER_THREAD(cudaMemcpy3DBatchAsync, _ptsz,
	(size_t n, struct cudaMemcpy3DBatchOp *list, unsigned long long flags, cudaStream_t stream),
	(n, list, flags, stream_own(stream)))
PER_THREAD(cudaMemDiscardBatchAsync, _ptsz,
	(void **p, size_t *sizes, size_t n, unsigned long long flags, cudaStream_t stream),
	(p, sizes, n, flags, stream_own(stream)))
PER_THREAD(cudaMemDiscardAndPrefetchBatchAsync, _ptsz,
	(void **p, size_t *sizes, size_t n, struct cudaMemLocation *to, size_t *which, size_t nto,
		unsigned long long flags, cudaStream_t stream),
	(p, sizes, n, to, which, nto, flags, stream_own(stream)))
PER_THREAD(cudaStreamAttachMemAsync, _ptsz, (cudaStream_t stream, void *p, size_t n, unsigned flags),
	(stream_own(stream), p, n, flags))
PER_THREAD(
	cudaMemsetAsync, _ptsz, (void *p, int value, size_t n, cudaStream_t stream), (p, value, n, stream_own(stream)))
PER_THREAD(cudaMemset2DAsync, _ptsz, (void *p, size_t pitch, int value, size_t width, size_t rows, cudaStream_t stream),
	(p, pitch, value, width, rows, stream_own(stream)))
PER_THREAD(cudaMemset3DAsync, _ptsz,
	(struct cudaPitchedPtr p, int value, struct cudaExtent extent, cudaStream_t stream),
	(p, value, extent, stream_own(stream)))
PER_THREAD(cudaStreamSynchronize, _ptsz, (cudaStream_t s), (stream_own(s)))
PER_THREAD(cudaStreamQuery, _ptsz, (cudaStream_t s), (stream_own(s)))
PER_THREAD(cudaLaunchHostFunc, _ptsz, (cudaStream_t s, cudaHostFn_t fn, void *user), (stream_own(s), fn, user))
PER_THREAD(cudaStreamAddCallback, _ptsz, (cudaStream_t s, cudaStreamCallback_t callback, void *user, unsigned flags),
	(stream_own(s), callback, user, flags))
PER_THREAD(cudaStreamGetFlags, _ptsz, (cudaStream_t s, unsigned *flags), (stream_own(s), flags))
PER_THREAD(cudaStreamGetPriority, _ptsz, (cudaStream_t s, int *priority), (stream_own(s), priority))
PER_THREAD(cudaStreamGetId, _ptsz, (cudaStream_t s, unsigned long long *id), (stream_own(s), id))
PER_THREAD(cudaStreamGetDevice, _ptsz, (cudaStream_t s, int *device), (stream_own(s), device))
PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz,
	(const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream),
	(symbol, src, n, offset, kind, stream_own(stream)))
PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz,
	(void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream),
	(dst, symbol, n, offset, kind, stream_own(stream)))
PER_THREAD(cudaMemcpy, _ptds, (void *dst, const void *src, size_t n, enum cudaMemcpyKind kind), (dst, src, n, kind))
PER_THREAD(cudaMemcpy2D, _ptds,
	(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t rows, enum cudaMemcpyKind kind),
	(dst, dpitch, src, spitch, width, rows, kind))
PER_THREAD(cudaMemcpy3D, _ptds, (const struct cudaMemcpy3DParms *p), (p))
PER_THREAD(cudaMemset, _ptds, (void *p, int value, size_t n), (p, value, n))
PER_THREAD(cudaMemset2D, _ptds, (void *p, size_t pitch, int value, size_t width, size_t rows),
	(p, pitch, value, width, rows))
PER_THREAD(cudaMemset3D, _ptds, (struct cudaPitchedPtr p, int value, struct cudaExtent extent), (p, value, extent))
PER_THREAD(cudaMemcpyToSymbol, _ptds,
	(const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind),
	(symbol, src, n, offset, kind))
PER_THREAD(cudaMemcpyFromSymbol, _ptds,
	(void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind),
	(dst, symbol, n, offset, kind))
PER_THREAD(cudaStreamBeginCapture, _ptsz, (cudaStream_t s, enum cudaStreamCaptureMode mode), (stream_own(s), mode))
PER_THREAD(cudaStreamBeginCaptureToGraph, _ptsz,
	(cudaStream_t s, cudaGraph_t g, const cudaGraphNode_t *deps, const cudaGraphEdgeData *data, size_t n,
		enum cudaStreamCaptureMode mode),
	(stream_own(s), g, deps, data, n, mode))
PER_THREAD(cudaStreamEndCapture, _ptsz, (cudaStream_t s, cudaGraph_t *out), (stream_own(s), out))
PER_THREAD(cudaStreamGetCaptureInfo, _ptsz,
	(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph,
		const cudaGraphNode_t **deps, const cudaGraphEdgeData **edges, size_t *n),
	(stream_own(s), status, id, graph, deps, edges, n))
PER_THREAD(
	cudaStreamIsCapturing, _ptsz, (cudaStream_t s, enum cudaStreamCaptureStatus *status), (stream_own(s), status))
PER_THREAD(cudaStreamUpdateCaptureDependencies, _ptsz,
	(cudaStream_t s, cudaGraphNode_t *deps, const cudaGraphEdgeData *data, size_t n, unsigned flags),
	(stream_own(s), deps, data, n, flags))
PER_THREAD(cudaGraphInstantiateWithParams, _ptsz, (cudaGraphExec_t * out, cudaGraph_t g, cudaGraphInstantiateParams *p),
	(out, g, p))
PER_THREAD(cudaGraphUpload, _ptsz, (cudaGraphExec_t x, cudaStream_t stream), (x, stream_own(stream)))
PER_THREAD(cudaGraphLaunch, _ptsz, (cudaGraphExec_t x, cudaStream_t stream), (x, stream_own(stream)))
PER_THREAD(cudaStreamSetAttribute, _ptsz,
	(cudaStream_t s, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value), (stream_own(s), id, value))
PER_THREAD(cudaStreamGetAttribute, _ptsz, (cudaStream_t s, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value),
	(stream_own(s), id, value))
PER_THREAD(cudaStreamCopyAttributes, _ptsz, (cudaStream_t to, cudaStream_t from), (stream_own(to), stream_own(from)))
PER_THREAD(cudaMemcpyBatchAsync, _ptsz,
	(void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count,
		struct cudaMemcpyAttributes *attributes, size_t *first, size_t nattributes, cudaStream_t stream),
	(dsts, srcs, sizes, count, attributes, first, nattributes, stream_own(stream)))
PER_THREAD(cudaMemcpy3DPeerAsync, _ptsz, (const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream),
	(p, stream_own(stream)))
PER_THREAD(cudaMemcpy3DPeer, _ptds, (const struct cudaMemcpy3DPeerParms *p), (p))
