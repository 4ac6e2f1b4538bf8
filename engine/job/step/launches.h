/* launches: does solve() launch a kernel far more often than the reference launches all of its own? Then its loop, and
 * no kernel, is what takes the time, and what ends that loop is to be looked at. Pure functions over two sides of a
 * case. */
#ifndef JOB_LAUNCHES_H
#define JOB_LAUNCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "judge/result.h"

struct launches {
	const char *kernel; /* the student's kernel that is launched most often */
	uint64_t times;     /* all launches of it */
	uint64_t reference; /* all launches of all kernels of the reference */
};

/* Is it at least eight times as many, and 50? The side's equal launches need not follow each other. */
bool launches_too_many(const struct side *mine, const struct side *reference, struct launches *l);

/* How their words go on after what was wrong. */
#define LAUNCHES_SAID "solve() launches "
#define LAUNCHES_SAID_SO_FAR "By then it had launched "

/* "`spread` 1,064 times, and the reference makes 25 launches in all" */
void launches_say(struct buf *b, const struct launches *l);

#endif
