/* block_places: see block_places.h. */
#include "emulator/cost/block_places.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/earliest.h"

struct em_places {
	struct earliest idle; /* when they become free; `what`: em_when.loads */
	uint64_t without;     /* blocks that are under way and got no place, as a device has no more */
};

struct em_places *em_places_new(uint64_t n)
{
	struct em_places *x = xcalloc(1, sizeof *x);

	for (uint64_t k = 0; k < n; k++)
		earliest_put(&x->idle, 0, 0);
	return x;
}

void em_places_free(struct em_places *x)
{
	earliest_free(&x->idle);
	free(x);
}

struct em_when em_places_take(struct em_places *x, struct em_when end)
{
	struct earliest_row first;

	if (!x->idle.n) {
		x->without++;
		return end;
	}
	first = earliest_take(&x->idle);
	return (struct em_when){ first.at, first.what };
}

void em_places_leave(struct em_places *x, struct em_when at)
{
	if (x->without) /* the one that ends leaves its place to one of these */
		x->without--;
	else
		earliest_put(&x->idle, at.at, at.loads);
}
