/* hoisted: loops with branches, in whose machine code loads stand in front of the first branch. Where nvcc puts four
 * turns of a loop with an `if` side by side, ptxas moves the loads of all four up, as each of them runs whatever the
 * `if`s before it do, and the loop waits once (top_five of tests/bench/hard); in the PTX each stands after the `if`
 * before. Which loop of the machine code a loop of the PTX became is told by the words that a turn loads and stores. A
 * part of the walk of critical_path.c. */
#include "base/buf.h"
#include "emulator/cost/critical_path.h"
#include "emulator/flow/registers.h"

enum { DEPTH = 8 }; /* instructions, one after the other, that work out an address */

static bool is_innermost(const struct em_walk *w, int32_t from, int32_t to)
{
	for (int32_t k = from + 1; k <= to; k++)
		if (w->loop_end[k] >= 0)
			return false;
	return true;
}

/* Does number k of the loop that begins at `from` run in each turn? No branch before it leads past it. */
static bool runs_always(const struct em_walk *w, int32_t from, int32_t k)
{
	for (int32_t j = from; j < k; j++)
		if (w->f->insts[j].op == PTX_OP_BRA &&
			(w->f->insts[j].ops[0].kind != PTX_LABEL || w->f->insts[j].ops[0].vec > k))
			return false;
	return true;
}

/* Does the loop load and store the same words in a turn, and nothing beside that? */
static bool is_same(const uint32_t *words, const struct em_code_loop *m)
{
	if (!m->words[EM_CODE_BRANCH] || m->words[EM_CODE_OTHER] || words[EM_CODE_OTHER])
		return false;
	for (int k = EM_CODE_FIRST_ACCESS; k <= EM_CODE_LAST_ACCESS; k++)
		if (words[k] != m->words[k])
			return false;
	return true;
}

/* Words of memory that it asks for before its first branch. */
static uint32_t words_in_front(const struct em_code *code, uint32_t n)
{
	uint32_t words = 0;

	for (uint32_t k = 0; k < n && code[k].kind != EM_CODE_BRANCH; k++)
		words += code[k].kind == EM_CODE_LOAD ? code[k].words : 0;
	return words;
}

void em_hoisted(struct em_walk *w, const struct em_loops *loops)
{
	bool *taken;

	if (!loops || !loops->n)
		return;
	taken = xcalloc(loops->n + 1, sizeof *taken);
	w->hoisted = xcalloc(w->f->ninsts + 1, sizeof *w->hoisted);
	w->before = xcalloc(w->f->nregs + 1, sizeof *w->before);

	for (int32_t k = 0; k < (int32_t)w->f->ninsts; k++) {
		const int32_t end = w->loop_end[k];
		uint32_t words[EM_CODE_KINDS] = { 0 }, front = 0, found = loops->n;

		if (end < k || !is_innermost(w, k, end))
			continue;
		em_code_add_words(w->f, k, end, words);
		for (uint32_t j = 0; j < loops->n && words[EM_CODE_LOAD] && found == loops->n; j++)
			if (!taken[j] && is_same(words, &loops->v[j]))
				found = j;
		if (found == loops->n)
			continue;
		taken[found] = true;
		front = words_in_front(loops->code + loops->v[found].first, loops->v[found].n);
		for (int32_t j = k; j <= end && front; j++) {
			const uint32_t own = em_code_words(&w->f->insts[j]);

			if (em_code_kind_of(&w->f->insts[j]) != EM_CODE_LOAD || !runs_always(w, k, j))
				continue;
			front = own < front ? front - own : 0;
			w->hoisted[j] = true;
		}
	}
	free(taken);
}

void em_turn_begins(struct em_walk *w, int32_t from, int32_t to)
{
	for (int32_t k = from; k <= to; k++)
		if (w->hoisted[k]) {
			w->turn = w->base;
			memcpy(w->before, w->ready, w->f->nregs * sizeof *w->before);
			return;
		}
}

/* Who works out an address of this turn does so before the first branch too, wherever the PTX has it: what counts is
 * what it needs, which a load of this turn brings, or the turns before. */
static void needs(const struct em_walk *w, int32_t k, int32_t reg, int depth, struct em_moment *start)
{
	for (int32_t j = k - 1; j >= w->first; j--) {
		const struct ptx_inst *in = &w->f->insts[j];
		int32_t regs[EM_REGS_MOST];
		unsigned n;

		if (!em_reg_written(w->f, in, reg))
			continue;
		if (em_is_load(in) || !depth) {
			em_later(start, &w->ready[reg]);
			return;
		}
		n = em_regs_read(w->f, in, regs);
		for (unsigned r = 0; r < n; r++)
			needs(w, j, regs[r], depth - 1, start);
		if (in->guard < 0)
			return;
	}
	em_later(start, &w->before[reg]);
}

void em_hoist(const struct em_walk *w, int32_t k, struct em_moment *start)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_read(w->f, &w->f->insts[k], regs);

	*start = w->turn;
	for (unsigned r = 0; r < n; r++)
		needs(w, k, regs[r], DEPTH, start);
}
