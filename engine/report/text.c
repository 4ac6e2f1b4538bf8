/* text: one result on a terminal or in a log: the document that the screens show (result_doc.h), with its styles as
 * basic colours. The same content at every width, with and without colour, in UTF-8 and in ASCII. */
#include "report/page.h"
#include "report/result_doc.h"

/* The basic colours only: a terminal's own palette keeps them readable on light and on dark. */
static enum page_style page_style_of(enum style s)
{
	switch (s) {
	case STYLE_HEADING:
	case STYLE_STRONG:
	case STYLE_KEY:
	case STYLE_EMPH: return PAGE_BOLD;
	case STYLE_PASS: return PAGE_GOOD;
	case STYLE_FAIL: return PAGE_BAD;
	case STYLE_WARN: return PAGE_WARN;
	case STYLE_DIM: return PAGE_DIM;
	default: return PAGE_PLAIN;
	}
}

static void print(const struct doc *d, struct page *p)
{
	struct buf span;

	buf_init(&span);
	for (size_t i = 0; i < d->nlines; i++) {
		const struct doc_line *l = &d->lines[i];
		size_t end = l->n;

		/* Spaces at a line's end are only the layout's. */
		for (size_t k = 0; k < end; k++) {
			const struct doc_span *s = &d->spans[l->first + k];

			buf_clear(&span);
			buf_add(&span, d->text.data + s->off, s->len);
			while (k + 1 == end && span.len && span.data[span.len - 1] == ' ')
				span.data[--span.len] = '\0';
			if (span.len)
				page_text(p, page_style_of(s->style), span.data);
		}
		page_newline(p);
	}
	buf_release(&span);
}

void report_text(const struct result *r, const struct text_style *st, struct buf *out)
{
	struct result_view v = { .r = r, .titled = true, .details = true };
	struct page p;
	struct doc d;

	page_init(&p, st, out);
	doc_init(&d, p.width, st->utf8);
	result_doc(&v, &d);
	print(&d, &p);
	doc_release(&d);
	page_release(&p);
}
