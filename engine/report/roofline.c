/* roofline: see roofline.h. Both axes are logarithmic. Where yours and the reference's share a place, a * stands for
 * both. */
#include "report/roofline.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/doc/table.h"
#include "report/json_run.h"
#include "report/shown.h"

enum { LABEL = 9, ROWS = 12, MOST_COLS = 64 };

struct point {
	const char *who;
	char sign;
	double flops, bytes, us; /* us: 0 where it was not timed */
};

static double intensity_of(const struct point *p)
{
	return p->flops / p->bytes;
}

static double gflops_of(const struct point *p)
{
	return p->us > 0 ? p->flops / p->us / 1000 : 0;
}

/* What the roof allows at so much work for each byte. */
static double roof_at(const struct roof *r, double intensity)
{
	double memory = r->gb_per_s * intensity;

	return memory < r->gflops ? memory : r->gflops;
}

/* False: it has no place. */
static bool point_of(const struct result *r, const struct side *side, struct point *p)
{
	const struct step *s = r->step;
	const struct test_case *perf = step_case(s, NULL);
	long long flops, bytes;

	if (!side->ran || expr_eval(s->roofline.flops, perf, &flops, NULL))
		return false;
	if (s->roofline.bytes) {
		if (expr_eval(s->roofline.bytes, perf, &bytes, NULL))
			return false;
	} else {
		if (!side->has_counters)
			return false;
		bytes = 32 * (long long)(side->total.v[CTR_GLOBAL_LD_SECTORS] + side->total.v[CTR_GLOBAL_ST_SECTORS]);
	}
	p->flops = (double)flops;
	p->bytes = (double)bytes;
	p->us = side_timed(side) ? side->time_us : 0;
	return flops > 0 && bytes > 0;
}

static size_t points(const struct result *r, struct point p[2])
{
	size_t n = 0;

	if (!r->step || !r->step->has_roofline || !r->student.ran)
		return 0;
	p[n] = (struct point){ .who = "yours", .sign = 'Y' };
	n += point_of(r, &r->student, &p[n]);
	p[n] = (struct point){ .who = "reference", .sign = 'R' };
	n += point_of(r, &r->reference, &p[n]);
	return n;
}

static void table(const struct point *p, size_t n, struct doc *d)
{
	static const char *const heads[] = { "FLOP", "bytes", "FLOP per byte", "GFLOP/s" };
	struct table t;

	table_init(&t, d->utf8);
	t.titled = true;
	table_row(&t);
	table_put(&t, false, STYLE_HEADING, "Work for each byte");
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		table_put(&t, true, STYLE_STRONG, heads[i]);
	for (size_t i = 0; i < n; i++) {
		table_row(&t);
		table_put(&t, false, STYLE_TEXT, p[i].who);
		table_put(&t, true, STYLE_TEXT, shown_count(p[i].flops).text);
		table_put(&t, true, STYLE_TEXT, shown_count(p[i].bytes).text);
		table_put(&t, true, STYLE_STRONG, shown_count(intensity_of(&p[i])).text);
		table_put(&t, true, STYLE_TEXT, p[i].us > 0 ? shown_count(gflops_of(&p[i])).text : "-");
	}
	table_layout(&t, d, 2);
	table_release(&t);
}

/* ---- the drawing */
struct axes {
	int cols;
	int x0, x1;    /* powers of 2: FLOP per byte at the edges */
	double y0, y1; /* powers of 10: GFLOP/s at the edges */
};

static struct axes axes_of(const struct roof *r, const struct point *p, size_t n, int width)
{
	double ridge = r->gflops / r->gb_per_s, lo = ridge / 64, hi = ridge * 8, least = roof_at(r, lo);
	struct axes a = { .cols = width - LABEL - 2 < MOST_COLS ? width - LABEL - 2 : MOST_COLS };

	for (size_t i = 0; i < n; i++) {
		lo = fmin(lo, intensity_of(&p[i]) / 2);
		hi = fmax(hi, intensity_of(&p[i]) * 2);
		if (p[i].us > 0)
			least = fmin(least, gflops_of(&p[i]));
	}
	a.x0 = (int)floor(log2(lo));
	a.x1 = (int)ceil(log2(hi));
	a.y0 = floor(log10(least));
	a.y1 = log10(r->gflops);
	return a;
}

static int column_of(const struct axes *a, double intensity)
{
	return (int)lround((log2(intensity) - a->x0) / (a->x1 - a->x0) * (a->cols - 1));
}

/* From the top. */
static int row_of(const struct axes *a, double gflops)
{
	int row = (int)lround((a->y1 - log10(gflops)) / (a->y1 - a->y0) * (ROWS - 1));

	return row < 0 ? 0 : row < ROWS ? row : ROWS - 1;
}

static void fill(
	char grid[ROWS][MOST_COLS], const struct axes *a, const struct roof *r, const struct point *p, size_t n)
{
	memset(grid, ' ', ROWS * MOST_COLS);
	for (int c = 0; c < a->cols; c++) {
		double x = exp2(a->x0 + (double)c / (a->cols - 1) * (a->x1 - a->x0));
		double y = roof_at(r, x);

		if (log10(y) >= a->y0)
			grid[row_of(a, y)][c] = y < r->gflops ? '/' : '-';
	}
	for (size_t i = 0; i < n; i++) {
		char *at;

		if (p[i].us <= 0)
			continue;
		at = &grid[row_of(a, gflops_of(&p[i]))][column_of(a, intensity_of(&p[i]))];
		*at = *at == 'Y' ? '*' : p[i].sign;
	}
}

