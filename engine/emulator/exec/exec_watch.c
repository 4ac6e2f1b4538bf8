/* exec_watch: tells the watchers of memory (observe.h) what a warp is about to do. Compiled for each ISA because it
 * lies on the way of every access. */
#include "emulator/cache/cache.h"
#include "emulator/check/check.h"
#include "emulator/exec/copies.h"
#include "emulator/exec/exec.h"
#include "emulator/exec/exec_race.h"
#include "emulator/exec/observe.h"
#include "emulator/exec/race_rules.h"

#define ALWAYS static inline __attribute__((always_inline))
/* The commonest accesses of all, in short. False: ask exec_race.c.
 *
 * Words of shared memory that are read, by half-warps of one word each. */
ALWAYS bool shared_words_quiet(struct em_warp *w, const struct em_inst *i, const struct em_runs *r)
{
	struct em_ckblock *k = &w->blk->check;
	const u64 mine = w->code | ck_inst_of(i) | CK_LANES, mine1 = mine | 16ull << CK_LANE_SHIFT;
	const struct race_bounds bounds = race_bounds(k, 0, true);
	if (r->total != 4 || (r->k0 | r->k1 << 2) != (EM_UNIFORM | EM_UNIFORM << 2) || k->shift != 2 || k->partial ||
		(i->access & EM_ACC_ORDERS))
		return false;
	w->touched = 1;
	ck_spread_shared(k, r->a0 >> CK_UNIT_SHIFT, false);
	ck_spread_shared(k, r->a1 >> CK_UNIT_SHIFT, false);
	const u64 *writer = k->planes.writer + (r->a0 >> 2), *writer1 = k->planes.writer + (r->a1 >> 2);
	u64 *reader = k->planes.reader + (r->a0 >> 2), *reader1 = k->planes.reader + (r->a1 >> 2);
	const enum race_load found = race_load((s64)*writer, (s64)*reader, (s64)mine, &bounds),
			     found1 = race_load((s64)*writer1, (s64)*reader1, (s64)mine1, &bounds);
	if ((found != RACE_LOAD_FIRST && found != RACE_LOAD_KNOWN) ||
		(found1 != RACE_LOAD_FIRST && found1 != RACE_LOAD_KNOWN))
		return false;
	if (found1 == RACE_LOAD_FIRST)
		*reader1 = mine1;
	if (found == RACE_LOAD_FIRST)
		*reader = mine;
	return true;
}

/* Words of shared memory that are read in any order, all of them by several warps. */
ALWAYS bool shared_lanes_quiet(struct em_warp *w, const struct em_inst *i, const u64 *addr, u32 mask)
{
	const struct em_ckblock *k = &w->blk->check;
	const s64 interval = (s64)k->interval;
	if (k->shift != 2 || k->partial || k->unwritten || (i->access & EM_ACC_ORDERS))
		return false;
	for (u32 m = mask; m; m &= m - 1) {
		const u64 at = addr[__builtin_ctz(m)] >> 2;
		const s64 read = (s64)k->planes.reader[at]; /* of this interval: so the unit is spread */
		if (!RACE_READ_BY_WARPS_SHARED(&&, read, interval) || !RACE_OLD((s64)k->planes.writer[at], interval))
			return false;
	}
	return true;
}

/* Is there anything unwritten where these runs lie? */
static inline bool unwritten(const struct em_warp *w, const struct em_runs *r)
{
	const struct em_ckblock *k = &w->blk->check;
	return k->dir[(r->a0 - k->base) >> CK_CHUNK_SHIFT].init || k->dir[(r->a1 - k->base) >> CK_CHUNK_SHIFT].init ||
		k->dir[(r->a0 + r->n0 - 1 - k->base) >> CK_CHUNK_SHIFT].init ||
		k->dir[(r->a1 + r->n1 - 1 - k->base) >> CK_CHUNK_SHIFT].init;
}

__attribute__((noinline)) static bool not_quiet(
	struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r)
{
	const struct em_ckblock *k = &w->blk->check;
	if (w->watch & EM_WATCH_RACES)
		EM_ISA_NAME(em_race_runs)(w, i, space, r);
	if (space == PTX_SHARED ? !k->unwritten && !w->taint : !unwritten(w, r))
		return false;
	return w->watch & EM_WATCH_INIT && em_init_runs(w, i, space, r);
}

