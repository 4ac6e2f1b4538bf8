/* paint: the whole picture, anew after each round: title, body, status or question, footer. The only place that knows
 * the layout. */
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "tui/app.h"
#include "tui/markdown.h"

#define MIN_COLS 40
#define MIN_ROWS 10
#define MAX_TEXT_COLS 100   /* longer lines are hard to read */
#define MAX_SOURCE_COLS 130 /* a line of code and its numbers are not wrapped while there is room */

/* Of the half on the left; 0: there is none. */
static int side_columns(const struct app *a, const struct view *v)
{
	int columns = a->tty.cols * 9 / 20;

	if (!v->screen->build_side || a->tty.cols < WIDE || (v->screen->has_side && !v->screen->has_side(a, v)))
		return 0;
	return columns > MAX_TEXT_COLS ? MAX_TEXT_COLS : columns;
}

static int most_columns(const struct screen *s)
{
	return s == &screen_lines || s == &screen_code || s == &screen_diff ? MAX_SOURCE_COLS : MAX_TEXT_COLS;
}

static void build(struct app *a, struct view *v)
{
	int side = side_columns(a, v), room = a->tty.cols - 2 - (side ? side + 3 : 0);
	int most = most_columns(v->screen), width = room > most ? most : room;

	if (!v->stale && v->doc.width == width && v->rows == a->tty.rows)
		return;
	v->rows = a->tty.rows;
	doc_release(&v->doc);
	doc_init(&v->doc, width, a->tty.utf8);
	v->wide = side > 0;
	v->doc.colours = a->tty.utf8 ? a->tty.palette : 0; /* two pixels in a character take U+2580 */
	v->bare = false;
	v->screen->build(a, v, &v->doc);
	doc_release(&v->side);
	doc_init(&v->side, side, a->tty.utf8);
	if (side)
		v->screen->build_side(a, v, &v->side);
	else
		v->in_side = false;
	v->stale = false;
}

static void paint_title(struct app *a, const struct view *v)
{
	struct buf left;
	char right[16];
	int passed = 0;
	char *count = NULL;

	buf_init(&left);
	v->screen->title(a, v, &left);
	pager_position(v->in_side ? &v->side_pager : &v->pager, v->in_side ? &v->side : &v->doc, right);
	if (v->screen == &screen_list) {
		for (int i = 0; i < a->nsteps; i++)
			passed += a->steps[i].p.passed;
		count = xasprintf("%d of %d passed", passed, a->nsteps);
	}
	tty_bar(&a->tty, 0, STYLE_BAR, left.data, count ? count : right);
	free(count);
	buf_release(&left);
}

static void paint_half(struct app *a, struct pager *p, const struct doc *d, int left, int top, bool focus)
{
	pager_fit(p, d);
	for (int i = 0; i < p->height && p->top + i < (int)d->nlines; i++) {
		int line = pager_line(p, d, i);
		bool marked = line == p->found || (focus && p->selected >= 0 && d->lines[line].tag == p->selected);

		tty_line(&a->tty, top + i, left, d, line, marked ? STYLE_SELECTED : STYLE_COUNT);
	}
}

static void paint_body(struct app *a, struct view *v, int top, int height)
{
	int side = v->wide ? v->side.width : 0;

	v->pager.height = v->side_pager.height = height;
	if (v->to_end) {
		v->pager.top = (int)v->doc.nlines;
		v->to_end = false;
	}
	if (side) {
		tty_limit(&a->tty, side + 1);
		paint_half(a, &v->side_pager, &v->side, 1, top, true);
		tty_limit(&a->tty, 0);
		for (int i = 0; i < height; i++)
			tty_text(&a->tty, top + i, side + 2, v->in_side ? STYLE_STRONG : STYLE_DIM, "\xE2\x94\x82");
	}
	paint_half(a, &v->pager, &v->doc, side ? side + 4 : 1, top, !v->in_side);
}

static void paint_status(struct app *a, int row)
{
	if (a->job.running) {
		int seconds = (int)((time_now_ns() - a->job.started_ns) / 1000000000);
		struct buf b;

		buf_init(&b);
		if (a->job.cancelled)
			buf_puts(&b, "cancelling\xE2\x80\xA6");
		else if (a->job.last.stage == JOB_CASE && a->job.last.total > 0)
			buf_printf(&b, "case %d/%d", a->job.last.done, a->job.last.total);
		else
			buf_puts(&b,
				a->job.last.stage == JOB_COMPILING      ? "compiling\xE2\x80\xA6" :
					a->job.last.stage == JOB_TIMING ? "timing\xE2\x80\xA6" :
									  "running\xE2\x80\xA6");
		if (seconds >= 1)
			buf_printf(&b, "  %d s", seconds);
		if (!a->job.cancelled)
			buf_puts(&b, "  (Esc cancels)");
		tty_text(&a->tty, row, 1, STYLE_WARN, b.data);
		buf_release(&b);
	} else if (a->message) {
		tty_text(&a->tty, row, 1, a->message_style, a->message);
	}
}

