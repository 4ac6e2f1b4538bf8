/* exec_atom: atomic operations and reductions, PTX ISA 9.7.13. Lanes go one after another in lane order. In global
 * memory the update is atomic among the host's threads too. d = old value, a = address, b and c = operands, x =
 * displacement; the slot that follows holds what the access is in its c. Space and counts as in exec_ldst.h. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/exec/exec_atom.h"
#include "emulator/cache/cache.h"
#include "emulator/cache/sectors.h"
#include "emulator/core/fault.h"
#include "emulator/cost/cost.h"
#include "emulator/exec/float_math.h"
#include "emulator/lanes/warp.h"

/* Shows an atomic's lanes to the watchers. A lane with a bad address: the instruction faults by itself. */
__attribute__((noinline)) static bool watch_atomic(struct em_warp *w, const struct em_inst *i, unsigned bytes)
{
	uint8_t *at[EM_WARP];
	u32 shared;
	return em_atomic_resolve(w, i, bytes, at, &shared) > 0;
}

/* Nobody but the cache model watches: it need not know before, so the lanes' places are found once. */
__attribute__((noinline)) static void follow_atomic(
	struct em_warp *w, const struct em_inst *i, u64 *where, u32 global, const u32 *at, u32 shared, unsigned bytes)
{
	if (global && w->watch & EM_WATCH_CACHE)
		EM_ISA_NAME(em_follow_lanes)(w, i, where, global, bytes, EM_ATOMIC);
	if (!shared || !(w->watch & EM_WATCH_ATOMICS))
		return;
	for (u32 m = shared; m; m &= m - 1)
		where[__builtin_ctz(m)] = at[__builtin_ctz(m)];
	EM_ISA_NAME(em_follow_shared_atomic)(w, i, where, shared);
}

/* Lanes that ptxas adds up first go as one. */
static unsigned sectors_of(const struct em_warp *w, const struct em_inst *i, const u64 *where, u32 mask)
{
	const struct em_program *p = w->t->p;
	const struct em_memory_counts *c = &w->memory_counts[i->id];
	s32 pin = p->origin[i - p->code];
	return pin >= 0 && em_adds_up(&p->costs->cost[pin], mask) ?
		em_count_sectors(where, mask, 0) :
		em_count_atomic_sectors(where, mask, c->place - c->lo);
}

/* These lanes get through at these words, `most` of them at one, the last lane of which is `last`. */
static void note_words(struct em_warp *w, const u32 *at, u32 mask, unsigned most, unsigned last)
{
	struct em_block *blk = w->blk;
	struct em_sums *s = blk->sums ? blk->sums : xcalloc(1, sizeof *s);
	u32 number = ++s->next[w->index % EM_WARP];
	struct em_sum_turn *turn = &s->turn[number % EM_SUM_WORDS];
	blk->sums = s;
	for (u32 m = mask; m; m &= m - 1)
		s->word[(at[__builtin_ctz(m)] / 4 * 2654435769u) >> 24]++;
	s->all += most;
	if (turn->number > number) /* a warp has been further on, and what was here is forgotten */
		return;
	if (turn->number < number)
		*turn = (struct em_sum_turn){ number, at[last] };
	s->compared += most;
	s->in_step += turn->at == at[last] ? most : 0;
}

/* An atomic in shared memory that is a loop: in each turn one lane of each word gets through, and those that are left
 * load again. */
__attribute__((noinline)) static void count_loop(
	struct em_warp *w, struct em_memory_counts *counts, const u32 *at, u32 mask, unsigned bytes)
{
	u32 turn[EM_WARP] = { 0 }; /* the lanes that get through in it */
	unsigned ideal, turns = 0;
	for (u32 m = mask; m; m &= m - 1) {
		unsigned before = 0, l = (unsigned)__builtin_ctz(m);
		for (u32 k = mask & ((1u << l) - 1); k; k &= k - 1)
			before += at[__builtin_ctz(k)] == at[l];
		turn[before] |= 1u << l;
	}
	while (turns < EM_WARP && turn[turns])
		turns++;
	if (w->blk->cache && turns) /* times are asked for */
		note_words(w, at, mask, turns, (unsigned)__builtin_ctz(turn[turns - 1]));
	for (unsigned k = 0; k < turns; k++) {
		counts->shared_req++;
		counts->global_sectors +=
			turn[k] & (turn[k] - 1) ? em_count_wavefronts(at, turn[k], bytes, false, &ideal) : 1;
	}
}

/* An atomic on 16 bits that is a loop on words: in each turn the lanes of a word try in their order, and the first that
 * changes it is the last that gets through. */
