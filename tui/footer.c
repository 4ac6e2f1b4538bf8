/* footer: which keys the last line leaves out at this moment, since they would lead to nothing, and which one it puts
 * first. */
#include "report/race.h"
#include "tui/app.h"

/* Of a result on the screen: what shows best why; REQ_NONE: none. */
static enum request helps_most(const struct app *a)
{
	const struct view *v = &a->views[a->nviews - 1];
	const struct result *r = v->screen == &screen_result && v->step >= 0 ? a->steps[v->step].result : NULL;

	if (!r)
		return REQ_NONE;
	if (r->verdict == VERDICT_RACE)
		return REQ_RACE;
	if (r->verdict == VERDICT_PASS)
		return REQ_SOLUTION;
	for (size_t i = 0; r->verdict == VERDICT_GATE_FAILED && i < r->ngates; i++)
		if (!r->gates[i].pass && r->gates[i].judged)
			return counter_is_timeline(r->gates[i].gate->counter) ? REQ_TIMELINE : REQ_ACCESS;
	return REQ_NONE;
}

/* They move in what a screen shows, and need something there. */
static const enum request movers[] = { REQ_BY_COST, REQ_REFERENCE, REQ_NEXT_ACCESS, REQ_PREVIOUS_ACCESS, REQ_ZOOM_IN,
	REQ_ZOOM_OUT, REQ_LATER, REQ_EARLIER, REQ_WRITE, REQ_STEP_NEXT, REQ_STEP_BACK, REQ_STEP_LINE,
	REQ_STEP_LINE_BACK, REQ_STEP_BARRIER, REQ_STEP_LANES, REQ_STEP_WATCH, REQ_STEP_WARP, REQ_STEP_BLOCK, REQ_DIFF,
	REQ_MARK };
/* They show what a run counted. */
static const enum request counts[] = { REQ_LINES, REQ_ACCESS, REQ_PTX, REQ_TIMELINE, REQ_STEPPER, REQ_REFERENCE };

struct footer_now app_footer_now(const struct app *a)
{
	const struct view *v = &a->views[a->nviews - 1];
	struct footer_now now = { .first = helps_most(a), .result = v->screen == &screen_result };
	const struct step_state *s = v->step >= 0 && v->screen != &screen_list ? &a->steps[v->step] : NULL;

	for (size_t i = 0; v->bare && i < sizeof movers / sizeof *movers; i++)
		now.dead[movers[i]] = true;
	now.dead[REQ_GO_ON] = v->screen != &screen_intro; /* a pass says it itself, with where it leads */
	if (!s)
		return now;
	for (size_t i = 0;
		(!s->result || s->result->verdict == VERDICT_COMPILE_ERROR) && i < sizeof counts / sizeof *counts; i++)
		now.dead[counts[i]] = true;
	now.dead[REQ_SWEEP] = !s->step->has_sweep;
	now.dead[REQ_RACE] = !s->result || !race_any(s->result);
	now.dead[REQ_SOLUTION] = !s->p.passed;
	now.dead[REQ_HINT] = s->p.hints_shown >= (int)s->step->nhints;
	return now;
}
