/* links: see links.h. */
#include "emulator/cost/links.h"
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/block_places.h"
#include "emulator/cost/cost.h"
#include "emulator/cost/link_clk.h"
#include "emulator/cost/naps.h"
#include "emulator/cost/permits.h"
#include "emulator/cost/turns_at_locks.h"

#include <string.h>

#define MOST_WORDS (1u << 21)     /* that are kept: of more, those that come later are not */
#define MOST_STEPS (1u << 22)     /* likewise, of all numbers that were stored to them */
#define SHARED_WORDS (1ull << 63) /* places in shared memory: the block's number and the place there */
#define SHARED_SHIFT 20
#define FEW 16.0 /* followed sectors, which say little of where loads find their data */

/* A word that somebody has stored. */
struct told {
	uint64_t key;          /* its number and 1; 0: no word */
	struct em_when stored; /* when */
	uint64_t looks;
	/* All that was stored there, as long as it only grows or only falls: who waits until it is large enough waits
	 * for the first of these that is. */
	struct step {
		uint32_t value;
		struct em_when stored;
	} * step;
	uint32_t nsteps, csteps;
	uint32_t was; /* what was there before that, */
	bool known;   /* if this is known; */
	bool changed; /* somebody has stored something */
	/* A barrier counts its arrivals in the word that all look at: who has arrived n times waits for the last of
	 * those that come for the n-th time, not for who was quick and is there once more. */
	uint32_t round;
	struct em_when arrived[2]; /* of this round and of the one before it, by whether their number is odd */
	struct em_free *permits;   /* NULL: nobody takes one of several places there */
	uint32_t lock;             /* its number in turns_at_locks.h, 0: it is none */
	bool taken;
};

struct em_links {
	int64_t *clk;   /* of each basic block, for a warp by itself, with loads answered by the L2 */
	int64_t *loads; /* ... how much longer, if the memory answered them */
	uint64_t *turn; /* of each loop that looks: cycles of a turn */
	struct told *word;
	uint32_t nwords, cap;     /* cap: a power of two */
	struct em_places *places; /* for blocks */
	uint64_t warps;           /* that are there at a time, at most */
	struct em_when end;
	uint64_t waits;
	uint32_t steps; /* that are kept, of all words */
	struct em_lock_turns *turns;
	bool locks; /* somebody has taken one */
};

bool em_links_wanted(const struct em_program *p, bool *shared)
{
	struct em_vigil look;
	bool any = false;

	*shared = false;
	for (size_t n = 0; n < p->nfn; n++) {
		const struct ptx_func *f = &p->m->ptx->funcs[p->fn[n].func];

		for (size_t k = 0; k < f->ninsts; k++)
			if (em_link_may(&f->insts[k]) && em_link_waits(f, k, &look)) {
				any = true;
				*shared |= look.by == EM_BY_SHARED;
			} else
				any |= em_link_last(f, k) || em_link_takes(f, k);
	}
	return any;
}

void em_links_begin(struct em_run *r)
{
	const struct em_program *p = r->p;
	const struct em_timing *t = r->l->timing;
	struct em_links *x;
	uint64_t places;

	if (!p->linked || !t || !t->hop_clk[0] || r->nworkers != 1)
		return;
	x = r->links = xcalloc(1, sizeof *x);
	x->loads = em_link_clks(r, true);
	x->clk = em_link_clks(r, false);
	for (uint32_t b = 0; b < p->nbasic_blocks; b++)
		x->loads[b] = x->loads[b] > x->clk[b] ? x->loads[b] - x->clk[b] : 0;
	x->turn = xcalloc(p->nlooks + 1, sizeof *x->turn);
	for (size_t k = 0; k < p->nlooks; k++)
		x->turn[k] = em_link_turn(p, x->clk, &p->looks[k]);
	places = (uint64_t)t->multiprocessors * t->resident_blocks;
	places = places < r->nblocks ? places : r->nblocks;
	x->places = em_places_new(places);
	x->warps = places * r->nwarps;
	x->turns = em_lock_turns_new(places);
	x->cap = 1024;
	x->word = xcalloc(x->cap, sizeof *x->word);
}

static struct em_when now(const struct em_warp *w, uint64_t ahead)
{
	return (struct em_when){ w->chain + ahead, w->chain_loads };
}

static struct em_when later(struct em_when a, struct em_when b)
{
	return a.at >= b.at ? a : b;
}

