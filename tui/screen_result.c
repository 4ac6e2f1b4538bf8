/* screen_result: the newest result of a step; while its run goes on, what it is doing. */
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
		markdown_plain(d, STYLE_TEXT, 2, s->step->hints[i]);
	}
}

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA result");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	struct step_state *s = &a->steps[v->step];

	if (app_running(a, v->step)) {
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
			.answers = s->answers };

		result_doc(&rv, d);
		part_hints(s, d);
	} else {
		doc_wrap(d, STYLE_TEXT, 0,
			s->p.attempts > 0 ?
				"There is no result from this session yet. r runs your file; so does saving it in any "
				"editor." :
				"Not run yet. e opens your file, r runs it; saving it in any editor runs it too.");
		part_hints(s, d);
	}
}

static bool request(struct app *a, struct view *v, enum request r)
{
	(void)v;
	if (r != REQ_DETAILS)
		return false;
	a->details = !a->details;
	app_stale(a);
	return true;
}

const struct screen screen_result = { "result", CTX_STEP, title, build, request };
