/* meets: see meets.h. */
#include "emulator/lanes/meets.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/lanes/warp.h"

static struct em_meets *meets(struct em_warp *w)
{
	if (!w->meets)
		w->meets = xcalloc(1, sizeof *w->meets);
	return w->meets;
}

/* Lanes come to a barrier at the head of a block, and wait there; its own slot comes behind the head's
 * (code/bind_meets.c).
 */
static const struct em_inst *head_of(const struct em_warp *w, const struct em_inst *i)
{
	return i - 1 - (w->t->p->clocked || w->t->p->linked);
}

static const struct em_inst *behind(const struct em_warp *w, const struct em_inst *head)
{
	return head + 2 + (w->t->p->clocked || w->t->p->linked);
}

static uint32_t count(uint32_t lanes)
{
	return (uint32_t)__builtin_popcount(lanes);
}

/* ---- frames */
/* One reference less; a frame that has none left is the first of `dead` then. */
static void unref(struct em_frame *f, struct em_frame **dead)
{
	if (!f || --f->refs)
		return;
	f->dead = *dead;
	*dead = f;
}

/* One by one, not each out of the one that it keeps: calls may be 20,000 deep. */
void em_frame_unref(struct em_frame *f)
{
	struct em_frame *dead = NULL;

	unref(f, &dead);
	while ((f = dead)) {
		dead = f->dead;
		unref(f->parent, &dead);
		for (uint32_t k = 0; f->mixed && k < f->mixed->n; k++)
			unref(f->mixed->part[k].frame, &dead);
		free(f->mixed);
		free(f->saved);
		free(f);
	}
}

/* Adds the calls of f that these lanes are in. */
static void add_calls(struct em_mixed *m, struct em_frame *f, uint32_t lanes)
{
	if (f->mixed) {
		for (uint32_t k = 0; k < f->mixed->n; k++)
			if (f->mixed->part[k].lanes & lanes)
				add_calls(m, f->mixed->part[k].frame, f->mixed->part[k].lanes & lanes);
		return;
	}
	for (uint32_t k = 0; k < m->n; k++)
		if (m->part[k].frame == f) {
			m->part[k].lanes |= lanes;
			return;
		}
	f->refs++;
	m->part[m->n++] = (struct em_mixed_part){ lanes, f };
}

/* A frame of all that m has, which it takes over: of one call that one. */
static struct em_frame *frame_of(struct em_mixed *m)
{
	struct em_frame *f = m->part[0].frame;

	if (m->n == 1) { /* with the reference that m has to it */
		free(m);
		return f;
	}
	f = xcalloc(1, sizeof *f);
	f->refs = 1;
	f->fn = m->part[0].frame->fn;
	f->call = m->part[0].frame->call; /* for those who want to name one */
	f->mixed = m;
	for (uint32_t k = 0; k < m->n; k++)
		if (m->part[k].frame->depth > f->depth)
			f->depth = m->part[k].frame->depth;
	return f;
}

/* The calls that x's and y's lanes are in, in one frame. Both are in a function. */
static struct em_frame *both(struct em_frame *x, uint32_t xlanes, struct em_frame *y, uint32_t ylanes)
{
	struct em_mixed *m = xcalloc(1, sizeof *m);

	add_calls(m, x, xlanes);
	add_calls(m, y, ylanes);
	return frame_of(m);
}

/* ---- groups */
static void drop(struct em_warp *w, uint32_t k)
{
	em_frame_unref(w->g[k].frame);
	w->g[k] = w->g[--w->ngroups];
	if (w->cur == w->ngroups)
		w->cur = k;
}

/* Group b becomes part of group a, at whose instruction it stands. */
static void take_in(struct em_warp *w, uint32_t a, uint32_t b)
{
	struct em_group *x = &w->g[a], *y = &w->g[b];

	if (x->frame != y->frame) {
		meets(w)->mixed = true;
		struct em_frame *f = both(x->frame, x->mask, y->frame, y->mask);

		em_frame_unref(x->frame);
		x->frame = f;
	}
	x->mask |= y->mask;
	drop(w, b);
}

/* These lanes of group k become a group of their own, which is returned. */
static uint32_t take_out(struct em_warp *w, uint32_t k, uint32_t lanes)
{
	struct em_group *n = &w->g[w->ngroups];

	*n = w->g[k];
	n->mask = lanes;
	w->g[k].mask &= ~lanes;
	if (n->frame)
		n->frame->refs++;
	return w->ngroups++;
}

