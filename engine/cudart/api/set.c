/* set: cudaMemset in all its forms. */
#include "cudart/api/api.h"

static cudaError_t set_2d(
	enum dp_call call, void *p, size_t pitch, int value, size_t width, size_t rows, cudaStream_t stream, bool async)
{
	struct work w = { .kind = WORK_SET,
		.call = call,
		.stream = stream,
		.async = async,
		.set = { p, pitch, width, rows, (uint32_t)value & 0xff, 1 } };

	if (!width || !rows)
		return cudart_done_of(logs_call(call), cudart_connect());
	if (rows > 1 && pitch < width)
		return cudart_done_of(logs_call(call),
			cudart_refuse(call, cudaErrorInvalidValue, "rows of %zu bytes do not fit a pitch of %zu bytes",
				width, pitch));
	return cudart_done_of(logs_call(call), work_submit(&w));
}

/* Setting device memory does not make the host wait, not even the forms without Async; the queue keeps the order. */
cudaError_t cudaMemset(void *p, int value, size_t n)
{
	return set_2d(DP_CALL_cudaMemset, p, n, value, n, 1, NULL, true);
}

cudaError_t cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t stream)
{
	return set_2d(DP_CALL_cudaMemsetAsync, p, n, value, n, 1, stream, true);
}

cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t rows)
{
	return set_2d(DP_CALL_cudaMemset2D, p, pitch, value, width, rows, NULL, true);
}

cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t rows, cudaStream_t stream)
{
	return set_2d(DP_CALL_cudaMemset2DAsync, p, pitch, value, width, rows, stream, true);
}

static cudaError_t set_3d(
	enum dp_call call, struct cudaPitchedPtr p, int value, struct cudaExtent extent, cudaStream_t stream)
{
	cudaError_t e = cudaSuccess;

	if (!extent.width || !extent.height || !extent.depth)
		return cudart_done_of(logs_call(call), cudart_connect());
	if (extent.depth > 1 && p.ysize < extent.height) /* an H200 */
		e = cudart_why(cudaErrorInvalidValue,
			"planes of %zu rows do not fit the pointer's planes of %zu rows (its ysize)", extent.height,
			p.ysize);
	if (e != cudaSuccess)
		return cudart_done_of(logs_call(call), e);
	for (size_t z = 0; z < extent.depth && e == cudaSuccess; z++)
		e = set_2d(call, (char *)p.ptr + z * p.ysize * p.pitch, p.pitch, value, extent.width, extent.height,
			stream, true);
	return e;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent)
{
	return set_3d(DP_CALL_cudaMemset3D, p, value, extent, NULL);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent, cudaStream_t stream)
{
	return set_3d(DP_CALL_cudaMemset3DAsync, p, value, extent, stream);
}
