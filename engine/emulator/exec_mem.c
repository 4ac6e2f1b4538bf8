/* exec_mem: loads and stores, PTX ISA 9.7.9.8 to 9.7.9.12.
 *
 * The fast way: all lanes are active and each half-warp's addresses are uniform or consecutive (classify); then bounds, alignment,
 * sectors and bank passes are a few comparisons and the data moves in blocks. Everything else goes lane by lane (slow), where faults
 * are found too. An instruction: d = row of the data (vectors: rows in the slots that follow), a = row of the address, x = displacement,
 * c = what it is (EM_ACC_*), id = its counts.
 */
#include "emulator/exec.h"
#include "emulator/exec_mem.h"
#include "emulator/exec_runs.h"
#ifdef __AVX2__
#include "emulator/exec_part.h"
#endif
#include "emulator/cache.h"
#include "emulator/check.h"

/* Is [lo, hi) inside the allocation that this instruction touched last, or inside another? */
ALWAYS bool in_bounds(struct em_warp *w, struct em_memstat *ms, u64 lo, u64 hi, bool store)
{
	return EM_LIKELY(lo >= ms->lo && hi <= ms->hi && lo < hi) || em_bounds(w, ms, lo, hi, store); /* [-4, 0) ends before it begins */
}
/* Are these bytes inside the allocation that this instruction touched last? Addresses of allocations have no sign. */
ALWAYS bool known_bounds(const struct em_memstat *ms, u64 a, unsigned bytes)
{
	return (s64)a >= (s64)ms->lo && (s64)(a + bytes) <= (s64)ms->hi;
}

/* Everything that the fast way does not take. `acc` is i->c, a constant in the common callers. */
ALWAYS const struct em_inst *slow(struct em_warp *w, const struct em_inst *i, u32 acc)
{
	unsigned bytes = EM_ACC_BYTES(acc), vec = EM_ACC_VEC(acc), total = bytes * vec;
	enum ptx_space space = EM_ACC_SPACE(acc);
	bool store = acc & EM_ACC_STORE, sext = acc & EM_ACC_SEXT;
	struct em_memstat *ms = &w->ms[i->id];
	u64 addr[EM_WARP];
	uint8_t *at[EM_WARP];
	u32 mask = w->mask, shared = 0, global = 0, local = 0;
	bool leave = false;
	if (!mask)
		return i + SLOTS(vec);
	if (space == PTX_SHARED)
		for (int l = 0; l < EM_WARP; l++)
			addr[l] = (u32)(EM_AT(w, u32, i->a)[l] + i->x);
	else
		for (int l = 0; l < EM_WARP; l++)
			addr[l] = EM_AT(w, u64, i->a)[l] + (u64)(s64)(s32)i->x;
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
			if (EM_UNLIKELY(!in_bounds(w, ms, a, a + total, store)))
				return em_fault_mem(w, i, l, sp, a, total, store);
			global |= 1u << l;
			p = (uint8_t *)(uintptr_t)(a + w->delta);
		}
		at[l] = p;
	}
	if (global && (space == PTX_GLOBAL || space == PTX_GENERIC) && (w->watch & (EM_WATCH_GLOBAL | EM_WATCH_CACHE | EM_WATCH_RACES | EM_WATCH_INIT)) == EM_WATCH_CACHE)
		EM_SET_NAME(em_follow_lanes)(w, i, addr, global, total, store ? EM_WRITE : EM_READ);
	else if (global && em_watched(w, PTX_GLOBAL) && (space == PTX_GLOBAL || space == PTX_GENERIC))
		leave |= EM_SET_NAME(em_watch_lanes)(w, i, PTX_GLOBAL, addr, global, total, store ? EM_WRITE : EM_READ);
	if (shared && em_watched(w, PTX_SHARED))
		leave |= EM_SET_NAME(em_watch_lanes)(w, i, PTX_SHARED, addr, shared, total, store ? EM_WRITE : EM_READ);
	if (local && em_watched(w, PTX_LOCAL))
		leave |= EM_SET_NAME(em_watch_lanes)(w, i, PTX_LOCAL, addr, local, total, store ? EM_WRITE : EM_READ);
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
		ms->shared_req++;
		ms->shared_wave += em_count_wavefronts(word, shared, total, &ideal);
		ms->shared_ideal += ideal;
	}
	if (global && (space == PTX_GLOBAL || space == PTX_GENERIC)) {
		ms->global_req++;
		ms->global_sectors += em_count_sectors(addr, global, total);
	}
	return EM_UNLIKELY(leave) ? em_warp_leave(w, i + SLOTS(vec)) : i + SLOTS(vec);
}

