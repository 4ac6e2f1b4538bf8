/* exec_global: loads and stores of global memory, and of all spaces but shared memory (exec_ldst.h). */
#include "emulator/exec/exec_ldst.h"
#include "emulator/exec/observe.h"
#include "emulator/lanes/warp.h"

/* Are these bytes inside the allocation that this instruction touched last? Addresses of allocations have no sign, and
 * what lies right before the first one with a sign is no such. */
ALWAYS bool known_bounds(const struct em_memory_counts *counts, u64 a, unsigned bytes)
{
	return (s64)a >= (s64)counts->lo && (s64)a <= (s64)(counts->hi - bytes);
}

#ifdef EM_QUICK
TAKEN(slow_global)
#else
/* One copy of the slow way for each of the usual accesses, one for all others. */
ALWAYS const struct em_inst *global_words(struct em_warp *w, const struct em_inst *i, u32 acc)
{
#ifdef __AVX2__
	if (EM_LIKELY(global_part(w, i, EM_ACC_BYTES(acc), acc & EM_ACC_STORE)))
		return i + 1;
#endif
	return slow(w, i, acc);
}
__attribute__((noinline)) static const struct em_inst *slow_global(struct em_warp *w, const struct em_inst *i)
{
	switch (PLAIN(i->c)) {
	case WORD(GLOBAL, 0): return global_words(w, i, WORD(GLOBAL, 0));
	case WORD(GLOBAL, EM_ACC_STORE): return global_words(w, i, WORD(GLOBAL, EM_ACC_STORE));
	case DOUBLE(GLOBAL, 0): return global_words(w, i, DOUBLE(GLOBAL, 0));
	case DOUBLE(GLOBAL, EM_ACC_STORE): return global_words(w, i, DOUBLE(GLOBAL, EM_ACC_STORE));
	default: return slow(w, i, i->c);
	}
}

GIVEN(slow_global)
#endif

/* Not part of the loads and stores: nobody may be watching. The cache model alone follows a few lines only, so most
 * need not be told. */
__attribute__((noinline)) static bool watch_runs(
	struct em_warp *w, const struct em_inst *i, u64 a0, u64 a1, unsigned kind, unsigned total, bool store)
{
	unsigned k0 = kind & 3, k1 = kind >> 2 & 3, n0 = k0 == EM_UNIFORM ? total : 16 * total,
		 n1 = k1 == EM_UNIFORM ? total : 16 * total;
	w->worked = 1;
	if (w->watch == EM_WATCH_CACHE && !em_cache_runs_sampled(a0, n0, a1, n1))
		return false;
	if (!store && !(w->watch & EM_WATCH_CACHE) && !(i->access & EM_ACC_ORDERS) && em_quiet_runs(w, a0, n0, a1, n1))
		return false;
	return EM_SET_NAME(em_watch_runs)(w, i, PTX_GLOBAL, &(struct em_runs){ a0, a1, n0, n1, k0, k1, total, store });
}

/* A request is done, of so many sectors, the first of them at a. Must its lines be looked at? */
ALWAYS bool counted(const struct em_warp *w, const struct em_inst *i, struct em_memory_counts *counts,
	enum ptx_space space, unsigned sectors, bool store, u64 a)
{
	if (space == PTX_CONST) /* constant_runs has counted */
		return false;
	counts->global_req++;
	counts->global_sectors += sectors;
	if (!(w->watch & EM_WATCH_CACHE))
		return false;
	if (sectors == 1)
		EM_CACHE_ONE_SECTOR(w, i, store, a);
	return true;
}
#define QUIET(a, n, lane, several) (!checked || quiet_global(w, i, a, n, lane, several, store))
#define QUIET_PAIR(a) \
	(total == 4 ? !checked || quiet_global_pair(w, i, a, store) : \
		      QUIET(a, 16 * total, 0, false) && QUIET(a + 16 * total, 16 * total, 16, false))
#define FOLLOW(store) ((store) ? em_cache_follow_stored : em_cache_follow_run)

/* The short form of an access: it is for the usual ones and calls nothing but, as its last act, the cache model for a
 * line that this follows, so that it needs no stack frame. Whatever else it finds (lanes that are off, checkers that
 * watch, mixed runs, another allocation than last time, a fault) it leaves to the whole form, which begins anew; where
 * checkers watch, to `watched`: the whole form, or once more this one, `checked`, which knows accesses that those have
 * little to do with (exec_quiet.h). */
