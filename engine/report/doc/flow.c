/* flow: a paragraph of several styles, broken into lines of a doc. Greedy; lines break at spaces and around wide (CJK)
 * characters; a combining mark never leaves its letter. */
#include <stdlib.h>
#include <string.h>

#include "report/doc/doc.h"
#include "report/doc/text.h"

void flow_init(struct flow *f, bool utf8)
{
	memset(f, 0, sizeof *f);
	buf_init(&f->text);
	f->utf8 = utf8;
}

void flow_release(struct flow *f)
{
	buf_release(&f->text);
	free(f->runs);
	memset(f, 0, sizeof *f);
}

void flow_clear(struct flow *f)
{
	buf_clear(&f->text);
	f->nruns = 0;
}

static void add_run(struct flow *f, enum style s, size_t off)
{
	if (f->text.len == off)
		return;
	if (f->nruns > 0 && f->runs[f->nruns - 1].style == s) {
		f->runs[f->nruns - 1].len += f->text.len - off;
		return;
	}
	if (f->nruns == f->capruns) {
		f->capruns = f->capruns ? 2 * f->capruns : 16;
		f->runs = xrealloc(f->runs, f->capruns * sizeof *f->runs);
	}
	f->runs[f->nruns++] = (struct doc_span){ off, f->text.len - off, s };
}

void flow_add(struct flow *f, enum style s, const char *text, size_t n)
{
	size_t off = f->text.len;

	text_clean(&f->text, text, n, f->utf8, 0);
	add_run(f, s, off);
}

void flow_break(struct flow *f)
{
	size_t off = f->text.len;

	buf_putc(&f->text, '\n');
	add_run(f, STYLE_TEXT, off);
}

/* One unbreakable piece: a word, or a wide character. */
struct piece {
	size_t start, end;
	int width;
	bool space_before;
};

/* The next piece from *at; false at the end of the text or at a forced break (then *newline is set and passed over). */
static bool next_piece(const struct flow *f, size_t *at, struct piece *p, bool *newline)
{
	const char *t = f->text.data;
	size_t n = f->text.len, i = *at;

	*newline = false;
	p->space_before = false;
	while (i < n && t[i] == ' ') {
		p->space_before = true;
		i++;
	}
	if (i < n && t[i] == '\n') {
		*newline = true;
		*at = i + 1;
		return false;
	}
	p->start = i;
	p->width = 0;
	while (i < n && t[i] != ' ' && t[i] != '\n') {
		uint32_t cp;
		size_t len = text_next(t + i, n - i, &cp);
		int w = text_char_width(cp);

		if (i > p->start && w == 2)
			break;
		p->width += w;
		i += len;
		if (w == 2) { /* alone, but with the marks that follow */
			while (i < n && text_next(t + i, n - i, &cp) && text_char_width(cp) == 0)
				i += text_next(t + i, n - i, &cp);
			break;
		}
	}
	p->end = i;
	*at = i;
	return p->end > p->start;
}

/* Emit text[start, end) with the styles of its runs. */
static void emit(struct doc *d, const struct flow *f, size_t start, size_t end)
{
	for (size_t r = 0; r < f->nruns && start < end; r++) {
		size_t run_end = f->runs[r].off + f->runs[r].len;
		size_t stop = end < run_end ? end : run_end;

		if (start >= run_end)
			continue;
		doc_putn(d, f->runs[r].style, f->text.data + start, stop - start);
		start = stop;
	}
}

/* The style of the space before byte `at`: so that a link's underline does not stop between its words. */
static void emit_space(struct doc *d, const struct flow *f, size_t at)
{
	for (size_t r = 0; r < f->nruns; r++)
		if (at >= f->runs[r].off && at < f->runs[r].off + f->runs[r].len)
			doc_put(d, f->runs[r].style, " ");
}

void doc_flow(struct doc *d, const struct flow *f, const char *first, const char *rest, enum style margin)
{
	struct piece p;
	bool newline, fresh = true;
	size_t at = 0;
	int column = 0, left = 0;

	if (d->open)
		doc_break(d);
	for (;;) {
		bool have = next_piece(f, &at, &p, &newline);

		if (!have && !newline)
			break;
		if (fresh) {
			const char *m = first ? first : "";

			doc_put(d, margin, m);
			left = column = text_width(m, strlen(m));
			first = rest;
			fresh = false;
		}
		if (newline) {
			doc_break(d);
			fresh = true;
			continue;
		}
		if (column > left && column + p.space_before + p.width > d->width) {
			const char *m = first ? first : "";

			doc_break(d);
			doc_put(d, margin, m);
			left = column = text_width(m, strlen(m));
		} else if (column > left && p.space_before) {
			emit_space(d, f, p.start - 1);
			column++;
		}
		while (column + p.width > d->width) { /* wider than a whole line */
			size_t cut = text_cut(f->text.data + p.start, p.end - p.start, d->width - column);
			const char *m = first ? first : "";

			if (cut == 0)
				break;
			emit(d, f, p.start, p.start + cut);
			p.width -= text_width(f->text.data + p.start, cut);
			p.start += cut;
			doc_break(d);
			doc_put(d, margin, m);
			left = column = text_width(m, strlen(m));
		}
		emit(d, f, p.start, p.end);
		column += p.width;
	}
	if (d->open)
		doc_break(d);
}

void doc_wrap(struct doc *d, enum style s, int indent, const char *text)
{
	struct flow f;
	char *margin = xasprintf("%*s", indent, "");
	const char *nl;

	flow_init(&f, d->utf8);
	for (; (nl = strchr(text, '\n')) != NULL; text = nl + 1) {
		flow_add(&f, s, text, (size_t)(nl - text));
		if (nl[1])
			flow_break(&f);
	}
	flow_add(&f, s, text, strlen(text));
	doc_flow(d, &f, margin, margin, STYLE_TEXT);
	flow_release(&f);
	free(margin);
}
