/* draw: sizes that nobody knows before the run: a case whose parameters have ranges gets values by the run's seed. */
#include <string.h>

#include "base/rng.h"
#include "lab/lab.h"

/* No stream of an input's (judge/inputs.c) is so high. */
#define STREAM (0xd1ull << 56)

static bool any_drawn(const struct step *s)
{
	for (size_t i = 0; i < s->ncases; i++)
		if (s->cases[i].drawn)
			return true;
	return false;
}

const struct step *step_draw(struct arena *a, const struct step *s, uint64_t seed)
{
	struct step *drawn;

	if (!any_drawn(s))
		return s;
	drawn = arena_alloc(a, sizeof *drawn);
	*drawn = *s;
	drawn->cases = arena_alloc(a, s->ncases * sizeof *drawn->cases);
	memcpy(drawn->cases, s->cases, s->ncases * sizeof *drawn->cases);
	for (size_t i = 0; i < s->ncases; i++) {
		struct test_case *tc = &drawn->cases[i];

		if (!tc->drawn)
			continue;
		tc->params = arena_alloc(a, tc->nparams * sizeof *tc->params);
		memcpy(tc->params, s->cases[i].params, tc->nparams * sizeof *tc->params);
		for (size_t k = 0; k < tc->nparams; k++) {
			const struct size_range *from = &tc->ranges[k];

			tc->params[k].value = from->lo +
				(long long)rng_below(seed, STREAM | i, k, (uint64_t)(from->hi - from->lo) + 1);
		}
	}
	return drawn;
}

const struct step *step_without_floors(struct arena *a, const struct step *s)
{
	struct step *copy = arena_alloc(a, sizeof *copy);

	*copy = *s;
	copy->floors.none = true;
	return copy;
}
