/* text: foreign bytes -> characters that are safe on a terminal, and their columns. No curses.
 *
 * Invariant: what text_clean wrote is valid UTF-8 (or plain ASCII when the terminal has no UTF-8) without control
 * characters, tabs or characters that reorder what follows. Every string that reaches the screen went through it
 * exactly once.
 */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Decode one character (n > 0). Returns the bytes it took, at least 1. Control bytes (newline and tab too), broken
 * UTF-8 and bidirectional overrides come back as '?'. */
size_t text_next(const char *p, size_t n, uint32_t *cp);
/* Columns of a character: 0 (combining), 1 or 2. */
int text_char_width(uint32_t cp);
int text_width(const char *s, size_t n);
int text_columns(const char *s); /* of a whole string */
/* Bytes of the longest prefix of at most `cols` columns, with the combining marks of its last character. */
size_t text_cut(const char *s, size_t n, int cols);
/* Append clean text. A newline becomes a space, a tab fills up to the next multiple of 8 columns, counted from
 * `column`. Without `utf8` other characters become their nearest ASCII spelling, or '?'. */
void text_clean(struct buf *out, const char *s, size_t n, bool utf8, int column);
/* The same of a line of source code: each tab in front is TEXT_CODE_INDENT columns, so that there is room for the code.
 */
enum { TEXT_CODE_INDENT = 2 };
void text_code(struct buf *out, const char *line, size_t n, bool utf8);
/* A character's spelling in ASCII, "?" where there is none. */
const char *text_ascii(uint32_t cp);
/* `cp` as UTF-8 (1 to 4 bytes into dst). */
size_t text_encode(uint32_t cp, char dst[4]);
/* Does `hay` contain `needle`, upper and lower case alike (ASCII)? An empty needle is in nothing. */
bool text_contains(const char *hay, const char *needle);

#endif