/* Does a lane read or write what a copy of its own, not waited for yet, will write? */
__attribute__((noinline)) static void own_copies(struct em_warp *w, const struct em_inst *i, enum ptx_space space,
	const u64 *addr, u32 mask, unsigned bytes, bool store)
{
	const struct em_copies *c = w->t->p->copies_at ? copies_of(w, w->t->p->copies_at) : NULL;
	u64 lo = UINT64_MAX, hi = 0;
	if (space != PTX_SHARED)
		return;
	if (store && w->blk->check.sends)
		em_sends_written(w, i, addr, mask, bytes, true);
	if (w->blk->check.ntold)
		em_told_access(w, i, addr, mask, bytes, store);
	else if ((!c || !c->n) && !w->blk->check.sends)
		w->watch &= (uint16_t)~EM_WATCH_COPIES;
	for (u32 m = mask; m; m &= m - 1) {
		const u64 at = addr[__builtin_ctz(m)];
		lo = at < lo ? at : lo;
		hi = at + bytes > hi ? at + bytes : hi;
	}
	for (u32 k = 0; c && k < c->n; k++)
		for (u32 m = lo < c->v[k].hi && c->v[k].lo < hi ? mask & c->v[k].mask : 0; m; m &= m - 1) {
			int l = __builtin_ctz(m);
			if (addr[l] < c->v[k].to[l] + c->v[k].bytes && c->v[k].to[l] < addr[l] + bytes)
				em_race_unawaited(w, i, l, w, c->v[k].i, l, addr[l], bytes, store);
		}
}

__attribute__((noinline)) static void own_copies_runs(
	struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r)
{
	const struct em_copies *c = w->t->p->copies_at ? copies_of(w, w->t->p->copies_at) : NULL;
	const u64 lo = r->a0 < r->a1 ? r->a0 : r->a1;
	const u64 hi = r->a0 + r->n0 > r->a1 + r->n1 ? r->a0 + r->n0 : r->a1 + r->n1;
	bool near = w->blk->check.ntold || (r->store && w->blk->check.sends);
	for (u32 k = 0; c && k < c->n; k++)
		near |= lo < c->v[k].hi && c->v[k].lo < hi;
	if (!near || space != PTX_SHARED)
		return;
	u64 addr[EM_WARP];
	for (unsigned l = 0; l < 16; l++) {
		addr[l] = r->a0 + (r->k0 == EM_CONSECUTIVE ? l * r->total : 0);
		addr[16 + l] = r->a1 + (r->k1 == EM_CONSECUTIVE ? l * r->total : 0);
	}
	own_copies(w, i, space, addr, EM_FULL, r->total, r->store);
}

bool EM_ISA_NAME(em_watch_runs)(
	struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r)
{
	const struct em_ckblock *k = &w->blk->check;
	w->worked = 1;
	if (EM_UNLIKELY(w->watch & EM_WATCH_COPIES))
		own_copies_runs(w, i, space, r);
	if (space == PTX_SHARED) {
		if (k->lazy)
			EM_ISA_NAME(em_race_logged)(w->blk);
		if (!r->store && shared_words_quiet(w, i, r))
			return EM_UNLIKELY(k->unwritten && w->watch & EM_WATCH_INIT) ?
				em_init_runs(w, i, PTX_SHARED, r) :
				false;
	} else {
		if (w->watch & EM_WATCH_CACHE && EM_UNLIKELY(em_cache_runs_sampled(r->a0, r->n0, r->a1, r->n1)))
			em_cache_runs(w, i, r);
		if (!(w->watch & (EM_WATCH_GLOBAL | EM_WATCH_RACES | EM_WATCH_INIT))) /* nobody else watches */
			return false;
		if (!r->store && !(i->access & EM_ACC_ORDERS) && em_quiet_runs(w, r->a0, r->n0, r->a1, r->n1))
			return false;
	}
	return not_quiet(w, i, space, r);
}

bool EM_ISA_NAME(em_watch_lanes)(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind)
{
	w->worked |= space != PTX_LOCAL;
	if (space == PTX_SHARED && w->blk->check.lazy)
		EM_ISA_NAME(em_race_logged)(w->blk);
	if (EM_UNLIKELY(w->watch & EM_WATCH_COPIES)) {
		if (kind == EM_READ || kind == EM_WRITE || kind == EM_ATOMIC)
			own_copies(w, i, space, addr, mask, bytes, kind != EM_READ);
		else if (kind == EM_COPY_WRITE && space == PTX_SHARED && w->blk->check.sends)
			em_sends_written(w, i, addr, mask, bytes, false);
	}
	if (space == PTX_SHARED && kind == EM_READ && bytes == 4 && shared_lanes_quiet(w, i, addr, mask)) {
		w->touched = 1;
		return false;
	}
	if (space != PTX_LOCAL && w->watch & EM_WATCH_RACES)
		EM_ISA_NAME(em_race_access)(w, i, space, addr, mask, bytes, kind);
	if (space == PTX_GLOBAL && w->watch & EM_WATCH_CACHE)
		EM_ISA_NAME(em_follow_lanes)(w, i, addr, mask, bytes, kind);
	else if (space == PTX_SHARED && kind == EM_ATOMIC && w->watch & EM_WATCH_CACHE)
		EM_ISA_NAME(em_follow_shared_atomic)(w, i, addr, mask);
	return w->watch & EM_WATCH_INIT && (space != PTX_SHARED || w->blk->check.unwritten || w->taint) &&
		em_init_lanes(w, i, space, addr, mask, bytes, kind);
}
