/* manifest_content: what a step shows and compares beside its cases and gates: planned mistakes, other right ways,
 * variants, the sweep over macros, the roofline, what was learned. docs/author-guide.md says what each is for.
 */
#include <string.h>

#include "base/fs.h"
#include "lab/manifest_keys.h"

#define NKEYS(k) (sizeof(k) / sizeof(k)[0])
#define MAX_MISTAKES 32
#define MAX_RIGHT 16
#define MAX_EQUIVALENTS 32
#define MAX_VARIANTS 8
#define MAX_VALUES 16

/* ---- files of solutions/NN-name/ */

/* A file <kind>-<step number>-*.cu that is there. */
static int check_solution_file(struct reader *r, yaml_node_t *v, const char *kind, const char *file)
{
	const struct context *cx = r->user;
	const char *prefix = arena_printf(r->arena, "%s-%d-", kind, cx->step->number);
	size_t n = strlen(file);

	if (strncmp(file, prefix, strlen(prefix)) || strchr(file, '/') || n < strlen(prefix) + 4 ||
		strcmp(file + n - 3, ".cu"))
		return yaml_bad(r, v, "expected a file named %s....cu, found '%s'", prefix, file);
	if (cx->solutions && !fs_is_file(arena_printf(r->arena, "%s/solutions/%s/%s", cx->root, cx->lab->id, file)))
		return yaml_bad(r, v, "there is no file solutions/%s/%s", cx->lab->id, file);
	return 0;
}

static const struct key mistake_keys[] = {
	{ "verdict", true, offsetof(struct mistake, verdict), read_slug },
	{ "or", false, offsetof(struct mistake, or_verdict), read_slug },
	{ "says", false, offsetof(struct mistake, says), yaml_read_text },
};
static const struct map mistake_map = { "a planned mistake", mistake_keys, NKEYS(mistake_keys), NULL };

static int read_mistake(struct reader *r, yaml_node_t *key, yaml_node_t *v, struct mistake *m)
{
	if (yaml_read_line(r, key, &m->file))
		return -1;
	m->line = yaml_line(key);
	if (v->type == YAML_MAPPING_NODE ? yaml_read_map(r, v, &mistake_map, m) : read_slug(r, v, &m->verdict))
		return -1;
	return check_solution_file(r, key, "wrong", m->file);
}

