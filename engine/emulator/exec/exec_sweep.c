/* exec_sweep: see sweeps.h. The commonest steps, as vectors; all lanes of a warp are on. Invariant: while a warp's
 * `swept` is set, it stands in one group, all lanes on, at the head of a basic block that it has not counted yet, at a
 * conditional branch whose predicate is written, at a barrier of all or at the kernel's end. */
#include "emulator/exec/sweeps.h"
#include "base/buf.h"
#include "emulator/exec/exec.h"
#include "emulator/lanes/asleep.h"
#include "emulator/lanes/barrier.h"
#include "emulator/lanes/warp.h"

#if defined __AVX2__
#define EACH(warps, n, w) \
	for (u32 m_ = (warps), n; m_; m_ &= m_ - 1) \
		for (struct em_warp *w = warp[n = (u32)__builtin_ctz(m_)], **one_ = &w; one_; one_ = NULL)
#define SWEEP(name) static struct em_sweep_ways name(struct em_warp *const *warp, u32 warps, const struct em_inst *i)
#define V(off) ((__m256i *)(void *)ROWP(u32, off))
#define ALWAYS static inline __attribute__((always_inline))

#define COUNTER(name, expr) \
	ALWAYS __m256i name(__m256i a, __m256i b) \
	{ \
		return expr; \
	} \
	SWEEP(sweep_##name) \
	{ \
		const u32 od = i->d, oa = i->a, ob = i->b; \
		EACH(warps, n, w) \
		{ \
			const __m256i *pa = V(oa), *pb = V(ob); \
			__m256i *d = V(od); \
			for (int l = 0; l < 4; l++) \
				d[l] = name(pa[l], pb[l]); \
		} \
		return (struct em_sweep_ways){ 0, 0 }; \
	}
COUNTER(add, _mm256_add_epi32(a, b))
COUNTER(sub, _mm256_sub_epi32(a, b))
COUNTER(shl, _mm256_sllv_epi32(a, b))
COUNTER(shr, _mm256_srlv_epi32(a, b))
COUNTER(and, _mm256_and_si256(a, b))

/* What the comparison i, of which t is the result, or the opposite of it (turned), decides for warp n. */
ALWAYS void decided(struct em_warp *w, const struct em_inst *i, u32 n, const __m256i *t, bool turned, bool kept,
	struct em_sweep_ways *ways)
{
	const u32 in_any_order = (u32)_mm256_movemask_epi8(
		_mm256_packs_epi16(_mm256_packs_epi32(t[0], t[1]), _mm256_packs_epi32(t[2], t[3])));
	if (in_any_order == 0)
		ways->none |= 1u << n;
	else if (in_any_order == EM_FULL)
		ways->all |= 1u << n;
	if (kept || (in_any_order && in_any_order != EM_FULL))
		*PREDP(i->d) = em_bits((const u32 *)(const void *)t) ^ (turned ? EM_FULL : 0);
}
/* Of the branch, as its complement says. */
ALWAYS struct em_sweep_ways ways_of(struct em_sweep_ways ways, bool turned, const struct em_inst *branch)
{
	return turned == (branch->complement != 0) ? ways : (struct em_sweep_ways){ ways.none, ways.all };
}
#define COMPARES(name, compare, turned) \
	ALWAYS __m256i name(__m256i a, __m256i b) \
	{ \
		return compare; \
	} \
	SWEEP(sweep_##name) \
	{ \
		const u32 oa = i->a, ob = i->b; \
		const bool kept = !i->no_predicate; \
		struct em_sweep_ways ways = { 0, 0 }; \
		EACH(warps, n, w) \
		{ \
			const __m256i *pa = V(oa), *pb = V(ob); \
			__m256i t[4]; \
			for (int l = 0; l < 4; l++) \
				t[l] = name(pa[l], pb[l]); \
			decided(w, i, n, t, turned, kept, &ways); \
		} \
		return ways_of(ways, turned, i + 1); \
	} \
	ENDS(name, add, turned) \
	ENDS(name, shl, turned) \
	ENDS(name, shr, turned)
#define ENDS(name, counter, turned) \
	SWEEP(sweep_##counter##_##name) \
	{ \
		const struct em_inst *c = i + 1; \
		const u32 od = i->d, oa = i->a, ob = i->b, oc = c->b; \
		const bool kept = !c->no_predicate; \
		struct em_sweep_ways ways = { 0, 0 }; \
		EACH(warps, n, w) \
		{ \
			const __m256i *pa = V(oa), *pc = V(oc), b = _mm256_set1_epi32((s32)*ROWP(u32, ob)); \
			__m256i t[4], *d = V(od); \
			for (int l = 0; l < 4; l++) { \
				const __m256i v = counter(pa[l], b); \
				t[l] = name(v, pc[l]); \
				d[l] = v; \
			} \
			decided(w, c, n, t, turned, kept, &ways); \
		} \
		return ways_of(ways, turned, c + 1); \
	}
COMPARES(eq, _mm256_cmpeq_epi32(a, b), false)
COMPARES(ne, _mm256_cmpeq_epi32(a, b), true)
COMPARES(lt, _mm256_cmpgt_epi32(b, a), false)
COMPARES(ge, _mm256_cmpgt_epi32(b, a), true)
COMPARES(gt, _mm256_cmpgt_epi32(a, b), false)
COMPARES(le, _mm256_cmpgt_epi32(a, b), true)
COMPARES(ls, _mm256_cmpeq_epi32(_mm256_min_epu32(a, b), a), false)
COMPARES(hi, _mm256_cmpeq_epi32(_mm256_min_epu32(a, b), a), true)
COMPARES(hs, _mm256_cmpeq_epi32(_mm256_min_epu32(a, b), b), false)
COMPARES(lo, _mm256_cmpeq_epi32(_mm256_min_epu32(a, b), b), true)

struct em_sweep_ways em_sweep_branch(struct em_warp *const *warp, u32 warps, const struct em_inst *i)
{
	struct em_sweep_ways ways = { 0, 0 };
	EACH(warps, n, w)
	{
		const u32 on = *PREDP(i->predicate) ^ i->complement;
		ways.all |= (u32)(on == EM_FULL) << n;
		ways.none |= (u32)(on == 0) << n;
	}
	return ways;
}

#define COUNTS(OP, T, fn) \
	{ \
		PTX_OP_##OP, PTX_##T, EM_NO, EM_NO, sweep_##fn \
	}
#define COMPARED(T, how, fn) \
	{ PTX_OP_SETP, PTX_##T, PTX_##T, PTX_MOD_##how, sweep_##fn }, \
		{ PTX_OP_ADD, PTX_S32, PTX_##T, PTX_MOD_##how, sweep_add_##fn }, \
		{ PTX_OP_SHL, PTX_B32, PTX_##T, PTX_MOD_##how, sweep_shl_##fn }, \
	{ \
		PTX_OP_SHR, PTX_U32, PTX_##T, PTX_MOD_##how, sweep_shr_##fn \
	}
static const struct em_sweep rows[] = { COUNTS(ADD, S32, add), COUNTS(SUB, S32, sub), COUNTS(SHL, B32, shl),
	COUNTS(SHR, U32, shr), COUNTS(AND, B32, and), COMPARED(S32, EQ, eq), COMPARED(S32, NE, ne),
	COMPARED(S32, LT, lt), COMPARED(S32, GE, ge), COMPARED(S32, GT, gt), COMPARED(S32, LE, le),
	COMPARED(U32, LS, ls), COMPARED(U32, HI, hi), COMPARED(U32, HS, hs), COMPARED(U32, LO, lo) };
const struct em_sweeps em_sweeps_v3 = { rows, sizeof rows / sizeof *rows };

/* ---- what needs no look at each warp */
/* Which warps take the branch with all lanes, which with none; of others their lanes have to be asked. */
static struct em_sweep_ways by_range(const struct em_block *b, const struct em_sweep_step *s, u32 number)
{
	const struct em_range *r = &b->range[s->range - 1];
	const __m256i v = _mm256_set1_epi32((s32)(!s->is_signed && number > INT32_MAX ? INT32_MAX : number));
	u32 above_least = 0, above_most = 0, below_least = 0, below_most = 0;
#define BITS(x) (u32) _mm256_movemask_ps(_mm256_castsi256_ps(x)) << k
	for (u32 k = 0; k < b->nwarps; k += 8) {
		const __m256i least = _mm256_loadu_si256((const __m256i *)(const void *)(r->least + k)),
			      most = _mm256_loadu_si256((const __m256i *)(const void *)(r->most + k));
		above_least |= BITS(_mm256_cmpgt_epi32(v, least));
		above_most |= BITS(_mm256_cmpgt_epi32(v, most));
		below_least |= BITS(_mm256_cmpgt_epi32(least, v));
		below_most |= BITS(_mm256_cmpgt_epi32(most, v));
	}
	struct em_sweep_ways ways = { 0, 0 };
	switch (s->how) {
	case PTX_MOD_GE: ways = (struct em_sweep_ways){ ~above_least, above_most }; break;
	case PTX_MOD_LT: ways = (struct em_sweep_ways){ above_most, ~above_least }; break;
	case PTX_MOD_GT: ways = (struct em_sweep_ways){ below_least, ~below_most }; break;
	case PTX_MOD_LE: ways = (struct em_sweep_ways){ ~below_most, below_least }; break;
	case PTX_MOD_EQ: ways = (struct em_sweep_ways){ ~(above_least | below_most), above_most | below_least }; break;
	case PTX_MOD_NE: ways = (struct em_sweep_ways){ above_most | below_least, ~(above_least | below_most) }; break;
	}
	return s->complement ? (struct em_sweep_ways){ ways.none, ways.all } : ways;
}

void em_sweep_ranges(struct em_block *b)
{
	const struct em_program *p = b->t->p;
	for (u32 r = 0; r < p->nsweep_ranges; r++)
		for (u32 k = 0; k < b->nwarps; k++) {
			const s32 *row = EM_AT(b->warp[k], s32, p->sweep_range[r]);
			s32 *least = &b->range[r].least[k], *most = &b->range[r].most[k];
			*least = *most = row[0];
			for (int l = 1; l < EM_WARP; l++) {
				*least = row[l] < *least ? row[l] : *least;
				*most = row[l] > *most ? row[l] : *most;
			}
		}
}

/* What the first of them did the others get, too. */
ALWAYS void copied(struct em_warp *const *warp, u32 warps, const struct em_sweep_step *s, bool predicate)
{
	const struct em_warp *first = warp[__builtin_ctz(warps)];
	const u32 row = s->row;
	if (row) {
		const __m256i *from = EM_AT(first, __m256i, row), v[4] = { from[0], from[1], from[2], from[3] };
		EACH(warps & (warps - 1), n, w)
		{
			__m256i *d = V(row);
			for (int l = 0; l < 4; l++)
				d[l] = v[l];
		}
	}
	if (predicate) {
		const u32 p = *EM_AT(first, u32, s->predicate);
		EACH(warps & (warps - 1), n, w)
		*PREDP(s->predicate) = p;
	}
}

__attribute__((noinline)) static struct em_sweep_ways step(
	const struct em_block *b, const struct em_sweep_step *s, u32 warps)
{
	struct em_warp *const *warp = b->warp;
	struct em_sweep_ways ways = { 0, 0 };
	if (s->agreed) {
		ways = s->fn(warp, warps & -warps, s->i);
		copied(warp, warps, s, s->predicate && !(ways.all | ways.none));
		return (struct em_sweep_ways){ ways.all ? warps : 0, ways.none ? warps : 0 };
	}
	if (s->range) {
		ways = by_range(b, s, *EM_AT(warp[__builtin_ctz(warps)], u32, s->with));
		const u32 others = warps & ~(ways.all | ways.none);
		if (others) {
			const struct em_sweep_ways more = s->fn(warp, others, s->i);
			ways.all |= more.all;
			ways.none |= more.none;
		}
		return (struct em_sweep_ways){ ways.all & warps, ways.none & warps };
	}
	if (s->fn)
		return s->fn(warp, warps, s->i);
	EACH(warps, n, w)
	s->own(w, s->i);
	return ways;
}

/* ---- along the nodes */
#define LEFT 4096 /* instructions that a turn has left at least, so that none ends in the middle */

/* sign: 1, or -1 */
ALWAYS void count(struct em_block *b, u32 at, bool head, u32 warps, u64 sign)
{
	const struct em_worker *t = b->t;
	if (head) {
		*EM_AT(t->block_counts_first, u64, at) += sign * (warps & 1);
		*EM_AT(t->block_counts, u64, at) += sign * (u64)__builtin_popcount(warps & ~1u);
	} else {
		*EM_AT(t->guard_counts, u64, at) += sign * EM_WARP * (u64)__builtin_popcount(warps);
	}
}
ALWAYS void note(struct em_block *b, u32 at, bool head, u32 warps)
{
	b->swept[b->nswept++] = (struct em_swept){ at, warps, head };
	count(b, at, head, warps, 1);
}
/* What a list of them adds up to. */
struct added {
	u64 *at, number;
};
static u32 added_up(const struct em_worker *t, struct added *sum, const struct em_swept *note, u32 n)
{
	u32 nsum = 0;

	for (const struct em_swept *x = note; x < note + n; x++) {
		const u32 rest = (u32)__builtin_popcount(x->warps & ~1u);
		if (!x->head)
			sum[nsum++] = (struct added){ EM_AT(t->guard_counts, u64, x->at),
				EM_WARP * (u64)__builtin_popcount(x->warps) };
		if (x->head && x->warps & 1)
			sum[nsum++] = (struct added){ EM_AT(t->block_counts_first, u64, x->at), 1 };
		if (x->head && rest)
			sum[nsum++] = (struct added){ EM_AT(t->block_counts, u64, x->at), rest };
	}
	return nsum;
}

/* Their turns go on from there. At a barrier they sleep (lanes/asleep.h), who did so before is there already. */
ALWAYS void leave(struct em_block *b, u32 warps, const struct em_inst *at, u32 instructions, bool barrier)
{
	struct em_warp *const *warp = b->warp;
	u32 others = warps;
	if (barrier && b->may_sleep) {
		const bool same = b->asleep_at == at && b->asleep_for == instructions;
		if (!same && !b->asleep) {
			b->asleep_at = at;
			b->asleep_for = instructions;
			b->slept = 0;
		}
		if (same || !b->asleep) {
			b->asleep |= warps & b->may_sleep;
			others &= ~(b->slept & b->may_sleep);
		}
	}
	if (!barrier)
		for (u32 m = others; m; m &= m - 1) {
			struct em_warp *w = warp[__builtin_ctz(m)];
			w->g[0].pc = at;
			w->g[0].state = EM_RUN;
			w->swept = instructions;
		}
	else /* who sleeps is not looked at until it has been there */
		for (u32 m = others; m; m &= m - 1) {
			struct em_warp *w = warp[__builtin_ctz(m)];
			w->g[0].pc = w->met_at = at;
			w->g[0].state = EM_RUN;
			w->swept = instructions;
		}
}

static u32 living(const struct em_block *b)
{
	u32 warps = 0;
	if (b->live_threads == b->nthreads)
		return EM_FULL >> (EM_WARP - b->nwarps);
	for (u32 k = 0; k < b->nwarps; k++)
		warps |= (u32)(b->warp[k]->ngroups != 0) << k;
	return warps;
}

#include "emulator/exec/exec_memos.h"

/* ---- */
/* Warps that go along together. */
struct party {
	u32 warps, node, instructions;
};

/* As long as it is worth it the sweep is written down, in m. */
__attribute__((noinline)) static void walk(struct em_block *b, struct party x, struct em_sweep_memos *m)
{
	const struct em_program *p = b->t->p;
	const struct em_inst *const code = p->code;
	struct party wait[EM_SWEPT];
	unsigned nwait = 0;
	struct memo memo;

	if (m) {
		memo = (struct memo){ .node = x.node, .warps = x.warps };
		m->failed = false;
	}
#define LEAVE(which, slot, barrier) \
	do { \
		leave(b, which, code + (slot), x.instructions, barrier); \
		if (m && !m->failed) \
			memo_leave(m, &memo, which, code + (slot), x.instructions, barrier); \
	} while (0)
	for (;;) {
		const struct em_sweep_node *n = &p->sweep[x.node];
		struct em_sweep_ways ways = { 0, 0 };

		if (n->stops || b->nswept + 2 + nwait > EM_SWEPT) {
			LEAVE(x.warps, n->head, false);
			goto next;
		}
		note(b, n->counts, true, x.warps);
		x.instructions += n->instructions;
		for (const struct em_sweep_step *s = p->sweep_step + n->first, *end = s + n->nsteps; s < end; s++) {
			if (m && !m->failed)
				memo_before(m, &memo, b, s, x.warps);
			ways = step(b, s, x.warps);
			if (m && !m->failed)
				memo_after(m, &memo, b, s, x.warps, ways);
		}
		if (n->barrier || n->exit) {
			LEAVE(x.warps, n->barrier ? n->barrier : n->exit, n->barrier != 0);
			goto next;
		}
		if (n->branch) {
			const u32 others = x.warps & ~(ways.all | ways.none);
			if (others)
				LEAVE(others, n->branch, false);
			if (ways.all) {
				note(b, n->guard, false, ways.all);
				if (ways.none)
					wait[nwait++] = (struct party){ ways.none, n->otherwise, x.instructions };
				x.warps = ways.all;
				x.node = n->taken;
				continue;
			}
			x.warps = ways.none;
			if (!x.warps)
				goto next;
		}
		x.node = n->otherwise;
		continue;
	next:
		if (!nwait)
			break;
		x = wait[--nwait];
	}
#undef LEAVE
	if (m)
		memo_keep(m, &memo, b);
}

/* The warp whose turn it is has been left at the barrier where others sleep: it arrives, and so do those of them that
 * come after it. */
static bool arrive(struct em_block *b, struct em_warp *now)
{
	const struct em_inst *at = b->asleep_at;
	struct em_barrier *r;
	u32 many;

	if (!b->asleep || now->g[0].pc != at)
		return false;
	r = &b->bar[at->barrier];
	if (r->lanes || r->need)
		return false;
	b->waiting++;
	b->at = at;
	b->alike = r->lanes = EM_WARP;
	em_wait_at(&now->g[0], at);
	em_turn_end(now);
	many = em_asleep_from(b, now->index + 1);
	em_asleep_arrive(b, now->index + 1, many);
	b->now = b->warp[now->index + many];
	return true;
}

bool em_sweep(struct em_block *b)
{
	struct em_sweep_memos *m = b->memos;
	struct em_warp *const now = b->now;
	const struct party all = { living(b), b->opened->sweep, 0 };
	struct memo *known;

	if (EM_UNLIKELY(now->left < LEFT)) {
		em_barrier_each(b);
		return false;
	}
	b->opened = NULL;
	if (EM_UNLIKELY(!m))
		m = b->memos = memos_new(b->t->run);
	b->slept = b->asleep;
	b->asleep = b->arrived = 0;
	b->may_sleep = m->may_sleep && b->live_threads == b->nthreads ? all.warps & ~(1u | 1u << now->index) : 0;
	b->nswept = 0;
	if (EM_LIKELY(m->tries && (known = memo_find(m, b, all.node, all.warps)) != NULL)) {
		memo_do(m, known, b);
	} else {
		b->counted = b->swept;
		walk(b, all, m->tries ? m : NULL);
	}
	now->left -= now->swept; /* its turn is going on */
	now->swept = 0;
	return arrive(b, now);
}

void em_sweep_undo(struct em_block *b)
{
	u32 left = 0;

	memos_count(b->memos);
	em_asleep_wake(b, EM_AT_BAR);
	for (u32 k = 0; k < b->nwarps && b->nswept; k++) {
		left |= (u32)(b->warp[k]->swept != 0) << k;
		b->warp[k]->swept = 0;
	}
	for (u32 k = 0; k < b->nswept && left; k++)
		count(b, b->counted[k].at, b->counted[k].head, b->counted[k].warps & left, UINT64_MAX);
	b->nswept = 0;
}
#endif
