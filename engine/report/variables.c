/* variables: see variables.h. */
#include "report/variables.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "report/assigned.h"

enum { MOST_TYPES = 256 };

struct types { /* what was said of names so far, the newest last */
	struct assigned v[MOST_TYPES];
	size_t n;
};

const char *variables_next_register(const char *at, size_t *n)
{
	while ((at = strchr(at, '%')) != NULL) {
		for (*n = 1; literal_in_word(at[*n]); ++*n)
			;
		if (*n > 1 && at[*n] != '.')
			return at;
		at += *n;
	}
	return NULL;
}

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* "threadIdx.x" of what a mov reads, or NULL. */
static const char *index_of(const char *text)
{
	static const struct {
		const char *ptx, *cuda;
	} names[] = { { "%tid.x", "threadIdx.x" }, { "%tid.y", "threadIdx.y" }, { "%tid.z", "threadIdx.z" },
		{ "%ctaid.x", "blockIdx.x" }, { "%ctaid.y", "blockIdx.y" }, { "%ctaid.z", "blockIdx.z" },
		{ "%ntid.x", "blockDim.x" }, { "%ntid.y", "blockDim.y" }, { "%ntid.z", "blockDim.z" },
		{ "%nctaid.x", "gridDim.x" }, { "%nctaid.y", "gridDim.y" }, { "%nctaid.z", "gridDim.z" } };

	for (size_t i = 0; begins(text, "mov.") && i < sizeof names / sizeof *names; i++)
		if (strstr(text, names[i].ptx))
			return names[i].cuda;
	return NULL;
}

/* The number of the parameter that is loaded as a whole, or -1. */
static long parameter_of(const char *text)
{
	const char *last = NULL;
	char *end;
	long k;

	for (const char *p = text; begins(text, "ld.param.") && (p = strstr(p, "_param_")) != NULL; p++)
		last = p + strlen("_param_");
	if (!last)
		return -1;
	k = strtol(last, &end, 10);
	return end > last && *end == ']' ? k : -1;
}

static bool is_name(const struct trace_inst *x, const char *reg, size_t n)
{
	return x->reg && strlen(x->reg) == n && !memcmp(x->reg, reg, n);
}

static void name(struct variables *v, size_t i, const char *text, size_t n, bool given)
{
	v->of[i] = (struct variable){ arena_strndup(&v->names, text, n), given };
}

static void name_given(struct variables *v, const struct trace *t, const char *source)
{
	for (size_t i = 0; i < t->ninsts; i++) {
		const struct trace_inst *x = &t->insts[i];
		const char *index = index_of(x->text);
		long k = parameter_of(x->text);
		struct assigned p = { 0 };

		if (!x->reg)
			continue;
		if (k >= 0)
			p = assigned_parameter(source, t->kernel, strcspn(t->kernel, "(<"), (size_t)k);
		if (index)
			name(v, i, index, strlen(index), true);
		else if (p.name)
			name(v, i, p.name, p.n, true);
		for (size_t j = 0; begins(x->text, "cvta.") && j < i; j++) { /* the same pointer */
			size_t n;
			const char *from = variables_next_register(x->text, &n);

			from = from ? variables_next_register(from + n, &n) : NULL;
			if (from && v->of[j].name && is_name(&t->insts[j], from, n))
				v->of[i] = v->of[j];
		}
	}
}

static bool fits(const struct trace_inst *x, char kind)
{
	bool bits = x->class == 'b', whole = bits || x->class == 's' || x->class == 'u';

	switch (kind) {
	case 'f': return (x->class == 'f' || bits) && x->bits == 32;
	case 'd': return (x->class == 'f' || bits) && x->bits == 64;
	case 'i': return whole && x->bits <= 32;
	case 'l': return whole && x->bits == 64;
	case 'p': return x->class == 'p';
	default: return false;
	}
}

static bool may_be(const struct variables *v, const struct trace_inst *x, size_t i, int line, const struct assigned *a)
{
	return x->file && x->line == line && x->reg && x->kind != TRACE_STORE && !v->of[i].given &&
		!begins(x->text, "cvta.") && fits(x, a->kind);
}

static bool counts_itself(const struct trace_inst *x)
{
	const char *reg = x->reg ? strchr(x->text, ' ') : NULL;
	size_t n, times = 0;

	while (reg && (reg = variables_next_register(reg, &n)) != NULL) {
		times += is_name(x, reg, n);
		reg += n;
	}
	return times > 1;
}

/* Does a register begin at the number that the loop begins at? Where no number is moved to it: nothing says no. */
static bool starts_there(const struct trace *t, const char *reg, const struct assigned *a)
{
	bool any = false, there = false;

	for (size_t i = 0; i < t->ninsts; i++) {
		const char *from = is_name(&t->insts[i], reg, strlen(reg)) && begins(t->insts[i].text, "mov.") ?
			strchr(t->insts[i].text, ',') :
			NULL;
		char *end;
		long value = from ? strtol(from + 1, &end, 0) : 0;

		if (!from || end == from + 1 || *end != ';')
			continue;
		any = true;
		there = there || value == a->start;
	}
	return there || !any;
}

