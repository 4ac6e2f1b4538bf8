/* literal: comments, texts in quotes and characters of C and CUDA sources, for those who look for words and want none
 * of these. */
#ifndef BASE_LITERAL_H
#define BASE_LITERAL_H

#include <stdbool.h>

/* Is it a character of a C name or number: a letter, a digit, an underscore? The same in every locale. */
bool literal_in_word(char c);

/* After the comment, string or character that begins at `s`; `s` itself where none does. [begin, end) is the text
 * around it. A comment to the end of its line ends before the line break. One that is not closed ends with its line, a
 * long comment with the text. Raw strings (R"...") are taken for plain ones. */
const char *literal_past(const char *begin, const char *s, const char *end);

#endif
