/* inputs: what goes into solve() in one case, made from the seed alone: the same seed, step and case give the same
 * bytes on every machine. The judge makes them once and hands copies to the student's and the reference's process;
 * outputs come back into a struct outputs for each run, which starts out as poison.
 */
#ifndef JUDGE_INPUTS_H
#define JUDGE_INPUTS_H

#include <stdint.h>

#include "base/err.h"
#include "lab/lab.h"

#define POISON_BYTE 0xFF

struct case_arg {
	const struct arg *arg;
	uint64_t count, bytes; /* of a buffer; ARG_VALUE: 1 and the size of its type */
	void *data;            /* in, inout: `bytes` filled bytes; NULL for out and value */
	enum memory memory;    /* of an argument with one of its own */
	uint64_t value;        /* ARG_VALUE: raw bits in the low bytes, as the type has them */
};
struct case_data {
	const struct step *step;
	const struct test_case *tc;
	struct case_arg *args; /* step->nargs of them */
};
/* -1: an expression is wrong (ERR_INPUT; catalogue_load has checked them) or there is too little memory (ERR_ENV). */
int case_data_make(struct case_data *d, const struct step *s, const struct test_case *tc, uint64_t seed, struct err *e);
void case_data_release(struct case_data *d);

/* One run's outputs: data[i] is `bytes` of poison for each out and inout argument, NULL for the others. */
struct outputs {
	void **data;
	size_t n;
};
int outputs_make(struct outputs *o, const struct case_data *d, struct err *e);
void outputs_release(struct outputs *o);
/* On a GPU, and in other orders of threads, what solve() timed itself (arg->milliseconds) is another number in each
 * run: those elements of `got` that can be times, finite and greater than 0, become those of `want`, which others are
 * compared with, too, and stays as it is. The rest is compared. */
void outputs_accept_times(const struct case_data *d, const struct outputs *got, const struct outputs *want);

#endif
