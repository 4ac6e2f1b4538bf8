/* manifest: the keys of lab.yaml, as tables over the structs of lab.h. docs/author-guide.md describes each key for
 * people; a key is added by one row here, a field in lab.h and a row there.
 */
#include "lab/manifest.h"

#include <string.h>

#include "base/fs.h"
#include "counters/counters.h"
#include "lab/expr.h"
#include "lab/manifest_keys.h"

#define NKEYS(k) (sizeof(k) / sizeof(k)[0])
#define MAX_STEPS 20
#define MAX_CASES 64
#define MAX_PARAMS 16

static struct context *context(struct reader *r)
{
	return r->user;
}

/* ---- files */

/* A path under the root that names a regular file: no "..", not absolute. The absolute path into *at. */
static int read_root_path(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s, *path;
	size_t n;

	if (yaml_read_line(r, v, &s))
		return -1;
	n = strlen(s);
	if (*s == '/' || strstr(s, "..") || n < 4 || strcmp(s + n - 3, ".cu"))
		return yaml_expected(r, v, "a path of a .cu file, relative to the root of the project");
	path = arena_printf(r->arena, "%s/%s", context(r)->root, s);
	if (!fs_is_file(path))
		return yaml_bad(r, v, "there is no file %s", s);
	*(const char **)at = path;
	return 0;
}

int read_lab_file(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s, *path;

	if (yaml_read_line(r, v, &s))
		return -1;
	if (strchr(s, '/') || *s == '.')
		return yaml_expected(r, v, "the name of a file in the lab's folder");
	path = arena_printf(r->arena, "%s/%s", context(r)->lab->dir, s);
	if (!fs_is_file(path))
		return yaml_bad(r, v, "there is no file %s in the lab's folder", s);
	*(const char **)at = path;
	return 0;
}

/* ---- a case */

static const struct key case_keys[] = {
	{ "name", true, offsetof(struct test_case, name), yaml_read_line },
	{ "perf", false, offsetof(struct test_case, perf), yaml_read_bool },
	{ "sweep", false, offsetof(struct test_case, sweep), yaml_read_bool },
};

/* A whole number, which may be written as an expression: 1024 * 1024. */
static int read_whole(struct reader *r, yaml_node_t *v, void *at)
{
	static const struct test_case no_params = { .name = "a parameter" };
	const char *expr;

	if (v->type != YAML_SCALAR_NODE)
		return yaml_expected(r, v, "a whole number");
	if (read_expr(r, v, &expr))
		return -1;
	return expr_eval(expr, &no_params, at, NULL) ? yaml_bad(r, v, "expected a whole number, found '%s'", expr) : 0;
}

static const struct key range_keys[] = {
	{ "from", true, offsetof(struct size_range, lo), read_whole },
	{ "to", true, offsetof(struct size_range, hi), read_whole },
};
static const struct map range_map = { "a range of sizes", range_keys, NKEYS(range_keys), NULL };

static int read_range(struct reader *r, yaml_node_t *v, struct test_case *tc, size_t nth)
{
	struct size_range *range = &tc->ranges[nth];

	if (yaml_read_map(r, v, &range_map, range))
		return -1;
	if (range->lo >= range->hi || range->hi - range->lo > 1 << 30)
		return yaml_fail(r, v, "parameter '%s': expected {from: A, to: B} with A < B", tc->params[nth].name);
	tc->params[nth].value = range->lo;
	tc->drawn = true;
	return 0;
}

