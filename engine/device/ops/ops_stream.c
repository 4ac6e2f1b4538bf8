/* ops_stream: streams and events. The worker runs everything in API order, which already is an order that streams and
 * events allow; when it would have run on the GPU, and so an event's time and what a query answers, is virtual.c's.
 *
 * A query and an elapsed time wait a moment for the worker, so that their answers follow the virtual clock and not this
 * machine's speed. When a kernel runs for longer, "not ready" is the answer: the program may be about to tell it to
 * end.
 */
#include "device/ops/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/ops/virtual.h"

#define MAX_STREAMS 65536u
#define MAX_EVENTS (1u << 20)

enum { INVALID_VALUE = 1, OUT_OF_MEMORY = 2, INVALID_HANDLE = 400, NOT_READY = 600 };
enum { EVENT_DISABLE_TIMING = 2 };

bool stream_known(struct context *c, struct op *op, uint32_t stream)
{
	bool ok;

	pthread_mutex_lock(&c->lock);
	ok = stream < c->nstreams && c->streams[stream].exists;
	pthread_mutex_unlock(&c->lock);
	if (!ok)
		op_refuse(op, INVALID_HANDLE, "the stream does not exist (destroyed?)");
	return ok;
}

/* Call with the lock held. */
static struct event *event_at(struct context *c, struct op *op, uint32_t id)
{
	if (id < c->nevents && c->events[id].exists)
		return &c->events[id];
	op_refuse(op, INVALID_HANDLE, "the event does not exist (never created, or destroyed?)");
	return NULL;
}

/* The operation is about the event as it was recorded last. */
static void about_event(struct context *c, struct op *op, uint32_t id)
{
	const struct event *ev;

	pthread_mutex_lock(&c->lock);
	ev = event_at(c, op, id);
	if (ev)
		op->record = record_keep(ev->newest);
	pthread_mutex_unlock(&c->lock);
}

int op_nothing(struct context *c, struct op *op, struct answer *a)
{
	(void)c;
	(void)op;
	(void)a;
	return 0;
}

int op_sync_check(struct context *c, struct op *op)
{
	const struct dp_wait *w = (const void *)op->body;

	op->head.flags &= ~DP_ASYNC;
	if (w->what > DP_SYNC_EVENT)
		return -1;
	if (w->what == DP_SYNC_STREAM)
		stream_known(c, op, w->id);
	if (w->what == DP_SYNC_EVENT)
		about_event(c, op, w->id);
	return 0;
}

int op_sync(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_wait *w = (const void *)op->body;
	int error = c->async_error;

	(void)a;
	c->async_error = 0;
	virtual_sync(c, op, w->what, w->id);
	return error;
}

int op_query_check(struct context *c, struct op *op)
{
	const struct dp_wait *w = (const void *)op->body;

	op->head.flags &= ~DP_ASYNC;
	if (w->what != DP_SYNC_STREAM && w->what != DP_SYNC_EVENT)
		return -1;
	if (w->what == DP_SYNC_STREAM)
		stream_known(c, op, w->id);
	else
		about_event(c, op, w->id);
	if (op->refused || context_settle(c))
		return 0;
	context_send(c, op->head.seq, NOT_READY, NULL);
	return 1;
}

int op_query(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_wait *w = (const void *)op->body;

	(void)a;
	return virtual_query(c, op, w->what, w->id) ? 0 : NOT_READY;
}

int op_stream_create(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_stream *s = (const void *)op->body;
	struct dp_id reply = { 0, 0 };
	size_t i = 1;

	pthread_mutex_lock(&c->lock);
	while (i < c->nstreams && c->streams[i].exists)
		i++;
	if (i == c->nstreams && i < MAX_STREAMS) {
		c->streams = xrealloc(c->streams, (i + 1) * sizeof *c->streams);
		c->nstreams++;
	}
	if (i < c->nstreams)
		c->streams[i] = (struct stream){ .exists = true, .flags = s->flags, .priority = s->priority };
	pthread_mutex_unlock(&c->lock);
	if (i >= MAX_STREAMS)
		return op_refuse(op, OUT_OF_MEMORY, "more than %u streams", MAX_STREAMS);
	virtual_stream_open(c, (uint32_t)i);
	reply.id = (uint32_t)i;
	buf_add(&a->body, &reply, sizeof reply);
	return 0;
}

