/* timeline: see timeline.h. */
#include "device/report/timeline.h"

#include <stdlib.h>
#include <string.h>

void timeline_add(struct timeline *t, struct arena *a, const struct timeline_row *row)
{
	struct timeline_row *to;

	if (t->stopped)
		return;
	if (t->n == TIMELINE_MAX) {
		t->lost++;
		return;
	}
	to = ARENA_PUSH(a, t->rows, t->n, t->cap);
	*to = *row;
	to->order = t->n;
	to->issued_ns -= t->origin_ns;
	to->begin_ns -= t->origin_ns;
	to->end_ns -= t->origin_ns;
	if (!row->name)
		return;
	if (t->n > 1 && t->rows[t->n - 2].name && !strcmp(t->rows[t->n - 2].name, row->name)) {
		to->name = t->rows[t->n - 2].name;
		return;
	}
	to->name = arena_scrub(a, row->name);
}

static int by_begin(const void *a, const void *b)
{
	const struct timeline_row *x = a, *y = b;

	if (x->begin_ns != y->begin_ns)
		return x->begin_ns < y->begin_ns ? -1 : 1;
	if (x->issued_ns != y->issued_ns)
		return x->issued_ns < y->issued_ns ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

void timeline_put(struct timeline *t, struct buf *out)
{
	if (t->n)
		qsort(t->rows, t->n, sizeof *t->rows, by_begin);
	wire_put_u32(out, (uint32_t)t->n);
	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_row *r = &t->rows[i];

		wire_put_str(out, r->op);
		wire_put_str(out, r->engine);
		wire_put_str(out, r->name);
		wire_put_u32(out, r->stream);
		wire_put_u64(out, r->bytes);
		wire_put_f64(out, (double)r->issued_ns / 1000.0);
		wire_put_f64(out, (double)r->begin_ns / 1000.0);
		wire_put_f64(out, (double)r->end_ns / 1000.0);
	}
	wire_put_u64(out, t->lost);
}

void timeline_read(struct wire *w, struct arena *a, struct device_report *r)
{
	r->nspans = wire_count(w, 48);
	r->spans = arena_alloc(a, (r->nspans + 1) * sizeof *r->spans);
	for (size_t i = 0; i < r->nspans; i++) {
		struct device_span *s = &r->spans[i];

		s->op = wire_str(w, a);
		s->engine = wire_str(w, a);
		s->name = wire_str(w, a);
		s->stream = wire_u32(w);
		s->bytes = wire_u64(w);
		s->issued_us = wire_f64(w);
		s->begin_us = wire_f64(w);
		s->end_us = wire_f64(w);
	}
	r->spans_lost = wire_u64(w);
}