static int read_param(struct reader *r, yaml_node_t *key, yaml_node_t *v, void *obj)
{
	static const struct test_case no_params = { .name = "a parameter" };
	struct test_case *tc = obj;
	const char *name, *expr;
	struct param *p;

	if (read_identifier(r, key, &name))
		return -1;
	for (size_t i = 0; i < tc->nparams; i++) {
		if (!strcmp(tc->params[i].name, name))
			return yaml_fail(r, key, "parameter '%s' is given twice in a case", name);
	}
	if (tc->nparams == MAX_PARAMS)
		return yaml_fail(r, key, "a case has at most %d parameters", MAX_PARAMS);
	p = &tc->params[tc->nparams++];
	p->name = name;
	if (v->type == YAML_MAPPING_NODE)
		return read_range(r, v, tc, tc->nparams - 1);
	if (v->type != YAML_SCALAR_NODE)
		return yaml_fail(r, v, "parameter '%s': expected a whole number", name);
	if (read_expr(r, v, &expr))
		return -1;
	if (expr_eval(expr, &no_params, &p->value, NULL))
		return yaml_fail(r, v, "parameter '%s': expected a whole number, found '%s'", name, expr);
	tc->ranges[tc->nparams - 1] = (struct size_range){ p->value, p->value };
	return 0;
}
static const struct map case_map = { "a case", case_keys, NKEYS(case_keys), read_param };

static int read_case(struct reader *r, yaml_node_t *v, void *at)
{
	struct test_case *tc = at;

	tc->params = arena_alloc(r->arena, MAX_PARAMS * sizeof *tc->params);
	tc->ranges = arena_alloc(r->arena, MAX_PARAMS * sizeof *tc->ranges);
	tc->line = yaml_line(v);
	if (yaml_read_map(r, v, &case_map, tc))
		return -1;
	if (tc->drawn && (tc->perf || tc->sweep))
		return yaml_fail(
			r, v, "the sizes of case '%s' must be fixed: its numbers are shown and asked about", tc->name);
	return 0;
}

static int read_cases(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->cases = yaml_read_list(r, v, "cases", 1, MAX_CASES, sizeof *s->cases, read_case, &s->ncases);
	return s->cases ? 0 : -1;
}

/* Only parameters: it is no case of its own, and nobody asks for its name. */
static const struct map timing_map = { "the sizes for timing", NULL, 0, read_param };

static int read_timing(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->has_timing = true;
	s->timing.name = "timing";
	s->timing.params = arena_alloc(r->arena, MAX_PARAMS * sizeof *s->timing.params);
	s->timing.ranges = arena_alloc(r->arena, MAX_PARAMS * sizeof *s->timing.ranges);
	s->timing.line = yaml_line(v);
	if (yaml_read_map(r, v, &timing_map, &s->timing))
		return -1;
	return s->timing.drawn ? yaml_fail(r, v, "the sizes for timing must be fixed") : 0;
}

/* ---- comparison, gates */

static const struct key sum_keys[] = { { "sum", true, offsetof(struct compare, allowance), yaml_read_double } };
static const struct map sum_map = { "a comparison", sum_keys, NKEYS(sum_keys), NULL };

static int read_compare(struct reader *r, yaml_node_t *v, void *at)
{
	struct compare *c = at;

	if (v->type == YAML_SCALAR_NODE) {
		if (strcmp((const char *)v->data.scalar.value, "exact"))
			return yaml_expected(r, v, "exact or {sum: 32}");
		c->kind = COMPARE_EXACT;
		return 0;
	}
	c->kind = COMPARE_SUM;
	if (yaml_read_map(r, v, &sum_map, c))
		return -1;
	if (!(c->allowance > 0 && c->allowance <= 1e6))
		return yaml_fail(r, v, "expected an allowance between 0 and 1000000");
	return 0;
}

static int read_max(struct reader *r, yaml_node_t *v, void *at)
{
	((struct gate *)at)->has_max = true;
	return yaml_read_double(r, v, &((struct gate *)at)->max);
}

static int read_min(struct reader *r, yaml_node_t *v, void *at)
{
	((struct gate *)at)->has_min = true;
	return yaml_read_double(r, v, &((struct gate *)at)->min);
}

static int read_factor(struct reader *r, yaml_node_t *v, void *at)
{
	if (yaml_read_double(r, v, at))
		return -1;
	return *(double *)at > 0 ? 0 : yaml_expected(r, v, "a factor above 0");
}

