/* source_type: variables whose type can't hold what is put into them. As in source_lines.h it is text that is looked
 * at: it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_TYPE_H
#define JUDGE_SOURCE_TYPE_H

#include <stdbool.h>

#include "base/arena.h"

/* A variable of a kernel, or of a function that kernels call, that is declared to hold whole numbers. */
struct whole_variable {
	const char *name, *type; /* "sum", "int" */
	int declared;            /* line */
};

/* The first that makes the value of the statement in this line: "int sum = 0; ... c[i] = sum;". Names in an index are
 * left out. false: there is none, or what stands there is no assignment. */
bool source_whole_variable(struct arena *a, const char *source, int line, struct whole_variable *to);

#endif
