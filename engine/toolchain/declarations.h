/* declarations: the text of headers, preprocessed with its macros kept (g++ -E -dD), taken apart into declarations, so
 * that a file can be compiled with those alone that it needs. nvcc reads its headers four times for each file; most
 * kernels need a fiftieth of them.
 *
 * What a file needs: the declarations of each name that stands in it, of each name that stands in those, and so on. A
 * declaration whose name stands nowhere can change nothing: overloads of a needed name are all needed, operators and
 * what is not understood always are. Declarations keep their order, their place (file and line) and their text.
 *
 * [cpp] "Preprocessor Output" of GCC's documentation has the lines that begin with '#'. */
#ifndef TOOLCHAIN_DECLARATIONS_H
#define TOOLCHAIN_DECLARATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct declarations;

/* `text`, of `len` bytes, is read as long as the result lives. NULL: it is no text that is understood (what is opened
 * is not closed). The caller frees the result. */
struct declarations *declarations_parse(const char *text, size_t len);
void declarations_free(struct declarations *d);

/* What is wanted of them. */
struct wanted {
	const char *source;         /* the file's text, with a 0 at its end */
	const char *const *defines; /* "-DTILE=16", NULL-terminated; NULL: none */
	bool system;                /* it includes headers of the system: all of theirs, and all macros */
};
/* Append what is wanted to `out`. False, and nothing is appended: the names that the file makes can't be told (a needed
 * macro pastes names together; a define has a name of the headers). */
bool declarations_needed(const struct declarations *d, const struct wanted *w, struct buf *out);

/* How many declarations and macros there are. */
size_t declarations_count(const struct declarations *d);
size_t declarations_macros(const struct declarations *d);

#endif
