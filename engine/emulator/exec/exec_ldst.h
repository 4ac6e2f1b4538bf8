/* exec_ldst: loads and stores, PTX ISA 9.7.9.8 to 9.7.9.12: what those of global memory (exec_global.c) and of shared
 * memory (exec_shared.c) have in common.
 *
 * The fast way: all lanes are active and each half-warp's addresses are uniform or consecutive (classify); then bounds,
 * alignment, sectors and bank passes are a few comparisons and the data moves in blocks. Everything else goes lane by
 * lane (slow), where faults are found too. An instruction: d = row of the data (vectors: rows in the slots that
 * follow), a = row of the address, x = displacement, c = what it is (EM_ACC_*), id = its counts.
 */
#ifndef EMULATOR_EXEC_LDST_H
#define EMULATOR_EXEC_LDST_H

#include "emulator/cache/cache.h"
#include "emulator/cache/sectors.h"
#include "emulator/check/check.h"
#include "emulator/core/fault.h"
#include "emulator/exec/exec.h"
#include "emulator/exec/exec_quiet.h"
#include "emulator/exec/exec_runs.h"
#include "emulator/exec/observe.h"
#include "emulator/lanes/warp.h"
#ifdef __AVX2__
#include "emulator/exec/exec_part.h"
#endif

/* Is [lo, hi) inside the allocation that this instruction touched last, or inside another? */
ALWAYS bool in_bounds(struct em_warp *w, struct em_memory_counts *counts, u64 lo, u64 hi, bool store)
{
	return EM_LIKELY(lo >= counts->lo && hi <= counts->hi && lo < hi) ||
		em_bounds(w, counts, lo, hi, store); /* [-4, 0) ends before it begins */
}

/* ---- constant memory, for the time model: the words that the lanes of a warp want go one after the other, each
 * through the nearest cache; so do bytes at different places of one word (base64: 25 different ones of a table of 64
 * bytes, which lie in 14 words: 17.3 us on an H200, 11.1 where the words are counted, 15.5 with the bytes). A line that
 * is farther away counts as lost only where another line took its place, so that a block does not pay for what blocks
 * before it have brought. */
ALWAYS void constant_lines(struct em_warp *w, struct em_memory_counts *counts, u64 lo, u64 last)
{
	for (u32 line = (u32)(lo >> EM_NEAR_SHIFT); line <= (u32)(last >> EM_NEAR_SHIFT); line++) {
		u32 *near = &w->blk->near[line % EM_NEAR_LINES];
		if (*near != line + 1) {
			counts->atomic_req += *near != 0;
			*near = line + 1;
		}
	}
}
ALWAYS void constant_run(struct em_warp *w, struct em_memory_counts *counts, unsigned kind, u64 a, unsigned total)
{
	const bool one = kind == EM_UNIFORM;
	counts->global_sectors += (one ? 1u : 16u) << (total > 8);
	constant_lines(w, counts, a, a + (one ? total : 16 * total) - 1);
}
/* Two half-warps that want the same are one run. */
ALWAYS void constant_runs(
	struct em_warp *w, struct em_memory_counts *counts, unsigned kind, u64 a0, u64 a1, unsigned total)
{
	counts->global_req++;
	constant_run(w, counts, kind & 3, a0, total);
	if (a0 != a1)
		constant_run(w, counts, kind >> 2 & 3, a1, total);
}
/* Any lanes; mask is not 0. */
ALWAYS void constant_lanes(
	struct em_warp *w, struct em_memory_counts *counts, const u64 *addr, u32 mask, unsigned total)
{
	const int shift = __builtin_ctz(total);
	u32 word[EM_WARP];
	unsigned n = 1;
	for (int l = 0; l < EM_WARP; l++)
		word[l] = (u32)(addr[ON(mask) ? l : __builtin_ctz(mask)] >> shift);
	constant_lines(w, counts, (u64)word[0] << shift, (u64)word[0] << shift);
	for (int l = 1; l < EM_WARP; l++) {
		u32 before = 0;
		for (int k = 0; k < l; k++)
			before |= word[k] == word[l];
		if (before)
			continue;
		n++;
		constant_lines(w, counts, (u64)word[l] << shift, (u64)word[l] << shift);
	}
	counts->global_req++;
	counts->global_sectors += n << (total > 8);
}