BODY const struct em_inst *global_short(struct em_warp *w, const struct em_inst *i, unsigned bytes, unsigned vec,
	bool sext, bool store, enum ptx_space space, bool again, bool checked, em_fn watched, em_fn whole)
{
	const unsigned total = bytes * vec;
	const u64 *a = ROWP(u64, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	if (checked && (space == PTX_CONST || (store && total != 4)))
		return whole(w, i);
	if (EM_UNLIKELY(w->mask != EM_FULL))
		return whole(w, i);
	if (checked ? EM_UNLIKELY(!quiet_may(w, i)) : EM_UNLIKELY(space != PTX_CONST && w->watch & EM_WATCH_GLOBAL))
		return watched(w, i);
	u64 a0 = again ? sh->a0 : a[0], a1 = again ? sh->a1 : a[16], off = (u64)(s64)(s32)i->displacement;
	const unsigned kind = again ? sh->kind : classify64(a, total);
	if (!again && i->b)
		*sh = (struct shape){ a0, a1, kind, 0 };
	a0 += off;
	a1 += off;
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	uint8_t *p0 = (uint8_t *)(uintptr_t)(a0 + w->delta), *p1 = (uint8_t *)(uintptr_t)(a1 + w->delta);
	if (EM_UNLIKELY(a0 & (total - 1)))
		return whole(w, i);
	if (kind == (EM_CC | EM_NEXT)) {
		if (EM_UNLIKELY(!known_bounds(counts, a0, 32 * total) || !QUIET_PAIR(a0)))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0 + 16 * total, bytes, vec, sext, store);
		if (space == PTX_CONST)
			constant_runs(w, counts, kind, a0, a0 + 16 * total, total);
		if (counted(w, i, counts, space, run_sectors(a0, 32 * total), store, a0) &&
			EM_UNLIKELY(em_cache_span_sampled(a0, a0 + 32 * total - 1)))
			return FOLLOW(store)(w, i, a0, a0 + 32 * total - 1, SLOTS(vec));
	} else if (kind == (EM_CC | EM_SAME)) {
		if (EM_UNLIKELY(!known_bounds(counts, a0, 16 * total) || (checked && store) ||
			    !QUIET(a0, 16 * total, 0, true)))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0, bytes, vec, sext, store);
		if (space == PTX_CONST)
			constant_runs(w, counts, kind, a0, a0, total);
		if (counted(w, i, counts, space, run_sectors(a0, 16 * total), store, a0) &&
			EM_UNLIKELY(em_cache_span_sampled(a0, a0 + 16 * total - 1)))
			return FOLLOW(store)(w, i, a0, a0 + 16 * total - 1, SLOTS(vec));
	} else if (kind == (EM_UU | EM_SAME)) {
		if (EM_UNLIKELY(!known_bounds(counts, a0, total) || (checked && store) || !QUIET(a0, total, 0, true)))
			return whole(w, i);
		runs_move(w, i, EM_UNIFORM, p0, EM_UNIFORM, p0, bytes, vec, sext, store);
		if (space == PTX_CONST)
			constant_runs(w, counts, kind, a0, a0, total);
		if (counted(w, i, counts, space, 1, store, a0) && EM_UNLIKELY(em_cache_sampled(a0 / EM_LINE_BYTES)))
			return FOLLOW(store)(w, i, a0, a0 + total - 1, SLOTS(vec));
	} else if (kind == EM_UU) {
		if (EM_UNLIKELY(a1 & (total - 1) || !known_bounds(counts, a0, total) ||
			    !known_bounds(counts, a1, total) || (checked && store) || !QUIET(a0, total, 0, true) ||
			    !QUIET(a1, total, 16, true)))
			return whole(w, i);
		runs_move(w, i, EM_UNIFORM, p0, EM_UNIFORM, p1, bytes, vec, sext, store);
		if (space == PTX_CONST)
			constant_runs(w, counts, kind, a0, a1, total);
		if (counted(w, i, counts, space, 1 + ((a0 ^ a1) >> 5 != 0), store, a0) &&
			EM_UNLIKELY(em_cache_sampled(a0 / EM_LINE_BYTES) | em_cache_sampled(a1 / EM_LINE_BYTES)))
			return em_cache_follow_two(w, i, a0, a1, EM_CACHE_FORM(total, store, SLOTS(vec)));
	} else if (kind == EM_CC) {
		if (EM_UNLIKELY(a1 & (total - 1) || !known_bounds(counts, a0, 16 * total) ||
			    !known_bounds(counts, a1, 16 * total) || !QUIET(a0, 16 * total, 0, false) ||
			    !QUIET(a1, 16 * total, 16, false)))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p1, bytes, vec, sext, store);
		if (space == PTX_CONST)
			constant_runs(w, counts, kind, a0, a1, total);
		if (counted(w, i, counts, space, range_sectors(a0, 16 * total, a1, 16 * total), store, a0) &&
			EM_UNLIKELY(em_cache_runs_sampled(a0, 16 * total, a1, 16 * total)))
			return em_cache_follow_two(w, i, a0, a1, EM_CACHE_FORM(16 * total, store, SLOTS(vec)));
	} else {
		return whole(w, i);
	}
	i += SLOTS(vec);
	return EM_NEXT(w, i);
}

