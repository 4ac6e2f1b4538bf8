/* brought: see brought.h. What is usual, that just the output came and nothing else, is recognised by a sum over all
 * values that hangs on no order; otherwise both sides are sorted. */
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

static uint64_t mixed(uint64_t v)
{
	v = (v ^ v >> 31) * 0x9e3779b97f4a7c15u;
	v = (v ^ v >> 29) * 0xbf58476d1ce4e5b9u;
	return v ^ v >> 32;
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

static uint64_t count(const unsigned char *all, uint64_t bytes, unsigned each, uint64_t *sum, uint64_t *into)
{
	const unsigned char *p;
	uint64_t n, k = 0;

	for (uint64_t at = 0; stretch(all, bytes, &at, &p, &n);)
		for (uint64_t i = 0; i < n / each; i++, k++) {
			uint64_t v = value_at(p, i, each);

			if (into)
				into[k] = v;
			else
				*sum += mixed(v);
		}
	return k;
}

/* By bytes, from the lowest: as many rounds as a value has bytes. */
static void sort(uint64_t *v, uint64_t n, unsigned each)
{
	uint64_t *other = xmalloc(n * sizeof *v + 1);

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
	uint64_t sums[2] = { 0, 0 }, k = count(brought, nbrought, each, &sums[0], NULL), missing, one = 0;
	uint64_t *have, *want;

	*first = 0;
	for (uint64_t i = 0; i < n; i++)
		sums[1] += mixed(value_at(out, i, each));
	if (k == n && sums[0] == sums[1])
		return 0;
	have = xmalloc((k + 1) * sizeof *have);
	want = xmalloc((n + 1) * sizeof *want);
	count(brought, nbrought, each, NULL, have);
	for (uint64_t i = 0; i < n; i++)
		want[i] = value_at(out, i, each);
	sort(have, k, each);
	sort(want, n, each);
	missing = lacking(have, k, want, n, &one);
	while (missing && *first + 1 < n && value_at(out, *first, each) != one)
		++*first;
	free(have);
	free(want);
	return missing;
}
