/* verdict: words and meanings from verdict.def, and the one rule that makes a verdict of cases and gates
 * (docs/judging.md).
 *
 * Invariant: pass is reached only at the end of verdict_decide, after everything that could deny it has been looked at.
 */
#include "judge/verdict.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "base/number.h"

static const struct {
	const char *word, *meaning;
} verdicts[VERDICT_COUNT] = {
#define VERDICT(id, word, meaning) [VERDICT_##id] = { word, meaning },
#include "judge/verdict.def"
};

/* An index from outside (a database, a mistake's unknown word as -1) must not read beyond the table. */
static bool is_verdict(enum verdict v)
{
	return (int)v >= 0 && v < VERDICT_COUNT;
}

const char *verdict_word(enum verdict v)
{
	return is_verdict(v) ? verdicts[v].word : "unknown";
}

const char *verdict_meaning(enum verdict v)
{
	return is_verdict(v) ? verdicts[v].meaning : "";
}

int verdict_find(const char *word)
{
	for (int v = 0; v < VERDICT_COUNT; v++) {
		if (!strcmp(verdicts[v].word, word))
			return v;
	}
	return -1;
}

/* ---- headlines */

static void add_number(struct buf *b, double v)
{
	char text[64];

	number_text(v, text, sizeof text);
	buf_puts(b, text);
}

static void add_mismatch(struct buf *b, const struct mismatch *m)
{
	if (m->never_written && m->wrong == m->total)
		buf_printf(b, "nothing was written to %s", m->arg);
	else if (m->never_written)
		buf_printf(b, "%s was not written, expected %s", m->where, m->want);
	else
		buf_printf(b, "%s is %s, expected %s", m->where, m->got, m->want);
	if (m->total > 1 && m->wrong < m->total)
		buf_printf(b, "; %lld of %lld elements are wrong", m->wrong, m->total);
	else if (m->total > 1 && !m->never_written)
		buf_printf(b, "; all %lld elements are wrong", m->total);
	if (m->pattern && !(m->never_written && m->wrong == m->total))
		buf_printf(b, " (%s)", m->pattern);
	buf_putc(b, '.');
}

static void add_gate(struct buf *b, const struct gate_result *g)
{
	if (g->defined) {
		buf_printf(b, "%s%s: ", g->gate->what, g->atomics ? " (atomics included)" : "");
		add_number(b, g->value);
		buf_printf(b, ", expected at %s ", g->is_max ? "most" : "least");
		add_number(b, g->limit);
		buf_printf(b, ". %s", g->gate->why);
	} else {
		buf_printf(b, "%s: nothing to measure, because no kernel%s%s did this. %s", g->gate->what,
			g->gate->kernel ? " named " : "", g->gate->kernel ? g->gate->kernel : "", g->gate->why);
	}
}

static void settle(struct result *r, enum verdict v, const struct buf *message)
{
	r->verdict = v;
	r->message = arena_strdup(&r->arena, message->data);
}

static void decide_by_case(struct result *r, const struct case_result *c, struct buf *b)
{
	buf_printf(b, "Case '%s': ", c->name);
	if (c->uneven)
		buf_puts(b,
			"Right in one call, wrong in another with the same inputs and in the same order of threads: ");
	else if (c->again)
		buf_puts(b, "Right when called first, wrong when called again: ");
	if (c->message)
		buf_puts(b, c->message);
	else if (c->schedule && c->mismatch.any)
		buf_puts(b, "Right in the natural order of threads.");
	else if (c->verdict == VERDICT_WRONG_ANSWER && c->mismatch.any)
		add_mismatch(b, &c->mismatch);
	else
		buf_puts(b, verdict_meaning(c->verdict));
	if (c->schedule && c->mismatch.any && c->message) { /* the rest stands below, with the element */
		buf_printf(b, " In another order (schedule %llu) %s is %s, expected %s.",
			(unsigned long long)c->schedule, c->mismatch.where, c->mismatch.got, c->mismatch.want);
	} else if (c->schedule && c->mismatch.any) {
		buf_printf(b, " In another order that hardware may take as well (schedule %llu) ",
			(unsigned long long)c->schedule);
		add_mismatch(b, &c->mismatch);
		buf_puts(b,
			" The answer depends on which thread comes first, or on work that the host "
			"does not wait for.");
	} else if (c->schedule) {
		buf_printf(b, " It shows under schedule %llu, another order of threads that hardware may take as well.",
			(unsigned long long)c->schedule);
	}
	settle(r, c->verdict, b);
}