/* As beside_host (exec_ldst.h), for both half-warps' runs. */
ALWAYS void runs_beside_host(struct em_warp *w, const struct em_inst *i, unsigned k0, u64 a0, unsigned n0, unsigned k1,
	u64 a1, unsigned n1, unsigned bytes, unsigned vec, bool sext, bool store)
{
	uint8_t copy[2][16 * 32 + 64]; /* the moves may look past what they take */
	uint8_t *at0 = (uint8_t *)(uintptr_t)(a0 + w->delta), *at1 = (uint8_t *)(uintptr_t)(a1 + w->delta);
	const struct em_run *r = w->t->run;

	if (store) {
		runs_move(w, i, k0, copy[0], k1, copy[1], bytes, vec, sext, store);
		em_follow_stored(r, a0, copy[0], n0);
		memcpy(at0, copy[0], n0);
		em_follow_stored(r, a1, copy[1], n1);
		memcpy(at1, copy[1], n1);
	} else {
		memcpy(copy[0], at0, n0);
		em_follow_loaded(r, a0, copy[0], n0);
		memcpy(copy[1], at1, n1);
		em_follow_loaded(r, a1, copy[1], n1);
		runs_move(w, i, k0, copy[0], k1, copy[1], bytes, vec, sext, store);
	}
}

/* Memory that the host may change is followed run by run. */
ALWAYS bool may_follow(const struct em_warp *w, u64 a0, unsigned n0, u64 a1, unsigned n1)
{
	return em_follow_whole(w->t->run, a0, n0) && em_follow_whole(w->t->run, a1, n1);
}

