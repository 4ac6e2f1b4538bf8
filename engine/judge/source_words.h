/* source_words: a small set of a text's names, and which others their values are made of. For the files source_*.c. */
#ifndef JUDGE_SOURCE_WORDS_H
#define JUDGE_SOURCE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "judge/source_parts.h"

enum { SOURCE_WORDS = 32, SOURCE_WORD = 64 };

struct source_words { /* what does not fit is left out */
	char at[SOURCE_WORDS][SOURCE_WORD];
	size_t n;
};

/* The variables in it: no numbers, fields, built-in names, and nothing that is called or indexed. */
void source_words_add(struct source_words *w, const char *text, struct span s);
bool source_words_has(const struct source_words *w, const char *word);
/* And those of which the body makes them above `end`: of i also k, where it has "i = 4 * k". What comes from memory
 * or by a choice is none. */
void source_words_follow(struct source_words *w, const char *text, struct span body, const char *end);
/* Does the body give it a value above `end`? */
bool source_assigned(const char *text, struct span body, const char *end, const char *word);

#endif
