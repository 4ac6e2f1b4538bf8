/* exec_sweep: see sweeps.h. The commonest steps, as vectors; all lanes of a warp are on. Invariant: while a warp's
 * `swept` is set, it stands in one group, all lanes on, at the head of a basic block that it has not counted yet, at a
 * conditional branch whose predicate is written, or at a barrier of all. */
#include "emulator/exec/sweeps.h"
#include "base/buf.h"
#include "emulator/exec/exec.h"

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

/* Their turns go on from there. */
ALWAYS void leave(const struct em_block *b, u32 warps, const struct em_inst *at, u32 instructions)
{
	struct em_warp *const *warp = b->warp;
	EACH(warps, n, w)
	{
		w->g[0].pc = at;
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

/* ---- sweeps that are remembered */
enum { MEMOS = 16, MEMO_PARTS = 4, MEMO_LEAVES = 8, MEMO_NOTES = 8, MEMO_TRIES = 64 };
/* A row, of this warp or of these, that has one number in all lanes. */
struct memo_row {
	u32 row, warps, number;
};
struct memo {
	u32 node, warps; /* where it began, and with whom; what it then read: of one warp each */
	struct memo_row in[MEMO_PARTS];
	u32 nin, nout, npredicates, nleaves, nnotes;
	struct memo_row out[MEMO_PARTS], predicate[MEMO_PARTS]; /* a predicate: of one warp, bits of its lanes */
	struct {
		u32 warps, instructions;
		const struct em_inst *at;
	} leave[MEMO_LEAVES];
	struct em_swept note[MEMO_NOTES];
};
/* tries: sweeps that may still go without a memo; one that has one gives a try back. Who runs out of them does not look
 * any more. */
struct em_sweep_memos {
	u32 n, last, tries;
	bool failed; /* what is being written down is not as simple */
	struct memo at[MEMOS];
};

ALWAYS bool all_lanes(const struct em_warp *w, u32 row, u32 number)
{
	const __m256i *v = EM_AT(w, const __m256i, row), n = _mm256_set1_epi32((s32)number);
	const __m256i other = _mm256_or_si256(_mm256_or_si256(_mm256_xor_si256(v[0], n), _mm256_xor_si256(v[1], n)),
		_mm256_or_si256(_mm256_xor_si256(v[2], n), _mm256_xor_si256(v[3], n)));
	return _mm256_testz_si256(other, other);
}
static void memo_add(struct em_sweep_memos *m, struct memo_row *to, u32 *n, u32 row, u32 warps, u32 number)
{
	if (*n == MEMO_PARTS)
		m->failed = true;
	else
		to[(*n)++] = (struct memo_row){ row, warps, number };
}

/* Does the row hold as long as the launch runs? */
static bool for_good(const struct em_program *p, u32 row)
{
	for (size_t k = 0; k < p->nconsts; k++)
		if (p->consts[k].row == row)
			return true;
	for (size_t k = 0; k < p->nprows; k++)
		if (p->prows[k].row == row)
			return true;
	return false;
}
/* A step of these warps reads this row. */
static void memo_reads(struct em_sweep_memos *m, struct memo *x, const struct em_block *b, u32 row, u32 warps)
{
	const u32 first = warps & -warps;
	const struct em_warp *w = b->warp[__builtin_ctz(first)];
	const u32 number = *EM_AT(w, u32, row);
	if (for_good(b->t->p, row))
		return;
	m->failed |= !all_lanes(w, row, number);
	for (u32 k = x->nout; k-- > 0;) {
		if (x->out[k].row != row || !(x->out[k].warps & warps))
			continue;
		m->failed |= (warps & ~x->out[k].warps) != 0;
		return;
	}
	for (u32 k = 0; k < x->nin; k++)
		if (x->in[k].row == row && x->in[k].warps == first)
			return;
	memo_add(m, x->in, &x->nin, row, first, number);
}
static void memo_before(
	struct em_sweep_memos *m, struct memo *x, const struct em_block *b, const struct em_sweep_step *s, u32 warps)
{
	if (s->agreed) {
		memo_reads(m, x, b, s->i->a, warps);
		memo_reads(m, x, b, s->i->b, warps);
		if (s->row && s->predicate)
			memo_reads(m, x, b, s->i[1].b, warps);
	} else if (s->range) {
		memo_reads(m, x, b, s->with, warps);
	} else {
		m->failed = true;
	}
}
static void memo_after(struct em_sweep_memos *m, struct memo *x, const struct em_block *b,
	const struct em_sweep_step *s, u32 warps, struct em_sweep_ways ways)
{
	const struct em_warp *first = b->warp[__builtin_ctz(warps)];
	const u32 others = warps & ~(ways.all | ways.none);
	if (s->row) {
		const u32 number = *EM_AT(first, u32, s->row);
		m->failed |= !all_lanes(first, s->row, number);
		memo_add(m, x->out, &x->nout, s->row, warps, number);
	}
	if (s->predicate && s->agreed)
		m->failed |= others != 0;
	for (u32 o = others; s->predicate && !s->agreed && o; o &= o - 1)
		memo_add(m, x->predicate, &x->npredicates, s->predicate, o & -o,
			*EM_AT(b->warp[__builtin_ctz(o)], u32, s->predicate));
}
static void memo_leave(struct em_sweep_memos *m, struct memo *x, u32 warps, const struct em_inst *at, u32 instructions)
{
	if (x->nleaves == MEMO_LEAVES) {
		m->failed = true;
		return;
	}
	x->leave[x->nleaves].warps = warps;
	x->leave[x->nleaves].instructions = instructions;
	x->leave[x->nleaves++].at = at;
}

ALWAYS bool memo_is(const struct memo *x, const struct em_block *b, u32 node, u32 warps)
{
	if (x->node != node || x->warps != warps)
		return false;
	for (u32 k = 0; k < x->nin; k++)
		if (!all_lanes(b->warp[__builtin_ctz(x->in[k].warps)], x->in[k].row, x->in[k].number))
			return false;
	return true;
}
/* The memo of a sweep that begins like this; NULL: there is none. Mostly it is the one after the last one. */
ALWAYS const struct memo *memo_find(struct em_sweep_memos *m, const struct em_block *b, u32 node, u32 warps)
{
	const u32 next = m->last + 1 < m->n ? m->last + 1 : 0;
	u32 k = next;
	if (!m->n)
		return NULL;
	while (!memo_is(&m->at[k], b, node, warps)) {
		k = k + 1 < m->n ? k + 1 : 0;
		if (k == next)
			return NULL;
	}
	m->last = k;
	m->tries += m->tries < MEMO_TRIES;
	return &m->at[k];
}
static void memo_do(const struct memo *x, struct em_block *b)
{
	struct em_warp *const *warp = b->warp;
	for (u32 k = 0; k < x->nnotes; k++)
		note(b, x->note[k].at, x->note[k].head, x->note[k].warps);
	for (const struct memo_row *o = x->out; o < x->out + x->nout; o++) {
		const __m256i v = _mm256_set1_epi32((s32)o->number);
		const u32 row = o->row;
		EACH(o->warps, n, w)
		{
			__m256i *d = V(row);
			d[0] = d[1] = d[2] = d[3] = v;
		}
	}
	for (u32 k = 0; k < x->npredicates; k++)
		*EM_AT(warp[__builtin_ctz(x->predicate[k].warps)], u32, x->predicate[k].row) = x->predicate[k].number;
	for (u32 k = 0; k < x->nleaves; k++)
		leave(b, x->leave[k].warps, x->leave[k].at, x->leave[k].instructions);
}
/* What has just been written down counts from now on, instead of the oldest one. */
static void memo_keep(struct em_sweep_memos *m, struct memo *x, const struct em_block *b)
{
	m->tries--;
	if (m->failed || b->nswept > MEMO_NOTES)
		return;
	memcpy(x->note, b->swept, b->nswept * sizeof *x->note);
	x->nnotes = b->nswept;
	m->last = m->n < MEMOS ? m->n++ : (m->last + 1) % MEMOS;
	m->at[m->last] = *x;
}

/* ---- */
/* Warps that go along together. */
struct party {
	u32 warps, node, instructions;
};

/* As long as it is worth it the sweep is written down, in m. */
static void walk(struct em_block *b, struct party x, struct em_sweep_memos *m)
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
#define LEAVE(which, slot) \
	do { \
		leave(b, which, code + (slot), x.instructions); \
		if (m && !m->failed) \
			memo_leave(m, &memo, which, code + (slot), x.instructions); \
	} while (0)
	for (;;) {
		const struct em_sweep_node *n = &p->sweep[x.node];
		struct em_sweep_ways ways = { 0, 0 };

		if (n->stops || b->nswept + 2 + nwait > EM_SWEPT) {
			LEAVE(x.warps, n->head);
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
		if (n->barrier) {
			LEAVE(x.warps, n->barrier);
			goto next;
		}
		if (n->branch) {
			const u32 others = x.warps & ~(ways.all | ways.none);
			if (others)
				LEAVE(others, n->branch);
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

void em_sweep(struct em_block *b)
{
	struct em_sweep_memos *m = b->memos;
	struct em_warp *const now = b->now;
	const struct party all = { living(b), b->opened->sweep, 0 };
	const struct memo *known;

	b->opened = NULL;
	if (now->left < LEFT)
		return;
	b->nswept = 0;
	if (EM_UNLIKELY(!m)) {
		m = b->memos = xcalloc(1, sizeof *m);
		m->tries = MEMO_TRIES;
	}
	if (m->tries && (known = memo_find(m, b, all.node, all.warps)) != NULL)
		memo_do(known, b);
	else
		walk(b, all, m->tries ? m : NULL);
	now->left -= now->swept; /* its turn is going on */
	now->swept = 0;
}

void em_sweep_undo(struct em_block *b)
{
	u32 left = 0;

	for (u32 k = 0; k < b->nwarps && b->nswept; k++) {
		left |= (u32)(b->warp[k]->swept != 0) << k;
		b->warp[k]->swept = 0;
	}
	for (u32 k = 0; k < b->nswept && left; k++)
		count(b, b->swept[k].at, b->swept[k].head, b->swept[k].warps & left, UINT64_MAX);
	b->nswept = 0;
}
#endif