static void put_row(const char *row, int cols, struct doc *d)
{
	for (int c = 0; c < cols; c++) {
		char one[2] = { row[c], '\0' };
		bool sign = row[c] == 'Y' || row[c] == 'R' || row[c] == '*';

		doc_put(d, sign ? STYLE_STRONG : STYLE_DIM, row[c] == '-' ? "\xE2\x94\x80" : one);
	}
	doc_break(d);
}

static void bottom(const struct axes *a, struct doc *d)
{
	doc_pad(d, LABEL);
	doc_put(d, STYLE_DIM, "+");
	for (int c = 0; c < a->cols; c++)
		doc_put(d, STYLE_DIM, "\xE2\x94\x80");
	doc_break(d);
	for (int x = a->x0; x <= a->x1; x++) {
		char text[24];
		int at = LABEL + 1 + column_of(a, exp2(x));

		snprintf(text, sizeof text, x < 0 ? "1/%d" : "%d", 1 << (x < 0 ? -x : x));
		if ((x - a->x0) % 2 == 0 && at + (int)strlen(text) <= LABEL + 1 + a->cols) {
			doc_pad(d, at);
			doc_put(d, STYLE_DIM, text);
		}
	}
	doc_break(d);
	doc_pad(d, LABEL + 1);
	doc_put(d, STYLE_DIM, "FLOP for each byte of memory");
	doc_break(d);
}

static void drawing(const struct result *r, const struct point *p, size_t n, struct doc *d)
{
	struct axes a = axes_of(&r->roof, p, n, d->width);
	char grid[ROWS][MOST_COLS];

	if (a.cols < 20)
		return;
	fill(grid, &a, &r->roof, p, n);
	doc_put(d, STYLE_DIM, " GFLOP/s");
	doc_break(d);
	for (int row = 0; row < ROWS; row++) {
		if (row % 3 == 0 || row == ROWS - 1) {
			double v = pow(10, a.y1 - (double)row / (ROWS - 1) * (a.y1 - a.y0));

			doc_printf(d, STYLE_DIM, "%*s", LABEL - 1, shown_count(v < 10 ? v : round(v)).text);
		}
		doc_pad(d, LABEL);
		doc_put(d, STYLE_DIM, "\xE2\x94\x82");
		put_row(grid[row], a.cols, d);
	}
	bottom(&a, d);
}

/* Where a kernel stands, and what holds it. */
static void sentences(const struct result *r, const struct point *p, size_t n, struct doc *d)
{
	double ridge = r->roof.gflops / r->roof.gb_per_s;
	struct buf b;

	buf_init(&b);
	buf_printf(&b, "The roof: memory gives %s GB/s, the cores %s GFLOP/s; it bends at %s FLOP per byte.",
		shown_count(round(r->roof.gb_per_s)).text, shown_count(round(r->roof.gflops)).text,
		shown_count(ridge).text);
	for (size_t i = 0; i < n; i++)
		if (p[i].us > 0)
			buf_printf(&b, " %c, %s: %.0f %% of the roof above it, which is %s.", p[i].sign, p[i].who,
				100 * gflops_of(&p[i]) / roof_at(&r->roof, intensity_of(&p[i])),
				intensity_of(&p[i]) < ridge ? "memory's" : "the cores'");
	doc_wrap(d, STYLE_TEXT, 2, b.data);
	buf_release(&b);
}

void roofline_doc(const struct result *r, struct doc *d)
{
	struct point p[2];
	size_t n = points(r, p);

	if (!n)
		return;
	doc_gap(d);
	table(p, n, d);
	if (!(r->roof.gb_per_s > 0) || !(r->roof.gflops > 0) || r->student.time_kind == TIME_MEASURED)
		return; /* not the GPU that the time is of */
	doc_gap(d);
	drawing(r, p, n, d);
	sentences(r, p, n, d);
}

void report_roofline_text(const struct result *r, const struct text_style *st, struct buf *out)
{
	struct doc d;

	doc_init(&d, st->width > 0 ? st->width : 80, st->utf8);
	roofline_doc(r, &d);
	doc_text(&d, out);
	doc_release(&d);
}

void report_roofline_json(const struct result *r, struct buf *out)
{
	json_t *o = json_object(), *all = json_array();
	struct point p[2];
	size_t n = points(r, p);

	json_object_set_new(o, "schema", json_string("warplings.roofline/1"));
	json_object_set_new(o, "step", json_text(r->step_id));
	json_object_set_new(o, "device", json_text(r->device_name));
	json_object_set_new(o, "roof_gb_per_s", json_number(r->roof.gb_per_s));
	json_object_set_new(o, "roof_gflops", json_number(r->roof.gflops));
	for (size_t i = 0; i < n; i++) {
		json_t *one = json_object();

		json_object_set_new(one, "who", json_string(p[i].who));
		json_object_set_new(one, "flops", json_number(p[i].flops));
		json_object_set_new(one, "bytes", json_number(p[i].bytes));
		json_object_set_new(one, "flops_per_byte", json_number(intensity_of(&p[i])));
		json_object_set_new(one, "gflops", p[i].us > 0 ? json_number(gflops_of(&p[i])) : json_null());
		json_array_append_new(all, one);
	}
	json_object_set_new(o, "kernels", all);
	json_out(o, out);
}
