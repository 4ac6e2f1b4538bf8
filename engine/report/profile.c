/* profile: the sources with their counts, then what ran elsewhere, then the kernels. Which columns: line_columns.h. */
#include "report/profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/finding.h"
#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/line_columns.h"
#include "report/page.h"

enum { TAB = 4, MOST_ELSEWHERE = 10, NEAR = 3 };

void profile_report_init(struct profile_report *r)
{
	memset(r, 0, sizeof *r);
	exec_report_init(&r->exec);
}

void profile_report_release(struct profile_report *r)
{
	exec_report_release(&r->exec);
	memset(r, 0, sizeof *r);
}

static void mark(struct line_row *rows, size_t nlines, const char *source, const char *file, int line)
{
	if (file && !strcmp(file, source) && line >= 1 && (size_t)line <= nlines)
		rows[line].bad = true;
}

/* All kernels' work by line of a source, from 1. */
static struct line_row *rows_of(const struct profile_report *r, const char *file, size_t nlines)
{
	struct line_row *rows = xcalloc(nlines + 2, sizeof *rows);

	for (size_t i = 0; i < r->exec.nlines; i++) {
		const struct exec_line *l = &r->exec.lines[i];

		if (strcmp(l->file, file) || l->line < 1 || (size_t)l->line > nlines || !l->times)
			continue;
		rows[l->line].any = true;
		rows[l->line].times += l->times;
		counters_add(&rows[l->line].c, &l->c);
	}
	for (size_t i = 0; i < r->exec.nfaults; i++)
		mark(rows, nlines, file, r->exec.faults[i].place.file, r->exec.faults[i].place.line);
	for (size_t i = 0; i < r->exec.nfindings; i++) {
		const struct kernel_finding *f = &r->exec.findings[i];

		if (!finding_counts(f))
			continue;
		mark(rows, nlines, file, f->at.file, f->at.line);
		if (f->has_other)
			mark(rows, nlines, file, f->other.file, f->other.line);
	}
	return rows;
}

/* A line of the source with tabs TAB columns wide, without the blanks at its end. */
static void expand(struct buf *b, const char *s, size_t n)
{
	int at = 0;

	for (size_t i = 0, k; i < n; i += k) {
		char one[8] = "";

		for (k = 1; i + k < n && ((unsigned char)s[i + k] & 0xc0) == 0x80;)
			k++;
		if (s[i] == '\t') {
			do
				buf_putc(b, ' ');
			while (++at % TAB);
			continue;
		}
		memcpy(one, s + i, k < sizeof one ? k : sizeof one - 1);
		buf_puts(b, one);
		at += text_columns(one);
	}
	while (b->len && b->data[b->len - 1] == ' ')
		b->data[--b->len] = '\0';
}

/* How much of a text goes into `room` columns: to the last blank of their second half, if it has one. */
static size_t part_of(const char *s, size_t n, int room)
{
	size_t fits = text_cut(s, n, room), k = fits;

	if (fits >= n)
		return n;
	while (k > fits / 2 && s[k - 1] != ' ')
		k--;
	return k > fits / 2 ? k : fits ? fits : n;
}

/* One line of the source. What does not fit goes on in the next line of the page, under the source and further in than
 * the line begins. */
static void code(struct page *p, const char *s, size_t n, int room)
{
	int before = p->width - room, in = 0;
	struct buf b;
	size_t at;

	buf_init(&b);
	expand(&b, s, n);
	while (b.len && b.data[in] == ' ')
		in++;
	in = in + TAB < room / 2 ? in + TAB : room / 2;
	at = part_of(b.data, b.len, room);
	for (size_t from = 0; from < b.len; at += part_of(b.data + at, b.len - at, room - in)) {
		char *piece = xstrndup(b.data + from, at - from - (at < b.len && b.data[at - 1] == ' '));

		if (from) {
			page_newline(p);
			page_spaces(p, before + in);
		}
		page_text(p, PAGE_PLAIN, piece);
		free(piece);
		from = at;
	}
	buf_release(&b);
}

/* Of a program, which may be large, only what is near lines that did anything. */
static bool *choose_lines(const struct profile_report *r, const struct line_row *rows, size_t nlines)
{
	bool *show = xcalloc(nlines + 1, sizeof *show);

	for (size_t i = 1; i <= nlines; i++)
		if (!r->built_before)
			show[i] = true;
		else if (rows[i].any || rows[i].bad)
			for (size_t k = i > NEAR ? i - NEAR : 1; k <= nlines && k <= i + NEAR; k++)
				show[k] = true;
	return show;
}

