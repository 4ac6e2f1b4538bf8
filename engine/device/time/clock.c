/* clock: see clock.h. Each stream has a list of operations that are not over; its first one alone can run. Each
 * engine's queues have lists of those that have not begun. So to decide what may begin it is enough to look at the
 * first of each list: whatever an operation must wait for was issued earlier, and a list's first is its earliest.
 *
 * Invariant between calls: everything that could have begun by `now` has begun, everything that ends by `now` is over.
 */
#include "device/time/clock.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { COPY_A, COPY_B, KERNELS, HOST, ENGINES };
#define NEVER INT64_MAX

struct work {
	struct clock_work w;
	uint64_t id;
	int engine; /* -1: none */
	int64_t issued, begin, end;
	bool begun;
	bool held;            /* it has waited for another stream */
	bool follows_kernel;  /* the one before it in its stream was a kernel that was not over */
	uint64_t followed_by; /* a kernel: the id of what came next in its stream, 0 = nothing yet */
	struct work *next, *queue_next;
};
struct lane {
	struct work *first, *last;
};
struct stream {
	struct lane lane;
	size_t at; /* in `active`, when its lane is not empty */
	int priority;
	uint32_t queue;     /* of each engine, as long as its lane is not empty */
	int engine;         /* that its last operation ran on, -1: none yet */
	int64_t engine_end; /* when that ended */
	bool open, non_blocking, nodes;
};

struct clock {
	struct clock_config config;
	void (*ended)(void *user, const struct clock_span *span);
	void *user;
	int64_t now;
	uint64_t ids;
	struct stream *streams;
	size_t nstreams, streams_cap;
	uint32_t *active;
	size_t nactive;      /* streams whose lane is not empty; room for all */
	struct lane *queues; /* [engine * hardware_queues + queue] */
	uint32_t *users;     /* of each queue: streams whose lane is not empty */
	struct work *running[CLOCK_MAX_PENDING];
	size_t nrunning;
	size_t npending;
	uint64_t share;       /* of the kernels that run */
	int64_t kernel_begun; /* when the last kernel began, in this stream */
	uint32_t kernel_stream;
	uint32_t busy[ENGINES]; /* how many run there */
	int64_t wake;           /* when something that waits for its switch may begin; NEVER */
};

/* ---- streams */
static uint32_t add_stream(struct clock *c, bool non_blocking, int priority)
{
	size_t i = CLOCK_EVERYTHING + 1;

	/* A closed one whose work is over: nobody can tell it from a new one. */
	while (i < c->nstreams && (c->streams[i].open || c->streams[i].lane.first))
		i++;
	if (i >= c->nstreams)
		i = c->nstreams;
	if (i == c->streams_cap) {
		c->streams_cap = c->streams_cap ? c->streams_cap * 2 : 16;
		c->streams = xrealloc(c->streams, c->streams_cap * sizeof *c->streams);
		c->active = xrealloc(c->active, c->streams_cap * sizeof *c->active);
	}
	if (i == c->nstreams)
		c->nstreams++;
	c->streams[i] =
		(struct stream){ .open = true, .non_blocking = non_blocking, .priority = priority, .engine = -1 };
	return (uint32_t)i;
}

struct clock *clock_new(const struct clock_config *config, void (*ended)(void *, const struct clock_span *), void *user)
{
	struct clock *c = xcalloc(1, sizeof *c);

	c->config = *config;
	c->ended = ended;
	c->user = user;
	c->wake = NEVER;
	c->kernel_begun = -CLOCK_MAX_NS; /* none yet */
	c->queues = xcalloc((size_t)ENGINES * config->hardware_queues, sizeof *c->queues);
	c->users = xcalloc(config->hardware_queues, sizeof *c->users);
	for (int i = 0; i <= CLOCK_EVERYTHING; i++) {
		c->nstreams = (size_t)i;
		add_stream(c, false, 0);
	}
	return c;
}

