/* symbol: __device__ and __constant__ variables, by the address of their shadow on the host. */
#include "cudart/api/api.h"

static cudaError_t copy(enum dp_call call, const void *symbol, size_t n, size_t offset, const void *src, void *dst,
	enum cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
	struct work w = { .kind = WORK_COPY, .call = call, .stream = stream, .async = async };
	void *p = NULL;
	cudaError_t e = symbol_place(call, symbol, n, offset, &p);

	if (e != cudaSuccess)
		return cudart_done_of(logs_call(call), e);
	if (n && !dst && !src)
		return cudart_done_of(logs_call(call),
			cudart_refuse(call, cudaErrorInvalidValue, "%zu bytes: the host's pointer is NULL", n));
	w.copy = (struct work_copy){ dst ? dst : p, n, src ? src : p, n, n, 1, kind };
	if (kind == (dst ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost) || kind == cudaMemcpyHostToHost)
		return cudart_done_of(logs_call(call),
			cudart_refuse(call, cudaErrorInvalidMemcpyDirection, "its direction leads the other way"));
	e = work_submit(&w);
	if (!async)
		cudart_flush_printf();
	return cudart_done_of(logs_call(call), e);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	return copy(DP_CALL_cudaMemcpyToSymbol, symbol, n, offset, src, NULL, kind, NULL, false);
}

cudaError_t cudaMemcpyToSymbolAsync(
	const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return copy(DP_CALL_cudaMemcpyToSymbolAsync, symbol, n, offset, src, NULL, kind, stream, true);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	return copy(DP_CALL_cudaMemcpyFromSymbol, symbol, n, offset, NULL, dst, kind, NULL, false);
}

cudaError_t cudaMemcpyFromSymbolAsync(
	void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	return copy(DP_CALL_cudaMemcpyFromSymbolAsync, symbol, n, offset, NULL, dst, kind, stream, true);
}

cudaError_t cudaGetSymbolAddress(void **p, const void *symbol)
{
	return cudart_done(p ? symbol_place(DP_CALL_cudaGetSymbolAddress, symbol, 0, 0, p) : cudaErrorInvalidValue);
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol)
{
	struct variable *v;
	cudaError_t e = size ? variable_get(symbol, DP_CALL_cudaGetSymbolSize, &v) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*size = (size_t)v->range.bytes;
	return cudart_done(e);
}
