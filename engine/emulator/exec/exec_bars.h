/* exec_bars: the executors of barriers. A part of exec_flow.c, which includes it. A warp that comes to a barrier of all
 * ends its turn; the quick forms go on with the next warp's, as em_block_run (run/block.c) would. */
#ifndef EMULATOR_EXEC_BARS_H
#define EMULATOR_EXEC_BARS_H

/* a, b: rows of the number and of the thread count, 0 = the number is in the slot and there is no count. */
static inline u32 bar_number(struct em_warp *w, const struct em_inst *i)
{
	return i->a ? ROWP(u32, i->a)[__builtin_ctz(w->mask)] : i->barrier;
}
static inline u32 bar_count(struct em_warp *w, const struct em_inst *i)
{
	return i->b ? ROWP(u32, i->b)[__builtin_ctz(w->mask)] : 0;
}
FN(bar)
{
	return em_warp_bar(w, i, bar_number(w, i), bar_count(w, i), true);
}
/* Barrier x, without a count: for a whole warp em_warp_bar in short. False: it is not as simple. *open: all have come.
 */
static inline __attribute__((always_inline)) bool bar_plain(struct em_warp *w, const struct em_inst *i, bool *open)
{
	struct em_block *b = w->blk;
	struct em_group *g = &w->g[0];
	struct em_barrier *r = &b->bar[i->barrier];
	u32 lanes = r->lanes;
	if (EM_UNLIKELY(w->ngroups != 1 || w->mask != EM_FULL || r->need))
		return false;
	b->waiting += !lanes;
	r->lanes = lanes += EM_WARP;
	em_wait_at(g, i);
	w->met_at = i;
	if (EM_UNLIKELY(w->spin)) {
		b->polled += w->spin;
		w->spin = 0;
	}
	*open = lanes >= b->live_threads;
	return true;
}
/* The turn is over. */
static inline __attribute__((always_inline)) const struct em_inst *bar_end(
	struct em_warp *w, const struct em_inst *i, bool open)
{
	w->why = EM_WHY_PICK;
	if (open)
		em_barrier_open(w->blk, i->barrier);
	return NULL;
}
FN(bar_all)
{
	bool open = false;
	if (EM_UNLIKELY(!bar_plain(w, i, &open)))
		return em_warp_bar(w, i, i->barrier, 0, true);
	return bar_end(w, i, open);
}
FN(bar_together)
{
	return bar_all(w, i);
}
/* A warp comes that bar_plain may let in: is it one more that could go on with all others? */
static inline __attribute__((always_inline)) void bar_alike(struct em_warp *w, const struct em_inst *i)
{
	struct em_block *b = w->blk;
	if (!b->bar[i->barrier].lanes) {
		b->at = i;
		b->alike = 0;
	}
	if (EM_UNLIKELY(b->at != i || w->turns.head || w->taint)) {
		b->at = NULL; /* it does not come to all of them any more */
		b->alike = 0;
	}
	b->alike += EM_WARP;
}
static inline __attribute__((always_inline)) bool may_come_next(const struct em_warp *n)
{
	return may_be_next(n) && !(n->blk->arrived >> n->index & 1);
}
/* Warps from n on of which the turns, but for the arrival at the barrier i, are over already (sweeps.h): up to the last
 * of them, or the one with which the barrier opens. Returns whose turn is next. */
static inline __attribute__((always_inline)) struct em_warp *bar_swept(struct em_warp *n, const struct em_inst *i)
{
	struct em_block *b = n->blk;
	struct em_barrier *r = &b->bar[i->barrier];
	u32 lanes = r->lanes + EM_WARP;
	u64 steps = 0;
	for (struct em_warp *next; n->swept && n->g[0].pc == i && lanes < b->live_threads; n = next, lanes += EM_WARP) {
		next = n->next;
		if (!may_come_next(next))
			break;
		em_asleep_up(n);
		em_wait_at(&n->g[0], i);
		n->met_at = i;
		n->steps += n->swept;
		steps += n->swept;
		n->swept = 0;
	}
	lanes -= r->lanes + EM_WARP;
	n->t->steps += steps;
	r->lanes += lanes;
	b->alike += lanes;
	return n;
}
/* Warps from n on, which sleeps at the barrier i, have their turns. Returns whose turn is next, or NULL, with b->now
 * the last that has had one: the barrier has opened, or whoever comes next has none now. */
