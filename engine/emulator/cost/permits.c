/* permits: see permits.h. */
#include "emulator/cost/permits.h"
#include "base/buf.h"

#define MOST 1024 /* places that are told apart */

struct em_free {
	bool bits;
	uint32_t value;
	uint32_t n; /* places that somebody had before; the others that are free were free from the beginning */
	struct em_when since[MOST];
};

static int64_t places(const struct em_free *p, uint32_t value)
{
	return p->bits ? __builtin_popcount(value) : (int32_t)value;
}

struct em_free *em_permits_new(bool bits, uint32_t value)
{
	struct em_free *p = xcalloc(1, sizeof *p);

	p->bits = bits;
	p->value = value;
	return p;
}

/* The one that was free first. */
static struct em_when take(struct em_free *p)
{
	struct em_when first;
	uint32_t at = 0;

	for (uint32_t k = 1; k < p->n; k++)
		at = p->since[k].at < p->since[at].at ? k : at;
	first = p->since[at];
	p->since[at] = p->since[--p->n];
	return first;
}

bool em_permits_now(struct em_free *p, uint32_t value, struct em_when now, struct em_when *since)
{
	const int64_t is = places(p, value);
	int64_t was = places(p, p->value);
	bool any = false;

	p->value = value;
	for (; was < is && p->n < MOST; was++)
		p->since[p->n++] = now;
	for (; was > is; was--) {
		struct em_when at;

		if (!p->n || (int64_t)p->n < was)
			continue;
		at = take(p);
		*since = any && since->at > at.at ? *since : at;
		any = true;
	}
	return any;
}
