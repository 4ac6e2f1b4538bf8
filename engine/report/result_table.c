/* result_table: the parts of a result that are tables: student beside reference, gates, kernels, a sweep. Which
 * counters matter is the manifest's word: those of the gates, then `show`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "judge/prediction.h"
#include "report/shown.h"
#include "report/result_doc.h"
#include "report/doc/table.h"

#define MAX_COUNTERS 32

static size_t add_counter(int *list, size_t n, int counter)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == counter)
			return n;
	if (n < MAX_COUNTERS && counter >= 0 && counter < CTR_COUNT)
		list[n++] = counter;
	return n;
}

static size_t counters_that_matter(const struct result *r, int list[MAX_COUNTERS])
{
	size_t n = 0;

	for (size_t i = 0; i < r->ngates; i++)
		if (r->gates[i].gate && !r->gates[i].gate->kernel)
			n = add_counter(list, n, r->gates[i].gate->counter);
	for (size_t i = 0; r->step && i < r->step->nshow; i++)
		n = add_counter(list, n, r->step->show[i]);
	return n;
}

static struct shown counter_cell(bool has, const struct counters *c, int counter)
{
	if (!has || !counter_defined(c, (enum counter_id)counter))
		return (struct shown){ "-" };
	return shown_counter(counter, counter_value(c, (enum counter_id)counter));
}

static void head(struct table *t, const char *first, const char *const *rest)
{
	t->titled = true;
	table_row(t);
	table_put(t, false, STYLE_HEADING, first);
	for (; *rest; rest++)
		table_put(t, true, STYLE_STRONG, *rest);
}

static void time_notes(const struct result *r, struct doc *d)
{
	const struct side *s[2] = { &r->student, &r->reference };
	static const char *const whose[2] = { "Your time", "The reference's time" };
	bool same = side_timed(s[0]) && side_timed(s[1]) && s[0]->time_kind == s[1]->time_kind && s[0]->time_device &&
		s[1]->time_device && !strcmp(s[0]->time_device, s[1]->time_device);
	struct buf b;

	buf_init(&b);
	for (int i = 0; i < 2; i++) {
		if (!side_timed(s[i]) || (same && i == 1))
			continue;
		buf_printf(&b, "%s%s is %s: %s.", b.len ? " " : "", same ? "Time" : whose[i],
			shown_time_kind(s[i]->time_kind), shown_device(s[i]->time_device).text);
		if (s[i]->time_kind == TIME_MEASURED && s[i]->time_n > 1)
			buf_printf(&b, " Median of %d.", s[i]->time_n);
	}
	if (same)
		buf_printf(&b, " Yours takes %.2f times the reference's.", s[0]->time_us / s[1]->time_us);
	if (side_longest(s[0]))
		buf_printf(&b, " Yours is %s.", side_longest(s[0])->limit);
	for (int i = 0; i < 2; i++)
		if (side_timed(s[i]) && s[i]->time_kind == TIME_MEASURED && s[i]->time_n > 1)
			buf_printf(&b, " %s: %s to %s%s.", i ? "Reference" : "Yours", shown_us(s[i]->time_lo_us).text,
				shown_us(s[i]->time_hi_us).text, s[i]->noisy ? ", noisy" : "");
	if (b.len)
		doc_wrap(d, STYLE_DIM, 2, b.data);
	buf_release(&b);
}

void result_side_by_side(const struct result_view *v, struct doc *d)
{
	static const char *const columns[] = { "yours", "reference", NULL };
	const struct result *r = v->r;
	int list[MAX_COUNTERS];
	size_t n = counters_that_matter(r, list);
	struct table t;

	if (!r->student.ran && !r->reference.ran)
		return;
	doc_gap(d);
	table_init(&t, d->utf8);
	head(&t, "Side by side", columns);
	if (side_timed(&r->student) || side_timed(&r->reference)) {
		const struct side *s = side_timed(&r->student) ? &r->student : &r->reference;
		bool mixed = side_timed(&r->student) && side_timed(&r->reference) &&
			r->student.time_kind != r->reference.time_kind;
		char label[48];

		snprintf(label, sizeof label, "time (%s)", mixed ? "see below" : shown_time_kind(s->time_kind));
		table_row(&t);
		table_put(&t, false, STYLE_TEXT, label);
		table_put(&t, true, STYLE_STRONG, shown_side_time(&r->student).text);
		table_put(&t, true, STYLE_TEXT, shown_side_time(&r->reference).text);
	}
	for (size_t i = 0; i < n; i++) {
		table_row(&t);
		table_put(&t, false, STYLE_TEXT, counter_alias((enum counter_id)list[i]));
		table_put(
			&t, true, STYLE_STRONG, counter_cell(r->student.has_counters, &r->student.total, list[i]).text);
		table_put(&t, true, STYLE_TEXT,
			counter_cell(r->reference.has_counters, &r->reference.total, list[i]).text);
	}
	table_layout(&t, d, 2);
	table_release(&t);
	time_notes(r, d);
}

void result_gates(const struct result *r, struct doc *d)
{
	bool any = false, waiting = false;
	struct flow f;

	for (size_t i = 0; i < r->ngates; i++) {
		const struct gate_result *g = &r->gates[i];
		const char *word = !g->judged ? "not judged" : g->pass ? "met" : "missed";
		enum style s = !g->judged ? STYLE_DIM : g->pass ? STYLE_PASS : STYLE_FAIL;
		double limit = g->limit;
		char text[400];

		if (!g->gate)
			continue;
		if (!counter_is_ratio((enum counter_id)g->gate
					      ->counter)) /* 1.1 times a count: the last whole number that passes */
			limit = g->is_max ? floor(limit) : ceil(limit);
		if (!any)
			result_heading(d, "Gates");
		any = true;
		flow_init(&f, d->utf8);
		if (!g->defined && !g->judged)
			snprintf(text, sizeof text, "%s: ", g->gate->what);
		else
			snprintf(text, sizeof text, "%s: %s, %s %s: ", g->gate->what,
				g->defined ? shown_counter(g->gate->counter, g->value).text : "nothing to measure",
				g->is_max ? "at most" : "at least", shown_counter(g->gate->counter, limit).text);
		waiting = waiting || !g->judged;
		flow_add(&f, STYLE_TEXT, text, strlen(text));
		flow_add(&f, s, word, strlen(word));
		doc_flow(d, &f,
			!g->judged      ? "  \xC2\xB7 " :
				g->pass ? "  \xE2\x9C\x93 " :
					  "  \xE2\x9C\x97 ",
			"    ", s);
		flow_release(&f);
		if (g->judged && !g->pass && g->gate->why)
			doc_wrap(d, STYLE_TEXT, 4, g->gate->why);
	}
	if (waiting && r->verdict != VERDICT_PASS && r->verdict != VERDICT_GATE_FAILED)
		doc_wrap(d, STYLE_DIM, 4, "Gates are judged once the answer is right.");
}

