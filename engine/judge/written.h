/* written: who wrote the wrong elements last (struct written in result.h), grouped and in words. */
#ifndef JUDGE_WRITTEN_H
#define JUDGE_WRITTEN_H

#include "base/arena.h"
#include "judge/compare.h"

#define WRITTEN_MAX 5 /* groups that are kept */

struct writing {
	enum writer by;
	const char *kernel;
	struct thread_place at;
}; /* of one element; strings live in the arena */
/* Group `n` wrong elements (index[], ascending) of the output that `m` is about by the line that wrote them, into
 * m->written. An element that the host wrote and that still holds what it held before the call is nobody's. `all`:
 * these are all wrong elements, so counts and patterns mean something. */
void written_group(struct arena *a, const struct elements *el, const uint64_t *index, const struct writing *w, size_t n,
	bool all, struct mismatch *m);
/* "out[17] was last written by thread (17,0,0) in block (0,0,0) at x.cu:12, in add; that line wrote 5 of the wrong
 * elements (every element from 1004 on)". */
const char *written_words(struct arena *a, const struct written *w);
const char *writer_word(enum writer w); /* "kernel", "host", "nobody", "unknown" */

#endif
