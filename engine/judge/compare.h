/* compare: is a run's output the reference's, by the step's rule (docs/judging.md)? Plain bytes in, a struct mismatch
 * out.
 *
 * Invariant: nothing passes that was not shown to be within the allowance; NaN, infinities and poison included.
 */
#ifndef JUDGE_COMPARE_H
#define JUDGE_COMPARE_H

#include "base/arena.h"
#include "base/err.h"
#include "judge/inputs.h"
#include "judge/result.h"

/* Every output of a case. `magnitude` holds the outputs of the reference's magnitude() and is needed for COMPARE_SUM
 * only (NULL otherwise). *m is filled with the first output that differs (m->any false: none does); its strings live in
 * `a`. -1 (ERR_INPUT) when the reference is at fault: it left an element unwritten, gave a NaN or a magnitude that
 * can't be one. That is never the student's: not-judged. */
int compare_case(struct arena *a, const struct case_data *d, const struct outputs *got, const struct outputs *want,
	const struct outputs *magnitude, struct mismatch *m, struct err *e);

/* The parts of it, for tests and for pattern.c: element i of an output. */
struct elements {
	enum elem_type type;
	const struct compare *how;
	uint64_t count;
	uint64_t dim[3];
	size_t ndim; /* shape, outermost first; ndim 0 = flat */
	const void *got, *want;
	const void *magnitude; /* NULL unless COMPARE_SUM */
	const void *before;    /* what an inout buffer held before the call, NULL for out */
};
bool element_ok(const struct elements *el, uint64_t i);
bool element_poisoned(const struct elements *el, uint64_t i);
/* Of an element of which the first bytes came only, and the others are poison: how many. 0: it is none. */
int element_came(const struct elements *el, uint64_t i);
double element_excess(
	const struct elements *el, uint64_t i); /* error in units of the allowance; infinite when there is none */
double element_value(enum elem_type t, const void *p, uint64_t i);

/* The elements of output i of a case, as compare_case sees them. -1 as compare_case. */
int elements_of(struct elements *el, const struct case_data *d, size_t i, const struct outputs *got,
	const struct outputs *want, const struct outputs *magnitude, struct err *e);
/* "out[3][17]" */
const char *element_place(struct arena *a, const char *name, const struct elements *el, uint64_t i);

/* One sentence about where the wrong elements lie and what they hold, or NULL when nothing true and useful can be said.
 */
/* How a pattern begins to say that nobody wrote these elements. */
#define PATTERN_UNWRITTEN "never written"
const char *pattern_describe(struct arena *a, const struct elements *el, uint64_t wrong);
/* The same of those wrong elements that `some` (el->count flags) names: `wrong` of them. */
const char *pattern_describe_some(
	struct arena *a, const struct elements *el, const unsigned char *some, uint64_t wrong);

#endif
