/* check: a list of results for a person (one step a line) and as JSON ("warplings.check/1"). */
#include <stdio.h>
#include <string.h>

#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/page.h"
#include "report/tally.h"

enum { VERDICT_COLUMNS = 15, ID_COLUMNS = 20 };

void report_check_line(const struct result *r, const struct text_style *st, struct buf *out)
{
	struct page p;
	int id;
	bool quiet = r->verdict == VERDICT_PASS || (r->verdict == VERDICT_TODO && !r->due);

	page_init(&p, st, out);
	page_cell(&p, verdict_style(r->verdict), verdict_word(r->verdict), VERDICT_COLUMNS, false);
	if (r->step && r->step->title) {
		id = text_columns(r->step_id);
		page_cell(&p, PAGE_PLAIN, r->step_id, ID_COLUMNS, false);
		page_text(&p, PAGE_PLAIN, "  ");
		page_wrap(&p, PAGE_PLAIN, VERDICT_COLUMNS + (id > ID_COLUMNS ? id : ID_COLUMNS) + 2, VERDICT_COLUMNS,
			r->step->title);
	} else {
		page_text(&p, PAGE_PLAIN, r->step_id ? r->step_id : "?");
		page_newline(&p);
	}
	if (!quiet) {
		page_spaces(&p, VERDICT_COLUMNS);
		page_wrap(&p, PAGE_PLAIN, VERDICT_COLUMNS, VERDICT_COLUMNS, result_sentence(r));
		if (r->verdict == VERDICT_COMPILE_ERROR && r->nexcerpts && r->excerpts[0].note) {
			page_spaces(&p, VERDICT_COLUMNS);
			page_wrap(&p, PAGE_PLAIN, VERDICT_COLUMNS, VERDICT_COLUMNS, r->excerpts[0].note);
		}
	}
	page_release(&p);
}

void report_check_summary(const struct result *const *r, size_t n, const struct text_style *st, struct buf *out)
{
	struct tally t = tally_of(r, n);
	struct page p;
	const char *sep = "";
	const struct {
		int n;
		const char *what;
		enum page_style style;
	} parts[] = {
		{ t.pass, "pass", PAGE_GOOD },
		{ t.fail, t.fail == 1 ? "does not pass" : "do not pass", PAGE_BAD },
		{ t.todo, "to do", PAGE_WARN },
		{ t.not_judged, "not judged", PAGE_WARN },
	};

	page_init(&p, st, out);
	page_newline(&p);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (parts[i].n == 0)
			continue;
		page_text(&p, PAGE_PLAIN, sep);
		page_printf(&p, parts[i].style, "%d %s", parts[i].n, parts[i].what);
		sep = ", ";
	}
	page_printf(&p, PAGE_PLAIN, "%s (%.1f s)", n ? "" : "nothing to check", t.seconds);
	page_newline(&p);
	if (n) {
		page_printf(&p, PAGE_PLAIN, "Points: %d of %zu, one for each step that passes.", t.pass, n);
		page_newline(&p);
	}
	page_release(&p);
}

void report_check_text(const struct result *const *r, size_t n, const struct text_style *st, struct buf *out)
{
	for (size_t i = 0; i < n; i++)
		report_check_line(r[i], st, out);
	report_check_summary(r, n, st, out);
}

void report_check_json(const struct result *const *r, size_t n, struct buf *out)
{
	struct tally t = tally_of(r, n);
	json_t *o = json_object(), *a = json_array(), *s = json_object();

	json_object_set_new(o, "schema", json_string("warplings.check/1"));
	json_object_set_new(s, "steps", json_integer((json_int_t)n));
	json_object_set_new(s, "pass", json_integer(t.pass));
	json_object_set_new(s, "fail", json_integer(t.fail));
	json_object_set_new(s, "todo", json_integer(t.todo));
	json_object_set_new(s, "not_judged", json_integer(t.not_judged));
	json_object_set_new(s, "points", json_integer(t.pass));
	json_object_set_new(s, "points_possible", json_integer((json_int_t)n));
	json_object_set_new(o, "summary", s);
	for (size_t i = 0; i < n; i++)
		json_array_append_new(a, json_run(r[i], false));
	json_object_set_new(o, "results", a);
	json_out(o, out);
}
