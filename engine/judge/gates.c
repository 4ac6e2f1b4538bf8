/* gates: see gates.h. A gate is judged on what was counted; what was not counted is never a pass. */
#include "judge/gates.h"

#include <math.h>
#include <string.h>

/* Limits are written in decimals: 1.15 times 20 is to allow 23, and 4.4 is to be within a tenth of 4. */
#define SLACK 1e-9

bool gate_counters(const struct gate *g, const struct side *s, struct counters *out)
{
	bool any = false;

	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < s->nkernels; i++) {
		if (g->kernel && !strstr(s->kernels[i].name, g->kernel))
			continue;
		counters_add(out, &s->kernels[i].c);
		any = true;
	}
	return any;
}

static bool has_counters(const struct side *s)
{
	if (!s->ran || !s->has_counters)
		return false;
	for (size_t i = 0; i < s->nkernels; i++) {
		if (!s->kernels[i].has_counters)
			return false;
	}
	return true;
}

static bool measure(const struct gate *g, const struct side *s, double *value)
{
	enum counter_id id = (enum counter_id)g->counter;
	struct counters c;

	if (!gate_counters(g, s, &c) || !counter_defined(&c, id))
		return false;
	*value = counter_value(&c, id);
	return true;
}

/* The limit of a gate; false when it hangs on a reference that has nothing to measure. */
static bool gate_limit(const struct gate *g, const struct side *reference, double *limit)
{
	if (g->max_of_reference > 0) {
		if (!measure(g, reference, limit))
			return false;
		*limit *= g->max_of_reference;
		return true;
	}
	*limit = g->has_max ? g->max : g->min;
	return true;
}

static void gate_evaluate(const struct gate *g, const struct side *student, const struct side *reference,
	bool answer_right, struct gate_result *out)
{
	bool countable = has_counters(student) && (g->max_of_reference <= 0 || has_counters(reference));

	*out = (struct gate_result){ .gate = g, .is_max = g->has_max || g->max_of_reference > 0 };
	if (!countable)
		return;
	out->judged = answer_right;
	out->defined = measure(g, student, &out->value) & gate_limit(g, reference, &out->limit);
	/* A count is whole: at most 72089.6 means at most 72089. */
	if (out->defined && !counter_is_ratio((enum counter_id)g->counter))
		out->limit = out->is_max ? floor(out->limit * (1 + SLACK)) : ceil(out->limit * (1 - SLACK));
	if (out->defined)
		out->pass =
			out->is_max ? out->value <= out->limit * (1 + SLACK) : out->value >= out->limit * (1 - SLACK);
}

struct gate_result *gates_evaluate(struct arena *a, const struct step *s, const struct side *student,
	const struct side *reference, bool answer_right)
{
	struct gate_result *out = arena_alloc(a, (s->ngates + 1) * sizeof *out);

	for (size_t i = 0; i < s->ngates; i++)
		gate_evaluate(&s->gates[i], student, reference, answer_right, &out[i]);
	return out;
}
