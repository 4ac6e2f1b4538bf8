/* manifest_args: the keys of an argument of solve() and of its fill, as tables (see manifest.c). */
#include "lab/manifest_keys.h"

#include <string.h>

#include "lab/elem.h"
#include "lab/expr.h"

#define NKEYS(k) (sizeof(k) / sizeof(k)[0])
#define MAX_ARGS 16

/* ---- fill */

static int read_fill_range(struct reader *r, yaml_node_t *v, struct fill *f, enum fill_kind kind)
{
	size_t n;
	const double *range = yaml_read_list(r, v, "numbers", 2, 2, sizeof *range, yaml_read_double, &n);

	if (!range)
		return -1;
	*f = (struct fill){ kind, range[0], range[1] };
	return 0;
}

static int read_fill_uniform(struct reader *r, yaml_node_t *v, void *at)
{
	return read_fill_range(r, v, at, FILL_UNIFORM);
}

static int read_fill_integers(struct reader *r, yaml_node_t *v, void *at)
{
	return read_fill_range(r, v, at, FILL_INTEGERS);
}

static int read_fill_quarters(struct reader *r, yaml_node_t *v, void *at)
{
	return read_fill_range(r, v, at, FILL_QUARTERS);
}

static int read_fill_ramp(struct reader *r, yaml_node_t *v, void *at)
{
	((struct fill *)at)->kind = FILL_RAMP;
	return yaml_read_double(r, v, &((struct fill *)at)->lo);
}

static int read_fill_constant(struct reader *r, yaml_node_t *v, void *at)
{
	((struct fill *)at)->kind = FILL_CONST;
	return yaml_read_double(r, v, &((struct fill *)at)->lo);
}

static const struct key fill_keys[] = {
	{ "uniform", false, 0, read_fill_uniform },
	{ "integers", false, 0, read_fill_integers },
	{ "quarters", false, 0, read_fill_quarters },
	{ "ramp", false, 0, read_fill_ramp },
	{ "constant", false, 0, read_fill_constant },
};
static const struct map fill_map = { "a fill", fill_keys, NKEYS(fill_keys), NULL };

/* ---- an argument */

struct arg_draft {
	struct arg arg;
	bool has_fill, has_host;
};

static int read_fill(struct reader *r, yaml_node_t *v, void *at)
{
	struct arg_draft *d = at;

	if (v->type != YAML_MAPPING_NODE || v->data.mapping.pairs.top - v->data.mapping.pairs.start != 1)
		return yaml_bad(r, v,
			"expected one of {uniform: [lo, hi]}, {integers: [lo, hi]}, {quarters: [lo, hi]}, {ramp: lo}, "
			"{constant: x}");
	d->has_fill = true;
	return yaml_read_map(r, v, &fill_map, &d->arg.fill);
}

static int read_host(struct reader *r, yaml_node_t *v, void *at)
{
	struct arg_draft *d = at;

	d->has_host = true;
	return yaml_read_bool(r, v, &d->arg.host);
}

static int read_type(struct reader *r, yaml_node_t *v, void *at)
{
	const char *words[ELEM_TYPE_COUNT];
	int i;

	for (int t = 0; t < ELEM_TYPE_COUNT; t++)
		words[t] = elem_name((enum elem_type)t);
	if (read_choice(r, v, words, ELEM_TYPE_COUNT, &i))
		return -1;
	*(enum elem_type *)at = (enum elem_type)i;
	return 0;
}

static int read_kind(struct reader *r, yaml_node_t *v, void *at)
{
	static const char *const words[] = {
		[ARG_IN] = "in", [ARG_OUT] = "out", [ARG_INOUT] = "inout", [ARG_VALUE] = "value"
	};
	int i;

	if (read_choice(r, v, words, NKEYS(words), &i))
		return -1;
	*(enum arg_kind *)at = (enum arg_kind)i;
	return 0;
}

