/* capture: streams whose operations become a graph. Each captured stream knows the nodes that its next operation
 * depends on; events carry such a set to other streams, which join the capture by waiting for them.
 *
 * The rules are the CUDA Programming Guide's on "Creating a Graph Using Stream Capture": "Cross-stream Dependencies and
 * Events" (joining), "Prohibited and Unhandled Operations" and "Invalidation". One lock guards everything here; the
 * graph of a capture changes under it only.
 *
 * What breaks a capture is told in the report, with the reason, by the call that does it, and once more where the
 * capture ends: the errors that programs get are easily overlooked.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/graph/graph.h"

struct nodes {
	cudaGraphNode_t *v;
	size_t n, cap;
};

struct capture {
	struct CUgraph_st *graph;
	cudaStream_t origin;
	bool given; /* the graph is the program's own */
	bool invalid;
	enum dp_call breaker; /* the call that made it so */
	cudaError_t error;    /* ... and what that call returned */
	unsigned long long id;
	enum cudaStreamCaptureMode mode;
	pthread_t thread; /* that began it */
	unsigned refs;    /* streams and events that point here, and the origin */
};

/* What a stream or an event is in: a capture and the nodes that come last in it. */
struct member {
	struct capture *capture;
	struct nodes last;
};

static struct {
	pthread_mutex_t lock;
	struct table streams, events; /* handle -> struct member */
	struct table
		ended; /* events that were last recorded in a capture which has ended: nothing can be asked of them */
	unsigned long long captures;
	size_t active;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- sets of nodes */
static void include(struct nodes *s, cudaGraphNode_t node)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i] == node)
			return;
	if (s->n == s->cap) {
		s->cap = s->cap ? s->cap * 2 : 4;
		s->v = xrealloc(s->v, s->cap * sizeof *s->v);
	}
	s->v[s->n++] = node;
}

static void include_all(struct nodes *s, const cudaGraphNode_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		include(s, v[i]);
}

static void become(struct nodes *s, cudaGraphNode_t node)
{
	s->n = 0;
	include(s, node);
}

/* ---- members */
static struct member *member(const struct table *t, const void *handle)
{
	return state.active ? table_get(t, handle) : NULL;
}

/* A thread's own default stream has a handle too, which is what counts here. */
static cudaStream_t own(cudaStream_t s)
{
	return (s == NULL || s == cudaStreamPerThread) && stream_id(s) ? stream_own(s) : s;
}

static struct member *stream_member(cudaStream_t s)
{
	return stream_id(s) ? member(&state.streams, s) : NULL;
}

static struct member *join(struct table *t, const void *handle, struct capture *c)
{
	struct member *m = xcalloc(1, sizeof *m);

	m->capture = c;
	c->refs++;
	table_put(t, handle, m);
	return m;
}

static void leave(struct table *t, const void *handle)
{
	struct member *m = table_get(t, handle);

	if (!m)
		return;
	table_remove(t, handle);
	if (--m->capture->refs == 0)
		free(m->capture);
	free(m->last.v);
	free(m);
}

static void leave_all(struct table *t, const struct capture *c)
{
	for (size_t i = 0; i < t->cap; i++) {
		const struct member *m = t->values[i];

		if (m && m->capture == c) {
			const void *handle = t->keys[i];

			leave(t, handle);
			if (t == &state.events)
				ended_add(handle);
			i = SIZE_MAX; /* what is left may have moved: from the start again */
		}
	}
}

struct CUgraph_st *stream_capture(cudaStream_t s)
{
	struct CUgraph_st *g = NULL;
	struct member *m;

	s = own(s);
	pthread_mutex_lock(&state.lock);
	m = stream_member(s);
	if (m)
		g = m->capture->graph;
	pthread_mutex_unlock(&state.lock);
	return g;
}

