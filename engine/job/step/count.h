/* count: the counters of one case from the emulator, for what has run on a GPU, which gives them only to its
 * administrator. */
#ifndef JOB_COUNT_H
#define JOB_COUNT_H

#include "job/run/runner.h"

/* Run the case as `spec` says (its step budget aside) and put kernels, counters and timeline into `side`; times stay.
 * Where it does not run to its end that is a note of `r`. -1 when cancelled or when our processes fail. */
int count_side(const struct runner_spec *spec, const struct case_data *d, struct result *r, struct side *side,
	struct run_outcome *o, struct err *e);

#endif
