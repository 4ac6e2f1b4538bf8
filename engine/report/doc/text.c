/* text: see text.h. Widths are the C library's (wcwidth), which is what curses goes by, where a locale with UTF-8 is
 * set (tty.c); glibc's wchar_t is the code point itself. Elsewhere a table of the blocks that take no column or two. */
#include "report/doc/text.h"

#include <ctype.h>
#include <string.h>
#include <wchar.h>

/* What a terminal without UTF-8 shows. Screens, reports and lessons are written in UTF-8; only these few are in use. */
static const struct {
	uint32_t cp;
	const char *ascii;
} fallback[] = {
	{ 0xA0, " " },
	{ 0xB0, "deg" },
	{ 0xB1, "+-" },
	{ 0xB2, "^2" },
	{ 0xB3, "^3" },
	{ 0xB5, "u" },
	{ 0xB7, "-" },
	{ 0xBD, "1/2" },
	{ 0xD7, "x" },
	{ 0xF7, "/" },
	{ 0x3BC, "u" },
	{ 0x2010, "-" },
	{ 0x2011, "-" },
	{ 0x2012, "-" },
	{ 0x2013, "-" },
	{ 0x2014, "-" },
	{ 0x2018, "'" },
	{ 0x2019, "'" },
	{ 0x201C, "\"" },
	{ 0x201D, "\"" },
	{ 0x2022, "*" },
	{ 0x2026, "..." },
	{ 0x202F, " " },
	{ 0x203A, ">" },
	{ 0x2190, "<-" },
	{ 0x2191, "^" },
	{ 0x2192, "->" },
	{ 0x2193, "v" },
	{ 0x21B3, ">" },
	{ 0x21D2, "=>" },
	{ 0x2212, "-" },
	{ 0x2248, "~" },
	{ 0x2260, "!=" },
	{ 0x2264, "<=" },
	{ 0x2265, ">=" },
	{ 0x2500, "-" },
	{ 0x2502, "|" },
	{ 0x2713, "+" },
	{ 0x2717, "x" },
	{ 0x25CB, "o" },
	{ 0x25CF, "*" },
	{ 0x25B8, ">" },
	{ 0x2588, "#" },
	{ 0x2591, "." },
	{ 0x2592, "+" },
	{ 0x2605, "*" },
	{ 0x2606, "." },
	{ 0x25B2, "^" },
	{ 0x25BC, "v" },
};

static bool unsafe(uint32_t cp)
{
	if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0))
		return true;
	/* Line and paragraph separators, bidirectional embeddings, overrides and isolates, the byte order mark, tags.
	 */
	return (cp >= 0x200B && cp <= 0x200F) || (cp >= 0x2028 && cp <= 0x202E) || (cp >= 0x2060 && cp <= 0x206F) ||
		cp == 0xFEFF || cp == 0x061C || (cp >= 0xFFF0 && cp <= 0xFFFB) || (cp >= 0xE0000 && cp <= 0xE0FFF);
}

size_t text_next(const char *p, size_t n, uint32_t *cp)
{
	const unsigned char *s = (const unsigned char *)p;
	static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = s[0] < 0x80      ? 1 :
		(s[0] & 0xE0) == 0xC0 ? 2 :
		(s[0] & 0xF0) == 0xE0 ? 3 :
		(s[0] & 0xF8) == 0xF0 ? 4 :
					0;
	uint32_t v;

	*cp = '?';
	if (len == 0 || len > n)
		return 1;
	v = len == 1 ? s[0] : s[0] & (0xFFu >> (len + 1));
	for (size_t i = 1; i < len; i++) {
		if ((s[i] & 0xC0) != 0x80)
			return 1;
		v = v << 6 | (s[i] & 0x3F);
	}
	if (v < least[len] || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF))
		return 1;
	if (!unsafe(v))
		*cp = v;
	return len;
}