__attribute__((noinline)) static void count_halves(
	struct em_memory_counts *counts, const u64 *where, u32 mask, u32 changed)
{
	u32 turn[EM_WARP] = { 0 };
	u64 word[EM_WARP];
	for (u32 m = mask; m; m &= m - 1)
		word[__builtin_ctz(m)] = where[__builtin_ctz(m)] & ~(u64)3;
	for (u32 m = mask; m; m &= m - 1) {
		unsigned last = 0, l = (unsigned)__builtin_ctz(m);
		for (u32 k = changed & mask & ((1u << l) - 1); k; k &= k - 1)
			last += word[__builtin_ctz(k)] == word[l];
		for (unsigned k = 0; k <= last; k++)
			turn[k] |= 1u << l;
	}
	counts->shared_req += em_count_sectors(word, mask, 0);
	for (unsigned k = 0; k < EM_WARP && turn[k]; k++) {
		counts->atomic_req++;
		counts->global_sectors += em_count_atomic_sectors(word, turn[k], counts->place - counts->lo);
	}
}

/* SD: type of a row's lane; T: type in memory. new from `old`, b, c; through: the lane got through (a bit is claimed by
 * who changes it). */
#define ATOM(name, SD, T, expr) ATOM_NOTED(name, SD, T, expr, false)
#define ATOM_NOTED(name, SD, T, expr, through) \
	FN(name) \
	{ \
		const struct em_inst *e = i + 1; \
		SD *d = ROWP(SD, i->d); \
		const SD *pb = ROWP(SD, i->b), *pc = ROWP(SD, i->c); \
		const bool checked = EM_UNLIKELY(w->watch & ~EM_WATCH_MODEL), \
			   leave = checked && watch_atomic(w, i, sizeof(T)); \
		bool narrow = EM_ACC_SPACE(e->c) == PTX_SHARED; \
		u32 m = w->mask, shared = 0, global = 0, through_all = 0, changed = 0, at[EM_WARP]; \
		u64 where[EM_WARP]; \
		for (u32 left = m; left; left &= left - 1) { \
			int l = __builtin_ctz(left); \
			u64 addr = narrow ? (u64)(u32)(ROWP(u32, i->a)[l] + i->displacement) : \
					    ROWP(u64, i->a)[l] + (u64)(s64)(s32)i->displacement; \
			enum ptx_space sp = EM_ACC_SPACE(e->c); \
			T *p = em_resolve(w, i, l, addr, sizeof(T), &sp, 2); \
			if (!p) \
				return NULL; \
			T b = (T)pb[l], c = (T)pc[l], old, next; \
			(void)b; \
			(void)c; \
			if (sp == PTX_GLOBAL) { \
				old = __atomic_load_n(p, __ATOMIC_RELAXED); \
				do \
					next = (T)(expr); \
				while (!__atomic_compare_exchange_n( \
					p, &old, next, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)); \
				global |= 1u << l; \
				where[l] = addr; \
				through_all |= (u32)(through) << l; \
				changed |= (u32)(next != old) << l; \
				if (checked && w->watch & EM_WATCH_HOST) \
					em_follow_atomic(w->t->run, addr, &old, &next, sizeof(T)); \
			} else { \
				old = *p; \
				*p = (T)(expr); \
			} \
			if (sp == PTX_SHARED) { \
				shared |= 1u << l; \
				at[l] = (u32)((uint8_t *)p - w->shared); \
			} \
			d[l] = (SD)old; \
		} \
		if (EM_UNLIKELY(through_all) && w->watch & EM_WATCH_CACHE) \
			em_cache_swaps(w, i, where, through_all &changed, through_all & ~changed); \
		if (w->watch && !checked) \
			follow_atomic(w, i, where, global, at, shared, sizeof(T)); \
		if (m) \
			w->memory_counts[i->id].global_req++; \
		if (sizeof(T) == 2 && global && e->c & EM_ACC_HALVES) { \
			count_halves(&w->memory_counts[i->id], where, global, changed); \
		} else if (global) { \
			w->memory_counts[i->id].atomic_req++; \
			w->memory_counts[i->id].global_sectors += sectors_of(w, i, where, global); \
		} \
		if (shared) { \
			unsigned ideal; \
			w->memory_counts[i->id].shared_wave += \
				em_count_wavefronts(at, shared, sizeof(T), false, &ideal); \
			w->memory_counts[i->id].shared_ideal += ideal; \
			if (e->c & EM_ACC_LOOP) \
				count_loop(w, &w->memory_counts[i->id], at, shared, sizeof(T)); \
		} \
		return EM_UNLIKELY(leave) ? em_warp_leave(w, i + 2) : i + 2; \
	}

