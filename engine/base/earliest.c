/* earliest: see earliest.h. A binary heap. */
#include "base/earliest.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/buf.h"

static bool before(const struct earliest_row *a, const struct earliest_row *b)
{
	return a->at != b->at ? a->at < b->at : a->nth < b->nth;
}

void earliest_put(struct earliest *q, uint64_t at, uint64_t what)
{
	const struct earliest_row row = { at, q->nth++, what };
	uint64_t k = q->n++;

	if (q->n > q->cap) {
		q->cap = q->cap ? 2 * q->cap : 64;
		q->v = xrealloc(q->v, (size_t)q->cap * sizeof *q->v);
	}
	for (; k && before(&row, &q->v[(k - 1) / 2]); k = (k - 1) / 2)
		q->v[k] = q->v[(k - 1) / 2];
	q->v[k] = row;
}

struct earliest_row earliest_take(struct earliest *q)
{
	const struct earliest_row first = q->v[0], last = q->v[--q->n];
	uint64_t k = 0;

	for (uint64_t c = 1; c < q->n; c = 2 * k + 1) {
		c += c + 1 < q->n && before(&q->v[c + 1], &q->v[c]);
		if (before(&last, &q->v[c]))
			break;
		q->v[k] = q->v[c];
		k = c;
	}
	q->v[k] = last;
	return first;
}

void earliest_free(struct earliest *q)
{
	free(q->v);
	*q = (struct earliest){ 0 };
}
