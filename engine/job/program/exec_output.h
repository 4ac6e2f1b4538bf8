/* exec_output: what a program printed in two runs, compared line by line.
 *
 * Most samples print how long their kernels took. That time is modelled from what the caches and the schedulers met, so
 * another order of threads gives another time, and rightly so: it says nothing about the result. A number is taken for
 * a time or a rate when a unit stands after it
 * ("0.15 ms", "812.5 GB/s", "31.6 options per second") or, if it has a fraction, when a word such as "time" or a rate's
 * unit ("Gsamples/s: 0.5") stands between it and the number before. All else has to be the same.
 */
#ifndef JOB_EXEC_OUTPUT_H
#define JOB_EXEC_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Two lines (no NUL is needed) are the same but for times, rates and how many blanks stand in a place. */
bool exec_same_line(const char *a, size_t na, const char *b, size_t nb);

/* What a program's kernels print comes in the order in which threads come by, which is promised by nobody. Do two runs
 * of a program print the same but for the order of the lines that its kernels printed (*_printed)? False, also: the
 * kernels printed nothing, or not the same lines. */
bool exec_same_but_for_order(const char *a, const char *a_printed, const char *b, const char *b_printed);

#endif
