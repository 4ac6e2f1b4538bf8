/* compare: see compare.h. The rule for one element is element_ok(), and only that; everything else counts and
 * describes.
 *
 * Differences are taken in double, where floats are exact. Comparisons are written !(x <= limit), so that NaN fails.
 */
#include "judge/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/elem.h"

/* ---- one element */

double element_value(enum elem_type t, const void *p, uint64_t i)
{
	switch (t) {
	case ELEM_INT: return ((const int *)p)[i];
	case ELEM_UINT: return ((const unsigned *)p)[i];
	case ELEM_FLOAT: return (double)((const float *)p)[i];
	case ELEM_DOUBLE: return ((const double *)p)[i];
	case ELEM_CHAR: return ((const signed char *)p)[i];
	case ELEM_LONG: return (double)((const long long *)p)[i];
	case ELEM_TYPE_COUNT: break;
	}
	return NAN;
}

static bool is_float(enum elem_type t)
{
	return elem_info(t)->is_float;
}

static bool same_bits(const struct elements *el, uint64_t i)
{
	size_t n = elem_size(el->type);

	return !memcmp((const char *)el->got + i * n, (const char *)el->want + i * n, n);
}

static double unit(enum elem_type t)
{
	return t == ELEM_DOUBLE ? 0x1p-53 : 0x1p-24;
}

/* Floats under COMPARE_SUM are judged by an allowance; whole numbers have none. */
static bool is_sum(const struct elements *el)
{
	return el->how->kind == COMPARE_SUM && is_float(el->type);
}

static double allowance(const struct elements *el, uint64_t i)
{
	return el->how->allowance * unit(el->type) * element_value(el->type, el->magnitude, i);
}

bool element_ok(const struct elements *el, uint64_t i)
{
	double got, want;

	if (!is_float(el->type))
		return same_bits(el, i);
	got = element_value(el->type, el->got, i);
	want = element_value(el->type, el->want, i);
	if (got == want || (isnan(got) && isnan(want)))
		return true;
	if (!is_sum(el) || !isfinite(got) || !isfinite(want))
		return false;
	return fabs(got - want) <= allowance(el, i);
}

static bool all_ones(size_t size, const void *p, uint64_t i)
{
	uint32_t u32;
	uint64_t u64;

	switch (size) {
	case 4: memcpy(&u32, (const char *)p + i * 4, sizeof u32); return u32 == UINT32_MAX;
	case 8: memcpy(&u64, (const char *)p + i * 8, sizeof u64); return u64 == UINT64_MAX;
	default: return ((const unsigned char *)p)[i] == POISON_BYTE;
	}
}

bool element_poisoned(const struct elements *el, uint64_t i)
{
	/* What an inout buffer held before the call is no poison, even where it is made of the same bytes. */
	return !el->before && all_ones(elem_size(el->type), el->got, i);
}

int element_came(const struct elements *el, uint64_t i)
{
	const size_t size = elem_size(el->type);
	const unsigned char *got = (const unsigned char *)el->got + i * size,
			    *want = (const unsigned char *)el->want + i * size;
	size_t n = 0;

	while (n < size && got[n] == want[n])
		n++;
	/* A byte that has to be what poison is: if the next one did not come, it most likely did not either. */
	while (n < size && n > 1 && got[n - 1] == POISON_BYTE)
		n--;
	for (size_t k = n; k < size; k++)
		if (got[k] != POISON_BYTE)
			return 0;
	return el->before || n == size ? 0 : (int)n;
}

double element_excess(const struct elements *el, uint64_t i)
{
	double got = element_value(el->type, el->got, i), want = element_value(el->type, el->want, i), tol;

	if (element_ok(el, i))
		return is_sum(el) && got != want && isfinite(want) ? fabs(got - want) / allowance(el, i) : 0;
	if (!is_sum(el) || !isfinite(got) || !isfinite(want))
		return INFINITY;
	tol = allowance(el, i);
	return tol > 0 ? fabs(got - want) / tol : INFINITY;
}

/* ---- the reference's own faults */

static const char *reference_fault(const struct elements *el, uint64_t i)
{
	double want, mag;

	if (!el->before && all_ones(elem_size(el->type), el->want, i))
		return "left it unwritten";
	if (!is_sum(el))
		return NULL;
	want = element_value(el->type, el->want, i);
	mag = element_value(el->type, el->magnitude, i);
	if (isnan(want))
		return "gave NaN";
	/* A sum can't exceed the sum of its terms' magnitudes by more than rounding does. */
	if (isfinite(want) && (!isfinite(mag) || !(mag >= 0) || !(fabs(want) <= mag * (1 + 1e-3))))
		return "gave a magnitude() that is not the sum of the terms' magnitudes";
	return NULL;
}

static int check_reference(const struct elements *el, const struct case_data *d, const struct arg *arg, struct err *e)
{
	if (!is_float(el->type))
		return 0; /* -1 is poison's value and a fine answer */
	for (uint64_t i = 0; i < el->count; i++) {
		const char *fault = reference_fault(el, i);

		if (fault)
			return err_set(e, ERR_INPUT,
				"the reference of step %s is at fault: for %s[%" PRIu64 "] in case '%s' it %s",
				d->step->id, arg->name, i, d->tc->name, fault);
	}
	return 0;
}

/* ---- words */

