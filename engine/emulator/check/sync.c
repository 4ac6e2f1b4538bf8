/* sync: barriers and masks that are wrong although the launch goes on: the hardware lets them pass, or the order
 * of threads was kind. What stops a launch (deadlocks, counts that cannot be) is a fault of block.c. */
#include <stdio.h>

#include "emulator/check/check.h"
#include "emulator/core/lane_words.h"

/* In the place of another instruction. */
enum { OWN_MASK = -2, PASSED_BY = -4, PASSED_MASK = -5, LAST = -6, ROUND = -7, APART = -8 };

static struct em_finding *note(struct em_warp *w, const struct em_inst *i, int lane, enum em_severity s, int32_t what)
{
	if (!(w->t->run->check.on & EM_CHECK_SYNC))
		return NULL;
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_SYNC,
			.severity = s,
			.space = PTX_SHARED,
			.at = em_check_inst(w, i),
			.other = what });
	if (f) {
		f->at = em_check_place(w, i, lane);
		f->same_warp = what == OWN_MASK || what == PASSED_MASK; /* a mask's matter, no block's */
	}
	return f;
}

/* A mask may name lanes that have exited: nobody waits for them (PTX ISA, shfl.sync, vote.sync: "all non-exited
 * threads"). Of what a shuffle reads from them taint.c tells. */
void em_check_mask(struct em_warp *w, const struct em_inst *i)
{
	const uint32_t *mask = EM_AT(w, uint32_t, i->a);
	for (uint32_t m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		struct em_finding *f;
		if (!(mask[l] >> l & 1) && (f = note(w, i, l, EM_ERROR, OWN_MASK)))
			snprintf(f->message, sizeof f->message,
				"Barrier error detected. Invalid arguments: the thread is not in its own mask 0x%08x",
				mask[l]);
	}
}

/* Lanes that return at once had nothing to do; others went past the barrier and did something, or they had been at one
 * before: a loop with a barrier that some lanes of a warp leave early. Where all lanes of the warp had been at a
 * barrier, and then some return before another one, it is not the loop's: that is a habit that works, too. */
enum { AT_ONCE = 3 };

static void passed_by(struct em_warp *w, const struct em_inst *barrier, uint32_t wait, uint32_t past)
{
	struct em_finding *f = note(w, barrier, __builtin_ctz(wait), EM_ERROR, PASSED_BY);

	if (f)
		snprintf(f->message, sizeof f->message,
			"Barrier error detected. Divergent thread(s) in warp: not all threads reach the barrier. %s "
			"%s, %s went past and exited",
			em_lane_words_first(wait).text, wait & (wait - 1) ? "wait" : "waits", em_lane_words(past).text);
}

/* ptxas 13.0 takes lanes to be together behind a call that they have made together, and an H200 may leave them apart
 * (lanes/meets.h). Of 128 threads that store a number after two_ifs() of tests/checkers/apart_calls.cu, and read
 * others' after __syncthreads(), 37 read there what was before; so with a __syncwarp() in front, of which nothing is
 * left in the machine code, and a vote is one of each part. */
void em_check_apart(struct em_warp *w, const struct em_inst *i, uint32_t named)
{
	struct em_finding *f;

	if (w->mask == w->live_lanes || w->live_lanes & ~named ||
		!(f = note(w, i, __builtin_ctz(w->mask), EM_WARNING, APART)))
		return;
	f->gap = EM_GAP_APART;
	f->same_warp = true;
	snprintf(f->message, sizeof f->message,
		"Barrier error detected. %s of the warp %s here without %s, after calls of a function that calls "
		"itself",
		em_lane_words_first(w->mask).text, w->mask & (w->mask - 1) ? "come" : "comes",
		em_lane_words(w->live_lanes & ~w->mask).text);
}

void em_check_barrier_reached(struct em_warp *w, const struct em_inst *i)
{
	if (EM_UNLIKELY(w->quit))
		passed_by(w, i, w->mask, w->quit);
	else if (EM_UNLIKELY(w->quit_at == i))
		passed_by(w, i, w->mask, w->quit_from);
	w->met |= w->mask;
	if (w->mask == w->live_lanes)
		w->met_at = i;
}

