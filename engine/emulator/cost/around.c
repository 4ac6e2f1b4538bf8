/* around: loops around other loops, and those with barriers or atomics, whose machine code is known. Which loop of the
 * machine code one became is told by what its own code loads and stores, how many barriers it has, and how many loops
 * are in it; where several are alike, by their order. What its own code takes there is spread over its basic blocks, as
 * that of an innermost loop with branches is (in_order.c). */
#include "base/buf.h"
#include "emulator/cost/critical_path.h"

struct around {
	struct em_same_loop l;
	uint32_t inner;
};

static bool is_block_barrier(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER) && !ptx_has(in, PTX_MOD_WARP);
}

static bool look_at(const struct em_walk *w, int32_t from, int32_t to, struct around *a)
{
	struct em_same_loop *l = &a->l;

	*a = (struct around){ { .from = from, .to = to, .parts = true }, 0 };
	for (int32_t k = from + 1; k <= to; k++)
		a->inner += w->loop_end[k] >= k && !em_is_spelled_out(w, w->loop_end[k]);
	for (int32_t k = from; k <= to; k = em_next_own(w, l, k)) {
		const struct ptx_inst *in = &w->f->insts[k];
		const enum em_code_kind kind = is_block_barrier(in) ? EM_CODE_BARRIER :
			em_is_one_atomic(in, &w->cost[k])           ? EM_CODE_ATOMIC :
								      em_code_kind_of(in);

		if (kind == EM_CODE_BARRIER || kind == EM_CODE_ATOMIC)
			l->words[kind]++;
		else if (kind != EM_CODE_PLAIN)
			l->words[kind] += em_code_words(in);
	}
	return (a->inner || l->words[EM_CODE_BARRIER] || l->words[EM_CODE_ATOMIC]) && !l->words[EM_CODE_OTHER] &&
		w->block_of[from] >= 0;
}

/* How many turns of it one of the machine code has: those of a loop around others stand by themselves. 0: it is not the
 * same. */
static uint32_t turns_in(const struct around *a, const struct em_code_loop *m)
{
	uint32_t turns = 0;

	if (a->inner != m->inner || m->words[EM_CODE_OTHER])
		return 0;
	for (int k = 0; k < EM_CODE_KINDS; k++) {
		const bool access = k >= EM_CODE_FIRST_ACCESS && k <= EM_CODE_LAST_ACCESS,
			   local = k == EM_CODE_LOAD_LOCAL || k == EM_CODE_STORE_LOCAL;

		/* What ptxas has no registers for lies in local memory. */
		if ((!access && k != EM_CODE_SHUFFLE && k != EM_CODE_BARRIER && k != EM_CODE_ATOMIC) ||
			(local && !a->l.words[k]))
			continue;
		if (!em_are_turns(a->l.words[k], m->words[k], &turns))
			return 0;
	}
	turns = turns ? turns : 1;
	return turns <= (a->inner ? 1 : EM_MOST_UNROLLED) ? turns : 0;
}

struct both {
	const struct around *a;
	const struct em_loops *loops;
};

static uint32_t worth(const void *of, uint32_t i, uint32_t j)
{
	const struct both *b = of;
	const uint32_t turns = turns_in(&b->a[i], &b->loops->around[j]);

	return turns ? EM_SAME_LOOP + turns : 0;
}

void em_around(struct em_walk *w, const struct em_loops *loops)
{
	const int32_t n = (int32_t)w->f->ninsts;
	int32_t *became,
		*begin = xcalloc((size_t)n + 1, sizeof *begin); /* of the loop that ends with an instruction, and 1 */
	struct around *a = xcalloc((size_t)n + 1, sizeof *a);
	uint32_t found = 0;

	for (int32_t k = 0; k < n && loops->naround; k++)
		if (w->loop_end[k] >= k)
			begin[w->loop_end[k]] = k + 1;
	for (int32_t k = 0; k < n && loops->naround; k++)
		if (begin[k] && !em_is_spelled_out(w, k) && look_at(w, begin[k] - 1, k, &a[found]))
			found++;
	/* Both stand in the order of their ends. */
	became = xcalloc((size_t)found + 1, sizeof *became);
	em_pair_in_order(found, loops->naround, worth, &(struct both){ a, loops }, became);
	for (uint32_t i = 0; i < found; i++)
		if (became[i] >= 0) {
			const struct em_code_loop *m = &loops->around[became[i]];

			a[i].l.turns = turns_in(&a[i], m);
			em_take_code(w, &a[i].l, loops, m);
		}
	free(became);
	free(a);
	free(begin);
}
