/* timeline_drawn: see timeline_drawn.h; and what can be said of a timeline in numbers (timeline.h). */
#include "report/timeline_drawn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const timeline_rows[TIMELINE_ROWS] = { "h2d", "d2h", "compute", "host" };

int timeline_row_of(const struct timeline_span *s)
{
	for (int i = 0; s->engine && i < TIMELINE_ROWS; i++)
		if (!strcmp(s->engine, timeline_rows[i]))
			return i;
	return -1;
}

static bool is_of(const struct timeline_span *s, int process)
{
	return process < 0 || s->process == process;
}

static bool in_prelude(const struct timeline_span *s, double start)
{
	return !strcmp(s->op, "pin") && s->end_us <= start;
}

struct timeline_prelude timeline_prelude_of(const struct timeline *t, int process)
{
	struct timeline_prelude p = { 0 };
	double start = INFINITY, end = -INFINITY;

	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *s = &t->spans[i];

		if (is_of(s, process) && strcmp(s->op, "pin") != 0) {
			start = fmin(start, s->issued_us);
			end = fmax(end, s->end_us);
		}
	}
	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *s = &t->spans[i];

		if (!is_of(s, process) || !in_prelude(s, start))
			continue;
		p.calls++;
		p.bytes += s->bytes;
		p.us += s->end_us - s->begin_us;
		p.until = fmax(p.until, s->end_us);
	}
	return p.us > end - start ? p : (struct timeline_prelude){ 0 };
}

struct timeline timeline_without(
	const struct timeline *t, int process, const struct timeline_prelude *p, struct arena *a)
{
	struct timeline w = *t;

	w.spans = arena_alloc(a, (t->n + 1) * sizeof *w.spans);
	w.n = 0;
	for (size_t i = 0; i < t->n; i++)
		if (is_of(&t->spans[i], process) && !(p->calls && in_prelude(&t->spans[i], p->until)))
			w.spans[w.n++] = t->spans[i];
	return w;
}

/* ---- sums: the ends of all spans in order, and how many are at work between two of them */
struct edge {
	double at;
	int row, step;
};

static int by_time(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->step - y->step;
}

void timeline_sum(const struct timeline *t, int process, struct timeline_sums *s)
{
	struct edge *e = xcalloc(2 * t->n + 1, sizeof *e);
	double first = 0, last = 0;
	int at_work[TIMELINE_ROWS] = { 0 };
	bool any = false;
	size_t n = 0;

	memset(s, 0, sizeof *s);
	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *p = &t->spans[i];
		int row = timeline_row_of(p);

		if (p->process != process)
			continue;
		first = !any || p->issued_us < first ? p->issued_us : first;
		last = !any || p->end_us > last ? p->end_us : last;
		any = true;
		if (row < 0)
			continue;
		s->operations[row]++;
		e[n++] = (struct edge){ p->begin_us, row, 1 };
		e[n++] = (struct edge){ p->end_us, row, -1 };
	}
	s->total = last - first;
	qsort(e, n, sizeof *e, by_time);
	for (size_t i = 0; i < n; i++) {
		double span = i ? e[i].at - e[i - 1].at : 0;
		int engines = 0;

		for (int r = 0; r < TIMELINE_ROWS; r++) {
			if (at_work[r])
				s->busy[r] += span;
			engines += r < 3 && at_work[r];
		}
		if (engines)
			s->device += span;
		if (engines > 1)
			s->overlap += span;
		at_work[e[i].row] += e[i].step;
	}
	free(e);
}

/* ---- a part of it */
double timeline_begin(const struct timeline *t)
{
	const struct timeline_prelude p = timeline_prelude_of(t, -1);
	double begin = INFINITY;

	for (size_t i = 0; i < t->n; i++)
		if (!p.calls || !in_prelude(&t->spans[i], p.until))
			begin = fmin(begin, t->spans[i].issued_us);
	return isfinite(begin) ? begin : 0;
}

double timeline_end(const struct timeline *t)
{
	double end = 0;

	for (size_t i = 0; i < t->n; i++)
		end = t->spans[i].end_us > end ? t->spans[i].end_us : end;
	return end;
}

struct timeline timeline_window(const struct timeline *t, double from, double to, struct arena *a)
{
	struct timeline w = *t;
	const struct timeline_span edge = { .op = "event", .issued_us = from, .begin_us = from, .end_us = from };

	w.spans = arena_alloc(a, (t->n + 2) * sizeof *w.spans);
	w.n = 0;
	w.spans[w.n++] = edge;
	w.axis_us = from - timeline_begin(t);
	for (size_t i = 0; i < t->n; i++) {
		struct timeline_span s = t->spans[i];

		if (s.end_us < from || s.begin_us > to)
			continue;
		s.begin_us = fmax(s.begin_us, from);
		s.end_us = fmin(s.end_us, to);
		s.issued_us = fmin(fmax(s.issued_us, from), s.begin_us);
		w.spans[w.n++] = s;
	}
	w.spans[w.n] = edge;
	w.spans[w.n].issued_us = w.spans[w.n].begin_us = w.spans[w.n].end_us = to;
	w.n++;
	return w;
}