/* {aos: 0.5} */
static int read_max_of_variant(struct reader *r, yaml_node_t *v, void *at)
{
	struct gate *g = at;
	const yaml_node_pair_t *p;

	if (v->type != YAML_MAPPING_NODE || v->data.mapping.pairs.top - v->data.mapping.pairs.start != 1)
		return yaml_bad(r, v, "expected one variant and a factor, as in {aos: 0.5}");
	p = v->data.mapping.pairs.start;
	return read_slug(r, yaml_document_get_node(&r->doc, p->key), &g->variant) ||
			read_factor(r, yaml_document_get_node(&r->doc, p->value), &g->max_of_variant) ?
		-1 :
		0;
}

static const struct key gate_keys[] = {
	{ "what", true, offsetof(struct gate, what), yaml_read_line },
	{ "counter", true, offsetof(struct gate, counter), read_counter },
	{ "max", false, 0, read_max },
	{ "min", false, 0, read_min },
	{ "max_of_reference", false, offsetof(struct gate, max_of_reference), read_factor },
	{ "min_of_reference", false, offsetof(struct gate, min_of_reference), read_factor },
	{ "max_of_variant", false, 0, read_max_of_variant },
	{ "max_of_ideal", false, offsetof(struct gate, max_of_ideal), read_factor },
	{ "min_of_ideal", false, offsetof(struct gate, min_of_ideal), read_factor },
	{ "ideal", false, offsetof(struct gate, ideal), read_expr },
	{ "kernel", false, offsetof(struct gate, kernel), yaml_read_line },
	{ "why", true, offsetof(struct gate, why), yaml_read_text },
};
static const struct map gate_map = { "a gate", gate_keys, NKEYS(gate_keys), NULL };

static int read_gate(struct reader *r, yaml_node_t *v, void *at)
{
	struct gate *g = at;
	int uppers, lowers;

	g->line = yaml_line(v);
	if (yaml_read_map(r, v, &gate_map, g))
		return -1;
	uppers = g->has_max + (g->max_of_reference > 0) + (g->max_of_variant > 0) + (g->max_of_ideal > 0);
	lowers = g->has_min + (g->min_of_reference > 0) + (g->min_of_ideal > 0);
	if (!uppers && !lowers)
		return yaml_fail(r, v,
			"expected a limit in a gate: max, min, max_of_reference, min_of_reference, max_of_variant, "
			"max_of_ideal or min_of_ideal");
	if (uppers > 1 || lowers > 1)
		return yaml_fail(r, v, "expected at most one upper and one lower limit in a gate");
	if (!g->ideal != !(g->max_of_ideal > 0 || g->min_of_ideal > 0))
		return yaml_fail(r, v, "expected the key 'ideal' in a gate together with max_of_ideal or min_of_ideal");
	return 0;
}

static bool is_upper(const struct gate *g)
{
	return g->has_max || g->max_of_reference > 0 || g->max_of_variant > 0 || g->max_of_ideal > 0;
}

static bool is_lower(const struct gate *g)
{
	return g->has_min || g->min_of_reference > 0 || g->min_of_ideal > 0;
}

/* One limit each: who judges a gate looks at one number. */
static void split_gates(struct arena *a, struct gate **gates, size_t *ngates)
{
	struct gate *all = arena_alloc(a, (2 * *ngates + 1) * sizeof *all);
	size_t n = 0;

	for (size_t i = 0; i < *ngates; i++) {
		struct gate *g = &(*gates)[i], *one = &all[n];

		all[n++] = *g;
		if (!is_upper(g) || !is_lower(g))
			continue;
		one->has_min = false;
		one->min_of_reference = one->min_of_ideal = 0;
		one = &all[n];
		all[n++] = *g;
		one->has_max = false;
		one->max_of_reference = one->max_of_variant = one->max_of_ideal = 0;
	}
	*gates = all;
	*ngates = n;
}

static int read_gates(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->gates = yaml_read_list(r, v, "gates", 0, 16, sizeof *s->gates, read_gate, &s->ngates);
	if (!s->gates)
		return -1;
	split_gates(r->arena, &s->gates, &s->ngates);
	return 0;
}

/* Other limits mean nothing there: a number, an expression over the perf case's parameters and a variant, which runs in
 * the perf case, are for one size. */
