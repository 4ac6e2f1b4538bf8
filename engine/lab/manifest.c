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
#define MAX_MISTAKES 32

struct context {
	const char *root;
	struct lab *lab;
	struct step *step; /* the one being read */
	int steps;         /* read so far */
	bool solutions;    /* root has a solutions folder */
};

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

static int read_lab_file(struct reader *r, yaml_node_t *v, void *at)
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
	if (v->type != YAML_SCALAR_NODE)
		return yaml_fail(r, v, "parameter '%s': expected a whole number", name);
	if (read_expr(r, v, &expr))
		return -1;
	p = &tc->params[tc->nparams++];
	p->name = name;
	if (expr_eval(expr, &no_params, &p->value, NULL))
		return yaml_fail(r, v, "parameter '%s': expected a whole number, found '%s'", name, expr);
	return 0;
}
static const struct map case_map = { "a case", case_keys, NKEYS(case_keys), read_param };

static int read_case(struct reader *r, yaml_node_t *v, void *at)
{
	struct test_case *tc = at;

	tc->params = arena_alloc(r->arena, MAX_PARAMS * sizeof *tc->params);
	tc->line = yaml_line(v);
	return yaml_read_map(r, v, &case_map, tc);
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
	s->timing.line = yaml_line(v);
	return yaml_read_map(r, v, &timing_map, &s->timing);
}

/* ---- comparison, gates, prediction */

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

static int read_max_of_reference(struct reader *r, yaml_node_t *v, void *at)
{
	struct gate *g = at;

	if (yaml_read_double(r, v, &g->max_of_reference))
		return -1;
	return g->max_of_reference > 0 ? 0 : yaml_expected(r, v, "a factor above 0");
}

static const struct key gate_keys[] = {
	{ "what", true, offsetof(struct gate, what), yaml_read_line },
	{ "counter", true, offsetof(struct gate, counter), read_counter },
	{ "max", false, 0, read_max },
	{ "min", false, 0, read_min },
	{ "max_of_reference", false, 0, read_max_of_reference },
	{ "kernel", false, offsetof(struct gate, kernel), yaml_read_line },
	{ "why", true, offsetof(struct gate, why), yaml_read_text },
};
static const struct map gate_map = { "a gate", gate_keys, NKEYS(gate_keys), NULL };

static int read_gate(struct reader *r, yaml_node_t *v, void *at)
{
	struct gate *g = at;

	g->line = yaml_line(v);
	if (yaml_read_map(r, v, &gate_map, g))
		return -1;
	if (g->has_max + g->has_min + (g->max_of_reference > 0) != 1)
		return yaml_fail(r, v, "expected exactly one of the keys max, min and max_of_reference in a gate");
	return 0;
}

static int read_gates(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->gates = yaml_read_list(r, v, "gates", 0, 16, sizeof *s->gates, read_gate, &s->ngates);
	return s->gates ? 0 : -1;
}

static int read_show(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->show = yaml_read_list(r, v, "counters", 0, CTR_COUNT, sizeof *s->show, read_counter, &s->nshow);
	return s->show ? 0 : -1;
}

static int read_tolerance(struct reader *r, yaml_node_t *v, void *at)
{
	double d;

	if (yaml_read_double(r, v, &d))
		return -1;
	if (!(d >= 0 && d <= 1))
		return yaml_expected(r, v, "a number from 0 to 1");
	*(double *)at = d;
	return 0;
}

static const char *const of_words[OF_COUNT] = { "starter", "solution", "yours" };

const char *predict_of_word(enum predict_of of)
{
	return of_words[of];
}

static int read_of(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s;

	if (yaml_read_line(r, v, &s))
		return -1;
	for (int of = 0; of < OF_COUNT; of++) {
		if (!strcmp(s, of_words[of])) {
			*(enum predict_of *)at = (enum predict_of)of;
			return 0;
		}
	}
	return yaml_expected(r, v, "starter, solution or yours");
}

