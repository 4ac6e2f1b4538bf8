/* result_doc: see result_doc.h. */
#include "report/result_doc.h"

#include <stdio.h>
#include <string.h>

#include "judge/finding.h"
#include "judge/prediction.h"
#include "judge/written.h"
#include "report/shown.h"
#include "report/doc/table.h"
#include "report/doc/text.h"

#define VERDICT_COLS 14 /* the longest verdict */

enum style verdict_style_of(enum verdict v)
{
	return v == VERDICT_PASS                                    ? STYLE_PASS :
		v == VERDICT_TODO                                   ? STYLE_DIM :
		v == VERDICT_NOT_JUDGED || v == VERDICT_GATE_FAILED ? STYLE_WARN :
								      STYLE_FAIL;
}

void result_heading(struct doc *d, const char *text)
{
	doc_gap(d);
	doc_put(d, STYLE_HEADING, text);
	doc_break(d);
}

static bool says(const char *s)
{
	return s && *s;
}

static void place(const struct fault_place *p, int indent, struct doc *d)
{
	struct buf b;

	if (!says(p->file) && !says(p->kernel))
		return;
	buf_init(&b);
	if (says(p->file)) /* a copy was compiled: its folder means nothing to the student */
		buf_printf(&b, "at %s", strrchr(p->file, '/') ? strrchr(p->file, '/') + 1 : p->file);
	if (says(p->file) && p->line > 0)
		buf_printf(&b, ":%d", p->line);
	if (says(p->kernel))
		buf_printf(&b, "%sin kernel %s", b.len ? ", " : "", p->kernel);
	doc_wrap(d, STYLE_TEXT, indent, b.data);
	buf_release(&b);
}

/* The first case with a wrong element, or NULL. */
static const struct case_result *first_mismatch(const struct result *r)
{
	for (size_t i = 0; i < r->ncases; i++)
		if (r->cases[i].mismatch.any)
			return &r->cases[i];
	return NULL;
}

static bool is_fault(enum verdict v)
{
	return v != VERDICT_PASS && v != VERDICT_GATE_FAILED && v != VERDICT_WRONG_ANSWER;
}

/* The headline's sentence, unless the parts below say all of it again. */
static const char *sentence(const struct result *r)
{
	const struct mismatch *m = first_mismatch(r) ? &first_mismatch(r)->mismatch : NULL;

	if (!says(r->message) || r->verdict == VERDICT_GATE_FAILED || (r->verdict == VERDICT_WRONG_ANSWER && m))
		return verdict_meaning(r->verdict);
	return r->message;
}

static void headline(const struct result *r, struct doc *d)
{
	struct flow f;
	struct buf b;

	buf_init(&b);
	flow_init(&f, d->utf8);
	flow_add(&f, verdict_style_of(r->verdict), verdict_word(r->verdict), strlen(verdict_word(r->verdict)));
	if (says(r->device_name))
		buf_printf(&b, " on the %s (%s)", says(r->device_kind) ? r->device_kind : "device",
			shown_device(r->device_name).text);
	flow_add(&f, STYLE_DIM, b.data, b.len);
	doc_flow(d, &f, NULL, NULL, STYLE_TEXT);
	flow_release(&f);
	buf_release(&b);
	doc_wrap(d, STYLE_TEXT, 0, sentence(r));
	for (size_t i = 0; i < r->ncases; i++) /* where: of the case that the headline is about */
		if (r->cases[i].ran && r->cases[i].verdict == r->verdict) {
			place(&r->cases[i].place, 0, d);
			break;
		}
}

