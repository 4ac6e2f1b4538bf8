/* text: one result as a person reads it: the verdict first, then the place where it went wrong, then both sides beside
 * each other, then everything else. The same content at every width, with and without colour, in UTF-8 and in ASCII. */
#include <stdio.h>
#include <string.h>

#include "judge/prediction.h"
#include "judge/written.h"
#include "report/kernel_name.h"
#include "report/learned.h"
#include "report/page.h"
#include "report/result_doc.h"
#include "report/tally.h"

static void headline(struct page *p, const struct result *r)
{
	const char *word = verdict_word(r->verdict), *id = r->step_id ? r->step_id : "?";
	int at = text_columns(word) + 2 + text_columns(id);

	page_text(p, verdict_style(r->verdict), word);
	page_printf(p, PAGE_BOLD, "  %s", id);
	if (r->step && r->step->title) {
		page_text(p, PAGE_PLAIN, "  ");
		page_wrap(p, PAGE_PLAIN, at + 2, 2, r->step->title);
	} else {
		page_newline(p);
	}
	page_wrap(p, PAGE_PLAIN, 0, 0, result_sentence(r));
}

static void place(struct page *p, int indent, const struct fault_place *f)
{
	struct buf b;

	if (!f->kernel && !f->file)
		return;
	buf_init(&b);
	buf_puts(&b, "at");
	if (f->file)
		buf_printf(&b, " %s", f->file);
	if (f->file && f->line > 0)
		buf_printf(&b, ":%d", f->line);
	if (f->kernel) {
		buf_puts(&b, f->file ? ", in kernel " : " a place without a line number, in kernel ");
		kernel_name_words(f->kernel, KERNEL_NAME_COLUMNS, &b);
	}
	page_spaces(p, indent);
	page_wrap(p, PAGE_PLAIN, indent, indent, b.data);
	buf_release(&b);
}

static void cases(struct page *p, const struct result *r)
{
	int name = 4;
	bool any = false;

	for (size_t i = 0; i < r->ncases; i++)
		any |= r->cases[i].ran;
	if (!any)
		return;
	for (size_t i = 0; i < r->ncases; i++) {
		int n = text_columns(r->cases[i].name);

		name = n > name ? n : name;
	}
	name = name > 24 ? 24 : name;
	page_heading(p, "Cases");
	for (size_t i = 0; i < r->ncases; i++) {
		const struct case_result *c = &r->cases[i];
		bool pass = c->ran && c->verdict == VERDICT_PASS;
		enum page_style style = c->ran ? verdict_style(c->verdict) : PAGE_DIM;
		int column = 4 + name + 2;
		char wrong[48], total[48], text[128];

		page_text(p, PAGE_PLAIN, "  ");
		page_text(p, style, !c->ran ? "·" : pass ? "✓" : "✗");
		page_text(p, PAGE_PLAIN, " ");
		page_cell(p, PAGE_PLAIN, c->name, name + 2, false);
		page_text(p, style, c->ran ? verdict_word(c->verdict) : "not run");
		if (c->mismatch.any) {
			format_count((double)c->mismatch.wrong, wrong, sizeof wrong);
			format_count((double)c->mismatch.total, total, sizeof total);
			snprintf(text, sizeof text, "%s of %s wrong", wrong, total);
			page_text(p, PAGE_PLAIN, "  ");
			page_wrap(p, PAGE_PLAIN, column + text_columns(verdict_word(c->verdict)) + 2, 4, text);
		} else {
			page_newline(p);
		}
		if (!pass && c->message && *c->message && !strstr(result_sentence(r), c->message)) {
			/* Under the verdict where there is room, else under the name. */
			int at = column + 30 <= p->width ? column : 4;

			page_spaces(p, at);
			page_wrap(p, PAGE_PLAIN, at, at, c->message);
		}
		place(p, 4, &c->place);
	}
}

static void field(struct page *p, const char *label, enum page_style style, const char *value)
{
	enum { LABEL = 11 };

	page_text(p, PAGE_PLAIN, "  ");
	page_cell(p, PAGE_PLAIN, label, LABEL, false);
	page_wrap(p, style, 2 + LABEL, 2 + LABEL, value);
}