void clock_free(struct clock *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->nstreams; i++)
		while (c->streams[i].lane.first) {
			struct work *w = c->streams[i].lane.first;

			c->streams[i].lane.first = w->next;
			free(w);
		}
	free(c->streams);
	free(c->active);
	free(c->queues);
	free(c->users);
	free(c);
}

uint32_t clock_stream_open(struct clock *c, bool non_blocking, int priority)
{
	return add_stream(c, non_blocking, priority);
}

uint32_t clock_nodes_open(struct clock *c, int priority)
{
	const uint32_t stream = add_stream(c, true, priority);

	c->streams[stream].nodes = true;
	return stream;
}

void clock_stream_close(struct clock *c, uint32_t stream)
{
	if (stream > CLOCK_EVERYTHING && stream < c->nstreams)
		c->streams[stream].open = false;
}

/* ---- what may begin */
static const struct work *first_of(const struct clock *c, uint32_t stream)
{
	return c->streams[stream].lane.first;
}

bool clock_over(const struct clock *c, struct clock_ref ref)
{
	const struct work *w = ref.id ? first_of(c, ref.stream) : NULL;

	return !w || w->id > ref.id;
}

static struct lane *queue_of(const struct clock *c, const struct work *w)
{
	return &c->queues[(size_t)w->engine * c->config.hardware_queues + c->streams[w->w.stream].queue];
}

/* A stream that gets something to do again takes the queue that the fewest have. */
static uint32_t take_queue(struct clock *c)
{
	uint32_t best = 0;

	for (uint32_t q = 1; q < c->config.hardware_queues; q++)
		if (c->users[q] < c->users[best])
			best = q;
	c->users[best]++;
	return best;
}

/* Does one of the operations that are not over and were issued before w hold it back? */
static bool held_by_streams(const struct clock *c, const struct work *w)
{
	const struct work *all = first_of(c, CLOCK_EVERYTHING), *legacy = first_of(c, CLOCK_LEGACY);
	uint32_t s = w->w.stream;

	if (!clock_over(c, w->w.after))
		return true;
	if (s != CLOCK_EVERYTHING && all && all->id < w->id)
		return true;
	if (s > CLOCK_EVERYTHING)
		return !c->streams[s].non_blocking && legacy && legacy->id < w->id;
	for (size_t i = 0; i < c->nactive; i++) {
		uint32_t other = c->active[i];

		if (other != s && first_of(c, other)->id < w->id &&
			(s == CLOCK_EVERYTHING || !c->streams[other].non_blocking))
			return true;
	}
	return false;
}

static bool held_by_checks(const struct clock *c, const struct work *w)
{
	if (!c->config.dependency_checks)
		return false;
	if (w->follows_kernel)
		for (uint32_t q = 0; q < c->config.hardware_queues; q++) {
			const struct work *k = c->queues[(size_t)KERNELS * c->config.hardware_queues + q].first;

			if (k && k->id < w->id)
				return true;
		}
	if (w->engine == KERNELS)
		for (size_t i = 0; i < c->nactive; i++) {
			const struct work *k = first_of(c, c->active[i]);

			if (k->engine == KERNELS && k->followed_by && k->followed_by < w->id)
				return true;
		}
	return false;
}

/* When its stream has got from one engine to the next, and the device from the last kernel to that of another stream.
 */
static int64_t ready_at(const struct clock *c, const struct work *w)
{
	const struct stream *s = &c->streams[w->w.stream];
	const bool kernel = w->w.engine == CLOCK_COMPUTE && c->kernel_stream != w->w.stream;
	const int64_t gap = s->nodes ? c->config.nodes_apart_ns :
		w->held              ? c->config.woken_apart_ns :
				       c->config.apart_ns,
		      apart = kernel ? c->kernel_begun + gap : 0,
		      from = w->engine >= 0 && s->engine >= 0 && s->engine != w->engine ?
		s->engine_end + c->config.switch_ns :
		0;

	return apart > from ? apart : from;
}

