/* awaited: see awaited.h. */
#include "cudart/wire/awaited.h"

#include <string.h>

enum { STREAMS = 32, EVENTS = 256 };

/* Of each stream the newest work that comes before something. */
struct upto {
	uint64_t number[STREAMS];
};
static struct {
	uint64_t number;
	bool many;           /* streams, more than are followed */
	bool apart[STREAMS]; /* cudaStreamNonBlocking */
	struct upto before[STREAMS], event[EVENTS];
	struct upto closed; /* what blocking streams had done that are no more */
} awaited;

static void join(struct upto *to, const struct upto *from)
{
	for (size_t i = 0; i < STREAMS; i++)
		if (to->number[i] < from->number[i])
			to->number[i] = from->number[i];
}

/* Something is issued to the stream: the legacy default stream and the blocking ones wait for each other. */
static void enter(uint32_t stream)
{
	if (stream >= STREAMS) {
		awaited.many = true;
		return;
	}
	if (stream && !awaited.apart[stream])
		join(&awaited.before[stream], &awaited.before[0]);
	if (stream)
		return;
	join(&awaited.before[0], &awaited.closed);
	for (size_t i = 1; i < STREAMS; i++)
		if (!awaited.apart[i])
			join(&awaited.before[0], &awaited.before[i]);
}

static void work(uint32_t stream)
{
	enter(stream);
	if (stream < STREAMS)
		awaited.before[stream].number[stream] = ++awaited.number;
}

static void all_before(struct upto *u)
{
	for (size_t i = 0; i < STREAMS; i++)
		u->number[i] = awaited.number;
}

static void wait_event(const struct dp_event *w)
{
	enter(w->stream);
	if (w->stream >= STREAMS)
		return;
	if (w->event < EVENTS)
		join(&awaited.before[w->stream], &awaited.event[w->event]);
	else
		all_before(&awaited.before[w->stream]);
}

static void record(const struct dp_event *r)
{
	enter(r->stream);
	if (r->event >= EVENTS)
		return;
	if (r->stream < STREAMS)
		awaited.event[r->event] = awaited.before[r->stream];
	else
		all_before(&awaited.event[r->event]);
}

static void destroyed(uint32_t stream)
{
	if (stream < STREAMS && !awaited.apart[stream])
		join(&awaited.closed, &awaited.before[stream]);
}

void awaited_issued(const struct rpc *r)
{
	const void *body = r->body;
	const struct dp_wait *w = body;

	switch (r->op) {
	case DP_LAUNCH: work(((const struct dp_launch *)body)->stream); break;
	case DP_COPY: work(((const struct dp_copy *)body)->stream); break;
	case DP_READ: enter(((const struct dp_read *)body)->stream); break;
	case DP_WRITE: enter(((const struct dp_write *)body)->stream); break;
	case DP_MEMSET: enter(((const struct dp_memset *)body)->stream); break;
	case DP_HOST: enter(((const struct dp_id *)body)->id); break;
	case DP_EVENT_RECORD: record(body); break;
	case DP_STREAM_WAIT: wait_event(body); break;
	case DP_STREAM_DESTROY: destroyed(((const struct dp_id *)body)->id); break;
	case DP_SYNC:
	case DP_QUERY:
		if (w->what == DP_SYNC_STREAM)
			enter(w->id);
		break;
	default: break;
	}
}

static uint32_t reply_id(const struct rpc *r)
{
	return r->nreply >= sizeof(struct dp_id) ? ((const struct dp_id *)r->reply)->id : UINT32_MAX;
}

void awaited_answered(const struct rpc *r)
{
	uint32_t id;

	switch (r->op) {
	case DP_STREAM_CREATE:
		id = reply_id(r);
		if (id >= STREAMS)
			break;
		awaited.before[id] = (struct upto){ { 0 } };
		awaited.apart[id] = ((const struct dp_stream *)r->body)->flags & 1;
		break;
	case DP_EVENT_CREATE:
		id = reply_id(r);
		if (id < EVENTS)
			awaited.event[id] = (struct upto){ { 0 } };
		break;
	case DP_RESET: memset(&awaited, 0, sizeof awaited); break;
	default: break;
	}
}

struct awaited_work awaited_newest(uint32_t stream)
{
	return (struct awaited_work){ stream, stream < STREAMS ? awaited.before[stream].number[stream] : 0 };
}

static bool ends_in_async(enum dp_call call)
{
	const char *name = logs_call(call);
	const size_t n = name ? strlen(name) : 0;

	return n > 5 && !strcmp(name + n - 5, "Async");
}

static bool on_both_sides(uint64_t addr)
{
	const enum dp_memory kind = ranges_find(addr, NULL, NULL);

	return kind == DP_MEM_PINNED || kind == DP_MEM_MANAGED;
}

bool awaited_waits(const struct rpc *r)
{
	const struct dp_copy *c = r->body;

	switch (r->op) {
	case DP_RESET:
	case DP_QUERY:
	case DP_READ: return true;
	case DP_SYNC: /* The runtime's own, before an asynchronous copy, counts for nothing. */
	case DP_FREE: return !ends_in_async(r->call);
	case DP_WRITE: return !(r->flags & DP_ASYNC);
	/* Within the device the host waits for neither. */
	case DP_COPY: return !(r->flags & DP_ASYNC) && (on_both_sides(c->dst) || on_both_sides(c->src));
	case DP_MEMSET: return !(r->flags & DP_ASYNC) && on_both_sides(((const struct dp_memset *)r->body)->dst);
	default: return false;
	}
}

/* What the call waits for; NULL: for everything. */
static const struct upto *waited_for(const struct rpc *r)
{
	const struct dp_wait *w = r->body;
	uint32_t stream = 0;

	switch (r->op) {
	case DP_SYNC:
	case DP_QUERY:
		if (w->what == DP_SYNC_EVENT)
			return w->id < EVENTS ? &awaited.event[w->id] : NULL;
		if (w->what != DP_SYNC_STREAM)
			return NULL;
		stream = w->id;
		break;
	case DP_READ: stream = ((const struct dp_read *)r->body)->stream; break;
	case DP_WRITE: stream = ((const struct dp_write *)r->body)->stream; break;
	case DP_COPY: stream = ((const struct dp_copy *)r->body)->stream; break;
	case DP_MEMSET: stream = ((const struct dp_memset *)r->body)->stream; break;
	default: return NULL;
	}
	return stream < STREAMS ? &awaited.before[stream] : NULL;
}

bool awaited_covers(const struct rpc *r, struct awaited_work work)
{
	const struct upto *upto = awaited.many || work.stream >= STREAMS ? NULL : waited_for(r);

	return !upto || work.number <= upto->number[work.stream];
}