static void mismatch(struct page *p, const struct result *r)
{
	const struct case_result *c = NULL;
	char text[256], n[48], total[48];

	for (size_t i = 0; i < r->ncases && !c; i++)
		if (r->cases[i].mismatch.any)
			c = &r->cases[i];
	if (!c)
		return;
	if (c->schedule)
		snprintf(text, sizeof text, "First bad element (case %s, schedule %llu)", c->name,
			(unsigned long long)c->schedule);
	else
		snprintf(text, sizeof text, "First bad element (case %s)", c->name);
	page_heading(p, text);
	snprintf(text, sizeof text, "%s",
		c->mismatch.where       ? c->mismatch.where :
			c->mismatch.arg ? c->mismatch.arg :
					  "output");
	if (!c->mismatch.where || strchr(c->mismatch.where, ']') != strrchr(c->mismatch.where, ']')) {
		size_t len = strlen(text);

		snprintf(text + len, sizeof text - len, ", element %lld of the buffer", c->mismatch.index);
	}
	field(p, "where", PAGE_BOLD, text);
	snprintf(text, sizeof text, "%s%s", c->mismatch.got ? c->mismatch.got : "?",
		c->mismatch.never_written ? " (never written: it still holds the poison)" : "");
	field(p, "yours", PAGE_BAD, text);
	field(p, "expected", PAGE_GOOD, c->mismatch.want ? c->mismatch.want : "?");
	format_count((double)c->mismatch.wrong, n, sizeof n);
	format_count((double)c->mismatch.total, total, sizeof total);
	snprintf(text, sizeof text, "%s of %s elements", n, total);
	field(p, "wrong", PAGE_PLAIN, text);
	if (c->mismatch.pattern)
		field(p, "pattern", PAGE_PLAIN, c->mismatch.pattern);
	for (size_t i = 0; i < c->mismatch.nwritten; i++) {
		struct arena a;

		arena_init(&a);
		field(p, i ? "" : "writer", PAGE_PLAIN, written_words(&a, &c->mismatch.written[i]));
		arena_release(&a);
	}
	if (c->mismatch.worst > 0) {
		snprintf(text, sizeof text, "%.3g times the allowance, at element %lld", c->mismatch.worst,
			c->mismatch.worst_index);
		field(p, "worst", PAGE_PLAIN, text);
	}
}

static void gates(struct page *p, const struct result *r)
{
	bool head = false;

	for (size_t i = 0; i < r->ngates; i++) {
		const struct gate_result *g = &r->gates[i];
		char value[48], limit[48], text[512];
		const char *mark = !g->judged ? "·" : g->pass ? "✓" : "✗";

		if (!g->gate)
			continue;
		if (!head)
			page_heading(p, "Gates");
		head = true;
		format_counter(g->gate->counter, g->value, value, sizeof value);
		format_limit(g->gate->counter, g->limit, g->is_max, limit, sizeof limit);
		snprintf(text, sizeof text, "%s: %s, %s %s%s", g->gate->what, g->defined ? value : "nothing to measure",
			g->is_max ? "at most" : "at least", limit,
			g->judged ? "" : " (not counted: the answer comes first)");
		page_text(p, PAGE_PLAIN, "  ");
		page_text(p, !g->judged ? PAGE_DIM : g->pass ? PAGE_GOOD : PAGE_BAD, mark);
		page_text(p, PAGE_PLAIN, " ");
		page_wrap(p, PAGE_PLAIN, 4, 4, text);
		/* The headline says it of the first that is missed. */
		if (g->judged && !g->pass && g->gate->why && !strstr(result_sentence(r), g->gate->why)) {
			page_spaces(p, 4);
			page_wrap(p, PAGE_PLAIN, 4, 4, g->gate->why);
		}
	}
}

/* "32 x 8", without the dimensions that are 1. */
static void dims(const uint32_t d[3], struct buf *out)
{
	int n = d[2] > 1 ? 3 : d[1] > 1 ? 2 : 1;

	for (int i = 0; i < n; i++)
		buf_printf(out, i ? "×%u" : "%u", d[i]);
}

