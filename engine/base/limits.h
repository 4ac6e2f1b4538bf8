/* limits: what the shell or the machine allows us, where it is too little for a compiler and a student's program. What
 * fails under such limits is the machine's fault. They are those of this process: no student's code can change them. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <stdbool.h>

#include "base/buf.h"

/* True when a limit is too small; then a sentence without a full stop is appended to `why` (may be NULL): which, and
 * what to do about it. */
bool limits_too_small(struct buf *why);
/* The same for the room on the file system that holds `folder`. */
bool limits_disk_full(const char *folder, struct buf *why);

/* Each thread's malloc() reserves 64 MB of addresses for an arena of its own. Where addresses are few, all threads
 * share one arena, or nothing is left for what is asked for. For the beginning of a program, before its threads. */
void limits_share_arena(void);

/* The cores that we may use (a scheduler hands out some), not those that there are; at least 1. */
int limits_cores(void);

#endif
