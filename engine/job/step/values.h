/* values: a step whose file takes the macro of a sweep is judged at more than one value of it. What passes as it stands
 * is compiled with the first and with the last value of the manifest's list, too, and both have to be right. A value
 * that the file refuses (it does not compile, or it can't be launched so) says nothing about what it computes. Where
 * the manifest says that the macro changes a counter, it has to: a file may not fix what the macro is there to say.
 */
#ifndef JOB_VALUES_H
#define JOB_VALUES_H

#include "job/step/job.h"

/* r: a pass, whose verdict is replaced if a value says otherwise. run_ns: what is left of the time for the file's code;
 * what the compiler takes is not in it. -1: our own processes failed, or it was cancelled. */
int values_judge(const struct job_request *rq, int64_t run_ns, const char *source, struct result *r, struct err *e);

#endif