/* ---- the rule */

/* Of two cases that are as bad, the second says more: it has a wrong element to show, or the host died of an array's
 * address, and not of the null pointer of one without elements. */
static bool says_more(const struct case_result *c, const struct case_result *worst)
{
	if (c->verdict == VERDICT_CRASHED)
		return worst->empty && !c->empty;
	return c->mismatch.any && !worst->mismatch.any;
}

/* The first of the severest; of those, one that says more. */
static const struct case_result *worst_case(const struct result *r)
{
	const struct case_result *worst = NULL;

	for (size_t i = 0; i < r->ncases; i++) {
		const struct case_result *c = &r->cases[i];

		if (c->ran &&
			(!worst || c->verdict < worst->verdict ||
				(c->verdict == worst->verdict && says_more(c, worst))))
			worst = c;
	}
	return worst;
}

const struct case_result *verdict_case(const struct result *r)
{
	const struct case_result *worst = worst_case(r);

	return worst && worst->verdict < VERDICT_PASS && worst->verdict == r->verdict ? worst : NULL;
}

static const struct case_result *left_out(const struct result *r)
{
	for (size_t i = 0; i < r->ncases; i++) {
		if (!r->cases[i].ran)
			return &r->cases[i];
	}
	return NULL;
}

static bool decide_by_gates(struct result *r, struct buf *b)
{
	for (size_t i = 0; i < r->ngates; i++) {
		if (r->gates[i].judged && !r->gates[i].pass) {
			add_gate(b, &r->gates[i]);
			settle(r, VERDICT_GATE_FAILED, b);
			return true;
		}
	}
	return false;
}

static bool gates_judged(const struct result *r)
{
	if (r->step && r->ngates < r->step->ngates)
		return false;
	for (size_t i = 0; i < r->ngates; i++) {
		if (!r->gates[i].judged)
			return false;
	}
	return true;
}

void verdict_decide(struct result *r)
{
	const struct case_result *worst = worst_case(r), *skipped = left_out(r);
	struct buf b;

	buf_init(&b);
	if (worst && worst->verdict < VERDICT_PASS) {
		decide_by_case(r, worst, &b);
	} else if (!worst || skipped) {
		buf_printf(&b, skipped ? "Case '%s' was not run." : "No case was run.", skipped ? skipped->name : "");
		settle(r, VERDICT_NOT_JUDGED, &b);
	} else if (decide_by_gates(r, &b)) {
		/* settled */
	} else if (!gates_judged(r)) {
		buf_printf(&b, "The answer is right, but without counters its gates can't be judged%s%s.",
			r->uncounted ? ": " : "", r->uncounted ? r->uncounted : "");
		settle(r, VERDICT_NOT_JUDGED, &b);
	} else {
		buf_puts(&b, r->ngates ? "Right, and every gate is met." : "Right.");
		settle(r, VERDICT_PASS, &b);
	}
	buf_release(&b);
}

void verdict_early(struct result *r, enum verdict v, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	settle(r, v, &b);
	buf_release(&b);
}

int verdict_check_mistakes(const struct step *s, struct err *e)
{
	for (size_t i = 0; i < s->nmistakes; i++) {
		const struct mistake *m = &s->mistakes[i];
		const char *const words[] = { m->verdict, m->or_verdict };

		for (size_t k = 0; k < 2 && words[k]; k++) {
			int v = verdict_find(words[k]);

			if (v < 0)
				return err_at(e, ERR_INPUT, s->lab->manifest, m->line, 0,
					"mistake '%s': there is no verdict '%s'", m->file, words[k]);
			if (v == VERDICT_PASS || v == VERDICT_TODO || v == VERDICT_NOT_JUDGED)
				return err_at(e, ERR_INPUT, s->lab->manifest, m->line, 0,
					"mistake '%s': a mistake can't be planned to get '%s'", m->file, words[k]);
		}
	}
	return 0;
}