void em_links_block(struct em_block *b)
{
	const struct em_when begin = em_places_take(b->t->run->links->places, b->t->run->links->end);

	b->at_locks = em_lock_block(b->t->run->links->turns);
	b->chain_began = begin.at;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		b->warp[k]->chain = begin.at;
		b->warp[k]->chain_loads = begin.loads;
		b->warp[k]->sought = (struct em_looked){ 0 };
		memset(b->warp[k]->arrived, 0, sizeof b->warp[k]->arrived);
		memset(b->warp[k]->ahead, 0, sizeof b->warp[k]->ahead);
		memset(b->warp[k]->at_locks, 0, sizeof b->warp[k]->at_locks);
	}
}

void em_links_block_end(struct em_block *b)
{
	struct em_links *x = b->t->run->links;
	struct em_when end = { 0, 0 };

	for (uint32_t k = 0; k < b->nwarps; k++) {
		const struct em_warp *w = b->warp[k];

		end = later(end, now(w, 0));
		for (int l = 0; l < EM_WARP; l++) {
			x->end = later(x->end, now(w, w->ahead[l]));
			if (w->at_locks[l])
				em_lock_lane_end(x->turns, w->at_locks[l], w->chain + w->ahead[l] - b->chain_began);
		}
	}
	em_lock_block_end(x->turns, b->at_locks, end.at - b->chain_began);
	em_places_leave(x->places, end);
}

void em_links_tick(struct em_warp *w, uint32_t block)
{
	const struct em_links *x = w->t->run->links;

	w->chain += (uint64_t)x->clk[block];
	w->chain_loads += (uint64_t)x->loads[block];
}

/* ---- words */
static struct told *find(const struct em_links *x, uint64_t key)
{
	uint32_t h = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (x->cap - 1);

	while (x->word[h].key && x->word[h].key != key)
		h = (h + 1) & (x->cap - 1);
	return &x->word[h];
}

static void grow(struct em_links *x)
{
	struct told *old = x->word;
	uint32_t n = x->cap;

	x->cap *= 2;
	x->word = xcalloc(x->cap, sizeof *x->word);
	for (uint32_t k = 0; k < n; k++)
		if (old[k].key)
			*find(x, old[k].key) = old[k];
	free(old);
}

/* The word's row, a new one where there is none; NULL: there are too many. */
static struct told *word_at(struct em_links *x, uint64_t addr)
{
	const uint64_t key = addr / 4 + 1;
	struct told *t = find(x, key);

	if (t->key)
		return t;
	if (x->nwords == MOST_WORDS)
		return NULL;
	if (2 * ++x->nwords > x->cap) {
		grow(x);
		t = find(x, key);
	}
	t->key = key;
	return t;
}

/* NULL: it has not arrived there. */
static struct em_arrived *arrived_at(struct em_warp *w, uint64_t place)
{
	for (int k = 0; k < EM_ARRIVED; k++)
		if (w->arrived[k].times && w->arrived[k].place == place)
			return &w->arrived[k];
	return NULL;
}

/* A warp that has arrived and now looks meets others there. It may do so again when it has changed any number of other
 * words, so this one is kept: the first goes one back, as do those that were looked for later. */
static void keep(struct em_warp *w, uint64_t place)
{
	struct em_arrived *a = arrived_at(w, place), kept;
	int to;

	if (!a || a == &w->arrived[1])
		return;
	kept = *a;
	if (a == &w->arrived[0]) {
		to = EM_ARRIVED - 1;
		*a = (struct em_arrived){ 0 };
	} else
		to = (int)(a - w->arrived);
	memmove(&w->arrived[2], &w->arrived[1], (size_t)(to - 1) * sizeof kept);
	w->arrived[1] = kept;
}

static void arrive(struct em_warp *w, struct told *t, uint64_t place)
{
	struct em_arrived *a = arrived_at(w, place);
	struct em_when *last;

	if (!a) {
		a = &w->arrived[0];
		*a = (struct em_arrived){ .place = place };
	}
	a->times++;
	last = &t->arrived[a->times & 1];
	if (a->times > t->round) {
		t->looks = t->round ? 0 : t->looks;
		t->round = a->times;
		*last = now(w, 0);
	} else if (a->times + 1 >= t->round) {
		*last = later(*last, now(w, 0));
	}
}

/* Is the wait over with this number in the word? */
static bool is_over(const struct em_vigil *look, uint32_t value, uint32_t number)
{
	const int64_t v = look->is_signed ? (int32_t)value : (int64_t)value,
		      n = look->is_signed ? (int32_t)number : (int64_t)number, a = look->number_first ? n : v,
		      b = look->number_first ? v : n;

	switch (look->compares) {
	case PTX_MOD_LT: return (a < b) == look->over;
	case PTX_MOD_LE: return (a <= b) == look->over;
	case PTX_MOD_GT: return (a > b) == look->over;
	default: return (a >= b) == look->over;
	}
}

