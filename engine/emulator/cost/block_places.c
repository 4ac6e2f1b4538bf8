/* block_places: see block_places.h. */
#include <stdlib.h>

#include "base/buf.h"
#include "emulator/cost/block_places.h"

struct em_places {
	uint64_t nidle, without; /* without: blocks that are under way and got no place, as a device has no more */
	struct em_when idle[];   /* a heap, the earliest in front */
};

struct em_places *em_places_new(uint64_t n)
{
	struct em_places *x = xcalloc(1, sizeof *x + (size_t)(n + 1) * sizeof *x->idle);

	x->nidle = n;
	return x;
}

void em_places_free(struct em_places *x)
{
	free(x);
}

struct em_when em_places_take(struct em_places *x, struct em_when end)
{
	struct em_when first, last;
	uint64_t k = 0;

	if (!x->nidle) {
		x->without++;
		return end;
	}
	first = x->idle[0];
	last = x->idle[--x->nidle];
	for (uint64_t c = 1; c < x->nidle; c = 2 * k + 1) {
		c += c + 1 < x->nidle && x->idle[c + 1].at < x->idle[c].at;
		if (x->idle[c].at >= last.at)
			break;
		x->idle[k] = x->idle[c];
		k = c;
	}
	x->idle[k] = last;
	return first;
}

void em_places_leave(struct em_places *x, struct em_when at)
{
	uint64_t k;

	if (x->without) { /* the one that ends leaves its place to one of these */
		x->without--;
		return;
	}
	k = x->nidle++;
	for (; k && x->idle[(k - 1) / 2].at > at.at; k = (k - 1) / 2)
		x->idle[k] = x->idle[(k - 1) / 2];
	x->idle[k] = at;
}
