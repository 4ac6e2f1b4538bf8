/* diff: see diff.h. The longest common subsequence of lines, by the table of all pairs: files have hundreds of lines.
 */
#include "report/diff.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/highlight.h"
#include "report/json_run.h"

enum { MOST = 4000, AROUND = 3 };

struct line {
	const char *s;
	size_t n;
};
struct row {
	char sign;   /* ' ', '-', '+' */
	bool blanks; /* a changed line of which blanks alone differ */
	int line, other;
	struct line text;
};

static struct line *lines_of(const char *text, size_t *n)
{
	struct line *v = xcalloc(MOST, sizeof *v);

	*n = 0;
	for (const char *p = text ? text : ""; *p && *n < MOST; p += *p == '\n') {
		v[*n] = (struct line){ p, strcspn(p, "\n") };
		p += v[(*n)++].n;
	}
	return v;
}

static bool same(const struct line *a, const struct line *b)
{
	return a->n == b->n && !memcmp(a->s, b->s, a->n);
}

/* malloc'd; *n rows. */
static struct row *compare(const char *text, const char *other, size_t *n)
{
	size_t na, nb, i = 0, j = 0;
	struct line *a = lines_of(text, &na), *b = lines_of(other, &nb);
	struct row *v = xcalloc(na + nb + 1, sizeof *v);
	uint16_t *most = xcalloc((na + 1) * (nb + 1), sizeof *most); /* common lines of a[i..] and b[j..] */
#define COMMON(i, j) most[(i) * (nb + 1) + (j)]

	for (size_t x = na; x-- > 0;)
		for (size_t y = nb; y-- > 0;)
			COMMON(x, y) = same(&a[x], &b[y])            ? (uint16_t)(COMMON(x + 1, y + 1) + 1) :
				COMMON(x + 1, y) >= COMMON(x, y + 1) ? COMMON(x + 1, y) :
								       COMMON(x, y + 1);
	*n = 0;
	while (i < na || j < nb) {
		if (i < na && j < nb && same(&a[i], &b[j])) {
			v[(*n)++] = (struct row){ ' ', false, (int)i + 1, (int)j + 1, a[i] };
			i++;
			j++;
		} else if (i < na && (j == nb || COMMON(i + 1, j) >= COMMON(i, j + 1))) {
			v[(*n)++] = (struct row){ '-', false, (int)i + 1, 0, a[i] };
			i++;
		} else {
			v[(*n)++] = (struct row){ '+', false, 0, (int)j + 1, b[j] };
			j++;
		}
	}
#undef COMMON
	free(a);
	free(b);
	free(most);
	return v;
}

static bool near_change(const struct row *v, size_t n, size_t i)
{
	for (size_t k = i > AROUND ? i - AROUND : 0; k < n && k <= i + AROUND; k++)
		if (v[k].sign != ' ')
			return true;
	return false;
}

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool same_but_blanks(const struct line *a, const struct line *b)
{
	size_t i = 0, j = 0;

	for (;;) {
		while (i < a->n && blank(a->s[i]))
			i++;
		while (j < b->n && blank(b->s[j]))
			j++;
		if (i == a->n || j == b->n)
			return i == a->n && j == b->n;
		if (a->s[i++] != b->s[j++])
			return false;
	}
}

/* Does a line of the other side, in the same run of changed lines, differ from v[i] in nothing but its blanks? Then
 * they must be seen: a tab looks like blanks. */
static bool blanks_alone(const struct row *v, size_t n, size_t i)
{
	size_t first = i, end = i;

	if (v[i].sign == ' ')
		return false;
	while (first > 0 && v[first - 1].sign != ' ')
		first--;
	while (end < n && v[end].sign != ' ')
		end++;
	for (size_t k = first; k < end; k++)
		if (v[k].sign != v[i].sign && same_but_blanks(&v[k].text, &v[i].text))
			return true;
	return false;
}

/* Each tab and carriage return, and the blanks at both ends, as signs. */
static void show_blanks(enum style s, const struct line *l, struct doc *d)
{
	size_t begin = 0, end = l->n;
	struct buf b;

	while (begin < end && blank(l->s[begin]))
		begin++;
	while (end > begin && blank(l->s[end - 1]))
		end--;
	buf_init(&b);
	for (size_t i = 0; i < l->n; i++)
		if (l->s[i] == '\t')
			buf_puts(&b, d->utf8 ? "\xE2\x86\x92 " : "> ");
		else if (l->s[i] == '\r')
			buf_puts(&b, "\\r");
		else if (l->s[i] == ' ' && (i < begin || i >= end))
			buf_puts(&b, d->utf8 ? "\xC2\xB7" : ".");
		else
			buf_putc(&b, l->s[i]);
	highlight_none(s, b.data ? b.data : "", b.len, d);
	buf_release(&b);
}

static void show(const struct row *r, struct doc *d)
{
	enum style s = r->sign == '-' ? STYLE_FAIL : r->sign == '+' ? STYLE_PASS : STYLE_TEXT;

	doc_printf(d, STYLE_DIM, "%4d ", r->sign == '+' ? r->other : r->line);
	doc_printf(d, s, "%c ", r->sign);
	if (r->blanks)
		show_blanks(s, &r->text, d);
	else
		highlight_none(s, r->text.s, r->text.n, d);
	doc_break(d);
}

size_t diff_doc(const char *name, const char *text, const char *other_name, const char *other, struct doc *d)
{
	size_t n, changed = 0;
	struct row *v = compare(text, other, &n);
	bool gap = false, any = false, blanks = false;

	for (size_t i = 0; i < n; i++) {
		changed += v[i].sign != ' ';
		v[i].blanks = blanks_alone(v, n, i);
		blanks |= v[i].blanks;
	}
	doc_printf(d, STYLE_FAIL, "- %s", name);
	doc_break(d);
	doc_printf(d, STYLE_PASS, "+ %s", other_name);
	doc_break(d);
	if (blanks)
		doc_wrap(d, STYLE_DIM, 0,
			d->utf8 ? "Where lines differ in nothing but blanks, \xE2\x86\x92 is a tab and \xC2\xB7 a "
				  "blank." :
				  "Where lines differ in nothing but blanks, > is a tab and . a blank.");
	doc_gap(d);
	if (!changed)
		doc_wrap(d, STYLE_TEXT, 0, "The two are the same.");
	for (size_t i = 0; changed && i < n; i++) {
		if (!near_change(v, n, i)) {
			gap = true;
			continue;
		}
		if (gap && any) {
			doc_put(d, STYLE_DIM, "     ...");
			doc_break(d);
		}
		gap = false;
		any = true;
		show(&v[i], d);
	}
	free(v);
	return changed;
}

json_t *diff_json(const char *text, const char *other)
{
	json_t *a = json_array();
	size_t n;
	struct row *v = compare(text, other, &n);

	for (size_t i = 0; i < n; i++) {
		json_t *o = json_object();
		char sign[2] = { v[i].sign, '\0' }, *line = xstrndup(v[i].text.s, v[i].text.n);

		json_object_set_new(o, "sign", json_string(sign));
		json_object_set_new(o, "line", v[i].line ? json_integer(v[i].line) : json_null());
		json_object_set_new(o, "other", v[i].other ? json_integer(v[i].other) : json_null());
		json_object_set_new(o, "text", json_text(line));
		json_array_append_new(a, o);
		free(line);
	}
	free(v);
	return a;
}
