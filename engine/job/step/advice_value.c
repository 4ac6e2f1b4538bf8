/* advice_value: see advice_value.h. */
#include "job/step/advice_value.h"

#include <math.h>
#include <stdlib.h>

#include "job/step/advice.h"
#include "judge/source_stale.h"
#include "judge/source_type.h"

struct text_advice advice_whole(const struct asked *q)
{
	const struct mismatch *m = &q->c->mismatch;
	const struct written *w = m->any && m->nwritten ? &m->written[0] : NULL;
	const struct arg *arg = q->r->step && m->arg ? step_arg(q->r->step, m->arg) : NULL;
	const double got = m->got ? strtod(m->got, NULL) : NAN, want = m->want ? strtod(m->want, NULL) : NAN;
	struct text_advice to = { .note = "keeps no fraction" };
	struct whole_variable k;

	if (!w || w->by != WRITER_KERNEL || !arg || (arg->type != ELEM_FLOAT && arg->type != ELEM_DOUBLE) ||
		!isfinite(got) || !isfinite(want) || got != floor(got) || want == floor(want) ||
		!source_whole_variable(&q->r->arena, q->source, w->at.line, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.declared;
	to.words = arena_printf(&q->r->arena,
		"%s is declared in line %d as %s, which keeps whole numbers: 1.75 becomes 1. The value of line %d is "
		"made of it, and has to be %s. Declare it %s.",
		k.name, k.declared, k.type, w->at.line, m->want, arg->type == ELEM_FLOAT ? "float" : "double");
	return to;
}

struct text_advice advice_stale(const struct asked *q)
{
	struct text_advice to = { .note = "only for some threads" };
	struct stale k;

	if (!source_stale(&q->r->arena, q->source, &k))
		return (struct text_advice){ .line = 0 };
	to.line = k.set;
	to.words = arena_printf(&q->r->arena,
		"Line %d sets %s only if (%s), and line %d adds it in each turn: else it still has what an earlier "
		"turn "
		"put there. Declare it inside the loop, with a 0.",
		k.set, k.name, k.condition, k.read);
	return to;
}