/* As few digits as give the same number back; as a person writes it (30, not 3e+01) unless it is very large or small.
 */
static const char *print_float(struct arena *a, enum elem_type t, double v)
{
	int most = t == ELEM_FLOAT ? 9 : 17, digits = 1, exponent;
	char text[40];

	if (isnan(v))
		return "nan";
	if (isinf(v))
		return v < 0 ? "-inf" : "inf";
	for (; digits <= most; digits++) {
		double back;

		snprintf(text, sizeof text, "%.*e", digits - 1, v);
		back = strtod(text, NULL);
		if (t == ELEM_FLOAT ? (float)back == (float)v : back == v)
			break;
	}
	exponent = atoi(strchr(text, 'e') + 1);
	if (exponent < -5 || exponent > 15)
		return arena_printf(a, "%.*g", digits, v);
	return arena_printf(a, "%.*f", digits - 1 > exponent ? digits - 1 - exponent : 0, v);
}

static const char *print_element(struct arena *a, enum elem_type t, const void *p, uint64_t i)
{
	if (t == ELEM_LONG)
		return arena_printf(a, "%lld", ((const long long *)p)[i]);
	if (!is_float(t))
		return arena_printf(a, "%.0f", element_value(t, p, i));
	return print_float(a, t, element_value(t, p, i));
}

const char *element_place(struct arena *a, const char *name, const struct elements *el, uint64_t i)
{
	uint64_t rest = i;
	uint64_t at[3];

	if (el->ndim < 2)
		return arena_printf(a, "%s[%" PRIu64 "]", name, i);
	for (size_t k = el->ndim; k-- > 0; rest /= el->dim[k])
		at[k] = rest % el->dim[k];
	if (el->ndim == 2)
		return arena_printf(a, "%s[%" PRIu64 "][%" PRIu64 "]", name, at[0], at[1]);
	return arena_printf(a, "%s[%" PRIu64 "][%" PRIu64 "][%" PRIu64 "]", name, at[0], at[1], at[2]);
}

/* ---- one output */

#define STRETCH 1024 /* elements that are first compared as bytes */

static void describe(struct arena *a, const char *name, const struct elements *el, struct mismatch *m)
{
	uint64_t first = (uint64_t)m->index;

	m->any = true;
	m->arg = arena_strdup(a, name);
	m->where = element_place(a, name, el, first);
	m->got = print_element(a, el->type, el->got, first);
	m->want = print_element(a, el->type, el->want, first);
	m->never_written = element_poisoned(el, first);
	m->came = element_came(el, first);
	m->pattern = pattern_describe(a, el, (uint64_t)m->wrong);
}

static void compare_range(const struct elements *el, uint64_t from, uint64_t to, struct mismatch *m)
{
	for (uint64_t i = from; i < to; i++) {
		double excess;

		if (element_ok(el, i))
			continue;
		if (!m->wrong++)
			m->index = (long long)i;
		excess = is_sum(el) ? element_excess(el, i) : 0;
		if (m->worst_index < 0 || excess > m->worst) {
			m->worst = excess;
			m->worst_index = (long long)i;
		}
	}
}

static void compare_elements(struct arena *a, const char *name, const struct elements *el, struct mismatch *m)
{
	size_t size = elem_size(el->type);

	*m = (struct mismatch){ .total = (long long)el->count, .worst_index = -1 };
	/* Equal bits are right under every rule (check_reference has refused what they could hide), and most answers
	 * are right. */
	for (uint64_t i = 0; i < el->count; i += STRETCH) {
		uint64_t n = el->count - i < STRETCH ? el->count - i : STRETCH;

		if (memcmp((const char *)el->got + i * size, (const char *)el->want + i * size, n * size))
			compare_range(el, i, i + n, m);
	}
	if (m->wrong)
		describe(a, name, el, m);
}

int elements_of(struct elements *el, const struct case_data *d, size_t i, const struct outputs *got,
	const struct outputs *want, const struct outputs *magnitude, struct err *e)
{
	const struct case_arg *ca = &d->args[i];

	*el = (struct elements){
		.type = ca->arg->type,
		.how = &d->step->compare,
		.count = ca->count,
		.got = got->data[i],
		.want = want->data[i],
		.magnitude = magnitude ? magnitude->data[i] : NULL,
		.before = ca->data,
	};
	if (is_sum(el) && !el->magnitude)
		return err_set(e, ERR_BUG, "a sum is compared without its magnitudes");
	for (; el->ndim < ca->arg->nshape; el->ndim++) {
		long long dim;

		if (expr_eval(ca->arg->shape[el->ndim], d->tc, &dim, e))
			return -1;
		el->dim[el->ndim] = (uint64_t)dim;
	}
	return 0;
}

int compare_case(struct arena *a, const struct case_data *d, const struct outputs *got, const struct outputs *want,
	const struct outputs *magnitude, struct mismatch *m, struct err *e)
{
	*m = (struct mismatch){ .worst_index = -1 };
	for (size_t i = 0; i < d->step->nargs; i++) {
		struct mismatch one;
		struct elements el;

		if (!got->data[i])
			continue;
		if (elements_of(&el, d, i, got, want, magnitude, e) || check_reference(&el, d, &d->step->args[i], e))
			return -1;
		compare_elements(a, d->step->args[i].name, &el, &one);
		if (one.any && !m->any)
			*m = one;
	}
	return 0;
}