static bool fits(const struct clock *c, const struct work *w)
{
	switch (w->engine) {
	case -1: return true;
	case KERNELS:
		return !c->busy[KERNELS] ||
			(c->busy[KERNELS] < c->config.concurrent_kernels && c->share + w->w.share <= CLOCK_WHOLE);
	default: return !c->busy[w->engine];
	}
}

static void append(struct lane *l, struct work *w, bool queue)
{
	if (!l->first)
		l->first = w;
	else if (queue)
		l->last->queue_next = w;
	else
		l->last->next = w;
	l->last = w;
}

static void finish(struct clock *c, struct work *w)
{
	struct stream *s = &c->streams[w->w.stream];
	struct clock_span span = { w->id, w->w.stream, w->w.engine, w->issued, w->begin, w->end, w->w.tag };

	s->lane.first = w->next;
	if (w->engine >= 0) {
		s->engine = w->engine;
		s->engine_end = w->end;
	}
	if (!w->next) {
		s->lane.last = NULL;
		c->active[s->at] = c->active[--c->nactive];
		c->streams[c->active[s->at]].at = s->at;
		c->users[s->queue]--;
	}
	c->npending--;
	free(w);
	c->ended(c->user, &span);
}

static void begin(struct clock *c, struct work *w)
{
	w->begun = true;
	w->begin = c->now;
	w->end = c->now + w->w.ns;
	if (w->engine >= 0) {
		struct lane *q = queue_of(c, w);

		q->first = w->queue_next;
		c->busy[w->engine]++;
		if (w->engine == KERNELS)
			c->share += w->w.share;
		if (w->w.engine == CLOCK_COMPUTE) {
			c->kernel_begun = c->now;
			c->kernel_stream = w->w.stream;
		}
	}
	c->running[c->nrunning++] = w;
}

static void leave(struct clock *c, size_t i)
{
	struct work *w = c->running[i];

	c->running[i] = c->running[--c->nrunning];
	if (w->engine >= 0) {
		c->busy[w->engine]--;
		if (w->engine == KERNELS)
			c->share -= w->w.share;
	}
	finish(c, w);
}

/* Begin all that can. Who is first in line for an engine and does not fit keeps the others waiting, so that it gets its
 * turn. */
static void dispatch(struct clock *c)
{
	bool closed[ENGINES] = { false };

	for (;;) {
		struct work *best = NULL;

		c->wake = NEVER;
		for (size_t i = 0; i < c->nactive; i++) {
			struct stream *s = &c->streams[c->active[i]];
			struct work *w = s->lane.first;

			if (w->begun)
				continue;
			if (ready_at(c, w) > c->now) {
				c->wake = ready_at(c, w) < c->wake ? ready_at(c, w) : c->wake;
				continue;
			}
			if (w->engine >= 0 && (closed[w->engine] || queue_of(c, w)->first != w))
				continue;
			if (best &&
				(s->priority > c->streams[best->w.stream].priority ||
					(s->priority == c->streams[best->w.stream].priority && w->id > best->id)))
				continue;
			if (held_by_streams(c, w))
				w->held = true;
			else if (!held_by_checks(c, w))
				best = w;
		}
		if (!best)
			return;
		if (!fits(c, best)) {
			closed[best->engine] = true;
			continue;
		}
		begin(c, best);
		/* What takes no time is over before anything else is looked at. */
		if (best->end == c->now)
			leave(c, c->nrunning - 1);
	}
}

/* The running operation that ends next; of those that end together the one that was issued first. */
static size_t next_end(const struct clock *c)
{
	size_t best = 0;

	for (size_t i = 1; i < c->nrunning; i++) {
		const struct work *a = c->running[i], *b = c->running[best];

		if (a->end < b->end || (a->end == b->end && a->id < b->id))
			best = i;
	}
	return best;
}

