/* advice: what a verdict, or a pass that could be better, is told beside its message. Private to explain.c's job. */
#ifndef JOB_ADVICE_H
#define JOB_ADVICE_H

#include "judge/result.h"

/* What to do about the verdict; NULL where no advice could mend it. source: the text of the student's file. */
const char *advice_of_verdict(struct result *r, const char *source);
/* What a pass leaves to be done better, next to the reference in the perf case, into r->advice. source: as
 * above, or NULL. */
void advice_for_pass(struct result *r, const char *source);
/* Of a missed gate: double arithmetic where the data are float, behind what is advised already. */
void advice_doubles(struct result *r, const char *source);
/* An element of an array that several threads wrote in a case, all the same value, and whose they were to be one
 * thread's each; NULL: none was seen. A single number that many set is a flag, and no such element. */
const struct kernel_finding *advice_shared_element(const struct result *r, const char **case_name);
/* The argument of this name; NULL: there is none. */
const struct arg *step_arg(const struct step *s, const char *name);
/* The argument that an element ("out[3][17]") is of; NULL: there is none. */
const struct arg *step_arg_of(const struct step *s, const char *element);
/* How many threads one launch of it starts. */
double threads_at_once(const struct kernel_run *k);

#endif
