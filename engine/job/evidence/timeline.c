/* timeline: see timeline.h. */
#include "job/evidence/timeline.h"

#include <string.h>

void timeline_add_report(struct timeline *t, struct arena *a, const struct device_report *rep)
{
	struct timeline_span *all = arena_alloc(a, (t->n + rep->nspans + 1) * sizeof *all);

	if (t->n)
		memcpy(all, t->spans, t->n * sizeof *all);
	for (size_t i = 0; i < rep->nspans; i++) {
		const struct device_span *s = &rep->spans[i];

		all[t->n + i] = (struct timeline_span){ s->op ? s->op : "?", s->engine, s->name, t->processes,
			s->stream, s->bytes, s->issued_us, s->begin_us, s->end_us };
	}
	t->spans = all;
	t->n += rep->nspans;
	t->lost += rep->spans_lost;
	t->processes++;
}

static const char *copied(struct arena *a, const char *s)
{
	return s ? arena_strdup(a, s) : NULL;
}

struct timeline timeline_copy(struct arena *a, const struct timeline *t)
{
	struct timeline c = *t;

	c.spans = arena_alloc(a, (t->n + 1) * sizeof *c.spans);
	for (size_t i = 0; i < t->n; i++) {
		c.spans[i] = t->spans[i];
		c.spans[i].op = copied(a, t->spans[i].op);
		c.spans[i].engine = copied(a, t->spans[i].engine);
		c.spans[i].name = copied(a, t->spans[i].name);
	}
	return c;
}
