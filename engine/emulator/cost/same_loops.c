/* same_loops: which loop of the machine code a loop of the PTX became. What both load and store in a turn tells; ptxas
 * may have put several turns side by side. Where several of them do as much, their order tells: ptxas leaves loops in
 * the order of the PTX, but for the few that it moves to the end. */
#include "base/buf.h"
#include "emulator/cost/critical_path.h"

/* How many turns of the PTX's loop one of the machine code has; 0: it is not the same. */
uint32_t em_code_turns(const struct em_same_loop *l, const struct em_code_loop *m)
{
	uint32_t turns = 0;

	if (m->words[EM_CODE_OTHER] || (m->words[EM_CODE_BRANCH] && !l->parts))
		return 0;
	for (int k = EM_CODE_FIRST_ACCESS; k <= EM_CODE_SHUFFLE; k++)
		if (!em_are_turns(l->words[k], m->words[k], &turns))
			return 0;
	return turns <= EM_MOST_UNROLLED ? turns : 0;
}

void em_pair_in_order(uint32_t n, uint32_t m, uint32_t (*worth)(const void *of, uint32_t i, uint32_t j), const void *of,
	int32_t *found)
{
	/* [i][j]: the most that the first ones from i on are worth with the second ones from j on. */
	uint32_t *best = xcalloc((size_t)(n + 1) * (m + 1), sizeof *best);

	for (uint32_t i = n; i-- > 0;)
		for (uint32_t j = m; j-- > 0;) {
			uint32_t *here = &best[i * (m + 1) + j], own = worth(of, i, j);
			const uint32_t without = here[1] > here[m + 1] ? here[1] : here[m + 1];

			own = own ? own + here[m + 2] : 0;
			*here = own > without ? own : without;
		}
	for (uint32_t i = 0; i < n; i++)
		found[i] = -1;
	for (uint32_t i = 0, j = 0; i < n && j < m;) {
		const uint32_t *here = &best[i * (m + 1) + j];

		if (*here == here[1])
			j++;
		else if (*here == here[m + 1])
			i++;
		else
			found[i++] = (int32_t)j++;
	}
	free(best);
}

struct both {
	struct em_same_loop *l;
	const struct em_loops *loops;
};

/* How good it is that number i became number j; 0: it did not. */
static uint32_t worth(const void *of, uint32_t i, uint32_t j)
{
	const struct both *b = of;
	const uint32_t turns = em_code_turns(&b->l[i], &b->loops->v[j]);

	return !turns ? 0 : EM_SAME_LOOP + (b->l[i].fewest ? EM_MOST_UNROLLED - turns : turns);
}

void em_same_loops(struct em_same_loop *l, uint32_t n, const struct em_loops *loops)
{
	const struct both both = { l, loops };
	bool *taken = xcalloc(loops->n + 1, sizeof *taken);
	int32_t *found = xcalloc((size_t)n + 1, sizeof *found);

	em_pair_in_order(n, loops->n, worth, &both, found);
	for (uint32_t i = 0; i < n; i++)
		if (found[i] >= 0)
			taken[found[i]] = true;
	for (uint32_t i = 0; i < n; i++) {
		const bool open = found[i] < 0;
		uint32_t most = 0;

		for (uint32_t j = 0; j < loops->n && open; j++)
			if (!taken[j] && worth(&both, i, j) > most) {
				most = worth(&both, i, j);
				found[i] = (int32_t)j;
			}
		l[i].found = found[i];
		if (found[i] >= 0) {
			l[i].turns = em_code_turns(&l[i], &loops->v[found[i]]);
			taken[found[i]] = true;
		}
	}
	free(found);
	free(taken);
}
