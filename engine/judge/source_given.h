/* source_given: what of a file is as the lab gave it. As in source_lines.h it is text that is looked at. */
#ifndef JUDGE_SOURCE_GIVEN_H
#define JUDGE_SOURCE_GIVEN_H

#include <stdbool.h>

#include "base/arena.h"

struct todo_elsewhere {
	const char *todo; /* the function in which the starter has its only TODO */
	int head,
		call; /* lines of the source: where it begins; its only call of the function below, 0: none, several */
	const char *calls; /* where there are several: ", in lines 47, 48 and 54"; else NULL */
	const char *given; /* the function in which the line is that was asked for */
};
/* Is this line of the source in a kernel's function that stands as the lab gave it, and that has no TODO? Of the rest
 * of the starter the source may lack functions that it no longer names; all else has to be unchanged. false: it can't
 * be told, either. */
bool source_todo_elsewhere(
	struct arena *a, const char *source, const char *starter, int line, struct todo_elsewhere *to);

#endif
