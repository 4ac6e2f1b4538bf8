/* exec_warp: lanes that look at each other, PTX ISA 9.7.9.6 (shfl) and 9.7.13.8 to 9.7.13.13 (vote, match, redux,
 * elect). The .sync forms come after a wait for their member mask (exec_flow.c, wsync); here every named lane that
 * lives has arrived. */
#include <stdio.h>

#include "emulator/check/check.h"
#include "emulator/check/taint.h"
#include "emulator/exec/exec.h"
#include "emulator/lanes/met_apart.h"
#include "emulator/lanes/warp.h"

/* A finding: the width of a shuffle that is no power of 2. */
__attribute__((noinline)) static void odd_width(struct em_warp *w, const struct em_inst *i, int lane, uint32_t width)
{
	struct em_finding *f;

	if (!(w->t->run->check.on & EM_CHECK_SYNC))
		return;
	f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_SHUFFLE_WIDTH,
			.severity = EM_WARNING,
			.space = PTX_SHARED,
			.at = em_check_inst(w, i),
			.other = (int32_t)width });
	if (!f)
		return;
	f->at = em_check_place(w, i, lane);
	f->same_warp = true;
	snprintf(f->message, sizeof f->message,
		"Shuffle with a width of %u, which is no power of two: which lane's value comes is undefined", width);
}

/* Some lanes of the warp are not on, or masks name not all: those that get the value of a lane that takes no part are
 * marked, if anybody looks. */
__attribute__((noinline)) static const struct em_inst *some_lanes(
	struct em_warp *w, const struct em_inst *i, const u32 *from)
{
	w->some_met = 0;
	return em_taint_shuffle(w, i, from) ? em_warp_leave(w, i + 1) : i + 1;
}

