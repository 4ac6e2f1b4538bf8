/* timeline: see timeline.h. A drawing has a column for each slice of time; a cell shows who was at work in it longest.
 * Nothing here depends on the machine: the same spans and width give the same text.
 */
#include "report/timeline_drawn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/kernel_name.h"
#include "report/page.h"

enum { LABEL = 9 };

/* ---- the drawing */
static const char symbols[] = "0123456789abcdefghijklmnopqrstuvwxyz";

static char symbol_of(const struct timeline_span *s)
{
	if (!strcmp(s->op, "wait"))
		return 'W';
	return s->stream < sizeof symbols - 1 ? symbols[s->stream] : '#';
}

struct canvas {
	int columns;
	double from, slice, axis;
	char *cells[TIMELINE_ROWS];
	double *longest[TIMELINE_ROWS], *busy[TIMELINE_ROWS]; /* of the symbol in the cell; of all */
};

static void paint(struct canvas *c, const struct timeline_span *s)
{
	int row = timeline_row_of(s), first, last;
	double at = (s->begin_us - c->from) / c->slice, end = (s->end_us - c->from) / c->slice;
	char symbol = symbol_of(s);

	if (row < 0 || !(end > at))
		return;
	first = at < 0 ? 0 : (int)at;
	last = end > c->columns ? c->columns : (int)end + 1;
	for (int i = first; i < last && i < c->columns; i++) {
		double lo = at > i ? at : i, hi = end < i + 1 ? end : i + 1, share = hi - lo;
		char *cell = &c->cells[row][i];

		if (share <= 0)
			continue;
		c->busy[row][i] += share;
		/* Two that were at work for the whole of it: neither stands for the other. */
		if (*cell != ' ' && *cell != symbol && share > 0.99 && c->longest[row][i] > 0.99)
			*cell = '+';
		else if (share > c->longest[row][i])
			*cell = symbol;
		if (share > c->longest[row][i])
			c->longest[row][i] = share;
	}
}

/* An engine that was hardly at work in a slice gets a dot there: a full row means a busy engine. */
static void thin_out(struct canvas *c)
{
	for (int r = 0; r < TIMELINE_ROWS; r++)
		for (int i = 0; i < c->columns; i++)
			if (c->cells[r][i] != ' ' && c->busy[r][i] < 0.25)
				c->cells[r][i] = '.';
}

/* Marks at quarters, as many as fit. */
static void axis(struct page *p, const struct canvas *c)
{
	char *line = xmalloc((size_t)c->columns + 64), word[48];
	int marks = c->columns >= 60 ? 4 : c->columns >= 30 ? 2 : 1, until = 0;

	memset(line, ' ', (size_t)c->columns + 63);
	for (int k = 0; k <= marks; k++) {
		int at = (int)((double)c->columns * k / marks + 0.5), n;

		if (k || c->axis > 0)
			format_us(c->axis + c->slice * c->columns * k / marks, word, sizeof word);
		else
			snprintf(word, sizeof word, "0");
		n = text_columns(word);
		at = k == marks ? c->columns - n : k ? at - n / 2 : 0;
		if (at < until)
			continue;
		memcpy(line + at, word, (size_t)n);
		until = at + n + 1;
	}
	line[c->columns] = '\0';
	for (int n = c->columns; n && line[n - 1] == ' '; n--)
		line[n - 1] = '\0';
	page_spaces(p, LABEL);
	page_text(p, PAGE_DIM, line);
	page_newline(p);
	free(line);
}