/* ---- global */
__attribute__((noinline)) static bool watch_words(struct em_warp *w, const struct em_inst *i, const u32 *at, u32 mask, enum em_access kind)
{
	u64 addr[EM_WARP];
	for (int l = 0; l < EM_WARP; l++)
		addr[l] = at[l];
	return EM_SET_NAME(em_watch_lanes)(w, i, PTX_SHARED, addr, mask, 4, kind);
}

/* Shared words in any order: the common case of bank conflicts and of masked lanes. What a pattern of lanes costs does not change when
 * all addresses move by whole words, so the last two patterns of each instruction are remembered (em_pattern_waves). */
ALWAYS const struct em_inst *shared_words(struct em_warp *w, const struct em_inst *i, u32 acc)
{
	_Alignas(32) u32 at[EM_WARP];
	u32 any = 0, most = 0, least = EM_FULL, mask = w->mask;
	const u32 *a = ROWP(u32, i->a);
	if (!mask)
		return i + 1;
	const u32 first = a[__builtin_ctz(mask)];
	for (int l = 0; l < EM_WARP; l++) { /* lanes that are off want what the first one wants: that costs nothing */
		at[l] = (ON(mask) ? a[l] : first) + i->x;
		any |= at[l];
		most = at[l] > most ? at[l] : most;
		least = at[l] < least ? at[l] : least;
	}
	if (EM_UNLIKELY((any & 3) || (u64)most + 4 > w->shared_bytes))
		return slow(w, i, acc);
	u32 *d = ROWP(u32, i->d);
	uint8_t *s = w->shared;
	bool leave = w->watch & EM_WATCH_SHARED && watch_words(w, i, at, mask, acc & EM_ACC_STORE ? EM_WRITE : EM_READ);
	if (acc & EM_ACC_STORE) {
		for (u32 m = mask; m; m &= m - 1) {
			int l = __builtin_ctz(m);
			memcpy(s + at[l], &d[l], 4);
		}
	} else {
#ifdef __AVX2__
		for (int l = 0; l < EM_WARP; l += 8) {
			__m256i v = _mm256_i32gather_epi32((const int *)(const void *)s, *V(at + l), 1);
			*V(d + l) = mask == EM_FULL ? v : _mm256_blendv_epi8(*V(d + l), v, lanes_on(mask, l));
		}
#else
		for (int l = 0; l < EM_WARP; l++) {
			u32 v;
			memcpy(&v, s + at[l], 4);
			d[l] = ON(mask) ? v : d[l];
		}
#endif
	}
	struct em_memstat *ms = &w->ms[i->id];
	u32 base = at[0];
	ms->shared_req++;
	ms->shared_ideal++;
	if (most - least < 4 * EM_WARP) { /* 32 words in a row lie in 32 banks */
		ms->shared_wave++;
		return EM_UNLIKELY(leave) ? em_warp_leave(w, i + 1) : i + 1;
	}
	for (int l = 0; l < EM_WARP; l++)
		at[l] -= base;
	ms->shared_wave += EM_LIKELY(ms->memo && !memcmp(ms->memo, at, sizeof at)) ? *(const u32 *)(const void *)((const char *)ms->memo + sizeof at) :
		em_pattern_waves(ms, at);
	return EM_UNLIKELY(leave) ? em_warp_leave(w, i + 1) : i + 1;
}

/* The quick compilation takes the ways that are not quick from the other one. */
#ifdef EM_QUICK
#define TAKEN(name) const struct em_inst *em_mem_##name##_v3(struct em_warp *w, const struct em_inst *i); \
	FN(name) { return em_mem_##name##_v3(w, i); }
TAKEN(slow_any)
#else
#define GIVEN(name) extern __typeof__(name) EM_SET_NAME(em_mem_##name) __attribute__((alias(#name)));
/* One copy of the slow way for each of the usual accesses, one for all others. */
ALWAYS const struct em_inst *global_words(struct em_warp *w, const struct em_inst *i, u32 acc)
{
#ifdef __AVX2__
	if (EM_LIKELY(global_part(w, i, EM_ACC_BYTES(acc), acc & EM_ACC_STORE)))
		return i + 1;
#endif
	return slow(w, i, acc);
}
#define WORD(sp, st) (2u | (st) | (u32)PTX_##sp << 8)
#define DOUBLE(sp, st) (3u | (st) | (u32)PTX_##sp << 8)
__attribute__((noinline)) static const struct em_inst *slow_any(struct em_warp *w, const struct em_inst *i)
{
	switch (i->c & ~(EM_ACC_SEXT | EM_ACC_ORDERS | EM_ACC_RELEASE | EM_ACC_FLAG)) {
	case WORD(SHARED, 0): return shared_words(w, i, WORD(SHARED, 0));
	case WORD(SHARED, EM_ACC_STORE): return shared_words(w, i, WORD(SHARED, EM_ACC_STORE));
	case WORD(GLOBAL, 0): return global_words(w, i, WORD(GLOBAL, 0));
	case WORD(GLOBAL, EM_ACC_STORE): return global_words(w, i, WORD(GLOBAL, EM_ACC_STORE));
	case DOUBLE(GLOBAL, 0): return global_words(w, i, DOUBLE(GLOBAL, 0));
	case DOUBLE(GLOBAL, EM_ACC_STORE): return global_words(w, i, DOUBLE(GLOBAL, EM_ACC_STORE));
	default: return slow(w, i, i->c);
	}
}

GIVEN(slow_any)
#endif

/* Words of shared memory where some lanes are off. */
#ifdef __AVX2__
#define PART(name, store) __attribute__((noinline)) FN(name) { \
	if (EM_UNLIKELY(!w->mask || !shared_part(w, i, store))) \
		return slow_any(w, i); \
	i++; \
	return EM_NEXT(w, i); }
