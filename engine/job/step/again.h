/* again: is a case wrong because an earlier call of solve() left something behind? One process calls solve() for all
 * cases, one after the other, as programs do. What came out wrong there is run once more as the first call of a fresh
 * process: right there means that the call is wrong only after others.
 */
#ifndef JOB_AGAIN_H
#define JOB_AGAIN_H

#include "job/run/reference.h"
#include "job/run/runner.h"

/* `d` has the sizes of a case that was right already, and other values; `c` is that case. The process that has run all
 * cases is called once more: what is wrong then is said of `c`. A program that keeps answers by size gives the old
 * ones. 0, or -1 as runner_case. */
int again_other(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	struct case_result *c, struct err *e);
/* Run the case in a fresh process, in the order of threads that `schedule` names (0: the natural one). *right: its
 * outputs are. The next case goes on in that process. 0, or -1 as runner_case. */
int again_first(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	uint64_t schedule, bool *right, struct err *e);

/* A case that came out wrong, as in `m`, in the natural order: does it come out otherwise in one of a few others, where
 * the natural one gives the same as before? In *words what is different, or NULL. What may differ by rounding counts
 * only where it is right then. */
int again_varies(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	const struct mismatch *m, const char **words, struct err *e);

#endif