static void kernels(struct page *p, const struct result *r)
{
	const struct side *sides[2] = { &r->student, &r->reference };

	if (r->student.nkernels == 0 && r->reference.nkernels == 0)
		return;
	page_heading(p, "Kernels");
	for (int s = 0; s < 2; s++) {
		for (size_t i = 0; i < sides[s]->nkernels; i++) {
			const struct kernel_run *k = &sides[s]->kernels[i];
			struct buf b;
			char t[48];

			buf_init(&b);
			buf_printf(&b, "%s, grid ", k->name);
			dims(k->grid, &b);
			buf_puts(&b, ", block ");
			dims(k->block, &b);
			if (k->launches > 1)
				buf_printf(&b, ", %u launches", k->launches);
			if (k->time_us > 0) {
				format_us(k->time_us, t, sizeof t);
				/* Who counts is the emulator, and its times are modelled, whatever was measured
				 * besides. */
				buf_printf(&b, ", %s %s%s",
					time_kind_word(k->has_counters ? TIME_MODELLED : TIME_MEASURED), t,
					k->launches > 1 ? " each" : "");
			}
			if (k->shared_bytes > 0)
				buf_printf(&b, ", %u B shared", k->shared_bytes);
			field(p, i ? "" : s ? "reference" : "yours", PAGE_PLAIN, b.data);
			buf_release(&b);
			if (k->limit && k->time_us > 0)
				field(p, "", PAGE_DIM, k->limit);
		}
	}
}

static void prediction(struct page *p, const struct result *r)
{
	struct buf b;

	if (!r->prediction.made || !r->step)
		return;
	page_heading(p, "Your prediction");
	buf_init(&b);
	prediction_words(r, &b);
	page_text(p, PAGE_PLAIN, "  ");
	page_wrap(p, PAGE_PLAIN, 2, 2, b.data);
	if (r->prediction.known && r->step->predict.explain) {
		page_text(p, PAGE_PLAIN, "  ");
		page_wrap(p, PAGE_PLAIN, 2, 2, r->step->predict.explain);
	}
	buf_release(&b);
}

static void learned(struct page *p, const struct result *r)
{
	struct buf b;

	buf_init(&b);
	learned_text(r, &b);
	if (b.len) {
		page_heading(p, "What you have seen");
		page_text(p, PAGE_PLAIN, "  ");
		page_wrap(p, PAGE_PLAIN, 2, 2, b.data);
	}
	buf_release(&b);
}

/* What the manifest asks for beside the usual. */
static void more(struct page *p, const struct result *r)
{
	struct buf b;

	buf_init(&b);
	result_more_text(r, p->width, p->st->utf8, &b);
	if (b.len) {
		page_newline(p);
		page_verbatim(p, 0, b.data);
	}
	buf_release(&b);
}

static void diagnostics(struct page *p, const struct result *r)
{
	if (!r->diagnostics || !*r->diagnostics)
		return;
	page_heading(p, r->verdict == VERDICT_COMPILE_ERROR ? "Compiler" : "Output of the compiler and the program");
	page_verbatim(p, 2, r->diagnostics);
}

static void footer(struct page *p, const struct result *r)
{
	char text[256];

	page_heading(p, "Run");
	if (r->file)
		field(p, "file", PAGE_PLAIN, r->file);
	/* No name: it did not come so far that a device was started. */
	if (r->device_name && *r->device_name)
		field(p, "device", PAGE_PLAIN, r->device_name);
	if (r->seed) {
		snprintf(text, sizeof text, "%llu", (unsigned long long)r->seed);
		field(p, "seed", PAGE_PLAIN, text);
	}
	if (r->wall_ms > 0) {
		int n = snprintf(text, sizeof text, "%.2f s on this machine", r->wall_ms / 1000);

		if (r->compile_ms > 0)
			snprintf(
				text + n, sizeof text - (size_t)n, ", of which compiling %.2f s", r->compile_ms / 1000);
		field(p, "judged in", PAGE_PLAIN, text);
	}
	for (size_t i = 0; i < r->nnotes; i++)
		field(p, "note", PAGE_PLAIN, r->notes[i]);
}

void report_text(const struct result *r, const struct text_style *st, struct buf *out)
{
	struct page p;

	page_init(&p, st, out);
	headline(&p, r);
	learned(&p, r);
	if (r->verdict == VERDICT_COMPILE_ERROR)
		diagnostics(&p, r);
	cases(&p, r);
	/* What is wrong comes first: a finding that did not decide explains at most. */
	if (r->verdict == VERDICT_WRONG_ANSWER)
		mismatch(&p, r);
	report_findings(&p, r);
	if (r->verdict != VERDICT_WRONG_ANSWER)
		mismatch(&p, r);
	report_table(&p, r);
	more(&p, r);
	gates(&p, r);
	kernels(&p, r);
	prediction(&p, r);
	if (r->verdict != VERDICT_COMPILE_ERROR)
		diagnostics(&p, r);
	footer(&p, r);
	page_release(&p);
}