/* "✓ prime    pass", with a sentence below for what did not pass. */
static void cases(const struct result *r, struct doc *d)
{
	const char *said = sentence(r); /* the same sentence is not said twice in a row */
	int name = 0;
	bool any = false;

	for (size_t i = 0; i < r->ncases; i++)
		any = any || r->cases[i].ran;
	if (!any) /* it did not come to that; the headline says why */
		return;
	for (size_t i = 0; i < r->ncases; i++)
		if (text_width(r->cases[i].name, strlen(r->cases[i].name)) > name)
			name = text_width(r->cases[i].name, strlen(r->cases[i].name));
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
		doc_put(d, s, c->ran ? verdict_word(c->verdict) : "not run");
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
		if (pass || !says(c->message) || strstr(said, c->message))
			continue;
		doc_wrap(d, STYLE_TEXT, 4, c->message);
		place(&c->place, 4, d);
		said = c->message;
	}
}

static void fact(struct table *t, const char *label, enum style s, const char *text)
{
	table_row(t);
	table_put(t, false, STYLE_DIM, label);
	table_put(t, false, s, text);
}

/* The first bad element of the first case that has one. */
static void mismatch(const struct result *r, struct doc *d)
{
	const struct case_result *c = first_mismatch(r);
	const struct mismatch *m;
	struct table t;
	struct buf b;

	if (!c)
		return;
	m = &c->mismatch;
	doc_gap(d);
	buf_init(&b);
	buf_printf(&b, "First wrong element, case %s", c->name);
	if (c->schedule)
		buf_printf(&b, ", schedule %llu", (unsigned long long)c->schedule);
	doc_wrap(d, STYLE_HEADING, 0, b.data);
	buf_clear(&b);
	table_init(&t, d->utf8);
	table_row(&t); /* no heading */
	fact(&t, "where", STYLE_STRONG, says(m->where) ? m->where : says(m->arg) ? m->arg : "output");
	buf_printf(&b, "%s%s", says(m->got) ? m->got : "?", m->never_written ? "  (never written)" : "");
	fact(&t, "yours", STYLE_FAIL, b.data);
	fact(&t, "expected", STYLE_PASS, says(m->want) ? m->want : "?");
	buf_clear(&b);
	buf_printf(&b, "%s of %s elements", shown_count((double)m->wrong).text, shown_count((double)m->total).text);
	fact(&t, "wrong", STYLE_TEXT, b.data);
	if (m->worst > 0) {
		buf_clear(&b);
		buf_printf(&b, "%.3g times the allowance, at element %lld", m->worst, m->worst_index);
		fact(&t, "worst", STYLE_TEXT, b.data);
	}
	table_layout(&t, d, 2);
	table_release(&t);
	for (size_t i = 0; i < m->nwritten; i++) {
		struct flow f;
		struct arena a;
		const char *words;

		arena_init(&a);
		words = written_words(&a, &m->written[i]);
		flow_init(&f, d->utf8);
		flow_add(&f, STYLE_TEXT, words, strlen(words));
		doc_flow(d, &f, i ? "            " : "  writer    ", "            ", STYLE_DIM);
		flow_release(&f);
		arena_release(&a);
	}
	if (says(m->pattern)) {
		struct flow f;

		flow_init(&f, d->utf8);
		flow_add(&f, STYLE_TEXT, m->pattern, strlen(m->pattern));
		doc_flow(d, &f, "  pattern   ", "            ", STYLE_DIM);
		flow_release(&f);
	}
	buf_release(&b);
}

