/* diagnostics.c: from what nvcc, gcc and ld print to what a student reads: the file's own name, no folders of ours, no
 * control bytes. */
#include <ctype.h>
#include <string.h>

#include "base/literal.h"
#include "toolchain/internal.h"

enum { KEEP = 65536 };

/* Does `text` (n bytes) begin with `word`? */
static bool begins(const char *text, size_t n, const char *word)
{
	size_t len = strlen(word);

	return len && n >= len && !memcmp(text, word, len);
}

static bool in_name(char c)
{
	return literal_in_word(c) || c == '-' || c == '.';
}

/* nvcc's own part of an intermediate's name, tmpxft_00005a36_00000000-6_: its length, or 0. It differs from run to run.
 */
static size_t scratch_prefix(const char *text, size_t n)
{
	size_t i = strlen("tmpxft_");

	if (!begins(text, n, "tmpxft_"))
		return 0;
	for (int parts = 0; i < n && in_name(text[i]); i++)
		if (text[i] == '_' && ++parts == 2)
			return i + 1;
		else if (text[i] != '_' && text[i] != '-' && !isxdigit((unsigned char)text[i]))
			break;
	return 0;
}

/* The compiler's text for the assembler, ccKafZhF.s: the length of its name, or 0. It differs from run to run. */
static size_t assembly_name(const char *text, size_t n)
{
	enum { LENGTH = sizeof "ccKafZhF.s" - 1 };

	if (!begins(text, n, "cc") || n <= LENGTH || memcmp(text + LENGTH - 2, ".s:", 3))
		return 0;
	for (size_t i = 2; i < LENGTH - 2; i++)
		if (!isalnum((unsigned char)text[i]))
			return 0;
	return LENGTH;
}

void diagnostics_clean(
	struct buf *out, const char *text, size_t len, const char *dir, const char *compiled, const char *shown_as)
{
	struct buf b;
	size_t before = out->len;

	buf_init(&b);
	for (size_t i = 0; i < len;) {
		bool word_start = i == 0 || !in_name(text[i - 1]);

		if (begins(text + i, len - i, dir)) {
			i += strlen(dir);
			if (i < len && text[i] == '/')
				i++;
		} else if (word_start && scratch_prefix(text + i, len - i)) {
			i += scratch_prefix(text + i, len - i);
		} else if (word_start && assembly_name(text + i, len - i)) {
			buf_puts(&b, "assembly");
			i += assembly_name(text + i, len - i);
		} else if (word_start && begins(text + i, len - i, compiled)) {
			buf_puts(&b, shown_as);
			i += strlen(compiled);
		} else {
			buf_putc(&b, text[i++]);
		}
	}
	buf_add_scrubbed(out, b.data, b.len > KEEP ? KEEP : b.len);
	buf_release(&b);
	/* Scrubbing may lengthen; the promise is about what comes out. */
	if (out->len - before > KEEP) {
		out->len = before + KEEP;
		out->data[out->len] = '\0';
	}
}

/* Past a comment, string or character constant that begins at i; i itself when none does. */
static size_t skip_quoted(const char *s, size_t len, size_t i)
{
	if (s[i] == '/' && i + 1 < len && s[i + 1] == '/') {
		while (i < len && s[i] != '\n')
			i++;
	} else if (s[i] == '/' && i + 1 < len && s[i + 1] == '*') {
		for (i += 2; i < len && !(s[i] == '/' && s[i - 1] == '*'); i++)
			;
		i += i < len;
	} else if (s[i] == '"' || s[i] == '\'') {
		char q = s[i++];

		for (; i < len && s[i] != q && s[i] != '\n'; i++)
			if (s[i] == '\\')
				i++;
		i += i < len;
	}
	return i < len ? i : len;
}

int source_line_of(const char *src, size_t len, const char *name)
{
	size_t n = strlen(name);
	int line = 1;

	for (size_t i = 0; i < len;) {
		size_t next = skip_quoted(src, len, i), after;

		if (next == i)
			next = i + 1;
		if (begins(src + i, len - i, name) && (i == 0 || !literal_in_word(src[i - 1]))) {
			for (after = i + n; after < len && (src[after] == ' ' || src[after] == '\t'); after++)
				;
			if (after < len && src[after] == '(')
				return line;
		}
		for (; i < next; i++)
			line += src[i] == '\n';
	}
	return 0;
}
