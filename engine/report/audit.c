/* audit: the barriers of a file as text, a sentence for each, and as JSON ("warplings.audit/1"). */
#include "report/audit.h"

#include <stdio.h>
#include <string.h>

#include "judge/compile_said.h"
#include "report/json_run.h"
#include "report/page.h"

void audit_report_init(struct audit_report *r)
{
	memset(r, 0, sizeof *r);
	arena_init(&r->arena);
}

void audit_report_release(struct audit_report *r)
{
	arena_release(&r->arena);
	memset(r, 0, sizeof *r);
}

void audit_report_note(struct audit_report *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	*ARENA_PUSH(&r->arena, r->notes, r->nnotes, r->notes_cap) = arena_vprintf_scrubbed(&r->arena, fmt, ap);
	va_end(ap);
}

static const struct {
	const char *word;
	enum page_style style;
} states[AUDIT_STATES] = {
	[AUDIT_NEEDED] = { "needed", PAGE_GOOD },
	[AUDIT_NOT_SHOWN] = { "not shown to be needed", PAGE_WARN },
	[AUDIT_NOT_REACHED] = { "not reached", PAGE_DIM },
	[AUDIT_KEPT] = { "kept", PAGE_DIM },
};

const char *audit_state_word(enum audit_state s)
{
	return (unsigned)s < AUDIT_STATES ? states[s].word : "?";
}

static void reason(const struct audit_row *w, struct buf *b)
{
	const char *sep = "";

	buf_puts(b, "needed: without it ");
	if (w->element || w->fault) {
		buf_puts(b, w->element ? w->element : w->fault);
		if (w->case_name)
			buf_printf(b, " (case '%s'", w->case_name);
		if (w->schedule)
			buf_printf(b, "%sschedule %llu", w->case_name ? ", " : " (", (unsigned long long)w->schedule);
		buf_puts(b, w->case_name || w->schedule ? ")" : "");
		sep = "; and ";
	}
	if (w->finding)
		buf_printf(b, "%s%s", sep, w->finding);
	buf_putc(b, '.');
}

static void sentence(const struct audit_row *w, struct buf *b)
{
	switch (w->state) {
	case AUDIT_NEEDED: reason(w, b); break;
	case AUDIT_NOT_REACHED: buf_puts(b, "not reached: no thread came by in these cases."); break;
	case AUDIT_KEPT: buf_puts(b, "kept: its result is used, so it can't be taken out."); break;
	default:
		/* A fence orders memory, and that the emulator keeps in order anyway. */
		buf_puts(b,
			!strcmp(w->what, "fence") ? "no case shows that it is needed. That is no proof: other memory "
						    "than the emulator's reorders stores." :
						    "never needed by these cases: without it nothing goes wrong.");
		break;
	}
}

static void one_row(struct page *p, const struct audit_row *w)
{
	struct buf b;

	buf_init(&b);
	if (w->file && w->line > 0)
		buf_printf(&b, "%s:%d", w->file, w->line);
	else
		buf_puts(&b, "without a line");
	page_newline(p);
	page_text(p, PAGE_BOLD, b.data);
	buf_clear(&b);
	if (w->text)
		buf_printf(&b, "  %s", w->text);
	else
		buf_printf(&b, "  (%s in %s)", w->what, w->kernel);
	page_text(p, PAGE_PLAIN, b.data);
	page_newline(p);
	buf_clear(&b);
	sentence(w, &b);
	page_spaces(p, 4);
	page_wrap(p, states[w->state].style, 4, 4, b.data);
	buf_release(&b);
}

void report_audit_text(const struct audit_report *r, const struct text_style *st, struct buf *out)
{
	size_t count[AUDIT_STATES] = { 0 };
	struct page p;

	page_init(&p, st, out);
	if (r->refused) {
		page_wrap(&p, PAGE_BAD, 0, 0, r->refused);
		if (r->diagnostics && *r->diagnostics) {
			struct buf words;

			buf_init(&words);
			compile_said_explain(r->diagnostics, &words);
			page_verbatim(&p, 2, words.data);
			buf_release(&words);
		}
	} else if (!r->nrows) {
		page_wrap(&p, PAGE_PLAIN, 0, 0, "There is no barrier in its kernels.");
	}
	for (size_t i = 0; i < r->nrows; i++) {
		one_row(&p, &r->rows[i]);
		count[r->rows[i].state]++;
	}
	if (r->nrows) {
		const char *sep = "\n";

		for (int s = 0; s < AUDIT_STATES; s++)
			if (count[s]) {
				page_printf(&p, PAGE_PLAIN, "%s%zu %s", sep, count[s], states[s].word);
				sep = ", ";
			}
		page_printf(
			&p, PAGE_PLAIN, " (each tried in the natural order of threads and %d others)", r->schedules);
		page_newline(&p);
	}
	if (r->step_id && !r->refused) {
		page_printf(&p, PAGE_DIM, "seed %llu", (unsigned long long)r->seed);
		page_newline(&p);
	}
	for (size_t i = 0; i < r->nnotes; i++)
		page_wrap(&p, PAGE_PLAIN, 0, 0, r->notes[i]);
	page_release(&p);
}

static json_t *row_json(const struct audit_row *w)
{
	static const char *const words[AUDIT_STATES] = { "needed", "not-shown", "not-reached", "kept" };
	json_t *j = json_object();
	char schedule[32];

	snprintf(schedule, sizeof schedule, "%llu", (unsigned long long)w->schedule);
	json_object_set_new(j, "file", json_text(w->file));
	json_object_set_new(j, "line", w->line > 0 ? json_integer(w->line) : json_null());
	json_object_set_new(j, "text", json_text(w->text));
	json_object_set_new(j, "kind", json_text(w->what));
	json_object_set_new(j, "kernel", json_text(w->kernel));
	json_object_set_new(j, "copies", json_integer(w->copies));
	json_object_set_new(j, "state", json_text(words[w->state]));
	json_object_set_new(j, "element", json_text(w->element));
	json_object_set_new(j, "finding", json_text(w->finding));
	json_object_set_new(j, "fault", json_text(w->fault));
	json_object_set_new(j, "case", json_text(w->case_name));
	json_object_set_new(j, "schedule", w->schedule ? json_text(schedule) : json_null());
	return j;
}

void report_audit_json(const struct audit_report *r, struct buf *out)
{
	json_t *o = json_object(), *rows = json_array(), *notes = json_array();
	char seed[32];

	snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
	json_object_set_new(o, "schema", json_string("warplings.audit/1"));
	json_object_set_new(o, "file", json_text(r->file));
	json_object_set_new(o, "step", json_text(r->step_id));
	json_object_set_new(o, "seed", r->step_id ? json_text(seed) : json_null());
	json_object_set_new(o, "sandbox", json_text(r->sandbox));
	json_object_set_new(o, "schedules", json_integer(r->schedules));
	json_object_set_new(o, "refused", json_text(r->refused));
	json_object_set_new(o, "diagnostics", json_text(r->diagnostics));
	for (size_t i = 0; i < r->nrows; i++)
		json_array_append_new(rows, row_json(&r->rows[i]));
	json_object_set_new(o, "barriers", rows);
	for (size_t i = 0; i < r->nnotes; i++)
		json_array_append_new(notes, json_text(r->notes[i]));
	json_object_set_new(o, "notes", notes);
	json_out(o, out);
}