/* Group k stands aside for the one that goes on, and is remembered. */
static void stand_aside(struct em_warp *w, uint32_t k)
{
	struct em_meets *m = meets(w);

	w->g[k].aside = ++m->parted;
	m->remembered = w->g[k].mask;
}

static const struct em_inst *go(struct em_warp *w, uint32_t k)
{
	w->cur = k;
	w->mask = w->g[k].mask;
	w->g[k].stamp = ++w->stamp;
	w->stop = UINTPTR_MAX;
	w->rotate = 0;
	meets(w)->gone = false;
	return w->g[k].pc;
}

/* All who stand at group k's instruction, and can run or wait for others to meet there, become part of it. Returns
 * where it is now. */
static uint32_t gather(struct em_warp *w, uint32_t k)
{
	const struct em_inst *pc = w->g[k].pc;
	uint32_t first = w->ngroups;

	for (uint32_t j = 0; j < w->ngroups;) {
		const struct em_group *g = &w->g[j];

		if (g->pc != pc || (g->state != EM_RUN && g->state != EM_AT_MEET)) {
			j++;
		} else if (first == w->ngroups) {
			first = j++;
		} else {
			take_in(w, first, j);
			if (first == w->ngroups)
				first = j;
		}
	}
	w->g[first].state = EM_RUN;
	return first;
}

/* Group k, which waits for others to meet, goes on without them, with all who stand there. */
static const struct em_inst *pass(struct em_warp *w, uint32_t k)
{
	k = gather(w, k);
	meets(w)->open[w->g[k].bar] &= ~w->g[k].mask;
	w->g[k].pc = behind(w, w->g[k].pc);
	return go(w, k);
}

/* Nobody can run but for those who wait for others to meet: the first ones in the code go on. */
static const struct em_inst *let_go(struct em_warp *w)
{
	uint32_t first = w->ngroups;

	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_AT_MEET && (first == w->ngroups || w->g[k].pc < w->g[first].pc))
			first = k;
	return first < w->ngroups ? pass(w, first) : NULL;
}

/* The current group polls. Who ran longest ago comes next, also who waits for others to meet: what is polled for may be
 * theirs to do. */
static const struct em_inst *rotate(struct em_warp *w)
{
	uint32_t best = w->ngroups;

	for (uint32_t k = 0; k < w->ngroups; k++)
		if ((w->g[k].state == EM_RUN || w->g[k].state == EM_AT_MEET) &&
			(best == w->ngroups || w->g[k].stamp < w->g[best].stamp))
			best = k;
	if (best == w->ngroups)
		return NULL;
	return w->g[best].state == EM_RUN ? go(w, best) : pass(w, best);
}

const struct em_inst *em_meets_pick(struct em_warp *w)
{
	struct em_meets *m = meets(w);
	uint32_t best = w->ngroups;

	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_AT_SYNC && em_warp_sync_over(w, &w->g[k]))
			w->g[k].state = EM_RUN;
	if (w->rotate)
		return rotate(w);
	if (!m->gone && w->cur < w->ngroups && w->g[w->cur].state == EM_RUN)
		return go(w, w->cur);
	for (uint32_t k = 0; k < w->ngroups && m->remembered; k++)
		if (w->g[k].state == EM_RUN && w->g[k].mask & m->remembered) {
			m->remembered = 0;
			return go(w, k);
		}
	m->remembered = 0;
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_RUN && (best == w->ngroups || w->g[k].aside > w->g[best].aside))
			best = k;
	return best < w->ngroups ? go(w, gather(w, best)) : let_go(w);
}

void em_meets_exit(struct em_warp *w)
{
	meets(w)->gone = w->ngroups > 2; /* of two the other one goes on alone */
}

/* ---- barriers */
static uint8_t barrier_at(const struct em_program *p, const struct em_inst *i)
{
	const uint32_t slot = (uint32_t)(i - p->code);
	size_t from = 0, to = p->nmeets_at;

	while (from < to) {
		const size_t mid = (from + to) / 2;

		if (slot < p->meets_at[mid].from)
			to = mid;
		else if (slot >= p->meets_at[mid].to)
			from = mid + 1;
		else
			return p->meets_at[mid].barrier;
	}
	return EM_MEETS_NONE;
}

void em_meets_open(struct em_warp *w, uint8_t b, bool turns)
{
	struct em_meets *m = meets(w);

	if (turns && !(w->mask & ~m->open[b]))
		return;
	m->mask[b] = (turns && m->open[b] & w->mask ? m->mask[b] : 0) | w->mask;
	m->open[b] |= w->mask;
}

