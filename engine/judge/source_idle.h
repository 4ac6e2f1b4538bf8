/* source_idle: parts of a student's file that do nothing, by what its text says alone: a call without its brackets, a
 * comparison in place of an assignment or the reverse, an if that ends at once, a kernel that nobody launches. As in
 * source_lines.h it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_IDLE_H
#define JUDGE_SOURCE_IDLE_H

#include <stdbool.h>

#include "base/arena.h"

struct idle_statement {
	const char *words; /* "__syncthreads", "ready[p] == 1" */
	bool call;         /* a function's name without (); else it compares */
	int line;
};
/* The first; false: none is to be seen. */
bool source_idle(struct arena *a, const char *source, struct idle_statement *to);

struct condition_sets {           /* "if (j = i)" */
	const char *name, *words; /* "j", "j = i" */
	int line;
};
/* The first "if" or "while" whose condition gives a variable a value, where a comparison was meant; false: none is. A
 * call's result that is kept, "while (p = next(p))", is meant. */
bool source_condition_sets(struct arena *a, const char *source, struct condition_sets *to);

/* An if or a for with a ; right behind its brackets, so that what was meant to be its body is none. */
struct head_slip {
	const char *word; /* "if" */
	bool waits;       /* an if that reads an atomic, its ; on a line of its own: it was meant to be a while */
	int line;
};
/* The first; false: none is to be seen. A for counts only where the next line is indented as its body, or in braces. */
bool source_head_slip(const char *source, struct head_slip *to);

/* The first kernel whose name stands nowhere but at its head, in a file with solve(), and its line; NULL: none. */
const char *source_unlaunched(struct arena *a, const char *source, int *line);

/* Did the starter launch this kernel, and launches the file one that the starter does not have? Then that one has taken
 * its place. */
bool source_replaced(const char *source, const char *starter, const char *kernel);

#endif
