/* The last pass: flattening scopes leaves names twice (each call of nvcc has a `param0` of its own). Registers and
 * variables of a function are renamed (param0$1) until each is the only one of its function and differs from the
 * module's names, so that the printed text means the same without scopes. Variables and then registers keep their name
 * where they can, in their order.
 *
 * Most functions need nothing: bind.c notes (`p->crowded`) those that declare names in nested scopes or hide a name.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/parse.h"

static struct name *intern(struct parser *p, const char *s)
{
	return names_intern(&p->names, s, strlen(s));
}

/* $pc12, $bt0, $pt3 are what the printer calls labels, branch tables and prototypes. */
bool name_is_reserved(const struct name *n)
{
	if (n->len < 4 || n->text[0] != '$')
		return false;
	if (memcmp(n->text, "$pc", 3) != 0 && memcmp(n->text, "$bt", 3) != 0 && memcmp(n->text, "$pt", 3) != 0)
		return false;
	for (uint32_t i = 3; i < n->len; i++)
		if (n->text[i] < '0' || n->text[i] > '9')
			return false;
	return true;
}

/* `stamp` marks the names that this function has already; `copies` is how many were made of one, so a thousand copies
 * cost a thousand steps. */
static const char *unique(struct parser *p, uint32_t stamp, const char *s)
{
	struct name *n = intern(p, s);

	if (n->stamp != stamp) {
		n->stamp = stamp;
		n->copies = 0;
		if (!n->is_module && !name_is_reserved(n))
			return s;
	}
	for (;;) {
		char *mine = arena_printf(&p->m->arena, "%s$%u", s, ++n->copies);
		struct name *made = intern(p, mine);

		if (made->stamp != stamp && !made->is_module) {
			made->stamp = stamp;
			made->copies = 0;
			return mine;
		}
	}
}

static void mark_module(struct parser *p, const char *s, bool *all)
{
	struct name *n = intern(p, s);

	n->is_module = true;
	*all |= n->was_reg || (n->prefix && n->prefix->was_range);
}

/* Functions' variables in order: order[first[f]] .. order[first[f + 1] - 1]. */
static int32_t *vars_by_function(const struct ptx_module *m, size_t *first)
{
	int32_t *order = xcalloc(m->nvars + 1, sizeof *order);
	size_t *at = xcalloc(m->nfuncs + 1, sizeof *at);

	for (size_t i = 0; i < m->nvars; i++)
		if (m->vars[i].func >= 0)
			first[m->vars[i].func + 1]++;
	for (size_t f = 0; f < m->nfuncs; f++)
		first[f + 1] += first[f];
	memcpy(at, first, (m->nfuncs + 1) * sizeof *at);
	for (size_t i = 0; i < m->nvars; i++)
		if (m->vars[i].func >= 0)
			order[at[m->vars[i].func]++] = (int32_t)i;
	free(at);
	return order;
}

static int ascending(const void *a, const void *b)
{
	const int32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void unique_names(struct parser *p)
{
	struct ptx_module *m = p->m;
	bool all = false;

	for (size_t i = 0; i < m->nvars; i++)
		if (m->vars[i].func < 0)
			mark_module(p, m->vars[i].name, &all);
	for (size_t i = 0; i < m->nfuncs; i++)
		mark_module(p, m->funcs[i].name, &all);
	size_t *first = xcalloc(m->nfuncs + 2, sizeof *first), crowded = 0;
	int32_t *order = vars_by_function(m, first);

	if (p->crowded.n) /* definitions come in another order than declarations */
		qsort(p->crowded.v, p->crowded.n, sizeof *p->crowded.v, ascending);

	for (size_t f = 0; f < m->nfuncs; f++) {
		uint32_t stamp = (uint32_t)f + 1;
		bool regs = all;

		for (; crowded < p->crowded.n && p->crowded.v[crowded] == (int32_t)f; crowded++)
			regs = true;
		for (size_t i = first[f]; i < first[f + 1]; i++) {
			struct ptx_var *v = &m->vars[order[i]];

			if (strcmp(v->name, "_") != 0)
				v->name = unique(p, stamp, v->name);
		}
		for (size_t i = 0; regs && i < m->funcs[f].nregs; i++)
			m->funcs[f].regs[i].name = unique(p, stamp, m->funcs[f].regs[i].name);
	}
	free(first);
	free(order);
}
