/* source_given: what of a file is as the lab gave it. As in source_lines.h it is text that is looked at. */
#ifndef JUDGE_SOURCE_GIVEN_H
#define JUDGE_SOURCE_GIVEN_H

#include "base/arena.h"

/* The function of a kernel's code in which the starter has its only TODO, where the rest of the starter is unchanged in
 * the source, and this line of the source is in a kernel outside of that function. Its line in the source goes to *at;
 * NULL: it can't be told. */
const char *source_todo_elsewhere(struct arena *a, const char *source, const char *starter, int line, int *at);

#endif
