/* lines: the lines of a text, by number. */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Line `number` (from 1) and its length without its end; NULL: there is none. */
const char *line_at(const char *text, int number, size_t *n);
/* Has this line the words in it? */
bool line_has(const char *text, int number, const char *words);

#endif
