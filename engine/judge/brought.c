/* brought: see brought.h. What is usual, that the output came in stretches, one after another, is recognised by
 * comparing bytes: a stretch and the place that it fills take each other out of the question. Only what is left of both
 * sides is sorted. */
#include "judge/brought.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

static uint64_t value_at(const unsigned char *p, uint64_t i, unsigned each)
{
	uint64_t v = 0;

	memcpy(&v, p + i * each, each); /* little-endian */
	return v;
}

/* The next stretch from *at on; false: there is none. */
static bool stretch(const unsigned char *all, uint64_t bytes, uint64_t *at, const unsigned char **p, uint64_t *n)
{
	if (bytes - *at < sizeof *n)
		return false;
	memcpy(n, all + *at, sizeof *n);
	*at += sizeof *n;
	if (*n > bytes - *at)
		return false;
	*p = all + *at;
	*at += *n;
	return true;
}

/* Values of one side that are not accounted for yet. */
struct values {
	uint64_t *v, n, cap;
};

static void add(struct values *l, const unsigned char *p, uint64_t n, unsigned each)
{
	if (l->n + n > l->cap) {
		l->cap = (l->n + n) * 2;
		l->v = xrealloc(l->v, l->cap * sizeof *l->v);
	}
	for (uint64_t i = 0; i < n; i++)
		l->v[l->n++] = value_at(p, i, each);
}

/* Stretches that are the output's next values take both off; the others go into `have`, where that is wanted. How many
 * of the output's values, from its first on, have been taken off. */
static uint64_t match(const unsigned char *brought, uint64_t nbrought, const unsigned char *out, uint64_t n,
	unsigned each, struct values *have)
{
	const unsigned char *p;
	uint64_t bytes, done = 0;

	for (uint64_t at = 0; stretch(brought, nbrought, &at, &p, &bytes);) {
		uint64_t k = bytes / each, same = k < n - done ? k : n - done;

		if (same && !memcmp(out + done * each, p, (size_t)(same * each))) {
			done += same;
			p += same * each;
			k -= same;
		}
		if (have)
			add(have, p, k, each);
	}
	return done;
}

/* By bytes, from the lowest: as many rounds as a value has bytes. */
static void sort(uint64_t *v, uint64_t n, unsigned each)
{
	uint64_t *other;

	if (!n)
		return;
	other = xmalloc(n * sizeof *v);
	for (unsigned byte = 0; byte < each; byte++) {
		uint64_t at[257] = { 0 };

		for (uint64_t i = 0; i < n; i++)
			at[(v[i] >> 8 * byte & 255) + 1]++;
		for (int k = 0; k < 256; k++)
			at[k + 1] += at[k];
		for (uint64_t i = 0; i < n; i++)
			other[at[v[i] >> 8 * byte & 255]++] = v[i];
		memcpy(v, other, n * sizeof *v);
	}
	free(other);
}

/* Values that `have` holds less often than `want`, both sorted; *one is the first of them. */
static uint64_t lacking(const uint64_t *have, uint64_t nhave, const uint64_t *want, uint64_t nwant, uint64_t *one)
{
	uint64_t h = 0, n = 0;

	for (uint64_t i = 0; i < nwant; i++) {
		while (h < nhave && have[h] < want[i])
			h++;
		if (h < nhave && have[h] == want[i])
			h++;
		else if (!n++)
			*one = want[i];
	}
	return n;
}

uint64_t brought_missing(
	const unsigned char *brought, uint64_t nbrought, const void *out, uint64_t n, unsigned each, uint64_t *first)
{
	struct values have = { NULL, 0, 0 }, want = { NULL, 0, 0 };
	uint64_t done = match(brought, nbrought, out, n, each, NULL), missing = 0, one = 0;

	*first = 0;
	if (done < n) {
		match(brought, nbrought, out, n, each, &have);
		add(&want, (const unsigned char *)out + done * each, n - done, each);
		sort(have.v, have.n, each);
		sort(want.v, want.n, each);
		missing = lacking(have.v, have.n, want.v, want.n, &one);
	}
	while (missing && *first + 1 < n && value_at(out, *first, each) != one)
		++*first;
	free(have.v);
	free(want.v);
	return missing;
}