/* Lanes in memory that the host may change meanwhile: what they load or store goes through a copy, so that what is
 * known of that memory (check/follow.c) and what the lane has are the same, whenever the host writes. */
__attribute__((noinline, unused)) static void beside_host(
	struct em_warp *w, const struct em_inst *i, const u64 *addr, uint8_t *const *at, u32 lanes, u32 acc)
{
	const unsigned bytes = EM_ACC_BYTES(acc), vec = EM_ACC_VEC(acc), total = bytes * vec;
	uint8_t copy[32];

	for (u32 m = lanes; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		if (acc & EM_ACC_STORE) {
			lane_store(w, i, l, copy, bytes, vec);
			em_follow_stored(w->t->run, addr[l], copy, total);
			memcpy(at[l], copy, total);
		} else {
			memcpy(copy, at[l], total);
			em_follow_loaded(w->t->run, addr[l], copy, total);
			lane_load(w, i, l, copy, bytes, vec, acc & EM_ACC_SEXT);
		}
	}
}

/* Everything that the fast way does not take. `acc` is i->c, a constant in the common callers. */
BODY const struct em_inst *slow(struct em_warp *w, const struct em_inst *i, u32 acc)
{
	unsigned bytes = EM_ACC_BYTES(acc), vec = EM_ACC_VEC(acc), total = bytes * vec;
	enum ptx_space space = EM_ACC_SPACE(acc);
	bool store = acc & EM_ACC_STORE, sext = acc & EM_ACC_SEXT;
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	u64 addr[EM_WARP];
	uint8_t *at[EM_WARP];
	u32 mask = w->mask, shared = 0, global = 0, local = 0;
	bool leave = false;
	if (!mask)
		return i + SLOTS(vec);
	if (space == PTX_SHARED)
		for (int l = 0; l < EM_WARP; l++)
			addr[l] = (u32)(EM_AT(w, u32, i->a)[l] + i->displacement);
	else
		for (int l = 0; l < EM_WARP; l++)
			addr[l] = EM_AT(w, u64, i->a)[l] + (u64)(s64)(s32)i->displacement;
	for (u32 m = mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		u64 a = addr[l];
		enum ptx_space sp = space;
		uint8_t *p;
		if (sp == PTX_GENERIC) {
			if (a - EM_SHARED_WINDOW < EM_WINDOW_BYTES) {
				sp = PTX_SHARED;
				addr[l] = a -= EM_SHARED_WINDOW;
			} else if (a - EM_LOCAL_WINDOW < EM_WINDOW_BYTES) {
				sp = PTX_LOCAL;
				addr[l] = a -= EM_LOCAL_WINDOW;
			} else {
				sp = PTX_GLOBAL;
			}
		}
		if (EM_UNLIKELY(a & (total - 1)))
			return em_fault_mem(w, i, l, sp, a, total, store);
		if (sp == PTX_SHARED) {
			if (EM_UNLIKELY(a + total > w->shared_bytes))
				return em_fault_mem(w, i, l, sp, a, total, store);
			shared |= 1u << l;
			p = w->shared + a;
		} else if (sp == PTX_LOCAL) {
			if (EM_UNLIKELY(a + total > w->local_bytes || a + total < a))
				return em_fault_mem(w, i, l, sp, a, total, store);
			local |= 1u << l;
			p = w->local + (size_t)l * w->local_bytes + a;
		} else {
			if (EM_UNLIKELY(!in_bounds(w, counts, a, a + total, store)))
				return em_fault_mem(w, i, l, sp, a, total, store);
			global |= 1u << l;
			p = (uint8_t *)(uintptr_t)(a + w->delta);
		}
		at[l] = p;
	}
	if (global && (space == PTX_GLOBAL || space == PTX_GENERIC) &&
		(w->watch & (EM_WATCH_GLOBAL | EM_WATCH_CACHE | EM_WATCH_RACES | EM_WATCH_INIT)) == EM_WATCH_CACHE)
		EM_SET_NAME(em_follow_lanes)(w, i, addr, global, total, store ? EM_WRITE : EM_READ);
	else if (global && em_watched(w, PTX_GLOBAL) && (space == PTX_GLOBAL || space == PTX_GENERIC))
		leave |= EM_SET_NAME(em_watch_lanes)(w, i, PTX_GLOBAL, addr, global, total, store ? EM_WRITE : EM_READ);
	if (shared && em_watched(w, PTX_SHARED))
		leave |= EM_SET_NAME(em_watch_lanes)(w, i, PTX_SHARED, addr, shared, total, store ? EM_WRITE : EM_READ);
	if (local && w->watch & EM_WATCH_CACHE && !(w->t->run->l->timing->no_local))
		EM_SET_NAME(em_follow_local)(w, i, addr, local, total, store);
	if (local && em_watched(w, PTX_LOCAL))
		leave |= EM_SET_NAME(em_watch_lanes)(w, i, PTX_LOCAL, addr, local, total, store ? EM_WRITE : EM_READ);
	if (EM_UNLIKELY(w->watch & EM_WATCH_HOST) && global && space != PTX_CONST) {
		beside_host(w, i, addr, at, global, i->c);
		mask &= ~global;
	}
	if (HAVE_QUADS && bytes == 4 && vec == 4 && mask == EM_FULL) {
		if (store)
			quads_store(w, i, at, 0, EM_WARP);
		else
			quads_load(w, i, at, 0, EM_WARP);
		mask = 0;
	}
	for (u32 m = mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		if (store)
			lane_store(w, i, l, at[l], bytes, vec);
		else
			lane_load(w, i, l, at[l], bytes, vec, sext);
	}
	if (shared) {
		u32 word[EM_WARP];
		unsigned ideal;
		for (int l = 0; l < EM_WARP; l++)
			word[l] = (u32)addr[l];
		if (counts->wide) {
			em_count_joined(counts, word, shared);
		} else {
			counts->shared_wave += total > 4 ? em_pattern_wide(counts, word, shared, total, &ideal) :
							   em_count_wavefronts(word, shared, total, store, &ideal);
			counts->shared_ideal += ideal;
		}
	}
	if (global && (space == PTX_GLOBAL || space == PTX_GENERIC)) {
		const unsigned sectors = em_count_sectors(addr, global, total);
		counts->global_req++;
		counts->global_sectors += sectors;
		if (sectors == 1 && w->watch & EM_WATCH_CACHE)
			EM_CACHE_ONE_SECTOR(w, i, store, addr[__builtin_ctz(global)]);
	} else if (global && !store) {
		constant_lanes(w, counts, addr, global, total);
	}
	return EM_UNLIKELY(leave) ? em_warp_leave(w, i + SLOTS(vec)) : i + SLOTS(vec);
}