/* When was stored the first number with which the wait is over? If none of them is, the last one. */
static struct em_when first_over(const struct em_vigil *look, const struct told *t, uint32_t number)
{
	uint32_t lo = 0, hi = t->nsteps - 1;

	if (is_over(look, t->step[0].value, number))
		return t->step[0].stored;
	while (lo < hi) {
		const uint32_t k = lo + (hi - lo) / 2;

		if (is_over(look, t->step[k].value, number))
			hi = k;
		else
			lo = k + 1;
	}
	return t->step[lo].stored;
}

/* Has lane l nothing to wait for: was the number there, when nobody had told anything yet, with which its wait is over?
 */
static bool was_over(const struct em_warp *w, const struct told *t, const struct em_vigil *look, int l)
{
	return look->compares && t->known && is_over(look, t->was, EM_AT(w, const uint32_t, look->number)[l]);
}

/* When was stored what lane l of this warp has waited for there? */
static struct em_when stored_at(
	struct em_warp *w, const struct told *t, uint64_t place, const struct em_vigil *look, int l)
{
	const struct em_arrived *a = arrived_at(w, place);

	if (a && a->times <= t->round && a->times + 1 >= t->round)
		return t->arrived[a->times & 1];
	return look->compares && t->nsteps ? first_over(look, t, EM_AT(w, const uint32_t, look->number)[l]) : t->stored;
}

/* The word has another number. One that neither grows nor falls any more begins anew. */
static void go_on(struct em_links *x, struct told *t, uint32_t value)
{
	const uint32_t n = t->nsteps;

	if (n && value == t->step[n - 1].value) {
		t->step[n - 1].stored = n > 1 ? t->step[n - 1].stored : t->stored;
		return;
	}
	if (n > 1 && (value > t->step[n - 1].value) != (t->step[1].value > t->step[0].value)) {
		x->steps -= n;
		t->nsteps = 0;
		t->known = false;
	}
	if (x->steps == MOST_STEPS)
		return;
	if (t->nsteps == t->csteps) {
		t->csteps = t->csteps ? 2 * t->csteps : 4;
		t->step = xrealloc(t->step, t->csteps * sizeof *t->step);
	}
	t->step[t->nsteps++] = (struct step){ value, t->stored };
	x->steps++;
}

/* The place that lane l of an access has touched: `row` are 64 bits of each lane, or 32 where it is in shared memory,
 * of which each block has its own. */
static uint64_t place_of(const struct em_warp *w, const struct em_inst *i, const void *row, bool shared, int l)
{
	const uint64_t displacement = (uint64_t)(int64_t)(int32_t)i->displacement,
		       at = (shared ? ((const uint32_t *)row)[l] : ((const uint64_t *)row)[l]) + displacement;

	/* A generic address may be one of shared memory. */
	return shared || (at >= EM_SHARED_WINDOW && at < EM_SHARED_WINDOW + EM_WINDOW_BYTES) ?
		SHARED_WORDS | w->blk->linear << SHARED_SHIFT | (at & ((1u << SHARED_SHIFT) - 1)) :
		at;
}

/* A generic address may be one of local memory, and a place in shared memory is none at all. */
static bool in_global(uint64_t place)
{
	return !(place & SHARED_WORDS) && (place < EM_SHARED_WINDOW || place >= EM_LOCAL_WINDOW + EM_WINDOW_BYTES);
}

/* Lane l goes on from a word that counts as the last who has come, if it does: no earlier than the others. Here the
 * last one is who runs last; whoever it is on a device, the other lanes of this warp do not wait. Where nobody else has
 * come its way is a chain as well. */
static void comes_last(struct em_warp *w, const struct told *t, int l)
{
	w->t->run->links->waits++;
	if (t->stored.at > w->chain + w->ahead[l])
		w->ahead[l] = t->stored.at - w->chain;
}

static void at_lock(struct em_warp *w, struct told *t, bool takes, int l)
{
	t->taken = takes;
	em_lock_event(w->t->run->links->turns, w->blk->at_locks, &w->at_locks[l], t->lock, takes,
		w->chain + w->ahead[l] - w->blk->chain_began);
}

