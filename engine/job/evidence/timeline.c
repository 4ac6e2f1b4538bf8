/* timeline: see timeline.h. */
#include "job/evidence/timeline.h"

#include <math.h>
#include <string.h>

void timeline_add_report(struct timeline *t, struct arena *a, const struct device_report *rep)
{
	struct timeline_span *all = arena_alloc(a, (t->n + rep->nspans + 1) * sizeof *all);
	uint32_t first = 0; /* the lowest number of a stream but the default one */

	if (t->n)
		memcpy(all, t->spans, t->n * sizeof *all);
	for (size_t i = 0; i < rep->nspans; i++)
		if (rep->spans[i].stream && (!first || rep->spans[i].stream < first))
			first = rep->spans[i].stream;
	for (size_t i = 0; i < rep->nspans; i++) {
		const struct device_span *s = &rep->spans[i];

		all[t->n + i] = (struct timeline_span){ s->op ? s->op : "?", s->engine, s->name, t->processes,
			/* A case before this one may have made streams, too. */
			s->stream ? s->stream - first + 1 : 0, s->bytes, s->issued_us, s->begin_us, s->end_us };
	}
	t->spans = all;
	t->n += rep->nspans;
	t->lost += rep->spans_lost;
	t->processes++;
}

enum { PAGE = 65536 }; /* of managed memory */

static uint64_t ns(double us)
{
	return us > 0 ? (uint64_t)(us * 1000 + 0.5) : 0;
}

void timeline_count(const struct timeline *t, struct counters *c)
{
	static const struct {
		const char *engine;
		enum counter_id id;
	} engines[] = { { "h2d", CTR_TL_COPY_IN }, { "d2h", CTR_TL_COPY_OUT }, { "compute", CTR_TL_KERNELS } };
	double busy[3] = { 0 }, first = 0, last = 0;
	uint64_t pageable = 0, copies = 0, moved[2] = { 0 }, pinned = 0, combined = 0;
	double pinning = 0;
	bool any = false;

	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *s = &t->spans[i];

		if (s->engine && !strcmp(s->op, "pages"))
			moved[!strcmp(s->engine, "d2h")] += s->bytes / PAGE;
		if (!strcmp(s->op, "pin")) {
			pinned += s->bytes;
			combined += s->name && !strcmp(s->name, "write-combined") ? s->bytes : 0;
			pinning += s->end_us - s->begin_us;
		}
		for (size_t k = 0; s->engine && k < 3; k++) {
			if (strcmp(s->engine, engines[k].engine) != 0)
				continue;
			busy[k] += s->end_us - s->begin_us;
			first = any && first < s->begin_us ? first : s->begin_us;
			last = any && last > s->end_us ? last : s->end_us;
			any = true;
			copies += k < 2 && !strcmp(s->op, "copy");
			pageable += k < 2 && s->name && !strcmp(s->name, "pageable") ? s->bytes : 0;
		}
	}
	for (size_t k = 0; k < 3; k++)
		c->v[engines[k].id] = ns(busy[k]);
	c->v[CTR_TL_BUSY] = ns(busy[0] + busy[1] + busy[2]);
	c->v[CTR_TL_BUSIEST] = ns(fmax(busy[0], fmax(busy[1], busy[2])));
	c->v[CTR_TL_ELAPSED] = ns(last - first);
	c->v[CTR_TL_PAGEABLE] = pageable;
	c->v[CTR_TL_COPIES] = copies;
	c->v[CTR_TL_PAGES_IN] = moved[0];
	c->v[CTR_TL_PAGES_OUT] = moved[1];
	c->v[CTR_TL_PINNED] = pinned;
	c->v[CTR_TL_COMBINED] = combined;
	c->v[CTR_TL_PINNING] = ns(pinning);
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