PART(part_load, false) PART(part_store, true)
#else
#define part_load slow_any
#define part_store slow_any
#endif

/* Classifying costs more than the rest of an access. Where an earlier access of the same basic block had the same address row and size,
 * decode lets it keep what it found in a row of its own (b), and the later ones read that (`again`). */
struct shape { u64 a0, a1; u32 kind, waves; }; /* kind 0: not known, go slowly */

/* Not part of the loads and stores: nobody may be watching. The cache model alone follows a few lines only, so most need not be told. */
__attribute__((noinline)) static bool watch_runs(struct em_warp *w, const struct em_inst *i, u64 a0, u64 a1, unsigned kind, unsigned total, bool store)
{
	unsigned k0 = kind & 3, k1 = kind >> 2 & 3, n0 = k0 == EM_UNIFORM ? total : 16 * total, n1 = k1 == EM_UNIFORM ? total : 16 * total;
	if (w->watch == EM_WATCH_CACHE && !em_cache_runs_sampled(a0, n0, a1, n1))
		return false;
	if (!store && !(w->watch & EM_WATCH_CACHE) && !(i->c & EM_ACC_ORDERS) && em_quiet_runs(w, a0, n0, a1, n1))
		return false;
	return EM_SET_NAME(em_watch_runs)(w, i, PTX_GLOBAL, &(struct em_runs){ a0, a1, n0, n1, k0, k1, total, store });
}

/* A request is done. Must its lines be looked at? */
ALWAYS bool counted(const struct em_warp *w, struct em_memstat *ms, enum ptx_space space, unsigned sectors)
{
	if (space == PTX_CONST)
		return false;
	ms->global_req++;
	ms->global_sectors += sectors;
	return w->watch & EM_WATCH_CACHE;
}
#define FOLLOW(store) ((store) ? em_cache_follow_stored : em_cache_follow_run)

/* The short form of an access: it is for the usual ones and calls nothing but, as its last act, the cache model for a line that this follows, so that it
 * needs no stack frame. Whatever else it finds (lanes that are off, checkers that watch, mixed runs, another allocation than last time, a fault) it
 * leaves to the whole form, which begins anew. */