/* At a ballot, a shuffle, a __syncwarp() whose mask names the lanes that exit. Hardware waits for them no longer. */
static void passed_mask(struct em_warp *w, const struct em_group *x)
{
	uint32_t gone = x->need & w->mask;
	struct em_finding *f;

	/* In another order of threads those that leave may have been held up, not at work. */
	if (gone && !w->t->schedule && w->sync_left - w->left > AT_ONCE &&
		(f = note(w, x->pc, __builtin_ctz(x->mask), EM_WARNING, PASSED_MASK)))
		snprintf(f->message, sizeof f->message,
			"Barrier error detected. %s %s for all that the mask names, but %s of it went past and exited",
			em_lane_words_first(x->mask).text, x->mask & (x->mask - 1) ? "wait" : "waits",
			em_lane_words(gone).text);
}

void em_check_exit(struct em_warp *w)
{
	w->quit |= w->mask & w->met;
	w->quit_from = (w->quit_at == w->met_at ? w->quit_from : 0) | w->mask;
	w->quit_at = w->met_at;
	for (uint32_t g = 0; g < w->ngroups; g++) {
		const struct em_group *x = &w->g[g];

		if (g != w->cur && x->state == EM_AT_BAR &&
			(w->bar_left - w->left > AT_ONCE || w->mask & w->met || x->pc - 1 == w->met_at))
			passed_by(w, x->pc - 1, x->mask, w->mask);
		else if (g != w->cur && x->state == EM_AT_SYNC)
			passed_mask(w, x);
	}
}

/* Whether a warp that met the others last at `last` went round the barrier `at`: asked of many warps and blocks. */
static bool went_round(struct em_block *b, int32_t last, int32_t at)
{
	struct em_ckblock *k = &b->check;

	if (k->round.p != b->t->p || k->round.last != last || k->round.at != at) {
		k->round.p = b->t->p;
		k->round.last = last;
		k->round.at = at;
		k->round.is = em_check_went_round(b->t->p, last, at);
	}
	return k->round.is;
}

static void say_round(struct em_warp *w, const struct em_inst *i, int lane, struct em_warp *first, unsigned warps)
{
	struct em_finding *f = note(w, i, lane, EM_WARNING, ROUND);
	const struct em_inst *last = first->met_at;
	const struct em_place who = em_check_place(first, last ? last : i, 0);
	char others[48] = "";

	if (!f)
		return;
	if (warps > 1)
		snprintf(others, sizeof others, " and %u other warp%s", warps - 1, warps > 2 ? "s" : "");
	snprintf(f->message, sizeof f->message,
		"Barrier error detected. Divergent thread(s) in block: the barrier is reached by %u of %u threads; "
		"the warp of thread (%u,%u,%u)%s went round it and exited",
		w->blk->live_threads, w->blk->nthreads, who.thread.x, who.thread.y, who.thread.z, others);
}

/* A barrier that this warp has come to opens, and more threads have exited than when one opened last. */
static void some_went_round(struct em_warp *w, const struct em_inst *i, int lane)
{
	struct em_block *b = w->blk;
	struct em_warp *first = NULL;
	unsigned warps = 0;

	for (struct em_warp *x = b->warp[0]; x; x = x->next) {
		if (x->live_lanes || !went_round(b, x->met_at ? em_check_inst(x, x->met_at) : -1, em_check_inst(w, i)))
			continue;
		first = first ? first : x;
		warps++;
	}
	if (!warps)
		return;
	b->check.went_round = true;
	say_round(w, i, lane, first, warps);
}

/* if (i < n) { ...; __syncthreads(); } and nothing after it: threads that skip it are gone, so hardware lets the others
 * go on. Where threads leave at once and the rest meets at several barriers, that is a habit that works. */