/* Lane l takes a lock. Others of its warp that want it, too, have tried in vain. */
static void takes_lock(struct em_warp *w, uint64_t place, int by, bool fair, int l)
{
	struct em_links *x = w->t->run->links;
	struct told *t = word_at(x, place);
	const struct em_timing *timing = w->t->run->l->timing;

	if (!t || t->taken)
		return;
	if (!t->lock)
		t->lock = em_lock_new(x->turns, timing->hop_clk[by], timing->looker_clk[by], fair);
	x->locks = true;
	at_lock(w, t, true, l);
}

/* The word is `value` now. A lane that has taken a place there waited for it. */
static void permit(struct em_warp *w, struct told *t, unsigned as, uint32_t value)
{
	struct em_when free_at = { 0, 0 };

	if (!t->permits && as >= EM_TELL_PERMIT)
		t->permits = em_permits_new(as == EM_TELL_BIT, value);
	else if (t->permits && em_permits_now(t->permits, value, now(w, 0), &free_at))
		w->t->run->links->waits++;
	free_at.at += free_at.at ? w->t->run->l->timing->hop_clk[EM_BY_ATOMICS] : 0;
	if (free_at.at > w->chain) {
		w->chain = free_at.at;
		w->chain_loads = free_at.loads;
	}
}

/* A flag is mostly volatile, or an atomic. If not, one lane stores it. */
static bool may_tell(const struct em_links *x, unsigned as, uint32_t mask)
{
	return as != EM_TELL_PLAIN || !(mask & (mask - 1)) || x->locks;
}

void em_links_was(struct em_warp *w, const struct em_inst *i, const void *row, uint32_t mask)
{
	struct em_links *x = w->t->run->links;

	for (uint32_t m = may_tell(x, i->id, mask) ? mask : 0; m; m &= m - 1) {
		const uint64_t at = place_of(w, i, row, false, __builtin_ctz(m));
		struct em_mem_block b;
		struct told *t;

		/* An access that is about to be refused asks for nothing. */
		if (!in_global(at) || at % 4 || find(x, at / 4 + 1)->key ||
			!em_memory_find(&w->t->run->d->mem, at, &b) || !b.live || at + 4 > b.start + b.size)
			continue;
		t = word_at(x, at);
		if (t) {
			t->was = *(const uint32_t *)(uintptr_t)(at + w->delta);
			t->known = true;
		}
	}
}

void em_links_tell(struct em_warp *w, const struct em_inst *i, const void *row, uint32_t mask)
{
	struct em_links *x = w->t->run->links;
	const unsigned as = i->id & ~(unsigned)EM_TELL_SHARED;
	const bool atomic = as >= EM_TELL_ATOMIC;

	if (!may_tell(x, as, mask))
		return;
	for (uint32_t m = mask; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		const uint64_t at = place_of(w, i, row, i->id & EM_TELL_SHARED, l);

		if (as == EM_TELL_TAKE) {
			takes_lock(w, at, EM_BY_ATOMICS, false, l);
			continue;
		}
		for (uint32_t b = 0; b < i->d; b += 4) {
			struct told *t = word_at(x, at + b);

			if (t && t->taken)
				at_lock(w, t, false, l);
			if (t && as == EM_TELL_LAST)
				comes_last(w, t, l);
			if (t)
				t->stored = atomic ? later(t->stored, now(w, w->ahead[l])) : now(w, w->ahead[l]);
			if (t)
				t->changed = true;
			if (t && i->d == 4 && atomic && in_global(at))
				permit(w, t, as, *(const uint32_t *)(uintptr_t)(at + w->delta));
			if (t && i->d == 4 && in_global(at))
				go_on(x, t, *(const uint32_t *)(uintptr_t)(at + w->delta));
			if (t && atomic && !b)
				arrive(w, t, at);
		}
	}
}

/* A warp that looks again, and has done nothing else since, has only waited. */
static bool looks_again(const struct em_warp *w, const struct em_inst *i, uint64_t place)
{
	return w->sought.at == i && w->sought.place == place &&
		w->chain - w->sought.after <= w->t->run->links->turn[i->id];
}

/* Lane l waits for a lock, and has it now if this was the last time. */
static void comes_to_lock(
	struct em_warp *w, const struct em_inst *i, const void *row, const struct em_vigil *look, int l)
{
	const uint64_t at = place_of(w, i, row, look->by == EM_BY_SHARED, l);

	if (look->lock == EM_LOCK_WATCHES || !in_global(at) ||
		(look->lock == EM_LOCK_TICKET &&
			*(const uint32_t *)(uintptr_t)(at + w->delta) != EM_AT(w, const uint32_t, look->number)[l]))
		return;
	takes_lock(w, at, (int)look->by, look->lock == EM_LOCK_TICKET, l);
}