static void draw(struct page *p, const struct timeline *t, int process)
{
	struct canvas c = { .columns = p->width - LABEL - 1, .axis = t->axis_us };
	double last = 0;
	bool any = false;

	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *s = &t->spans[i];

		if (s->process != process)
			continue;
		c.from = !any || s->issued_us < c.from ? s->issued_us : c.from;
		last = !any || s->end_us > last ? s->end_us : last;
		any = true;
	}
	c.slice = (last - c.from) / c.columns;
	if (!(c.slice > 0) || !isfinite(c.slice))
		return;
	for (int r = 0; r < TIMELINE_ROWS; r++) {
		c.cells[r] = xmalloc((size_t)c.columns + 1);
		memset(c.cells[r], ' ', (size_t)c.columns);
		c.cells[r][c.columns] = '\0';
		c.longest[r] = xcalloc((size_t)c.columns, sizeof(double));
		c.busy[r] = xcalloc((size_t)c.columns, sizeof(double));
	}
	for (size_t i = 0; i < t->n; i++)
		if (t->spans[i].process == process)
			paint(&c, &t->spans[i]);
	thin_out(&c);
	axis(p, &c);
	for (int r = 0; r < TIMELINE_ROWS; r++) {
		page_cell(p, PAGE_BOLD, timeline_rows[r], LABEL - 1, false);
		page_text(p, PAGE_DIM, "|");
		page_text(p, PAGE_PLAIN, c.cells[r]);
		page_text(p, PAGE_DIM, "|");
		page_newline(p);
		free(c.cells[r]);
		free(c.longest[r]);
		free(c.busy[r]);
	}
}

/* ---- words */
static void paragraph(struct page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void paragraph(struct page *p, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	page_wrap(p, PAGE_PLAIN, 0, 2, b.data);
	buf_release(&b);
}

static void legend(struct page *p, const struct timeline *t, int process)
{
	bool legacy = false, waits = false, many = false, more = false;

	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *s = &t->spans[i];

		if (s->process != process || timeline_row_of(s) < 0)
			continue;
		waits |= !strcmp(s->op, "wait");
		legacy |= !s->stream && strcmp(s->op, "wait") != 0;
		many |= s->stream > 0 && s->stream < sizeof symbols - 1;
		more |= s->stream >= sizeof symbols - 1;
	}
	paragraph(p, "%s%s%s%s%s'+' two streams at once, '.' at work for less than a quarter of the time.",
		legacy ? "'0' the default stream, " : "", many && legacy ? "other " : "",
		many ? "digits and letters are the streams' numbers, " : "",
		more ? "'#' a stream beyond the letters, " : "", waits ? "'W' the host waits, " : "");
}

/* "saxpy x 8, scale x 1": what an engine ran, most often first seen first; at most a few. */
static void contents(const struct timeline *t, int process, int row, struct buf *out)
{
	enum { MOST = 4 };
	const char *names[MOST];
	size_t counts[MOST] = { 0 }, n = 0, more = 0;
	uint64_t bytes = 0;
	char number[48];

	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *s = &t->spans[i];
		const char *name = !strcmp(s->op, "kernel") || !strcmp(s->op, "wait") ? s->name : s->op;
		size_t k = 0;

		if (s->process != process || timeline_row_of(s) != row)
			continue;
		bytes += s->bytes;
		name = name ? name : s->op;
		while (k < n && strcmp(names[k], name) != 0)
			k++;
		if (k == n && n == MOST) {
			more++;
			continue;
		}
		if (k == n)
			names[n++] = name;
		counts[k]++;
	}
	for (size_t k = 0; k < n; k++) {
		buf_puts(out, k ? ", " : "");
		kernel_name_words(names[k], KERNEL_NAME_COLUMNS / 2, out);
		buf_printf(out, " x %zu", counts[k]);
	}
	if (more)
		buf_printf(out, ", %zu more", more);
	if (bytes) {
		format_count((double)bytes, number, sizeof number);
		buf_printf(out, ", %s bytes", number);
	}
}

static void sums(struct page *p, const struct timeline *t, int process)
{
	char time[48], busy[48], what[48];
	struct timeline_sums s;
	struct buf b;

	buf_init(&b);
	timeline_sum(t, process, &s);
	format_us(s.total, time, sizeof time);
	for (int r = 0; r < TIMELINE_ROWS; r++) {
		if (!s.operations[r])
			continue;
		format_us(s.busy[r], busy, sizeof busy);
		buf_clear(&b);
		buf_printf(&b, "%s of %s (%.0f %%): ", busy, time, s.total > 0 ? 100 * s.busy[r] / s.total : 0);
		contents(t, process, r, &b);
		page_cell(p, PAGE_BOLD, timeline_rows[r], LABEL, false);
		page_wrap(p, PAGE_PLAIN, LABEL, LABEL, b.data);
	}
	buf_release(&b);
	format_us(s.overlap, busy, sizeof busy);
	format_us(s.device, what, sizeof what);
	if (s.device > 0)
		paragraph(p,
			"Overlap: of the %s in which the GPU was at work, two or more engines were for %s (%.0f %%).",
			what, busy, 100 * s.overlap / s.device);
}