BODY const struct em_inst *global_whole(struct em_warp *w, const struct em_inst *i, unsigned bytes, unsigned vec,
	bool sext, bool store, enum ptx_space space, bool again)
{
	const unsigned total = bytes * vec;
	const u64 *a = ROWP(u64, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	const bool host = space != PTX_CONST && EM_UNLIKELY(w->watch & EM_WATCH_HOST);
	if (EM_LIKELY(w->mask == EM_FULL)) {
		u64 a0 = again ? sh->a0 : a[0], a1 = again ? sh->a1 : a[16], off = (u64)(s64)(s32)i->displacement;
		unsigned kind = again ? sh->kind : classify_any64(a, total), k0 = kind & 3, k1 = kind >> 2 & 3;
		if (!again && i->b)
			*sh = (struct shape){ a0, a1, kind, 0 };
		if (EM_LIKELY(kind)) {
			unsigned n0 = k0 == EM_UNIFORM ? total : 16 * total, n1 = k1 == EM_UNIFORM ? total : 16 * total;
			struct em_memory_counts *counts = &w->memory_counts[i->id];
			a0 += off;
			a1 += off;
			/* Windows of generic addresses lie outside every allocation: they fail here. */
			if (EM_LIKELY(!((a0 | a1) & (total - 1)) && in_bounds(w, counts, a0, a0 + n0, store) &&
				    in_bounds(w, counts, a1, a1 + n1, store)) &&
				(!host || may_follow(w, a0, n0, a1, n1))) {
				if (space == PTX_GLOBAL || space == PTX_GENERIC) {
					const unsigned sectors = range_sectors(a0, n0, a1, n1);
					counts->global_req++;
					counts->global_sectors += sectors;
					if (sectors == 1 && w->watch & EM_WATCH_CACHE)
						EM_CACHE_ONE_SECTOR(w, i, store, a0);
				} else if (space == PTX_CONST) {
					constant_runs(w, counts, kind, a0, a1, total);
				}
				bool leave = space != PTX_CONST && em_watched(w, PTX_GLOBAL) &&
					watch_runs(w, i, a0, a1, kind, total, store);
				if (host)
					runs_beside_host(w, i, k0, a0, n0, k1, a1, n1, bytes, vec, sext, store);
				else
					runs_move(w, i, k0, (uint8_t *)(uintptr_t)(a0 + w->delta), k1,
						(uint8_t *)(uintptr_t)(a1 + w->delta), bytes, vec, sext, store);
				return EM_UNLIKELY(leave) ? em_warp_leave(w, i + SLOTS(vec)) : i + SLOTS(vec);
			}
		}
	} else if (!again && i->b) {
		sh->kind = 0;
	}
	return slow_global(w, i);
}

#define GLOBAL(name, ...) SHORT(name, global, __VA_ARGS__)
#define LOADS(name, b, v, s) \
	GLOBAL(ldg_##name, b, v, s, false, PTX_GLOBAL, false) \
	GLOBAL(ldc_##name, b, v, s, false, PTX_CONST, false)
#define LOADS_WHOLE(name, b, v, s) \
	WHOLE(ldg_##name, global, b, v, s, false, PTX_GLOBAL, false) \
	WHOLE(ldc_##name, global, b, v, s, false, PTX_CONST, false)
#define STORES(name, b, v, s) GLOBAL(stg_##name, b, v, false, true, PTX_GLOBAL, false)
#define STORES_WHOLE(name, b, v, s) WHOLE(stg_##name, global, b, v, false, true, PTX_GLOBAL, false)
#define AGAIN(b, v) \
	GLOBAL(ldg_again_##b##_##v, b, v, false, false, PTX_GLOBAL, true) \
	GLOBAL(ldc_again_##b##_##v, b, v, false, false, PTX_CONST, true) \
	GLOBAL(stg_again_##b##_##v, b, v, false, true, PTX_GLOBAL, true)
NARROW(LOADS, n, 1)
WIDE(LOADS, n, 1)
WIDE(LOADS, n, 2)
WIDE(LOADS, n, 4)
NARROW(LOADS_WHOLE, n, 2)
NARROW(LOADS_WHOLE, n, 4)
STORES(n_1_1, 1, 1, false) STORES(n_2_1, 2, 1, false) WIDE(STORES, n, 1)
WIDE(STORES, n, 2)
WIDE(STORES, n, 4)
STORES_WHOLE(n_1_2, 1, 2, false)
STORES_WHOLE(n_2_2, 2, 2, false)
STORES_WHOLE(n_1_4, 1, 4, false)
STORES_WHOLE(n_2_4, 2, 4, false)
AGAIN(4, 1)
AGAIN(8, 1)
AGAIN(4, 2)
AGAIN(8, 2)
AGAIN(4, 4)
AGAIN(8, 4)

#ifdef EM_QUICK
#include "emulator/exec/exec_product_global.h"
#include "emulator/exec/exec_chain_global.h"
#endif

#define LD_SPACES(op, v, lv) \
	LD_TYPES(op, GLOBAL, v, lv, ldg), LD_TYPES(op, GENERIC, v, lv, ldg), LD_TYPES(op, CONST, v, lv, ldc)
#define ALL_LDST(v, lv) \
	LD_SPACES(LD, v, lv), LD_TYPES(LD, PARAM, v, lv, ldc), ANY_TYPES(LD, LD, 0, LOCAL, v, lv, slow_global), \
		ANY_TYPES(ST, ST, EM_ACC_STORE, LOCAL, v, lv, slow_global), \
		ANY_TYPES(ST, ST, EM_ACC_STORE, PARAM, v, lv, slow_global), ST_TYPES(GLOBAL, v, lv, stg), \
		ST_TYPES(GENERIC, v, lv, stg)
#define Q(op, bind, st, sp) WIDE_ROW(op, bind, st, sp, 1, 0, slow_global)
#define LDST8(T, wd, lg) \
	ANY_ROW(LD, LD, 0, GLOBAL, 8, 3, T, wd, lg, 0, slow_global), \
		ANY_ROW(ST, ST, EM_ACC_STORE, GLOBAL, 8, 3, T, wd, lg, 0, slow_global)

static const struct em_row rows[] = {
	ALL_LDST(1, 0),
	ALL_LDST(2, 1),
	ALL_LDST(4, 2),
	LD_SPACES(LDU, 1, 0),
	LD_SPACES(LDU, 2, 1),
	LD_SPACES(LDU, 4, 2),
	Q(LD, LD, 0, GLOBAL),
	Q(LD, LD, 0, GENERIC),
	Q(LD, LD, 0, LOCAL),
	Q(ST, ST, EM_ACC_STORE, GLOBAL),
	Q(ST, ST, EM_ACC_STORE, GENERIC),
	Q(ST, ST, EM_ACC_STORE, LOCAL),
	LDST8(B32, "w", 2),
	LDST8(U32, "w", 2),
	LDST8(S32, "w", 2),
	LDST8(F32, "w", 2),
};
const struct em_rows EM_ISA_NAME(em_rows_global);
const struct em_rows EM_ISA_NAME(em_rows_global) = { rows, sizeof rows / sizeof *rows };
