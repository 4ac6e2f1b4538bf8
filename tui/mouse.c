/* mouse: what the wheel and a click do, as keys that one could have pressed: nothing needs the mouse. */
#include <stdlib.h>

#include "report/doc/text.h"
#include "tui/app.h"

#define WHEEL 3 /* lines of a page; of a list: one row */

/* The footer's item at a column: the key that stands there, or KEYC_NONE. */
static int footer_key(struct app *a, int col)
{
	struct doc d;
	int at = 1, key = KEYC_NONE;

	doc_init(&d, a->tty.cols - 2, a->tty.utf8);
	keys_footer(&a->config.keys, app_view(a)->screen->context, app_footer_now(a), &d);
	for (size_t i = 0; d.nlines && i < d.lines[0].n && at <= col; i++) {
		const struct doc_span *sp = &d.spans[d.lines[0].first + i];

		if (sp->style == STYLE_KEY) {
			char *name = xstrndup(d.text.data + sp->off, sp->len);

			key = key_parse(name);
			free(name);
		}
		at += text_width(d.text.data + sp->off, sp->len);
	}
	doc_release(&d);
	return at > col ? key : KEYC_NONE;
}

static void click(struct app *a, int row, int col, bool twice)
{
	struct view *v = app_view(a);
	struct pager *p;
	const struct doc *d;
	int line, tag;
	bool again;

	if (row == a->tty.rows - 1) {
		int key = footer_key(a, col);

		if (key != KEYC_NONE)
			app_key(a, key);
		return;
	}
	if (v->wide)
		v->in_side = col < v->side.width + 2;
	p = view_pager(v);
	d = view_doc(v);
	line = row < 1 ? 0 : pager_line(p, d, row - 1);
	if (row < 1 || row > p->height || line >= (int)d->nlines || p->selected < 0)
		return;
	tag = d->lines[line].tag;
	again = twice || tag == p->selected;
	if (tag >= 0)
		p->selected = tag;
	if (again && tag >= 0) /* what is chosen already: what Enter does there */
		app_key(a, KEYC_ENTER);
}

static void wheel(struct app *a, int col, enum request r)
{
	struct view *v = app_view(a);
	bool side = v->in_side;

	if (v->wide)
		v->in_side = col < v->side.width + 2;
	for (int i = 0; i < (view_pager(v)->selected >= 0 ? 1 : WHEEL); i++)
		pager_request(view_pager(v), view_doc(v), r);
	v->in_side = side;
}

bool app_mouse(struct app *a, int key)
{
	if (key < KEYC_CLICK || key > KEYC_WHEEL_DOWN)
		return false;
	if (a->prompt.kind != PROMPT_NONE)
		return true;
	if (key == KEYC_CLICK || key == KEYC_DOUBLE_CLICK)
		click(a, a->tty.mouse_row, a->tty.mouse_col, key == KEYC_DOUBLE_CLICK);
	else
		wheel(a, a->tty.mouse_col, key == KEYC_WHEEL_UP ? REQ_UP : REQ_DOWN);
	return true;
}
