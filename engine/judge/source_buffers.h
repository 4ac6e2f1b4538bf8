/* source_buffers: shared arrays that are buffers, of which one is read while the other is filled: "tile[2][16][16]",
 * "tile[now][y][x]". As in source_lines.h it is text that is looked at: it serves to word advice, and never to judge.
 */
#ifndef JUDGE_SOURCE_BUFFERS_H
#define JUDGE_SOURCE_BUFFERS_H

#include <stdbool.h>

#include "base/arena.h"

struct buffer_use {
	const char *array, *index; /* "tile", "1 - now": the first index */
};

/* The buffers that the statement in this line names; of several the first. Its first index is no number, and other
 * lines of the kernel have another one. false: it names none. */
bool source_buffer(struct arena *a, const char *source, int line, struct buffer_use *to);
/* Do both lines name the same one of the same buffers? Then this is it. */
bool source_same_buffer(struct arena *a, const char *source, int line, int other, struct buffer_use *to);

/* The variable that says which buffer is at work, and that nothing changes after its declaration. */
struct still_buffer {
	const char *array, *name;
	int declared; /* line */
};
bool source_still_buffer(struct arena *a, const char *source, struct still_buffer *to);

#endif
