/* exec_atomv: atomics wider than a word: vectors of f32, f16, bf16 and their pairs in global memory (PTX ISA 9.7.13.5,
 * sm_90), and exchange and compare-and-swap of 128 bits. Each element of a vector is an atomic of its own, as PTX
 * promises no more; lanes go one after another.
 *
 * Slots: d = unused, a = address, x = displacement; the slot that follows has in c what the access is (EM_ACC_BYTES of
 * one element), in d the number of elements; then the rows of the results and of the operands, four to a slot. 128
 * bits: as exec_atom.c. */
#include "emulator/cache/sectors.h"
#include "emulator/check/check.h"
#include "emulator/exec/exec_atom.h"
#include "emulator/exec/float_math.h"
#include "emulator/lanes/warp.h"

static u32 row_of(const struct em_inst *first, unsigned k)
{
	const struct em_inst *e = first + k / 4;
	return k % 4 == 0 ? e->d : k % 4 == 1 ? e->a : k % 4 == 2 ? e->b : e->c;
}

/* `m`: lanes in global memory. Their addresses here serve as those of the device do: memory is aligned alike. */
static void count_global(struct em_warp *w, const struct em_inst *i, uint8_t *const at[EM_WARP], u32 m)
{
	struct em_memory_counts *c = &w->memory_counts[i->id];
	u64 where[EM_WARP];
	if (!m)
		return;
	for (u32 left = m; left; left &= left - 1)
		where[__builtin_ctz(left)] = (uintptr_t)at[__builtin_ctz(left)];
	c->atomic_req++;
	c->global_sectors += em_count_atomic_sectors(where, m, c->place - c->lo - w->delta);
}

/* T: an element in memory; `expr`: its new value from old and b. */
#define ATOMV(name, T, expr) \
	FN(name) \
	{ \
		unsigned n = i[1].d, slots = (n + 3) / 4; \
		u32 m = w->mask, shared; \
		uint8_t *at[EM_WARP]; \
		int leave = em_atomic_resolve(w, i, n * (unsigned)sizeof(T), at, &shared); \
		if (leave < 0) \
			return NULL; \
		count_global(w, i, at, m); \
		for (; m; m &= m - 1) { \
			int l = __builtin_ctz(m); \
			for (unsigned k = 0; k < n; k++) { \
				T *p = (T *)(void *)at[l] + k, b = (T)ROWP(u32, row_of(i + 2 + slots, k))[l], old, \
				  next; \
				old = __atomic_load_n(p, __ATOMIC_RELAXED); \
				do \
					next = (T)(expr); \
				while (!__atomic_compare_exchange_n( \
					p, &old, next, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)); \
				ROWP(u32, row_of(i + 2, k))[l] = old; \
				if (EM_UNLIKELY(w->watch & EM_WATCH_HOST)) \
					em_follow_atomic(w->t->run, (uintptr_t)p - w->delta, &old, &next, sizeof(T)); \
			} \
		} \
		if (w->mask) \
			w->memory_counts[i->id].global_req++; \
		return leave ? em_warp_leave(w, i + 2 + 2 * slots) : i + 2 + 2 * slots; \
	}