static inline __attribute__((always_inline)) struct em_warp *bar_asleep(struct em_warp *n, const struct em_inst *i)
{
	struct em_block *b = n->blk;
	const u32 many = em_asleep_from(b, n->index), next = n->index + many;
	em_asleep_arrive(b, n->index, many);
	if (EM_UNLIKELY(next == b->nwarps || !may_come_next(b->warp[next]))) {
		b->now = b->warp[next - 1];
		return NULL;
	}
	n = b->warp[next];
	if (!(b->asleep >> next & 1))
		return n;
	b->now = n;
	em_turn_begin(n);
	em_wait_at(&n->g[0], i);
	b->bar[i->barrier].lanes += EM_WARP;
	b->alike += EM_WARP;
	em_barrier_open(b, i->barrier);
	return NULL;
}
/* The turn of n, which has some of it behind it, follows one that has ended at the barrier i. */
__attribute__((noinline)) static const struct em_inst *bar_known(struct em_warp *n, const struct em_inst *i)
{
	if (n->blk->asleep >> n->index & 1 && n->blk->asleep_at == i) {
		n = bar_asleep(n, i);
		if (!n)
			return NULL;
	}
	n = bar_swept(n, i);
	em_turn_begin(n);
	n->blk->now = n;
	i = em_warp_lone(n);
	return EM_NEXT(n, i);
}
/* Its turn is over, at the barrier i, where it has arrived. */
__attribute__((noinline)) static const struct em_inst *bar_over(struct em_warp *w, const struct em_inst *i)
{
	return bar_end(w, i, w->blk->bar[i->barrier].lanes >= w->blk->live_threads);
}
/* It comes to a barrier that it may not be let in to in short, or not as one more that could go on with all others. */
__attribute__((noinline)) static const struct em_inst *bar_unlike(struct em_warp *w, const struct em_inst *i)
{
	bool open = false;
	bar_alike(w, i);
	if (!bar_plain(w, i, &open)) {
		w->blk->at = NULL;
		return em_warp_bar(w, i, i->barrier, 0, true);
	}
	if (open || !may_come_next(w->next))
		return bar_end(w, i, open);
	em_turn_end(w);
	return bar_known(w->next, i);
}
/* The quick form goes on with the next warp's turn. */
FN(quick_bar_all)
{
	struct em_warp *n = w->next;
	bool open = false;
	if (EM_UNLIKELY(!bar_plain(w, i, &open)))
		return em_warp_bar(w, i, i->barrier, 0, true);
	if (EM_UNLIKELY(open || !may_be_next(n)))
		return bar_end(w, i, open);
	em_turn_end(w);
	em_turn_fresh(n);
	n->blk->now = n;
	i = em_warp_lone(n);
	return EM_NEXT(n, i);
}
FN(quick_bar_together)
{
	struct em_block *b = w->blk;
	struct em_barrier *r = &b->bar[i->barrier];
	struct em_warp *n = w->next;
	const u32 lanes = r->lanes;
	if (EM_UNLIKELY(w->ngroups != 1 || w->mask != EM_FULL || r->need || w->spin || w->turns.head || w->taint ||
		    (lanes && b->at != i)))
		return bar_unlike(w, i);
	if (!lanes) {
		b->waiting++;
		b->at = i;
		b->alike = 0;
	}
	b->alike += EM_WARP;
	r->lanes = lanes + EM_WARP;
	em_wait_at(&w->g[0], i);
	w->met_at = i;
	if (EM_UNLIKELY(lanes + EM_WARP >= b->live_threads || !may_come_next(n)))
		return bar_over(w, i);
	em_turn_end(w);
	if (EM_UNLIKELY(n->swept))
		return bar_known(n, i);
	em_turn_fresh(n);
	b->now = n;
	i = em_warp_lone(n);
	return EM_NEXT(n, i);
}
FN(bar_arrive)
{
	return em_warp_bar(w, i, bar_number(w, i), bar_count(w, i), false);
}
/* bar.red: what the lanes bring (the predicate in row c) is gathered here; the next slot reads the result when the
 * barrier has opened. */
FN(barred_arrive)
{
	u32 on = (*PREDP(i->c) ^ i->complement_of_c) & w->mask, id = bar_number(w, i);
	if (id < 16) {
		struct em_barrier *b = &w->blk->bar[id];
		b->acc_popc += (u32)__builtin_popcount(on);
		b->acc_or |= on != 0;
		b->acc_not |= on != w->mask;
	}
	return em_warp_bar(w, i, id, bar_count(w, i), true);
}
FN(barred_popc)
{
	u32 *d = ROWP(u32, i->d);
	u32 v = w->blk->bar[bar_number(w, i) & 15].popc;
	EM_LOOP(, v);
}
#define BARRED_P(name, e) \
	FN(name) \
	{ \
		const struct em_barrier *b = &w->blk->bar[bar_number(w, i) & 15]; \
		u32 *d = PREDP(i->d); \
		u32 r = (e) ? EM_FULL : 0; \
		*d = (*d & ~w->mask) | (r & w->mask); \
		return i + 1; \
	}
BARRED_P(barred_or, b->or)
BARRED_P(barred_and, !b->not )

#endif