/* What the short names mean, and what Nsight Compute calls them. */
void result_legend(const struct result_view *v, struct doc *d)
{
	int list[MAX_COUNTERS];
	size_t n = counters_that_matter(v->r, list);

	if (n == 0 || !v->r->student.has_counters)
		return;
	result_heading(d, "What was counted");
	for (size_t i = 0; i < n; i++) {
		enum counter_id id = (enum counter_id)list[i];
		struct flow f;

		flow_init(&f, d->utf8);
		flow_add(&f, STYLE_STRONG, counter_alias(id), strlen(counter_alias(id)));
		flow_add(&f, STYLE_TEXT, ": ", 2);
		flow_add(&f, STYLE_TEXT, counter_sentence(id), strlen(counter_sentence(id)));
		flow_add(&f, STYLE_TEXT, " ", 1);
		flow_add(&f, STYLE_DIM, counter_name(id), strlen(counter_name(id)));
		doc_flow(d, &f, "  ", "    ", STYLE_TEXT);
		flow_release(&f);
	}
}

static void dims(const uint32_t v[3], struct buf *out)
{
	int n = v[2] > 1 ? 3 : v[1] > 1 ? 2 : 1;

	for (int i = 0; i < n; i++)
		buf_printf(out, i ? "\xC3\x97%u" : "%u", v[i]);
}

void result_kernels(const struct result *r, struct doc *d)
{
	const struct side *sides[2] = { &r->student, &r->reference };

	if (r->student.nkernels + r->reference.nkernels == 0)
		return;
	result_heading(d, "Kernels");
	for (int s = 0; s < 2; s++)
		for (size_t i = 0; i < sides[s]->nkernels; i++) {
			const struct kernel_run *k = &sides[s]->kernels[i];
			struct flow f;
			struct buf b;

			buf_init(&b);
			buf_printf(&b, "%s, grid ", k->name);
			dims(k->grid, &b);
			buf_puts(&b, ", block ");
			dims(k->block, &b);
			if (k->launches > 1)
				buf_printf(&b, ", %u launches", k->launches);
			if (k->time_us > 0)
				buf_printf(&b, ", %s%s", shown_us(k->time_us).text, k->launches > 1 ? " each" : "");
			if (k->regs > 0)
				buf_printf(&b, ", %s%u registers", k->regs_arch ? "" : "about ", k->regs);
			if (k->shared_bytes > 0)
				buf_printf(&b, ", %u B shared", k->shared_bytes);
			flow_init(&f, d->utf8);
			flow_add(&f, STYLE_TEXT, b.data, b.len);
			doc_flow(d, &f,
				i         ? "             " :
					s ? "  reference  " :
					    "  yours      ",
				"             ", STYLE_DIM);
			flow_release(&f);
			if (k->limit && k->time_us > 0)
				doc_wrap(d, STYLE_DIM, 13, k->limit);
			buf_release(&b);
		}
}

static bool is_sweep_case(const struct step *step, const char *name)
{
	for (size_t i = 0; i < step->ncases; i++)
		if (step->cases[i].sweep && !strcmp(step->cases[i].name, name))
			return true;
	return false;
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
	int list[MAX_COUNTERS];
	size_t n, row = 0;
	struct table t;
	bool any = false;

	if (!r->step || !r->step->sweep_table)
		return;
	n = counters_that_matter(r, list);
	if (r->step->has_predict) { /* what the student was asked to think about */
		list[0] = r->step->predict.counter;
		n = 1;
	}
	if (n == 0)
		return;
	doc_gap(d);
	table_init(&t, d->utf8);
	head(&t, counter_alias((enum counter_id)list[0]),
		v->sweep_predictions ? predicted[r->step->predict.of] : plain);
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

			table_put(&t, true, STYLE_TEXT, seen ? counter_cell(true, seen, list[0]).text : "-");
		}
		table_put(&t, true, STYLE_STRONG, counter_cell(c->has_counters, &c->student, list[0]).text);
		table_put(&t, true, STYLE_TEXT, counter_cell(c->has_counters, &c->reference, list[0]).text);
	}
	if (any) {
		table_layout(&t, d, 2);
		if (v->sweep_predictions && r->step->predict.explain)
			doc_wrap(d, STYLE_TEXT, 2, r->step->predict.explain);
	}
	table_release(&t);
}
