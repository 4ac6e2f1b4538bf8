/* work: operations of streams as data. A stream that is being captured keeps its operations in a graph; any other does
 * them. */
#include "cudart/cudart.h"
#include "cudart/graph.h"

static cudaError_t set_run(const struct work *w)
{
	const struct work_set *s = &w->set;
	struct dp_memset m = { (uint64_t)(uintptr_t)s->dst, s->pitch, s->width, s->rows, s->value, s->element,
		stream_id(w->stream), 0 };
	struct rpc r = RPC(MEMSET, none, m);

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

cudaError_t work_submit(struct work *w)
{
	cudaError_t e;

	if (stream_capture(w->stream))
		return capture_add(w);
	e = stream_id(w->stream) ? cudaSuccess : capture_legacy();
	return e == cudaSuccess ? work_run(w) : e;
}
