/* same_loops: which loop of the machine code a loop of the PTX became. What both load and store in a turn tells; ptxas
 * may have put several turns side by side. Where several of them do as much, their order tells: ptxas leaves loops in
 * the order of the PTX, but for the few that it moves to the end. */
#include "base/buf.h"
#include "emulator/cost/critical_path.h"

enum { MOST_UNROLLED = 4, FOUND = 16 };

/* How many turns of the PTX's loop one of the machine code has; 0: it is not the same. */
uint32_t em_code_turns(const struct em_same_loop *l, const struct em_code_loop *m)
{
	uint32_t turns = 0;

	if (m->words[EM_CODE_OTHER] || (m->words[EM_CODE_BRANCH] && !l->parts))
		return 0;
	for (int k = EM_CODE_FIRST_ACCESS; k <= EM_CODE_SHUFFLE; k++) {
		uint32_t a = l->words[k], b = m->words[k];

		if (!a != !b || (a && (b % a || (turns && b / a != turns))))
			return 0;
		turns = a ? b / a : turns;
	}
	return turns <= MOST_UNROLLED ? turns : 0;
}

/* How good it is that l became number j; 0: it did not. */
static uint32_t worth(const struct em_same_loop *l, const struct em_code_loop *m)
{
	const uint32_t turns = em_code_turns(l, m);

	return !turns ? 0 : FOUND + (l->fewest ? MOST_UNROLLED - turns : turns);
}

static void find(struct em_same_loop *l, const struct em_loops *loops, uint32_t j, bool *taken)
{
	l->found = (int32_t)j;
	l->turns = em_code_turns(l, &loops->v[j]);
	taken[j] = true;
}

void em_same_loops(struct em_same_loop *l, uint32_t n, const struct em_loops *loops)
{
	const uint32_t m = loops->n;
	bool *taken = xcalloc(m + 1, sizeof *taken);
	/* [i][j]: the most that the PTX's loops from i on are worth with the machine code's from j on. */
	uint32_t *best = xcalloc((size_t)(n + 1) * (m + 1), sizeof *best);

	for (uint32_t i = n; i-- > 0;)
		for (uint32_t j = m; j-- > 0;) {
			uint32_t *here = &best[i * (m + 1) + j], own = worth(&l[i], &loops->v[j]);
			const uint32_t without = here[1] > here[m + 1] ? here[1] : here[m + 1];

			own = own ? own + here[m + 2] : 0;
			*here = own > without ? own : without;
		}
	for (uint32_t i = 0; i < n; i++)
		l[i].found = -1;
	for (uint32_t i = 0, j = 0; i < n && j < m;) {
		const uint32_t *here = &best[i * (m + 1) + j];

		if (*here == here[1]) {
			j++;
		} else if (*here == here[m + 1]) {
			i++;
		} else {
			find(&l[i++], loops, j, taken);
			j++;
		}
	}
	free(best);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t most = 0, at = 0;

		for (uint32_t j = 0; j < m && l[i].found < 0; j++)
			if (!taken[j] && worth(&l[i], &loops->v[j]) > most) {
				most = worth(&l[i], &loops->v[j]);
				at = j;
			}
		if (most)
			find(&l[i], loops, at, taken);
	}
	free(taken);
}
