/* pages: see pages.h. */
#include "device/ops/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/pagemap.h"
#include "device/protocol.h"

enum side { NOWHERE, ON_HOST, ON_DEVICE, ON_BOTH };
struct page {
	uint8_t side;
	bool read_mostly;
	uint64_t content; /* of a page that is read mostly: when it was last looked at */
};
struct area { /* an allocation */
	uint64_t start, bytes;
	uint8_t *here;
	struct page *page;
	uint64_t n;
	bool advised, prefer_host;
};
struct pages {
	struct area *areas;
	size_t n, cap;
	int pagemap;
};

struct pages *pages_new(int pagemap)
{
	struct pages *p = xcalloc(1, sizeof *p);

	p->pagemap = pagemap;
	return p;
}

void pages_free(struct pages *p)
{
	for (size_t i = 0; p && i < p->n; i++)
		free(p->areas[i].page);
	if (p)
		free(p->areas);
	free(p);
}

void pages_add(struct pages *p, uint64_t start, uint64_t bytes, void *here)
{
	struct area a = { .start = start, .bytes = bytes, .here = here, .n = (bytes + DP_PAGE - 1) / DP_PAGE };

	if (!here || !a.n)
		return;
	/* A page of 2 MiB would look touched when one byte of it is. */
	madvise(here, bytes, MADV_NOHUGEPAGE);
	a.page = xcalloc(a.n, sizeof *a.page);
	if (p->n == p->cap) {
		p->cap = p->cap ? p->cap * 2 : 8;
		p->areas = xrealloc(p->areas, p->cap * sizeof *p->areas);
	}
	p->areas[p->n++] = a;
}

void pages_forget(struct pages *p, uint64_t start)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->areas[i].start == start) {
			free(p->areas[i].page);
			p->areas[i] = p->areas[--p->n];
			return;
		}
}

static struct area *area_of(struct pages *p, uint64_t addr)
{
	for (size_t i = 0; i < p->n; i++)
		if (addr >= p->areas[i].start && addr - p->areas[i].start < p->areas[i].bytes)
			return &p->areas[i];
	return NULL;
}

static uint64_t content_of(const struct area *a, uint64_t i)
{
	uint64_t from = i * DP_PAGE, left = a->bytes - from;

	return hash_bytes(a->here + from, left < DP_PAGE ? left : DP_PAGE);
}

/* Has anybody written it since it was last looked at? */
static bool changed(const struct area *a, uint64_t i)
{
	uint64_t now = content_of(a, i), before = a->page[i].content;

	a->page[i].content = now;
	return now != before;
}

/* ---- who touches what. True when the page moved. */
static bool touch(const struct area *a, uint64_t i, enum side by)
{
	struct page *g = &a->page[i];
	enum side other = by == ON_HOST ? ON_DEVICE : ON_HOST, was = (enum side)g->side;
	bool written = !g->read_mostly || changed(a, i);

	if (by == ON_DEVICE && was == ON_HOST && a->prefer_host)
		return false;
	g->side = was == NOWHERE || was == by || written ? by : ON_BOTH;
	return was == other;
}

static void empty(const struct area *a)
{
	madvise(a->here, a->bytes, MADV_DONTNEED);
}

void pages_launching(struct pages *p)
{
	for (size_t i = 0; i < p->n; i++) {
		const struct area *a = &p->areas[i];

		for (uint64_t k = 0; k < a->n; k++)
			if (a->page[k].read_mostly)
				a->page[k].content = content_of(a, k);
		empty(a);
	}
}

/* Of the pages of an area those whose bits are set: how many moved? */
static uint64_t touch_all(const struct area *a, const uint8_t *bits, uint64_t nbits, enum side by)
{
	uint64_t moved = 0;

	for (uint64_t i = 0; i < nbits && i < a->n; i++)
		if (bits[i / 8] >> i % 8 & 1)
			moved += touch(a, i, by);
	return moved;
}

uint64_t pages_launched(struct pages *p)
{
	uint64_t moved = 0;

	for (size_t i = 0; i < p->n && p->pagemap > 0; i++) {
		const struct area *a = &p->areas[i];
		uint8_t *bits = xcalloc(1, a->n / 8 + 1);

		if (pagemap_touched(p->pagemap, a->here, a->bytes, DP_PAGE, bits))
			moved += touch_all(a, bits, a->n, ON_DEVICE);
		free(bits);
	}
	return moved;
}

uint64_t pages_touched(struct pages *p, uint64_t start, const uint8_t *bits, uint64_t nbits)
{
	const struct area *a = area_of(p, start);

	return a && a->start == start ? touch_all(a, bits, nbits, ON_HOST) : 0;
}

/* ---- what the program says. The pages that [addr, addr + bytes) lies in; bytes is at least 1. */
static const struct area *range(struct pages *p, uint64_t addr, uint64_t bytes, uint64_t *first, uint64_t *last)
{
	const struct area *a = area_of(p, addr);

	if (!a || !bytes || bytes > a->bytes - (addr - a->start))
		return NULL;
	*first = (addr - a->start) / DP_PAGE;
	*last = (addr - a->start + bytes - 1) / DP_PAGE;
	return a;
}

uint64_t pages_prefetch(struct pages *p, uint64_t addr, uint64_t bytes, bool to_host)
{
	uint64_t first, last, moved = 0;
	const struct area *a = range(p, addr, bytes, &first, &last);
	enum side to = to_host ? ON_HOST : ON_DEVICE;

	for (uint64_t i = first; a && i <= last; i++) {
		struct page *g = &a->page[i];

		moved += g->side != NOWHERE && g->side != ON_BOTH && g->side != to;
		if (g->read_mostly)
			g->content = content_of(a, i);
		g->side = g->side == NOWHERE ? to : g->read_mostly && g->side != to ? ON_BOTH : to;
	}
	return moved;
}

void pages_read_mostly(struct pages *p, uint64_t addr, uint64_t bytes, bool on)
{
	uint64_t first, last;
	const struct area *a = range(p, addr, bytes, &first, &last);

	for (uint64_t i = first; a && i <= last; i++) {
		a->page[i].read_mostly = on;
		if (!on && a->page[i].side == ON_BOTH)
			a->page[i].side = ON_DEVICE;
		a->page[i].content = on ? content_of(a, i) : 0;
	}
}

void pages_prefer_host(struct pages *p, uint64_t addr, uint64_t bytes, bool on)
{
	uint64_t first, last;
	struct area *a = area_of(p, addr);

	if (!a || !range(p, addr, bytes, &first, &last))
		return;
	a->advised = true;
	a->prefer_host = on && first == 0 && last + 1 == a->n;
}

bool pages_far(const struct pages *p, size_t i, uint64_t *start, bool *far)
{
	for (size_t k = 0; k < p->n; k++) {
		const struct area *a = &p->areas[k];

		if (!a->advised || i--)
			continue;
		*start = a->start;
		*far = a->prefer_host;
		for (uint64_t g = 0; g < a->n && *far; g++) /* it was prefetched, say */
			*far = a->page[g].side != ON_DEVICE;
		return true;
	}
	return false;
}