const struct em_inst *em_meets_part(
	struct em_warp *w, uint32_t taken, const struct em_inst *target, const struct em_inst *next)
{
	const uint32_t all = w->mask, others = all & ~taken, k = w->cur;
	uint8_t b = barrier_at(w->t->p, next);
	uint32_t aside;

	if (b == EM_MEETS_NONE)
		b = barrier_at(w->t->p, next - 1);
	if (b != EM_MEETS_NONE)
		em_meets_open(w, b, true);
	aside = take_out(w, k, count(taken) < count(others) ? others : taken);
	w->g[k].pc = w->g[k].mask == taken ? target : next;
	w->g[aside].pc = w->g[aside].mask == taken ? target : next;
	stand_aside(w, aside);
	w->why = EM_WHY_PICK;
	return NULL;
}

void em_meets_hold(struct em_warp *w, const struct em_inst *i, uint32_t taken)
{
	const uint32_t k = take_out(w, w->cur, taken);

	w->g[k].pc = i + i->distance;
	meets(w)->held |= taken;
	w->mask = w->g[w->cur].mask;
}

uint32_t em_meets_held(struct em_warp *w)
{
	struct em_meets *m = meets(w);
	const uint32_t lanes = m->held;

	for (uint32_t k = 0; k < w->ngroups && m->held;)
		if (k != w->cur && w->g[k].mask & m->held) {
			take_in(w, w->cur, k);
			k = 0;
		} else {
			k++;
		}
	m->held = 0;
	w->mask = w->g[w->cur].mask;
	return lanes & w->mask;
}

/* All of `mask` wait by the barrier b: those of them that stand at this head go on behind it, as one group,
 * which is returned; or ngroups. */
static uint32_t open_at(struct em_warp *w, const struct em_inst *head, uint8_t b, uint32_t mask)
{
	uint32_t first = w->ngroups;

	for (uint32_t k = 0; k < w->ngroups; k++) {
		const struct em_group *g = &w->g[k];

		if (g->state == EM_AT_MEET && g->bar == b && g->pc == head && g->mask & mask && g->mask & ~mask)
			take_out(w, k, g->mask & ~mask);
	}
	for (uint32_t k = 0; k < w->ngroups;) {
		const struct em_group *g = &w->g[k];

		if (g->state != EM_AT_MEET || g->bar != b || g->pc != head || g->mask & ~mask) {
			k++;
		} else if (first == w->ngroups) {
			first = k++;
		} else {
			take_in(w, first, k);
			if (first == w->ngroups)
				first = k;
		}
	}
	if (first < w->ngroups) {
		w->g[first].state = EM_RUN;
		w->g[first].pc = behind(w, head);
		meets(w)->open[b] &= ~w->g[first].mask;
	}
	return first;
}

static uint32_t waiting(const struct em_warp *w, uint8_t b)
{
	uint32_t lanes = 0;

	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_AT_MEET && w->g[k].bar == b)
			lanes |= w->g[k].mask;
	return lanes;
}

const struct em_inst *em_meets_wait(struct em_warp *w, const struct em_inst *i)
{
	struct em_meets *m = w->meets;
	const uint8_t b = (uint8_t)i->a;
	uint32_t mask, stays, goes;

	if (!m || !(m->open[b] & w->mask))
		return i + 1;
	mask = m->mask[b] & w->live_lanes;
	if (!(mask & ~w->mask)) {
		m->open[b] &= ~w->mask;
		return i + 1;
	}
	goes = w->mask & ~mask;
	if (goes == w->mask) {
		m->open[b] &= ~goes;
		return i + 1;
	}
	stays = goes ? take_out(w, w->cur, w->mask & mask) : w->cur;
	w->g[stays].state = EM_AT_MEET;
	w->g[stays].bar = b;
	w->g[stays].pc = head_of(w, i);
	m->open[b] &= ~goes;
	if (goes) {
		const uint32_t lane = 1u << __builtin_ctz(goes);

		w->g[w->cur].pc = i + 1;
		if (!(mask & ~waiting(w, b))) {
			const uint32_t opened = open_at(w, head_of(w, i), b, mask);
			if (opened < w->ngroups)
				stand_aside(w, opened);
		}
		for (uint32_t k = 0; k < w->ngroups; k++)
			w->cur = w->g[k].mask & lane ? k : w->cur;
	} else if (!(mask & ~waiting(w, b))) {
		const uint32_t opened = open_at(w, head_of(w, i), b, mask);
		w->cur = opened < w->ngroups ? opened : w->cur;
	}
	w->why = EM_WHY_PICK;
	return NULL;
}