void em_links_look(struct em_warp *w, const struct em_inst *i, const void *row, uint32_t mask)
{
	struct em_links *x = w->t->run->links;
	const struct em_timing *t = w->t->run->l->timing;
	const struct em_vigil *look = &w->t->p->looks[i->id];
	const bool shared = look->by == EM_BY_SHARED;
	struct em_when latest = { 0, 0 };
	uint64_t place, since;
	int by;
	bool again;

	if (!mask)
		return;
	place = place_of(w, i, row, shared, __builtin_ctz(mask));
	by = place & SHARED_WORDS ? EM_BY_SHARED : (int)look->by;
	again = looks_again(w, i, place);
	keep(w, place);
	if (again) {
		w->chain = w->sought.after;
		w->chain_loads = w->sought.after_loads;
		w->slept = w->sought.slept;
	}
	since = again ? w->sought.since : w->chain;
	for (uint32_t m = look->lock ? mask : 0; m; m &= m - 1)
		comes_to_lock(w, i, row, look, __builtin_ctz(m));
	for (uint32_t m = look->permits || look->lock ? 0 : mask; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		const uint64_t at = place_of(w, i, row, shared, l);
		struct told *s = find(x, at / 4 + 1);
		struct em_when found;
		uint64_t others;

		if (!s->key || !s->changed)
			continue;
		s->looks += !again && m == mask;
		/* In shared memory it is all warps of the block that look, wherever they do. */
		others = by == EM_BY_SHARED ? w->blk->nwarps : s->looks < x->warps ? s->looks : x->warps;
		if (was_over(w, s, look, l))
			continue;
		found = stored_at(w, s, at, look, l);
		found.at += t->hop_clk[by] + others * t->looker_clk[by] / EM_WAIT_UNIT;
		if (found.at > since)
			found.at += em_overslept(look, x->turn[i->id], found.at - since, t->clock_khz);
		if (!look->each_lane) {
			latest = later(latest, found);
		} else if (found.at > w->chain + w->ahead[l]) {
			w->ahead[l] = found.at - w->chain;
			x->waits++;
		}
	}
	if (latest.at > w->chain) {
		for (int l = 0; l < EM_WARP; l++)
			w->ahead[l] -= w->ahead[l] < latest.at - w->chain ? w->ahead[l] : latest.at - w->chain;
		w->chain = latest.at;
		w->chain_loads = latest.loads;
		x->waits++;
	}
	w->sought = (struct em_looked){ i, place, w->chain, w->chain_loads, since, w->slept };
}

/* Of what the loads of an average warp would wait longer if the memory answered them all: how much do they, as its
 * basic blocks have come out in the end? Of few sectors seen that is not known. What the L1 answers is not asked: who
 * has waited reads what others have written. */
static double answered(const struct em_run *r, double seen)
{
	const struct em_links *x = r->links;
	double longer = 0, all = 0;

	for (uint32_t b = 0; b < r->p->nbasic_blocks; b++) {
		const struct em_worker *t = &r->workers[0];
		const double execs =
			x->loads[b] ? (double)(t->block_counts[b].execs + t->block_counts_first[b].execs) : 0;

		longer += execs * (double)(em_link_clk(r, b) - x->clk[b]);
		all += execs * (double)x->loads[b];
	}
	return all > 0 && longer > 0 ? longer / all * seen / (seen + FEW) : 0;
}

void em_links_end(struct em_run *r, uint64_t seen, struct em_work *out)
{
	struct em_links *x = r->links;

	if (!x)
		return;
	if (x->locks) {
		uint64_t waits;
		const uint64_t end = em_lock_turns_end(x->turns, EM_WAIT_UNIT, &waits);

		x->waits += waits;
		x->end.at = waits && end > x->end.at ? end : x->end.at;
	}
	out->links = x->waits;
	out->locks_played = x->locks;
	if (x->waits) {
		const double clk = (double)x->end.at + (double)x->end.loads * answered(r, (double)seen);

		out->links_clk = clk > 0 ? (uint64_t)clk : 0;
	}
	for (uint32_t k = 0; k < x->cap; k++) {
		free(x->word[k].step);
		free(x->word[k].permits);
	}
	free(x->clk);
	free(x->loads);
	free(x->turn);
	free(x->word);
	em_places_free(x->places);
	em_lock_turns_free(x->turns);
	free(x);
	r->links = NULL;
}
