/* advice_call: what a call of the runtime's that failed is told, by what its message says. Private to advice.c's job.
 */
#ifndef JOB_STEP_ADVICE_CALL_H
#define JOB_STEP_ADVICE_CALL_H

#include "job/step/advice_text.h"

/* NULL: the message says it all. */
const char *advice_call(const char *message);

/* A copy whose direction is not that of its pointers: the line of the call that a message is about; 0: it is none, or
 * not to be told. */
int advice_call_copy_line(const char *source, const char *message);

/* Such a copy works with pinned memory, and brings something else than what it should. */
struct text_advice advice_copy_direction(const struct asked *q);

#endif