/* The quick compilation takes the ways that are not quick from the other one. */
#ifdef EM_QUICK
#define TAKEN(name) \
	const struct em_inst *em_mem_##name##_v3(struct em_warp *w, const struct em_inst *i); \
	FN(name) \
	{ \
		return em_mem_##name##_v3(w, i); \
	}
#else
#define GIVEN(name) extern __typeof__(name) EM_SET_NAME(em_mem_##name) __attribute__((alias(#name)));
#endif
#define WORD(sp, st) (2u | (st) | (u32)PTX_##sp << 8)
#define DOUBLE(sp, st) (3u | (st) | (u32)PTX_##sp << 8)
/* An instruction's c without what does not change how it goes. */
#define PLAIN(c) \
	((c) & \
		~(EM_ACC_SEXT | EM_ACC_ORDERS | EM_ACC_RELEASE | EM_ACC_FLAG | EM_ACC_ACQUIRE | EM_ACC_NARROW | \
			EM_ACC_UPDATE | EM_ACC_KEEPS | EM_ACC_PARTLY))

/* Classifying costs more than the rest of an access. Where an earlier access of the same basic block had the same
 * address row and size, decode lets it keep what it found in a row of its own (b), and the later ones read that
 * (`again`). */
struct shape {
	u64 a0, a1;
	u32 kind, waves;
}; /* kind 0: not known, go slowly */

