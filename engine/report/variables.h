/* variables: which of the student's variables a register holds. PTX has no names of its own, so they are found from
 * what nvcc does keep: the line of each instruction. A register is a variable's when a line assigns one variable alone,
 * and the register is what that line writes last, of that type; a parameter's when it is loaded from it. Where two
 * names would fit, it has none. */
#ifndef REPORT_VARIABLES_H
#define REPORT_VARIABLES_H

#include "base/arena.h"
#include "judge/trace.h"

struct variable {
	const char *name; /* "sum", "threadIdx.x" */
	bool given;       /* a parameter, an index: nothing in the kernel sets it */
};
struct variables {
	struct variable *of; /* of what each instruction of the trace writes; name NULL: not known */
	size_t n;
	struct arena names;
};

/* `source`: the file's text; NULL: there are no names. */
void variables_find(struct variables *v, const struct trace *t, const char *source);
void variables_release(struct variables *v);
/* The variable that a register holds; NULL: not known. */
const struct variable *variables_of(const struct variables *v, const struct trace *t, const char *reg, size_t n);
/* The next register after `at` in an instruction's text ("%r1"), and its length; NULL: there are no more. */
const char *variables_next_register(const char *at, size_t *n);

#endif