/* ---- calls */
void em_meets_call(struct em_warp *w)
{
	struct em_meets *m = w->meets;
	struct em_frame *f = w->g[w->cur].frame;
	const uint8_t uses = w->t->p->fn[f->fn].meets;

	for (uint32_t k = 0; m && k < EM_MEETS_KEPT; k++)
		if (uses >> k & 1) {
			const uint32_t b = EM_MEETS_FIRST_KEPT + k;

			f->mask[k] = m->mask[b];
			f->open[k] = m->open[b] & w->mask;
			m->mask[b] = 0;
			m->open[b] &= ~w->mask;
		}
}

/* The call that the lane is in. */
static struct em_frame *call_of(struct em_frame *f, uint32_t lane)
{
	for (uint32_t k = 0; f->mixed && k < f->mixed->n; k++)
		if (f->mixed->part[k].lanes & lane)
			return f->mixed->part[k].frame;
	return f;
}

static void put_back(struct em_warp *w, struct em_frame *f, const struct em_frame *lowest, uint32_t lanes)
{
	const uint8_t uses = w->t->p->fn[f->fn].meets;

	for (uint32_t k = 0; w->meets && k < EM_MEETS_KEPT; k++)
		if (uses >> k & 1) {
			w->meets->mask[EM_MEETS_FIRST_KEPT + k] = lowest->mask[k];
			w->meets->open[EM_MEETS_FIRST_KEPT + k] &= ~lanes;
			w->meets->open[EM_MEETS_FIRST_KEPT + k] |= f->open[k] & lanes;
		}
}

/* The current group, all of one call, returns from it. */
static void leave(struct em_warp *w, struct em_group *g)
{
	struct em_frame *f = g->frame;

	if (f->saved)
		em_warp_restore(w, f->saved, g->mask);
	g->pc = f->call + 1;
	g->frame = f->parent;
	if (g->frame)
		g->frame->refs++;
	em_frame_unref(f);
}

/* The groups of these lanes that stand at one place become one. */
static void join_up(struct em_warp *w, uint32_t lanes)
{
	for (uint32_t a = 0; a < w->ngroups; a++)
		for (uint32_t b = a + 1; b < w->ngroups;)
			if (w->g[a].mask & lanes && w->g[b].mask & lanes && w->g[a].pc == w->g[b].pc)
				take_in(w, a, b);
			else
				b++;
}

/* Of the groups of these lanes the smallest one, or the largest one. */
static uint32_t by_size(const struct em_warp *w, uint32_t lanes, bool smallest)
{
	uint32_t best = w->ngroups;

	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].mask & lanes &&
			(best == w->ngroups || (count(w->g[k].mask) < count(w->g[best].mask)) == smallest))
			best = k;
	return best;
}

/* The current group, of several calls, returns from all of them: each goes on where it came from, the smallest party
 * first. */
static void leave_all(struct em_warp *w)
{
	const uint32_t all = w->g[w->cur].mask;
	struct em_frame *f = w->g[w->cur].frame, *lowest = call_of(f, all & -all);
	const struct em_mixed *m = f->mixed;

	f->refs++; /* it is read to the end */
	for (uint32_t k = 0; k < m->n; k++) {
		const uint32_t lanes = m->part[k].lanes & all;
		uint32_t at = w->cur;

		if (!lanes)
			continue;
		put_back(w, m->part[k].frame, lowest, lanes);
		if (lanes != w->g[at].mask)
			at = take_out(w, at, lanes);
		em_frame_unref(w->g[at].frame);
		w->g[at].frame = m->part[k].frame;
		w->g[at].frame->refs++;
		leave(w, &w->g[at]);
	}
	em_frame_unref(f);
	join_up(w, all);
	w->cur = by_size(w, all, true);
	for (uint32_t left = all & ~w->g[w->cur].mask; left;) {
		const uint32_t k = by_size(w, left, false);

		stand_aside(w, k);
		left &= ~w->g[k].mask;
	}
}

const struct em_inst *em_meets_ret(struct em_warp *w)
{
	struct em_group *g = &w->g[w->cur];

	if (!g->frame->mixed) {
		put_back(w, g->frame, g->frame, g->mask);
		leave(w, g);
		return w->ngroups > 1 ? em_warp_resched(w, g->pc) : g->pc;
	}
	leave_all(w);
	w->why = EM_WHY_PICK;
	return NULL;
}
