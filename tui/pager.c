/* pager: see pager.h. */
#include "tui/pager.h"

#include <stdio.h>

#include "report/doc/text.h"

static int clamp(int v, int lo, int hi)
{
	return v > hi ? (hi < lo ? lo : hi) : v < lo ? lo : v;
}

/* First and last line of a row. */
static bool row_lines(const struct doc *d, int tag, int *first, int *last)
{
	*first = -1;
	for (size_t i = 0; i < d->nlines; i++)
		if (d->lines[i].tag == tag) {
			if (*first < 0)
				*first = (int)i;
			*last = (int)i;
		}
	return *first >= 0;
}

/* In a window of few rows each is worth more than a head. */
static bool pinned(const struct pager *p, const struct doc *d)
{
	return d->pinned && p->top >= (int)d->pinned && p->height > 4;
}

int pager_line(const struct pager *p, const struct doc *d, int row)
{
	return row == 0 && pinned(p, d) ? (int)d->pinned - 1 : p->top + row;
}

void pager_fit(struct pager *p, const struct doc *d)
{
	int first, last;

	if (p->selected >= 0) {
		p->selected = clamp(p->selected, 0, p->ntags - 1);
		if (row_lines(d, p->selected, &first, &last)) {
			if (last >= p->top + p->height)
				p->top = last - p->height + 1;
			if (first < p->top + pinned(p, d))
				p->top = p->selected == 0 ? 0 : first - (d->pinned && first >= (int)d->pinned);
			if (p->selected == 0 && last < p->height)
				p->top = 0;
		}
	}
	p->top = clamp(p->top, 0, (int)d->nlines - p->height);
}

bool pager_request(struct pager *p, const struct doc *d, enum request r)
{
	int page = p->height > 2 ? p->height - 1 : 1, half;
	int *at = p->selected >= 0 ? &p->selected : &p->top;
	int end = p->selected >= 0 ? p->ntags - 1 : (int)d->nlines;

	if (p->selected >= 0)
		page = page / 2 + 1; /* a row has two lines or so */
	half = page > 1 ? page / 2 : 1;
	switch (r) {
	case REQ_UP: *at -= 1; break;
	case REQ_DOWN: *at += 1; break;
	case REQ_PAGE_UP: *at -= page; break;
	case REQ_PAGE_DOWN: *at += page; break;
	case REQ_HALF_UP: *at -= half; break;
	case REQ_HALF_DOWN: *at += half; break;
	case REQ_TOP: *at = 0; break;
	case REQ_BOTTOM: *at = end; break;
	default: return false;
	}
	*at = clamp(*at, 0, end);
	pager_fit(p, d);
	return true;
}

void pager_show(struct pager *p, const struct doc *d, int line)
{
	if (line < p->top + pinned(p, d) || line >= p->top + p->height - 2)
		p->top = line - p->height / 4;
	pager_fit(p, d);
}

bool pager_find(struct pager *p, const struct doc *d, const char *text, int step, bool skip)
{
	bool list = p->selected >= 0;
	int n = list ? p->ntags : (int)d->nlines;
	int at = list ? p->selected : p->found >= 0 ? p->found : p->top;
	bool found = false;
	struct buf b;

	buf_init(&b);
	for (int i = skip ? 1 : 0; i < n + skip && n > 0 && !found; i++) {
		int where = ((at + step * i) % n + n) % n;

		buf_clear(&b);
		for (size_t l = 0; l < d->nlines; l++)
			if (list ? d->lines[l].tag == where : (int)l == where) {
				doc_line_text(d, l, &b);
				buf_putc(&b, ' ');
			}
		if (text_contains(b.data, text)) {
			if (list)
				p->selected = where;
			else
				p->found = where;
			if (list)
				pager_fit(p, d);
			else
				pager_show(p, d, where);
			found = true;
		}
	}
	buf_release(&b);
	return found;
}

void pager_position(const struct pager *p, const struct doc *d, char out[16])
{
	int beyond = (int)d->nlines - p->height;

	if (beyond <= 0 || p->selected >= 0)
		out[0] = '\0';
	else if (p->top >= beyond)
		snprintf(out, 16, "end");
	else
		snprintf(out, 16, "%d%%", clamp(100 * p->top / beyond, 0, 99));
}
