/* advice_call: what a call of the runtime's that failed is told, by what its message says. Private to advice.c's job.
 */
#ifndef JOB_STEP_ADVICE_CALL_H
#define JOB_STEP_ADVICE_CALL_H

/* NULL: the message says it all. */
const char *advice_call(const char *message);

#endif