/* First and last character of blocks that do not take one column. */
static const struct {
	uint32_t from, to;
	int columns;
} blocks[] = {
	{ 0x0300, 0x036F, 0 }, /* combining marks */
	{ 0x200B, 0x200F, 0 },
	{ 0xFE00, 0xFE0F, 0 }, /* variation selectors */
	{ 0x1100, 0x115F, 2 }, /* East Asian scripts */
	{ 0x2E80, 0xA4CF, 2 },
	{ 0xAC00, 0xD7A3, 2 },
	{ 0xF900, 0xFAFF, 2 },
	{ 0xFE30, 0xFE6F, 2 },
	{ 0xFF00, 0xFF60, 2 },
	{ 0x1F300, 0x1FAFF, 2 }, /* pictures */
	{ 0x20000, 0x3FFFD, 2 },
};

int text_char_width(uint32_t cp)
{
	int w = cp < 0x7F ? 1 : wcwidth((wchar_t)cp);

	if (w >= 0)
		return w > 2 ? 2 : w;
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
		if (cp >= blocks[i].from && cp <= blocks[i].to)
			return blocks[i].columns;
	return 1;
}

int text_width(const char *s, size_t n)
{
	int cols = 0;
	uint32_t cp;

	for (size_t i = 0; i < n;) {
		i += text_next(s + i, n - i, &cp);
		cols += text_char_width(cp);
	}
	return cols;
}

int text_columns(const char *s)
{
	return text_width(s, strlen(s));
}

size_t text_cut(const char *s, size_t n, int cols)
{
	size_t i = 0;
	uint32_t cp;

	while (i < n) {
		size_t len = text_next(s + i, n - i, &cp);
		int w = text_char_width(cp);

		if (w > cols)
			break;
		cols -= w;
		i += len;
	}
	return i;
}

size_t text_encode(uint32_t cp, char dst[4])
{
	if (cp < 0x80) {
		dst[0] = (char)cp;
		return 1;
	}
	if (cp < 0x800) {
		dst[0] = (char)(0xC0 | cp >> 6);
		dst[1] = (char)(0x80 | (cp & 0x3F));
		return 2;
	}
	if (cp < 0x10000) {
		dst[0] = (char)(0xE0 | cp >> 12);
		dst[1] = (char)(0x80 | (cp >> 6 & 0x3F));
		dst[2] = (char)(0x80 | (cp & 0x3F));
		return 3;
	}
	dst[0] = (char)(0xF0 | cp >> 18);
	dst[1] = (char)(0x80 | (cp >> 12 & 0x3F));
	dst[2] = (char)(0x80 | (cp >> 6 & 0x3F));
	dst[3] = (char)(0x80 | (cp & 0x3F));
	return 4;
}

const char *text_ascii(uint32_t cp)
{
	for (size_t i = 0; i < sizeof fallback / sizeof *fallback; i++)
		if (fallback[i].cp == cp)
			return fallback[i].ascii;
	return text_char_width(cp) == 0 ? "" : "?";
}

void text_clean(struct buf *out, const char *s, size_t n, bool utf8, int column)
{
	uint32_t cp;

	for (size_t i = 0; i < n;) {
		size_t start = out->len;

		if (s[i] == '\t' || s[i] == '\n') {
			int spaces = s[i] == '\t' ? 8 - column % 8 : 1;

			buf_printf(out, "%*s", spaces, "");
			i++;
		} else {
			char utf[4];

			i += text_next(s + i, n - i, &cp);
			if (cp < 0x80)
				buf_putc(out, (char)cp);
			else if (utf8)
				buf_add(out, utf, text_encode(cp, utf));
			else
				buf_puts(out, text_ascii(cp));
		}
		column += text_width(out->data + start, out->len - start);
	}
}

void text_code(struct buf *out, const char *line, size_t n, bool utf8)
{
	int column = 0;

	for (; n && *line == '\t'; line++, n--, column += TEXT_CODE_INDENT)
		buf_printf(out, "%*s", TEXT_CODE_INDENT, "");
	text_clean(out, line, n, utf8, column);
}

bool text_contains(const char *hay, const char *needle)
{
	size_t n = strlen(needle);

	if (n == 0)
		return false;
	for (; *hay; hay++) {
		size_t i = 0;

		while (i < n && hay[i] && tolower((unsigned char)hay[i]) == tolower((unsigned char)needle[i]))
			i++;
		if (i == n)
			return true;
	}
	return false;
}