static int read_shape(struct reader *r, yaml_node_t *v, void *at)
{
	struct arg *a = at;
	const char **shape = yaml_read_list(r, v, "expressions", 1, 3, sizeof *shape, read_expr, &a->nshape);

	if (!shape)
		return -1;
	memcpy(a->shape, shape, a->nshape * sizeof *shape);
	return 0;
}

static const struct key arg_keys[] = {
	{ "name", true, offsetof(struct arg_draft, arg.name), read_identifier },
	{ "type", true, offsetof(struct arg_draft, arg.type), read_type },
	{ "kind", true, offsetof(struct arg_draft, arg.kind), read_kind },
	{ "count", false, offsetof(struct arg_draft, arg.count), read_expr },
	{ "shape", false, offsetof(struct arg_draft, arg), read_shape },
	{ "fill", false, 0, read_fill },
	{ "host", false, 0, read_host },
	{ "memory", false, offsetof(struct arg_draft, arg.memory), read_expr },
	{ "milliseconds", false, offsetof(struct arg_draft, arg.milliseconds), yaml_read_bool },
	{ "value", false, offsetof(struct arg_draft, arg.value), read_expr },
};
static const struct map arg_map = { "an argument", arg_keys, NKEYS(arg_keys), NULL };

static const char *product(struct arena *a, const struct arg *arg)
{
	const char *s = arena_printf(a, "(%s)", arg->shape[0]);

	for (size_t i = 1; i < arg->nshape; i++)
		s = arena_printf(a, "%s * (%s)", s, arg->shape[i]);
	return s;
}

/* Which keys go with which kind. */
static int arg_settle(struct reader *r, yaml_node_t *v, struct arg_draft *d)
{
	struct arg *a = &d->arg;
	bool filled = a->kind == ARG_IN || a->kind == ARG_INOUT;

	if (a->milliseconds && (a->kind != ARG_OUT || a->type != ELEM_FLOAT))
		return yaml_fail(
			r, v, "argument '%s' has milliseconds: it has to be of type float and kind out", a->name);
	if (a->memory && (a->kind != ARG_IN || !a->host))
		return yaml_fail(r, v, "argument '%s' has memory: it has to be of kind in, with host: true", a->name);
	if (a->kind == ARG_VALUE) {
		if (a->count || a->nshape || d->has_fill || d->has_host)
			return yaml_fail(
				r, v, "argument '%s' is a value: count, shape, fill and host are for buffers", a->name);
		a->value = a->value ? a->value : a->name;
		return 0;
	}
	if (a->value)
		return yaml_fail(r, v, "argument '%s' is a buffer: the key 'value' is for kind value", a->name);
	if (!a->count && !a->nshape)
		return yaml_fail(r, v, "argument '%s' is a buffer: it needs the key 'count' or 'shape'", a->name);
	if (filled && !d->has_fill)
		return yaml_fail(r, v, "argument '%s' goes in: it needs the key 'fill'", a->name);
	if (!filled && d->has_fill)
		return yaml_fail(r, v, "argument '%s' only comes out: it has no 'fill'", a->name);
	if (!a->count) {
		a->count = product(r->arena, a);
		if (expr_check(a->count, r->e)) {
			struct err why = *r->e;

			return yaml_fail(r, v, "the shape of argument '%s': %s", a->name, why.msg);
		}
	}
	return 0;
}

static int read_arg(struct reader *r, yaml_node_t *v, void *at)
{
	struct arg_draft d = { 0 };

	if (yaml_read_map(r, v, &arg_map, &d) || arg_settle(r, v, &d))
		return -1;
	d.arg.line = yaml_line(v);
	*(struct arg *)at = d.arg;
	return 0;
}

int read_args(struct reader *r, yaml_node_t *v, void *at)
{
	struct step *s = at;

	s->args = yaml_read_list(r, v, "arguments", 1, MAX_ARGS, sizeof *s->args, read_arg, &s->nargs);
	return s->args ? 0 : -1;
}
