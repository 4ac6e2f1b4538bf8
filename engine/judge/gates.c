/* gates: see gates.h. A gate is judged on what was counted; what was not counted is never a pass. */
#include "judge/gates.h"

#include <math.h>
#include <string.h>

/* Limits are written in decimals: 1.15 times 20 is to allow 23, and 4.4 is to be within a tenth of 4. */
#define SLACK 1e-9

double gate_whole(enum counter_id id, bool most, double limit)
{
	if (counter_is_ratio(id))
		return limit;
	return most ? floor(limit * (1 + SLACK)) : ceil(limit * (1 - SLACK));
}

bool gate_kept(bool most, double value, double limit)
{
	return most ? value <= limit * (1 + SLACK) : value >= limit * (1 - SLACK);
}

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
	for (int i = 0; i < CTR_COUNT; i++) {
		if (counter_is_timeline((enum counter_id)i))
			out->v[i] = s->total.v[i];
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

static bool is_max(const struct gate *g)
{
	return g->has_max || g->max_of_reference > 0 || g->max_of_variant > 0 || g->max_of_ideal > 0;
}

/* What neighbouring lanes need for a reduction of their elements: nobody is to be failed for those. */
static uint64_t ideal_sectors(const struct step *s)
{
	size_t each = 4;

	for (size_t i = 0; i < s->nargs; i++)
		if (elem_size(s->args[i].type) > each)
			each = elem_size(s->args[i].type);
	return each;
}

/* An atomic loads and stores, too. Under an upper limit of what is loaded or stored it counts with the loads or stores
 * that it takes the place of; a reduction only as far as it is scattered. Those in shared memory are the atomics that
 * are not in global memory. */
static void add_atomics(const struct step *s, struct counters *c)
{
	uint64_t red = c->v[CTR_GLOBAL_RED_REQUESTS] * ideal_sectors(s),
		 global = c->v[CTR_GLOBAL_RED_REQUESTS] + c->v[CTR_GLOBAL_ATOM_REQUESTS],
		 shared = c->v[CTR_ATOMICS] > global ? c->v[CTR_ATOMICS] - global : 0;

	c->v[CTR_SHARED_LD_INST] += shared;
	c->v[CTR_SHARED_ST_INST] += shared;

	for (int k = 0; k < 2; k++) {
		c->v[k ? CTR_GLOBAL_ST_REQUESTS : CTR_GLOBAL_LD_REQUESTS] += c->v[CTR_GLOBAL_ATOM_REQUESTS];
		c->v[k ? CTR_GLOBAL_ST_SECTORS : CTR_GLOBAL_LD_SECTORS] += c->v[CTR_GLOBAL_ATOM_SECTORS];
	}
	if (c->v[CTR_GLOBAL_RED_SECTORS] > red)
		c->v[CTR_GLOBAL_ST_SECTORS] += c->v[CTR_GLOBAL_RED_SECTORS] - red;
}

static bool measure(
	const struct gate *g, const struct step *step, const struct side *s, double *value, bool *with_atomics)
{
	enum counter_id id = (enum counter_id)g->counter;
	struct counters c;
	double plain;

	if (!gate_counters(g, s, &c))
		return false;
	plain = counter_value(&c, id);
	if (is_max(g) && !step->floors.none)
		add_atomics(step, &c);
	if (!counter_defined(&c, id))
		return false;
	*value = counter_value(&c, id);
	*with_atomics = *value > plain;
	return true;
}

/* What a gate may be relative to. */
struct sides {
	const struct step *step;
	const struct side *student, *reference, *variants;
};

/* The side that the limit of a gate hangs on; NULL when it hangs on none. A variant that was not run is a side without
 * counters. */
static const struct side *limiting_side(const struct gate *g, const struct sides *all)
{
	static const struct side nothing;
	const struct variant *v;

	if (g->max_of_reference > 0 || g->min_of_reference > 0)
		return all->reference;
	if (g->max_of_variant <= 0)
		return NULL;
	v = step_variant(all->step, g->variant);
	return v && all->variants ? &all->variants[v - all->step->variants] : &nothing;
}

/* The limit of a gate; false when what it hangs on has nothing to measure. */
static bool gate_limit(const struct gate *g, const struct sides *all, double *limit)
{
	const struct side *side = limiting_side(g, all);
	double factor = g->max_of_reference + g->min_of_reference + g->max_of_variant + g->max_of_ideal +
		g->min_of_ideal; /* one of them is set */
	long long ideal;
	bool atomics;

	if (side) {
		if (!measure(g, all->step, side, limit, &atomics))
			return false;
	} else if (g->ideal) {
		if (expr_eval(g->ideal, step_case(all->step, NULL), &ideal, NULL))
			return false;
		*limit = (double)ideal;
	} else {
		*limit = g->has_max ? g->max : g->min;
		return true;
	}
	*limit *= factor;
	return true;
}

static void gate_evaluate(const struct gate *g, const struct sides *all, bool answer_right, struct gate_result *out)
{
	const struct side *side = limiting_side(g, all);

	*out = (struct gate_result){ .gate = g, .is_max = is_max(g) };
	if (!has_counters(all->student) || (side && !has_counters(side)))
		return;
	out->judged = answer_right;
	out->defined =
		measure(g, all->step, all->student, &out->value, &out->atomics) & gate_limit(g, all, &out->limit);
	if (!out->defined)
		return;
	out->limit = gate_whole((enum counter_id)g->counter, out->is_max, out->limit);
	out->pass = gate_kept(out->is_max, out->value, out->limit);
}

struct gate_result *gates_evaluate(struct arena *a, const struct step *s, const struct side *student,
	const struct side *reference, const struct side *variants, bool answer_right)
{
	struct gate_result *out = arena_alloc(a, (s->ngates + 1) * sizeof *out);
	const struct sides all = { s, student, reference, variants };

	for (size_t i = 0; i < s->ngates; i++)
		gate_evaluate(&s->gates[i], &all, answer_right, &out[i]);
	return out;
}
