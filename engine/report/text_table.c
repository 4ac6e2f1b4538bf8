/* text_table: the counters that matter for a step, student beside reference beside limit; and the table of a sweep, one
 * row a case. Which counters matter is the manifest's word: those of the gates, in order, then what was to be
 * predicted, then `show`. */
#include <stdio.h>
#include <string.h>

#include "report/page.h"

#define MAX_ROWS 64
enum { CELL = 13, LABEL_MIN = 22, LABEL_MAX = 44 };

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
	if (r->step)
		for (size_t i = 0; i < r->step->nshow; i++)
			rows_add(rows, r->step->show[i], NULL, NULL);
	if (rows->n == 0) {
		rows_add(rows, CTR_LD_SECTORS_PER_REQUEST, NULL, NULL);
		rows_add(rows, CTR_ST_SECTORS_PER_REQUEST, NULL, NULL);
	}
}

/* A side's value of a row, "-" where there is none. */
static void side_value(const struct side *s, const struct row *row, char *dst, size_t size)
{
	struct counters c = s->total;
	bool any = s->has_counters;

	if (row->kernel) {
		memset(&c, 0, sizeof c);
		any = false;
		for (size_t i = 0; i < s->nkernels; i++) {
			if (!s->kernels[i].has_counters || !strstr(s->kernels[i].name, row->kernel))
				continue;
			counters_add(&c, &s->kernels[i].c);
			any = true;
		}
	}
	if (!s->ran || !any || !counter_defined(&c, (enum counter_id)row->counter))
		snprintf(dst, size, "-");
	else
		format_counter(row->counter, counter_value(&c, (enum counter_id)row->counter), dst, size);
}

/* One line of the table; too narrow for columns, it becomes a label and a line of values. */
static void table_line(struct page *p, int label_columns, const char *label, const char *const cells[3],
	enum page_style first, const char *mark, enum page_style mark_style)
{
	static const char *const heads[3] = { "yours ", "reference ", "limit " };

	page_text(p, PAGE_PLAIN, "  ");
	if (label_columns < LABEL_MIN) {
		page_wrap(p, PAGE_PLAIN, 2, 4, label);
		for (int i = 0; i < 3; i++) {
			if (!cells[i][0])
				continue;
			page_spaces(p, 4);
			page_cell(p, PAGE_DIM, heads[i], 10, false);
			page_text(p, i == 0 ? first : PAGE_PLAIN, cells[i]);
			if (i == 2 && mark[0])
				page_printf(p, mark_style, " %s", mark);
			page_newline(p);
		}
		return;
	}
	if (text_columns(label) > label_columns) {
		page_text(p, PAGE_PLAIN, label);
		page_newline(p);
		page_spaces(p, 2 + label_columns);
	} else {
		page_cell(p, PAGE_PLAIN, label, label_columns, false);
	}
	page_cell(p, first, cells[0], CELL, true);
	page_cell(p, PAGE_PLAIN, cells[1], CELL, true);
	if (cells[2][0])
		page_cell(p, PAGE_PLAIN, cells[2], CELL, true);
	if (mark[0])
		page_printf(p, mark_style, " %s", mark);
	page_newline(p);
}

static void time_cell(const struct side *s, char *dst, size_t size)
{
	if (!s->ran || s->time_kind == TIME_NONE || !(s->time_us > 0))
		snprintf(dst, size, "-");
	else
		format_us(s->time_us, dst, size);
}

static bool timed(const struct side *s)
{
	return s->ran && s->time_kind != TIME_NONE && s->time_us > 0;
}

