/* deal: see deal.h. All warps of a multiprocessor go on at one speed: that of a warp by itself, or slower where their
 * instructions together keep the multiprocessor busy. So a multiprocessor has one clock that counts the instructions of
 * each of its warps, and a block ends when that has gone on by as many as its longest warp has. */
#include "device/time/deal.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/buf.h"

/* Which multiprocessor the next block of the first ones goes to: one round is like the other for some rounds, then
 * small groups of them, which fill up sooner, have moved on (%smid of 1056 blocks on an H200: every 132nd is on one of
 * three). */
#define ROUNDS 4
#define TURN 2

/* A block on its multiprocessor: when the latter's count of instructions comes to `end`, it is done. */
struct place {
	double end, warps; /* warps: on average at work at a time; 0: the place is empty */
};

struct sm {
	double now;      /* cycles */
	double steps;    /* that each of its warps has done */
	double warps;    /* at work */
	double next;     /* cycles: when its next block ends; INFINITY: it has none */
	uint32_t first;  /* which of its places ends next */
	uint32_t served; /* blocks that it was given after the first ones */
};

struct hall {
	const struct deal *d;
	struct sm *sm;
	struct place *place; /* `resident` of each multiprocessor */
	uint32_t *heap;      /* multiprocessors, the one whose block ends next in front */
	uint32_t nsm, resident;
};

/* Cycles for an instruction of each of so many warps. */
static double pace(const struct deal *d, double warps)
{
	double alone = d->step_clk, busy = d->pipe_clk * warps;

	return sqrt(sqrt(alone * alone * alone * alone + busy * busy * busy * busy));
}

static void look_ahead(struct hall *h, uint32_t m)
{
	struct sm *s = &h->sm[m];
	const struct place *p = &h->place[(size_t)m * h->resident];
	double end = INFINITY;

	for (uint32_t k = 0; k < h->resident; k++)
		if (p[k].warps > 0 && p[k].end < end) {
			end = p[k].end;
			s->first = k;
		}
	s->next = end < INFINITY ? s->now + (end - s->steps) * pace(h->d, s->warps) : INFINITY;
}

/* Blocks that end within the time that one takes to get going end together: who was served least goes first. */
static bool sooner(const struct hall *h, uint32_t a, uint32_t b)
{
	const struct sm *x = &h->sm[a], *y = &h->sm[b];
	double grain = h->d->start_clk + 1, p = x->next < INFINITY ? floor(x->next / grain) : INFINITY,
	       q = y->next < INFINITY ? floor(y->next / grain) : INFINITY;

	return p < q || (!(q < p) && x->served < y->served);
}

static void sift(struct hall *h)
{
	for (uint32_t k = 0;;) {
		uint32_t least = k;

		for (uint32_t c = 2 * k + 1; c <= 2 * k + 2 && c < h->nsm; c++)
			if (sooner(h, h->heap[c], h->heap[least]))
				least = c;
		if (least == k)
			return;
		uint32_t t = h->heap[k];
		h->heap[k] = h->heap[least];
		h->heap[least] = t;
		k = least;
	}
}

static void begin(struct hall *h, uint32_t m, uint32_t place, double all, double longest)
{
	struct sm *s = &h->sm[m];
	double start = h->d->start_clk / pace(h->d, 1), steps = longest + start > 1 ? longest + start : 1;

	s->warps += h->place[(size_t)m * h->resident + place].warps = (all + start) / steps;
	h->place[(size_t)m * h->resident + place].end = s->steps + steps;
}

static double all_of(const struct deal *d, double all, double longest)
{
	struct hall h = { .d = d, .nsm = (uint32_t)d->multiprocessors, .resident = (uint32_t)d->resident };
	double last = 0;
	uint64_t k = 0;

	h.sm = xcalloc(h.nsm, sizeof *h.sm);
	h.place = xcalloc((size_t)h.nsm * h.resident, sizeof *h.place);
	h.heap = xcalloc(h.nsm, sizeof *h.heap);
	for (uint32_t place = 0; place < h.resident; place++)
		for (uint32_t m = 0; m < h.nsm && k < d->n; m++, k++)
			begin(&h, (m + TURN * (place / ROUNDS)) % h.nsm, place, all > 0 ? all : d->share[k].all,
				all > 0 ? longest : d->share[k].longest);
	for (uint32_t m = 0; m < h.nsm; m++) {
		h.heap[m] = m;
		look_ahead(&h, m);
	}
	/* Into the order of a heap: from the back, each sifts down. */
	for (uint32_t i = 1; i < h.nsm; i++)
		for (uint32_t j = i; j && sooner(&h, h.heap[j], h.heap[(j - 1) / 2]); j = (j - 1) / 2) {
			uint32_t t = h.heap[j];

			h.heap[j] = h.heap[(j - 1) / 2];
			h.heap[(j - 1) / 2] = t;
		}
	while (h.sm[h.heap[0]].next < INFINITY) {
		uint32_t m = h.heap[0];
		struct sm *s = &h.sm[m];
		struct place *p = &h.place[(size_t)m * h.resident + s->first];

		s->now = s->next;
		last = s->now > last ? s->now : last;
		s->steps = p->end;
		s->warps -= p->warps;
		p->warps = 0;
		if (k < d->n) {
			begin(&h, m, s->first, all > 0 ? all : d->share[k].all,
				all > 0 ? longest : d->share[k].longest);
			k++;
			s->served++;
		}
		look_ahead(&h, m);
		sift(&h);
	}
	free(h.sm);
	free(h.place);
	free(h.heap);
	return last;
}

double time_deal(const struct deal *d, double *even)
{
	double all = 0, longest = 0;

	for (uint64_t k = 0; k < d->n; k++) {
		all += d->share[k].all;
		longest += d->share[k].longest;
	}
	*even = all_of(d, all / (double)d->n, longest / (double)d->n);
	return all_of(d, 0, 0);
}
