/* live: which registers hold something that is still needed, at each instruction of a function: as words of 32 bits.
 * Exact for the code as it stands in PTX (liveness of basic blocks, from the end to the beginning until nothing
 * changes); the order in which ptxas puts instructions is another. */
#include "base/buf.h"
#include "emulator/flow/registers.h"

struct flow {
	const struct ptx_func *f;
	const int32_t *bb_of;
	const bool *agreed;
	size_t nwords, nblocks; /* of a set of registers; of the function */
	int32_t first;          /* its first block's number */
	uint64_t *in;           /* of each block: what is needed where it begins */
};

static uint64_t *needed_at(const struct flow *w, int32_t bb)
{
	return &w->in[(size_t)(bb - w->first) * w->nwords];
}

static void unite(const struct flow *w, uint64_t *set, size_t at)
{
	while (at < w->f->ninsts && w->bb_of[at] < 0)
		at++;
	for (size_t k = 0; at < w->f->ninsts && k < w->nwords; k++)
		set[k] |= needed_at(w, w->bb_of[at])[k];
}

/* What is needed behind the last instruction of a block. */
static void needed_behind(const struct flow *w, size_t last, uint64_t *set)
{
	const struct ptx_inst *in = &w->f->insts[last];
	bool always = in->guard < 0 &&
		(in->op == PTX_OP_BRA || in->op == PTX_OP_RET || in->op == PTX_OP_EXIT || in->op == PTX_OP_BRX);

	memset(set, 0, w->nwords * sizeof *set);
	if (in->op == PTX_OP_BRA && in->ops[0].kind == PTX_LABEL && in->ops[0].vec >= 0)
		unite(w, set, (size_t)in->ops[0].vec);
	if (in->op == PTX_OP_BRX) /* to any of many places */
		for (size_t at = 0; at < w->f->ninsts; at++)
			if (w->bb_of[at] >= 0 && (!at || w->bb_of[at] != w->bb_of[at - 1]))
				unite(w, set, at);
	if (!always)
		unite(w, set, last + 1);
}

static int32_t words_of(const struct flow *w, size_t r)
{
	return w->agreed[r] ?
		0 :
		(int32_t)(ptx_type_bits(w->f->regs[r].type) + 16) / 32; /* predicates have registers of their own */
}

static int32_t words_in(const struct flow *w, const uint64_t *set)
{
	int32_t n = 0;

	for (size_t k = 0; k < w->nwords; k++)
		for (uint64_t m = set[k]; m; m &= m - 1)
			n += words_of(w, 64 * k + (size_t)__builtin_ctzll(m));
	return n;
}

/* From what is needed behind instruction k to what is needed before it; returns by how many words that is more. */
static int32_t step(const struct flow *w, size_t k, uint64_t *set)
{
	const struct ptx_inst *in = &w->f->insts[k];
	int32_t regs[EM_REGS_MOST], more = 0;
	unsigned n =
		in->guard < 0 ? em_regs_written(w->f, in, regs) : 0; /* under a condition it may keep what was there */

	for (unsigned r = 0; r < n; r++) {
		uint64_t bit = 1ull << regs[r] % 64;

		more -= set[regs[r] / 64] & bit ? words_of(w, (size_t)regs[r]) : 0;
		set[regs[r] / 64] &= ~bit;
	}
	n = em_regs_read(w->f, in, regs);
	for (unsigned r = 0; r < n; r++) {
		uint64_t bit = 1ull << regs[r] % 64;

		more += set[regs[r] / 64] & bit ? 0 : words_of(w, (size_t)regs[r]);
		set[regs[r] / 64] |= bit;
	}
	return more;
}

/* Walks through all blocks from behind; true when a block needs more than was known. `words`: where to put the words at
 * each instruction, or NULL. */
static bool sweep(const struct flow *w, uint64_t *set, int32_t *words)
{
	bool changed = false;
	int32_t n = 0;

	for (size_t k = w->f->ninsts; k-- > 0;) {
		if (w->bb_of[k] < 0)
			continue;
		if (k + 1 == w->f->ninsts || w->bb_of[k + 1] != w->bb_of[k]) {
			needed_behind(w, k, set);
			n = words ? words_in(w, set) : 0;
		}
		n += step(w, k, set);
		if (words)
			words[k] = n;
		if (k && w->bb_of[k - 1] == w->bb_of[k])
			continue;
		changed |= memcmp(needed_at(w, w->bb_of[k]), set, w->nwords * sizeof *set) != 0;
		memcpy(needed_at(w, w->bb_of[k]), set, w->nwords * sizeof *set);
	}
	return changed;
}

int32_t *em_words_alive(const struct ptx_func *f, const int32_t *bb_of)
{
	struct flow w = { .f = f, .bb_of = bb_of, .nwords = f->nregs / 64 + 1, .first = INT32_MAX };
	int32_t *words = xcalloc(f->ninsts + 1, sizeof *words), last = -1;
	bool *agreed;
	uint64_t *set;

	for (size_t k = 0; k < f->ninsts; k++)
		if (bb_of[k] >= 0) {
			w.first = bb_of[k] < w.first ? bb_of[k] : w.first;
			last = bb_of[k] > last ? bb_of[k] : last;
		}
	if (last < 0)
		return words;
	w.agreed = agreed = em_agreed(f);
	w.nblocks = (size_t)(last - w.first) + 1;
	w.in = xcalloc(w.nblocks * w.nwords, sizeof *w.in);
	set = xcalloc(w.nwords, sizeof *set);
	while (sweep(&w, set, NULL))
		;
	sweep(&w, set, words);
	free(w.in);
	free(agreed);
	free(set);
	return words;
}
