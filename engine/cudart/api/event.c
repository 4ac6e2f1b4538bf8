/* event: the calls about events. Times are modelled, not measured. */
#include "cudart/api/api.h"

static cudaError_t create(cudaEvent_t *out, unsigned flags)
{
	struct dp_id m = { flags, 0 }, id;
	struct rpc r = RPC(EVENT_CREATE, cudaEventCreate, m);
	cudaError_t e;

	if (!out || ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)))
		return cudaErrorInvalidValue;
	r.reply = &id;
	r.reply_max = sizeof id;
	e = rpc_run(&r);
	if (e != cudaSuccess)
		return e;
	*out = event_handle(id.id);
	event_new(*out, !(flags & cudaEventDisableTiming));
	return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *out)
{
	return cudart_done(create(out, cudaEventDefault));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *out, unsigned flags)
{
	return cudart_done(create(out, flags));
}

cudaError_t cudaEventDestroy(cudaEvent_t e)
{
	struct dp_id m = { event_id(e), 0 };
	struct rpc r = RPC(EVENT_DESTROY, cudaEventDestroy, m);

	ended_remove(e);
	r.flags = DP_ASYNC;
	return cudart_done(rpc_run(&r));
}

static cudaError_t record(cudaEvent_t e, cudaStream_t s, bool external)
{
	struct work w = { .kind = WORK_RECORD, .call = DP_CALL_cudaEventRecord, .stream = s, .async = true };
	cudaError_t captured;

	w.event = e;
	return cudart_done_of(
		"cudaEventRecord", capture_record(s, e, external, &captured) ? captured : work_submit(&w));
}

cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s)
{
	return record(e, s, false);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s, unsigned flags)
{
	if (flags & ~(unsigned)cudaEventRecordExternal)
		return cudart_done(cudaErrorInvalidValue);
	return record(e, s, flags & cudaEventRecordExternal);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags)
{
	struct work w = { .kind = WORK_WAIT, .call = DP_CALL_cudaStreamWaitEvent, .stream = s, .async = true };
	cudaError_t captured;

	if (flags & ~(unsigned)cudaEventWaitExternal)
		return cudart_done(cudaErrorInvalidValue);
	w.event = e;
	return cudart_done(capture_wait(s, e, flags & cudaEventWaitExternal, &captured) ? captured : work_submit(&w));
}

static cudaError_t wait_for(enum dp_call call, enum dp_op op, cudaEvent_t ev)
{
	struct dp_wait m = { DP_SYNC_EVENT, event_id(ev) };
	struct rpc r = { .op = op, .call = call, .body = &m, .nbody = sizeof m };
	cudaError_t e = capture_of_event(ev, call);

	if (e == cudaSuccess)
		e = capture_unsafe(call);
	if (e != cudaSuccess)
		return cudart_done_of(logs_call(call), e);
	e = rpc_run(&r);
	cudart_flush_printf();
	return cudart_done_of(logs_call(call), e);
}

cudaError_t cudaEventSynchronize(cudaEvent_t e)
{
	return wait_for(DP_CALL_cudaEventSynchronize, DP_SYNC, e);
}

cudaError_t cudaEventQuery(cudaEvent_t e)
{
	return wait_for(DP_CALL_cudaEventQuery, DP_QUERY, e);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
	struct dp_pair m = { event_id(from), event_id(to) };
	struct rpc r = RPC(EVENT_ELAPSED, cudaEventElapsedTime, m);
	double time = 0;
	cudaError_t e;

	if (!ms)
		return cudart_done(
			cudart_why(cudaErrorInvalidValue, "there is no place for the time (a null pointer)"));
	e = ended_refuses(from, r.call);
	if (e == cudaSuccess)
		e = ended_refuses(to, r.call);
	if (e != cudaSuccess)
		return cudart_done(e);
	r.reply = &time;
	r.reply_max = sizeof time;
	e = rpc_run(&r);
	if (e == cudaSuccess)
		*ms = (float)time;
	return cudart_done(e);
}
