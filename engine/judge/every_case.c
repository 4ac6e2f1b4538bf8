/* every_case: see every_case.h. */
#include "judge/every_case.h"

#include "base/number.h"
#include "judge/gates.h"

static bool beyond(struct result *r, const struct gate *g, struct case_result *c)
{
	enum counter_id id = (enum counter_id)g->counter;
	bool most = g->max_of_reference > 0;
	double value, limit;
	char has[64], may[64];

	if (!c->has_counters || !c->student.v[CTR_LAUNCHES] || !counter_defined(&c->student, id) ||
		!counter_defined(&c->reference, id))
		return false;
	value = counter_value(&c->student, id);
	limit = counter_value(&c->reference, id) * (most ? g->max_of_reference : g->min_of_reference);
	limit = gate_whole(id, most, limit);
	if (gate_kept(most, value, limit))
		return false;
	number_text(value, has, sizeof has);
	number_text(limit, may, sizeof may);
	c->verdict = VERDICT_GATE_FAILED;
	c->message = arena_printf(
		&r->arena, "%s: %s, expected at %s %s. %s", g->what, has, most ? "most" : "least", may, g->why);
	return true;
}

void every_case_judge(struct result *r)
{
	if (!r->step || !result_answer_right(r))
		return;
	for (size_t i = 0; i < r->ngates; i++)
		if (!r->gates[i].judged || !r->gates[i].pass)
			return;
	for (size_t i = 0; i < r->ncases; i++)
		for (size_t k = 0; k < r->step->nevery_case; k++)
			if (beyond(r, &r->step->every_case[k], &r->cases[i]))
				return;
}
