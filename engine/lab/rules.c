/* rules: what must hold between the keys of a step, checked once when it is loaded, so that nothing after it needs to:
 * every expression has a value in every case, every buffer fits, every name that one key uses is given by another.
 *
 * An error of a value stands at the case that makes it; an error of an expression at its argument.
 */
#include <math.h>
#include <string.h>

#include "lab/elem.h"
#include "lab/expr.h"
#include "lab/manifest.h"

struct rules {
	const struct step *s;
	struct err *e;
};

static int fail_at(const struct rules *r, int line, const struct err *why)
{
	struct err copy = *why;

	return err_at(r->e, ERR_INPUT, r->s->lab->manifest, line, 0, "%s", copy.msg);
}

#define FAIL(r, line, ...) err_at((r)->e, ERR_INPUT, (r)->s->lab->manifest, (line), 0, __VA_ARGS__)

/* ---- names */

static int check_names(const struct rules *r)
{
	const struct step *s = r->s;
	size_t perf = 0;

	for (size_t i = 0; i < s->nargs; i++) {
		for (size_t k = 0; k < i; k++) {
			if (!strcmp(s->args[i].name, s->args[k].name))
				return FAIL(r, s->args[i].line, "two arguments are named '%s'", s->args[i].name);
		}
	}
	for (size_t i = 0; i < s->ncases; i++) {
		for (size_t k = 0; k < i; k++) {
			if (!strcmp(s->cases[i].name, s->cases[k].name))
				return FAIL(r, s->cases[i].line, "two cases are named '%s'", s->cases[i].name);
		}
		if (s->cases[i].perf && ++perf > 1)
			return FAIL(r, s->cases[i].line, "a second case has perf: true; expected exactly one");
	}
	if (!perf)
		return FAIL(r, s->line, "no case has perf: true; expected exactly one");
	return 0;
}

static bool arg_uses(const struct arg *a, const char *param)
{
	if (a->count && expr_uses(a->count, param))
		return true;
	for (size_t i = 0; i < a->nshape; i++) {
		if (expr_uses(a->shape[i], param))
			return true;
	}
	return (a->value && expr_uses(a->value, param)) || (a->memory && expr_uses(a->memory, param));
}

static int check_params_used(const struct rules *r, const struct test_case *tc)
{
	for (size_t p = 0; p < tc->nparams; p++) {
		bool used = false;

		for (size_t i = 0; i < r->s->nargs && !used; i++)
			used = arg_uses(&r->s->args[i], tc->params[p].name);
		if (!used)
			return FAIL(r, tc->line, "case '%s' gives '%s', which no argument uses", tc->name,
				tc->params[p].name);
	}
	return 0;
}

/* ---- one argument in one case */

static int eval(const struct rules *r, const struct arg *a, const char *expr, const struct test_case *tc, long long *v)
{
	struct err why = ERR_INIT;

	if (!expr_eval(expr, tc, v, &why))
		return 0;
	err_prefix(&why, "argument '%s' in case '%s'", a->name, tc->name);
	return fail_at(r, a->line, &why);
}

static int check_value(const struct rules *r, const struct arg *a, const struct test_case *tc)
{
	const struct elem_info *t = elem_info(a->type);
	long long v;

	if (eval(r, a, a->value, tc, &v))
		return -1;
	if (v < t->lo || v > t->hi)
		return FAIL(r, tc->line, "case '%s': argument '%s' would be %lld, which %s does not hold", tc->name,
			a->name, v, t->name);
	return 0;
}

static int check_shape(const struct rules *r, const struct arg *a, const struct test_case *tc, long long count)
{
	long long product = 1, dim;

	for (size_t i = 0; i < a->nshape; i++) {
		if (eval(r, a, a->shape[i], tc, &dim))
			return -1;
		if (dim < 0)
			return FAIL(r, tc->line, "case '%s': a side of '%s' would be %lld", tc->name, a->name, dim);
		if (__builtin_mul_overflow(product, dim, &product))
			return FAIL(r, tc->line, "case '%s': the shape of '%s' is too large", tc->name, a->name);
	}
	if (a->nshape && product != count)
		return FAIL(r, a->line, "argument '%s' in case '%s': the shape holds %lld elements, the count is %lld",
			a->name, tc->name, product, count);
	return 0;
}

static int check_ramp(const struct rules *r, const struct arg *a, const struct test_case *tc, long long count)
{
	const struct elem_info *t = elem_info(a->type);

	if (a->kind == ARG_OUT || a->fill.kind != FILL_RAMP || !count)
		return 0;
	if (a->fill.lo + (double)(count - 1) > (double)t->hi)
		return FAIL(r, tc->line, "case '%s': the ramp of '%s' leaves the whole numbers that %s holds", tc->name,
			a->name, t->name);
	return 0;
}

static int check_memory(const struct rules *r, const struct arg *a, const struct test_case *tc)
{
	long long m;

	if (!a->memory)
		return 0;
	if (eval(r, a, a->memory, tc, &m))
		return -1;
	if (m < 0 || m >= MEMORIES)
		return FAIL(r, tc->line, "case '%s': the memory of argument '%s' would be %lld; expected 0 to 3",
			tc->name, a->name, m);
	return 0;
}

