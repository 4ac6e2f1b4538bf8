/* inputs: see inputs.h. Every element is a function of (seed, case, argument, index), so the order of filling does not
 * matter and no state is carried. Numbers come out the same on every machine: only exact conversions and IEEE
 * operations are used.
 */
#include "judge/inputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/pages.h"
#include "base/rng.h"
#include "judge/image.h"
#include "judge/scene.h"

/* ---- one element */

/* `v` is in the type's range: catalogue_load has made sure of it. */
static void store_whole(enum elem_type t, void *p, uint64_t i, long long v)
{
	switch (t) {
	case ELEM_INT: ((int *)p)[i] = (int)v; break;
	case ELEM_UINT: ((unsigned *)p)[i] = (unsigned)v; break;
	case ELEM_FLOAT: ((float *)p)[i] = (float)v; break;
	case ELEM_DOUBLE: ((double *)p)[i] = (double)v; break;
	case ELEM_CHAR: ((signed char *)p)[i] = (signed char)v; break;
	case ELEM_LONG: ((long long *)p)[i] = v; break;
	case ELEM_TYPE_COUNT: break;
	}
}

static float uniform_float(const struct fill *f, uint64_t bits)
{
	/* Rounding to float may reach hi, which the interval leaves out. */
	float hi = nextafterf((float)f->hi, (float)f->lo);
	float x = (float)(f->lo + (f->hi - f->lo) * ((double)(bits >> 40) * 0x1p-24));

	return x > hi ? hi : x;
}

static double uniform_double(const struct fill *f, uint64_t bits)
{
	double hi = nextafter(f->hi, f->lo);
	double x = f->lo + (f->hi - f->lo) * ((double)(bits >> 11) * 0x1p-53);

	return x > hi ? hi : x;
}

/* ---- buffers */

static void fill_uniform(struct case_arg *a, uint64_t seed, uint64_t stream)
{
	const struct fill *f = &a->arg->fill;

	if (a->arg->type == ELEM_FLOAT) {
		for (uint64_t i = 0; i < a->count; i++)
			((float *)a->data)[i] = uniform_float(f, rng_u64(seed, stream, i));
	} else {
		for (uint64_t i = 0; i < a->count; i++)
			((double *)a->data)[i] = uniform_double(f, rng_u64(seed, stream, i));
	}
}

static void fill_integers(struct case_arg *a, uint64_t seed, uint64_t stream)
{
	const struct fill *f = &a->arg->fill;
	long long lo = (long long)f->lo;
	uint64_t n = (uint64_t)(long long)f->hi - (uint64_t)lo + 1;

	for (uint64_t i = 0; i < a->count; i++)
		store_whole(a->arg->type, a->data, i, (long long)((uint64_t)lo + rng_below(seed, stream, i, n)));
}

/* Halves and quarters: a float adds and multiplies them as exactly as whole numbers, and an int loses them. */
static void fill_quarters(struct case_arg *a, uint64_t seed, uint64_t stream)
{
	const struct fill *f = &a->arg->fill;
	uint64_t n = (uint64_t)((f->hi - f->lo) * 4) + 1;

	for (uint64_t i = 0; i < a->count; i++) {
		double x = f->lo + 0.25 * (double)rng_below(seed, stream, i, n);

		if (a->arg->type == ELEM_FLOAT)
			((float *)a->data)[i] = (float)x;
		else
			((double *)a->data)[i] = x;
	}
}

static void fill_constant(struct case_arg *a)
{
	double c = a->arg->fill.lo;

	for (uint64_t i = 0; i < a->count; i++) {
		if (a->arg->type == ELEM_FLOAT)
			((float *)a->data)[i] = (float)c;
		else if (a->arg->type == ELEM_DOUBLE)
			((double *)a->data)[i] = c;
		else
			store_whole(a->arg->type, a->data, i, (long long)c);
	}
}

/* A drawn scene from the fill's lowest value to its highest. */
static int fill_scene(struct case_arg *a, const struct test_case *tc, uint64_t seed, uint64_t stream, struct err *e)
{
	const struct fill *f = &a->arg->fill;
	long long rows, cols;
	uint64_t colours;
	struct scene *s;

	if (expr_eval(a->arg->shape[0], tc, &rows, e) || expr_eval(a->arg->shape[1], tc, &cols, e))
		return -1;
	if (rows < 1 || cols < 1)
		return 0;
	colours = a->count / (uint64_t)rows / (uint64_t)cols;
	s = scene_new(seed, stream, cols, rows);
	for (uint64_t i = 0; i < a->count; i++) {
		uint64_t at = i / colours;
		double v = (double)scene_at(s, (long long)(at % (uint64_t)cols), (long long)(at / (uint64_t)cols),
				   (int)(i % colours % 3)) /
			SCENE_WHITE;
		double x = f->lo + (f->hi - f->lo) * v;

		if (a->arg->type == ELEM_FLOAT)
			((float *)a->data)[i] = (float)(f->kind == FILL_INTEGERS ? round(x) : x);
		else if (a->arg->type == ELEM_DOUBLE)
			((double *)a->data)[i] = f->kind == FILL_INTEGERS ? round(x) : x;
		else
			store_whole(a->arg->type, a->data, i, llround(x));
	}
	scene_free(s);
	return 0;
}

