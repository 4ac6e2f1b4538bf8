/* source_scan: steps over the text of a C++ file, for source_lines.c and source_shape.c. */
#ifndef JUDGE_SOURCE_SCAN_H
#define JUDGE_SOURCE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* What is read of one student's text is bounded. A job begins; whoever goes over characters adds how many (true: that
 * was too many); and when they were too many, nothing more is found, and what was found is not to be told. */
void source_begin(void);
bool source_costs(size_t characters);
bool source_spent(void);

/* The same text, as long and with the same lines, and with spaces for comments, strings and characters. One that is far
 * longer than a solution reads as empty, and so does every one when too much was read. The caller frees it. */
char *source_bare(const char *source);
/* The number of the line that `at` is in, from 1. */
int source_line_at(const char *text, const char *at);
/* The next place from s on where the text has the word as a word; NULL: there is none. */
const char *source_next_word(const char *text, const char *s, const char *word);
const char *source_past_space(const char *s);
/* Is it an address that is taken, "&name", where a name begins at `name` in a line that begins at `line`? */
bool source_addressed(const char *line, const char *name);
/* Past a bracketed part that begins here; s itself where none does, NULL where it does not end. */
const char *source_past(const char *s, char open, char close);

/* Past the "<<<...>>>" of a launch that begins here, and the space after it; NULL: none does, or it does not end. */
const char *source_past_launch(const char *s);

#endif
