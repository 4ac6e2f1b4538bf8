/* screen_list: all labs and their steps, with the progress of each. */
#include <string.h>

#include "tui/app.h"
#include "report/shown.h"
#include "report/result_doc.h"
#include "report/doc/text.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	(void)a;
	(void)v;
	buf_puts(out, "Warplings");
}

static void lab_row(struct doc *d, const struct app *a, const struct lab *lab)
{
	int passed = 0, stars = 0, of = 0;

	for (int i = 0; i < a->nsteps; i++) {
		int has;

		if (a->steps[i].step->lab != lab)
			continue;
		passed += a->steps[i].p.passed;
		stars += progress_stars(&a->steps[i].p, a->steps[i].step->nquestions > 0, &has);
		of += has;
	}
	if (lab->error.kind != ERR_NONE) {
		doc_printf(d, STYLE_STRONG, "%s", lab->id);
		doc_put(d, STYLE_FAIL, "  its manifest is broken");
		return;
	}
	doc_printf(d, STYLE_STRONG, "%02d %s", lab->number, lab->title);
	doc_printf(d, passed == (int)lab->nsteps ? STYLE_PASS : STYLE_DIM, "  %d/%zu", passed, lab->nsteps);
	if (passed)
		doc_printf(d, STYLE_DIM, "  \xE2\x98\x85 %d/%d", stars, of);
}

/* What a step's row says about it: the verdict that counts. */
static const char *standing(const struct step_state *s, enum style *style)
{
	if (s->p.passed) {
		*style = STYLE_PASS;
		return "passed";
	}
	if (s->p.attempts > 0) {
		*style = verdict_style_of(s->p.last);
		return verdict_word(s->p.last);
	}
	*style = STYLE_DIM;
	return s->attempted ? "changed, not run" : "to do";
}

static void put_stars(struct doc *d, const struct step_state *s)
{
	int of, stars = progress_stars(&s->p, s->step->nquestions > 0, &of);

	doc_put(d, STYLE_TEXT, " ");
	for (int i = 0; i < of; i++)
		doc_put(d, i < stars ? STYLE_PASS : STYLE_DIM, i < stars ? "\xE2\x98\x85" : "\xE2\x98\x86");
}

/* The first step that has not passed; -1: all have. */
static int next_step(const struct app *a)
{
	for (int i = 0; i < a->nsteps; i++)
		if (!a->steps[i].p.passed)
			return i;
	return -1;
}

/* What to do: for somebody who is new, how it goes, in three lines; else what comes next. */
static void what_next(const struct app *a, struct doc *d)
{
	int next = next_step(a), attempts = 0;
	const struct step *s = next >= 0 ? a->steps[next].step : NULL;

	for (int i = 0; i < a->nsteps; i++)
		attempts += a->steps[i].p.attempts;
	if (!attempts) {
		doc_wrap(d, STYLE_STRONG, 0, "Enter opens a lab: read, then e opens your file in your editor.");
		doc_wrap(d, STYLE_STRONG, 0, "Save it, and it is compiled, run and judged; h gives a hint.");
		doc_wrap(d, STYLE_STRONG, 0, "When a step has passed, Enter goes on. ? shows all keys.");
	} else if (s) {
		doc_printf(d, STYLE_STRONG, "Next: %02d/%d %s", s->lab->number, s->number, s->title);
		doc_break(d);
	}
	doc_gap(d);
}

static void step_row(struct doc *d, const struct step_state *s)
{
	enum style style;
	const char *word = standing(s, &style);
	int column = d->width -
		(d->width >= 90                ? 38 :
				d->width >= 60 ? 28 :
						 17); /* verdicts have up to 16 columns, runs the rest */
	int room = column - 7;
	size_t n = strlen(s->step->title), fits = text_cut(s->step->title, n, room);

	if (fits < n) /* cut: one column for the sign of it */
		fits = text_cut(s->step->title, n, room - 1);

	doc_put(d, style, s->p.passed ? "  \xE2\x9C\x93 " : s->p.attempts > 0 ? "  \xE2\x9C\x97 " : "  \xC2\xB7 ");
	doc_printf(d, STYLE_TEXT, "%d ", s->step->number);
	doc_putn(d, STYLE_TEXT, s->step->title, fits);
	if (fits < n)
		doc_put(d, STYLE_TEXT, "\xE2\x80\xA6");
	doc_pad(d, column);
	doc_put(d, style, word);
	if (d->width >= 60 && s->p.passed)
		put_stars(d, s);
	else if (d->width >= 60 && s->p.last == VERDICT_GATE_FAILED && s->p.gates)
		doc_printf(d, STYLE_DIM, " %d/%d", s->p.gates_met, s->p.gates);
	if (d->width < 60 || s->p.attempts == 0)
		return;
	doc_pad(d, column + 17);
	doc_printf(d, STYLE_DIM, "%d run%s", s->p.attempts, s->p.attempts == 1 ? "" : "s");
	if (s->p.best_time_us > 0 && d->width >= 90)
		doc_printf(d, STYLE_DIM, ", %s", shown_us(s->p.best_time_us).text);
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	v->pager.ntags = a->nrows;
	if (a->loaded && a->nrows)
		what_next(a, d);
	for (int i = 0; i < a->nrows; i++) {
		const struct list_row *r = &a->rows[i];

		if (r->step < 0)
			doc_gap(d);
		if (r->step < 0)
			lab_row(d, a, r->lab);
		else
			step_row(d, &a->steps[r->step]);
		doc_break(d);
		d->lines[d->nlines - 1].tag = i;
		if (r->step < 0 && r->lab->error.kind != ERR_NONE) {
			char text[sizeof r->lab->error.msg + sizeof r->lab->error.file + 64];

			doc_wrap(d, STYLE_TEXT, 3, err_text(&r->lab->error, text, sizeof text));
		} else if (r->step < 0 && r->lab->summary) {
			doc_wrap(d, STYLE_DIM, 3, r->lab->summary);
		}
	}
	if (a->nrows == 0)
		doc_wrap(d, STYLE_TEXT, 0, "There is no lab in labs/.");
}

static bool request(struct app *a, struct view *v, enum request r)
{
	const struct list_row *row =
		v->pager.selected >= 0 && v->pager.selected < a->nrows ? &a->rows[v->pager.selected] : NULL;

	if (r == REQ_OPEN) {
		if (row && row->step >= 0)
			app_open_step(a, row->step);
		else if (row && row->lab->error.kind == ERR_NONE)
			app_open_lab(a, row->lab);
		return true;
	}
	if ((r == REQ_NEXT && !a->searching) || r == REQ_PREVIOUS) {
		pager_request(&v->pager, &v->doc, r == REQ_NEXT ? REQ_DOWN : REQ_UP);
		return true;
	}
	return false;
}

const struct screen screen_list = { "list", CTX_LIST, title, build, request, NULL, NULL };
