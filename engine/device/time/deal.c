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
	double now;     /* cycles */
	double steps;   /* that each of its warps has done */
	double warps;   /* at work */
	uint32_t first; /* which of its places ends next */
};

struct hall {
	const struct deal *d;
	struct sm *sm;
	double *next;        /* of each multiprocessor, cycles: when its next block ends; INFINITY: it has none */
	double *served;      /* ... blocks that it was given after the first ones */
	struct place *place; /* `resident` of each multiprocessor */
	uint32_t nsm, resident;
	double grain; /* cycles: blocks that end so close to each other end together */
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
	h->next[m] = end < INFINITY ? s->now + (end - s->steps) * pace(h->d, s->warps) : INFINITY;
}

/* The multiprocessor whose block ends next: of those that end together, the one that was served least. nsm: none has
 * one. */
static uint32_t next_of(const struct hall *h)
{
	uint32_t which = h->nsm;
	double soonest = INFINITY, least = INFINITY;

	for (uint32_t m = 0; m < h->nsm; m++)
		soonest = h->next[m] < soonest ? h->next[m] : soonest;
	for (uint32_t m = 0; m < h->nsm && soonest < INFINITY; m++) {
		/* A whole number, and a part that is less than one. */
		double order = h->served[m] + (h->next[m] - soonest) / (2 * h->grain);

		if (h->next[m] <= soonest + h->grain && order < least) {
			least = order;
			which = m;
		}
	}
	return which;
}

static void begin(struct hall *h, uint32_t m, uint32_t place, double all, double longest)
{
	struct sm *s = &h->sm[m];
	double start = h->d->start_clk / pace(h->d, 1), steps = longest + start > 1 ? longest + start : 1;

	s->warps += h->place[(size_t)m * h->resident + place].warps = (all + start) / steps;
	h->place[(size_t)m * h->resident + place].end = s->steps + steps;
}

/* Blocks that have as much to do end within the time that one takes to get going, or a tenth of their time, of each
 * other. (Those of one multiprocessor end all at one moment here. Were the first one to end to get as many at once as
 * it has places, a block that had a little less to do would leave others without.) */
static double grain_of(const struct deal *d, double all, double longest)
{
	double time = longest > 0 ? longest * pace(d, d->resident * all / longest) : 0;

	return (time / 10 > d->start_clk ? time / 10 : d->start_clk) + 1;
}

/* all, longest: of each block, or 0: its own. */
static double all_of(const struct deal *d, double all, double longest, double grain)
{
	struct hall h = {
		.d = d, .nsm = (uint32_t)d->multiprocessors, .resident = (uint32_t)d->resident, .grain = grain
	};
	double last = 0;
	uint64_t k = 0;

	h.sm = xcalloc(h.nsm, sizeof *h.sm);
	h.next = xcalloc(h.nsm, sizeof *h.next);
	h.served = xcalloc(h.nsm, sizeof *h.served);
	h.place = xcalloc((size_t)h.nsm * h.resident, sizeof *h.place);
	for (uint32_t place = 0; place < h.resident; place++)
		for (uint32_t m = 0; m < h.nsm && k < d->n; m++, k++)
			begin(&h, (m + TURN * (place / ROUNDS)) % h.nsm, place, all > 0 ? all : d->share[k].all,
				all > 0 ? longest : d->share[k].longest);
	for (uint32_t m = 0; m < h.nsm; m++)
		look_ahead(&h, m);
	for (uint32_t m; (m = next_of(&h)) < h.nsm;) {
		struct sm *s = &h.sm[m];
		struct place *p = &h.place[(size_t)m * h.resident + s->first];

		s->now = h.next[m];
		last = s->now > last ? s->now : last;
		s->steps = p->end;
		s->warps -= p->warps;
		p->warps = 0;
		if (k < d->n) {
			begin(&h, m, s->first, all > 0 ? all : d->share[k].all,
				all > 0 ? longest : d->share[k].longest);
			k++;
			h.served[m]++;
		}
		look_ahead(&h, m);
	}
	free(h.sm);
	free(h.next);
	free(h.served);
	free(h.place);
	return last;
}

double time_deal(const struct deal *d, double *even)
{
	double all = 0, longest = 0, grain;

	for (uint64_t k = 0; k < d->n; k++) {
		all += d->share[k].all;
		longest += d->share[k].longest;
	}
	all /= (double)d->n;
	longest /= (double)d->n;
	grain = grain_of(d, all, longest);
	*even = all_of(d, all, longest, grain);
	return all_of(d, 0, 0, grain);
}
