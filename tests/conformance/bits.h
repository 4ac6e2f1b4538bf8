/* bits: the recording (h200.bits): for each form the bits that the hardware gave for all its tuples, one result after
 * the other, packed to the width of the result (predicates to one bit), least significant bit first. A line of text
 * heads each form:
 *
 *   form NAME HASH ok CASES BYTES          followed by BYTES raw bytes and a newline: all of result 0, then all of
 * result 1 form NAME HASH refused 0 0             ptxas refused it, and a newline
 *
 * bits_print (tests/conformance/record/show) writes a form as text.
 */
#ifndef CONFORMANCE_BITS_H
#define CONFORMANCE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/conformance/forms.h"

struct bits_record {
	const char *name; /* not terminated: namelen */
	size_t namelen;
	uint64_t hash;
	bool refused;
	size_t cases, bytes;
	const uint8_t *data;
};

size_t bits_size(const struct form *f); /* BYTES */
/* results[k][i]: result k of tuple i. */
void bits_append(struct buf *b, const struct form *f, const uint64_t *const results[FORM_MAX_OUT]);
void bits_append_refused(struct buf *b, const struct form *f);
uint64_t bits_get(const struct form *f, const struct bits_record *r, size_t k, size_t i);
/* The record at `*at`, which moves on. 1: one was read, 0: the end, -1: not a recording. Trusts no length. */
int bits_next(const char *data, size_t len, size_t *at, struct bits_record *r);

#endif
