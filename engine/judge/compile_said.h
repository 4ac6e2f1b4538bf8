/* compile_said: nvcc's diagnostics, message by message: at which line, in which words, and for the commonest mistakes
 * of beginners one sentence of help (compile_help.def). Pure text: it is given what toolchain_compile collected. */
#ifndef JUDGE_COMPILE_SAID_H
#define JUDGE_COMPILE_SAID_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum said_kind { SAID_ERROR, SAID_WARNING, SAID_NOTE, SAID_OTHER };

/* All of it points into the diagnostics. */
struct compile_said {
	enum said_kind kind;
	const char *text; /* all its lines, the quoted source too, without empty ones at the end */
	size_t n;
	const char *file; /* NULL: it names none */
	size_t nfile;
	int line;            /* 0: none */
	const char *message; /* after "error: ", its first line */
	size_t nmessage;
	const char *quote; /* the source line that nvcc shows below it, NULL: none */
	size_t nquote;
};
/* The message that begins at *at, which moves on to the next one. False at the end. */
bool compile_said_next(const char **at, struct compile_said *s);
const char *said_kind_word(enum said_kind k); /* "error", ... */

/* Appends the sentence of help; false: the table has none. */
bool compile_said_help(const struct compile_said *s, struct buf *out);
/* The row of compile_help.def that it fits, NULL: none. */
const char *compile_said_row(const struct compile_said *s);
size_t compile_help_rows(void);
const char *compile_help_row(size_t i);

/* The first error in `file` (a base name; NULL: in any); false: there is none with a line. A missing } is where the
 * block begins that it would close. */
bool compile_said_first(const char *diagnostics, const char *file, struct compile_said *s);

/* Each message once, as nvcc compiles a file for the CPU and for the GPU; and without the notes that are of no file
 * called `file` (a base name): nvcc lists what each header offers beside a call that fits none of it. */
void compile_said_own(const char *diagnostics, const char *file, struct buf *out);

/* The compiler's words with the sentences between them, each once: for a stream of text. */
void compile_said_explain(const char *diagnostics, struct buf *out);

#endif
