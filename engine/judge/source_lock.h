/* source_lock: locks that are taken, or freed, in a way that keeps nobody out, by what the text says alone. As in
 * source_lines.h it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_LOCK_H
#define JUDGE_SOURCE_LOCK_H

#include <stdbool.h>

#include "base/arena.h"

enum lock_misuse_kind {
	LOCK_TAKEN_PLAIN,   /* while (*lock != 0) ; *lock = 1; */
	LOCK_FREED_PLAIN,   /* by *lock = 0 */
	LOCK_ASKED_ONCE,    /* if (atomicCAS(lock, 0, 1) != 0) return; */
	LOCK_NOTHING_UNDER, /* it is freed before anything was done */
	LOCK_FREED_TWICE,
	LOCK_FREED_BY_ALL, /* outside of the if that it is taken in */
};

struct lock_misuse {
	enum lock_misuse_kind kind;
	const char *lock;     /* "lock", "&locks[k]": as an address */
	int takes, frees;     /* lines; of LOCK_ASKED_ONCE `frees` is 0 */
	int again;            /* of LOCK_FREED_TWICE */
	const char *taken_if; /* of LOCK_FREED_BY_ALL: the words of that if */
};
/* The first; false: none is to be seen. */
bool source_lock_misuse(struct arena *a, const char *source, struct lock_misuse *to);

#endif