int read_mistakes(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;
	size_t n;

	if (v->type != YAML_MAPPING_NODE)
		return yaml_expected(r, v, "a map of file: verdict");
	n = (size_t)(v->data.mapping.pairs.top - v->data.mapping.pairs.start);
	if (n > MAX_MISTAKES)
		return yaml_bad(r, v, "expected at most %d files, found %zu", MAX_MISTAKES, n);
	s->mistakes = arena_alloc(r->arena, (n + 1) * sizeof *s->mistakes);
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

static const struct key equivalent_keys[] = {
	{ "mutant", true, offsetof(struct equivalent, mutant), read_slug },
	{ "of", true, offsetof(struct equivalent, of), yaml_read_line },
	{ "because", true, offsetof(struct equivalent, because), yaml_read_text },
};
static const struct map equivalent_map = { "an equivalent mutant", equivalent_keys, NKEYS(equivalent_keys), NULL };

static int read_equivalent(struct reader *r, yaml_node_t *v, void *at)
{
	((struct equivalent *)at)->line = yaml_line(v);
	return yaml_read_map(r, v, &equivalent_map, at);
}

int read_equivalents(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->equivalents = yaml_read_list(r, v, "equivalent mutants", 1, MAX_EQUIVALENTS, sizeof *s->equivalents,
		read_equivalent, &s->nequivalents);
	return s->equivalents ? 0 : -1;
}

static int read_right_file(struct reader *r, yaml_node_t *v, void *at)
{
	const char *file;

	if (yaml_read_line(r, v, &file) || check_solution_file(r, v, "right", file))
		return -1;
	*(const char **)at = file;
	return 0;
}

int read_right(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->right = yaml_read_list(r, v, "files", 1, MAX_RIGHT, sizeof *s->right, read_right_file, &s->nright);
	return s->right ? 0 : -1;
}

/* ---- variants */

static const struct key variant_keys[] = {
	{ "name", true, offsetof(struct variant, name), read_slug },
	{ "file", true, offsetof(struct variant, path), read_lab_file },
	{ "title", true, offsetof(struct variant, title), yaml_read_line },
	{ "edit", false, offsetof(struct variant, edit), yaml_read_bool },
};
static const struct map variant_map = { "a variant", variant_keys, NKEYS(variant_keys), NULL };

static int read_variant(struct reader *r, yaml_node_t *v, void *at)
{
	struct variant *x = at;

	x->line = yaml_line(v);
	if (yaml_read_map(r, v, &variant_map, x))
		return -1;
	x->file = strrchr(x->path, '/') + 1;
	if (strlen(x->file) < 4 || strcmp(x->file + strlen(x->file) - 3, ".cu"))
		return yaml_fail(r, v, "variant '%s': expected a .cu file, found '%s'", x->name, x->file);
	return 0;
}

int read_variants(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->variants =
		yaml_read_list(r, v, "variants", 1, MAX_VARIANTS, sizeof *s->variants, read_variant, &s->nvariants);
	return s->variants ? 0 : -1;
}

/* ---- the sweep */

static int read_value(struct reader *r, yaml_node_t *v, void *at)
{
	static const struct test_case nothing = { .name = "a value" };
	const char *expr;

	if (read_expr(r, v, &expr))
		return -1;
	return expr_eval(expr, &nothing, at, NULL) ? yaml_expected(r, v, "a whole number") : 0;
}

static int read_macro(struct reader *r, yaml_node_t *key, yaml_node_t *v, void *obj)
{
	struct sweep *s = obj;
	struct macro *m = &s->macros[s->nmacros];

	if (s->nmacros == NKEYS(s->macros))
		return yaml_fail(r, key, "a sweep is over one or two macros");
	if (read_identifier(r, key, &m->name))
		return -1;
	if (s->nmacros && !strcmp(m->name, s->macros[0].name))
		return yaml_fail(r, key, "macro '%s' is given twice in a sweep", m->name);
	m->values = yaml_read_list(r, v, "values", 2, MAX_VALUES, sizeof *m->values, read_value, &m->nvalues);
	if (!m->values)
		return -1;
	s->nmacros++;
	return 0;
}
static const struct map macros_map = { "the macros of a sweep", NULL, 0, read_macro };

static int read_macros(struct reader *r, yaml_node_t *v, void *at)
{
	return yaml_read_map(r, v, &macros_map, at);
}

static int read_sweep_of(struct reader *r, yaml_node_t *v, void *at)
{
	struct sweep *s = at;

	return read_program(r, v, &s->of, &s->variant);
}

static int read_sweep_show(struct reader *r, yaml_node_t *v, void *at)
{
	struct sweep *s = at;
	const int *list;

	if (v->type != YAML_SEQUENCE_NODE) {
		s->nshow = 1;
		return read_measure(r, v, &s->show[0]);
	}
	list = yaml_read_list(r, v, "counters", 1, SWEEP_SHOW_MAX, sizeof *list, read_measure, &s->nshow);
	if (!list)
		return -1;
	memcpy(s->show, list, s->nshow * sizeof *list);
	return 0;
}

static const struct key sweep_keys[] = {
	{ "of", false, 0, read_sweep_of },
	{ "macros", true, 0, read_macros },
	{ "case", false, offsetof(struct sweep, on_case), yaml_read_line },
	{ "changes", false, offsetof(struct sweep, changes), read_counter },
	{ "show", false, 0, read_sweep_show },
	{ "why", false, offsetof(struct sweep, why), yaml_read_text },
};
static const struct map sweep_map = { "a sweep", sweep_keys, NKEYS(sweep_keys), NULL };

int read_sweep(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->has_sweep = true;
	s->sweep = (struct sweep){
		.of = OF_YOURS, .changes = -1, .show = { MEASURE_TIME }, .nshow = 1, .line = yaml_line(v)
	};
	if (yaml_read_map(r, v, &sweep_map, &s->sweep))
		return -1;
	if (!s->sweep.nmacros)
		return yaml_fail(r, v, "a sweep is over one or two macros, as in macros: {TILE: [8, 16, 32]}");
	return 0;
}

/* ---- what is shown */

int read_learned(struct reader *r, yaml_node_t *v, void *at)
{
	return yaml_read_text(r, v, &((struct step *)at)->learned);
}

/* `access`, or {access: TEXT}: of the lines with this text. */
int read_picture(struct reader *r, yaml_node_t *v, void *at)
{
	static const struct key keys[] = { { "access", true, offsetof(struct step, picture_of), yaml_read_line } };
	static const struct map map = { "a picture", keys, NKEYS(keys), NULL };
	static const char *const words[] = { "access" };
	int i;

	((struct step *)at)->picture = true;
	return v->type == YAML_MAPPING_NODE ? yaml_read_map(r, v, &map, at) :
					      read_choice(r, v, words, NKEYS(words), &i);
}

/* An expression, or the word "counter": from what was counted. */
static int read_bytes(struct reader *r, yaml_node_t *v, void *at)
{
	if (v->type == YAML_SCALAR_NODE && !strcmp((const char *)v->data.scalar.value, "counter"))
		return 0;
	return read_expr(r, v, at);
}

static const struct key roofline_keys[] = {
	{ "flops", true, offsetof(struct roofline, flops), read_expr },
	{ "bytes", true, offsetof(struct roofline, bytes), read_bytes },
};
static const struct map roofline_map = { "a roofline", roofline_keys, NKEYS(roofline_keys), NULL };

int read_roofline(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->has_roofline = true;
	return yaml_read_map(r, v, &roofline_map, &s->roofline);
}
