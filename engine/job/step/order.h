/* order: in which order the cases of a run go, when the rest need not, and how much work a launch may do. Small ones
 * go first, and the first that fails ends the judging: nobody waits for a big case of a wrong program. Pure functions.
 */
#ifndef JOB_ORDER_H
#define JOB_ORDER_H

#include "job/run/reference.h"
#include "job/run/runner.h"
#include "judge/result.h"

/* The cases' indices by the work that the reference does in them (by their bytes where nothing is counted), in `order`,
 * which has room for all. Equal ones stay as the manifest has them. */
void order_cases(const struct reference *ref, size_t *order);

/* Is it no work to speak of? */
bool order_small(const struct reference *ref, size_t i);

/* Is there anything to compute? Where there is not (n = 0) no kernel is needed: `if (n == 0) return;` is right. */
bool order_asks(const struct case_data *d);

/* Warp instructions that one launch of the student's may take, in any case. */
uint64_t order_budget(const struct reference *ref);
/* In this case, after those that have run: less where threads wrote the same element with the same value in one of
 * them, which is no race that could matter but multiplies with the size. */
uint64_t order_case_budget(const struct reference *ref, const struct result *r, size_t i);

/* Allow a case that much: the processes start anew when it is another number than before. */
int order_allow(struct runner *run, const struct reference *ref, const struct result *r, size_t i, struct err *e);

/* The message of a case whose kernel is proved to be endless, with the line of the student's file that it is about, in
 * *at, too. */
const char *order_endless(struct arena *a, const char *file, const struct run_outcome *o, struct fault_place *at);

/* How a message of order_explain() begins. */
#define ORDER_STOPPED "The kernel was stopped after "

/* What is said of a case in which the budget ended a launch. Where cases of `r` were right it is too much work
 * (gate-failed): any in the perf case; in another those that took far too much already. Else it is a timeout. Stopped
 * work is no proof of an endless loop, and says so. */
void order_explain(struct arena *a, const struct reference *ref, size_t i, const struct run_outcome *o,
	const char *file, const struct result *r, struct case_result *c);

/* In both: there are many more threads than are needed. */
#define ORDER_LAUNCHED ". The launch starts "

/* The message of a case whose solve() did not return: a loop of the host's that launches a kernel again and again is
 * told from a kernel that takes long. Others stay as they are. */
const char *order_relaunched(
	struct arena *a, const struct reference *ref, size_t i, const struct run_outcome *o, const char *message);

/* How a message of order_wasteful() begins. */
#define ORDER_WASTEFUL "The kernels execute "

/* A right case becomes gate-failed where it took so much that no bigger one can pass (work, or launches), or, the perf
 * case, as much as the budget would stop if it were big. */
void order_wasteful(struct arena *a, const struct reference *ref, size_t i, const struct run_outcome *o,
	const char *file, struct case_result *c);

#endif
