/* in_short: how much of a long test is done. */
#ifndef TESTS_IN_SHORT_H
#define TESTS_IN_SHORT_H

#include <stdbool.h>
#include <stdlib.h>

/* Do a part of what is drawn or counted through? Sanitizers take several times as long for the same code, and so does a
 * person who waits for `make test-quick` (which sets QUICK). */
static inline bool in_short(void)
{
#ifdef __SANITIZE_ADDRESS__
	return true;
#else
	return getenv("QUICK") != NULL;
#endif
}

#endif