/* The next moment at which anything can change. */
static int64_t next_change(const struct clock *c)
{
	int64_t end = c->nrunning ? c->running[next_end(c)]->end : NEVER;

	return c->wake < end ? c->wake : end;
}

/* Let time pass until then. False when nothing will ever change. */
static bool step(struct clock *c)
{
	int64_t next = next_change(c);

	if (next == NEVER)
		return false;
	c->now = next;
	while (c->nrunning) {
		size_t i = next_end(c);

		if (c->running[i]->end > c->now)
			break;
		leave(c, i);
	}
	dispatch(c);
	return true;
}

/* The same, at most until `until`. False once that is reached. */
static bool step_until(struct clock *c, int64_t until)
{
	if (next_change(c) <= until)
		return step(c);
	c->now = until;
	return false;
}

/* ---- the host */
int64_t clock_now(const struct clock *c)
{
	return c->now;
}

static int64_t bounded(int64_t ns)
{
	return ns < 0 ? 0 : ns > CLOCK_MAX_NS ? CLOCK_MAX_NS : ns;
}

void clock_host(struct clock *c, int64_t ns)
{
	int64_t until = c->now + bounded(ns);

	while (step_until(c, until))
		;
}

struct clock_ref clock_issue(struct clock *c, const struct clock_work *work)
{
	struct stream *s;
	struct work *w = xcalloc(1, sizeof *w), *before;
	struct clock_ref ref;

	while (c->npending >= CLOCK_MAX_PENDING && step(c))
		;
	s = &c->streams[work->stream];
	before = s->lane.first ? s->lane.last : NULL;
	w->w = *work;
	w->w.ns = bounded(work->ns);
	w->id = ++c->ids;
	w->issued = c->now;
	switch (work->engine) {
	case CLOCK_H2D:
	case CLOCK_D2H:
		w->engine = !c->config.copy_engines                             ? KERNELS :
			c->config.copy_engines > 1 && work->engine == CLOCK_D2H ? COPY_B :
										  COPY_A;
		w->w.share = CLOCK_WHOLE;
		break;
	case CLOCK_COMPUTE: w->engine = KERNELS; break;
	case CLOCK_HOST: w->engine = HOST; break;
	default: w->engine = -1;
	}
	if (before && before->engine == KERNELS) {
		w->follows_kernel = true;
		before->followed_by = w->id;
	}
	if (!before) {
		s->at = c->nactive;
		c->active[c->nactive++] = work->stream;
		s->queue = take_queue(c);
	}
	append(&s->lane, w, false);
	if (w->engine >= 0)
		append(queue_of(c, w), w, true);
	c->npending++;
	ref = (struct clock_ref){ w->id, work->stream };
	dispatch(c); /* w may be gone now */
	return ref;
}

void clock_wait(struct clock *c, struct clock_ref ref)
{
	while (!clock_over(c, ref) && step(c))
		;
}

bool clock_stream_idle(const struct clock *c, uint32_t stream)
{
	if (stream == CLOCK_LEGACY)
		for (size_t i = 0; i < c->nactive; i++)
			if (!c->streams[c->active[i]].non_blocking)
				return false;
	return !first_of(c, stream);
}

void clock_wait_stream(struct clock *c, uint32_t stream)
{
	while (!clock_stream_idle(c, stream) && step(c))
		;
}

void clock_wait_all(struct clock *c)
{
	while (c->npending && step(c))
		;
}

bool clock_poll(struct clock *c, struct clock_ref ref, int64_t ns)
{
	int64_t until = c->now + bounded(ns);

	while (!clock_over(c, ref) && step_until(c, until))
		;
	return clock_over(c, ref);
}

bool clock_poll_stream(struct clock *c, uint32_t stream, int64_t ns)
{
	int64_t until = c->now + bounded(ns);

	while (!clock_stream_idle(c, stream) && step_until(c, until))
		;
	return clock_stream_idle(c, stream);
}
