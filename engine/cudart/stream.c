/* stream: streams and their capture. A stream's handle is its number at the device, marked; it is never dereferenced. */
#include <stdlib.h>

#include "base/buf.h"
#include "cudart/cudart.h"
#include "cudart/graph.h"

#define MARK 0x5aull

/* given: the graph is the program's own; invalid: something was done that a capture cannot hold. */
struct stream { unsigned flags; int priority; struct CUgraph_st *capture; bool origin, given, invalid; };

static struct {
	pthread_mutex_t lock;
	struct table streams;     /* by handle */
	struct table events;      /* events recorded in a captured stream -> its graph */
	unsigned long long captures;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

static cudaStream_t handle(uint32_t id)
{
	return (cudaStream_t)(uintptr_t)((unsigned long long)id << 8 | MARK);
}

uint32_t stream_id(cudaStream_t s)
{
	uintptr_t v = (uintptr_t)s;

	if (s == NULL || s == cudaStreamLegacy || s == cudaStreamPerThread)
		return 0;
	return (v & 0xff) == MARK && v >> 8 && v >> 8 < UINT32_MAX ? (uint32_t)(v >> 8) : UINT32_MAX;
}

struct CUgraph_st *stream_capture(cudaStream_t s)
{
	struct CUgraph_st *g = NULL;
	struct stream *st;

	pthread_mutex_lock(&state.lock);
	st = stream_id(s) ? table_get(&state.streams, s) : NULL;
	if (st)
		g = st->capture;
	pthread_mutex_unlock(&state.lock);
	return g;
}

static enum cudaStreamCaptureStatus capture_status(cudaStream_t s)
{
	enum cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
	struct stream *st;

	pthread_mutex_lock(&state.lock);
	st = stream_id(s) ? table_get(&state.streams, s) : NULL;
	if (st && st->capture)
		status = st->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
	pthread_mutex_unlock(&state.lock);
	return status;
}

/* All streams of the capture are spoilt; the one that began it is told when it ends. */
static cudaError_t spoil(struct CUgraph_st *g)
{
	pthread_mutex_lock(&state.lock);
	for (size_t i = 0; i < state.streams.cap; i++) {
		struct stream *st = state.streams.values[i];

		if (st && st->capture == g)
			st->invalid = true;
	}
	pthread_mutex_unlock(&state.lock);
	return cudaErrorStreamCaptureUnsupported;
}

bool stream_live(cudaStream_t s)
{
	bool live;

	if (!stream_id(s))
		return true;
	pthread_mutex_lock(&state.lock);
	live = table_get(&state.streams, s) != NULL;
	pthread_mutex_unlock(&state.lock);
	return live;
}

static cudaError_t create(cudaStream_t *out, unsigned flags, int priority)
{
	struct dp_stream m = { flags, priority };
	struct rpc r = RPC(STREAM_CREATE, cudaStreamCreate, m);
	struct stream *s;
	struct dp_id id;
	cudaError_t e;

	if (!out || flags & ~(unsigned)cudaStreamNonBlocking)
		return cudaErrorInvalidValue;
	r.reply = &id;
	r.reply_max = sizeof id;
	e = rpc_run(&r);
	if (e != cudaSuccess)
		return e;
	s = xcalloc(1, sizeof *s);
	s->flags = flags;
	s->priority = priority < -5 ? -5 : priority > 0 ? 0 : priority;
	*out = handle(id.id);
	pthread_mutex_lock(&state.lock);
	free(table_get(&state.streams, *out));
	table_put(&state.streams, *out, s);
	pthread_mutex_unlock(&state.lock);
	return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *out)
{
	return cudart_done(create(out, 0, 0));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *out, unsigned flags)
{
	return cudart_done(create(out, flags, 0));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *out, unsigned flags, int priority)
{
	return cudart_done(create(out, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t s)
{
	struct dp_id m = { stream_id(s), 0 };
	struct rpc r = RPC(STREAM_DESTROY, cudaStreamDestroy, m);
	cudaError_t e;

	e = rpc_run(&r);
	if (e == cudaSuccess) {
		pthread_mutex_lock(&state.lock);
		free(table_get(&state.streams, s));
		table_remove(&state.streams, s);
		pthread_mutex_unlock(&state.lock);
	}
	return cudart_done(e);
}

static cudaError_t wait_for(enum dp_call call, enum dp_op op, cudaStream_t s)
{
	struct dp_wait m = { DP_SYNC_STREAM, stream_id(s) };
	struct rpc r = { .op = op, .call = call, .body = &m, .nbody = sizeof m };
	struct CUgraph_st *g = stream_capture(s);
	cudaError_t e;

	if (g)
		return cudart_done(spoil(g));
	e = rpc_run(&r);
	cudart_flush_printf();
	return cudart_done(e);
}

cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
	return wait_for(DP_CALL_cudaStreamSynchronize, DP_SYNC, s);
}
ALIAS(cudaStreamSynchronize, _ptsz);

cudaError_t cudaStreamQuery(cudaStream_t s)
{
	return wait_for(DP_CALL_cudaStreamQuery, DP_QUERY, s);
}
ALIAS(cudaStreamQuery, _ptsz);

cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t fn, void *user)
{
	struct work w = { .kind = WORK_HOST, .call = DP_CALL_cudaLaunchHostFunc, .stream = s, .async = true };

	w.host.fn = fn;
	w.host.user = user;
	return cudart_done(fn ? work_submit(&w) : cudaErrorInvalidValue);
}
ALIAS(cudaLaunchHostFunc, _ptsz);

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
ALIAS(cudaStreamAddCallback, _ptsz);

/* ---- asking about a stream */
static cudaError_t look(cudaStream_t s, struct stream *out)
{
	struct stream *st;
	cudaError_t e = cudart_connect();

	*out = (struct stream){ 0 };
	if (e != cudaSuccess || !stream_id(s))
		return e;
	pthread_mutex_lock(&state.lock);
	st = table_get(&state.streams, s);
	if (st)
		*out = *st;
	pthread_mutex_unlock(&state.lock);
	return st ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags)
{
	struct stream st;
	cudaError_t e = flags ? look(s, &st) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*flags = st.flags;
	return cudart_done(e);
}
ALIAS(cudaStreamGetFlags, _ptsz);

cudaError_t cudaStreamGetPriority(cudaStream_t s, int *priority)
{
	struct stream st;
	cudaError_t e = priority ? look(s, &st) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*priority = st.priority;
	return cudart_done(e);
}
ALIAS(cudaStreamGetPriority, _ptsz);

cudaError_t cudaStreamGetId(cudaStream_t s, unsigned long long *id)
{
	struct stream st;
	cudaError_t e = id ? look(s, &st) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*id = stream_id(s);
	return cudart_done(e);
}
ALIAS(cudaStreamGetId, _ptsz);

cudaError_t cudaStreamGetDevice(cudaStream_t s, int *device)
{
	struct stream st;
	cudaError_t e = device ? look(s, &st) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*device = 0;
	return cudart_done(e);
}
ALIAS(cudaStreamGetDevice, _ptsz);

/* ---- capture */
static cudaError_t begin(cudaStream_t s, struct CUgraph_st *into)
{
	cudaError_t e = cudaSuccess;
	struct stream *st;

	if (!stream_id(s)) /* the legacy stream cannot be captured */
		return cudaErrorStreamCaptureUnsupported;
	pthread_mutex_lock(&state.lock);
	st = table_get(&state.streams, s);
	if (!st)
		e = cudaErrorInvalidResourceHandle;
	else if (st->capture)
		e = cudaErrorIllegalState;
	else {
		st->capture = into ? into : graph_new();
		st->given = into != NULL;
		st->invalid = false;
		st->origin = true;
		state.captures++;
	}
	pthread_mutex_unlock(&state.lock);
	return e;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t s, enum cudaStreamCaptureMode mode)
{
	(void)mode;
	return cudart_done(begin(s, NULL));
}
ALIAS(cudaStreamBeginCapture, _ptsz);

cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *out)
{
	struct CUgraph_st *g = NULL;
	bool invalid = false;
	struct stream *st;

	if (!out)
		return cudart_done(cudaErrorInvalidValue);
	pthread_mutex_lock(&state.lock);
	st = stream_id(s) ? table_get(&state.streams, s) : NULL;
	if (st && st->capture && st->origin) {
		g = st->capture;
		invalid = st->invalid;
		/* The streams that joined by an event leave with it. */
		for (size_t i = 0; i < state.streams.cap; i++) {
			struct stream *other = state.streams.values[i];

			if (other && other->capture == g) {
				other->capture = NULL;
				other->origin = other->invalid = false;
			}
		}
		for (size_t i = 0; i < state.events.cap; i++)
			if (state.events.values[i] == g)
				state.events.values[i] = NULL;
	}
	if (g && invalid && !st->given)
		graph_free(g);
	pthread_mutex_unlock(&state.lock);
	*out = invalid ? NULL : g;
	return cudart_done(invalid ? cudaErrorStreamCaptureInvalidated : g ? cudaSuccess : cudaErrorIllegalState);
}
ALIAS(cudaStreamEndCapture, _ptsz);

