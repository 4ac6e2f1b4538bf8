/* stream: the calls about streams. */
#include "cudart/api/api.h"

cudaError_t cudaStreamCreate(cudaStream_t *out)
{
	return cudart_done(stream_create(out, 0, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *out, unsigned flags)
{
	return cudart_done(stream_create(out, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *out, unsigned flags, int priority)
{
	return cudart_done(stream_create(out, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t s)
{
	struct dp_id m = { stream_id(s), 0 };
	struct rpc r = RPC(STREAM_DESTROY, cudaStreamDestroy, m);
	cudaError_t e;

	capture_forget(s);
	e = rpc_run(&r);
	if (e == cudaSuccess)
		stream_forget(s);
	return cudart_done(e);
}

static cudaError_t wait_for(enum dp_call call, enum dp_op op, cudaStream_t s)
{
	struct dp_wait m = { DP_SYNC_STREAM, stream_id(s) };
	struct rpc r = { .op = op, .call = call, .body = &m, .nbody = sizeof m };
	cudaError_t e;

	if (stream_capture(s))
		return cudart_done_of(logs_call(call), capture_spoil(s, call));
	e = capture_unsafe(call);
	if (e != cudaSuccess)
		return cudart_done_of(logs_call(call), e);
	e = rpc_run(&r);
	cudart_flush_printf();
	return cudart_done_of(logs_call(call), e);
}

cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
	return wait_for(DP_CALL_cudaStreamSynchronize, DP_SYNC, s);
}

cudaError_t cudaStreamQuery(cudaStream_t s)
{
	return wait_for(DP_CALL_cudaStreamQuery, DP_QUERY, s);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t fn, void *user)
{
	struct work w = { .kind = WORK_HOST, .call = DP_CALL_cudaLaunchHostFunc, .stream = s, .async = true };

	w.host.fn = fn;
	w.host.user = user;
	return cudart_done(fn ? work_submit(&w) : cudaErrorInvalidValue);
}

cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t callback, void *user, unsigned flags)
{
	struct work w = { .kind = WORK_HOST, .call = DP_CALL_cudaStreamAddCallback, .stream = s, .async = true };

	w.host.callback = callback;
	w.host.user = user;
	if (!callback || flags)
		return cudart_done(cudaErrorInvalidValue);
	if (stream_capture(s))
		return cudart_done(cudaErrorStreamCaptureUnsupported);
	return cudart_done(work_submit(&w));
}

/* ---- asking about a stream */
static cudaError_t look(cudaStream_t s, struct stream *out)
{
	cudaError_t e = cudart_connect();

	*out = (struct stream){ 0 };
	if (e != cudaSuccess || !stream_id(s))
		return e;
	return stream_find(s, out) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags)
{
	struct stream st;
	cudaError_t e = flags ? look(s, &st) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*flags = st.flags;
	return cudart_done(e);
}

cudaError_t cudaStreamGetPriority(cudaStream_t s, int *priority)
{
	struct stream st;
	cudaError_t e = priority ? look(s, &st) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*priority = st.priority;
	return cudart_done(e);
}

cudaError_t cudaStreamGetId(cudaStream_t s, unsigned long long *id)
{
	struct stream st;
	cudaError_t e = id ? look(s, &st) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*id = stream_id(s);
	return cudart_done(e);
}

cudaError_t cudaStreamGetDevice(cudaStream_t s, int *device)
{
	struct stream st;
	cudaError_t e = device ? look(s, &st) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*device = 0;
	return cudart_done(e);
}