static void sentence(struct page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void sentence(struct page *p, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	page_spaces(p, 2);
	page_wrap(p, PAGE_PLAIN, 2, 2, b.data);
	buf_release(&b);
}

static void noise_line(struct page *p, const char *who, const struct side *s)
{
	char lo[48], hi[48];

	if (!timed(s) || s->time_kind != TIME_MEASURED || s->time_n <= 0)
		return;
	format_us(s->time_lo_us, lo, sizeof lo);
	format_us(s->time_hi_us, hi, sizeof hi);
	sentence(p, "%s: median of %d runs, most between %s and %s%s.", who, s->time_n, lo, hi,
		s->noisy ? "; noisy" : "");
}

/* Of what kind the times are and of which device: said once when both sides agree, and for each where they don't. */
static void time_lines(struct page *p, const struct result *r)
{
	const struct side *a = &r->student, *b = &r->reference;
	const struct side *sides[2] = { a, b };
	char device[160], other[160];
	struct buf t;

	if (!timed(a) && !timed(b))
		return;
	page_newline(p);
	format_device(a->time_device, a->time_kind, device, sizeof device);
	format_device(b->time_device, b->time_kind, other, sizeof other);
	if (timed(a) && timed(b) && a->time_kind == b->time_kind && !strcmp(device, other)) {
		sentence(p, "Time of the whole solve(): %s, %s.", time_kind_word(a->time_kind), device);
		sentence(p, "Yours takes %.2f times the reference's.", a->time_us / b->time_us);
		if (side_longest(a))
			sentence(p, "Yours is %s.", side_longest(a)->limit);
	} else {
		for (int i = 0; i < 2; i++) {
			if (!timed(sides[i]))
				continue;
			buf_init(&t);
			report_time(sides[i], &t);
			sentence(p, "Time of the whole solve(), %s: %s.", i ? "reference" : "yours", t.data);
			buf_release(&t);
		}
	}
	noise_line(p, "Yours", a);
	noise_line(p, "Reference", b);
}

static int label_width(const struct page *p)
{
	int n = p->width - 2 - 3 * CELL - 2;

	return n > LABEL_MAX ? LABEL_MAX : n;
}

static bool sweep_row(const struct result *r, size_t i)
{
	return i < r->step->ncases && r->step->cases[i].sweep && r->cases[i].has_counters;
}

static bool varies(const struct result *r, int id)
{
	const struct case_result *first = NULL;

	for (size_t i = 0; i < r->ncases; i++) {
		if (!sweep_row(r, i))
			continue;
		if (!first)
			first = &r->cases[i];
		if (counter_value(&r->cases[i].student, (enum counter_id)id) !=
				counter_value(&first->student, (enum counter_id)id) ||
			counter_value(&r->cases[i].reference, (enum counter_id)id) !=
				counter_value(&first->reference, (enum counter_id)id))
			return true;
	}
	return false;
}

/* What the sweep is about: what was to be predicted, else the first counter that changes from case to case. -1: none
 * does. */
static int sweep_counter(const struct result *r, const struct rows *rows)
{
	if (r->step->has_predict)
		return r->step->predict.counter;
	for (size_t k = 0; k < rows->n; k++)
		if (!rows->v[k].kernel && varies(r, rows->v[k].counter))
			return rows->v[k].counter;
	return -1;
}

static void sweep_cell(const struct counters *c, int id, char *dst, size_t size)
{
	if (counter_defined(c, (enum counter_id)id))
		format_counter(id, counter_value(c, (enum counter_id)id), dst, size);
	else
		snprintf(dst, size, "-");
}

/* One row for each sweep case. The cases of a result are those of its step, in order. */
static void sweep(struct page *p, const struct result *r, const struct rows *rows)
{
	static const char *const head[3] = { "yours", "reference", "" };
	int label = label_width(p), id = sweep_counter(r, rows);
	char yours[48], reference[48], title[128];
	const char *const cells[3] = { yours, reference, "" };

	if (id < 0 || id >= CTR_COUNT)
		return;
	snprintf(title, sizeof title, "Sweep: %s", counter_alias((enum counter_id)id));
	page_heading(p, title);
	if (label >= LABEL_MIN)
		table_line(p, label, "", head, PAGE_PLAIN, "", PAGE_PLAIN);
	for (size_t i = 0; i < r->ncases; i++) {
		if (!sweep_row(r, i))
			continue;
		sweep_cell(&r->cases[i].student, id, yours, sizeof yours);
		sweep_cell(&r->cases[i].reference, id, reference, sizeof reference);
		table_line(p, label, r->cases[i].name, cells, PAGE_BOLD, "", PAGE_PLAIN);
	}
}

static const char *perf_case(const struct result *r)
{
	if (r->step)
		for (size_t i = 0; i < r->step->ncases; i++)
			if (r->step->cases[i].perf)
				return r->step->cases[i].name;
	return NULL;
}

void report_table(struct page *p, const struct result *r)
{
	static const char *const head[3] = { "yours", "reference", "limit" };
	struct rows rows;
	int label = label_width(p);
	const char *perf = perf_case(r);
	char title[128], yours[48], reference[48], limit[64], what[160];
	const char *cells[3] = { yours, reference, limit };

	if (!r->student.ran && !r->reference.ran)
		return;
	rows_collect(r, &rows);
	if (perf)
		snprintf(title, sizeof title, "Side by side (case %s)", perf);
	else
		snprintf(title, sizeof title, "Side by side");
	page_heading(p, title);
	if (label >= LABEL_MIN)
		table_line(p, label, "", head, PAGE_PLAIN, "", PAGE_PLAIN);
	limit[0] = '\0';
	if (timed(&r->student) || timed(&r->reference)) {
		const struct side *s = timed(&r->student) ? &r->student : &r->reference;

		time_cell(&r->student, yours, sizeof yours);
		time_cell(&r->reference, reference, sizeof reference);
		if (timed(&r->student) && timed(&r->reference) && r->student.time_kind != r->reference.time_kind)
			snprintf(what, sizeof what, "time (see below)");
		else
			snprintf(what, sizeof what, "time (%s)", time_kind_word(s->time_kind));
		table_line(p, label, what, cells, PAGE_BOLD, "", PAGE_PLAIN);
	}
	for (size_t i = 0; i < rows.n; i++) {
		const struct row *row = &rows.v[i];
		const char *mark = "";
		enum page_style style = PAGE_BOLD, mark_style = PAGE_PLAIN;

		side_value(&r->student, row, yours, sizeof yours);
		side_value(&r->reference, row, reference, sizeof reference);
		limit[0] = '\0';
		if (row->gate) {
			char v[48];

			format_limit(row->counter, row->gate->limit, row->gate->is_max, v, sizeof v);
			snprintf(limit, sizeof limit, "%s %s", row->gate->is_max ? "≤" : "≥", v);
			if (row->gate->judged) {
				style = mark_style = row->gate->pass ? PAGE_GOOD : PAGE_BAD;
				mark = row->gate->pass ? "✓" : "✗";
			}
		}
		snprintf(what, sizeof what, row->kernel ? "%s in %s" : "%s",
			counter_alias((enum counter_id)row->counter), row->kernel);
		table_line(p, label, what, cells, style, mark, mark_style);
	}
	time_lines(p, r);
	if (r->step && r->step->sweep_table)
		sweep(p, r, &rows);
}
