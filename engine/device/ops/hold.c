/* hold: see hold.h. */
#include "device/ops/hold.h"

#include <stdlib.h>
#include <time.h>

#include "base/proc.h"
#include "device/ops/context.h"

/* Longer than a program takes from a launch to the first look at its result, also where it has to wait for a core. All
 * silences of a context together stay below two seconds. */
enum { SILENT_MS = 50, LATEST_MS = 200, MOST_SILENCES = 30 };
enum { NON_BLOCKING = 1 }; /* cudaStreamNonBlocking */

static bool held(const struct context *c)
{
	return atomic_load(&c->config->order->seed) != 0 && c->hold.silences < MOST_SILENCES;
}

/* A host function's answer says that its turn has come: nobody stands still for it. */
static bool waits(const struct op *op)
{
	return !op->answered && op->head.op != DP_HOST;
}

bool hold_queues(struct context *c, const struct op *op)
{
	return held(c) && op->answered && !op->refused;
}

void hold_queued(struct context *c)
{
	c->hold.newest = time_now_ns();
	if (c->nqueued == 1) {
		c->hold.first = c->hold.newest;
		c->hold.over = false;
	}
}

bool hold_holds(struct context *c)
{
	return c->nqueued && !c->hold.over && held(c);
}

void hold_end(struct context *c)
{
	if (c->nqueued)
		c->hold.over = true;
	pthread_cond_broadcast(&c->changed);
}

/* ---- what an operation waits for */
struct wanted {
	bool all;
	uint64_t look;       /* the number that wanted records get */
	uint64_t streams[4]; /* bits of the first 256, of which there are seldom more */
};
enum { MOST_NUMBERS = 256 };

static bool has(const uint64_t *bits, uint32_t i)
{
	return bits[i / 64] >> (i % 64) & 1;
}

static void want_stream(struct wanted *w, uint32_t i)
{
	if (i >= MOST_NUMBERS)
		w->all = true;
	else
		w->streams[i / 64] |= 1ull << (i % 64);
}

/* The record of an event that the operation is about. */
static void want_record(const struct wanted *w, const struct op *op)
{
	if (op->record)
		op->record->wanted = w->look;
}

/* The stream that an operation is issued to. False: to none, or there is more to it. */
static bool stream_of(const struct op *op, uint32_t *stream)
{
	const void *b = op->body;

	switch (op->head.op) {
	case DP_WRITE: *stream = ((const struct dp_write *)b)->stream; return true;
	case DP_READ: *stream = ((const struct dp_read *)b)->stream; return true;
	case DP_COPY: *stream = ((const struct dp_copy *)b)->stream; return true;
	case DP_MEMSET: *stream = ((const struct dp_memset *)b)->stream; return true;
	case DP_LAUNCH: *stream = ((const struct dp_launch *)b)->stream; return true;
	case DP_EVENT_RECORD:
	case DP_STREAM_WAIT: *stream = ((const struct dp_event *)b)->stream; return true;
	case DP_GRAPH: *stream = ((const struct dp_graph *)b)->stream; return true;
	case DP_ADVISE: *stream = ((const struct dp_advise *)b)->stream; return true;
	case DP_HOST: *stream = ((const struct dp_id *)b)->id; return true;
	default: return false;
	}
}

/* These the driver does at once, whatever the device is at. */
static bool waits_for_nothing(const struct op *op)
{
	switch (op->head.op) {
	case DP_MALLOC:
	case DP_KERNEL:
	case DP_SYMBOL:
	case DP_POINTER:
	case DP_MEM_INFO:
	case DP_ATTRIBUTE:
	case DP_EVENT_CREATE: return true;
	default: return false;
	}
}

/* What somebody stands still for. */
static struct wanted wanted_by(struct context *c, const struct op *op)
{
	const struct dp_wait *sync = (const void *)op->body;
	struct wanted w = { .look = ++c->hold.looks };
	uint32_t stream;

	if (waits_for_nothing(op))
		return w;
	if (stream_of(op, &stream))
		want_stream(&w, stream);
	else if (op->head.op == DP_SYNC && sync->what == DP_SYNC_STREAM)
		want_stream(&w, sync->id);
	else if (op->head.op == DP_SYNC && sync->what == DP_SYNC_EVENT)
		want_record(&w, op);
	else
		w.all = true;
	return w;
}

