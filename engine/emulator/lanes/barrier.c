/* barrier: see barrier.h. A barrier counts threads: all of the block that live, or as many as the instruction says. */
#include "emulator/lanes/barrier.h"
#include "emulator/cache/cache.h"
#include "emulator/check/check.h"
#include "emulator/core/fault.h"
#include "emulator/cost/clock.h"
#include "emulator/lanes/asleep.h"
#include "emulator/lanes/meets.h"
#include "emulator/lanes/yields.h"

static inline void let_go(struct em_group *g, uint32_t id)
{
	if (g->state == EM_AT_BAR && g->bar == id)
		g->state = EM_RUN;
}

void em_barrier_open(struct em_block *b, uint32_t id)
{
	struct em_barrier *r = &b->bar[id];
	b->waiting--;
	b->opened = b->alike == b->live_threads ? b->at : NULL;
	b->alike = 0;
	if (EM_UNLIKELY(!b->opened || b->live_threads != b->nthreads)) { /* else all are there */
		em_asleep_wake(b, EM_AT_BAR);
		em_check_barrier_misuse(b, id);
	}
	if (b->t->run->check.on & EM_CHECK_RACES)
		em_check_barrier_open(b, id);
	if (b->cache && r->lanes >= b->live_threads)
		em_cache_barrier(b);
	em_cache_met(b->cache);
	if (b->t->run->cycles || b->t->run->links)
		em_clock_barrier(b, id);
	for (struct em_warp *w = b->opened ? NULL : b->warp[0]; w; w = w->next)
		for (uint32_t g = 0; g < w->ngroups; g++)
			let_go(&w->g[g], id);
	*r = (struct em_barrier){ .or = r->acc_or, .not = r->acc_not, .popc = r->acc_popc };
}

#define TWO_BARRIERS "Barrier error detected. Divergent thread(s) in warp: some lanes wait at another barrier"

static bool complete(const struct em_block *b, const struct em_barrier *r)
{
	return r->lanes && (r->need ? r->lanes >= r->need : r->lanes >= b->live_threads);
}

const struct em_inst *em_warp_bar(struct em_warp *w, const struct em_inst *i, uint32_t id, uint32_t count, bool wait)
{
	struct em_block *b = w->blk;
	struct em_group *g = &w->g[w->cur];
	int lane = __builtin_ctz(w->mask);
	if (EM_UNLIKELY(w->parties) && em_yields_wait(w, i))
		return NULL;
	if (id > 15)
		return em_fault_set(
			w, i, lane, EM_FAULT_BARRIER, "Barrier error: there is no barrier %u, only 0 to 15", id);
	if (count % EM_WARP)
		return em_fault_set(w, i, lane, EM_FAULT_BARRIER,
			"Barrier error: a count of %u threads is no multiple of the warp size", count);
	struct em_barrier *r = &b->bar[id];
	if (r->lanes && r->need != count)
		return em_fault_set(w, i, lane, EM_FAULT_BARRIER,
			"Barrier error: threads wait at barrier %u for different numbers of threads (%u and %u)", id,
			r->need, count);
	/* Lanes of one warp at two different barrier instructions: each would wait for the other half. */
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (k != w->cur && w->g[k].state == EM_AT_BAR && w->g[k].bar == id && w->g[k].pc != i + 1) {
			int line = em_fault_line(w, w->g[k].pc - 1);
			return em_fault_set(w, i, lane, EM_FAULT_BARRIER,
				line && line != em_fault_line(w, i) ? TWO_BARRIERS
					" in line %d, and this one is reached" :
								      TWO_BARRIERS " instruction",
				line);
		}
	b->waiting += !r->lanes;
	r->need = count;
	/* With a count the hardware counts whole warps. */
	r->lanes += count || w->mask == EM_FULL ? EM_WARP : (uint32_t)__builtin_popcount(w->mask);
	g->pc = i + 1;
	b->polled += w->spin;
	w->spin = 0;
	if (count)
		em_check_barrier_arrive(w, id);
	else
		em_check_barrier_reached(w, i);
	if (EM_UNLIKELY(em_meets_mixed(w)) && !count)
		em_check_apart(w, i, UINT32_MAX);
	if (w->mask != w->live_lanes)
		w->bar_left = w->left;
	if (wait) {
		g->state = EM_AT_BAR;
		g->bar = (uint8_t)id;
	}
	if (complete(b, r))
		em_barrier_open(b, id);
	w->why = EM_WHY_PICK;
	return NULL;
}

void em_barrier_settle(struct em_block *b)
{
	for (uint32_t id = 0; id < 16 && b->waiting; id++)
		if (b->bar[id].lanes && b->live_threads && complete(b, &b->bar[id]))
			em_barrier_open(b, id);
}
