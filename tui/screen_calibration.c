/* screen_calibration: how close the student's predictions were, in all and step by step. */
#include "tui/app.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	(void)a;
	(void)v;
	buf_puts(out, "Warplings \xE2\x80\xBA predictions");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	int close, compared;

	(void)v;
	if (progress_calibration(a->progress, NULL, &close, &compared, NULL) || !compared) {
		doc_wrap(d, STYLE_TEXT, 0,
			"None of your predictions has been compared yet: answer the question that a step asks before "
			"its "
			"first run.");
		return;
	}
	doc_printf(d, STYLE_HEADING, "Close in %d of %d predictions", close, compared);
	doc_break(d);
	doc_gap(d);
	for (int i = 0; i < a->nsteps; i++) {
		const struct step *s = a->steps[i].step;
		int good, n;

		if (progress_calibration(a->progress, s->id, &good, &n, NULL) || !n)
			continue;
		doc_printf(d, good == n ? STYLE_PASS : good ? STYLE_TEXT : STYLE_WARN, "  %d of %d", good, n);
		doc_pad(d, 12);
		doc_printf(d, STYLE_TEXT, "%02d/%d %s", s->lab->number, s->number, s->title);
		doc_break(d);
	}
}

const struct screen screen_calibration = { "predictions", CTX_PREDICTIONS, title, build, NULL, NULL, NULL };
