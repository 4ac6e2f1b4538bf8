/* result_rest: what comes after the tables of a result: what the program printed, what the checkers saw besides, the
 * kernels, the run. */
#include <stdio.h>
#include <string.h>

#include "judge/compile_said.h"
#include "judge/finding.h"
#include "judge/verdict.h"
#include "report/kernel_name.h"
#include "report/result_doc.h"
#include "report/shown.h"

static bool says(const char *s)
{
	return s && *s;
}

/* What the checkers saw besides what decided: of the case that decided, or of the first that has any. */
void result_findings(const struct result_view *v, struct doc *d)
{
	enum { MOST = 3 };
	static const enum style styles[] = {
		[SEVERITY_INFO] = STYLE_DIM, [SEVERITY_WARNING] = STYLE_WARN, [SEVERITY_ERROR] = STYLE_FAIL
	};
	const struct result *r = v->r;
	const struct case_result *c = verdict_case(r);
	const struct kernel_finding *said = NULL;
	const char *advice = r->advice ? r->advice : "";
	size_t most = v->details ? 32 : MOST, shown = 0, left = 0;
	struct buf b;

	if (!c || !c->nfindings) {
		c = NULL;
		for (size_t i = 0; i < r->ncases && !c; i++)
			c = r->cases[i].nfindings ? &r->cases[i] : NULL;
	} else {
		said = finding_worst(c->findings, c->nfindings);
		if (said && (said->verdict != r->verdict || !r->nexcerpts))
			said = NULL;
	}
	if (!c)
		return;
	buf_init(&b);
	for (size_t i = 0; i < c->nfindings; i++) {
		const struct kernel_finding *f = &c->findings[i];

		if (f == said)
			continue;
		/* What cannot matter is worth a line where it may be the reason of a wrong answer, else a detail. */
		if (f->severity == SEVERITY_INFO && !v->details && result_answer_right(r))
			continue;
		if (shown == most) {
			left++;
			continue;
		}
		if (!shown++) {
			buf_printf(&b, "What the checkers saw%s (case '%s')", said ? " besides" : "", c->name);
			result_heading(d, b.data);
		}
		buf_clear(&b);
		buf_printf(&b, "%s%s%s",
			says(f->message) ? f->message :
				f->name  ? f->name :
					   "?",
			f->element ? ", at " : "", f->element ? f->element : "");
		doc_wrap(d, styles[f->severity], 2, b.data);
		for (int k = 0; k < 2; k++) {
			if (k ? !f->has_other : f->host)
				continue;
			buf_clear(&b);
			buf_printf(&b, "%s by ", k ? finding_other_word(f) : finding_at_word(f));
			finding_place_words(f, k, &b);
			doc_wrap(d, STYLE_TEXT, 4, b.data);
		}
		if (says(finding_advice(f)) && strcmp(finding_advice(f), advice)) {
			doc_wrap(d, STYLE_TEXT, 4, finding_advice(f));
			advice = finding_advice(f);
		}
	}
	if (shown && left + c->findings_lost) {
		buf_clear(&b);
		buf_printf(&b, "... and %llu more", (unsigned long long)(left + c->findings_lost));
		doc_wrap(d, STYLE_DIM, 2, b.data);
	}
	buf_release(&b);
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
	bool right = result_answer_right(r);

	if (r->student.nkernels + r->reference.nkernels == 0)
		return;
	result_heading(d, "Kernels");
	for (int s = 0; s < 2; s++)
		for (size_t i = 0; i < sides[s]->nkernels; i++) {
			const struct kernel_run *k = &sides[s]->kernels[i];
			bool timed = k->time_us > 0 && (s || right);
			struct buf b;

			buf_init(&b);
			kernel_name_words(k->name, KERNEL_NAME_COLUMNS, &b);
			buf_puts(&b, ", grid ");
			dims(k->grid, &b);
			buf_puts(&b, ", block ");
			dims(k->block, &b);
			if (k->launches > 1)
				buf_printf(&b, ", %u launches", k->launches);
			if (timed) /* who counts is the emulator, whatever was measured besides */
				buf_printf(&b, ", %s %s%s",
					shown_time_kind(k->has_counters ? TIME_MODELLED : TIME_MEASURED),
					shown_us(k->time_us).text, k->launches > 1 ? " each" : "");
			if (k->regs > 0)
				buf_printf(&b, ", %s%u registers", k->regs_arch ? "" : "about ", k->regs);
			if (k->shared_bytes > 0)
				buf_printf(&b, ", %u B shared", k->shared_bytes);
			result_field(d, i ? "" : s ? "reference" : "yours", STYLE_TEXT, b.data);
			if (k->limit && timed)
				result_field(d, "", STYLE_DIM, k->limit);
			buf_release(&b);
		}
}

/* Message by message, with a sentence of help below those that the table knows: each once, and not what stands at the
 * line already. */
static void compiler_words(const struct result *r, struct doc *d)
{
	const char *at = r->diagnostics, *from = at;
	struct compile_said s;
	struct buf said, help;

	buf_init(&said);
	buf_init(&help);
	if (r->nexcerpts && r->excerpts[0].note)
		buf_puts(&said, r->excerpts[0].note);
	while (compile_said_next(&at, &s)) {
		buf_clear(&help);
		if (!compile_said_help(&s, &help) || (said.len && strstr(said.data, help.data)))
			continue;
		buf_puts(&said, help.data);
		doc_pre_words(d, STYLE_TEXT, "  ", from, (size_t)(s.text + s.n - from));
		doc_wrap(d, STYLE_WARN, 4, help.data);
		from = s.text + s.n + (s.text[s.n] == '\n');
	}
	if (*from)
		doc_pre_words(d, STYLE_TEXT, "  ", from, strlen(from));
	buf_release(&help);
	buf_release(&said);
}

void result_output(const struct result *r, struct doc *d)
{
	struct buf b;

	if (!says(r->diagnostics))
		return;
	buf_init(&b);
	if (r->printed_in)
		buf_printf(&b, "Your program printed (case '%s')", r->printed_in);
	else
		buf_puts(&b, "The compiler says");
	result_heading(d, b.data);
	if (r->verdict == VERDICT_COMPILE_ERROR)
		compiler_words(r, d);
	else
		doc_pre_words(d, STYLE_TEXT, "  ", r->diagnostics, strlen(r->diagnostics));
	buf_release(&b);
}

void result_run(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;
	char text[160];
	int n;

	result_heading(d, "Run");
	if (v->titled && r->file)
		result_field(d, "file", STYLE_TEXT, r->file);
	/* No name: it did not come so far that a device was started. */
	if (says(r->device_name))
		result_field(d, "device", STYLE_TEXT, r->device_name);
	if (r->seed) {
		snprintf(text, sizeof text, "%llu", (unsigned long long)r->seed);
		result_field(d, "seed", STYLE_TEXT, text);
	}
	if (r->wall_ms > 0) {
		n = snprintf(text, sizeof text, "%.2f s on this machine", r->wall_ms / 1000);
		if (r->compile_ms > 0)
			snprintf(
				text + n, sizeof text - (size_t)n, ", of which compiling %.2f s", r->compile_ms / 1000);
		result_field(d, "judged in", STYLE_TEXT, text);
	}
}