ALWAYS const struct em_inst *global_short(struct em_warp *w, const struct em_inst *i, unsigned bytes, unsigned vec, bool sext, bool store,
	enum ptx_space space, bool again, em_fn whole)
{
	const unsigned total = bytes * vec;
	const u64 *a = ROWP(u64, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	if (EM_UNLIKELY(w->mask != EM_FULL || (space != PTX_CONST && w->watch & EM_WATCH_GLOBAL)))
		return whole(w, i);
	u64 a0 = again ? sh->a0 : a[0], a1 = again ? sh->a1 : a[16], off = (u64)(s64)(s32)i->x;
	const unsigned kind = again ? sh->kind : classify64(a, total);
	if (!again && i->b)
		*sh = (struct shape){ a0, a1, kind, 0 };
	a0 += off;
	a1 += off;
	struct em_memstat *ms = &w->ms[i->id];
	uint8_t *p0 = (uint8_t *)(uintptr_t)(a0 + w->delta), *p1 = (uint8_t *)(uintptr_t)(a1 + w->delta);
	if (EM_UNLIKELY(a0 & (total - 1)))
		return whole(w, i);
	if (kind == (EM_CC | EM_NEXT)) {
		if (EM_UNLIKELY(!known_bounds(ms, a0, 32 * total)))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0 + 16 * total, bytes, vec, sext, store);
		if (counted(w, ms, space, run_sectors(a0, 32 * total)) && EM_UNLIKELY(em_cache_span_sampled(a0, a0 + 32 * total - 1)))
			return FOLLOW(store)(w, i, a0, a0 + 32 * total - 1, SLOTS(vec));
	} else if (kind == (EM_CC | EM_SAME)) {
		if (EM_UNLIKELY(!known_bounds(ms, a0, 16 * total)))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0, bytes, vec, sext, store);
		if (counted(w, ms, space, run_sectors(a0, 16 * total)) && EM_UNLIKELY(em_cache_span_sampled(a0, a0 + 16 * total - 1)))
			return FOLLOW(store)(w, i, a0, a0 + 16 * total - 1, SLOTS(vec));
	} else if (kind == (EM_UU | EM_SAME)) {
		if (EM_UNLIKELY(!known_bounds(ms, a0, total)))
			return whole(w, i);
		runs_move(w, i, EM_UNIFORM, p0, EM_UNIFORM, p0, bytes, vec, sext, store);
		if (counted(w, ms, space, 1) && EM_UNLIKELY(em_cache_sampled(a0 / EM_LINE_BYTES)))
			return FOLLOW(store)(w, i, a0, a0 + total - 1, SLOTS(vec));
	} else if (kind == EM_UU) {
		if (EM_UNLIKELY(a1 & (total - 1) || !known_bounds(ms, a0, total) || !known_bounds(ms, a1, total)))
			return whole(w, i);
		runs_move(w, i, EM_UNIFORM, p0, EM_UNIFORM, p1, bytes, vec, sext, store);
		if (counted(w, ms, space, 1 + ((a0 ^ a1) >> 5 != 0)) && EM_UNLIKELY(em_cache_sampled(a0 / EM_LINE_BYTES) | em_cache_sampled(a1 / EM_LINE_BYTES)))
			return em_cache_follow_two(w, i, a0, a1, EM_CACHE_FORM(total, store, SLOTS(vec)));
	} else if (kind == EM_CC) {
		if (EM_UNLIKELY(a1 & (total - 1) || !known_bounds(ms, a0, 16 * total) || !known_bounds(ms, a1, 16 * total)))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p1, bytes, vec, sext, store);
		if (counted(w, ms, space, range_sectors(a0, 16 * total, a1, 16 * total)) && EM_UNLIKELY(em_cache_runs_sampled(a0, 16 * total, a1, 16 * total)))
			return em_cache_follow_two(w, i, a0, a1, EM_CACHE_FORM(16 * total, store, SLOTS(vec)));
	} else {
		return whole(w, i);
	}
	i += SLOTS(vec);
	return EM_NEXT(w, i);
}