static int read_case_gate(struct reader *r, yaml_node_t *v, void *at)
{
	struct gate *g = at;

	if (read_gate(r, v, at))
		return -1;
	if (g->has_max || g->has_min || g->max_of_variant > 0 || g->ideal || g->kernel)
		return yaml_fail(r, v, "expected max_of_reference or min_of_reference in a limit for every case");
	return 0;
}

static int read_every_case(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->every_case =
		yaml_read_list(r, v, "every_case", 1, 4, sizeof *s->every_case, read_case_gate, &s->nevery_case);
	if (!s->every_case)
		return -1;
	split_gates(r->arena, &s->every_case, &s->nevery_case);
	return 0;
}

static const struct key floors_keys[] = {
	{ "none", false, offsetof(struct floors, none), yaml_read_bool },
	{ "time", false, offsetof(struct floors, time), yaml_read_double },
	{ "why", true, offsetof(struct floors, why), yaml_read_text },
};
static const struct map floors_map = { "the floors", floors_keys, NKEYS(floors_keys), NULL };

static int read_floors(struct reader *r, yaml_node_t *v, void *at)
{
	struct floors *f = &((struct step *)at)->floors;

	f->line = yaml_line(v);
	if (yaml_read_map(r, v, &floors_map, f))
		return -1;
	return f->time >= 1 ? 0 : yaml_fail(r, v, "expected a time of at least 1, in times of the reference's");
}

static const struct key notes_keys[] = {
	{ "none", false, offsetof(struct notes, none), yaml_read_bool },
	{ "time", false, offsetof(struct notes, time), yaml_read_double },
	{ "why", true, offsetof(struct notes, why), yaml_read_text },
};
static const struct map notes_map = { "the notes", notes_keys, NKEYS(notes_keys), NULL };

static int read_notes(struct reader *r, yaml_node_t *v, void *at)
{
	struct notes *n = &((struct step *)at)->notes;

	n->line = yaml_line(v);
	if (yaml_read_map(r, v, &notes_map, n))
		return -1;
	return n->time > 1 ? 0 : yaml_fail(r, v, "expected a time above 1, in times of the reference's");
}

static int read_show(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->show = yaml_read_list(r, v, "counters", 0, CTR_COUNT, sizeof *s->show, read_counter, &s->nshow);
	return s->show ? 0 : -1;
}

/* ---- hints */

static int read_hints(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->hints = yaml_read_list(r, v, "hints", 1, 8, sizeof *s->hints, yaml_read_text, &s->nhints);
	return s->hints ? 0 : -1;
}

/* ---- a step */

static int read_time_limit(struct reader *r, yaml_node_t *v, void *at)
{
	uint64_t n;

	if (yaml_read_count(r, v, &n))
		return -1;
	if (n < 100 || n > 600000)
		return yaml_expected(r, v, "milliseconds from 100 to 600000");
	*(uint64_t *)at = n;
	return 0;
}

static const struct key step_keys[] = {
	{ "name", true, offsetof(struct step, name), read_slug },
	{ "title", true, offsetof(struct step, title), yaml_read_line },
	{ "reference", true, offsetof(struct step, reference), read_root_path },
	{ "args", true, 0, read_args },
	{ "cases", true, 0, read_cases },
	{ "timing", false, 0, read_timing },
	{ "compare", true, offsetof(struct step, compare), read_compare },
	{ "gates", false, 0, read_gates },
	{ "every_case", false, 0, read_every_case },
	{ "floors", false, 0, read_floors },
	{ "notes", false, 0, read_notes },
	{ "show", false, 0, read_show },
	{ "predict", false, 0, read_predict },
	{ "hints", true, 0, read_hints },
	{ "mistakes", false, 0, read_mistakes },
	{ "right", false, 0, read_right },
	{ "equivalent", false, 0, read_equivalents },
	{ "variants", false, 0, read_variants },
	{ "sweep", false, 0, read_sweep },
	{ "learned", false, 0, read_learned },
	{ "picture", false, 0, read_picture },
	{ "images", false, 0, read_images },
	{ "show_ptx", false, offsetof(struct step, show_ptx), yaml_read_bool },
	{ "roofline", false, 0, read_roofline },
	{ "timeline", false, offsetof(struct step, timeline), yaml_read_bool },
	{ "faster", false, offsetof(struct step, faster), yaml_read_bool },
	{ "lesson", false, offsetof(struct step, lesson), read_lab_file },
	{ "profile", false, offsetof(struct step, profile), read_slug },
	{ "time_limit_ms", false, offsetof(struct step, time_limit_ms), read_time_limit },
	{ "run_limit_ms", false, offsetof(struct step, run_limit_ms), read_time_limit },
	{ "step_budget", false, offsetof(struct step, step_budget), yaml_read_count },
};
static const struct map step_map = { "a step", step_keys, NKEYS(step_keys), NULL };

