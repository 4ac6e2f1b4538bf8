/* screen_timeline: when the engines of the GPU were at work in the newest run. Zoomed z times, the window is the whole
 * divided by 2^z, and moves by half of itself. */
#include "report/seen.h"
#include "report/shown.h"
#include "report/timeline.h"
#include "tui/app.h"

enum { MOST = 10 };

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA timeline");
}

/* Windows that the whole has room for, by halves. */
static size_t places(const struct view *v)
{
	return ((size_t)2 << v->zoom) - 1;
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	const struct result *r = a->steps[v->step].result;
	const struct timeline *all = r ? &r->student.timeline : NULL;
	struct text_style style = { .utf8 = d->utf8, .width = d->width };
	double begin, whole, wide, from;
	struct timeline w;
	struct arena arena;
	struct buf b;

	if (!all || !all->n) {
		v->bare = true;
		if (r)
			seen_nothing(r, "There is no timeline", d);
		else
			doc_wrap(d, STYLE_TEXT, 0, app_nothing_yet(a, v->step));
		return;
	}
	arena_init(&arena);
	buf_init(&b);
	begin = timeline_begin(all);
	whole = timeline_end(all) - begin;
	wide = whole / (double)((size_t)1 << v->zoom);
	from = (double)v->nth * wide / 2;
	w = v->zoom ? timeline_window(all, begin + from, begin + from + wide, &arena) : *all;
	doc_printf(d, STYLE_HEADING, "From %s to %s", shown_us(from).text, shown_us(from + wide).text);
	doc_printf(d, STYLE_DIM, " of %s", shown_us(whole).text);
	doc_break(d);
	report_timeline_text(&w, NULL, r->student.time_device, &style, &b);
	doc_pre(d, STYLE_TEXT, "", b.data, b.len);
	buf_release(&b);
	arena_release(&arena);
}

static bool request(struct app *a, struct view *v, enum request r)
{
	(void)a;
	switch (r) {
	case REQ_ZOOM_IN:
		if (v->zoom < MOST) {
			v->zoom++;
			v->nth = v->nth * 2 + 1; /* its middle */
		}
		break;
	case REQ_ZOOM_OUT:
		if (v->zoom) {
			v->zoom--;
			v->nth = v->nth / 2 < places(v) ? v->nth / 2 : places(v) - 1;
		}
		break;
	case REQ_LATER:
		if (v->nth + 1 < places(v))
			v->nth++;
		break;
	case REQ_EARLIER:
		if (v->nth)
			v->nth--;
		break;
	default: return false;
	}
	v->stale = true;
	return true;
}

const struct screen screen_timeline = { "timeline", CTX_TIMELINE, title, build, request, NULL, NULL };