ALWAYS const struct em_inst *global_whole(struct em_warp *w, const struct em_inst *i, unsigned bytes, unsigned vec, bool sext, bool store,
	enum ptx_space space, bool again)
{
	const unsigned total = bytes * vec;
	const u64 *a = ROWP(u64, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	if (EM_LIKELY(w->mask == EM_FULL)) {
		u64 a0 = again ? sh->a0 : a[0], a1 = again ? sh->a1 : a[16], off = (u64)(s64)(s32)i->x;
		unsigned kind = again ? sh->kind : classify_any64(a, total), k0 = kind & 3, k1 = kind >> 2 & 3;
		if (!again && i->b)
			*sh = (struct shape){ a0, a1, kind, 0 };
		if (EM_LIKELY(kind)) {
			unsigned n0 = k0 == EM_UNIFORM ? total : 16 * total, n1 = k1 == EM_UNIFORM ? total : 16 * total;
			struct em_memstat *ms = &w->ms[i->id];
			a0 += off;
			a1 += off;
			/* Windows of generic addresses lie outside every allocation: they fail here. */
			if (EM_LIKELY(!((a0 | a1) & (total - 1)) && in_bounds(w, ms, a0, a0 + n0, store) && in_bounds(w, ms, a1, a1 + n1, store))) {
				if (space == PTX_GLOBAL || space == PTX_GENERIC) {
					ms->global_req++;
					ms->global_sectors += range_sectors(a0, n0, a1, n1);
				}
				bool leave = space != PTX_CONST && em_watched(w, PTX_GLOBAL) && watch_runs(w, i, a0, a1, kind, total, store);
				runs_move(w, i, k0, (uint8_t *)(uintptr_t)(a0 + w->delta), k1, (uint8_t *)(uintptr_t)(a1 + w->delta), bytes, vec, sext, store);
				return EM_UNLIKELY(leave) ? em_warp_leave(w, i + SLOTS(vec)) : i + SLOTS(vec);
			}
		}
	} else if (!again && i->b) {
		sh->kind = 0;
	}
	return slow_any(w, i);
}

/* ---- shared. Two runs of at most 16 words each collide when some bank holds different words of both. */
ALWAYS unsigned two_runs(u32 a0, unsigned n0, u32 a1, unsigned n1)
{
	s32 w0 = (s32)(a0 >> 2), l0 = (s32)((a0 + n0 - 1) >> 2) - w0 + 1, w1 = (s32)(a1 >> 2), l1 = (s32)((a1 + n1 - 1) >> 2) - w1 + 1;
	s32 diff = w1 - w0, d = diff & 31;
	bool meet_up = d < l0, meet_down = 32 - d < l1;
	if (diff == d)
		meet_up = false;      /* the same words */
	if (diff == d - 32)
		meet_down = false;
	return 1u + (meet_up || meet_down);
}

/* Bank passes of both runs. All displacements of an aligned access move both by whole words: the passes stay the same. */
ALWAYS unsigned run_waves(unsigned kind, u32 a0, u32 a1, unsigned total)
{
	unsigned k0 = kind & 3, k1 = kind >> 2 & 3, n0 = k0 == EM_UNIFORM ? total : 16 * total, n1 = k1 == EM_UNIFORM ? total : 16 * total;
	if (total <= 4)
		return kind & (EM_SAME | EM_NEXT) ? 1 : two_runs(a0, n0, a1, n1);
	if (total <= 8)
		return (kind & EM_KINDS) == EM_UU ? two_runs(a0, n0, a1, n1) : 2;
	return (k0 == EM_UNIFORM ? 1 : 2) + (k1 == EM_UNIFORM ? 1 : 2);
}

/* As global_short and global_whole. */
ALWAYS const struct em_inst *shared_short(struct em_warp *w, const struct em_inst *i, unsigned bytes, unsigned vec, bool sext, bool store, bool again, em_fn whole)
{
	const unsigned total = bytes * vec;
	const u32 *a = ROWP(u32, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	if (EM_UNLIKELY(w->mask != EM_FULL)) {
		if (!again && i->b)
			sh->kind = 0;
		return total != 4 || vec != 1 ? slow_any(w, i) : store ? part_store(w, i) : part_load(w, i);
	}
	if (EM_UNLIKELY(w->watch & EM_WATCH_SHARED))
		return whole(w, i);
	u32 a0 = again ? (u32)sh->a0 : a[0], a1 = again ? (u32)sh->a1 : a[16];
	const unsigned kind = again ? sh->kind : classify32(a, total), waves = again ? sh->waves : run_waves(kind, a0 + i->x, a1 + i->x, total);
	const u64 size = w->shared_bytes;
	if (!again && i->b)
		*sh = (struct shape){ a0, a1, kind, waves };
	a0 += i->x;
	a1 += i->x;
	uint8_t *p0 = w->shared + a0, *p1 = w->shared + a1;
	if (EM_UNLIKELY(a0 & (total - 1)))
		return whole(w, i);
	if (kind == (EM_CC | EM_NEXT)) {
		if (EM_UNLIKELY((u64)a0 + 32 * total > size))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0 + 16 * total, bytes, vec, sext, store);
	} else if (kind == (EM_CC | EM_SAME)) {
		if (EM_UNLIKELY((u64)a0 + 16 * total > size))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0, bytes, vec, sext, store);
	} else if (kind == (EM_UU | EM_SAME)) {
		if (EM_UNLIKELY((u64)a0 + total > size))
			return whole(w, i);
		runs_move(w, i, EM_UNIFORM, p0, EM_UNIFORM, p0, bytes, vec, sext, store);
	} else if (kind == EM_UU) {
		if (EM_UNLIKELY(a1 & (total - 1) || (u64)a0 + total > size || (u64)a1 + total > size))
			return whole(w, i);
		runs_move(w, i, EM_UNIFORM, p0, EM_UNIFORM, p1, bytes, vec, sext, store);
	} else {
		return whole(w, i);
	}
	struct em_memstat *ms = &w->ms[i->id];
	ms->shared_req++;
	ms->shared_wave += waves;
	ms->shared_ideal += total <= 4 ? 1 : waves;
	i += SLOTS(vec);
	return EM_NEXT(w, i);
}

