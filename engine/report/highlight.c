/* highlight: see highlight.h. */
#include "report/highlight.h"

#include <ctype.h>
#include <string.h>

#include "base/literal.h"
#include "report/doc/text.h"

static bool word_part(char c)
{
	return literal_in_word(c) || (unsigned char)c >= 0x80;
}

/* CUDA's own are in the table, begin with two underscores (__global__, __syncthreads), or with "cuda" or "atomic". */
static enum style style_of_word(const char *w, size_t n)
{
	static const struct {
		enum style style;
		const char *word;
	} words[] = {
#define WORD(kind, word) { STYLE_##kind, word },
#include "report/highlight.def"
	};

	if ((n > 4 && (!strncmp(w, "__", 2) || !strncmp(w, "cuda", 4))) || (n > 6 && !strncmp(w, "atomic", 6)))
		return STYLE_CUDA;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i].word) == n && !memcmp(words[i].word, w, n))
			return words[i].style;
	return STYLE_TEXT;
}

/* To the end of a comment that has begun, at p or before. */
static size_t comment_end(struct highlight *h, const char *p, size_t i, size_t n)
{
	for (; i < n; i++)
		if (p[i] == '*' && i + 1 < n && p[i + 1] == '/') {
			h->in_comment = false;
			return i + 2;
		}
	h->in_comment = true;
	return n;
}

static size_t string_end(const char *p, size_t i, size_t n)
{
	char quote = p[i++];

	while (i < n && p[i] != quote)
		i += p[i] == '\\' ? 2 : 1;
	return i < n ? i + 1 : n;
}

/* What begins at p[i] ends there; *s is its style. */
static size_t token(struct highlight *h, const char *p, size_t i, size_t n, enum style *s)
{
	size_t end = i + 1;

	*s = STYLE_TEXT;
	if (h->in_comment || (p[i] == '/' && end < n && p[end] == '*')) {
		*s = STYLE_COMMENT;
		return comment_end(h, p, h->in_comment ? i : i + 2, n);
	}
	if (p[i] == '/' && end < n && p[end] == '/') {
		*s = STYLE_COMMENT;
		return n;
	}
	if (p[i] == '"' || p[i] == '\'') {
		*s = STYLE_LITERAL;
		return string_end(p, i, n);
	}
	if (p[i] == '#' && strspn(p, " ") == i) { /* #define, #include, #pragma */
		*s = STYLE_CUDA;
		while (end < n && p[end] == ' ')
			end++;
		while (end < n && isalpha((unsigned char)p[end]))
			end++;
		return end;
	}
	if (isdigit((unsigned char)p[i])) {
		*s = STYLE_LITERAL;
		while (end < n && (word_part(p[end]) || p[end] == '.'))
			end++;
	} else if (word_part(p[i])) {
		while (end < n && word_part(p[end]))
			end++;
		*s = style_of_word(p + i, end - i);
	}
	return end;
}

/* Up to where the text from `from` on goes into `room` columns: the last blank of their second half, if it has one. */
static size_t piece_end(const struct buf *text, size_t from, int room)
{
	const char *s = text->data + from;
	size_t n = text->len - from, fits = text_cut(s, n, room), k = fits;

	if (fits >= n)
		return text->len;
	if (s[fits] == ' ')
		return from + fits;
	while (k > fits / 2 && s[k - 1] != ' ')
		k--;
	return from + (k > fits / 2 ? k : fits ? fits : n);
}

/* With `h` NULL all of it in one style. */
static void put(struct highlight *h, enum style all, const char *line, size_t n, struct doc *d)
{
	int column = doc_column(d), room = d->width - column, in = 0;
	struct buf clean;
	size_t to, skip = 0;

	buf_init(&clean);
	text_code(&clean, line, n, d->utf8);
	room = room > 1 ? room : 1;
	while (clean.len && clean.data[in] == ' ')
		in++;
	in = in + 2 * TEXT_CODE_INDENT < room / 2 ? in + 2 * TEXT_CODE_INDENT : 0;
	to = clean.len ? piece_end(&clean, 0, room) : 0;
	for (size_t i = 0, end; i < clean.len; i = end) {
		enum style s = all;

		end = h ? token(h, clean.data, i, clean.len, &s) : clean.len;
		for (size_t at = i; at < end;) {
			size_t stop = end < to ? end : to;

			if (at < skip) { /* blanks between two pieces */
				at++;
				continue;
			}
			doc_putn(d, s, clean.data + at, stop - at);
			at = stop;
			if (at < to || to == clean.len)
				continue;
			for (skip = to; skip < clean.len && clean.data[skip] == ' ';)
				skip++;
			if (skip == clean.len)
				break;
			doc_break(d);
			doc_pad(d, column + in);
			to = piece_end(&clean, skip, room - in);
		}
	}
	buf_release(&clean);
}

void highlight_line(struct highlight *h, const char *line, size_t n, struct doc *d)
{
	put(h, STYLE_TEXT, line, n, d);
}

void highlight_none(enum style s, const char *line, size_t n, struct doc *d)
{
	put(NULL, s, line, n, d);
}
