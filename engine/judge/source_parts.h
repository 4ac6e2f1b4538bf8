/* source_parts: parts of a text that source_bare() made: bodies of functions, conditions and what they govern, items of
 * lists. For the files source_*.c. */
#ifndef JUDGE_SOURCE_PARTS_H
#define JUDGE_SOURCE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

struct span { /* a part of the text: [begin, end) */
	const char *begin, *end;
};

struct condition {
	const char *at;             /* its "if", "while" or "for" */
	struct span words, governs; /* of a for what stands between the semicolons; a block, or one statement */
	bool loop;
};

bool span_has(struct span s, const char *at);
/* Do the two hold the same text? Is it this one? */
bool span_same(struct span x, struct span y);
bool span_is(struct span s, const char *text);
bool span_has_word(struct span s, const char *word);
/* __syncthreads(), __syncwarp(), or the sync() of a group. */
bool span_has_barrier(struct span s);
/* Without the spaces at its ends. */
struct span span_trimmed(struct span s);
/* The body of the kernel or __device__ function that `at` is in; empty: it is in none. */
struct span source_body(const char *text, const char *at);
/* The same of the line that begins at `here`; NULL: there is no such line, and so no body. */
struct span source_body_around(const char *text, const char *here);
/* Where the function begins whose body this is: its "__global__" or "__device__"; NULL: it is not to be seen. */
const char *source_head(const char *text, struct span body);
/* Its name, the first word before a bracket that is no attribute; "": there is none. The caller frees it. */
char *source_head_name(const char *head);
/* The next "if (...)", "while (...)" or "for (...)" from *s on, and *s moves to its bracket; false: none is left. */
bool source_next_condition(const char *text, const char **s, const char *end, struct condition *c);
/* The i-th of a list "(a, b, c)" that begins at its bracket; empty: there are not as many. */
struct span source_nth(const char *open, char close, size_t i);

#endif