#define HSUM(x, y) f16_round((double)f16_to_f32((u16)(x)) + f16_to_f32((u16)(y)), EM_RN)
#define BSUM(x, y) bf16_round(add_odd(bf16_to_f32((u16)(x)), bf16_to_f32((u16)(y))), EM_RN)
#define HPICK(f, x, y) f16_round(f(f16_to_f32((u16)(x)), f16_to_f32((u16)(y))), EM_RN)
#define BPICK(f, x, y) bf16_round(f(bf16_to_f32((u16)(x)), bf16_to_f32((u16)(y))), EM_RN)
ATOMV(addv_f32, u32, f32_bits(f32_flush(f32_canon(f32_flush(f32_of(old)) + f32_flush(f32_of(b))))))
ATOMV(addv_f16, u16, HSUM(old, b))
ATOMV(addv_bf16, u16, BSUM(old, b))
ATOMV(addv_f16x2, u32, HSUM(old, b) | (u32)HSUM(old >> 16, b >> 16) << 16)
ATOMV(addv_bf16x2, u32, BSUM(old, b) | (u32)BSUM(old >> 16, b >> 16) << 16)
#define PICKS(name, f) \
	ATOMV(name##_f16, u16, HPICK(f, old, b)) \
	ATOMV(name##_bf16, u16, BPICK(f, old, b)) \
	ATOMV(name##_f16x2, u32, HPICK(f, old, b) | (u32)HPICK(f, old >> 16, b >> 16) << 16) \
	ATOMV(name##_bf16x2, u32, BPICK(f, old, b) | (u32)BPICK(f, old >> 16, b >> 16) << 16)
PICKS(minv, f32_min)
PICKS(maxv, f32_max)

/* 128 bits: two rows of 64. Who uses these runs its blocks in one thread (bind_mem.c: they do not commute), so no lock
 * is needed. */
static const struct em_inst *wide(struct em_warp *w, const struct em_inst *i, bool swap)
{
	uint8_t *at[EM_WARP];
	u32 shared, where[EM_WARP];
	int leave = em_atomic_resolve(w, i, 16, at, &shared);
	if (leave < 0)
		return NULL;
	for (u32 m = w->mask; m; m &= m - 1) {
		int l = __builtin_ctz(m);
		u64 old[2];
		const u64 *b = ROWP(u64, i->b), *c = ROWP(u64, i->c);
		memcpy(old, at[l], 16);
		if (!swap || (old[0] == b[l] && old[1] == b[l + 32])) {
			memcpy(at[l], (swap ? c : b) + l, 8);
			memcpy(at[l] + 8, (swap ? c : b) + l + 32, 8);
		}
		if (EM_UNLIKELY(w->watch & EM_WATCH_HOST)) {
			u64 now[2];
			memcpy(now, at[l], sizeof now);
			em_follow_atomic(w->t->run, (uintptr_t)at[l] - w->delta, old, now, sizeof now);
		}
		ROWP(u64, i->d)[l] = old[0];
		ROWP(u64, i->d)[l + 32] = old[1];
		where[l] = (u32)(at[l] - w->shared);
	}
	if (w->mask)
		w->memory_counts[i->id].global_req++;
	count_global(w, i, at, w->mask & ~shared);
	if (shared) {
		unsigned ideal;
		w->memory_counts[i->id].shared_wave += em_count_wavefronts(where, shared, 16, false, &ideal);
		w->memory_counts[i->id].shared_ideal += ideal;
	}
	return leave ? em_warp_leave(w, i + 2) : i + 2;
}
FN(exch_128)
{
	return wide(w, i, false);
}
FN(cas_128)
{
	return wide(w, i, true);
}

#define V(n, T, wd, mods, fn, lg) \
	{ PTX_OP_ATOM, PTX_GLOBAL, n, T1(T), mods, EM_BIND_ATOMV, wd, fn, (lg) | (u32)PTX_GLOBAL << 8, NULL }, \
	{ \
		PTX_OP_RED, PTX_GLOBAL, n, T1(T), mods, EM_BIND_ATOMV, wd, fn, (lg) | (u32)PTX_GLOBAL << 8, NULL \
	}
#define V48(T, wd, mods, fn, lg) V(2, T, wd, mods, fn, lg), V(4, T, wd, mods, fn, lg)
#define HALVES(op, fn) \
	V48(F16, "h", M2(op, NOFTZ), fn##_f16, 1), V(8, F16, "h", M2(op, NOFTZ), fn##_f16, 1), \
		V48(BF16, "h", M2(op, NOFTZ), fn##_bf16, 1), V(8, BF16, "h", M2(op, NOFTZ), fn##_bf16, 1), \
		V48(F16X2, "w", M2(op, NOFTZ), fn##_f16x2, 2), V48(BF16X2, "w", M2(op, NOFTZ), fn##_bf16x2, 2)
#define Q1(sp, wd, mods, fn) \
	{ \
		PTX_OP_ATOM, PTX_##sp, 0, T1(B128), mods, EM_BIND_ATOM, wd, fn, 4 | (u32)PTX_##sp << 8, NULL \
	}
#define Q(wd, mods, fn) Q1(GLOBAL, wd, mods, fn), Q1(SHARED, wd, mods, fn), Q1(GENERIC, wd, mods, fn)
static const struct em_row rows[] = {
	V48(F32, "w", M1(ADD), addv_f32, 2),
	HALVES(ADD, addv),
	HALVES(MIN, minv),
	HALVES(MAX, maxv),
	Q("qq", M1(EXCH), exch_128),
	Q("qqq", M1(CAS), cas_128),
};
const struct em_rows EM_ISA_NAME(em_rows_atomv);
const struct em_rows EM_ISA_NAME(em_rows_atomv) = { rows, sizeof rows / sizeof *rows };
