/* copy: every cudaMemcpy in all its forms; work/copy_run.c does them. */
#include "cudart/api/api.h"

static cudaError_t submit(enum dp_call call, struct work_copy copy, cudaStream_t stream, bool async)
{
	struct work w = { .kind = WORK_COPY, .call = call, .stream = stream, .async = async, .copy = copy };
	cudaError_t e = work_submit(&w);

	if (!async)
		cudart_flush_printf();
	return cudart_done_of(logs_call(call), e);
}

static struct work_copy plain(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
	return (struct work_copy){ dst, n, src, n, n, 1, kind };
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
	return submit(DP_CALL_cudaMemcpy, plain(dst, src, n, kind), NULL, false);
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return submit(DP_CALL_cudaMemcpyAsync, plain(dst, src, n, kind), stream, true);
}

static cudaError_t of_rows(enum dp_call call, const struct work_copy *c, cudaStream_t stream, bool async)
{
	/* Of several rows it is an invalid pitch, of one an invalid value (an H200). */
	if (c->rows == 1 && (c->dpitch < c->width || c->spitch < c->width))
		return cudart_done_of(logs_call(call),
			cudart_refuse(call, cudaErrorInvalidValue,
				"a row of %zu bytes does not fit pitches of %zu and %zu bytes", c->width, c->dpitch,
				c->spitch));
	return submit(call, *c, stream, async);
}

cudaError_t cudaMemcpy2D(
	void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t rows, enum cudaMemcpyKind kind)
{
	return of_rows(
		DP_CALL_cudaMemcpy2D, &(struct work_copy){ dst, dpitch, src, spitch, width, rows, kind }, NULL, false);
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t rows,
	enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return of_rows(DP_CALL_cudaMemcpy2DAsync, &(struct work_copy){ dst, dpitch, src, spitch, width, rows, kind },
		stream, true);
}

static cudaError_t no_peer(int dst_device, int src_device)
{
	return cudart_why(
		cudaErrorInvalidDevice, "there is no device %d, only device 0", dst_device ? dst_device : src_device);
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t n)
{
	if (dst_device || src_device)
		return cudart_done(no_peer(dst_device, src_device));
	return submit(DP_CALL_cudaMemcpyPeer, plain(dst, src, n, cudaMemcpyDeviceToDevice), NULL, false);
}

cudaError_t cudaMemcpyPeerAsync(
	void *dst, int dst_device, const void *src, int src_device, size_t n, cudaStream_t stream)
{
	if (dst_device || src_device)
		return cudart_done(no_peer(dst_device, src_device));
	return submit(DP_CALL_cudaMemcpyPeerAsync, plain(dst, src, n, cudaMemcpyDeviceToDevice), stream, true);
}

static cudaError_t copy_3d(enum dp_call call, const struct cudaMemcpy3DParms *p, cudaStream_t stream, bool async)
{
	cudaError_t e = cudaSuccess;

	if (!p)
		return cudart_done_of(logs_call(call), cudaErrorInvalidValue);
	if (p->srcArray || p->dstArray)
		return (cudaError_t)cudart_unimplemented("cudaMemcpy3D of a cudaArray");
	if (!p->extent.width || !p->extent.height || !p->extent.depth)
		return cudart_done_of(logs_call(call), cudart_connect());
	e = copy_inside(p);
	if (e != cudaSuccess)
		return cudart_done_of(logs_call(call), e);
	for (size_t z = 0; z < p->extent.depth && e == cudaSuccess; z++)
		e = submit(call, copy_slice(p, z), stream, async);
	return e;
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	return copy_3d(DP_CALL_cudaMemcpy3D, p, NULL, false);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
	return copy_3d(DP_CALL_cudaMemcpy3DAsync, p, stream, true);
}
