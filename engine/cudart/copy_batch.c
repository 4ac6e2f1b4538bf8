/* copy_batch: many copies in one call, and copies between devices, of which there is one. */
#include "cudart/cudart.h"

cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count,
	struct cudaMemcpyAttributes *attributes, size_t *first, size_t nattributes, cudaStream_t stream)
{
	cudaError_t e = cudaSuccess;

	if (!count || !dsts || !srcs || !sizes || !attributes || !first || !nattributes || nattributes > count || first[0] ||
		!stream_id(stream)) /* the default streams are not taken */
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < count; i++)
		if (!dsts[i] || !srcs[i] || !sizes[i])
			return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < count && e == cudaSuccess; i++)
		e = cudaMemcpyAsync(dsts[i], srcs[i], sizes[i], cudaMemcpyDefault, stream);
	return e;
}

static cudaError_t as_plain(const struct cudaMemcpy3DPeerParms *p, struct cudaMemcpy3DParms *q)
{
	if (!p)
		return cudaErrorInvalidValue;
	if (p->srcDevice || p->dstDevice)
		return cudaErrorInvalidDevice;
	*q = (struct cudaMemcpy3DParms){ p->srcArray, p->srcPos, p->srcPtr, p->dstArray, p->dstPos, p->dstPtr, p->extent,
		cudaMemcpyDeviceToDevice };
	return cudaSuccess;
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
	struct cudaMemcpy3DParms q;
	cudaError_t e = as_plain(p, &q);

	return e == cudaSuccess ? cudaMemcpy3D(&q) : cudart_done(e);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
	struct cudaMemcpy3DParms q;
	cudaError_t e = as_plain(p, &q);

	return e == cudaSuccess ? cudaMemcpy3DAsync(&q, stream) : cudart_done(e);
}
