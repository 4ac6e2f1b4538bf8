/* result_more: what a step's manifest asks to show beside the usual: what was learned, the variants beside each
 * other. Part of result_doc. */
#include <string.h>

#include "judge/prediction.h"
#include "report/access.h"
#include "report/doc/table.h"
#include "report/learned.h"
#include "report/result_doc.h"
#include "report/shown.h"
#include "report/listing.h"
#include "report/roofline.h"
#include "report/timeline.h"

void result_learned(const struct result *r, struct doc *d)
{
	struct buf b;

	buf_init(&b);
	learned_text(r, &b);
	if (b.len) {
		result_heading(d, "What you have seen");
		doc_wrap(d, STYLE_TEXT, 2, b.data);
	}
	buf_release(&b);
}

static struct shown measure_of(const struct side *s, int measure)
{
	if (measure == MEASURE_TIME)
		return shown_side_time(s);
	if (!s->has_counters || !counter_defined(&s->total, (enum counter_id)measure))
		return (struct shown){ "-" };
	return shown_counter(measure, counter_value(&s->total, (enum counter_id)measure));
}

/* What the variants are compared by: time, what questions ask for, then `show` and the gates. */
static size_t measures(const struct step *s, int *list, size_t max)
{
	size_t n = 0, from[2] = { s->nshow, s->ngates };

	list[n++] = MEASURE_TIME;
	for (size_t k = 0; k < 2; k++) {
		for (size_t i = 0; i < from[k] && n < max; i++) {
			int counter = k ? s->gates[i].counter : s->show[i];
			bool have = false;

			for (size_t j = 0; j < n; j++)
				have = have || list[j] == counter;
			if (!have)
				list[n++] = counter;
		}
	}
	return n;
}

static void result_variants(const struct result *r, struct doc *d)
{
	const struct step *s = r->step;
	const struct side *sides[9] = { 0 };
	const char *heads[9] = { 0 };
	int list[10];
	size_t perf, n = 0, nlist;
	struct table t;

	if (!s || !s->nvariants || !r->nobserved)
		return;
	perf = (size_t)(step_case(s, NULL) - s->cases);
	for (size_t i = 0; i < s->nvariants; i++) {
		const struct observed *o = result_observed(r, OF_VARIANT, s->variants[i].name, perf);

		if (o) {
			heads[n] = s->variants[i].name;
			sides[n++] = &o->side;
		}
	}
	if (!n)
		return;
	if (r->student.ran && r->student.has_counters) {
		heads[n] = "yours";
		sides[n++] = &r->student;
	}
	doc_gap(d);
	table_init(&t, d->utf8);
	t.titled = true;
	table_row(&t);
	table_put(&t, false, STYLE_HEADING, "Variants");
	for (size_t i = 0; i < n; i++)
		table_put(&t, true, STYLE_STRONG, heads[i]);
	nlist = measures(s, list, sizeof list / sizeof *list);
	for (size_t k = 0; k < nlist; k++) {
		table_row(&t);
		table_put(&t, false, STYLE_TEXT,
			list[k] == MEASURE_TIME ? "time (modelled)" : counter_alias((enum counter_id)list[k]));
		for (size_t i = 0; i < n; i++)
			table_put(&t, true, STYLE_TEXT,
				list[k] == MEASURE_TIME && sides[i]->time_kind == TIME_MEASURED ?
					"see above" :
					measure_of(sides[i], list[k]).text);
	}
	table_layout(&t, d, 2);
	table_release(&t);
	for (size_t i = 0; i < s->nvariants; i++) {
		struct flow f;

		flow_init(&f, d->utf8);
		flow_add(&f, STYLE_STRONG, s->variants[i].name, strlen(s->variants[i].name));
		flow_add(&f, STYLE_TEXT, ": ", 2);
		flow_add(&f, STYLE_TEXT, s->variants[i].title, strlen(s->variants[i].title));
		flow_add(&f, STYLE_DIM, ", ", 2);
		flow_add(&f, STYLE_DIM, s->variants[i].file, strlen(s->variants[i].file));
		doc_flow(d, &f, "  ", "    ", STYLE_TEXT);
		flow_release(&f);
	}
}

/* The access that wastes most, once the answer is right; the manifest may say of which lines, if there are such. */
static void picture(const struct result *r, struct doc *d)
{
	struct access_view v = { .list = &r->accesses, .source = r->source, .rows = 4 };

	if (!r->step || !r->step->picture || !result_answer_right(r))
		return;
	v.a = access_worst(&r->accesses, r->source, r->step->picture_of);
	if (!v.a)
		v.a = access_worst(&r->accesses, NULL, NULL);
	if (!v.a)
		return;
	doc_gap(d);
	access_doc(&v, d);
}

/* When the engines were at work: also after a missed gate, which it explains. */
static void timeline(const struct result *r, struct doc *d)
{
	struct text_style style = { .utf8 = d->utf8, .width = d->width - 2 };
	struct buf b;

	if (!r->step || !r->step->timeline || !r->student.timeline.n)
		return;
	buf_init(&b);
	report_timeline_text(&r->student.timeline, NULL, r->student.time_device, &style, &b);
	result_heading(d, "Timeline");
	doc_pre(d, STYLE_TEXT, "  ", b.data, b.len);
	buf_release(&b);
}

/* Where the pictures are to be seen: they are too large for this page. */
void result_images(const struct result *r, struct doc *d)
{
	size_t wrong = 0;
	struct buf b;

	if (!r->nimages || !r->step)
		return;
	buf_init(&b);
	buf_puts(&b, "Pictures: ");
	for (size_t i = 0; i < r->nimages; i++) {
		buf_printf(&b, "%s%s", i ? ", " : "", r->images[i].name);
		wrong += r->images[i].nwrong;
		if (r->images[i].nwrong)
			buf_printf(&b, " (%zu of %zu pixels differ)", r->images[i].nwrong,
				(size_t)r->images[i].width * r->images[i].height);
	}
	buf_printf(&b, ". i shows them in the UI, warplings show picture %s in a shell.", r->step_id);
	doc_gap(d);
	doc_wrap(d, wrong ? STYLE_WARN : STYLE_TEXT, 0, b.data);
	buf_release(&b);
}

void result_more(const struct result *r, struct doc *d)
{
	picture(r, d);
	timeline(r, d);
	roofline_doc(r, d);
	if (r->step && r->step->show_ptx && result_answer_right(r) && r->nlistings) {
		doc_gap(d);
		listing_doc(r, false, d);
	}
	result_variants(r, d);
}
