/* side: one half of a result, kept for as long as the result: the reference's arena ends with its thread. */
#ifndef JOB_SIDE_H
#define JOB_SIDE_H

#include "base/arena.h"
#include "judge/result.h"

/* A copy of all that `s` points to, in `a`. */
struct side side_copy(struct arena *a, const struct side *s);

#endif
