/* screen_sweep: a step's file compiled for several values of a macro, as a table and a plot: while it goes on the rows
 * that are there, then all of them. */
#include "report/sweep.h"
#include "tui/app.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA sweep");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	struct step_state *s = &a->steps[v->step];
	bool now = app_running(a, v->step) && a->job.sweep;
	const struct sweep_report *rows = now ? ui_job_sweep(&a->job) : NULL;

	if (rows) {
		sweep_doc(rows, NULL, d);
		ui_job_sweep_done(&a->job);
	} else if (now) {
		doc_wrap(d, STYLE_TEXT, 0, "Compiling. The first row comes as soon as it has run; Esc cancels.");
	} else if (s->swept) {
		sweep_doc(s->swept, s->answers, d);
	} else {
		doc_wrap(d, STYLE_TEXT, 0, "There are no rows: r sweeps anew.");
	}
}

static bool request(struct app *a, struct view *v, enum request r)
{
	if (r != REQ_SWEEP)
		return false;
	app_sweep(a, v->step);
	return true;
}

const struct screen screen_sweep = { "sweep", CTX_SWEEP, title, build, request, NULL, NULL };
