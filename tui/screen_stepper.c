/* screen_stepper: the newest run, step by step: forwards and backwards by instruction or source line, from warp to
 * warp, with the values of the registers that were chosen. v->zoom is the warp, v->nth its step; nothing runs again. */
#include <stdlib.h>
#include <string.h>

#include "report/seen.h"
#include "report/stepper.h"
#include "tui/app.h"

static const struct trace *trace_of(const struct app *a, const struct view *v)
{
	const struct result *r = a->steps[v->step].result;

	return r && r->trace.kernel ? &r->trace : NULL;
}

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA steps");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	const struct result *r = a->steps[v->step].result;
	const struct trace *t = trace_of(a, v);

	if (!t && r) {
		v->bare = true;
		seen_nothing(r, "There are no steps", d);
		return;
	}
	if (!t) {
		app_bare(v, d, app_nothing_yet(a, v->step));
		return;
	}
	if (!trace_step(t, (uint32_t)v->zoom, v->nth)) { /* a newer run has fewer */
		v->zoom = 0;
		v->nth = 0;
	}
	seen_case(r, d);
	stepper_doc(&(struct stepper_view){ t, a->steps[v->step].result->source, (uint32_t)v->zoom, v->nth,
			    a->steps[v->step].watch, v->rows - 3 },
		d);
}

/* The other warp where it was when this one was here; before its first step: at that. */
static void other_warp(const struct trace *t, struct view *v, int by)
{
	const struct trace_row *now = trace_step(t, (uint32_t)v->zoom, v->nth);
	size_t at;

	v->zoom = (v->zoom + by + (int)t->nwarps) % (int)t->nwarps;
	at = trace_step_by(t, (uint32_t)v->zoom, now);
	v->nth = at == SIZE_MAX ? 0 : at;
}

/* The register that this step writes: at each step from now on; it was so already: no more. */
static void watch(struct app *a, struct view *v, const struct trace *t)
{
	const struct trace_row *row = trace_step(t, (uint32_t)v->zoom, v->nth);
	const char *reg = row && row->valued ? t->insts[row->inst].reg : NULL;
	struct step_state *s = &a->steps[v->step];
	struct buf b;
	bool was = false;

	if (!reg) {
		app_say(a, STYLE_TEXT, "This step writes no register: go to one that does.");
		return;
	}
	buf_init(&b);
	for (const char *p = s->watch; p && *p; p += *p == ',') {
		size_t n = strcspn(p, ",");

		if (strlen(reg) == n && !memcmp(p, reg, n))
			was = true;
		else
			buf_printf(&b, "%s%.*s", b.len ? "," : "", (int)n, p);
		p += n;
	}
	if (!was)
		buf_printf(&b, "%s%s", b.len ? "," : "", reg);
	app_say(a, STYLE_TEXT, was ? "%s is not watched any more." : "%s is shown at every step.", reg);
	free(s->watch);
	s->watch = b.len ? xstrdup(b.data) : NULL;
	buf_release(&b);
	v->stale = true;
}

static bool request(struct app *a, struct view *v, enum request r)
{
	static const struct {
		enum request request;
		enum trace_move move;
	} moves[] = { { REQ_STEP_NEXT, TRACE_NEXT }, { REQ_STEP_BACK, TRACE_BACK }, { REQ_STEP_LINE, TRACE_NEXT_LINE },
		{ REQ_STEP_LINE_BACK, TRACE_BACK_LINE }, { REQ_STEP_BARRIER, TRACE_NEXT_BARRIER },
		{ REQ_STEP_LANES, TRACE_NEXT_LANES }, { REQ_STEP_FIRST, TRACE_FIRST }, { REQ_STEP_LAST, TRACE_LAST } };
	const struct trace *t = trace_of(a, v);
	size_t to;

	if (r == REQ_STEP_BLOCK) {
		app_ask_block(a, v->step);
		return true;
	}
	if (r == REQ_STEP_WATCH) {
		if (t)
			watch(a, v, t);
		return true;
	}
	if ((r == REQ_STEP_WARP || r == REQ_STEP_WARP_BACK) && t) {
		other_warp(t, v, r == REQ_STEP_WARP ? 1 : -1);
		v->stale = true;
		return true;
	}
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
		if (moves[i].request != r)
			continue;
		if (!t)
			return true;
		to = trace_go(t, (uint32_t)v->zoom, v->nth, moves[i].move);
		if (to == v->nth)
			app_say(a, STYLE_TEXT, "There is nothing further that way.");
		v->nth = to;
		v->stale = true;
		return true;
	}
	return false;
}

const struct screen screen_stepper = { "steps", CTX_STEPPER, title, build, request, NULL, NULL };