static void not_drawn(struct page *p, const struct timeline_prelude *pinned)
{
	char time[48], bytes[48];

	if (!pinned->calls)
		return;
	format_us(pinned->us, time, sizeof time);
	format_count((double)pinned->bytes, bytes, sizeof bytes);
	paragraph(p, "Not drawn: before all of this the host pinned memory for %s (%zu call%s, %s bytes).", time,
		pinned->calls, pinned->calls == 1 ? "" : "s", bytes);
}

void report_timeline_text(
	const struct timeline *t, const char *title, const char *device, const struct text_style *st, struct buf *out)
{
	char name[160];
	struct arena arena;
	struct page p;

	arena_init(&arena);
	page_init(&p, st, out);
	format_device(device, TIME_MODELLED, name, sizeof name);
	if (!t->n) {
		paragraph(&p, "%s%sNothing was issued to the GPU: there is nothing to draw.", title ? title : "",
			title ? ": " : "");
		page_release(&p);
		arena_release(&arena);
		return;
	}
	for (int k = 0; k < (t->processes ? t->processes : 1); k++) {
		const struct timeline_prelude pinned = timeline_prelude_of(t, k);
		const struct timeline drawn = timeline_without(t, k, &pinned, &arena);
		struct buf head;

		buf_init(&head);
		buf_printf(&head, "%s%sa modelled %s, not measured", title ? title : "", title ? " on " : "On ", name);
		if (t->processes > 1)
			buf_printf(&head, "; process %d of %d", k + 1, t->processes);
		page_wrap(&p, PAGE_BOLD, 0, 0, head.data);
		buf_release(&head);
		draw(&p, &drawn, k);
		legend(&p, &drawn, k);
		sums(&p, &drawn, k);
		not_drawn(&p, &pinned);
		if (k + 1 < t->processes)
			page_newline(&p);
	}
	if (t->lost)
		paragraph(&p, "%llu more operations are not drawn: a timeline holds 10,000.",
			(unsigned long long)t->lost);
	page_release(&p);
	arena_release(&arena);
}

json_t *json_timeline(const struct timeline *t)
{
	json_t *a = json_array();

	for (size_t i = 0; i < t->n; i++) {
		const struct timeline_span *s = &t->spans[i];
		json_t *o = json_object();

		json_object_set_new(o, "op", json_text(s->op));
		json_object_set_new(o, "engine", json_text(s->engine));
		json_object_set_new(o, "name", json_text(s->name));
		json_object_set_new(o, "process", json_integer(s->process));
		json_object_set_new(o, "stream", json_integer(s->stream));
		json_object_set_new(o, "bytes",
			!strcmp(s->op, "copy") || !strcmp(s->op, "memset") ? json_integer((json_int_t)s->bytes) :
									     json_null());
		json_object_set_new(o, "issued_us", json_number(s->issued_us));
		json_object_set_new(o, "begin_us", json_number(s->begin_us));
		json_object_set_new(o, "end_us", json_number(s->end_us));
		json_array_append_new(a, o);
	}
	return a;
}

void report_timeline_json(const struct profile_report *r, struct buf *out)
{
	json_t *o = json_object();

	json_object_set_new(o, "schema", json_string("warplings.timeline/1"));
	json_object_set_new(o, "file", json_text(r->file));
	json_object_set_new(o, "step", json_text(r->step_id));
	json_object_set_new(o, "case", json_text(r->case_name));
	json_exec(&r->exec, !r->step_id && !r->diagnostics, o);
	json_profile_compiler(r, o);
	json_out(o, out);
}