/* ---- what breaks a capture. Returns e. */
static cudaError_t spoil(struct capture *c, enum dp_call call, cudaError_t e)
{
	if (!c->invalid) {
		c->breaker = call;
		c->error = e;
	}
	c->invalid = true;
	return e;
}

/* The thread's own mode: cudaThreadExchangeStreamCaptureMode(). */
static _Thread_local enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

cudaError_t capture_spoil(cudaStream_t s, enum dp_call call)
{
	struct member *m;

	s = own(s);
	pthread_mutex_lock(&state.lock);
	m = stream_member(s);
	if (m)
		spoil(m->capture, call, cudaErrorStreamCaptureUnsupported);
	pthread_mutex_unlock(&state.lock);
	return capture_say_why(call, 0, cudaErrorStreamCaptureUnsupported);
}

/* Spoils the captures of which the call meets a stream; NULL: all. */
static cudaError_t spoil_each(enum dp_call call, cudaError_t e, bool (*meets)(const struct capture *, cudaStream_t))
{
	bool any = false;

	pthread_mutex_lock(&state.lock);
	for (size_t i = 0; state.active && i < state.streams.cap; i++) {
		struct member *m = state.streams.values[i];

		if (!m || (meets && !meets(m->capture, (cudaStream_t)(uintptr_t)state.streams.keys[i])))
			continue;
		spoil(m->capture, call, e);
		any = true;
	}
	pthread_mutex_unlock(&state.lock);
	return any ? e : cudaSuccess;
}

static bool blocks_legacy(const struct capture *c, cudaStream_t s)
{
	(void)c;
	return stream_blocking(s);
}

/* The rule stands at cudaThreadExchangeStreamCaptureMode(): a thread's own captures, and in the global mode those of
 * other threads, that did not begin as relaxed. */
static bool forbids(const struct capture *c, cudaStream_t s)
{
	(void)s;
	return thread_mode != cudaStreamCaptureModeRelaxed && c->mode != cudaStreamCaptureModeRelaxed &&
		(pthread_equal(c->thread, pthread_self()) || (thread_mode | c->mode) == cudaStreamCaptureModeGlobal);
}

cudaError_t capture_legacy(enum dp_call call, uint32_t kernel)
{
	return capture_say_why(call, kernel, spoil_each(call, cudaErrorStreamCaptureImplicit, blocks_legacy));
}

cudaError_t capture_waits(enum dp_call call)
{
	return capture_say_why(call, 0, spoil_each(call, cudaErrorStreamCaptureUnsupported, NULL));
}

cudaError_t capture_unsafe(enum dp_call call)
{
	static const char why[] =
		"a stream is being captured, and this call acts at once: no launch of the graph does it again. Do it "
		"before or after the capture, or begin it with cudaStreamCaptureModeRelaxed; memory can be captured by "
		"cudaMallocAsync";
	const cudaError_t e = spoil_each(call, cudaErrorStreamCaptureUnsupported, forbids);

	return e == cudaSuccess ? e : cudart_refuse(call, e, why);
}

cudaError_t capture_of_event(cudaEvent_t event, enum dp_call call)
{
	struct member *m;

	pthread_mutex_lock(&state.lock);
	m = member(&state.events, event);
	if (m)
		spoil(m->capture, call, cudaErrorCapturedEvent);
	pthread_mutex_unlock(&state.lock);
	return m ? capture_say_why(call, 0, cudaErrorCapturedEvent) : ended_refuses(event, call);
}