ALWAYS const struct em_inst *shared_whole(struct em_warp *w, const struct em_inst *i, unsigned bytes, unsigned vec, bool sext, bool store, bool again)
{
	const unsigned total = bytes * vec;
	const u32 *a = ROWP(u32, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	if (EM_LIKELY(w->mask == EM_FULL)) {
		u32 a0 = again ? (u32)sh->a0 : a[0], a1 = again ? (u32)sh->a1 : a[16];
		unsigned kind = again ? sh->kind : classify_any32(a, total), k0 = kind & 3, k1 = kind >> 2 & 3;
		unsigned waves = again ? sh->waves : run_waves(kind, a0 + i->x, a1 + i->x, total);
		if (!again && i->b)
			*sh = (struct shape){ a0, a1, kind, waves };
		if (EM_LIKELY(kind)) {
			unsigned n0 = k0 == EM_UNIFORM ? total : 16 * total, n1 = k1 == EM_UNIFORM ? total : 16 * total;
			a0 += i->x;
			a1 += i->x;
			if (EM_LIKELY(!((a0 | a1) & (total - 1)) && (u64)a0 + n0 <= w->shared_bytes && (u64)a1 + n1 <= w->shared_bytes)) {
				struct em_memstat *ms = &w->ms[i->id];
				ms->shared_req++;
				ms->shared_wave += waves;
				ms->shared_ideal += total <= 4 ? 1 : waves;
				bool leave = w->watch & EM_WATCH_SHARED && (store || (i->c & EM_ACC_ORDERS) || !em_calm(w, a0, a1, kind & EM_KINDS, total)) &&
					EM_SET_NAME(em_watch_runs)(w, i, PTX_SHARED, &(struct em_runs){ a0, a1, n0, n1, k0, k1, total, store });
				runs_move(w, i, k0, w->shared + a0, k1, w->shared + a1, bytes, vec, sext, store);
				return EM_UNLIKELY(leave) ? em_warp_leave(w, i + SLOTS(vec)) : i + SLOTS(vec);
			}
		}
	} else if (!again && i->b) {
		sh->kind = 0;
	}
	return slow_any(w, i);
}

/* Vectors of narrow elements are rare: the whole form alone. */
#define NARROW(X, op, v) X(op##_1_##v, 1, v, false) X(op##_1s_##v, 1, v, true) X(op##_2_##v, 2, v, false) X(op##_2s_##v, 2, v, true)
#define WIDE(X, op, v) X(op##_4_##v, 4, v, false) X(op##_8_##v, 8, v, false)
#ifdef EM_QUICK
#define WHOLE(name, f, ...) TAKEN(name)
#else
#define WHOLE(name, f, ...) FN(name) { return f##_whole(w, i, __VA_ARGS__); } GIVEN(name)
#endif
#define GLOBAL(name, ...) WHOLE(name##_whole, global, __VA_ARGS__) FN(name) { return global_short(w, i, __VA_ARGS__, name##_whole); }
#define SHARED(name, ...) WHOLE(name##_whole, shared, __VA_ARGS__) FN(name) { return shared_short(w, i, __VA_ARGS__, name##_whole); }
#define LOADS(name, b, v, s) \
	GLOBAL(ldg_##name, b, v, s, false, PTX_GLOBAL, false) \
	GLOBAL(ldc_##name, b, v, s, false, PTX_CONST, false) \
	SHARED(lds_##name, b, v, s, false, false)
#define LOADS_WHOLE(name, b, v, s) \
	WHOLE(ldg_##name, global, b, v, s, false, PTX_GLOBAL, false) \
	WHOLE(ldc_##name, global, b, v, s, false, PTX_CONST, false) \
	WHOLE(lds_##name, shared, b, v, s, false, false)
#define STORES(name, b, v, s) \
	GLOBAL(stg_##name, b, v, false, true, PTX_GLOBAL, false) \
	SHARED(sts_##name, b, v, false, true, false)
#define STORES_WHOLE(name, b, v, s) \
	WHOLE(stg_##name, global, b, v, false, true, PTX_GLOBAL, false) \
	WHOLE(sts_##name, shared, b, v, false, true, false)
#define AGAIN(b, v) \
	GLOBAL(ldg_again_##b##_##v, b, v, false, false, PTX_GLOBAL, true) \
	GLOBAL(ldc_again_##b##_##v, b, v, false, false, PTX_CONST, true) \
	SHARED(lds_again_##b##_##v, b, v, false, false, true) \
	GLOBAL(stg_again_##b##_##v, b, v, false, true, PTX_GLOBAL, true) \
	SHARED(sts_again_##b##_##v, b, v, false, true, true)
NARROW(LOADS, n, 1) WIDE(LOADS, n, 1) WIDE(LOADS, n, 2) WIDE(LOADS, n, 4) NARROW(LOADS_WHOLE, n, 2) NARROW(LOADS_WHOLE, n, 4)
STORES(n_1_1, 1, 1, false) STORES(n_2_1, 2, 1, false) WIDE(STORES, n, 1) WIDE(STORES, n, 2) WIDE(STORES, n, 4)
STORES_WHOLE(n_1_2, 1, 2, false) STORES_WHOLE(n_2_2, 2, 2, false) STORES_WHOLE(n_1_4, 1, 4, false) STORES_WHOLE(n_2_4, 2, 4, false)
AGAIN(4, 1) AGAIN(8, 1) AGAIN(4, 2) AGAIN(8, 2) AGAIN(4, 4) AGAIN(8, 4)

/* ---- rows: x is what the access is; decode puts it into c. */
#define ACC(sp, lg, v, s, st) ((u32)(lg) | (u32)(v) << 3 | (s) | (st) | (u32)PTX_##sp << 8)
#define LD_ROW(op, sp, v, lv, T, wd, fn, lg, s) { PTX_OP_##op, PTX_##sp, v, T1(T), M0, EM_BIND_LD, wd, fn, ACC(sp, lg, lv, s, 0), NULL }
#define LD_ROW2(op, sp, v, lv, T, wd, fn, lg, s, fn2) { PTX_OP_##op, PTX_##sp, v, T1(T), M0, EM_BIND_LD, wd, fn, ACC(sp, lg, lv, s, 0), fn2 }
#define LD_TYPES(op, sp, v, lv, p) \
	LD_ROW(op, sp, v, lv, B8, "w", p##_n_1_##v, 0, 0), LD_ROW(op, sp, v, lv, U8, "w", p##_n_1_##v, 0, 0), LD_ROW(op, sp, v, lv, S8, "w", p##_n_1s_##v, 0, EM_ACC_SEXT), \
	LD_ROW(op, sp, v, lv, B16, "w", p##_n_2_##v, 1, 0), LD_ROW(op, sp, v, lv, U16, "w", p##_n_2_##v, 1, 0), LD_ROW(op, sp, v, lv, S16, "w", p##_n_2s_##v, 1, EM_ACC_SEXT), \
	LD_ROW(op, sp, v, lv, F16, "w", p##_n_2_##v, 1, 0), LD_ROW(op, sp, v, lv, BF16, "w", p##_n_2_##v, 1, 0), \
	LD_ROW2(op, sp, v, lv, B32, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), LD_ROW2(op, sp, v, lv, U32, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), LD_ROW2(op, sp, v, lv, S32, "w", p##_n_4_##v, 2, EM_ACC_SEXT, p##_again_4_##v), \
	LD_ROW2(op, sp, v, lv, F32, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), LD_ROW2(op, sp, v, lv, F16X2, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), LD_ROW2(op, sp, v, lv, BF16X2, "w", p##_n_4_##v, 2, 0, p##_again_4_##v), \
	LD_ROW2(op, sp, v, lv, B64, "l", p##_n_8_##v, 3, 0, p##_again_8_##v), LD_ROW2(op, sp, v, lv, U64, "l", p##_n_8_##v, 3, 0, p##_again_8_##v), \
	LD_ROW2(op, sp, v, lv, S64, "l", p##_n_8_##v, 3, 0, p##_again_8_##v), LD_ROW2(op, sp, v, lv, F64, "l", p##_n_8_##v, 3, 0, p##_again_8_##v)
#define ANY_TYPES(op, bind, st, sp, v, lv) \
	ANY_ROW(op, bind, st, sp, v, lv, B8, "w", 0, 0), ANY_ROW(op, bind, st, sp, v, lv, U8, "w", 0, 0), ANY_ROW(op, bind, st, sp, v, lv, S8, "w", 0, EM_ACC_SEXT), \
	ANY_ROW(op, bind, st, sp, v, lv, B16, "w", 1, 0), ANY_ROW(op, bind, st, sp, v, lv, U16, "w", 1, 0), ANY_ROW(op, bind, st, sp, v, lv, S16, "w", 1, EM_ACC_SEXT), \
	ANY_ROW(op, bind, st, sp, v, lv, F16, "w", 1, 0), ANY_ROW(op, bind, st, sp, v, lv, BF16, "w", 1, 0), \
	ANY_ROW(op, bind, st, sp, v, lv, B32, "w", 2, 0), ANY_ROW(op, bind, st, sp, v, lv, U32, "w", 2, 0), ANY_ROW(op, bind, st, sp, v, lv, S32, "w", 2, EM_ACC_SEXT), \
	ANY_ROW(op, bind, st, sp, v, lv, F32, "w", 2, 0), ANY_ROW(op, bind, st, sp, v, lv, F16X2, "w", 2, 0), ANY_ROW(op, bind, st, sp, v, lv, BF16X2, "w", 2, 0), \
	ANY_ROW(op, bind, st, sp, v, lv, B64, "l", 3, 0), ANY_ROW(op, bind, st, sp, v, lv, U64, "l", 3, 0), \
	ANY_ROW(op, bind, st, sp, v, lv, S64, "l", 3, 0), ANY_ROW(op, bind, st, sp, v, lv, F64, "l", 3, 0)
#define ANY_ROW(op, bind, st, sp, v, lv, T, wd, lg, s) { PTX_OP_##op, PTX_##sp, v, T1(T), M0, EM_BIND_##bind, wd, slow_any, ACC(sp, lg, lv, s, st), NULL }
#define ST_ROW(sp, v, lv, T, wd, fn, lg) { PTX_OP_ST, PTX_##sp, v, T1(T), M0, EM_BIND_ST, wd, fn, ACC(sp, lg, lv, 0, EM_ACC_STORE), NULL }
#define ST_ROW2(sp, v, lv, T, wd, fn, lg, fn2) { PTX_OP_ST, PTX_##sp, v, T1(T), M0, EM_BIND_ST, wd, fn, ACC(sp, lg, lv, 0, EM_ACC_STORE), fn2 }
#define ST_TYPES(sp, v, lv, p) \
	ST_ROW(sp, v, lv, B8, "w", p##_n_1_##v, 0), ST_ROW(sp, v, lv, U8, "w", p##_n_1_##v, 0), ST_ROW(sp, v, lv, S8, "w", p##_n_1_##v, 0), \
	ST_ROW(sp, v, lv, B16, "w", p##_n_2_##v, 1), ST_ROW(sp, v, lv, U16, "w", p##_n_2_##v, 1), ST_ROW(sp, v, lv, S16, "w", p##_n_2_##v, 1), \
	ST_ROW(sp, v, lv, F16, "w", p##_n_2_##v, 1), ST_ROW(sp, v, lv, BF16, "w", p##_n_2_##v, 1), \
	ST_ROW2(sp, v, lv, B32, "w", p##_n_4_##v, 2, p##_again_4_##v), ST_ROW2(sp, v, lv, U32, "w", p##_n_4_##v, 2, p##_again_4_##v), ST_ROW2(sp, v, lv, S32, "w", p##_n_4_##v, 2, p##_again_4_##v), \
	ST_ROW2(sp, v, lv, F32, "w", p##_n_4_##v, 2, p##_again_4_##v), ST_ROW2(sp, v, lv, F16X2, "w", p##_n_4_##v, 2, p##_again_4_##v), ST_ROW2(sp, v, lv, BF16X2, "w", p##_n_4_##v, 2, p##_again_4_##v), \
	ST_ROW2(sp, v, lv, B64, "l", p##_n_8_##v, 3, p##_again_8_##v), ST_ROW2(sp, v, lv, U64, "l", p##_n_8_##v, 3, p##_again_8_##v), \
	ST_ROW2(sp, v, lv, S64, "l", p##_n_8_##v, 3, p##_again_8_##v), ST_ROW2(sp, v, lv, F64, "l", p##_n_8_##v, 3, p##_again_8_##v)
#define LD_SPACES(op, v, lv) LD_TYPES(op, GLOBAL, v, lv, ldg), LD_TYPES(op, GENERIC, v, lv, ldg), LD_TYPES(op, CONST, v, lv, ldc)
#define ALL_LDST(v, lv) LD_SPACES(LD, v, lv), LD_TYPES(LD, PARAM, v, lv, ldc), LD_TYPES(LD, SHARED, v, lv, lds), \
	ANY_TYPES(LD, LD, 0, LOCAL, v, lv), ANY_TYPES(ST, ST, EM_ACC_STORE, LOCAL, v, lv), ANY_TYPES(ST, ST, EM_ACC_STORE, PARAM, v, lv), \
	ST_TYPES(GLOBAL, v, lv, stg), ST_TYPES(GENERIC, v, lv, stg), ST_TYPES(SHARED, v, lv, sts)
#define WIDE_ROW(op, bind, st, sp, v, lv) ANY_ROW(op, bind, st, sp, v, lv, B128, "q", 4, 0)
#define LDST8(T, wd, lg) ANY_ROW(LD, LD, 0, GLOBAL, 8, 3, T, wd, lg, 0), ANY_ROW(ST, ST, EM_ACC_STORE, GLOBAL, 8, 3, T, wd, lg, 0)

static const struct em_row rows[] = {
	ALL_LDST(1, 0), ALL_LDST(2, 1), ALL_LDST(4, 2),
	LD_SPACES(LDU, 1, 0), LD_SPACES(LDU, 2, 1), LD_SPACES(LDU, 4, 2),
	WIDE_ROW(LD, LD, 0, GLOBAL, 1, 0), WIDE_ROW(LD, LD, 0, SHARED, 1, 0), WIDE_ROW(LD, LD, 0, GENERIC, 1, 0), WIDE_ROW(LD, LD, 0, LOCAL, 1, 0),
	WIDE_ROW(ST, ST, EM_ACC_STORE, GLOBAL, 1, 0), WIDE_ROW(ST, ST, EM_ACC_STORE, SHARED, 1, 0), WIDE_ROW(ST, ST, EM_ACC_STORE, GENERIC, 1, 0),
	WIDE_ROW(ST, ST, EM_ACC_STORE, LOCAL, 1, 0),
	LDST8(B32, "w", 2), LDST8(U32, "w", 2), LDST8(S32, "w", 2), LDST8(F32, "w", 2),
};
const struct em_rows EM_ISA_NAME(em_rows_mem);
const struct em_rows EM_ISA_NAME(em_rows_mem) = { rows, sizeof rows / sizeof *rows };
