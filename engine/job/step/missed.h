/* missed: which array an access outside all memory was meant for. The emulator names the allocation that lies nearest;
 * the line in the student's file names the array. Where that is one of solve()'s and another one, the message speaks of
 * it. */
#ifndef JOB_MISSED_H
#define JOB_MISSED_H

#include "job/run/runner.h"
#include "judge/inputs.h"
#include "judge/result.h"

/* Put it into c->message, which a memory fault has ended; leaves it alone where nothing better is known. */
void missed_array(struct arena *a, const struct case_data *d, const struct run_outcome *o, const char *source,
	struct case_result *c);

#endif