/* Lanes that have met others at another place in the code look at what these showed (lanes/met_apart.h). */
#define LOOKS(name, shown, result) \
	FN(name) \
	{ \
		return EM_UNLIKELY(w->met_apart & w->mask) ? em_met_apart_run(w, i, name##_alone, shown, result) : \
							     name##_alone(w, i); \
	}

/* shfl d|p (row x), a, b, c: c holds the clamp (bits 0-4) and the segment mask (8-12): 32 less the width, which is the
 * same for all lanes in practice. */
#define SHFL(name, from, in) \
	static inline __attribute__((always_inline)) void name##_lanes( \
		struct em_warp *w, const struct em_inst *i, u32 m, u32 *lane) \
	{ \
		u32 *d = ROWP(u32, i->d), src[EM_WARP], p = 0; \
		const u32 *pb = ROWP(u32, i->b), *pc = ROWP(u32, i->c); \
		u32 width = EM_WARP - (pc[__builtin_ctz(m | 1u << 31)] >> 8 & 31); \
		if (EM_UNLIKELY(m && width & (width - 1))) \
			odd_width(w, i, __builtin_ctz(m), width); \
		memcpy(src, ROWP(u32, i->a), sizeof src); \
		EM_MASK(p, ({ \
			s32 b = (s32)(pb[l] & 31), seg = (s32)(pc[l] >> 8 & 31), cl = (s32)(pc[l] & 31); \
			s32 max = (l & seg) | (cl & ~seg & 31), min = l & seg; \
			(void)min; \
			s32 j = (from); \
			bool ok = (in); \
			lane[l] = (u32)(ok ? j & 31 : l); \
			ok; \
		})); \
		for (int l = 0; l < EM_WARP; l++) { \
			u32 v = src[lane[l]]; \
			d[l] = ON(m) ? v : d[l]; \
		} \
		u32 *q = PREDP(i->row); \
		*q = (*q & ~m) | (p & m); \
	} \
	FN(name##_alone) \
	{ \
		u32 lane[EM_WARP]; \
		name##_lanes(w, i, w->mask, lane); \
		return i + 1; \
	} \
	FN(name) \
	{ \
		u32 m = w->mask, lane[EM_WARP]; \
		if (EM_UNLIKELY(w->met_apart & m)) \
			return em_met_apart_run(w, i, name##_alone, 'w', 'w'); \
		name##_lanes(w, i, m, lane); \
		return EM_LIKELY(m == EM_FULL && !w->some_met) ? i + 1 : some_lanes(w, i, lane); \
	}
SHFL(shfl_up, l - b, j >= max)
SHFL(shfl_down, l + b, j <= max)
SHFL(shfl_bfly, l ^ b, j <= max)
SHFL(shfl_idx, min | (b & ~seg & 31), j <= max)

/* Members of lane l: its mask, those that are here. */
#define MEMBERS(row) (ROWP(u32, row)[l] & m)
#define VOTE_P(name, e) \
	FN(name##_alone) \
	{ \
		u32 m = w->mask, a = *PREDP(i->a), r = 0; \
		for (int l = 0; l < EM_WARP; l++) { \
			u32 who = MEMBERS(i->b); \
			r |= (u32)(e) << l; \
		} \
		u32 *d = PREDP(i->d); \
		*d = (*d & ~m) | (r & m); \
		return i + 1; \
	} \
	LOOKS(name, 'p', 'p')
VOTE_P(vote_all, (a & who) == who)
VOTE_P(vote_any, (a & who) != 0)
VOTE_P(vote_uni, (a & who) == who || (a & who) == 0)
FN(ballot_alone)
{
	u32 *d = ROWP(u32, i->d), m = w->mask, a = *PREDP(i->a);
	for (int l = 0; l < EM_WARP; l++)
		d[l] = ON(m) ? a & MEMBERS(i->b) : d[l];
	return i + 1;
}
LOOKS(ballot, 'p', 'w')

#define MATCH(T, n, shown) \
	FN(match_any_##n##_alone) \
	{ \
		u32 *d = ROWP(u32, i->d), r[EM_WARP], m = w->mask; \
		const T *a = ROWP(T, i->a); \
		for (int l = 0; l < EM_WARP; l++) { \
			r[l] = 0; \
			for (int k = 0; k < EM_WARP; k++) \
				r[l] |= (u32)(a[k] == a[l]) << k; \
			r[l] &= MEMBERS(i->b); \
		} \
		for (int l = 0; l < EM_WARP; l++) \
			d[l] = ON(m) ? r[l] : d[l]; \
		return i + 1; \
	} \
	FN(match_all_##n##_alone) \
	{ \
		u32 *d = ROWP(u32, i->d), r[EM_WARP], m = w->mask, p = 0; \
		const T *a = ROWP(T, i->a); \
		for (int l = 0; l < EM_WARP; l++) { \
			u32 who = MEMBERS(i->b), same = 0; \
			for (int k = 0; k < EM_WARP; k++) \
				same |= (u32)(a[k] == a[l]) << k; \
			bool all = (same & who) == who; \
			r[l] = all ? who : 0; \
			p |= (u32)all << l; \
		} \
		for (int l = 0; l < EM_WARP; l++) \
			d[l] = ON(m) ? r[l] : d[l]; \
		u32 *q = PREDP(i->row); \
		*q = (*q & ~m) | (p & m); \
		return i + 1; \
	} \
	LOOKS(match_any_##n, shown, 'w') \
	LOOKS(match_all_##n, shown, 'w')
MATCH(u32, 32, 'w')
MATCH(u64, 64, 'l')

#define REDUX(name, T, init, e) \
	FN(name##_alone) \
	{ \
		u32 *d = ROWP(u32, i->d), r[EM_WARP], m = w->mask; \
		const u32 *pa = ROWP(u32, i->a); \
		for (int l = 0; l < EM_WARP; l++) { \
			u32 who = MEMBERS(i->b); \
			if (l && who == (ROWP(u32, i->b)[l - 1] & m)) { \
				r[l] = r[l - 1]; \
				continue; \
			} \
			T s = (init); \
			for (int k = 0; k < EM_WARP; k++) \
				if (who >> k & 1) { \
					T a = (T)pa[k]; \
					s = (T)(e); \
				} \
			r[l] = (u32)s; \
		} \
		for (int l = 0; l < EM_WARP; l++) \
			d[l] = ON(m) ? r[l] : d[l]; \
		return i + 1; \
	} \
	LOOKS(name, 'w', 'w')
REDUX(redux_add, u32, 0, s + a)
REDUX(redux_and, u32, EM_FULL, s &a)
REDUX(redux_or, u32, 0, s | a)
REDUX(redux_xor, u32, 0, s ^ a)
REDUX(redux_minu, u32, EM_FULL, s < a ? s : a)
REDUX(redux_maxu, u32, 0, s > a ? s : a)
REDUX(redux_mins, s32, INT32_MAX, s < a ? s : a)
REDUX(redux_maxs, s32, INT32_MIN, s > a ? s : a)

FN(elect_alone)
{
	u32 *d = ROWP(u32, i->d), m = w->mask, p = 0;
	for (int l = 0; l < EM_WARP; l++) {
		u32 who = MEMBERS(i->a);
		u32 first = who ? (u32)__builtin_ctz(who) : 0;
		p |= (u32)(first == (u32)l) << l;
		d[l] = ON(m) ? first : d[l];
	}
	u32 *q = PREDP(i->row);
	*q = (*q & ~m) | (p & m);
	return i + 1;
}
LOOKS(elect, 0, 'w')
FN(nothing)
{
	(void)w;
	return i + 1;
}

/* widths here: P an optional predicate destination (row x), m the member mask (also waited for). */
#define SHFL_ROWS(m, fn) \
	ROWX(SHFL, T1(B32), M2(SYNC, m), SYNC, "wPwwwm", fn, 0), ROWX(SHFL, T1(B32), M1(m), SYNC, "wPwww", fn, 0)
static const struct em_row rows[] = {
	SHFL_ROWS(UP, shfl_up),
	SHFL_ROWS(DOWN, shfl_down),
	SHFL_ROWS(BFLY, shfl_bfly),
	SHFL_ROWS(IDX, shfl_idx),
	ROWX(VOTE, T1(PRED), M2(SYNC, ALL), SYNC, "ppm", vote_all, 0),
	ROWX(VOTE, T1(PRED), M2(SYNC, ANY), SYNC, "ppm", vote_any, 0),
	ROWX(VOTE, T1(PRED), M2(SYNC, UNI), SYNC, "ppm", vote_uni, 0),
	ROWX(VOTE, T1(B32), M2(SYNC, BALLOT), SYNC, "wpm", ballot, 0),
	ROWX(VOTE, T1(PRED), M1(ALL), SYNC, "ppF", vote_all, 0),
	ROWX(VOTE, T1(PRED), M1(ANY), SYNC, "ppF", vote_any, 0),
	ROWX(VOTE, T1(PRED), M1(UNI), SYNC, "ppF", vote_uni, 0),
	ROWX(VOTE, T1(B32), M1(BALLOT), SYNC, "wpF", ballot, 0),
	ROWX(MATCH, T1(B32), M2(ANY, SYNC), SYNC, "wwm", match_any_32, 0),
	ROWX(MATCH, T1(B64), M2(ANY, SYNC), SYNC, "wlm", match_any_64, 0),
	ROWX(MATCH, T1(B32), M2(ALL, SYNC), SYNC, "wPwm", match_all_32, 0),
	ROWX(MATCH, T1(B64), M2(ALL, SYNC), SYNC, "wPlm", match_all_64, 0),
	ROWX(REDUX, T1(U32), M2(SYNC, ADD), SYNC, "wwm", redux_add, 0),
	ROWX(REDUX, T1(S32), M2(SYNC, ADD), SYNC, "wwm", redux_add, 0),
	ROWX(REDUX, T1(U32), M2(SYNC, MIN), SYNC, "wwm", redux_minu, 0),
	ROWX(REDUX, T1(S32), M2(SYNC, MIN), SYNC, "wwm", redux_mins, 0),
	ROWX(REDUX, T1(U32), M2(SYNC, MAX), SYNC, "wwm", redux_maxu, 0),
	ROWX(REDUX, T1(S32), M2(SYNC, MAX), SYNC, "wwm", redux_maxs, 0),
	ROWX(REDUX, T1(B32), M2(SYNC, AND), SYNC, "wwm", redux_and, 0),
	ROWX(REDUX, T1(B32), M2(SYNC, OR), SYNC, "wwm", redux_or, 0),
	ROWX(REDUX, T1(B32), M2(SYNC, XOR), SYNC, "wwm", redux_xor, 0),
	ROWX(ELECT, T0, M1(SYNC), SYNC, "wPm", elect, 0),
	ROWX(BAR, T0, M2(WARP, SYNC), SYNC, "m", nothing, 0),
};
const struct em_rows EM_ISA_NAME(em_rows_warp);
const struct em_rows EM_ISA_NAME(em_rows_warp) = { rows, sizeof rows / sizeof *rows };
