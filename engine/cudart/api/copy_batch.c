/* copy_batch: many copies in one call, and copies between devices, of which there is one. */
#include "cudart/api/api.h"

cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count,
	struct cudaMemcpyAttributes *attributes, size_t *first, size_t nattributes, cudaStream_t stream)
{
	cudaError_t e = cudaSuccess;

	if (!count || !dsts || !srcs || !sizes || !attributes || !first || !nattributes || nattributes > count ||
		first[0] || !stream_id(stream)) /* the default streams are not taken */
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < count; i++)
		if (!dsts[i] || !srcs[i] || !sizes[i])
			return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < count && e == cudaSuccess; i++)
		e = cudaMemcpyAsync(dsts[i], srcs[i], sizes[i], cudaMemcpyDefault, stream);
	return e;
}

/* One side of a 3-D copy: rows and layers are as tight as the copy where the operand says 0. False: it is no pointer,
 * or too narrow. */
static bool take_operand(const struct cudaMemcpy3DOperand *o, struct cudaExtent extent, struct cudaPitchedPtr *to)
{
	size_t row = o->op.ptr.rowLength ? o->op.ptr.rowLength : extent.width,
	       layer = o->op.ptr.layerHeight ? o->op.ptr.layerHeight : extent.height;

	*to = (struct cudaPitchedPtr){ o->op.ptr.ptr, row, extent.width, layer };
	return o->op.ptr.ptr && row >= extent.width && layer >= extent.height;
}

cudaError_t cudaMemcpy3DBatchAsync(
	size_t n, struct cudaMemcpy3DBatchOp *list, unsigned long long flags, cudaStream_t stream)
{
	struct cudaMemcpy3DParms p = { .kind = cudaMemcpyDefault };
	cudaError_t e = cudaSuccess;

	if (!n || !list || flags || !stream_id(stream)) /* the default streams are not taken */
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < n; i++) {
		const struct cudaMemcpy3DBatchOp *o = &list[i];

		if (o->src.type == cudaMemcpyOperandTypeArray || o->dst.type == cudaMemcpyOperandTypeArray)
			return (cudaError_t)cudart_unimplemented("cudaMemcpy3DBatchAsync with arrays");
		if (!o->extent.width || !o->extent.height || !o->extent.depth ||
			o->srcAccessOrder < cudaMemcpySrcAccessOrderStream ||
			o->srcAccessOrder > cudaMemcpySrcAccessOrderAny ||
			!take_operand(&o->src, o->extent, &p.srcPtr) || !take_operand(&o->dst, o->extent, &p.dstPtr))
			return cudart_done(cudaErrorInvalidValue);
	}
	for (size_t i = 0; i < n && e == cudaSuccess; i++) {
		take_operand(&list[i].src, list[i].extent, &p.srcPtr);
		take_operand(&list[i].dst, list[i].extent, &p.dstPtr);
		p.extent = list[i].extent;
		e = cudaMemcpy3DAsync(&p, stream);
	}
	return e;
}

static cudaError_t as_plain(const struct cudaMemcpy3DPeerParms *p, struct cudaMemcpy3DParms *q)
{
	if (!p)
		return cudaErrorInvalidValue;
	if (p->srcDevice || p->dstDevice)
		return cudaErrorInvalidDevice;
	*q = (struct cudaMemcpy3DParms){ p->srcArray, p->srcPos, p->srcPtr, p->dstArray, p->dstPos, p->dstPtr,
		p->extent, cudaMemcpyDeviceToDevice };
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
