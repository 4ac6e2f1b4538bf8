/* screen_lines: the judged file with what each of its lines counted; Enter on a line leads to the pictures of its
 * accesses. v->zoom: by cost. v->line is the line that is chosen. */
#include "report/lines.h"
#include "tui/app.h"

static struct lines_view view_of(const struct app *a, const struct view *v)
{
	return (struct lines_view){ .r = a->steps[v->step].result, .by_cost = v->zoom };
}

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, v->zoom ? " \xE2\x80\xBA lines by cost" : " \xE2\x80\xBA lines");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	struct lines_view lv = view_of(a, v);

	v->pager.ntags = 0;
	if (!lv.r)
		doc_wrap(d, STYLE_TEXT, 0, "Nothing has been counted in this session: r runs your file.");
	else
		v->pager.ntags = (int)lines_doc(&lv, d);
	if (!v->pager.ntags) {
		v->pager.selected = -1;
		v->line = 0;
	} else if (v->pager.selected < 0) {
		size_t row = lines_row_of(&lv, lines_hottest(lv.r));

		v->pager.selected = row == SIZE_MAX ? 0 : (int)row;
	}
}

/* Where one is stays the same line in the other order. */
static void by_cost(struct app *a, struct view *v)
{
	struct lines_view lv = view_of(a, v);
	int line = v->pager.selected >= 0 ? lines_of_row(&lv, (size_t)v->pager.selected) : 0;
	size_t row;

	v->zoom = !v->zoom;
	lv.by_cost = v->zoom != 0;
	row = lines_row_of(&lv, line);
	v->pager.selected = row == SIZE_MAX ? 0 : (int)row;
	v->stale = true;
}

static bool request(struct app *a, struct view *v, enum request r)
{
	struct lines_view lv = view_of(a, v);

	v->line = lv.r && v->pager.selected >= 0 ? lines_of_row(&lv, (size_t)v->pager.selected) : 0;
	if (r == REQ_BY_COST && v->line)
		by_cost(a, v);
	if (r == REQ_ACCESS && v->line)
		app_open_access(a, v->step, v->line);
	return r == REQ_ACCESS || r == REQ_BY_COST;
}

const struct screen screen_lines = { "lines", CTX_LINES, title, build, request, NULL };
