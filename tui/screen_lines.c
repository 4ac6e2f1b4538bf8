/* screen_lines: the judged file with what each of its lines counted; Enter on a line leads to the pictures of its
 * accesses. Once the step has passed, the reference's lines stand beside them in a wide window, and in a narrow one in
 * their place. v->zoom: by cost. v->line is the line that is chosen, v->nth not 0: the reference's. */
#include "report/lines.h"
#include "tui/app.h"

/* The reference is a way to write the step: it is no secret any more once that has passed. */
static bool has_reference(const struct app *a, const struct view *v)
{
	return a->steps[v->step].p.passed && lines_has_reference(a->steps[v->step].result);
}

static struct lines_view view_of(const struct app *a, const struct view *v)
{
	return (struct lines_view){ .r = a->steps[v->step].result, .by_cost = v->zoom, .reference = v->nth };
}

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA ");
	if (v->nth)
		buf_puts(out, "the reference's ");
	buf_puts(out, v->zoom ? "lines by cost" : "lines");
}

static void build_side(struct app *a, struct view *v, struct doc *d)
{
	struct lines_view lv = view_of(a, v);

	lv.reference = true;
	doc_printf(d, STYLE_HEADING, "The reference, %s", lv.r->reference_file);
	doc_break(d);
	lines_doc(&lv, d);
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	struct lines_view lv;

	if (v->nth && (v->wide || !has_reference(a, v)))
		v->nth = 0; /* it stands beside, or has gone */
	lv = view_of(a, v);
	v->pager.ntags = 0;
	if (v->nth) {
		build_side(a, v, d);
	} else if (!lv.r) {
		app_bare(v, d, app_nothing_yet(a, v->step));
	} else {
		if (v->wide) {
			doc_put(d, STYLE_HEADING, "Yours");
			doc_break(d);
		}
		v->pager.ntags = (int)lines_doc(&lv, d);
	}
	if (!v->pager.ntags) {
		v->bare = !v->nth;
		v->pager.selected = -1; /* v->line stays: that line is chosen once there is something */
	} else if (v->pager.selected < 0) {
		size_t row = lines_row_of(&lv, v->line ? v->line : lines_hottest(lv.r));

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
	v->stale = true;
	if (v->nth)
		return;
	lv.by_cost = v->zoom != 0;
	row = lines_row_of(&lv, line);
	v->pager.selected = row == SIZE_MAX ? 0 : (int)row;
}

static void reference(struct app *a, struct view *v)
{
	if (!has_reference(a, v))
		app_say(a, STYLE_TEXT,
			!a->steps[v->step].p.passed ?
				"The reference is a way to write this step: its lines are shown once yours has "
				"passed." :
				"Nothing of the reference's was counted in this session: r runs your file.");
	else if (v->wide)
		v->in_side = !v->in_side;
	else {
		v->nth = !v->nth;
		v->pager.top = 0;
		v->pager.selected = -1;
		v->stale = true;
	}
}

int lines_chosen(const struct app *a, const struct view *v)
{
	struct lines_view lv = view_of(a, v);

	return lv.r && v->pager.selected >= 0 ? lines_of_row(&lv, (size_t)v->pager.selected) : v->line;
}

static bool request(struct app *a, struct view *v, enum request r)
{
	v->line = lines_chosen(a, v);
	if (r == REQ_BY_COST && (v->line || v->nth))
		by_cost(a, v);
	if (r == REQ_ACCESS && (v->nth || v->in_side))
		app_say(a, STYLE_TEXT, "Accesses are kept of your file alone: Tab goes back to it.");
	else if (r == REQ_ACCESS && v->line)
		app_open_access(a, v->step, v->line);
	if (r == REQ_REFERENCE)
		reference(a, v);
	return r == REQ_ACCESS || r == REQ_BY_COST || r == REQ_REFERENCE;
}

const struct screen screen_lines = { "lines", CTX_LINES, title, build, request, build_side, has_reference };
