/* result_doc: see result_doc.h. This file holds the order; each part says nothing where it has nothing to say. */
#include "report/result_doc.h"

#include <stdio.h>
#include <string.h>

#include "judge/answer.h"
#include "judge/prediction.h"

enum { LABEL = 12, MOST_FOLDED = 12 };

enum style verdict_style_of(enum verdict v)
{
	return v == VERDICT_PASS                                    ? STYLE_PASS :
		v == VERDICT_TODO                                   ? STYLE_DIM :
		v == VERDICT_NOT_JUDGED || v == VERDICT_GATE_FAILED ? STYLE_WARN :
								      STYLE_FAIL;
}

void result_heading(struct doc *d, const char *text)
{
	doc_gap(d);
	doc_wrap(d, STYLE_HEADING, 0, text);
}

void result_field(struct doc *d, const char *label, enum style s, const char *text)
{
	char first[40], rest[40];
	struct flow f;

	snprintf(first, sizeof first, "  %-*s", LABEL - 2, label);
	snprintf(rest, sizeof rest, "%*s", LABEL, "");
	flow_init(&f, d->utf8);
	flow_add(&f, s, text, strlen(text));
	doc_flow(d, &f, first, rest, STYLE_DIM);
	flow_release(&f);
}

static void prediction(const struct result_view *v, struct doc *d)
{
	const struct prediction *p = &v->r->prediction;
	struct buf b;

	if (!p->made || !v->r->step || v->r->step->predict.all)
		return;
	result_heading(d, "Your prediction");
	buf_init(&b);
	prediction_words(v->r, &b);
	if (p->known && v->predicted > 1)
		buf_printf(&b, " (%d of %d so far were close.)", v->predicted_close, v->predicted);
	doc_wrap(d, !p->known ? STYLE_TEXT : p->close ? STYLE_PASS : STYLE_WARN, 2, b.data);
	if (p->known && v->r->step->predict.explain)
		doc_wrap(d, STYLE_TEXT, 2, v->r->step->predict.explain);
	buf_release(&b);
}

void result_answers(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;
	bool head = r->prediction.made;

	for (size_t q = 0; v->answers && r->step && q < r->step->nquestions; q++) {
		bool close, known;
		struct buf b;

		if (!v->answers[q] || !answer_wanted(r->step, q))
			continue;
		buf_init(&b);
		known = answer_compare(r, q, v->answers[q], &close, &b);
		if (!head)
			result_heading(d, "Your prediction");
		head = true;
		doc_wrap(d, STYLE_DIM, 2, r->step->questions[q].question);
		doc_wrap(d,
			!known        ? STYLE_TEXT :
				close ? STYLE_PASS :
					STYLE_WARN,
			2, known ? b.data : "It is compared as soon as what it is about has been run.");
		if (known)
			doc_wrap(d, STYLE_TEXT, 2, r->step->questions[q].explain);
		buf_release(&b);
	}
}

static void notes(const struct result *r, struct doc *d)
{
	if (r->nnotes == 0)
		return;
	result_heading(d, "Notes");
	for (size_t i = 0; i < r->nnotes; i++) {
		struct flow f;

		flow_init(&f, d->utf8);
		flow_add(&f, STYLE_TEXT, r->notes[i], strlen(r->notes[i]));
		doc_flow(d, &f, "  - ", "    ", STYLE_DIM);
		flow_release(&f);
	}
}

void result_fold(const struct result_view *v, struct doc *d, size_t from)
{
	size_t more = d->nlines - from;
	char text[64];

	if (!v->fold || more <= MOST_FOLDED)
		return;
	doc_cut(d, from + MOST_FOLDED - 1);
	snprintf(text, sizeof text, "... and %zu more lines: z shows them", more - (MOST_FOLDED - 1));
	doc_wrap(d, STYLE_DIM, 2, text);
}

static void output(const struct result_view *v, struct doc *d)
{
	size_t from = d->nlines;

	result_output(v->r, d);
	result_fold(v, d, from);
}

void result_doc(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;
	size_t from;

	result_what(v, d);
	result_learned(r, d);
	result_improved(v, d);
	if (r->verdict == VERDICT_COMPILE_ERROR)
		output(v, d);
	result_cases(v, d);
	result_images(r, d);
	result_side_by_side(v, d);
	result_more(r, d);
	result_sweep(v, d);
	prediction(v, d);
	result_answers(v, d);
	if (r->verdict != VERDICT_COMPILE_ERROR)
		output(v, d);
	from = d->nlines;
	result_findings(v, d);
	result_fold(v, d, from);
	from = d->nlines;
	notes(r, d);
	result_fold(v, d, from);
	if (v->details)
		result_kernels(r, d);
	if (v->legend)
		result_legend(v, d);
	if (v->details)
		result_run(v, d);
}