static void fill_buffer(struct case_arg *a, uint64_t seed, uint64_t stream)
{
	switch (a->arg->fill.kind) {
	case FILL_UNIFORM: fill_uniform(a, seed, stream); break;
	case FILL_INTEGERS: fill_integers(a, seed, stream); break;
	case FILL_QUARTERS: fill_quarters(a, seed, stream); break;
	case FILL_RAMP:
		for (uint64_t i = 0; i < a->count; i++)
			store_whole(a->arg->type, a->data, i, (long long)a->arg->fill.lo + (long long)i);
		break;
	case FILL_CONST: fill_constant(a); break;
	}
}

static void *buffer_new(uint64_t bytes, struct err *e)
{
	void *p = malloc(bytes ? bytes : 1);

	if (!p)
		err_set(e, ERR_ENV, "no memory for a buffer of %llu bytes", (unsigned long long)bytes);
	return pages_large(p, bytes);
}

/* ---- a case */

static int make_value(struct case_arg *a, const struct test_case *tc, struct err *e)
{
	long long v;

	if (expr_eval(a->arg->value, tc, &v, e))
		return -1;
	a->count = 1;
	a->bytes = elem_size(a->arg->type);
	store_whole(a->arg->type, &a->value, 0, v);
	return 0;
}

static int make_buffer(struct case_arg *a, const struct step *step, const struct test_case *tc, uint64_t seed,
	uint64_t stream, struct err *e)
{
	long long n;

	if (expr_eval(a->arg->count, tc, &n, e))
		return -1;
	if (a->arg->memory) {
		long long m;

		if (expr_eval(a->arg->memory, tc, &m, e))
			return -1;
		if (m < 0 || m >= MEMORIES)
			return err_set(e, ERR_INPUT, "argument '%s' would be in memory of kind %lld", a->arg->name, m);
		a->memory = (enum memory)m;
	}
	if (n < 0 || n > (1LL << 30))
		return err_set(e, ERR_INPUT, "argument '%s' would have %lld elements", a->arg->name, n);
	a->count = (uint64_t)n;
	a->bytes = a->count * elem_size(a->arg->type);
	if (a->arg->kind == ARG_OUT)
		return 0;
	a->data = buffer_new(a->bytes, e);
	if (!a->data)
		return -1;
	if (image_drawn(step, tc, a->arg))
		return fill_scene(a, tc, seed, stream, e);
	fill_buffer(a, seed, stream);
	return 0;
}

int case_data_make(struct case_data *d, const struct step *s, const struct test_case *tc, uint64_t seed, struct err *e)
{
	uint64_t nth = (uint64_t)(tc - s->cases);

	*d = (struct case_data){ .step = s, .tc = tc, .args = xcalloc(s->nargs ? s->nargs : 1, sizeof *d->args) };
	for (size_t i = 0; i < s->nargs; i++) {
		struct case_arg *a = &d->args[i];

		a->arg = &s->args[i];
		if (a->arg->kind == ARG_VALUE ? make_value(a, tc, e) : make_buffer(a, s, tc, seed, nth << 32 | i, e)) {
			case_data_release(d);
			return -1;
		}
	}
	return 0;
}

void case_data_release(struct case_data *d)
{
	for (size_t i = 0; d->args && i < d->step->nargs; i++)
		free(d->args[i].data);
	free(d->args);
	*d = (struct case_data){ 0 };
}

/* ---- outputs */

int outputs_make(struct outputs *o, const struct case_data *d, struct err *e)
{
	*o = (struct outputs){ .data = xcalloc(d->step->nargs + 1, sizeof *o->data), .n = d->step->nargs };
	for (size_t i = 0; i < o->n; i++) {
		const struct case_arg *a = &d->args[i];

		if (a->arg->kind != ARG_OUT && a->arg->kind != ARG_INOUT)
			continue;
		o->data[i] = buffer_new(a->bytes, e);
		if (!o->data[i]) {
			outputs_release(o);
			return -1;
		}
		memset(o->data[i], POISON_BYTE, a->bytes);
	}
	return 0;
}

void outputs_accept_times(const struct case_data *d, const struct outputs *got, const struct outputs *want)
{
	for (size_t i = 0; i < got->n; i++) {
		float *ms = got->data[i];
		const float *as = want->data[i];

		if (!d->args[i].arg->milliseconds || !ms || !as)
			continue;
		for (uint64_t k = 0; k < d->args[i].count; k++)
			if (isfinite(ms[k]) && ms[k] > 0)
				ms[k] = as[k];
	}
}

void outputs_release(struct outputs *o)
{
	for (size_t i = 0; i < o->n; i++)
		free(o->data[i]);
	free(o->data);
	*o = (struct outputs){ 0 };
}
