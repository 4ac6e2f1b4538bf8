/* result_table: the parts of a result that are tables: the cases, student beside reference beside limit. result_sweep.c
 * has a sweep. Which  * counters matter is the manifest's word: those of the gates, what was to be predicted, then
 * `show`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "judge/gates.h"
#include "judge/prediction.h"
#include "judge/verdict.h"
#include "report/doc/table.h"
#include "report/doc/text.h"
#include "report/format.h"
#include "report/result_table.h"
#include "report/shown.h"

#define MAX_ROWS 48
#define VERDICT_COLS 14 /* the longest verdict */
#define BAR 6           /* columns of a bar */

struct row {
	int counter;
	const char *kernel;             /* only kernels whose name contains this; NULL = all */
	const struct gate_result *gate; /* NULL = just shown; a missed one is preferred over a met one */
};
struct rows {
	struct row v[MAX_ROWS];
	size_t n;
};

static bool same_kernel(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void rows_add(struct rows *rows, int counter, const char *kernel, const struct gate_result *gate)
{
	if (counter < 0 || counter >= CTR_COUNT)
		return;
	for (size_t i = 0; i < rows->n; i++) {
		struct row *row = &rows->v[i];

		if (row->counter != counter || !same_kernel(row->kernel, kernel))
			continue;
		if (gate && (!row->gate || (row->gate->pass && !gate->pass)))
			row->gate = gate;
		return;
	}
	if (rows->n < MAX_ROWS)
		rows->v[rows->n++] = (struct row){ counter, kernel, gate };
}

static void rows_collect(const struct result *r, struct rows *rows)
{
	rows->n = 0;
	for (size_t i = 0; i < r->ngates; i++)
		if (r->gates[i].gate)
			rows_add(rows, r->gates[i].gate->counter, r->gates[i].gate->kernel, &r->gates[i]);
	if (r->step && r->step->has_predict)
		rows_add(rows, r->step->predict.counter, NULL, NULL);
	for (size_t i = 0; r->step && i < r->step->nshow; i++)
		rows_add(rows, r->step->show[i], NULL, NULL);
	if (rows->n == 0 && !r->step) {
		rows_add(rows, CTR_LD_SECTORS_PER_REQUEST, NULL, NULL);
		rows_add(rows, CTR_ST_SECTORS_PER_REQUEST, NULL, NULL);
	}
}

int result_first_counter(const struct result *r)
{
	struct rows rows;

	rows_collect(r, &rows);
	return rows.n ? rows.v[0].counter : -1;
}

struct shown result_counter_cell(bool has, const struct counters *c, int counter)
{
	if (!has || !counter_defined(c, (enum counter_id)counter))
		return (struct shown){ "-" };
	return shown_counter(counter, counter_value(c, (enum counter_id)counter));
}

void result_table_head(struct table *t, const char *first, const char *const *rest)
{
	t->titled = true;
	table_row(t);
	table_put(t, false, STYLE_HEADING, first);
	for (; *rest; rest++)
		table_put(t, true, STYLE_STRONG, *rest);
}

/* A side's value of a row, "-" where there is none. */
static struct shown side_cell(const struct side *s, const struct row *row)
{
	struct counters c = s->total;

	if (!s->ran || !s->has_counters)
		return (struct shown){ "-" };
	if (row->kernel && !gate_counters(&(struct gate){ .kernel = row->kernel }, s, &c))
		return (struct shown){ "-" };
	return result_counter_cell(true, &c, row->counter);
}

/* ---- cases */

/* "✓ prime    pass", with a sentence below for what did not pass; in one line where all is right. */
void result_cases(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;
	const struct case_result *decided = verdict_case(r);
	const char *said = decided && decided->message ? decided->message : "";
	int name = 0;
	size_t ran = 0;

	for (size_t i = 0; i < r->ncases; i++) {
		int width = text_width(r->cases[i].name, strlen(r->cases[i].name));

		ran += r->cases[i].ran;
		name = width > name ? width : name;
	}
	if (!ran) /* it did not come to that; the headline says why */
		return;
	if (result_answer_right(r) && !v->details) {
		doc_gap(d);
		doc_printf(d, STYLE_PASS, "\xE2\x9C\x93 ");
		doc_printf(d, STYLE_TEXT, r->ncases == 1 ? "Its one case is right." : "All %zu cases are right.",
			r->ncases);
		doc_break(d);
		return;
	}
	if (name > d->width - VERDICT_COLS - 6)
		name = d->width - VERDICT_COLS - 6;
	result_heading(d, "Cases");
	for (size_t i = 0; i < r->ncases; i++) {
		const struct case_result *c = &r->cases[i];
		bool pass = c->ran && c->verdict == VERDICT_PASS;
		enum style s = c->ran ? verdict_style_of(c->verdict) : STYLE_DIM;
		struct buf wrong;

		doc_put(d, s, !c->ran ? "  \xC2\xB7 " : pass ? "  \xE2\x9C\x93 " : "  \xE2\x9C\x97 ");
		doc_putn(d, STYLE_TEXT, c->name, text_cut(c->name, strlen(c->name), name));
		doc_pad(d, 4 + name + 2);
		doc_put(d, s, !c->ran ? "not run" : pass ? "right" : verdict_word(c->verdict));
		buf_init(&wrong);
		if (c->mismatch.any)
			buf_printf(&wrong, "%s of %s wrong", shown_count((double)c->mismatch.wrong).text,
				shown_count((double)c->mismatch.total).text);
		if (wrong.len && doc_column(d) + 2 + (int)wrong.len <= d->width)
			doc_printf(d, STYLE_TEXT, "  %s", wrong.data);
		else if (wrong.len)
			doc_wrap(d, STYLE_TEXT, 4, wrong.data);
		buf_release(&wrong);
		if (d->open)
			doc_break(d);
		/* Another reason than the one that stands above; the same lines do the same in each case. */
		if (pass || c == decided || !c->message || !*c->message || strstr(said, c->message) ||
			(decided && c->verdict == decided->verdict))
			continue;
		doc_wrap(d, STYLE_TEXT, 4, c->message);
		said = c->message;
	}
}

/* ---- side by side */

/* Copies, memsets or gaps between launches: the time of the kernels is not all that solve() takes. */
static bool more_than_kernels(const struct side *s)
{
	return side_timed(s) && s->time_kind == TIME_MODELLED &&
		(double)s->total.v[CTR_TL_ELAPSED] / 1000 > 1.05 * s->time_us;
}

/* Of what kind the times are and of which device: said once when both sides agree, and for each where they don't. */
static void time_notes(const struct result *r, struct doc *d)
{
	const struct side *s[2] = { &r->student, &r->reference };
	static const char *const whose[2] = { "Your time", "The reference's time" };
	bool same = side_timed(s[0]) && side_timed(s[1]) && s[0]->time_kind == s[1]->time_kind && s[0]->time_device &&
		s[1]->time_device && !strcmp(s[0]->time_device, s[1]->time_device);
	struct buf b;

	if (!side_timed(s[0]))
		return;
	buf_init(&b);
	for (int i = 0; i < 2; i++) {
		if (!side_timed(s[i]) || (same && i == 1))
			continue;
		buf_printf(&b, "%s%s is %s, of %s: %s.", b.len ? " " : "", same ? "Time" : whose[i],
			shown_time_kind(s[i]->time_kind),
			s[i]->time_kind == TIME_MEASURED ? "the whole solve() with its copies" :
							   "the kernels, without copies",
			shown_device(s[i]->time_device).text);
		if (s[i]->time_kind == TIME_MEASURED && s[i]->time_n > 1)
			buf_printf(&b, " Median of %d.", s[i]->time_n);
	}
	if (same)
		buf_printf(&b, " Yours takes %.2f times the reference's.", s[0]->time_us / s[1]->time_us);
	if (side_longest(s[0]))
		buf_printf(&b, " Yours is %s.", side_longest(s[0])->limit);
	if (more_than_kernels(s[0]) || more_than_kernels(s[1])) {
		buf_printf(&b,
			" The whole solve(), from its first copy or kernel to the end of the last one, takes %s "
			"(modelled)",
			shown_us((double)s[0]->total.v[CTR_TL_ELAPSED] / 1000).text);
		if (s[1]->total.v[CTR_TL_ELAPSED])
			buf_printf(&b, ", the reference's %s",
				shown_us((double)s[1]->total.v[CTR_TL_ELAPSED] / 1000).text);
		buf_putc(&b, '.');
	}
	for (int i = 0; i < 2; i++)
		if (side_timed(s[i]) && s[i]->time_kind == TIME_MEASURED && s[i]->time_n > 1)
			buf_printf(&b, " %s: %s to %s%s.", i ? "Reference" : "Yours", shown_us(s[i]->time_lo_us).text,
				shown_us(s[i]->time_hi_us).text, s[i]->noisy ? ", noisy" : "");
	doc_wrap(d, STYLE_DIM, 2, b.data);
	buf_release(&b);
}

/* The length of a number, of the longer one of its row. In eighths of a column; whole columns without UTF-8. */
static void bar(struct table *t, enum style s, double part, bool utf8)
{
	static const char *const eighths[] = { "", "\xE2\x96\x8F", "\xE2\x96\x8E", "\xE2\x96\x8D", "\xE2\x96\x8C",
		"\xE2\x96\x8B", "\xE2\x96\x8A", "\xE2\x96\x89" };
	int n = (int)(part * BAR * 8 + 0.5);

	table_cell(t, false);
	n = part > 0 && n < 1 ? 1 : n;
	if (!utf8)
		n = (n + 7) / 8 * 8;
	for (int i = 0; i < n / 8; i++)
		table_add(t, s, "\xE2\x96\x88", 3);
	table_add(t, s, eighths[n % 8], strlen(eighths[n % 8]));
}

/* Two values beside each other, with their bars where they are wanted; below 0: there is none. */
static void pair(struct table *t, enum style s, const char *const text[2], const double v[2], bool bars)
{
	double most = v[0] > v[1] ? v[0] : v[1];

	for (int i = 0; i < 2; i++) {
		table_put(t, true, i ? STYLE_TEXT : s, text[i]);
		if (bars)
			bar(t, i ? STYLE_DIM : s, most > 0 && v[i] > 0 ? v[i] / most : 0, t->utf8);
	}
}

static void time_row(const struct result *r, bool bars, struct table *t)
{
	const struct side *s = side_timed(&r->student) ? &r->student : &r->reference;
	bool mixed =
		side_timed(&r->student) && side_timed(&r->reference) && r->student.time_kind != r->reference.time_kind;
	struct shown yours = shown_side_time(&r->student), theirs = shown_side_time(&r->reference);
	char label[48];

	if (!side_timed(s))
		return;
	snprintf(label, sizeof label, "time (%s)", mixed ? "see below" : shown_time_kind(s->time_kind));
	table_row(t);
	table_put(t, false, STYLE_TEXT, label);
	pair(t, STYLE_STRONG, (const char *[]){ yours.text, theirs.text },
		(double[]){ mixed ? -1 : r->student.time_us, mixed ? -1 : r->reference.time_us }, bars);
}

static void limit_cells(const struct gate_result *g, struct table *t)
{
	char v[64], text[80];

	if (!g)
		return;
	format_limit(g->gate->counter, g->limit, g->is_max, v, sizeof v);
	snprintf(text, sizeof text, "%s %s", g->is_max ? "\xE2\x89\xA4" : "\xE2\x89\xA5", v);
	table_put(t, true, STYLE_TEXT, g->judged || g->limit > 0 ? text : "-");
	if (g->judged)
		table_put(t, false, g->pass ? STYLE_PASS : STYLE_FAIL, g->pass ? "\xE2\x9C\x93" : "\xE2\x9C\x97");
}

/* The reasons of the gates that are missed, but for what the headline says. */
static void gate_reasons(const struct result *r, struct doc *d)
{
	bool waiting = false;

	for (size_t i = 0; i < r->ngates; i++) {
		const struct gate_result *g = &r->gates[i];
		struct buf b;

		waiting = waiting || !g->judged;
		if (!g->gate || !g->judged || g->pass ||
			(r->message && g->gate->why && strstr(r->message, g->gate->why)))
			continue;
		buf_init(&b);
		buf_printf(&b, "%s: %s%s", g->gate->what, g->defined ? "" : "nothing to measure. ",
			g->gate->why ? g->gate->why : "");
		doc_wrap(d, STYLE_TEXT, 2, b.data);
		buf_release(&b);
	}
	if (waiting && r->verdict != VERDICT_PASS && r->verdict != VERDICT_NOT_JUDGED)
		doc_wrap(d, STYLE_DIM, 2, "Limits are judged once every case is right.");
}

static const char *perf_case(const struct result *r)
{
	for (size_t i = 0; r->step && i < r->step->ncases; i++)
		if (r->step->cases[i].perf)
			return r->step->cases[i].name;
	return NULL;
}

static double side_value(const struct side *s, const struct row *row)
{
	struct counters c = s->total;

	if (!s->ran || !s->has_counters ||
		(row->kernel && !gate_counters(&(struct gate){ .kernel = row->kernel }, s, &c)) ||
		!counter_defined(&c, (enum counter_id)row->counter))
		return -1;
	return counter_value(&c, (enum counter_id)row->counter);
}

static void fill_table(const struct result *r, const struct rows *rows, bool right, bool bars, struct table *t)
{
	static const char *const columns[] = { "yours", "reference", "limit", NULL },
				 *const ungated[] = { "yours", "reference", NULL },
				 *const barred[] = { "yours", "", "reference", "", "limit", NULL },
				 *const barred_ungated[] = { "yours", "", "reference", "", NULL };
	const char *perf = perf_case(r);
	char title[64];

	if (perf)
		snprintf(title, sizeof title, "Case '%.40s'", perf);
	else
		snprintf(title, sizeof title, "Side by side");
	result_table_head(t, title, r->ngates ? (bars ? barred : columns) : (bars ? barred_ungated : ungated));
	for (size_t i = 0; i < rows->n; i++) {
		const struct row *row = &rows->v[i];
		const struct gate_result *g = row->gate;
		enum style s = g && g->judged ? (g->pass ? STYLE_PASS : STYLE_FAIL) : STYLE_STRONG;
		struct shown yours = side_cell(&r->student, row), theirs = side_cell(&r->reference, row);
		char label[128];

		snprintf(label, sizeof label, row->kernel ? "%s in %s" : "%s",
			counter_alias((enum counter_id)row->counter), row->kernel);
		table_row(t);
		table_put(t, false, STYLE_TEXT, label);
		pair(t, s, (const char *[]){ yours.text, theirs.text },
			(double[]){ side_value(&r->student, row), side_value(&r->reference, row) }, bars);
		limit_cells(g, t);
	}
	if (right)
		time_row(r, bars, t);
}

void result_side_by_side(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;
	bool right = result_answer_right(r);
	struct rows rows;
	struct table t;

	if (!r->student.ran && !r->reference.ran)
		return;
	rows_collect(r, &rows);
	doc_gap(d);
	table_init(&t, d->utf8);
	/* Bars of numbers that are right alone: no picture of a wrong program. */
	fill_table(r, &rows, right, v->bars && right, &t);
	if (v->bars && right && table_width(&t, 2) > d->width) {
		table_release(&t);
		table_init(&t, d->utf8);
		fill_table(r, &rows, right, false, &t);
	}
	table_layout(&t, d, 2);
	table_release(&t);
	gate_reasons(r, d);
	if (right)
		time_notes(r, d);
}

/* ---- what changed since the run before */
void result_improved(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;
	const struct earlier *e = v->before;
	struct rows rows;
	struct buf b;

	if (!e || !result_answer_right(r))
		return;
	buf_init(&b);
	if (e->verdict < VERDICT_GATE_FAILED) {
		buf_printf(&b, "The run before this one ended with %s.", verdict_word(e->verdict));
	} else if (e->has_counters && r->student.has_counters) {
		rows_collect(r, &rows);
		for (size_t i = 0; i < rows.n; i++) {
			enum counter_id id = (enum counter_id)rows.v[i].counter;
			struct shown was = result_counter_cell(true, &e->c, (int)id),
				     is = result_counter_cell(true, &r->student.total, (int)id);

			if (rows.v[i].kernel || !strcmp(was.text, is.text))
				continue;
			buf_printf(&b, "%s%s %s \xE2\x86\x92 %s",
				b.len ? ", " : "Since the run before: ", counter_alias(id), was.text, is.text);
		}
		if (e->time_us > 0 && e->time_kind == r->student.time_kind && side_timed(&r->student) &&
			strcmp(shown_us(e->time_us).text, shown_us(r->student.time_us).text))
			buf_printf(&b, "%stime %s \xE2\x86\x92 %s (%s)",
				b.len ? ", " : "Since the run before: ", shown_us(e->time_us).text,
				shown_us(r->student.time_us).text, shown_time_kind(e->time_kind));
		if (b.len)
			buf_putc(&b, '.');
	}
	if (b.len) {
		doc_gap(d);
		doc_wrap(d, STYLE_TEXT, 0, b.data);
	}
	buf_release(&b);
}

/* What the short names mean, and what Nsight Compute calls them. */
void result_legend(const struct result_view *v, struct doc *d)
{
	struct rows rows;

	rows_collect(v->r, &rows);
	if (rows.n == 0 || !v->r->student.has_counters)
		return;
	result_heading(d, "What was counted");
	for (size_t i = 0; i < rows.n; i++) {
		enum counter_id id = (enum counter_id)rows.v[i].counter;
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
