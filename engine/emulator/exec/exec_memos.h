/* exec_memos: sweeps that are remembered (sweeps.h), by what they read and what they did. A part of exec_sweep.c, which
 * includes it where what it needs has been said. */
#ifndef EMULATOR_EXEC_MEMOS_H
#define EMULATOR_EXEC_MEMOS_H

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
		bool barrier;
	} leave[MEMO_LEAVES];
	struct em_swept note[MEMO_NOTES];
	struct added sum[2 * MEMO_NOTES];
	u32 nsum;
	u64 done; /* so many times, and not counted yet */
};
/* tries: sweeps that may still go without a memo; one that has one gives a try back. Who runs out of them does not look
 * any more. */
struct em_sweep_memos {
	u32 n, tries;
	struct memo *next; /* mostly the next sweep is this one; NULL: there are none */
	bool failed;       /* what is being written down is not as simple */
	bool at_once;      /* somebody looks at the counts while the launch runs: they can't wait */
	bool may_sleep;    /* no warp keeps a clock */
	struct memo at[MEMOS];
};

static struct em_sweep_memos *memos_new(const struct em_run *r)
{
	struct em_sweep_memos *m = xcalloc(1, sizeof *m);
	m->tries = MEMO_TRIES;
	m->may_sleep = !r->cycles && !r->links;
	m->at_once = r->share || r->opening || !m->may_sleep;
	return m;
}
ALWAYS void memo_count(const struct memo *x, u64 times)
{
	for (const struct added *a = x->sum, *end = a + x->nsum; a < end; a++)
		*a->at += times * a->number;
}
static void memos_count(struct em_sweep_memos *m)
{
	for (u32 k = 0; m && k < m->n; k++) {
		memo_count(&m->at[k], m->at[k].done);
		m->at[k].done = 0;
	}
}
static struct memo *memo_after_this(struct em_sweep_memos *m, struct memo *x)
{
	return x + 1 < m->at + m->n ? x + 1 : m->at;
}

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
static void memo_leave(
	struct em_sweep_memos *m, struct memo *x, u32 warps, const struct em_inst *at, u32 instructions, bool barrier)
{
	if (x->nleaves == MEMO_LEAVES) {
		m->failed = true;
		return;
	}
	x->leave[x->nleaves].warps = warps;
	x->leave[x->nleaves].instructions = instructions;
	x->leave[x->nleaves].barrier = barrier;
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
/* The memo of a sweep that begins like this; NULL: there is none. */
__attribute__((noinline)) static struct memo *memo_search(
	struct em_sweep_memos *m, const struct em_block *b, u32 node, u32 warps)
{
	for (struct memo *x = m->at; x < m->at + m->n; x++)
		if (memo_is(x, b, node, warps))
			return x;
	return NULL;
}
ALWAYS struct memo *memo_find(struct em_sweep_memos *m, const struct em_block *b, u32 node, u32 warps)
{
	struct memo *x = m->next;
	if (EM_UNLIKELY(!x || !memo_is(x, b, node, warps)) && !(x = memo_search(m, b, node, warps)))
		return NULL;
	m->next = memo_after_this(m, x);
	if (EM_UNLIKELY(m->tries < MEMO_TRIES))
		m->tries++;
	return x;
}
/* Warps lie one after the other (run/block.c), and mostly those of a sweep are all from one on. */
ALWAYS void put(const struct em_block *b, const struct memo_row *o)
{
	struct em_warp *const *warp = b->warp;
	const __m256i v = _mm256_set1_epi32((s32)o->number);
	const u32 row = o->row, first = (u32)__builtin_ctz(o->warps), from = o->warps >> first;
	if (EM_LIKELY(!(from & (from + 1)) && b->nwarps > 1)) {
		const ptrdiff_t apart = (char *)warp[1] - (char *)warp[0];
		char *at = EM_AT(warp[first], char, row);
		for (u32 m = from; m; m >>= 1, at += apart) {
			__m256i *d = (__m256i *)(void *)at;
			d[0] = d[1] = d[2] = d[3] = v;
		}
		return;
	}
	EACH(o->warps, n, w)
	{
		__m256i *d = V(row);
		d[0] = d[1] = d[2] = d[3] = v;
	}
}
ALWAYS void memo_do(const struct em_sweep_memos *m, struct memo *x, struct em_block *b)
{
	struct em_warp *const *warp = b->warp;
	if (EM_UNLIKELY(m->at_once))
		memo_count(x, 1);
	else
		x->done++;
	b->counted = x->note;
	b->nswept = x->nnotes;
	for (u32 k = 0; k < x->nleaves; k++)
		leave(b, x->leave[k].warps, x->leave[k].at, x->leave[k].instructions, x->leave[k].barrier);
	for (const struct memo_row *o = x->out, *end = o + x->nout; o < end; o++)
		put(b, o);
	for (u32 k = 0; k < x->npredicates; k++)
		*EM_AT(warp[__builtin_ctz(x->predicate[k].warps)], u32, x->predicate[k].row) = x->predicate[k].number;
}
/* What has just been written down counts from now on, instead of the oldest one. */
static void memo_keep(struct em_sweep_memos *m, struct memo *x, const struct em_block *b)
{
	m->tries--;
	if (m->failed || b->nswept > MEMO_NOTES)
		return;
	memcpy(x->note, b->swept, b->nswept * sizeof *x->note);
	x->nnotes = b->nswept;
	x->nsum = added_up(b->t, x->sum, x->note, x->nnotes);
	struct memo *const to = m->n < MEMOS ? &m->at[m->n++] : m->next;
	memo_count(to, to->done);
	*to = *x;
	m->next = memo_after_this(m, to);
}

#endif
