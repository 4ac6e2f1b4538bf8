/* source_idle: parts of a student's file that do nothing, by what its text says alone: a call without its brackets, a
 * comparison in place of an assignment, or the reverse, a kernel that nobody launches. As in source_lines.h it serves
 * to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_IDLE_H
#define JUDGE_SOURCE_IDLE_H

#include <stdbool.h>

#include "base/arena.h"

struct idle_statement {
	const char *words; /* "__syncthreads", "ready[p] == 1" */
	bool call;         /* a function's name without (); else it compares */
	bool assigns;      /* neither: a condition that assigns, "while (ready[p] = 0)" */
	int line;
};
/* The first; false: none is to be seen. */
bool source_idle(struct arena *a, const char *source, struct idle_statement *to);

/* The first kernel whose name stands nowhere but at its head, in a file with solve(), and its line; NULL: none. */
const char *source_unlaunched(struct arena *a, const char *source, int *line);

#endif