int op_stream_destroy_check(struct context *c, struct op *op)
{
	const struct dp_id *id = (const void *)op->body;

	if (!id->id)
		op_refuse(op, INVALID_HANDLE, "the default stream cannot be destroyed");
	else if (stream_known(c, op, id->id)) {
		pthread_mutex_lock(&c->lock);
		c->streams[id->id].exists = false;
		pthread_mutex_unlock(&c->lock);
	}
	return 0;
}

int op_stream_destroy(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_id *id = (const void *)op->body;

	(void)a;
	virtual_stream_close(c, id->id);
	return 0;
}

int op_stream_wait_check(struct context *c, struct op *op)
{
	const struct dp_event *w = (const void *)op->body;

	if (stream_known(c, op, w->stream))
		about_event(c, op, w->event);
	return 0;
}

int op_stream_wait(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_event *w = (const void *)op->body;

	(void)a;
	virtual_wait_event(c, w->event, op->record, w->stream);
	return 0;
}

int op_event_create(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_id *flags = (const void *)op->body;
	struct dp_id reply = { 0, 0 };
	size_t i = 0;

	if (flags->id & ~7u)
		return op_refuse(op, INVALID_VALUE, "unknown event flags 0x%x", flags->id);
	pthread_mutex_lock(&c->lock);
	while (i < c->nevents && (c->events[i].exists || c->events[i].pending))
		i++;
	if (i == c->nevents && i < MAX_EVENTS) {
		c->events = xrealloc(c->events, (i + 1) * sizeof *c->events);
		c->events[i].newest = NULL;
		c->nevents++;
	}
	if (i < c->nevents) {
		record_release(c->events[i].newest);
		c->events[i] = (struct event){ .exists = true, .flags = flags->id };
	}
	pthread_mutex_unlock(&c->lock);
	if (i >= MAX_EVENTS)
		return op_refuse(op, OUT_OF_MEMORY, "more than %u events", MAX_EVENTS);
	reply.id = (uint32_t)i;
	buf_add(&a->body, &reply, sizeof reply);
	return 0;
}

int op_event_destroy_check(struct context *c, struct op *op)
{
	const struct dp_id *id = (const void *)op->body;
	struct event *ev;

	pthread_mutex_lock(&c->lock);
	ev = event_at(c, op, id->id);
	if (ev)
		ev->exists = false;
	pthread_mutex_unlock(&c->lock);
	return 0;
}

int op_event_record_check(struct context *c, struct op *op)
{
	const struct dp_event *r = (const void *)op->body;
	struct event *ev;

	if (!stream_known(c, op, r->stream))
		return 0;
	pthread_mutex_lock(&c->lock);
	ev = event_at(c, op, r->event);
	if (ev) {
		ev->recorded = true;
		ev->pending++;
		record_release(ev->newest);
		ev->newest = record_new(op->order + 1);
		op->record = record_keep(ev->newest);
	}
	pthread_mutex_unlock(&c->lock);
	return 0;
}

int op_event_record(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_event *r = (const void *)op->body;

	(void)a;
	virtual_record(c, r->event, op->record, r->stream);
	/* Until now its time was that of the record before. */
	pthread_mutex_lock(&c->lock);
	c->events[r->event].pending--;
	pthread_mutex_unlock(&c->lock);
	return 0;
}

enum { UNTIMED_MOST = 64 };

static size_t untimed_at(const struct context *c, const struct dp_pair *p)
{
	size_t i = 0;

	while (i < c->nuntimed && (c->untimed[i].first != p->first || c->untimed[i].second != p->second))
		i++;
	return i;
}

/* A time was asked for, and there was one or not. Who asks again until there is has seen the answer; of the others it
 * is told at the end. Call with the lock held. */
