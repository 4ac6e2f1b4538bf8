/* brought: is every value of an output that lies with the host one that came from the device? Where the values went
 * is the word of a process that nobody trusts, so values are matched, not places: each has to have come as often as the
 * output holds it. Values in, a count out.
 */
#ifndef JUDGE_BROUGHT_H
#define JUDGE_BROUGHT_H

#include <stddef.h>
#include <stdint.h>

/* brought: stretches of values, each with its length in bytes (64 bits) before it. Of the n elements of `each` bytes
 * (1, 2, 4 or 8) in `out`: how many hold a value that did not come, and the first of them. */
uint64_t brought_missing(
	const unsigned char *brought, uint64_t nbrought, const void *out, uint64_t n, unsigned each, uint64_t *first);

#endif
