/* prediction: see prediction.h. */
#include "judge/prediction.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

/* Tolerances are decimals: a tenth of 4 allows 4.4. */
#define SLACK 1e-9

size_t prediction_case(const struct step *s)
{
	for (size_t i = 0; i < s->ncases; i++)
		if (s->predict.on_case ? !strcmp(s->predict.on_case, s->cases[i].name) : s->cases[i].perf)
			return i;
	return 0;
}

const struct observed *result_observed(const struct result *r, enum predict_of of, const char *variant, size_t tc)
{
	for (size_t i = 0; i < r->nobserved; i++) {
		const struct observed *o = &r->observed[i];

		if (o->of == of && o->tc == tc && (of != OF_VARIANT || (o->variant && !strcmp(o->variant, variant))))
			return o;
	}
	return NULL;
}

const struct counters *prediction_observed(const struct result *r, size_t tc)
{
	const struct predict *p = &r->step->predict;
	const struct observed *o;

	if (p->of == OF_YOURS)
		return result_answer_right(r) && r->cases[tc].has_counters ? &r->cases[tc].student : NULL;
	o = result_observed(r, p->of, p->variant, tc);
	return o ? &o->c : NULL;
}

void prediction_check(struct result *r, double value)
{
	const struct predict *p = &r->step->predict;
	const struct counters *c = prediction_observed(r, prediction_case(r->step));
	struct prediction *out = &r->prediction;

	*out = (struct prediction){ .made = true, .value = value };
	if (!c || !counter_defined(c, (enum counter_id)p->counter))
		return;
	out->known = true;
	out->observed = counter_value(c, (enum counter_id)p->counter);
	out->close = fabs(value - out->observed) <= (p->tolerance + SLACK) * fabs(out->observed);
}

const char *prediction_whose(enum predict_of of)
{
	static const char *const whose[OF_COUNT] = { "the starter", "the solution", "your file", "the variant" };

	return whose[of];
}

void prediction_words(const struct result *r, struct buf *out)
{
	const struct prediction *p = &r->prediction;
	const struct predict *q = r->step ? &r->step->predict : NULL;
	char said[64], seen[64];

	if (!p->made || !q)
		return;
	number_text(p->value, said, sizeof said);
	buf_printf(out, "You said %s for %s", said, prediction_whose(q->of));
	if (p->known) {
		number_text(p->observed, seen, sizeof seen);
		if (!strcmp(said, seen))
			buf_puts(out, ": right.");
		else
			buf_printf(out, ": it is %s, which is %s.", seen, p->close ? "close" : "not close");
	} else if (q->of == OF_YOURS) {
		buf_puts(out, ". It is compared as soon as your file gives the right answer.");
	} else {
		buf_printf(out, ". It can't be compared this time: %s.",
			r->unobserved ? r->unobserved : "the run ended before that was known");
	}
}