static int check_buffer(const struct rules *r, const struct arg *a, const struct test_case *tc)
{
	long long count;

	if (eval(r, a, a->count, tc, &count))
		return -1;
	if (count < 0)
		return FAIL(r, tc->line, "case '%s': argument '%s' would have %lld elements", tc->name, a->name, count);
	if (count > BUFFER_MAX / (long long)elem_size(a->type))
		return FAIL(r, tc->line,
			"case '%s': argument '%s' would have %lld elements of %zu bytes; at most 1 GiB fits", tc->name,
			a->name, count, elem_size(a->type));
	return check_shape(r, a, tc, count) || check_ramp(r, a, tc, count) || check_memory(r, a, tc) ? -1 : 0;
}

/* ---- fills */

static bool is_whole_in(double d, const struct elem_info *t)
{
	/* (double)LLONG_MAX rounds up to 2^63, which long long does not hold. */
	return d == floor(d) && d >= (double)t->lo && d <= (double)t->hi && d < 0x1p63;
}

/* A float holds quarters up to 2^22; a sum of a few has to fit, too. */
static bool is_range_of_quarters(const struct fill *f)
{
	return f->lo == floor(f->lo) && f->hi == floor(f->hi) && f->lo < f->hi && f->lo >= -0x1p20 && f->hi <= 0x1p20;
}

static int check_fill(const struct rules *r, const struct arg *a)
{
	const struct elem_info *t = elem_info(a->type);
	const struct fill *f = &a->fill;

	if (a->kind != ARG_IN && a->kind != ARG_INOUT)
		return 0;
	switch (f->kind) {
	case FILL_UNIFORM:
	case FILL_QUARTERS:
		if (!t->is_float)
			return FAIL(r, a->line, "argument '%s': %s is for float and double; expected integers for %s",
				a->name, f->kind == FILL_UNIFORM ? "uniform" : "quarters", t->name);
		if (f->kind == FILL_QUARTERS && !is_range_of_quarters(f))
			return FAIL(r, a->line,
				"argument '%s': expected quarters: [lo, hi] with lo < hi, whole numbers from -2^20 to "
				"2^20",
				a->name);
		if (!(f->lo < f->hi && fabs(f->lo) < 1e30 && fabs(f->hi) < 1e30))
			return FAIL(r, a->line, "argument '%s': expected uniform: [lo, hi] with lo < hi", a->name);
		return 0;
	case FILL_INTEGERS:
		if (!is_whole_in(f->lo, t) || !is_whole_in(f->hi, t) || f->lo > f->hi || f->hi - f->lo > 0x1p53)
			return FAIL(r, a->line,
				"argument '%s': expected integers: [lo, hi] with lo <= hi, whole numbers that %s holds",
				a->name, t->name);
		return 0;
	case FILL_RAMP:
		if (!is_whole_in(f->lo, t))
			return FAIL(r, a->line, "argument '%s': expected a ramp from a whole number that %s holds",
				a->name, t->name);
		return 0;
	case FILL_CONST:
		if (!t->is_float && !is_whole_in(f->lo, t))
			return FAIL(r, a->line, "argument '%s': expected a constant that %s holds", a->name, t->name);
		return 0;
	}
	return 0;
}

/* ---- outputs */

static int check_outputs(const struct rules *r)
{
	const struct step *s = r->s;
	bool any = false, any_float = false;

	for (size_t i = 0; i < s->nargs; i++) {
		bool out = s->args[i].kind == ARG_OUT || s->args[i].kind == ARG_INOUT;

		any |= out;
		any_float |= out && elem_info(s->args[i].type)->is_float;
	}
	if (!any)
		return FAIL(
			r, s->line, "no argument comes out of step %d; expected one of kind out or inout", s->number);
	if (s->compare.kind == COMPARE_SUM && !any_float)
		return FAIL(r, s->line, "compare: a sum's allowance is for float and double; expected exact");
	return 0;
}

/* All arguments, with the sizes as they are now. */
static int check_arguments(const struct rules *r, const struct test_case *tc)
{
	for (size_t i = 0; i < r->s->nargs; i++) {
		const struct arg *a = &r->s->args[i];

		if (a->kind == ARG_VALUE ? check_value(r, a, tc) : check_buffer(r, a, tc))
			return -1;
	}
	return 0;
}

/* Both ends of what may be drawn, all parameters together; the lowest sizes stay. */
static int check_sizes(const struct rules *r, struct test_case *tc)
{
	int rc = 0;

	for (int low = !tc->drawn; low < 2 && !rc; low++) {
		for (size_t p = 0; tc->drawn && p < tc->nparams; p++)
			tc->params[p].value = low ? tc->ranges[p].lo : tc->ranges[p].hi;
		rc = check_arguments(r, tc);
	}
	return rc;
}

int rules_check(struct step *s, struct err *e)
{
	struct rules r = { s, e };

	if (check_names(&r) || check_outputs(&r))
		return -1;
	for (size_t i = 0; i < s->nargs; i++) {
		if (check_fill(&r, &s->args[i]))
			return -1;
	}
	for (size_t c = 0; c < s->ncases + s->has_timing; c++) {
		struct test_case *tc = c < s->ncases ? &s->cases[c] : &s->timing;

		s->sweep_table |= tc->sweep;
		if (check_sizes(&r, tc) || check_params_used(&r, tc))
			return -1;
	}
	return rules_check_content(s, e);
}