static void legend(struct page *p, const bool used[LINE_COLUMNS], bool bad)
{
	page_newline(p);
	for (int k = 0; k < LINE_COLUMNS; k++)
		if (used[k]) {
			page_cell(p, PAGE_BOLD, line_columns[k].head, 7, false);
			page_wrap(p, PAGE_PLAIN, 7, 7, line_columns[k].what);
		}
	if (bad) {
		page_cell(p, PAGE_BAD, "!", 7, false);
		page_wrap(
			p, PAGE_PLAIN, 7, 7, "a fault, or something that the checkers saw, is at this line: see above");
	}
}

/* Adds the columns that it has to used[], and whether it has a line with a fault to *bad. */
static void source_table(struct page *p, const struct profile_report *r, const struct profile_source *src,
	bool used[LINE_COLUMNS], bool *bad)
{
	size_t nlines = line_count(src->text), number = 0;
	struct line_row *rows = rows_of(r, src->file, nlines);
	bool use[LINE_COLUMNS], *show = choose_lines(r, rows, nlines), gone = false;
	int room = line_columns_choose(p->width, rows, nlines, use), wide = line_digits(nlines);
	char text[32];

	for (int k = 0; k < LINE_COLUMNS; k++) {
		used[k] |= use[k];
		if (use[k]) {
			page_cell(p, PAGE_BOLD, line_columns[k].head, line_columns[k].width, true);
			page_spaces(p, 1);
		}
	}
	page_cell(p, PAGE_BOLD, "line", wide, true);
	page_newline(p);
	for (const char *s = src->text, *next; *s; s = next) {
		size_t n = strcspn(s, "\n");
		const struct line_row *row = &rows[++number];
		int gap = 0;

		next = s + n + (s[n] == '\n');
		if (!show[number]) {
			gone = true;
			continue;
		}
		if (gone) {
			page_text(p, PAGE_DIM, "...");
			page_newline(p);
			gone = false;
		}
		for (int k = 0; k < LINE_COLUMNS; k++) {
			if (!use[k])
				continue;
			text[0] = '\0';
			if (row->any)
				line_columns[k].cell(row, text, sizeof text);
			page_spaces(p, gap);
			page_cell(p, PAGE_PLAIN, text, line_columns[k].width, true);
			gap = 1;
		}
		snprintf(text, sizeof text, "%zu", number);
		page_spaces(p, gap);
		page_cell(p, PAGE_DIM, text, wide, true);
		page_text(p, PAGE_BAD, row->bad ? "!" : n ? " " : "");
		*bad |= row->bad;
		if (n)
			code(p, s, n, room);
		page_newline(p);
	}
	free(show);
	free(rows);
}

/* ---- lines of other files: headers of the program's own, and of the toolkit's where nothing else called them */
static int by_work(const void *a, const void *b)
{
	const struct exec_line *x = *(const struct exec_line *const *)a, *y = *(const struct exec_line *const *)b;
	uint64_t i = x->c.v[CTR_INST], j = y->c.v[CTR_INST];
	int k;

	if (i != j)
		return i > j ? -1 : 1;
	k = strcmp(x->file, y->file);
	return k ? k : (x->line > y->line) - (x->line < y->line);
}

static bool is_source(const struct profile_report *r, const char *file)
{
	for (size_t i = 0; i < r->nsources; i++)
		if (!strcmp(r->sources[i].file, file))
			return true;
	return false;
}

static void elsewhere(struct page *p, const struct profile_report *r)
{
	const struct exec_line **all = xcalloc(r->exec.nlines + 1, sizeof *all);
	uint64_t inst = 0, of = r->exec.side.total.v[CTR_INST];
	size_t n = 0;
	struct buf b;

	for (size_t i = 0; i < r->exec.nlines; i++)
		if (!is_source(r, r->exec.lines[i].file) && r->exec.lines[i].times) {
			all[n++] = &r->exec.lines[i];
			inst += r->exec.lines[i].c.v[CTR_INST];
		}
	if (n) {
		qsort(all, n, sizeof *all, by_work);
		buf_init(&b);
		buf_printf(&b, "In other files (%.1f %% of all instructions)",
			of ? 100.0 * (double)inst / (double)of : 0.0);
		page_heading(p, b.data);
		for (size_t i = 0; i < n && i < MOST_ELSEWHERE; i++) {
			char count[48];

			format_count((double)all[i]->c.v[CTR_INST], count, sizeof count);
			buf_clear(&b);
			buf_printf(&b, "%s:%d: %s instructions", all[i]->file, all[i]->line, count);
			page_spaces(p, 2);
			page_wrap(p, PAGE_PLAIN, 2, 4, b.data);
		}
		if (n > MOST_ELSEWHERE) {
			buf_clear(&b);
			buf_printf(&b, "... and %zu more lines", n - MOST_ELSEWHERE);
			page_spaces(p, 2);
			page_wrap(p, PAGE_PLAIN, 2, 4, b.data);
		}
		buf_release(&b);
	}
	free(all);
}

