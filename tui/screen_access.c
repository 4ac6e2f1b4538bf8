/* screen_access: one access of the first warp to memory, lane by lane; left and right go through those of the line. */
#include "report/access.h"
#include "report/seen.h"
#include "tui/app.h"

static const struct access *shown(const struct app *a, const struct view *v, size_t *n)
{
	const struct result *r = a->steps[v->step].result;

	*n = 0;
	return r ? access_at(&r->accesses, v->line, v->nth, n) : NULL;
}

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	size_t n;
	const struct access *at = shown(a, v, &n);

	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA access");
	if (at) {
		const struct access_list *l = &a->steps[v->step].result->accesses;
		size_t all = access_of_all_launches(l, at);

		buf_printf(out, " %zu of %zu%s", v->nth + 1, all > n ? all : n,
			all > access_total(l, at) ? " of all launches" : "");
	}
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	const struct result *r = a->steps[v->step].result;
	struct access_view av = { 0 };
	struct buf b;
	size_t n;

	av.a = shown(a, v, &n);
	if (!av.a && n) { /* a newer run has fewer */
		v->nth = 0;
		av.a = shown(a, v, &n);
	}
	if (!r) {
		app_bare(v, d, app_nothing_yet(a, v->step));
		return;
	}
	if (!av.a) {
		buf_init(&b);
		seen_no_access(r, v->line, &b);
		app_bare(v, d, b.data);
		buf_release(&b);
		return;
	}
	av.list = &r->accesses;
	av.source = r->source;
	seen_case(r, d);
	access_doc(&av, d);
	if (n < access_of_all_launches(&r->accesses, av.a)) {
		buf_init(&b);
		buf_printf(&b,
			"The first %zu of a line can be seen here; warplings show access %s --line %d --nth N shows "
			"any, of "
			"any block and warp.",
			n, r->step_id, v->line);
		doc_gap(d);
		doc_wrap(d, STYLE_DIM, 0, b.data);
		buf_release(&b);
	}
}

static bool request(struct app *a, struct view *v, enum request r)
{
	size_t n;

	if (r != REQ_NEXT_ACCESS && r != REQ_PREVIOUS_ACCESS)
		return false;
	shown(a, v, &n);
	if (r == REQ_NEXT_ACCESS && v->nth + 1 < n)
		v->nth++;
	else if (r == REQ_PREVIOUS_ACCESS && v->nth > 0)
		v->nth--;
	else
		app_say(a, STYLE_TEXT,
			r == REQ_NEXT_ACCESS ? "This is the last one that was kept." : "This is the first one.");
	v->stale = true;
	return true;
}

const struct screen screen_access = { "access", CTX_ACCESS, title, build, request, NULL, NULL };
