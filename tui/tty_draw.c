/* tty_draw: rows and styles onto curses' picture of the screen, and that picture as text; see tty.h. */
#define NCURSES_WIDECHAR 1
#include "tui/tty.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "report/doc/text.h"

static void set_style(const struct tty *t, enum style s)
{
	const struct style_look *k;
	attr_t a = A_NORMAL;
	int front, behind;

	if (style_colours(s, &front, &behind)) {
		int pair = alloc_pair(front, behind == STYLE_NO_COLOUR ? -1 : behind);

		attr_set(a, (short)(pair > 0 ? pair : 0), NULL);
		return;
	}
	k = style_look(s);

	if (k->attrs & ATTR_BOLD)
		a |= A_BOLD;
	if (k->attrs & ATTR_REVERSE)
		a |= A_REVERSE;
	if (k->attrs & ATTR_UNDERLINE)
		a |= A_UNDERLINE;
	if (k->attrs & ATTR_ITALIC)
		a |= t->italic ? A_ITALIC : A_UNDERLINE;
	attr_set(a, t->color ? (short)(s + 1) : 0, NULL);
}

/* Clean UTF-8 at a place, cut at the right edge. Returns the column after it. */
static int put(struct tty *t, int row, int col, const char *text, size_t n)
{
	int right = t->right && t->right < t->cols ? t->right : t->cols;
	size_t fits = col < right ? text_cut(text, n, right - col) : 0;
	int width = text_width(text, fits);
	uint32_t cp;

	if (row < 0 || row >= t->rows || col >= t->cols)
		return col;
	move(row, col);
	for (size_t i = 0; i < fits;) {
		wchar_t w;

		i += text_next(text + i, fits - i, &cp);
		w = (wchar_t)cp;
		addnwstr(&w, 1);
	}
	return col + width;
}

void tty_erase(struct tty *t)
{
	t->right = 0;
	attr_set(A_NORMAL, 0, NULL);
	erase();
}

void tty_limit(struct tty *t, int right)
{
	t->right = right;
}

void tty_text(struct tty *t, int row, int col, enum style s, const char *text)
{
	struct buf b;

	buf_init(&b);
	text_clean(&b, text, strlen(text), t->utf8, col);
	set_style(t, s);
	put(t, row, col, b.data, b.len);
	buf_release(&b);
}

static void fill(struct tty *t, int row, int col)
{
	int right = t->right && t->right < t->cols ? t->right : t->cols;

	move(row, col);
	for (; col < right; col++)
		addch(' ');
}

/* Clean UTF-8 up to a column; where it goes beyond, its end is left out, and a sign says so. */
static int put_whole(struct tty *t, int row, int col, const char *text, size_t n, int right)
{
	const char *dots = t->utf8 ? "\xE2\x80\xA6" : "...";
	int room = right - col;

	if (text_width(text, n) <= room)
		return put(t, row, col, text, n);
	room -= text_columns(dots);
	col = put(t, row, col, text, text_cut(text, n, room > 0 ? room : 0));
	return put(t, row, col, dots, strlen(dots));
}

/* What does not fit is left out before the last part, which says what this screen shows. */
static void put_title(struct tty *t, int row, int room, const struct buf *title)
{
	const char *sign = t->utf8 ? " \xE2\x80\xBA " : " > ", *dots = t->utf8 ? "\xE2\x80\xA6" : "...", *last = NULL;
	int wide = text_width(title->data, title->len), tail;
	size_t fits;

	for (const char *p = title->data; p && (p = strstr(p, sign)) != NULL; p++)
		last = p;
	tail = last ? text_columns(last) + text_columns(dots) : 0;
	if (wide <= room || !last || tail >= room) {
		put_whole(t, row, 1, title->data, title->len, 1 + room);
		return;
	}
	fits = text_cut(title->data, (size_t)(last - title->data), room - tail);
	while (fits && title->data[fits - 1] == ' ')
		fits--;
	put(t, row, 1, title->data, fits);
	wide = 1 + text_width(title->data, fits);
	put(t, row, wide, dots, strlen(dots));
	put(t, row, wide + text_columns(dots), last, strlen(last));
}

void tty_bar(struct tty *t, int row, enum style s, const char *left, const char *right)
{
	struct buf l, r;
	int rw, col;

	buf_init(&l);
	buf_init(&r);
	text_clean(&l, left, strlen(left), t->utf8, 0);
	text_clean(&r, right, strlen(right), t->utf8, 0);
	rw = text_width(r.data, r.len);
	if (rw > t->cols / 2)
		rw = 0;
	set_style(t, s);
	fill(t, row, 0);
	col = t->cols - rw - 1;
	if (rw > 0)
		put(t, row, col, r.data, r.len);
	put_title(t, row, rw > 0 ? col - 3 : t->cols - 2, &l);
	buf_release(&l);
	buf_release(&r);
}

void tty_line(struct tty *t, int row, int col, const struct doc *d, int line, enum style over)
{
	const char *dots = t->utf8 ? "\xE2\x80\xA6" : "...";
	const struct doc_line *l = &d->lines[line];
	const int limit = t->right, right = limit && limit < t->cols ? limit : t->cols;
	const int first = col;
	int wide = 0;

	if (over != STYLE_COUNT) {
		set_style(t, over);
		fill(t, row, col > 0 ? col - 1 : 0);
	}
	for (size_t i = 0; i < l->n; i++)
		wide += text_width(d->text.data + d->spans[l->first + i].off, d->spans[l->first + i].len);
	if (wide > right - col) /* its end is left out, and a sign says so */
		t->right = right - text_columns(dots);
	for (size_t i = 0; i < l->n; i++) {
		const struct doc_span *sp = &d->spans[l->first + i];

		if (over == STYLE_COUNT)
			set_style(t, sp->style);
		col = put(t, row, col, d->text.data + sp->off, sp->len);
	}
	t->right = limit;
	if (wide > right - first) {
		if (over == STYLE_COUNT)
			set_style(t, STYLE_DIM);
		put(t, row, col, dots, strlen(dots));
	}
}

void tty_show(struct tty *t, int cursor_row, int cursor_col)
{
	if (cursor_row >= 0) {
		move(cursor_row, cursor_col < t->cols ? cursor_col : t->cols - 1);
		curs_set(1);
	} else {
		move(t->rows - 1, 0);
		curs_set(0);
	}
	refresh();
}

void tty_redraw(struct tty *t)
{
	(void)t;
	clearok(curscr, TRUE);
}

void tty_dump(struct tty *t, struct buf *out)
{
	for (int row = 0; row < t->rows; row++) {
		for (int col = 0; col < t->cols;) {
			cchar_t cell;
			wchar_t w[CCHARW_MAX + 1] = { 0 };
			attr_t a;
			short pair;
			char utf[4];
			int width;

			mvin_wch(row, col, &cell);
			getcchar(&cell, w, &a, &pair, NULL);
			for (int i = 0; w[i]; i++)
				buf_add(out, utf, text_encode((uint32_t)w[i], utf));
			width = text_char_width((uint32_t)w[0]);
			col += width > 0 ? width : 1;
		}
		while (out->len > 0 && out->data[out->len - 1] == ' ')
			out->data[--out->len] = '\0';
		buf_putc(out, '\n');
	}
}
