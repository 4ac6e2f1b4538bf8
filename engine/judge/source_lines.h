/* source_lines: where the text of a student's file has something, comments left out. It is text that is looked at, no
 * C++: macros, other names for the same thing and code in headers are not seen. So it serves to point at a line, and
 * never to judge. Lines count from 1; 0: there is none, or it is not the only one. */
#ifndef JUDGE_SOURCE_LINES_H
#define JUDGE_SOURCE_LINES_H

#include <stdbool.h>

#include "base/arena.h"

/* The only line that has the word. */
int source_only_line(const char *source, const char *word);

/* Does a call of the function stand anywhere? */
bool source_calls(const char *source, const char *function);

/* The only line that launches the kernel: `name<<<`. What follows the name of `kernel` ("<float>(float*)") does not
 * matter. */
int source_launch_line(const char *source, const char *kernel);

/* Does each launch of the file, <<<...>>>(...), name it among the kernel's arguments? */
bool source_launch_gets(const char *source, const char *name);

/* The only line that writes an element of the array: `name[...] = ` or another assignment. */
int source_store_line(const char *source, const char *array);

/* The condition of the loop that begins in this line: "i < n" of a for or a while; NULL where there is none to be seen.
 */
const char *source_condition(struct arena *a, const char *source, int line);

/* The names in an expression, each once, in words: "i and n"; NULL: there are none. */
const char *source_names(struct arena *a, const char *expression);

#endif
