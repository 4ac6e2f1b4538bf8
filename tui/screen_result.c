/* screen_result: the newest result of a step; while its run goes on, what it is doing. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "tui/app.h"
#include "tui/markdown.h"
#include "tui/parts.h"
#include "report/result_doc.h"

void part_hints(const struct step_state *s, struct doc *d)
{
	for (int i = 0; i < s->p.hints_shown && i < (int)s->step->nhints; i++) {
		doc_gap(d);
		doc_put(d, STYLE_HEADING, "Hint");
		doc_break(d);
		markdown_hint(d, 2, s->step->hints[i]);
	}
}

void part_stars(const struct step_state *s, struct doc *d)
{
	const bool asks = s->step->nquestions > 0;
	const struct {
		bool is, got;
		const char *what;
	} stars[] = { { true, s->p.passed, "passed" }, { true, s->p.fast, "as fast as the reference, within a tenth" },
		{ asks, s->p.predictions > 0 && s->p.close == s->p.predictions, "every prediction close" } };
	struct flow f;
	bool any = false;

	flow_init(&f, d->utf8);
	for (size_t i = 0; i < sizeof stars / sizeof *stars; i++) {
		if (!stars[i].is)
			continue;
		if (any)
			flow_add(&f, STYLE_TEXT, ", ", 2);
		any = true;
		flow_add(&f, stars[i].got ? STYLE_PASS : STYLE_DIM,
			stars[i].got ? "\xE2\x98\x85\xC2\xA0" : "\xE2\x98\x86\xC2\xA0", 5);
		flow_add(&f, stars[i].got ? STYLE_TEXT : STYLE_DIM, stars[i].what, strlen(stars[i].what));
	}
	doc_flow(d, &f, NULL, NULL, STYLE_TEXT);
	flow_release(&f);
	doc_gap(d);
}

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA result");
}

/* After a pass: where Enter leads. The end of a lab and the end of all are said. */
static void next_lines(const struct app *a, const struct view *v, struct doc *d)
{
	const struct lab *lab = v->lab, *next = app_next_lab(a, lab);
	const struct step *s = a->steps[v->step].step;
	int passed = 0, in_lab = 0;

	for (int i = 0; i < a->nsteps; i++) {
		passed += a->steps[i].p.passed;
		in_lab += a->steps[i].step->lab == lab && a->steps[i].p.passed;
	}
	if (a->steps[v->step].p.passed)
		part_stars(&a->steps[v->step], d);
	if (passed == a->nsteps) {
		doc_printf(d, STYLE_PASS, "* * *  All %d steps of all labs have passed. Congratulations!  * * *",
			a->nsteps);
		doc_break(d);
		doc_wrap(d, STYLE_TEXT, 0,
			"You have written each of these kernels yourself, and you know why it is fast. What now? The "
			"solutions "
			"in solutions/ may go another way than yours, and warplings exec runs your own programs.");
	} else if (s->number < (int)lab->nsteps) {
		doc_printf(d, STYLE_PASS, "Next: %02d/%d %s", lab->number, s->number + 1, s[1].title);
		doc_put(d, STYLE_KEY, "  Enter");
		doc_break(d);
	} else {
		doc_printf(d, STYLE_PASS, "The last step of lab %02d: %d of %zu have passed.", lab->number, in_lab,
			lab->nsteps);
		doc_break(d);
		if (next) {
			doc_printf(d, STYLE_PASS, "Next: lab %02d %s", next->number, next->title);
			doc_put(d, STYLE_KEY, "  Enter");
			doc_break(d);
		}
	}
	doc_gap(d);
}

/* A save runs the file, but that run may have been cancelled. */
static void older_line(const struct app *a, const struct view *v, struct doc *d)
{
	const struct step_state *s = &a->steps[v->step];
	const struct result *r = s->result;
	char *path = s->cancelled ? workspace_file(&a->workspace, s->step, false, NULL) : NULL;
	struct buf now;

	buf_init(&now);
	if (path && r->source && !fs_read_plain(path, 1 << 20, &now, NULL) && strcmp(now.data, r->source) != 0) {
		doc_wrap(d, STYLE_WARN, 0, "You have changed your file since this result: r runs it as it is now.");
		doc_gap(d);
	}
	buf_release(&now);
	free(path);
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	struct step_state *s = &a->steps[v->step];
	char *text = NULL;

	if (app_running(a, v->step) && !a->job.sweep) {
		doc_put(d, STYLE_STRONG, "Running");
		doc_break(d);
		doc_pre(d, STYLE_TEXT, "  ", a->job_log.data, a->job_log.len);
	} else if (app_predicting(a, v->step)) {
		doc_wrap(
			d, STYLE_TEXT, 0, "The run has ended. Its result is shown once you have predicted or skipped.");
	} else if (s->result) {
		struct result_view rv = { .r = s->result,
			.sweep_predictions = s->sweep,
			.details = a->details,
			.legend = a->details,
			.bars = true,
			.fold = !a->unfolded,
			.answers = s->answers,
			.before = s->has_before ? &s->before : NULL };

		progress_calibration(a->progress, NULL, &rv.predicted_close, &rv.predicted, NULL);
		older_line(a, v, d);
		if (s->result->verdict == VERDICT_PASS)
			next_lines(a, v, d);
		result_doc(&rv, d);
		part_hints(s, d);
	} else if ((text = s->p.attempts > 0 ? progress_report(a->progress, s->step->id) : NULL) != NULL) {
		doc_wrap(d, STYLE_DIM, 0, "Your last run, before this session:");
		doc_gap(d);
		doc_pre(d, STYLE_TEXT, "", text, strlen(text));
		part_hints(s, d);
	} else {
		doc_wrap(d, STYLE_TEXT, 0,
			"Not run yet. e opens your file, r runs it; saving it in any editor runs it too.");
		part_hints(s, d);
	}
	free(text);
}

static bool request(struct app *a, struct view *v, enum request r)
{
	(void)v;
	if (r == REQ_DETAILS)
		a->details = !a->details;
	else if (r == REQ_FOLD)
		a->unfolded = !a->unfolded;
	else
		return false;
	app_stale(a);
	return true;
}

const struct screen screen_result = { "result", CTX_STEP, title, build, request, NULL, NULL };