static void heading(struct page *p, const struct profile_report *r)
{
	char device[160];
	struct buf b;

	buf_init(&b);
	format_device(r->exec.device_name, TIME_MODELLED, device, sizeof device);
	buf_printf(&b, "%s on the emulated %s", r->file, device);
	if (r->step_id)
		buf_printf(&b, ", step %s, case %s (seed %llu)", r->step_id, r->case_name, (unsigned long long)r->seed);
	page_wrap(p, PAGE_BOLD, 0, 0, b.data);
	page_newline(p);
	buf_release(&b);
}

void report_profile_text(const struct profile_report *r, const struct text_style *st, struct buf *out)
{
	bool used[LINE_COLUMNS] = { false }, bad = false;
	struct page p;

	page_init(&p, st, out);
	heading(&p, r);
	if (r->exec.nfaults || r->exec.nfindings) {
		report_exec_faults(&r->exec, st, out);
		page_newline(&p);
	}
	for (size_t i = 0; i < r->nsources; i++) {
		if (r->built_before) {
			if (i)
				page_newline(&p);
			page_wrap(&p, PAGE_BOLD, 0, 0, r->sources[i].file);
		}
		source_table(&p, r, &r->sources[i], used, &bad);
	}
	if (r->nsources)
		legend(&p, used, bad);
	elsewhere(&p, r);
	page_newline(&p);
	page_release(&p);
	report_exec_totals(&r->exec, st, out);
}

void json_profile_compiler(const struct profile_report *r, json_t *into)
{
	json_object_set_new(into, "diagnostics", json_text(r->diagnostics));
	json_object_set_new(into, "compiler", json_compiler(r->diagnostics));
	if (r->diagnostics) { /* nothing has run */
		json_object_set_new(into, "exit_status", json_null());
		json_object_set_new(into, "signal", json_null());
	}
}

static json_t *profile_json(const struct profile_report *r)
{
	json_t *o = json_object(), *lines = json_array();
	char seed[32];

	json_object_set_new(o, "file", json_text(r->file));
	json_object_set_new(o, "step", json_text(r->step_id));
	json_object_set_new(o, "case", json_text(r->case_name));
	snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
	json_object_set_new(o, "seed", r->step_id ? json_text(seed) : json_null());
	json_object_set_new(o, "sandbox", json_text(r->sandbox));
	for (size_t i = 0; i < r->exec.nlines; i++) {
		const struct exec_line *l = &r->exec.lines[i];
		json_t *j = json_object();

		if (!l->times)
			continue;
		json_object_set_new(j, "file", json_text(l->file));
		json_object_set_new(j, "line", json_integer(l->line));
		json_object_set_new(j, "kernel", json_text(l->kernel));
		json_object_set_new(j, "times", json_integer((json_int_t)l->times));
		json_object_set_new(j, "counters", json_counters(&l->c, true));
		json_array_append_new(lines, j);
	}
	json_object_set_new(o, "lines", lines);
	json_exec(&r->exec, r->exec.argv != NULL && !r->diagnostics, o);
	json_profile_compiler(r, o);
	json_object_set_new(o, "schema", json_string("warplings.profile/1"));
	return o;
}

void report_profile_json(const struct profile_report *r, const struct profile_report *reference, struct buf *out)
{
	json_t *o = profile_json(r);

	if (reference)
		json_object_set_new(o, "reference", profile_json(reference));
	json_out(o, out);
}

int report_profile_status(const struct profile_report *r)
{
	if (r->diagnostics || !r->exec.exited || r->exec.code)
		return 1;
	for (size_t i = 0; i < r->exec.nfaults; i++)
		if (r->exec.faults[i].fatal)
			return 1;
	return finding_worst(r->exec.findings, r->exec.nfindings) != NULL;
}
