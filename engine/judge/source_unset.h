/* source_unset: variables of a thread that not every thread gives a value. As in source_lines.h it is text that is
 * looked at: it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_UNSET_H
#define JUDGE_SOURCE_UNSET_H

#include <stdbool.h>

#include "base/arena.h"

/* A variable that is declared without a value, in the line *declared, and whose first use after it adds to it; NULL:
 * none is to be seen. */
const char *source_unset(struct arena *a, const char *source, int *declared);

/* A variable of a kernel that is set behind one `if` only, and read after it by whoever comes there. */
struct half_set {
	const char *name, *condition;
	int declared, set; /* lines: of its declaration, and of the first assignment */
	bool garbage;      /* it is declared without a value */
	bool waited;       /* one thread sets it (an if with "== 0"), and a barrier comes before the read: as if others
			      were to see it */
};
/* The first of them; false: none is to be seen. garbage: only one that is declared without a value; else only one that
 * has a value and is waited for. */
bool source_half_set(struct arena *a, const char *source, bool garbage, struct half_set *to);

/* A variable that is declared without a value, and that another place gets before it has one: "tile[x] = v;". */
struct read_unset {
	const char *name;
	int declared, read; /* lines */
};
bool source_read_unset(struct arena *a, const char *source, struct read_unset *to);

/* float v = 0; { float v = in[i]; } ... = v: the inner one is never used, and hides the outer one that was meant. */
struct hidden {
	const char *name;
	int outer, inner; /* lines of the declarations */
};
bool source_hidden(struct arena *a, const char *source, struct hidden *to);

#endif