cudaError_t cudaStreamIsCapturing(cudaStream_t s, enum cudaStreamCaptureStatus *status)
{
	if (!status)
		return cudart_done(cudaErrorInvalidValue);
	*status = capture_status(s);
	return cudaSuccess;
}
ALIAS(cudaStreamIsCapturing, _ptsz);

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph,
	const cudaGraphNode_t **dependencies, const cudaGraphEdgeData **edges, size_t *n)
{
	struct CUgraph_st *g = stream_capture(s);

	if (!status)
		return cudart_done(cudaErrorInvalidValue);
	*status = capture_status(s);
	if (id)
		*id = state.captures;
	if (graph)
		*graph = g;
	if (dependencies)
		*dependencies = NULL;
	if (edges)
		*edges = NULL;
	if (n)
		*n = 0;
	return cudaSuccess;
}
ALIAS(cudaStreamGetCaptureInfo, _ptsz);

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	static _Thread_local enum cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
	enum cudaStreamCaptureMode old = current;

	if (!mode)
		return cudart_done(cudaErrorInvalidValue);
	current = *mode;
	*mode = old;
	return cudaSuccess;
}

/* Recording an event in a captured stream, and waiting for it in another, takes the other into the capture. */
void stream_captured_record(cudaStream_t s, cudaEvent_t e)
{
	struct stream *st;

	pthread_mutex_lock(&state.lock);
	st = stream_id(s) ? table_get(&state.streams, s) : NULL;
	if ((st && st->capture) || table_get(&state.events, e))
		table_put(&state.events, e, st ? st->capture : NULL);
	pthread_mutex_unlock(&state.lock);
}

void stream_captured_wait(cudaStream_t s, cudaEvent_t e)
{
	struct CUgraph_st *g;
	struct stream *st;

	pthread_mutex_lock(&state.lock);
	g = table_get(&state.events, e);
	st = stream_id(s) ? table_get(&state.streams, s) : NULL;
	if (g && st && !st->capture)
		st->capture = g;
	pthread_mutex_unlock(&state.lock);
}