static void some_left_out(struct em_block *b, uint32_t id)
{
	struct em_finding *f;
	const bool first = !b->check.left_out;
	bool more = !b->check.went_round && !b->check.raced && b->nthreads - b->live_threads > b->check.gone;

	b->check.left_out = true;
	b->check.gone = b->nthreads - b->live_threads;
	for (uint32_t n = 0; n < b->nwarps && (first || more || b->t->run->l->cooperative); n++)
		for (uint32_t g = 0; g < b->warp[n]->ngroups; g++) {
			const struct em_group *x = &b->warp[n]->g[g];
			const bool here = x->state == EM_AT_BAR && x->bar == id;
			const char *what =
				here ? em_check_left_out(b, em_check_inst(b->warp[n], x->pc - 1), first) : NULL;

			if (here && !what && more) {
				some_went_round(b->warp[n], x->pc - 1, __builtin_ctz(x->mask));
				more = false;
			}
			if (!what)
				continue;
			f = note(b->warp[n], x->pc - 1, __builtin_ctz(x->mask), EM_WARNING, LAST);
			if (f)
				snprintf(f->message, sizeof f->message,
					"Barrier error detected. Divergent thread(s) in block: %s is reached by %u of "
					"%u "
					"threads, the others went past and exited",
					what, b->live_threads, b->nthreads);
			return;
		}
}

/* What a barrier does beside waiting: nothing, or __syncthreads_count(), _and(), _or(). PTX ISA, barrier.red: where one
 * barrier opens for several of these, what happens can't be foreseen. */
static int kind_of(const struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	const int32_t pin = em_check_inst(w, i);
	const struct ptx_inst *in = pin >= 0 ? &p->m->ptx->funcs[p->pinst[pin].func].insts[p->pinst[pin].inst] : NULL;

	return !in || !ptx_has(in, PTX_MOD_RED) ? 0 : ptx_has(in, PTX_MOD_AND) ? 1 : ptx_has(in, PTX_MOD_OR) ? 2 : 3;
}

/* This lane's group waits at one barrier, `who` at another one. */
static void at_different(struct em_warp *w, const struct em_group *x, struct em_warp *who, const struct em_inst *first)
{
	const int lane = __builtin_ctz(x->mask);
	const struct em_place here = em_check_place(w, x->pc - 1, lane), there = em_check_place(who, first, 0);
	const bool mixed = kind_of(w, x->pc - 1) != kind_of(who, first);
	struct em_finding *f;

	if (!mixed && here.file == there.file && here.line == there.line && here.line)
		return;
	w->blk->check.went_round = true; /* that some exit before others do would be the same mistake */
	f = note(w, x->pc - 1, lane, mixed ? EM_ERROR : EM_WARNING, em_check_inst(who, first));
	if (!f)
		return;
	f->other = there;
	f->has_other = true;
	snprintf(f->message, sizeof f->message,
		"Barrier error detected. Divergent thread(s) in block: warps wait for each other at different "
		"barriers%s",
		mixed ? ", a __syncthreads_count(), _and() or _or() and one of another kind" : "");
}

/* The barrier instruction that the first waiting warp waits at, and another one that some other warp waits at. */
void em_check_barrier_misuse(struct em_block *b, uint32_t id)
{
	const struct em_inst *first = NULL;
	struct em_warp *who = NULL;
	if (b->bar[id].need || !(b->t->run->check.on & EM_CHECK_SYNC))
		return;
	if (b->live_threads != b->nthreads)
		some_left_out(b, id);
	if (b->opened) /* all of them are there */
		return;
	for (uint32_t n = 0; n < b->nwarps; n++)
		for (uint32_t g = 0; g < b->warp[n]->ngroups; g++) {
			struct em_group *x = &b->warp[n]->g[g];
			if (x->state != EM_AT_BAR || x->bar != id)
				continue;
			if (!first) {
				first = x->pc - 1;
				who = b->warp[n];
			}
			if (x->pc - 1 == first)
				continue;
			at_different(b->warp[n], x, who, first);
		}
}
