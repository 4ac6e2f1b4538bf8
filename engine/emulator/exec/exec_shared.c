/* exec_shared: loads and stores of shared memory (exec_ldst.h). */
#include "emulator/cache/sectors.h"
#include "emulator/exec/exec_ldst.h"
#include "emulator/exec/observe.h"
#include "emulator/lanes/warp.h"

#ifdef EM_QUICK
TAKEN(slow_shared)
#else
__attribute__((noinline)) static bool watch_words(
	struct em_warp *w, const struct em_inst *i, const u32 *at, u32 mask, enum em_access kind)
{
	u64 addr[EM_WARP];
	for (int l = 0; l < EM_WARP; l++)
		addr[l] = at[l];
	return EM_SET_NAME(em_watch_lanes)(w, i, PTX_SHARED, addr, mask, 4, kind);
}

/* Shared words in any order: the common case of bank conflicts and of masked lanes. What a pattern of lanes costs does
 * not change when all addresses move by whole words, so the last two patterns of each instruction are remembered
 * (em_pattern_waves). */
ALWAYS const struct em_inst *shared_words(struct em_warp *w, const struct em_inst *i, u32 acc)
{
	_Alignas(32) u32 at[EM_WARP];
	u32 any = 0, most = 0, least = EM_FULL, mask = w->mask;
	const u32 *a = ROWP(u32, i->a);
	if (!mask)
		return i + 1;
	const u32 first = a[__builtin_ctz(mask)];
	for (int l = 0; l < EM_WARP; l++) { /* lanes that are off want what the first one wants: that costs nothing */
		at[l] = (ON(mask) ? a[l] : first) + i->displacement;
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
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	u32 base = at[0];
	if (counts->wide) {
		em_count_joined(counts, at, mask);
		return EM_UNLIKELY(leave) ? em_warp_leave(w, i + 1) : i + 1;
	}
	counts->shared_ideal++;
	if (most - least < 4 * EM_WARP) { /* 32 words in a row lie in 32 banks */
		counts->shared_wave++;
		return EM_UNLIKELY(leave) ? em_warp_leave(w, i + 1) : i + 1;
	}
	for (int l = 0; l < EM_WARP; l++)
		at[l] -= base;
	counts->shared_wave += EM_LIKELY(counts->memo && !memcmp(counts->memo, at, sizeof at)) ?
		*(const u32 *)(const void *)((const char *)counts->memo + sizeof at) :
		em_pattern_waves(counts, at);
	return EM_UNLIKELY(leave) ? em_warp_leave(w, i + 1) : i + 1;
}

/* One copy of the slow way for each of the usual accesses, one for all others. */
__attribute__((noinline)) static const struct em_inst *slow_shared(struct em_warp *w, const struct em_inst *i)
{
	switch (PLAIN(i->c)) {
	case WORD(SHARED, 0): return shared_words(w, i, WORD(SHARED, 0));
	case WORD(SHARED, EM_ACC_STORE): return shared_words(w, i, WORD(SHARED, EM_ACC_STORE));
	default: return slow(w, i, EM_ACC_IN(i->c, PTX_SHARED));
	}
}
GIVEN(slow_shared)
#endif

/* Words of shared memory where some lanes are off. */
#ifdef __AVX2__
#define PART(name, store) \
	__attribute__((noinline)) FN(name##_checked) \
	{ \
		if (EM_UNLIKELY(!w->mask || !shared_part(w, i, store, true))) \
			return slow_shared(w, i); \
		i++; \
		return EM_NEXT(w, i); \
	} \
	__attribute__((noinline)) FN(name) \
	{ \
		if (EM_UNLIKELY(w->watch & EM_WATCH_SHARED)) \
			return name##_checked(w, i); \
		if (EM_UNLIKELY(!w->mask || !shared_part(w, i, store, false))) \
			return slow_shared(w, i); \
		i++; \
		return EM_NEXT(w, i); \
	}
PART(part_load, false)
PART(part_store, true)
#else
#define part_load slow_shared
#define part_store slow_shared
#endif

/* Two runs of at most 16 words each collide when some bank holds different words of both. */
ALWAYS unsigned two_runs(u32 a0, unsigned n0, u32 a1, unsigned n1)
{
	s32 w0 = (s32)(a0 >> 2), l0 = (s32)((a0 + n0 - 1) >> 2) - w0 + 1, w1 = (s32)(a1 >> 2),
	    l1 = (s32)((a1 + n1 - 1) >> 2) - w1 + 1;
	s32 diff = w1 - w0, d = diff & 31;
	bool meet_up = d < l0, meet_down = 32 - d < l1;
	if (diff == d)
		meet_up = false; /* the same words */
	if (diff == d - 32)
		meet_down = false;
	return 1u + (meet_up || meet_down);
}

/* Bank passes of both runs. All displacements of an aligned access move both by whole words: the passes stay the same.
 */
ALWAYS unsigned run_waves(unsigned kind, u32 a0, u32 a1, unsigned total)
{
	unsigned k0 = kind & 3, k1 = kind >> 2 & 3, n0 = k0 == EM_UNIFORM ? total : 16 * total,
		 n1 = k1 == EM_UNIFORM ? total : 16 * total;
	if (total <= 4)
		return kind & (EM_SAME | EM_NEXT) ? 1 : two_runs(a0, n0, a1, n1);
	if (total <= 8)
		return (kind & EM_KINDS) == EM_UU ? two_runs(a0, n0, a1, n1) : 2;
	return (k0 == EM_UNIFORM ? 1 : 2) + (k1 == EM_UNIFORM ? 1 : 2);
}

/* Of a load, or of a store of half-warps that lie one after the other. */
#define QUIET() (!checked || (store ? quiet_shared_pair(w, i, a0, true) : quiet_shared_load(w, i, a0, a1, kind)))
/* As global_short and global_whole (exec_global.c). */
BODY const struct em_inst *shared_short(struct em_warp *w, const struct em_inst *i, unsigned bytes, unsigned vec,
	bool sext, bool store, bool again, bool checked, em_fn watched, em_fn whole)
{
	const unsigned total = bytes * vec;
	const u32 *a = ROWP(u32, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	if (checked && total != 4)
		return whole(w, i);
	if (EM_UNLIKELY(w->mask != EM_FULL)) {
		if (!again && i->b)
			sh->kind = 0;
		return total != 4 || vec != 1 ? slow_shared(w, i) : store ? part_store(w, i) : part_load(w, i);
	}
	if (checked ? EM_UNLIKELY(!quiet_may(w, i)) : EM_UNLIKELY(w->watch & EM_WATCH_SHARED))
		return watched(w, i);
	if (total == 4 && vec == 1 && !again && a[1] == a[0] + 4 &&
		EM_LIKELY(are_next32(a, 4))) { /* as below, in short */
		const u32 a0 = a[0] + i->displacement, a1 = a0 + 64;
		const unsigned kind = EM_CC | EM_NEXT;
		uint8_t *p0 = w->shared + a0;
		if (i->b)
			*sh = (struct shape){ a[0], a[0] + 64, kind, 1 };
		if (EM_UNLIKELY(a0 & 3 || (u64)a0 + 128 > w->shared_bytes || !QUIET()))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0 + 64, bytes, vec, sext, store);
		struct em_memory_counts *counts = &w->memory_counts[i->id];
		const unsigned joined = counts->least > 1 ? counts->least : 1;
		counts->shared_wave += joined;
		counts->shared_ideal += counts->wide ? joined : 1;
		i += SLOTS(vec);
		return EM_NEXT(w, i);
	}
	u32 a0 = again ? (u32)sh->a0 : a[0], a1 = again ? (u32)sh->a1 : a[16];
	const unsigned kind = again ? sh->kind : classify32(a, total),
		       waves = again ? sh->waves : run_waves(kind, a0 + i->displacement, a1 + i->displacement, total);
	const u64 size = w->shared_bytes;
	if (!again && i->b)
		*sh = (struct shape){ a0, a1, kind, waves };
	a0 += i->displacement;
	a1 += i->displacement;
	uint8_t *p0 = w->shared + a0, *p1 = w->shared + a1;
	if (EM_UNLIKELY(a0 & (total - 1)))
		return whole(w, i);
	if (kind == (EM_CC | EM_NEXT)) {
		if (EM_UNLIKELY((u64)a0 + 32 * total > size || !QUIET()))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0 + 16 * total, bytes, vec, sext, store);
	} else if (kind == (EM_CC | EM_SAME)) {
		if (EM_UNLIKELY((u64)a0 + 16 * total > size || (checked && store) || !QUIET()))
			return whole(w, i);
		runs_move(w, i, EM_CONSECUTIVE, p0, EM_CONSECUTIVE, p0, bytes, vec, sext, store);
	} else if (kind == (EM_UU | EM_SAME)) {
		if (EM_UNLIKELY((u64)a0 + total > size || (checked && store) || !QUIET()))
			return whole(w, i);
		runs_move(w, i, EM_UNIFORM, p0, EM_UNIFORM, p0, bytes, vec, sext, store);
	} else if (kind == EM_UU) {
		if (EM_UNLIKELY(a1 & (total - 1) || (u64)a0 + total > size || (u64)a1 + total > size ||
			    (checked && store) || !QUIET()))
			return whole(w, i);
		runs_move(w, i, EM_UNIFORM, p0, EM_UNIFORM, p1, bytes, vec, sext, store);
	} else {
		return whole(w, i);
	}
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	const unsigned joined = waves > counts->least ? waves : counts->least;
	counts->shared_wave += joined;
	counts->shared_ideal += total <= 4 && !counts->wide ? 1 : joined;
	i += SLOTS(vec);
	return EM_NEXT(w, i);
}

BODY const struct em_inst *shared_whole(
	struct em_warp *w, const struct em_inst *i, unsigned bytes, unsigned vec, bool sext, bool store, bool again)
{
	const unsigned total = bytes * vec;
	const u32 *a = ROWP(u32, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	if (EM_LIKELY(w->mask == EM_FULL)) {
		u32 a0 = again ? (u32)sh->a0 : a[0], a1 = again ? (u32)sh->a1 : a[16];
		unsigned kind = again ? sh->kind : classify_any32(a, total), k0 = kind & 3, k1 = kind >> 2 & 3;
		unsigned waves = again ? sh->waves : run_waves(kind, a0 + i->displacement, a1 + i->displacement, total);
		if (!again && i->b)
			*sh = (struct shape){ a0, a1, kind, waves };
		if (EM_LIKELY(kind)) {
			unsigned n0 = k0 == EM_UNIFORM ? total : 16 * total, n1 = k1 == EM_UNIFORM ? total : 16 * total;
			a0 += i->displacement;
			a1 += i->displacement;
			if (EM_LIKELY(!((a0 | a1) & (total - 1)) && (u64)a0 + n0 <= w->shared_bytes &&
				    (u64)a1 + n1 <= w->shared_bytes)) {
				struct em_memory_counts *counts = &w->memory_counts[i->id];
				const unsigned joined = waves > counts->least ? waves : counts->least;
				counts->shared_wave += joined;
				counts->shared_ideal += total <= 4 && !counts->wide ? 1 : joined;
				bool leave = w->watch & EM_WATCH_SHARED &&
					EM_SET_NAME(em_watch_runs)(w, i, PTX_SHARED,
						&(struct em_runs){ a0, a1, n0, n1, k0, k1, total, store });
				runs_move(w, i, k0, w->shared + a0, k1, w->shared + a1, bytes, vec, sext, store);
				return EM_UNLIKELY(leave) ? em_warp_leave(w, i + SLOTS(vec)) : i + SLOTS(vec);
			}
		}
	} else if (!again && i->b) {
		sh->kind = 0;
	}
	return slow_shared(w, i);
}

#define SHARED(name, ...) SHORT(name, shared, __VA_ARGS__)
#define LOADS(name, b, v, s) SHARED(lds_##name, b, v, s, false, false)
#define LOADS_WHOLE(name, b, v, s) WHOLE(lds_##name, shared, b, v, s, false, false)
#define STORES(name, b, v, s) SHARED(sts_##name, b, v, false, true, false)
#define STORES_WHOLE(name, b, v, s) WHOLE(sts_##name, shared, b, v, false, true, false)
#define AGAIN(b, v) \
	SHARED(lds_again_##b##_##v, b, v, false, false, true) \
	SHARED(sts_again_##b##_##v, b, v, false, true, true)
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
#include "emulator/exec/exec_product_shared.h"
#include "emulator/exec/exec_chain_shared.h"
#endif

#define ALL_LDST(v, lv) LD_TYPES(LD, SHARED, v, lv, lds), ST_TYPES(SHARED, v, lv, sts)

static const struct em_row rows[] = { ALL_LDST(1, 0), ALL_LDST(2, 1), ALL_LDST(4, 2),
	WIDE_ROW(LD, LD, 0, SHARED, 1, 0, slow_shared), WIDE_ROW(ST, ST, EM_ACC_STORE, SHARED, 1, 0, slow_shared) };
const struct em_rows EM_ISA_NAME(em_rows_shared);
const struct em_rows EM_ISA_NAME(em_rows_shared) = { rows, sizeof rows / sizeof *rows };
