/* source_barrier: what keeps some threads of a block away from a barrier, by the text around it. As in source_lines.h
 * it serves to word advice, and never to judge. */
#ifndef JUDGE_SOURCE_BARRIER_H
#define JUDGE_SOURCE_BARRIER_H

#include <stdbool.h>

#include "base/arena.h"

struct barrier_missed {
	enum {
		MISSED_IN_IF,   /* the barrier stands in an if */
		MISSED_LEFT,    /* an if before it takes threads past it, or out of the loop */
		MISSED_IN_LOOP, /* the barrier stands in a loop that does not turn as often in each thread */
	} how;
	bool grid; /* it is one of the grid: in place of threadIdx it may depend on blockIdx */
	int line;
	const char *words;  /* the condition; of a for what stands between its brackets */
	const char *leaves; /* of MISSED_LEFT: "break", "continue" or "return" */
};
/* The nearest such place of the kernel's text, for the barrier in this line (__syncthreads(), or sync() of the grid),
 * whose condition depends on threadIdx; false: none is to be seen. */
bool source_barrier_missed(struct arena *a, const char *source, int line, struct barrier_missed *to);

/* A barrier of the kernel between two of its lines that stands in an if within them: the line of the barrier, and the
 * if's words. 0: there is none, or one that stands in no if. */
int source_barrier_in_if(struct arena *a, const char *source, int from, int to, const char **words);

#endif
