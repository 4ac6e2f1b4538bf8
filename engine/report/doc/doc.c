/* doc: lines and spans; see doc.h. The paragraph layout stands in flow.c. */
#include "report/doc/doc.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/doc/text.h"

void doc_init(struct doc *d, int width, bool utf8)
{
	memset(d, 0, sizeof *d);
	buf_init(&d->text);
	d->width = width < 10 ? 10 : width;
	d->utf8 = utf8;
}

void doc_release(struct doc *d)
{
	buf_release(&d->text);
	free(d->spans);
	free(d->lines);
	memset(d, 0, sizeof *d);
}

void doc_clear(struct doc *d)
{
	buf_clear(&d->text);
	d->nspans = d->nlines = d->pinned = 0;
	d->open = false;
}

static struct doc_line *open_line(struct doc *d)
{
	if (!d->open) {
		if (d->nlines == d->caplines) {
			d->caplines = d->caplines ? 2 * d->caplines : 64;
			d->lines = xrealloc(d->lines, d->caplines * sizeof *d->lines);
		}
		d->lines[d->nlines++] = (struct doc_line){ .first = d->nspans, .n = 0, .tag = -1 };
		d->open = true;
	}
	return &d->lines[d->nlines - 1];
}

static void add_span(struct doc *d, enum style s, size_t off)
{
	struct doc_line *l = open_line(d);

	if (d->text.len == off)
		return;
	if (l->n > 0 && d->spans[d->nspans - 1].style == s) {
		d->spans[d->nspans - 1].len += d->text.len - off;
		return;
	}
	if (d->nspans == d->capspans) {
		d->capspans = d->capspans ? 2 * d->capspans : 256;
		d->spans = xrealloc(d->spans, d->capspans * sizeof *d->spans);
	}
	d->spans[d->nspans++] = (struct doc_span){ off, d->text.len - off, s };
	l->n++;
}

void doc_putn(struct doc *d, enum style s, const char *text, size_t n)
{
	int column = doc_column(d);
	size_t off = d->text.len;

	open_line(d);
	text_clean(&d->text, text, n, d->utf8, column);
	add_span(d, s, off);
}

void doc_put(struct doc *d, enum style s, const char *text)
{
	doc_putn(d, s, text, strlen(text));
}

void doc_put_cut(struct doc *d, enum style s, const char *text, size_t n, int room)
{
	struct buf clean;
	size_t fits;

	if (room <= 0)
		return;
	buf_init(&clean);
	text_clean(&clean, text, n, d->utf8, 0);
	fits = text_cut(clean.data ? clean.data : "", clean.len, room);
	if (fits == clean.len) {
		doc_putn(d, s, clean.data ? clean.data : "", fits);
	} else {
		doc_putn(d, s, clean.data, text_cut(clean.data, clean.len, room > 3 ? room - 3 : 0));
		doc_put(d, STYLE_DIM, room > 3 ? "..." : ".");
	}
	buf_release(&clean);
}

void doc_printf(struct doc *d, enum style s, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	doc_putn(d, s, b.data, b.len);
	buf_release(&b);
}

int doc_column(const struct doc *d)
{
	int cols = 0;

	if (!d->open)
		return 0;
	for (size_t i = 0; i < d->lines[d->nlines - 1].n; i++) {
		const struct doc_span *sp = &d->spans[d->lines[d->nlines - 1].first + i];

		cols += text_width(d->text.data + sp->off, sp->len);
	}
	return cols;
}

void doc_cut(struct doc *d, size_t n)
{
	if (n >= d->nlines)
		return;
	d->nspans = d->lines[n].first;
	d->nlines = n;
	d->pinned = d->pinned > n ? 0 : d->pinned;
	d->open = false;
}

void doc_pad(struct doc *d, int column)
{
	int have = doc_column(d);
	int n = column - have;

	if (n < 1)
		n = have > 0;
	if (n > 0)
		doc_printf(d, STYLE_TEXT, "%*s", n, "");
}

void doc_break(struct doc *d)
{
	open_line(d);
	d->open = false;
}

void doc_pin(struct doc *d)
{
	d->pinned = d->nlines;
}

void doc_gap(struct doc *d)
{
	if (d->open)
		doc_break(d);
	if (d->nlines > 0 && d->lines[d->nlines - 1].n > 0)
		doc_break(d);
}

/* Back to the last blank before a cut, if a good part of the line stands before it. */
static size_t at_a_blank(const char *text, size_t cut, size_t len)
{
	size_t n = cut;

	if (cut >= len)
		return cut;
	while (n > cut / 3 && text[n - 1] != ' ')
		n--;
	return n > cut / 3 ? n : cut;
}

static void put_pre(struct doc *d, enum style s, const char *margin, const char *text, size_t n, bool words)
{
	struct buf clean;
	int room = d->width - text_width(margin, strlen(margin));

	if (room < 4)
		room = 4;
	buf_init(&clean);
	while (n > 0) {
		const char *nl = memchr(text, '\n', n);
		size_t len = nl ? (size_t)(nl - text) : n;
		size_t at = 0, without_cr = len;

		if (without_cr > 0 && text[without_cr - 1] == '\r')
			without_cr--;
		buf_clear(&clean);
		text_clean(&clean, text, without_cr, d->utf8, 0);
		do {
			size_t cut = text_cut(clean.data + at, clean.len - at, room);

			if (cut == 0 && at < clean.len) /* one character wider than the room */
				cut = clean.len - at;
			if (words)
				cut = at_a_blank(clean.data + at, cut, clean.len - at);
			doc_put(d, STYLE_DIM, margin);
			doc_putn(d, s, clean.data + at, cut);
			doc_break(d);
			at += cut;
		} while (at < clean.len);
		text += nl ? len + 1 : len;
		n -= nl ? len + 1 : len;
	}
	buf_release(&clean);
}

void doc_pre(struct doc *d, enum style s, const char *margin, const char *text, size_t n)
{
	put_pre(d, s, margin, text, n, false);
}

void doc_pre_words(struct doc *d, enum style s, const char *margin, const char *text, size_t n)
{
	put_pre(d, s, margin, text, n, true);
}

void doc_line_text(const struct doc *d, size_t line, struct buf *out)
{
	const struct doc_line *l = &d->lines[line];

	for (size_t i = 0; i < l->n; i++)
		buf_add(out, d->text.data + d->spans[l->first + i].off, d->spans[l->first + i].len);
}

void doc_text(const struct doc *d, struct buf *out)
{
	for (size_t i = 0; i < d->nlines; i++) {
		doc_line_text(d, i, out);
		while (out->len > 0 && out->data[out->len - 1] == ' ')
			out->data[--out->len] = '\0';
		buf_putc(out, '\n');
	}
}
