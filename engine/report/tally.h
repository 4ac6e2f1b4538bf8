/* tally: how many of a list of results pass, fail, are to do or could not be judged. The one rule behind every check
 * format and the exit status (report_exit_status). Private to engine/report. */
#ifndef REPORT_TALLY_H
#define REPORT_TALLY_H

#include "judge/result.h"

struct tally {
	int pass, fail, todo, not_judged;
	double seconds;
};
struct tally tally_of(const struct result *const *r, size_t n);
/* "1-neighbours": the step's own name inside its lab; from the id alone when there is no step. */
const char *result_step_name(const struct result *r, char *dst, size_t size);
/* "02-coalescing". */
const char *result_lab_name(const struct result *r, char *dst, size_t size);
/* The judge's headline (it names the first bad element, its pattern, a missed gate and why), or the verdict's meaning.
 * Never NULL. */
const char *result_sentence(const struct result *r);

#endif