#define INTS(SD, T, S, n) \
	ATOM(add_##n, SD, T, old + b) \
	ATOM_NOTED(and_##n, SD, T, old &b, next != old) \
	ATOM_NOTED(or_##n, SD, T, old | b, next != old) \
	ATOM(xor_##n, SD, T, old ^ b) \
	ATOM_NOTED(exch_##n, SD, T, b, next != old) \
	ATOM_NOTED(cas_##n, SD, T, old == b ? c : old, old == b) \
	ATOM(minu_##n, SD, T, old < b ? old : b) \
	ATOM(maxu_##n, SD, T, old > b ? old : b) \
	ATOM(mins_##n, SD, T, (S)old < (S)b ? old : b) \
	ATOM(maxs_##n, SD, T, (S)old > (S)b ? old : b)
INTS(u32, u32, s32, 32)
INTS(u64, u64, s64, 64)
ATOM_NOTED(cas_16, u32, u16, old == b ? c : old, old == b)
ATOM(inc_32, u32, u32, old >= b ? 0 : old + 1)
ATOM(dec_32, u32, u32, old == 0 || old > b ? b : old - 1)
/* Single-precision sums flush subnormals in global memory and keep them in shared. A double-precision NaN stays as it
 * is in global memory. */
static inline f64 sum_global(f64 old, f64 b)
{
	return b != b ? b : old != old ? old : old + b;
}
ATOM(add_f32, u32, u32,
	sp == PTX_GLOBAL ? f32_bits(f32_flush(f32_canon(f32_flush(f32_of(old)) + f32_flush(f32_of(b))))) :
			   f32_bits(f32_canon(f32_of(old) + f32_of(b))))
ATOM(add_f64, u64, u64,
	sp == PTX_GLOBAL ? f64_bits(sum_global(f64_of(old), f64_of(b))) :
			   f64_bits(f64_nan2(f64_of(b) + f64_of(old), f64_of(b), f64_of(old))))
#define HSUM(x, y) f16_round((double)f16_to_f32((u16)(x)) + f16_to_f32((u16)(y)), EM_RN)
#define BSUM(x, y) bf16_round(add_odd(bf16_to_f32((u16)(x)), bf16_to_f32((u16)(y))), EM_RN)
ATOM(add_f16, u32, u16, HSUM(old, b))
ATOM(add_bf16, u32, u16, BSUM(old, b))
ATOM(add_f16x2, u32, u32, HSUM(old, b) | (u32)HSUM(old >> 16, b >> 16) << 16)
ATOM(add_bf16x2, u32, u32, BSUM(old, b) | (u32)BSUM(old >> 16, b >> 16) << 16)

#define A1(op, T, sp, n, wd, m, fn, lg) \
	{ PTX_OP_ATOM, PTX_##sp, 0, T1(T), m, EM_BIND_ATOM, wd, fn, (lg) | (u32)PTX_##sp << 8, NULL }, \
	{ \
		PTX_OP_RED, PTX_##sp, 0, T1(T), m, EM_BIND_RED, wd, fn, (lg) | (u32)PTX_##sp << 8, NULL \
	}
#define A(T, wd, mods, fn, lg) \
	A1(op, T, GLOBAL, n, wd, mods, fn, lg), A1(op, T, SHARED, n, wd, mods, fn, lg), \
		A1(op, T, GENERIC, n, wd, mods, fn, lg)
static const struct em_row rows[] = {
	A(U32, "ww", M1(ADD), add_32, 2),
	A(S32, "ww", M1(ADD), add_32, 2),
	A(U64, "ll", M1(ADD), add_64, 3),
	A(S64, "ll", M1(ADD), add_64, 3),
	A(F32, "ww", M1(ADD), add_f32, 2),
	A(F64, "ll", M1(ADD), add_f64, 3),
	A(F16, "hh", M2(ADD, NOFTZ), add_f16, 1),
	A(BF16, "hh", M2(ADD, NOFTZ), add_bf16, 1),
	A(F16X2, "ww", M2(ADD, NOFTZ), add_f16x2, 2),
	A(BF16X2, "ww", M2(ADD, NOFTZ), add_bf16x2, 2),
	A(B32, "ww", M1(AND), and_32, 2),
	A(B32, "ww", M1(OR), or_32, 2),
	A(B32, "ww", M1(XOR), xor_32, 2),
	A(B32, "ww", M1(EXCH), exch_32, 2),
	A(B64, "ll", M1(AND), and_64, 3),
	A(B64, "ll", M1(OR), or_64, 3),
	A(B64, "ll", M1(XOR), xor_64, 3),
	A(B64, "ll", M1(EXCH), exch_64, 3),
	A(B16, "hhh", M1(CAS), cas_16, 1),
	A(B32, "www", M1(CAS), cas_32, 2),
	A(B64, "lll", M1(CAS), cas_64, 3),
	A(U32, "ww", M1(MIN), minu_32, 2),
	A(S32, "ww", M1(MIN), mins_32, 2),
	A(U64, "ll", M1(MIN), minu_64, 3),
	A(S64, "ll", M1(MIN), mins_64, 3),
	A(U32, "ww", M1(MAX), maxu_32, 2),
	A(S32, "ww", M1(MAX), maxs_32, 2),
	A(U64, "ll", M1(MAX), maxu_64, 3),
	A(S64, "ll", M1(MAX), maxs_64, 3),
	A(U32, "ww", M1(INC), inc_32, 2),
	A(U32, "ww", M1(DEC), dec_32, 2),
};
const struct em_rows EM_ISA_NAME(em_rows_atom);
const struct em_rows EM_ISA_NAME(em_rows_atom) = { rows, sizeof rows / sizeof *rows };