/* The compiler may count a loop twice, or from another number than the source: then the instruction of the line that
 * counts as the source does, if there is one; SIZE_MAX: none. `last`: what the line writes last. */
static size_t counter_of(
	const struct variables *v, const struct trace *t, int line, const struct assigned *a, size_t last)
{
	size_t found = SIZE_MAX;

	if (last == SIZE_MAX || !a->loop)
		return last;
	for (size_t i = 0; i < t->ninsts; i++) {
		const struct trace_inst *x = &t->insts[i];

		if (!may_be(v, x, i, line, a) || !counts_itself(x) || (a->starts && !starts_there(t, x->reg, a)))
			continue;
		if (found != SIZE_MAX && strcmp(t->insts[found].reg, x->reg))
			return SIZE_MAX;
		found = i;
	}
	if (found == SIZE_MAX && a->starts && !starts_there(t, t->insts[last].reg, a))
		return SIZE_MAX;
	return found == SIZE_MAX ? last : found;
}

/* "int tid = threadIdx.x;" and nothing else: the index has the student's name for it. */
static void name_index(struct variables *v, const struct trace *t, int line, const struct assigned *a)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < t->ninsts; i++) {
		const struct trace_inst *x = &t->insts[i];

		if (!x->file || x->line != line || !x->reg || !index_of(x->text) || !fits(x, a->kind))
			continue;
		if (found != SIZE_MAX)
			return;
		found = i;
	}
	if (found != SIZE_MAX)
		name(v, found, a->name, a->n, true);
}

/* Of one line: what it writes last of that type, and where it adds to itself, what that was before. */
static void name_set(struct variables *v, const struct trace *t, int line, const struct assigned *a)
{
	size_t last = SIZE_MAX, first;

	for (size_t i = t->ninsts; i-- > 0 && last == SIZE_MAX;)
		if (may_be(v, &t->insts[i], i, line, a))
			last = i;
	if (last == SIZE_MAX) {
		name_index(v, t, line, a);
		return;
	}
	first = counter_of(v, t, line, a, last);
	if (first == SIZE_MAX)
		return;
	last = SIZE_MAX;
	for (size_t i = first + 1; i-- > 0;) {
		const struct trace_inst *x = &t->insts[i];
		bool before = false;

		if (!may_be(v, x, i, line, a))
			continue;
		if (last != SIZE_MAX && a->compound) {
			const char *reg = t->insts[last].text, *op = strchr(x->text, ' ');
			size_t n = 0, same = op ? (size_t)(op - x->text) + 1 : 0;

			if (same && !strncmp(reg, x->text, same))
				while (!before && (reg = variables_next_register(reg, &n)) != NULL) {
					before = is_name(x, reg, n);
					reg += n;
				}
		}
		if (last == SIZE_MAX || before) {
			name(v, i, a->name, a->n, false);
			last = i;
		}
	}
}

static char kind_of(const struct types *known, const struct assigned *a)
{
	for (size_t i = known->n; !a->kind && i-- > 0;)
		if (known->v[i].n == a->n && !memcmp(known->v[i].name, a->name, a->n))
			return known->v[i].kind;
	return a->kind;
}

/* A register that two names fit has none; one that one fits has it wherever it is written. */
static void settle(struct variables *v, const struct trace *t)
{
	for (size_t i = 0; i < v->n; i++) {
		const char *mine = v->of[i].name;

		for (size_t j = 0; mine && j < v->n; j++) {
			const char *other = v->of[j].name;

			if (!other || !t->insts[i].reg || !t->insts[j].reg || !strcmp(other, mine) ||
				strcmp(t->insts[i].reg, t->insts[j].reg))
				continue;
			for (size_t k = 0; k < v->n; k++)
				if (k != i && t->insts[k].reg && !strcmp(t->insts[k].reg, t->insts[i].reg))
					v->of[k].name = NULL;
			v->of[i].name = mine = NULL;
		}
	}
}

void variables_find(struct variables *v, const struct trace *t, const char *source)
{
	struct types known = { .n = 0 };
	bool in_comment = false;
	size_t n;

	*v = (struct variables){ .n = t->ninsts };
	arena_init(&v->names);
	v->of = xcalloc(t->ninsts + 1, sizeof *v->of);
	if (!source || !t->kernel)
		return;
	name_given(v, t, source);
	for (size_t k = 0; k < 32 && known.n < MOST_TYPES; k++) {
		struct assigned p = assigned_parameter(source, t->kernel, strcspn(t->kernel, "(<"), k);

		if (p.name)
			known.v[known.n++] = p;
	}
	for (int line = 1; line_at(source, line, &n); line++) {
		struct assigned a = assigned_by_line(line_at(source, line, &n), n, &in_comment);

		if (!a.name)
			continue;
		a.kind = kind_of(&known, &a);
		if (a.kind && known.n < MOST_TYPES)
			known.v[known.n++] = a;
		name_set(v, t, line, &a);
	}
	settle(v, t);
}

void variables_release(struct variables *v)
{
	free(v->of);
	arena_release(&v->names);
}

const struct variable *variables_of(const struct variables *v, const struct trace *t, const char *reg, size_t n)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->of[i].name && is_name(&t->insts[i], reg, n))
			return &v->of[i];
	return NULL;
}
