/* result_what: the beginning of a result: what is wrong, where in the student's file, the first wrong element, and what
 * to do next. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/fs.h"
#include "judge/finding.h"
#include "judge/verdict.h"
#include "judge/written.h"
#include "report/doc/text.h"
#include "report/result_doc.h"
#include "report/shown.h"

static bool says(const char *s)
{
	return s && *s;
}

/* The case with the wrong element to show: the one that decided, or else the first that has one. */
static const struct case_result *shown_mismatch(const struct result *r)
{
	const struct case_result *c = verdict_case(r);

	if (c && c->mismatch.any)
		return c;
	for (size_t i = 0; i < r->ncases; i++)
		if (r->cases[i].mismatch.any)
			return &r->cases[i];
	return NULL;
}

/* A message without the advice in its middle or at its end: that stands below, in a paragraph of its own. */
static void add_without_advice(const struct result *r, const char *message, struct buf *out)
{
	const char *at = says(r->advice) ? strstr(message, r->advice) : NULL;
	size_t before = at ? (size_t)(at - message) : 0;

	if (!before) {
		buf_puts(out, message);
		return;
	}
	while (before && message[before - 1] == ' ')
		before--;
	buf_add(out, message, before);
	buf_puts(out, at + strlen(r->advice));
}

/* What is wrong, in a sentence; what stands below it is not said twice. */
static void sentence(const struct result *r, struct buf *out)
{
	const struct case_result *c = verdict_case(r);
	const struct kernel_finding *f = c ? finding_worst(c->findings, c->nfindings) : NULL;
	const struct mismatch *m = c ? &c->mismatch : NULL;

	if (r->verdict == VERDICT_WRONG_ANSWER && m && m->any && !c->schedule && !c->again && !c->message) {
		buf_printf(out, "Case '%s': ", c->name);
		if (m->wrong == m->total)
			buf_printf(out,
				m->total == 1 ? "%s has one element, and it is wrong." :
						"all %s elements of %s are wrong.",
				m->total == 1 ? m->arg : shown_count((double)m->total).text, m->arg);
		else
			buf_printf(out, "%s of the %s elements of %s %s wrong.", shown_count((double)m->wrong).text,
				shown_count((double)m->total).text, says(m->arg) ? m->arg : "the output",
				m->wrong == 1 ? "is" : "are");
	} else if (f && f->verdict == r->verdict && !c->schedule && !c->again && r->nexcerpts) {
		buf_printf(out, "Case '%s': %s%s%s%s%s.", c->name, c->cause ? c->cause : "", c->cause ? " " : "",
			says(f->message) ? f->message : f->name, f->element ? ", at " : "",
			f->element ? f->element : "");
	} else {
		add_without_advice(r, says(r->message) ? r->message : verdict_meaning(r->verdict), out);
	}
}

static void headline(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;
	struct flow f;
	struct buf b;

	buf_init(&b);
	flow_init(&f, d->utf8);
	flow_add(&f, verdict_style_of(r->verdict), verdict_word(r->verdict), strlen(verdict_word(r->verdict)));
	flow_add(&f, STYLE_TEXT, " ", 1);
	if (v->titled) {
		const char *id = r->step_id ? r->step_id : "?";

		flow_add(&f, STYLE_STRONG, id, strlen(id));
		if (r->step && r->step->title)
			buf_printf(&b, " (%s)", r->step->title);
	} else if (says(r->device_name)) {
		buf_printf(&b, "on the %s (%s)", says(r->device_kind) ? r->device_kind : "device",
			shown_device(r->device_name).text);
	}
	flow_add(&f, v->titled ? STYLE_TEXT : STYLE_DIM, b.data, b.len);
	doc_flow(d, &f, NULL, NULL, STYLE_TEXT);
	flow_release(&f);
	buf_clear(&b);
	sentence(r, &b);
	doc_wrap(d, STYLE_TEXT, 0, b.data);
	buf_release(&b);
}

/* The columns that all lines of an excerpt begin with in vain. */
static size_t common_indent(const struct excerpt *x, struct buf *clean, bool utf8)
{
	size_t indent = SIZE_MAX;

	for (size_t i = 0; i < x->n; i++) {
		size_t n;

		buf_clear(clean);
		text_code(clean, x->lines[i], strlen(x->lines[i]), utf8);
		n = strspn(clean->data, " ");
		if (clean->data[n] && n < indent)
			indent = n;
	}
	return indent == SIZE_MAX ? 0 : indent;
}