static const struct key predict_keys[] = {
	{ "question", true, offsetof(struct predict, question), yaml_read_text },
	{ "of", true, offsetof(struct predict, of), read_of },
	{ "counter", true, offsetof(struct predict, counter), read_counter },
	{ "case", false, offsetof(struct predict, on_case), yaml_read_line },
	{ "all", false, offsetof(struct predict, all), yaml_read_bool },
	{ "tolerance", false, offsetof(struct predict, tolerance), read_tolerance },
	{ "explain", true, offsetof(struct predict, explain), yaml_read_text },
};
static const struct map predict_map = { "a prediction", predict_keys, NKEYS(predict_keys), NULL };

static int read_predict(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->has_predict = true;
	s->predict.tolerance = 0.1;
	if (yaml_read_map(r, v, &predict_map, &s->predict))
		return -1;
	if (s->predict.all && s->predict.on_case)
		return yaml_fail(r, v, "expected one of the keys 'case' and 'all' in a prediction, not both");
	return 0;
}

/* ---- hints and mistakes */

static int read_hints(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->hints = yaml_read_list(r, v, "hints", 1, 8, sizeof *s->hints, yaml_read_text, &s->nhints);
	return s->hints ? 0 : -1;
}

static int read_mistake(struct reader *r, yaml_node_t *key, yaml_node_t *v, struct mistake *m)
{
	const struct context *cx = context(r);
	const char *prefix = arena_printf(r->arena, "wrong-%d-", cx->step->number);
	size_t n;

	if (yaml_read_line(r, key, &m->file) || read_slug(r, v, &m->verdict))
		return -1;
	m->line = yaml_line(key);
	n = strlen(m->file);
	if (strncmp(m->file, prefix, strlen(prefix)) || strchr(m->file, '/') || n < strlen(prefix) + 4 ||
		strcmp(m->file + n - 3, ".cu"))
		return yaml_bad(r, key, "expected a file named %s....cu, found '%s'", prefix, m->file);
	if (cx->solutions && !fs_is_file(arena_printf(r->arena, "%s/solutions/%s/%s", cx->root, cx->lab->id, m->file)))
		return yaml_bad(r, key, "there is no file solutions/%s/%s", cx->lab->id, m->file);
	return 0;
}

static int read_mistakes(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;
	size_t n;

	if (v->type != YAML_MAPPING_NODE)
		return yaml_expected(r, v, "a map of file: verdict");
	n = (size_t)(v->data.mapping.pairs.top - v->data.mapping.pairs.start);
	if (n > MAX_MISTAKES)
		return yaml_bad(r, v, "expected at most %d files, found %zu", MAX_MISTAKES, n);
	s->mistakes = arena_alloc(r->arena, n * sizeof *s->mistakes);
	for (size_t i = 0; i < n; i++) {
		const yaml_node_pair_t *p = &v->data.mapping.pairs.start[i];
		yaml_node_t *key = yaml_document_get_node(&r->doc, p->key);

		if (read_mistake(r, key, yaml_document_get_node(&r->doc, p->value), &s->mistakes[i]))
			return -1;
		for (size_t k = 0; k < i; k++) {
			if (!strcmp(s->mistakes[k].file, s->mistakes[i].file))
				return yaml_bad(r, key, "file '%s' is given twice", s->mistakes[i].file);
		}
	}
	s->nmistakes = n;
	return 0;
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
	{ "show", false, 0, read_show },
	{ "predict", false, 0, read_predict },
	{ "hints", true, 0, read_hints },
	{ "mistakes", false, 0, read_mistakes },
	{ "lesson", false, offsetof(struct step, lesson), read_lab_file },
	{ "time_limit_ms", false, offsetof(struct step, time_limit_ms), read_time_limit },
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
	l->lesson = arena_printf(a, "%s/lesson.md", l->dir);
	if (!fs_is_file(l->lesson))
		return err_at(
			e, ERR_INPUT, l->manifest, 1, 0, "the lab has no lesson: expected labs/%s/lesson.md", l->id);
	return 0;
}
