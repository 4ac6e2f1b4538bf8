/* page: lines of text with a width, a colour and an ASCII fallback. See page.h; columns are counted by doc/text.h. */
#include "report/page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/doc/text.h"

void page_init(struct page *p, const struct text_style *st, struct buf *out)
{
	p->out = out;
	p->st = st;
	p->width = st->width > 0 ? st->width : PAGE_DEFAULT;
	if (p->width < PAGE_MIN)
		p->width = PAGE_MIN;
	buf_init(&p->line);
}

void page_release(struct page *p)
{
	buf_release(&p->line);
}

void page_safe(const struct page *p, const char *s, struct buf *out)
{
	struct buf clean;
	int column = 0;

	buf_init(&clean);
	buf_add_scrubbed(&clean, s, strlen(s));
	for (size_t i = 0; i < clean.len;) {
		char utf8[4];
		uint32_t c;

		if (clean.data[i] == '\t') {
			do
				buf_putc(out, ' ');
			while (++column % 8);
			i++;
			continue;
		}
		if (clean.data[i] == '\n') {
			buf_putc(out, '\n');
			column = 0;
			i++;
			continue;
		}
		i += text_next(clean.data + i, clean.len - i, &c);
		column += text_char_width(c);
		if (c < 0x80 || p->st->utf8)
			buf_add(out, utf8, text_encode(c, utf8));
		else
			buf_puts(out, text_ascii(c));
	}
	buf_release(&clean);
}

static const char *sgr(enum page_style style)
{
	/* The basic colours only: a terminal's own palette keeps them readable on light and on dark. */
	static const char *const codes[] = { "", "1", "32", "1;31", "35", "2" };

	return codes[style];
}

static void style_on(struct page *p, enum page_style style)
{
	if (p->st->color && style != PAGE_PLAIN)
		buf_printf(p->out, "\033[%sm", sgr(style));
}

static void style_off(struct page *p, enum page_style style)
{
	if (p->st->color && style != PAGE_PLAIN)
		buf_puts(p->out, "\033[0m");
}

void page_text(struct page *p, enum page_style style, const char *s)
{
	style_on(p, style);
	page_safe(p, s, p->out);
	style_off(p, style);
}

void page_printf(struct page *p, enum page_style style, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	page_text(p, style, b.data);
	buf_release(&b);
}

void page_newline(struct page *p)
{
	buf_putc(p->out, '\n');
}

void page_spaces(struct page *p, int n)
{
	while (n-- > 0)
		buf_putc(p->out, ' ');
}

void page_cell(struct page *p, enum page_style style, const char *s, int columns, bool right)
{
	int n;

	buf_clear(&p->line);
	page_safe(p, s, &p->line);
	n = columns - text_columns(p->line.data);
	if (right)
		page_spaces(p, n);
	style_on(p, style);
	buf_puts(p->out, p->line.data);
	style_off(p, style);
	if (!right)
		page_spaces(p, n);
}

void page_wrap(struct page *p, enum page_style style, int at, int indent, const char *s)
{
	bool fresh = true; /* no word on this line yet */
	int owed = 0;      /* indent to write before the next word, so that an empty line stays empty */

	buf_clear(&p->line);
	page_safe(p, s, &p->line);
	style_on(p, style);
	for (const char *q = p->line.data; *q;) {
		size_t n = strcspn(q, " \n");

		if (n > 0) {
			char *word = xstrndup(q, n);
			int w = text_columns(word);

			if ((!fresh && at + 1 + w > p->width) || (fresh && at > indent && at + w > p->width)) {
				while (fresh && p->out->len > 0 && p->out->data[p->out->len - 1] == ' ')
					p->out->data[--p->out->len] = '\0'; /* the caller's gap */
				page_newline(p);
				owed = at = indent;
				fresh = true;
			}
			if (!fresh) {
				buf_putc(p->out, ' ');
				at++;
			}
			page_spaces(p, owed);
			buf_puts(p->out, word);
			owed = 0;
			at += w;
			fresh = false;
			free(word);
		}
		q += n;
		if (*q == '\n' && q[1] != '\0') {
			page_newline(p);
			owed = at = indent;
			fresh = true;
		}
		q += *q != '\0';
	}
	style_off(p, style);
	page_newline(p);
}

void page_verbatim(struct page *p, int indent, const char *s)
{
	buf_clear(&p->line);
	page_safe(p, s, &p->line);
	for (const char *q = p->line.data; *q;) {
		size_t n = strcspn(q, "\n");

		if (n > 0)
			page_spaces(p, indent);
		buf_add(p->out, q, n);
		page_newline(p);
		q += n + (q[n] == '\n');
	}
}

void page_heading(struct page *p, const char *s)
{
	page_newline(p);
	page_wrap(p, PAGE_BOLD, 0, 0, s);
}

enum page_style verdict_style(enum verdict v)
{
	if (v == VERDICT_PASS)
		return PAGE_GOOD;
	if (v == VERDICT_TODO || v == VERDICT_NOT_JUDGED)
		return PAGE_WARN;
	return PAGE_BAD;
}