/* What stands above the footer: the question, wrapped, and the line with what was typed; or a message too long for the
 * status line. Returns its rows, 0 for none. */
static int foot_rows(const struct app *a, struct doc *d)
{
	const struct prompt *p = &a->prompt;

	doc_init(d, a->tty.cols - 2, a->tty.utf8);
	if (p->kind == PROMPT_NONE) {
		if (a->message && !a->job.running)
			doc_wrap(d, a->message_style, 0, a->message);
		return d->nlines > 1 ? (int)d->nlines : 0;
	}
	if (p->kind != PROMPT_SEARCH)
		markdown_lines(d, STYLE_STRONG, 0, p->question);
	if (p->problem)
		doc_wrap(d, STYLE_WARN, 0, p->problem);
	if ((p->kind == PROMPT_PREDICT || p->kind == PROMPT_ANSWER) && !p->problem)
		doc_wrap(d, STYLE_DIM, 0, "Your prediction (Enter on nothing or Esc skips it):");
	if (p->kind != PROMPT_RESET) {
		doc_put(d, STYLE_KEY, p->kind == PROMPT_SEARCH ? "/" : "> ");
		doc_putn(d, STYLE_TEXT, p->text.data, p->text.len);
	}
	return (int)d->nlines;
}

static void rule(struct app *a, int row)
{
	for (int c = 0; c < a->tty.cols; c++)
		tty_text(&a->tty, row, c, STYLE_DIM, "\xE2\x94\x80");
}

static void too_small(struct app *a)
{
	char *text = xasprintf("This is too small (%d x %d): Warplings needs %d x %d. q leaves.", a->tty.cols,
		a->tty.rows, MIN_COLS, MIN_ROWS);
	struct doc d;

	doc_init(&d, a->tty.cols, a->tty.utf8);
	doc_wrap(&d, STYLE_TEXT, 0, text);
	free(text);
	for (int i = 0; i < (int)d.nlines && i < a->tty.rows; i++)
		tty_line(&a->tty, i, 0, &d, i, STYLE_COUNT);
	doc_release(&d);
}

void app_paint(struct app *a)
{
	struct view *v = app_view(a);
	int rows = a->tty.rows, question, bottom, cursor_row = -1, cursor_col = 0;
	struct doc d, footer;

	tty_erase(&a->tty);
	if (a->tty.cols < MIN_COLS || rows < MIN_ROWS) {
		too_small(a);
		tty_show(&a->tty, -1, 0);
		return;
	}
	build(a, v);
	question = foot_rows(a, &d);
	if (question > rows - 4)
		question = rows - 4;
	bottom = rows - 1 - (question > 0 ? question + (question > 1) : 1); /* first row below the body */
	paint_body(a, v, 1, bottom - 1);
	paint_title(a, v);
	if (question > 0) {
		/* Too high for the window: of a question the end counts, of a message the beginning. */
		int first = a->prompt.kind != PROMPT_NONE ? (int)d.nlines - question : 0, row = bottom;

		if (question > 1)
			rule(a, row++);
		for (int i = 0; i < question; i++)
			tty_line(&a->tty, row + i, 1, &d, first + i, STYLE_COUNT);
		if (a->prompt.kind != PROMPT_NONE && a->prompt.kind != PROMPT_RESET) {
			cursor_row = row + question - 1;
			cursor_col = 1 + doc_column(&d);
		}
	} else {
		paint_status(a, bottom);
	}
	doc_release(&d);
	doc_init(&footer, a->tty.cols - 2, a->tty.utf8);
	if (a->prompt.kind != PROMPT_NONE && a->job.running)
		paint_status(a, rows - 1);
	else if (a->prompt.kind == PROMPT_NONE) {
		keys_footer(&a->config.keys, v->screen->context, app_footer_now(a), &footer);
		tty_line(&a->tty, rows - 1, 1, &footer, 0, STYLE_COUNT);
	}
	doc_release(&footer);
	tty_show(&a->tty, cursor_row, cursor_col);
}