static bool blocking(const struct context *c, uint32_t stream)
{
	return stream < c->nstreams && !(c->streams[stream].flags & NON_BLOCKING);
}

/* Does something of this stream come before what is wanted of others? The default stream waits for all blocking ones,
 * and they for it. */
static bool comes_before(const struct context *c, const struct wanted *w, uint32_t stream)
{
	if (stream >= MOST_NUMBERS || has(w->streams, stream))
		return true;
	if (!blocking(c, stream))
		return false;
	if (has(w->streams, 0))
		return true;
	for (uint32_t i = 1; !stream && i < MOST_NUMBERS; i++)
		if (has(w->streams, i) && blocking(c, i))
			return true;
	return false;
}

/* Does the operation make its record, of an event or of a graph's end? Others wait for theirs. */
static bool records(const struct op *op)
{
	return op->record &&
		(op->head.op == DP_EVENT_RECORD ||
			(op->head.op == DP_GRAPH &&
				((const struct dp_graph *)(const void *)op->body)->step == DP_GRAPH_END));
}

/* An operation that stands before what is wanted: is it wanted, too? Then so is what it waits for. */
static bool is_wanted(const struct context *c, struct wanted *w, const struct op *op)
{
	bool record = records(op) && op->record->wanted == w->look;
	uint32_t stream;

	if (w->all || !stream_of(op, &stream))
		return true;
	if (!comes_before(c, w, stream) && !record)
		return false;
	want_stream(w, stream);
	want_record(w, op);
	/* Kernels may wait for each other: those that were issued before could be at work. */
	if (op->head.op == DP_LAUNCH && (!op->kernel || !op->kernel->em || em_kernel_meets(op->kernel->em)))
		w->all = true;
	return true;
}

/* The first operation that comes before the one at `n`, or is it. */
static struct op **first_wanted(struct context *c, size_t n)
{
	struct op **at = xcalloc(n + 1, sizeof *at);
	struct op **link = &c->first;
	struct wanted w;
	size_t first = n, i = 0;

	for (struct op *op = c->first; i <= n; op = op->next)
		at[i++] = op;
	w = wanted_by(c, at[n]);
	for (i = waits_for_nothing(at[n]) ? 0 : n; i > 0; i--)
		if (is_wanted(c, &w, at[i - 1]))
			first = i - 1;
	free(at);
	for (i = 0; i < first; i++)
		link = &(*link)->next;
	return link;
}

/* A record with nothing before it in its stream: its time is now, whatever other streams do. NULL: there is none. */
static struct op **record_in_time(struct context *c)
{
	struct wanted before = { 0 };
	uint32_t stream;

	for (struct op **link = &c->first; *link; link = &(*link)->next) {
		if (!stream_of(*link, &stream))
			continue;
		if ((*link)->head.op == DP_EVENT_RECORD && !before.all && !comes_before(c, &before, stream))
			return link;
		want_stream(&before, stream);
	}
	return NULL;
}

static int64_t end_of(const struct hold *h)
{
	int64_t silent = h->newest + SILENT_MS * INT64_C(1000000), latest = h->first + LATEST_MS * INT64_C(1000000);

	return silent < latest ? silent : latest;
}

/* The condition's clock is the wall's; the ends are counted on one that nobody sets. */
static void wait_for(struct context *c, int64_t ns)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += (time_t)(ns / 1000000000);
	until.tv_nsec += (long)(ns % 1000000000);
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_cond_timedwait(&c->changed, &c->lock, &until);
}

struct op **hold_next(struct context *c)
{
	struct op **record;
	int64_t left;
	size_t n = 0;

	if (c->hold.over || !held(c))
		return &c->first;
	record = record_in_time(c);
	if (record)
		return record;
	for (struct op *op = c->first; op; op = op->next, n++)
		if (waits(op))
			return first_wanted(c, n);
	left = end_of(&c->hold) - time_now_ns();
	if (left > 0) {
		wait_for(c, left);
		return NULL;
	}
	c->hold.silences++;
	c->hold.over = true;
	return &c->first;
}