/* What the checkers saw in the case that decided, or else in the first that has any. */
static void findings(const struct result *r, struct doc *d)
{
	enum { MOST = 3 };
	static const enum style styles[] = {
		[SEVERITY_INFO] = STYLE_DIM, [SEVERITY_WARNING] = STYLE_WARN, [SEVERITY_ERROR] = STYLE_FAIL
	};
	const struct case_result *c = NULL;
	struct buf b;

	for (size_t i = 0; i < r->ncases; i++)
		if (r->cases[i].nfindings && (!c || (c->verdict != r->verdict && r->cases[i].verdict == r->verdict)))
			c = &r->cases[i];
	if (!c)
		return;
	buf_init(&b);
	buf_printf(&b, "What the checkers saw, case %s", c->name);
	doc_gap(d);
	doc_wrap(d, STYLE_HEADING, 0, b.data);
	for (size_t i = 0; i < c->nfindings && i < MOST; i++) {
		const struct kernel_finding *f = &c->findings[i];

		doc_wrap(d, styles[f->severity], 2, says(f->message) ? f->message : f->name);
		if (!f->host) {
			buf_clear(&b);
			buf_printf(&b, "%s by ", finding_at_word(f));
			thread_place_words(&f->at, &b);
			doc_wrap(d, STYLE_TEXT, 4, b.data);
		}
		if (f->has_other) {
			buf_clear(&b);
			buf_printf(&b, "%s by ", finding_other_word(f));
			thread_place_words(&f->other, &b);
			doc_wrap(d, STYLE_TEXT, 4, b.data);
		}
		if (says(finding_advice(f)))
			doc_wrap(d, STYLE_TEXT, 4, finding_advice(f));
	}
	if (c->nfindings > MOST || c->findings_lost) {
		buf_clear(&b);
		buf_printf(&b, "... and %llu more",
			(unsigned long long)(c->nfindings - (c->nfindings < MOST ? c->nfindings : MOST) +
				c->findings_lost));
		doc_wrap(d, STYLE_DIM, 2, b.data);
	}
	buf_release(&b);
}

static void prediction(const struct result *r, struct doc *d)
{
	const struct prediction *p = &r->prediction;
	struct buf b;

	if (!p->made || !r->step || r->step->predict.all)
		return;
	result_heading(d, "Your prediction");
	buf_init(&b);
	prediction_words(r, &b);
	doc_wrap(d, !p->known ? STYLE_TEXT : p->close ? STYLE_PASS : STYLE_WARN, 2, b.data);
	if (p->known && says(r->step->predict.explain))
		doc_wrap(d, STYLE_TEXT, 2, r->step->predict.explain);
	buf_release(&b);
}

static void notes(const struct result *r, struct doc *d)
{
	if (r->nnotes == 0)
		return;
	result_heading(d, "Notes");
	for (size_t i = 0; i < r->nnotes; i++) {
		struct flow f;

		flow_init(&f, d->utf8);
		flow_add(&f, STYLE_TEXT, r->notes[i], strlen(r->notes[i]));
		doc_flow(d, &f, "  - ", "    ", STYLE_DIM);
		flow_release(&f);
	}
}

static void output(const struct result *r, struct doc *d)
{
	if (!says(r->diagnostics))
		return;
	result_heading(d, r->verdict == VERDICT_COMPILE_ERROR ? "The compiler says" : "Output");
	doc_pre(d, STYLE_TEXT, "", r->diagnostics, strlen(r->diagnostics));
}

void result_doc(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;
	struct buf b;

	buf_init(&b);
	headline(r, d);
	result_learned(r, d);
	if (r->verdict == VERDICT_COMPILE_ERROR)
		output(r, d);
	/* What is wrong comes first: a finding that did not decide explains at most. */
	if (r->verdict == VERDICT_WRONG_ANSWER)
		mismatch(r, d);
	findings(r, d);
	if (r->verdict != VERDICT_WRONG_ANSWER)
		mismatch(r, d);
	if (is_fault(r->verdict))
		cases(r, d);
	result_gates(r, d);
	result_side_by_side(v, d);
	result_more(r, d);
	prediction(r, d);
	result_sweep(v, d);
	if (!is_fault(r->verdict))
		cases(r, d);
	result_kernels(r, d);
	result_legend(v, d);
	notes(r, d);
	if (r->verdict != VERDICT_COMPILE_ERROR)
		output(r, d);
	doc_gap(d);
	if (r->wall_ms > 0)
		buf_printf(&b, "%.1f s, of which the compiler %.1f s; seed %llu", r->wall_ms / 1000,
			r->compile_ms / 1000, (unsigned long long)r->seed);
	doc_wrap(d, STYLE_DIM, 0, b.data);
	buf_release(&b);
}
