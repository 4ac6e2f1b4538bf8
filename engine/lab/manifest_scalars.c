/* manifest_scalars: readers of the scalars that mean something in a manifest: names, expressions, counters, words of a
 * list. */
#include "lab/manifest_keys.h"

#include <ctype.h>
#include <string.h>

#include "base/literal.h"
#include "counters/counters.h"
#include "lab/expr.h"
#include "lab/manifest.h"

bool is_slug(const char *s)
{
	if (!islower((unsigned char)*s) || strlen(s) > 40)
		return false;
	return !s[strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789-")];
}

static bool is_identifier(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	for (const char *p = s; *p; p++) {
		if (!literal_in_word(*p))
			return false;
	}
	return strlen(s) <= 40 && strcmp(s, "min") && strcmp(s, "max");
}

int read_slug(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s;

	if (yaml_read_line(r, v, &s))
		return -1;
	if (!is_slug(s))
		return yaml_expected(
			r, v, "a name of at most 40 lower-case letters, digits and dashes, a letter first");
	*(const char **)at = s;
	return 0;
}

int read_identifier(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s;

	if (yaml_read_line(r, v, &s))
		return -1;
	if (!is_identifier(s))
		return yaml_expected(r, v, "an identifier of C of at most 40 bytes");
	*(const char **)at = s;
	return 0;
}

int read_expr(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s;

	if (yaml_read_line(r, v, &s))
		return -1;
	if (expr_check(s, r->e)) {
		struct err why = *r->e;

		return yaml_bad(r, v, "%s", why.msg);
	}
	*(const char **)at = s;
	return 0;
}

int read_counter(struct reader *r, yaml_node_t *v, void *at)
{
	const char *s;
	int id;

	if (yaml_read_line(r, v, &s))
		return -1;
	id = counter_find(s);
	if (id < 0)
		return yaml_expected(r, v, "the name or alias of a counter (docs/counters.md)");
	*(int *)at = id;
	return 0;
}

int read_measure(struct reader *r, yaml_node_t *v, void *at)
{
	if (v->type == YAML_SCALAR_NODE && !strcmp((const char *)v->data.scalar.value, "time")) {
		*(int *)at = MEASURE_TIME;
		return 0;
	}
	return read_counter(r, v, at);
}

/* One word of a list: its index into *at (an int). */
int read_choice(struct reader *r, yaml_node_t *v, const char *const *words, size_t n, int *at)
{
	char want[200] = "one of ";

	for (size_t i = 0; i < n; i++) {
		if (v->type == YAML_SCALAR_NODE && !strcmp((const char *)v->data.scalar.value, words[i])) {
			*at = (int)i;
			return 0;
		}
		strncat(want, i ? ", " : "", sizeof want - strlen(want) - 1);
		strncat(want, words[i], sizeof want - strlen(want) - 1);
	}
	return yaml_expected(r, v, want);
}
