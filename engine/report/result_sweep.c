/* result_sweep: the part of a result that is a sweep: a row for each of its cases. */
#include <math.h>
#include <string.h>

#include "judge/prediction.h"
#include "report/result_table.h"

static bool is_sweep_case(const struct step *step, const char *name)
{
	for (size_t i = 0; i < step->ncases; i++)
		if (step->cases[i].sweep && !strcmp(step->cases[i].name, name))
			return true;
	return false;
}

/* The counter that the student was asked to think about; -1: none. */
static int asked_about(const struct step *step)
{
	for (size_t i = 0; i < step->nquestions; i++)
		if (step->questions[i].kind == PREDICT_ROW && !step->has_sweep && step->questions[i].counter >= 0)
			return step->questions[i].counter;
	return step->has_predict ? step->predict.counter : -1;
}

/* Every sweep case's values of the predicted counter (or of the first that matters), beside what was predicted. */
void result_sweep(const struct result_view *v, struct doc *d)
{
	static const char *const plain[] = { "yours", "reference", NULL },
				 *const yours[] = { "predicted", "yours", "reference", NULL },
				 *const starter[] = { "predicted", "starter", "yours", "reference", NULL },
				 *const solution[] = { "predicted", "solution", "yours", "reference", NULL },
				 *const variant[] = { "predicted", "variant", "yours", "reference", NULL },
				 *const *const predicted[OF_COUNT] = { starter, solution, yours, variant };
	const struct result *r = v->r;
	size_t row = 0;
	int id;
	struct table t;
	bool any = false;

	if (!r->step || !r->step->sweep_table)
		return;
	id = result_first_counter(r);
	if (id < 0)
		return;
	if (asked_about(r->step) >= 0)
		id = asked_about(r->step);
	doc_gap(d);
	table_init(&t, d->utf8);
	result_table_head(
		&t, counter_alias((enum counter_id)id), v->sweep_predictions ? predicted[r->step->predict.of] : plain);
	for (size_t i = 0; i < r->ncases; i++) {
		const struct case_result *c = &r->cases[i];
		double p;

		if (!is_sweep_case(r->step, c->name))
			continue;
		p = v->sweep_predictions ? v->sweep_predictions[row] : NAN;
		row++;
		any = any || c->has_counters;
		table_row(&t);
		table_put(&t, false, STYLE_TEXT, c->name);
		if (v->sweep_predictions)
			table_put(&t, true, STYLE_TEXT, isnan(p) ? "-" : shown_count(p).text);
		if (v->sweep_predictions && r->step->predict.of != OF_YOURS) {
			const struct counters *seen = prediction_observed(r, i);

			table_put(&t, true, STYLE_TEXT, seen ? result_counter_cell(true, seen, id).text : "-");
		}
		table_put(&t, true, STYLE_STRONG, result_counter_cell(c->has_counters, &c->student, id).text);
		table_put(&t, true, STYLE_TEXT, result_counter_cell(c->has_counters, &c->reference, id).text);
	}
	if (any) {
		table_layout(&t, d, 2);
		if (v->sweep_predictions && r->step->predict.explain)
			doc_wrap(d, STYLE_TEXT, 2, r->step->predict.explain);
	}
	table_release(&t);
}