static int step_files(struct reader *r, yaml_node_t *v, struct step *s)
{
	const struct context *cx = context(r);
	struct arena *a = r->arena;

	s->id = arena_printf(a, "%s/%d", cx->lab->id, s->number);
	s->file = arena_printf(a, "%d-%s.cu", s->number, s->name);
	s->starter = arena_printf(a, "%s/%s", cx->lab->dir, s->file);
	s->solution = arena_printf(a, "%s/solutions/%s/%s", cx->root, cx->lab->id, s->file);
	if (!fs_is_file(s->starter))
		return yaml_fail(r, v, "step %d has no starter: expected labs/%s/%s", s->number, cx->lab->id, s->file);
	if (cx->solutions && !fs_is_file(s->solution))
		return yaml_fail(
			r, v, "step %d has no solution: expected solutions/%s/%s", s->number, cx->lab->id, s->file);
	return 0;
}

static int read_step(struct reader *r, yaml_node_t *v, void *at)
{
	struct context *cx = context(r);
	struct step *s = at;

	cx->step = s;
	s->lab = cx->lab;
	s->number = ++cx->steps;
	s->line = yaml_line(v);
	s->time_limit_ms = 10000;
	s->run_limit_ms = 30000;
	s->floors.time = FLOORS_TIME;
	s->notes.time = NOTES_TIME;
	return yaml_read_map(r, v, &step_map, s) || step_files(r, v, s) || rules_check(s, r->e) ? -1 : 0;
}

static int read_steps(struct reader *r, yaml_node_t *v, void *at)
{
	struct lab *l = at;

	l->steps = yaml_read_list(r, v, "steps", 1, MAX_STEPS, sizeof *l->steps, read_step, &l->nsteps);
	return l->steps ? 0 : -1;
}

static const struct key lab_keys[] = {
	{ "title", true, offsetof(struct lab, title), yaml_read_line },
	{ "summary", true, offsetof(struct lab, summary), yaml_read_line },
	{ "steps", true, 0, read_steps },
};
static const struct map lab_map = { "a lab", lab_keys, NKEYS(lab_keys), NULL };

static int names_unique(struct reader *r, const struct lab *l)
{
	for (size_t i = 0; i < l->nsteps; i++) {
		for (size_t k = 0; k < i; k++) {
			if (!strcmp(l->steps[i].name, l->steps[k].name))
				return err_at(r->e, ERR_INPUT, r->file, l->steps[i].line, 0,
					"steps %zu and %zu are both named '%s'", k + 1, i + 1, l->steps[i].name);
		}
	}
	return 0;
}

int manifest_parse(struct arena *a, const char *root, struct lab *l, const char *text, size_t len, struct err *e)
{
	struct context cx = { .root = root, .lab = l };
	struct reader r;
	yaml_node_t *top;
	int rc = -1;

	cx.solutions = fs_is_dir(arena_printf(a, "%s/solutions", root));
	top = reader_open(&r, l->manifest, text, len, a, e);
	r.user = &cx;
	if (top)
		rc = yaml_read_map(&r, top, &lab_map, l) || names_unique(&r, l) ? -1 : 0;
	reader_release(&r);
	if (rc)
		return -1;
	if (measured_read(a, l, e))
		return -1;
	l->lesson = arena_printf(a, "%s/lesson.md", l->dir);
	if (!fs_is_file(l->lesson))
		return err_at(
			e, ERR_INPUT, l->manifest, 1, 0, "the lab has no lesson: expected labs/%s/lesson.md", l->id);
	return 0;
}
