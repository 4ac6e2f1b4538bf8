/* advice_index: an access past the end of an array, or before its beginning. Private to advice.c. */
#ifndef JOB_ADVICE_INDEX_H
#define JOB_ADVICE_INDEX_H

#include "judge/result.h"

/* The access is wider than an element of the argument that it misses: the file casts the pointer, and mostly a guard
 * that still counts in the old unit is to blame, or none is there. NULL: it is no such access. */
const char *advice_wide(struct result *r, const struct case_result *c, const char *source);
/* Which guard lets the index through, or that none is there. c: the case, or NULL. */
const char *advice_index(struct result *r, const struct case_result *c, const char *source);

#endif
