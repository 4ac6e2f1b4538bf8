/* screen_lines: the judged file with what each of its lines counted; Enter on a line leads to the pictures of its
 * accesses. */
#include "report/lines.h"
#include "tui/app.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA lines");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	const struct result *r = a->steps[v->step].result;

	v->pager.ntags = 0;
	if (!r)
		doc_wrap(d, STYLE_TEXT, 0, "Nothing has been counted in this session: r runs your file.");
	else
		v->pager.ntags = (int)lines_doc(r, d);
	if (!v->pager.ntags)
		v->pager.selected = -1;
	else if (v->pager.selected < 0)
		v->pager.selected = lines_hottest(r) - 1;
}

static bool request(struct app *a, struct view *v, enum request r)
{
	const struct result *res = a->steps[v->step].result;

	if (r != REQ_ACCESS)
		return false;
	if (res && v->pager.selected >= 0)
		app_open_access(a, v->step, v->pager.selected + 1);
	return true;
}

const struct screen screen_lines = { "lines", CTX_LINES, title, build, request };
