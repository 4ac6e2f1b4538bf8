/* work: operations of streams as data, and how each kind is done (copy_run.c, launch_run.c, callback.c). */
#include "cudart/work/work.h"

static cudaError_t set_run(const struct work *w)
{
	const struct work_set *s = &w->set;
	struct dp_memset m = { (uint64_t)(uintptr_t)s->dst, s->pitch, s->width, s->rows, s->value, s->element,
		stream_id(w->stream), 0 };
	struct rpc r = RPC(MEMSET, none, m);
	size_t last;

	if (s->rows > 1 && (__builtin_mul_overflow(s->pitch, s->rows - 1, &last) || s->width > SIZE_MAX - last))
		return cudart_refuse(w->call, cudaErrorInvalidValue,
			"%zu rows with a pitch of %zu bytes are more than there can be", s->rows, s->pitch);
	variable_tell(m.dst);
	r.call = w->call;
	r.flags = w->async ? DP_ASYNC : 0;
	return rpc_run(&r);
}

static cudaError_t event_run(const struct work *w)
{
	struct dp_event m = { event_id(w->event), stream_id(w->stream) };
	struct rpc record = RPC(EVENT_RECORD, none, m), wait = RPC(STREAM_WAIT, none, m);
	struct rpc *r = w->kind == WORK_RECORD ? &record : &wait;

	r->call = w->call;
	r->flags = DP_ASYNC;
	return rpc_run(r);
}

cudaError_t work_run(const struct work *w)
{
	static cudaError_t (*const run[])(const struct work *) = { [WORK_COPY] = copy_run,
		[WORK_SET] = set_run,
		[WORK_LAUNCH] = launch_run,
		[WORK_HOST] = host_run,
		[WORK_RECORD] = event_run,
		[WORK_WAIT] = event_run };

	return run[w->kind](w);
}