static void asked_for_time(struct context *c, const struct dp_pair *p, bool known)
{
	const size_t i = untimed_at(c, p);

	judged_timed(c);
	if (known && i < c->nuntimed)
		c->untimed[i] = c->untimed[--c->nuntimed];
	if (known || i < c->nuntimed || i >= UNTIMED_MOST)
		return;
	c->untimed = xrealloc(c->untimed, (i + 1) * sizeof *c->untimed);
	c->untimed[c->nuntimed++] = *p;
}

void untimed_tell(struct context *c)
{
	struct em_finding f = {
		.kind = EM_FINDING_NO_TIME, .severity = EM_INFO, .space = PTX_GLOBAL, .host = true, .count = 1
	};
	size_t n;

	pthread_mutex_lock(&c->lock);
	n = c->nuntimed;
	free(c->untimed);
	c->untimed = NULL;
	c->nuntimed = 0;
	pthread_mutex_unlock(&c->lock);
	if (!n || atomic_load(&c->config->order->unchecked) & EM_CHECK_COPIES)
		return;
	snprintf(f.message, sizeof f.message,
		"cudaEventElapsedTime answered cudaErrorNotReady and gave no time: the work before the second event "
		"was not over, and the call was not made again. Call cudaEventSynchronize() of the second event first");
	log_finding(c->log, "cudaEventElapsedTime", &f, NULL, c->lacked);
}

static double told_ms(const struct context *c, int64_t ns)
{
	const unsigned stretch = atomic_load(&c->config->order->stretch);

	return (double)ns / 1e6 * (stretch ? stretch : 1);
}

/* The time between two events that were stamped and not recorded again: no work that came later matters. */
static bool answer_elapsed(struct context *c, const struct op *op, bool when_held)
{
	const struct dp_pair *p = (const void *)op->body;
	struct answer a = { .fd = -1 };
	double ms = 0;
	bool known;

	pthread_mutex_lock(&c->lock);
	const struct event *from = &c->events[p->first], *to = &c->events[p->second];

	known = from->stamped && to->stamped && !from->pending && !to->pending && (!when_held || hold_holds(c));
	if (known) {
		ms = told_ms(c, to->time_ns - from->time_ns);
		asked_for_time(c, p, true);
	}
	pthread_mutex_unlock(&c->lock);
	if (!known)
		return false;
	buf_init(&a.body);
	buf_add(&a.body, &ms, sizeof ms);
	context_send(c, op->head.seq, 0, &a);
	buf_release(&a.body);
	return true;
}

int op_event_elapsed_check(struct context *c, struct op *op)
{
	const struct dp_pair *p = (const void *)op->body;
	const struct event *from, *to;

	op->head.flags &= ~DP_ASYNC;
	pthread_mutex_lock(&c->lock);
	from = event_at(c, op, p->first);
	to = from ? event_at(c, op, p->second) : NULL;
	if (to && (!from->recorded || !to->recorded))
		op_refuse(
			op, INVALID_HANDLE, "the %s event has not been recorded", from->recorded ? "second" : "first");
	else if (to && ((from->flags | to->flags) & EVENT_DISABLE_TIMING))
		op_refuse(op, INVALID_HANDLE, "an event was created with cudaEventDisableTiming");
	pthread_mutex_unlock(&c->lock);
	if (op->refused)
		return 0;
	if (answer_elapsed(c, op, true))
		return 1;
	if (context_settle(c))
		return 0;
	if (answer_elapsed(c, op, false))
		return 1;
	pthread_mutex_lock(&c->lock);
	asked_for_time(c, p, false);
	pthread_mutex_unlock(&c->lock);
	context_send(c, op->head.seq, NOT_READY, NULL);
	return 1;
}

int op_event_elapsed(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_pair *p = (const void *)op->body;
	int64_t from, to;
	double ms;
	bool known;

	virtual_call(c);
	known = virtual_stamped(c, p->first, &from) && virtual_stamped(c, p->second, &to);
	pthread_mutex_lock(&c->lock);
	asked_for_time(c, p, known);
	pthread_mutex_unlock(&c->lock);
	if (!known)
		return NOT_READY;
	ms = told_ms(c, to - from);
	buf_add(&a->body, &ms, sizeof ms);
	return 0;
}
