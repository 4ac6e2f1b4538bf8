/* expr: whole-number expressions of a manifest ("rows * cols", "(n + 31) / 32"), evaluated for one case.
 *
 * One recursive descent over the text does all three jobs: check (no values), search for a name, evaluate. Hostile text
 * is bounded by EXPR_MAX bytes and MAX_DEPTH levels; every operation is checked for overflow.
 */
#include "lab/expr.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "base/literal.h"

#define MAX_DEPTH 32

struct walk {
	const char *text, *p;
	const struct test_case *tc; /* NULL: check only, every value is 0 and no arithmetic is done */
	const char *seek;           /* a name to look for, or NULL */
	bool found;
	int depth;
	struct err *e;
};

static int walk_sum(struct walk *w, long long *v);

static void skip_space(struct walk *w)
{
	while (*w->p == ' ' || *w->p == '\t' || *w->p == '\n')
		w->p++;
}

static int fail(struct walk *w, const char *what)
{
	return err_set(w->e, ERR_INPUT, "expression '%.*s': %s", EXPR_MAX, w->text, what);
}

static int fail_here(struct walk *w, const char *expected)
{
	if (!*w->p)
		return err_set(
			w->e, ERR_INPUT, "expression '%.*s': expected %s at its end", EXPR_MAX, w->text, expected);
	return err_set(w->e, ERR_INPUT, "expression '%.*s': expected %s at '%.*s'", EXPR_MAX, w->text, expected,
		EXPR_MAX, w->p);
}

static int apply(struct walk *w, char op, long long a, long long b, long long *v)
{
	bool over = false;

	*v = 0;
	if (!w->tc)
		return 0;
	switch (op) {
	case '+': over = __builtin_add_overflow(a, b, v); break;
	case '-': over = __builtin_sub_overflow(a, b, v); break;
	case '*': over = __builtin_mul_overflow(a, b, v); break;
	default:
		if (!b)
			return fail(w, "division by zero");
		over = a == LLONG_MIN && b == -1;
		if (!over)
			*v = op == '/' ? a / b : a % b;
	}
	return over ? fail(w, "the value does not fit into 64 bits") : 0;
}

static int walk_number(struct walk *w, long long *v)
{
	*v = 0;
	for (; isdigit((unsigned char)*w->p); w->p++) {
		if (__builtin_mul_overflow(*v, 10LL, v) || __builtin_add_overflow(*v, (long long)(*w->p - '0'), v))
			return fail(w, "a number does not fit into 64 bits");
	}
	if (isalpha((unsigned char)*w->p) || *w->p == '_' || *w->p == '.')
		return fail_here(w, "an operator after a whole number");
	return 0;
}

static int walk_expect(struct walk *w, char c, const char *name)
{
	skip_space(w);
	if (*w->p != c)
		return fail_here(w, name);
	w->p++;
	return 0;
}

static int walk_minmax(struct walk *w, bool is_min, long long *v)
{
	long long b;

	if (walk_expect(w, '(', "'('") || walk_sum(w, v) || walk_expect(w, ',', "','") || walk_sum(w, &b) ||
		walk_expect(w, ')', "')'"))
		return -1;
	if (is_min ? b < *v : b > *v)
		*v = b;
	return 0;
}

static int walk_name(struct walk *w, long long *v)
{
	const char *name = w->p;
	int n;

	while (literal_in_word(*w->p))
		w->p++;
	n = (int)(w->p - name);
	if (n == 3 && (!strncmp(name, "min", 3) || !strncmp(name, "max", 3)))
		return walk_minmax(w, name[1] == 'i', v);
	if (w->seek && strlen(w->seek) == (size_t)n && !strncmp(w->seek, name, (size_t)n))
		w->found = true;
	*v = 0;
	if (!w->tc)
		return 0;
	for (size_t i = 0; i < w->tc->nparams; i++) {
		if (strlen(w->tc->params[i].name) == (size_t)n && !strncmp(w->tc->params[i].name, name, (size_t)n)) {
			*v = w->tc->params[i].value;
			return 0;
		}
	}
	return err_set(w->e, ERR_INPUT, "expression '%.*s': case '%s' gives no '%.*s'", EXPR_MAX, w->text, w->tc->name,
		n, name);
}

static int walk_unary(struct walk *w, long long *v)
{
	int rc;

	skip_space(w);
	if (++w->depth > MAX_DEPTH)
		return fail(w, "nested too deep");
	if (*w->p == '-') {
		w->p++;
		rc = walk_unary(w, v);
		rc = rc ? rc : apply(w, '-', 0, *v, v);
	} else if (*w->p == '(') {
		w->p++;
		rc = walk_sum(w, v);
		rc = rc ? rc : walk_expect(w, ')', "')'");
	} else if (isdigit((unsigned char)*w->p)) {
		rc = walk_number(w, v);
	} else if (isalpha((unsigned char)*w->p) || *w->p == '_') {
		rc = walk_name(w, v);
	} else {
		rc = fail_here(w, "a number, a name or '('");
	}
	w->depth--;
	return rc;
}

/* A chain of operands of one precedence. */
static int walk_chain(struct walk *w, const char *ops, int (*operand)(struct walk *, long long *), long long *v)
{
	long long b;

	if (operand(w, v))
		return -1;
	for (;;) {
		char op;

		skip_space(w);
		op = *w->p;
		if (!op || !strchr(ops, op))
			return 0;
		w->p++;
		if (operand(w, &b) || apply(w, op, *v, b, v))
			return -1;
	}
}

static int walk_product(struct walk *w, long long *v)
{
	return walk_chain(w, "*/%", walk_unary, v);
}

static int walk_sum(struct walk *w, long long *v)
{
	return walk_chain(w, "+-", walk_product, v);
}

static int walk_all(struct walk *w, long long *v)
{
	if (strlen(w->text) > EXPR_MAX)
		return fail(w, "too long");
	if (walk_sum(w, v))
		return -1;
	skip_space(w);
	return *w->p ? fail_here(w, "an operator or the end") : 0;
}

int expr_eval(const char *expr, const struct test_case *tc, long long *out, struct err *e)
{
	struct walk w = { .text = expr, .p = expr, .tc = tc, .e = e };
	long long v;

	if (walk_all(&w, &v))
		return -1;
	*out = v;
	return 0;
}

int expr_check(const char *expr, struct err *e)
{
	struct walk w = { .text = expr, .p = expr, .e = e };
	long long v;

	return walk_all(&w, &v);
}

bool expr_uses(const char *expr, const char *name)
{
	struct walk w = { .text = expr, .p = expr, .seek = name };
	long long v;

	return !walk_all(&w, &v) && w.found;
}
