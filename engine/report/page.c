/* page: lines of text with a width, a colour and an ASCII fallback. See page.h.
 *
 * Columns are counted the way terminals do for the scripts that appear here: combining marks take none, the wide East
 * Asian blocks take two, everything else one. */
#include "report/page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What to write for a character when the terminal does not speak UTF-8. Whatever is not here becomes '?'. */
static const struct {
	uint32_t code;
	const char *ascii;
} ascii_for[] = {
	{ 0x00a0, " " },
	{ 0x00b0, "deg" },
	{ 0x00b1, "+-" },
	{ 0x00b2, "^2" },
	{ 0x00b3, "^3" },
	{ 0x00b5, "u" },
	{ 0x00b7, "-" },
	{ 0x00d7, "x" },
	{ 0x00f7, "/" },
	{ 0x03bc, "u" },
	{ 0x2010, "-" },
	{ 0x2011, "-" },
	{ 0x2012, "-" },
	{ 0x2013, "-" },
	{ 0x2014, "-" },
	{ 0x2018, "'" },
	{ 0x2019, "'" },
	{ 0x201c, "\"" },
	{ 0x201d, "\"" },
	{ 0x2022, "*" },
	{ 0x2026, "..." },
	{ 0x2190, "<-" },
	{ 0x2192, "->" },
	{ 0x21d2, "=>" },
	{ 0x2212, "-" },
	{ 0x2248, "~" },
	{ 0x2260, "!=" },
	{ 0x2264, "<=" },
	{ 0x2265, ">=" },
	{ 0x2500, "-" },
	{ 0x2713, "+" },
	{ 0x2717, "x" },
};

/* Decode one character of valid UTF-8 (page_safe and the engine scrub first); a stray byte counts as itself. */
static uint32_t next_code(const char **s)
{
	const unsigned char *p = (const unsigned char *)*s;
	int extra = p[0] >= 0xf0 ? 3 : p[0] >= 0xe0 ? 2 : p[0] >= 0xc0 ? 1 : 0;
	uint32_t c = extra == 3 ? p[0] & 7u : extra == 2 ? p[0] & 15u : extra == 1 ? p[0] & 31u : p[0];
	int i;

	for (i = 1; i <= extra && (p[i] & 0xc0) == 0x80; i++)
		c = c << 6 | (p[i] & 63u);
	*s += i;
	return c;
}

static int code_columns(uint32_t c)
{
	if ((c >= 0x300 && c <= 0x36f) || (c >= 0x200b && c <= 0x200f) || (c >= 0xfe00 && c <= 0xfe0f))
		return 0;
	if ((c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
		(c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
		(c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd))
		return 2;
	return 1;
}

int text_columns(const char *s)
{
	int n = 0;

	while (*s)
		n += code_columns(next_code(&s));
	return n;
}

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

static void add_ascii(struct buf *out, uint32_t code)
{
	for (size_t i = 0; i < sizeof ascii_for / sizeof *ascii_for; i++) {
		if (ascii_for[i].code == code) {
			buf_puts(out, ascii_for[i].ascii);
			return;
		}
	}
	buf_putc(out, '?');
}

void page_safe(const struct page *p, const char *s, struct buf *out)
{
	struct buf clean;
	int column = 0;

	buf_init(&clean);
	buf_add_scrubbed(&clean, s, strlen(s));
	for (const char *q = clean.data; *q;) {
		const char *from = q;
		uint32_t c = next_code(&q);

		if (c == '\t') {
			do
				buf_putc(out, ' ');
			while (++column % 8);
			continue;
		}
		column = c == '\n' ? 0 : column + code_columns(c);
		if (c < 0x80 || p->st->utf8)
			buf_add(out, from, (size_t)(q - from));
		else
			add_ascii(out, c);
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
