/* rules_content: what variants, questions, the sweep, gates and quotes of a step refer to is there, and expressions
 * over the perf case have a value. Also the look-ups that everybody uses afterwards.
 */
#include <string.h>

#include "lab/manifest.h"
#include "lab/quote.h"

#define FAIL(s, line, ...) err_at(e, ERR_INPUT, (s)->lab->manifest, (line), 0, __VA_ARGS__)

const struct variant *step_variant(const struct step *s, const char *name)
{
	for (size_t i = 0; name && i < s->nvariants; i++) {
		if (!strcmp(s->variants[i].name, name))
			return &s->variants[i];
	}
	return NULL;
}

const char *step_program(const struct step *s, enum predict_of of, const char *variant, const char *yours)
{
	const struct variant *v;

	switch (of) {
	case OF_STARTER: return s->starter;
	case OF_SOLUTION: return s->solution;
	case OF_YOURS: return yours;
	default: v = step_variant(s, variant); return v ? v->path : NULL;
	}
}

const struct test_case *step_case(const struct step *s, const char *name)
{
	for (size_t i = 0; i < s->ncases; i++) {
		if (name ? !strcmp(s->cases[i].name, name) : s->cases[i].perf)
			return &s->cases[i];
	}
	return NULL;
}

static int need_variant(const struct step *s, const char *name, int line, const char *who, struct err *e)
{
	if (!name || step_variant(s, name))
		return 0;
	return FAIL(s, line, "%s: no variant of the step is named '%s'", who, name);
}

static int need_case(const struct step *s, const char *name, int line, const char *who, struct err *e)
{
	return step_case(s, name) ? 0 : FAIL(s, line, "%s: no case is named '%s'", who, name);
}

static int need_value(const struct step *s, const char *expr, int line, const char *who, struct err *e)
{
	struct err why = ERR_INIT;
	long long v;

	if (!expr || (!expr_eval(expr, step_case(s, NULL), &v, &why) && v >= 0))
		return 0;
	if (why.kind == ERR_NONE)
		return FAIL(s, line, "%s: '%s' is %lld for the perf case; expected 0 or more", who, expr, v);
	return FAIL(s, line, "%s: %s", who, why.msg);
}

static int check_variants(const struct step *s, struct err *e)
{
	for (size_t i = 0; i < s->nvariants; i++) {
		for (size_t k = 0; k < i; k++) {
			if (!strcmp(s->variants[i].name, s->variants[k].name))
				return FAIL(s, s->variants[i].line, "two variants are named '%s'", s->variants[i].name);
		}
	}
	return 0;
}

static int check_question(const struct step *s, const struct predict *p, struct err *e)
{
	if (need_variant(s, p->variant, p->line, "predict", e) || need_case(s, p->on_case, p->line, "predict", e) ||
		need_case(s, p->decided.on_case, p->line, "decided_by", e))
		return -1;
	for (size_t i = 0; i < p->decided.nof; i++) {
		if (need_variant(s, p->decided.of[i], p->line, "decided_by", e))
			return -1;
	}
	for (size_t i = 0; p->kind == PREDICT_ORDER && i < p->nchoices; i++) {
		if (need_variant(s, p->choices[i], p->line, "predict: order", e))
			return -1;
	}
	if (p->kind == PREDICT_ROW && !s->has_sweep && !s->sweep_table)
		return FAIL(s, p->line,
			"predict: a row asks about the sweep, and the step has none and no case has sweep: true");
	if (p->counter == MEASURE_TIME && (p->kind == PREDICT_NUMBER || (p->kind == PREDICT_ROW && !s->has_sweep)))
		return FAIL(s, p->line, "predict: a time differs from device to device; ask for a counter");
	return 0;
}

static int check_quotes(const struct step *s, struct err *e)
{
	struct err why = ERR_INIT;
	struct quote q;
	int rc = 0;

	for (const char *p = s->learned; p; p = rc > 0 ? q.start + q.len : NULL) {
		rc = quote_next(s, p, &q, &why);
		if (rc < 0)
			return FAIL(s, s->line, "learned: %s", why.msg);
	}
	return 0;
}

int rules_check_content(const struct step *s, struct err *e)
{
	if (check_variants(s, e))
		return -1;
	for (size_t i = 0; i < s->nquestions; i++) {
		if (check_question(s, &s->questions[i], e))
			return -1;
	}
	for (size_t i = 0; i < s->ngates; i++) {
		if (need_variant(s, s->gates[i].variant, s->gates[i].line, "gate", e) ||
			need_value(s, s->gates[i].ideal, s->gates[i].line, "gate", e))
			return -1;
	}
	if (s->has_sweep &&
		(need_variant(s, s->sweep.variant, s->sweep.line, "sweep", e) ||
			need_case(s, s->sweep.on_case, s->sweep.line, "sweep", e)))
		return -1;
	if (s->has_roofline &&
		(need_value(s, s->roofline.flops, s->line, "roofline", e) ||
			need_value(s, s->roofline.bytes, s->line, "roofline", e)))
		return -1;
	if (s->images.nshow && rules_check_images(s, e))
		return -1;
	return check_quotes(s, e);
}