static void excerpt(const struct excerpt *x, struct doc *d)
{
	struct buf clean;
	size_t indent;

	buf_init(&clean);
	indent = common_indent(x, &clean, d->utf8);
	doc_gap(d);
	doc_printf(d, STYLE_DIM, "  %s", x->file);
	doc_break(d);
	for (size_t i = 0; i < x->n; i++) {
		int number = x->first + (int)i;
		bool here = number == x->line;
		const char *text;

		doc_put(d, here ? STYLE_FAIL : STYLE_TEXT, here ? "  \xE2\x96\xB8 " : "    ");
		doc_printf(d, here ? STYLE_STRONG : STYLE_DIM, "%4d ", number);
		doc_put(d, STYLE_DIM, "\xE2\x94\x82 ");
		buf_clear(&clean);
		text_code(&clean, x->lines[i], strlen(x->lines[i]), d->utf8);
		text = clean.data + (clean.len > indent ? indent : clean.len);
		doc_put_cut(d, here ? STYLE_CODE : STYLE_TEXT, text, strlen(text), d->width - doc_column(d));
		doc_break(d);
		if (here && says(x->note))
			doc_wrap(d, STYLE_WARN, 11, x->note);
	}
	buf_release(&clean);
}

/* Where no line of the student's file is known to be at fault: the kernel, or a place in another file. */
static void place(const struct result *r, struct doc *d)
{
	const struct case_result *c = verdict_case(r);
	struct buf b;

	if (r->nexcerpts || !c || (!says(c->place.file) && !says(c->place.kernel)))
		return;
	buf_init(&b);
	if (says(c->place.file))
		buf_printf(&b, "at %s", fs_base_name(c->place.file));
	if (says(c->place.file) && c->place.line > 0)
		buf_printf(&b, ":%d", c->place.line);
	if (says(c->place.kernel))
		buf_printf(&b, "%sin kernel %s", b.len ? ", " : "", c->place.kernel);
	doc_wrap(d, STYLE_TEXT, 2, b.data);
	buf_release(&b);
}

static void mismatch(const struct result *r, struct doc *d)
{
	const struct case_result *c = shown_mismatch(r);
	const struct mismatch *m = c ? &c->mismatch : NULL;
	struct buf b;

	if (!m)
		return;
	buf_init(&b);
	buf_printf(&b, "First wrong element (case '%s'", c->name);
	if (c->schedule)
		buf_printf(&b, ", schedule %llu", (unsigned long long)c->schedule);
	buf_putc(&b, ')');
	result_heading(d, b.data);
	result_field(d, "where", STYLE_STRONG, says(m->where) ? m->where : says(m->arg) ? m->arg : "output");
	buf_clear(&b);
	buf_printf(&b, "%s%s", says(m->got) ? m->got : "?",
		m->never_written   ? "  (never written)" :
			m->garbage ? "  (from memory that nothing has written)" :
				     "");
	result_field(d, "yours", STYLE_FAIL, b.data);
	result_field(d, "expected", STYLE_PASS, says(m->want) ? m->want : "?");
	buf_clear(&b);
	buf_printf(&b, "%s of %s elements", shown_count((double)m->wrong).text, shown_count((double)m->total).text);
	result_field(d, "wrong", STYLE_TEXT, b.data);
	if (says(m->pattern))
		result_field(d, "pattern", STYLE_TEXT, m->pattern);
	for (size_t i = 0; i < m->nwritten; i++) {
		struct arena a;

		arena_init(&a);
		result_field(d, i ? "" : "writer", STYLE_TEXT, written_words(&a, &m->written[i]));
		arena_release(&a);
	}
	if (m->worst > 0) {
		buf_clear(&b);
		if (isfinite(m->worst))
			buf_printf(&b, "%.3g times the allowance, at element %lld", m->worst, m->worst_index);
		else /* NaN, an infinity, or an element that may not be off at all */
			buf_printf(&b, "beyond any allowance, at element %lld", m->worst_index);
		result_field(d, "worst", STYLE_TEXT, b.data);
	}
	buf_release(&b);
}

void result_what(const struct result_view *v, struct doc *d)
{
	const struct result *r = v->r;

	headline(v, d);
	for (size_t i = 0; i < r->nexcerpts; i++)
		excerpt(&r->excerpts[i], d);
	place(r, d);
	mismatch(r, d);
	if (says(r->advice)) {
		doc_gap(d);
		doc_wrap(d, STYLE_STRONG, 0, r->advice);
	}
}
