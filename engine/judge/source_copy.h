/* source_copy: which call of a copy a message is about. As in source_lines.h it is text that is looked at: it serves to
 * word advice, and never to judge. */
#ifndef JUDGE_SOURCE_COPY_H
#define JUDGE_SOURCE_COPY_H

enum copy_side { SIDE_ANY, SIDE_DEVICE, SIDE_HOST };

/* The side that these words name, "device memory" or "the host's pinned memory"; SIDE_ANY: none of the two. */
enum copy_side source_copy_side(const char *words);

/* The line of the only call ("cudaMemcpy") with this direction ("cudaMemcpyHostToDevice") whose pointers may lie on
 * these sides, by the calls that gave them their memory; 0: there is none, or more than one. */
int source_copy_line(
	const char *source, const char *call, const char *direction, enum copy_side to, enum copy_side from);

#endif