/* ---- what is compiled: vectors of narrow elements are rare, so these have the whole form alone */
#define NARROW(X, op, v) \
	X(op##_1_##v, 1, v, false) X(op##_1s_##v, 1, v, true) X(op##_2_##v, 2, v, false) X(op##_2s_##v, 2, v, true)
#define WIDE(X, op, v) X(op##_4_##v, 4, v, false) X(op##_8_##v, 8, v, false)
#ifdef EM_QUICK
#define WHOLE(name, f, ...) TAKEN(name)
/* One more of the short form, for launches that checkers watch: in the quick compilation alone, for elsewhere nobody is
 * in a hurry. */
#define SHORT(name, f, ...) \
	WHOLE(name##_whole, f, __VA_ARGS__) \
	__attribute__((noinline)) FN(name##_checked) \
	{ \
		return f##_short(w, i, __VA_ARGS__, true, name##_whole, name##_whole); \
	} \
	FN(name) \
	{ \
		return f##_short(w, i, __VA_ARGS__, false, name##_checked, name##_whole); \
	}
#else
#define WHOLE(name, f, ...) \
	FN(name) \
	{ \
		return f##_whole(w, i, __VA_ARGS__); \
	} \
	GIVEN(name)
#define SHORT(name, f, ...) \
	WHOLE(name##_whole, f, __VA_ARGS__) FN(name) \
	{ \
		return f##_short(w, i, __VA_ARGS__, false, name##_whole, name##_whole); \
	}
#endif

/* ---- rows: x is what the access is; decode puts it into c. */
#define ACC(sp, lg, v, s, st) ((u32)(lg) | (u32)(v) << 3 | (s) | (st) | (u32)PTX_##sp << 8)
#define LD_ROW(op, sp, v, lv, T, wd, fn, lg, s) \
	{ \
		PTX_OP_##op, PTX_##sp, v, T1(T), M0, EM_BIND_LD, wd, fn, ACC(sp, lg, lv, s, 0), NULL \
	}
#define LD_ROW2(op, sp, v, lv, T, wd, fn, lg, s, fn2) \
	{ \
		PTX_OP_##op, PTX_##sp, v, T1(T), M0, EM_BIND_LD, wd, fn, ACC(sp, lg, lv, s, 0), fn2 \
	}
#define LD_TYPES(op, sp, v, lv, p) \
	LD_ROW(op, sp, v, lv, B8, "w", p##_n_1_##v, 0, 0), LD_ROW(op, sp, v, lv, U8, "w", p##_n_1_##v, 0, 0), \
		LD_ROW(op, sp, v, lv, S8, "w", p##_n_1s_##v, 0, EM_ACC_SEXT), \
		LD_ROW(op, sp, v, lv, B16, "w", p##_n_2_##v, 1, 0), \
		LD_ROW(op, sp, v, lv, U16, "w", p##_n_2_##v, 1, 0), \
		LD_ROW(op, sp, v, lv, S16, "w", p##_n_2s_##v, 1, EM_ACC_SEXT), \
		LD_ROW(op, sp, v, lv, F16, "w", p##_n_2_##v, 1, 0), \
		LD_ROW(op, sp, v, lv, BF16, "w", p##_n_2_##v, 1, 0), \
		LD_ROW2(op, sp, v, lv, B32, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), \
		LD_ROW2(op, sp, v, lv, U32, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), \
		LD_ROW2(op, sp, v, lv, S32, "w", p##_n_4_##v, 2, EM_ACC_SEXT, p##_again_4_##v), \
		LD_ROW2(op, sp, v, lv, F32, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), \
		LD_ROW2(op, sp, v, lv, F16X2, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), \
		LD_ROW2(op, sp, v, lv, BF16X2, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), \
		LD_ROW2(op, sp, v, lv, B64, "l", p##_n_8_##v, 3, 0, p##_again_8_##v), \
		LD_ROW2(op, sp, v, lv, U64, "l", p##_n_8_##v, 3, 0, p##_again_8_##v), \
		LD_ROW2(op, sp, v, lv, S64, "l", p##_n_8_##v, 3, 0, p##_again_8_##v), \
		LD_ROW2(op, sp, v, lv, F64, "l", p##_n_8_##v, 3, 0, p##_again_8_##v)
#define ANY_TYPES(op, bind, st, sp, v, lv, fn) \
	ANY_ROW(op, bind, st, sp, v, lv, B8, "w", 0, 0, fn), ANY_ROW(op, bind, st, sp, v, lv, U8, "w", 0, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, S8, "w", 0, EM_ACC_SEXT, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, B16, "w", 1, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, U16, "w", 1, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, S16, "w", 1, EM_ACC_SEXT, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, F16, "w", 1, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, BF16, "w", 1, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, B32, "w", 2, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, U32, "w", 2, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, S32, "w", 2, EM_ACC_SEXT, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, F32, "w", 2, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, F16X2, "w", 2, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, BF16X2, "w", 2, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, B64, "l", 3, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, U64, "l", 3, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, S64, "l", 3, 0, fn), \
		ANY_ROW(op, bind, st, sp, v, lv, F64, "l", 3, 0, fn)
#define ANY_ROW(op, bind, st, sp, v, lv, T, wd, lg, s, fn) \
	{ \
		PTX_OP_##op, PTX_##sp, v, T1(T), M0, EM_BIND_##bind, wd, fn, ACC(sp, lg, lv, s, st), NULL \
	}
#define ST_ROW(sp, v, lv, T, wd, fn, lg) \
	{ \
		PTX_OP_ST, PTX_##sp, v, T1(T), M0, EM_BIND_ST, wd, fn, ACC(sp, lg, lv, 0, EM_ACC_STORE), NULL \
	}
#define ST_ROW2(sp, v, lv, T, wd, fn, lg, fn2) \
	{ \
		PTX_OP_ST, PTX_##sp, v, T1(T), M0, EM_BIND_ST, wd, fn, ACC(sp, lg, lv, 0, EM_ACC_STORE), fn2 \
	}
#define ST_TYPES(sp, v, lv, p) \
	ST_ROW(sp, v, lv, B8, "w", p##_n_1_##v, 0), ST_ROW(sp, v, lv, U8, "w", p##_n_1_##v, 0), \
		ST_ROW(sp, v, lv, S8, "w", p##_n_1_##v, 0), ST_ROW(sp, v, lv, B16, "w", p##_n_2_##v, 1), \
		ST_ROW(sp, v, lv, U16, "w", p##_n_2_##v, 1), ST_ROW(sp, v, lv, S16, "w", p##_n_2_##v, 1), \
		ST_ROW(sp, v, lv, F16, "w", p##_n_2_##v, 1), ST_ROW(sp, v, lv, BF16, "w", p##_n_2_##v, 1), \
		ST_ROW2(sp, v, lv, B32, "w", p##_n_4_##v, 2, p##_again_4_##v), \
		ST_ROW2(sp, v, lv, U32, "w", p##_n_4_##v, 2, p##_again_4_##v), \
		ST_ROW2(sp, v, lv, S32, "w", p##_n_4_##v, 2, p##_again_4_##v), \
		ST_ROW2(sp, v, lv, F32, "w", p##_n_4_##v, 2, p##_again_4_##v), \
		ST_ROW2(sp, v, lv, F16X2, "w", p##_n_4_##v, 2, p##_again_4_##v), \
		ST_ROW2(sp, v, lv, BF16X2, "w", p##_n_4_##v, 2, p##_again_4_##v), \
		ST_ROW2(sp, v, lv, B64, "l", p##_n_8_##v, 3, p##_again_8_##v), \
		ST_ROW2(sp, v, lv, U64, "l", p##_n_8_##v, 3, p##_again_8_##v), \
		ST_ROW2(sp, v, lv, S64, "l", p##_n_8_##v, 3, p##_again_8_##v), \
		ST_ROW2(sp, v, lv, F64, "l", p##_n_8_##v, 3, p##_again_8_##v)
#define WIDE_ROW(op, bind, st, sp, v, lv, fn) ANY_ROW(op, bind, st, sp, v, lv, B128, "q", 4, 0, fn)

#endif