/* ---- adding to the graph. Each begins and ends with the lock. */
static cudaError_t enter(cudaStream_t s, struct member **m)
{
	s = own(s);
	pthread_mutex_lock(&state.lock);
	*m = stream_member(s);
	return !*m ? cudaErrorIllegalState : (*m)->capture->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

static cudaError_t finish(struct member *m, cudaGraphNode_t node, cudaError_t e)
{
	if (e == cudaSuccess)
		become(&m->last, node);
	pthread_mutex_unlock(&state.lock);
	return e;
}

cudaError_t capture_add(struct work *w)
{
	struct member *m;
	cudaGraphNode_t node = NULL;
	cudaError_t e = enter(w->stream, &m);

	const bool waits = e == cudaSuccess && !w->async && w->kind == WORK_COPY;

	if (waits)
		e = spoil(m->capture, w->call, cudaErrorStreamCaptureImplicit);
	if (e == cudaSuccess)
		e = node_of_work(m->capture->graph, w, m->last.v, m->last.n, &node);
	e = finish(m, node, e);
	return waits ? capture_say_why(w->call, 0, e) : e;
}

cudaError_t capture_alloc(cudaStream_t s, void **p, size_t bytes)
{
	struct cudaMemAllocNodeParams params = { .poolProps = { .allocType = cudaMemAllocationTypePinned,
							 .location = { .type = cudaMemLocationTypeDevice } },
		.bytesize = bytes };
	struct member *m;
	cudaGraphNode_t node = NULL;
	cudaError_t e = enter(s, &m);

	if (e == cudaSuccess) {
		node = graph_add(m->capture->graph, cudaGraphNodeTypeEmpty, m->last.v, m->last.n);
		e = memory_node(node, &params);
		if (e != cudaSuccess)
			graph_drop(node);
	}
	*p = params.dptr;
	return finish(m, node, e);
}

cudaError_t capture_free(cudaStream_t s, void *p)
{
	struct member *m;
	cudaGraphNode_t node = NULL;
	cudaError_t e = enter(s, &m);

	if (e == cudaSuccess) {
		node = graph_add(m->capture->graph, cudaGraphNodeTypeMemFree, m->last.v, m->last.n);
		node->freed = p;
	}
	return finish(m, node, e);
}

bool capture_record(cudaStream_t s, cudaEvent_t event, bool external, cudaError_t *e)
{
	struct work w = { .kind = WORK_RECORD, .call = DP_CALL_cudaEventRecord, .stream = s, .async = true };
	struct member *m, *mine;

	s = own(s);
	pthread_mutex_lock(&state.lock);
	m = stream_member(s);
	*e = cudaSuccess;
	if (!external || !m)
		ended_remove(event);
	if (m && !external) {
		if (m->capture->invalid)
			*e = cudaErrorStreamCaptureInvalidated;
		leave(&state.events, event);
		mine = join(&state.events, event, m->capture);
		include_all(&mine->last, m->last.v, m->last.n);
	} else if (!m && state.active) {
		leave(&state.events, event);
	}
	pthread_mutex_unlock(&state.lock);
	if (m && external) {
		w.event = event;
		*e = capture_add(&w);
	}
	return m != NULL;
}

bool capture_wait(cudaStream_t s, cudaEvent_t event, bool external, cudaError_t *e)
{
	struct work w = { .kind = WORK_WAIT, .call = DP_CALL_cudaStreamWaitEvent, .stream = s, .async = true };
	struct member *m, *from;
	bool ours, node, ended;

	s = own(s);
	pthread_mutex_lock(&state.lock);
	m = stream_member(s);
	from = external ? NULL : member(&state.events, event);
	ended = !m && !from && ended_has(event);
	ours = m || from || ended;
	node = m && external;
	*e = cudaSuccess;
	if (from && !stream_id(s)) {
		*e = spoil(from->capture, w.call, cudaErrorStreamCaptureImplicit);
	} else if (from && m && m->capture != from->capture) {
		*e = spoil(m->capture, w.call, cudaErrorStreamCaptureMerge);
		spoil(from->capture, w.call, *e);
	} else if (from) {
		if (!m)
			m = join(&state.streams, s, from->capture);
		include_all(&m->last, from->last.v, from->last.n);
		if (m->capture->invalid)
			*e = cudaErrorStreamCaptureInvalidated;
	} else if (m && !external) { /* what is outside of the capture cannot be waited for in it */
		*e = spoil(m->capture, w.call, cudaErrorStreamCaptureIsolation);
	}
	pthread_mutex_unlock(&state.lock);
	if (ended)
		*e = ended_refuses(event, w.call);
	else if (*e != cudaErrorStreamCaptureInvalidated)
		capture_say_why(w.call, 0, *e);
	if (node) {
		w.event = event;
		*e = capture_add(&w);
	}
	return ours;
}

/* ---- the API */
static cudaError_t begin(cudaStream_t s, struct CUgraph_st *into, const cudaGraphNode_t *deps, size_t ndeps,
	enum cudaStreamCaptureMode mode)
{
	struct capture *c;
	struct member *m;

	if ((unsigned)mode > cudaStreamCaptureModeRelaxed || (ndeps && !deps))
		return cudaErrorInvalidValue;
	s = own(s);
	if (!stream_id(s))
		return cudart_why(cudaErrorStreamCaptureUnsupported, "the legacy default stream cannot be captured");
	if (!stream_live(s))
		return cudart_why(cudaErrorInvalidResourceHandle, "the stream does not exist (destroyed?)");
	if (into && !graph_live(into))
		return cudaErrorInvalidValue;
	for (size_t i = 0; i < ndeps; i++)
		if (!node_live(deps[i]) || deps[i]->graph != into)
			return cudaErrorInvalidValue;
	pthread_mutex_lock(&state.lock);
	if (stream_member(s)) {
		pthread_mutex_unlock(&state.lock);
		return cudart_why(cudaErrorIllegalState, "the stream is being captured already");
	}
	c = xcalloc(1, sizeof *c);
	c->graph = into ? into : graph_new();
	c->given = into != NULL;
	c->origin = s;
	c->mode = mode;
	c->thread = pthread_self();
	c->id = ++state.captures;
	c->refs = 1;
	state.active++;
	m = join(&state.streams, s, c);
	include_all(&m->last, deps, ndeps);
	pthread_mutex_unlock(&state.lock);
	return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t s, enum cudaStreamCaptureMode mode)
{
	return cudart_done(begin(s, NULL, NULL, 0, mode));
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t s, cudaGraph_t g, const cudaGraphNode_t *deps,
	const cudaGraphEdgeData *data, size_t n, enum cudaStreamCaptureMode mode)
{
	(void)data;
	return cudart_done(g ? begin(s, g, deps, n, mode) : cudaErrorInvalidValue);
}

/* Does the first stream wait for all that M's stream added? */
static bool joined(const struct member *m, const struct member *origin)
{
	for (size_t k = 0; k < m->last.n; k++)
		if (!graph_reaches(m->capture->graph, origin->last.v, origin->last.n, m->last.v[k]))
			return false;
	return true;
}

/* Every stream that has joined must be waited for by the first one. */
static bool all_joined(const struct capture *c, struct member *origin)
{
	for (size_t i = 0; i < state.streams.cap; i++) {
		const struct member *m = state.streams.values[i];

		if (m && m->capture == c && m != origin && !joined(m, origin))
			return false;
	}
	return true;
}

/* A stream that the first one waits for already has nothing left to say: the capture goes on without it. */
void capture_forget(cudaStream_t s)
{
	struct member *m, *origin;

	pthread_mutex_lock(&state.lock);
	m = stream_member(s);
	if (m) {
		origin = stream_member(m->capture->origin);
		if (!origin || origin == m || !joined(m, origin))
			spoil(m->capture, DP_CALL_cudaStreamDestroy, cudaErrorStreamCaptureUnjoined);
		leave(&state.streams, s);
	}
	pthread_mutex_unlock(&state.lock);
}

/* *breaker: who broke it, with *error. */
static cudaError_t end(cudaStream_t s, cudaGraph_t *out, enum dp_call *breaker, cudaError_t *error)
{
	struct member *m = stream_member(s);
	struct capture *c;
	cudaError_t e = cudaSuccess;

	if (!m)
		return cudaErrorIllegalState;
	c = m->capture;
	if (c->origin != s)
		return spoil(c, DP_CALL_cudaStreamEndCapture, cudaErrorStreamCaptureUnmatched);
	*breaker = c->breaker;
	*error = c->error;
	if (c->mode != cudaStreamCaptureModeRelaxed && !pthread_equal(c->thread, pthread_self()))
		e = cudaErrorStreamCaptureWrongThread; /* it is over all the same (measured on an H200) */
	else if (c->invalid)
		e = cudaErrorStreamCaptureInvalidated;
	else if (!all_joined(c, m))
		e = cudaErrorStreamCaptureUnjoined;
	if (e == cudaSuccess)
		*out = c->graph;
	else if (!c->given)
		graph_free(c->graph);
	c->graph = NULL;
	leave_all(&state.streams, c);
	leave_all(&state.events, c);
	if (--c->refs == 0)
		free(c);
	state.active--;
	return e;
}

cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *out)
{
	enum dp_call breaker = DP_CALL_none;
	cudaError_t e, error = cudaSuccess;

	if (!out)
		return cudart_done(cudaErrorInvalidValue);
	*out = NULL;
	s = own(s);
	pthread_mutex_lock(&state.lock);
	e = end(s, out, &breaker, &error);
	pthread_mutex_unlock(&state.lock);
	if (e == cudaErrorStreamCaptureInvalidated)
		cudart_refuse(DP_CALL_cudaStreamEndCapture, e, "the capture was broken before, by %s (%s)",
			logs_call(breaker), cudaGetErrorName(error));
	else
		capture_say_why(DP_CALL_cudaStreamEndCapture, 0, e);
	return cudart_done(e);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t s, enum cudaStreamCaptureStatus *status, unsigned long long *id,
	cudaGraph_t *graph, const cudaGraphNode_t **deps, const cudaGraphEdgeData **edges, size_t *n)
{
	static const cudaGraphEdgeData plain[64];
	const struct member *m;

	if (!status)
		return cudart_done(cudaErrorInvalidValue);
	s = own(s);
	pthread_mutex_lock(&state.lock);
	m = stream_member(s);
	*status = !m                ? cudaStreamCaptureStatusNone :
		m->capture->invalid ? cudaStreamCaptureStatusInvalidated :
				      cudaStreamCaptureStatusActive;
	if (m && id)
		*id = m->capture->id;
	if (m && graph)
		*graph = m->capture->graph;
	if (m && deps)
		*deps = m->last.v;
	if (m && edges)
		*edges = m->last.n <= 64 ? plain : NULL;
	if (m && n)
		*n = m->last.n;
	pthread_mutex_unlock(&state.lock);
	return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t s, enum cudaStreamCaptureStatus *status)
{
	return cudaStreamGetCaptureInfo(s, status, NULL, NULL, NULL, NULL, NULL);
}

cudaError_t cudaStreamUpdateCaptureDependencies(
	cudaStream_t s, cudaGraphNode_t *deps, const cudaGraphEdgeData *data, size_t n, unsigned flags)
{
	struct member *m;
	cudaError_t e;

	(void)data;
	if (flags > cudaStreamSetCaptureDependencies || (n && !deps))
		return cudart_done(cudaErrorInvalidValue);
	e = enter(s, &m);
	for (size_t i = 0; e == cudaSuccess && i < n; i++)
		if (!node_live(deps[i]) || deps[i]->graph != m->capture->graph)
			e = cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		if (flags == cudaStreamSetCaptureDependencies)
			m->last.n = 0;
		include_all(&m->last, deps, n);
	}
	pthread_mutex_unlock(&state.lock);
	return cudart_done(e);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	enum cudaStreamCaptureMode old = thread_mode;

	if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
		return cudart_done(cudaErrorInvalidValue);
	thread_mode = *mode;
	*mode = old;
	return cudaSuccess;
}
