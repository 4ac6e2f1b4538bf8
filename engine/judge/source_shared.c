/* source_shared: see source_shared.h. */
#include "judge/source_shared.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* The name that stands here; empty: none does. */
static struct span name_at(const char *s)
{
	const char *begin = source_past_space(s);
	struct span is = { begin, begin };

	while (literal_in_word(*is.end))
		is.end++;
	return is;
}

static bool same(struct span a, struct span b)
{
	return a.begin < a.end && span_same(a, b);
}

static const char *copied(struct arena *a, struct span s)
{
	return arena_printf(a, "%.*s", (int)(s.end - s.begin), s.begin);
}

/* ---- dynamic shared memory */

/* The name in "extern __shared__ float name[];", of which `s` is the __shared__. */
static struct span extern_name(const char *text, const char *s)
{
	const char *before = s, *open = s + strcspn(s, "[;{}");
	struct span name = { open, open };

	source_costs((size_t)(open - s));
	while (before > text && isspace((unsigned char)before[-1]))
		before--;
	if (before - text < 6 || strncmp(before - 6, "extern", 6) != 0 || *open != '[' ||
		*source_past_space(open + 1) != ']')
		return (struct span){ s, s };
	while (name.begin > s && isspace((unsigned char)name.begin[-1]))
		name.begin--;
	name.end = name.begin;
	while (name.begin > s && literal_in_word(name.begin[-1]))
		name.begin--;
	return name;
}

/* The next "*name = array;" behind s in the body: the name. */
static struct span pointer_to(const char *s, struct span body, struct span array)
{
	for (; s < body.end; s++) {
		struct span name, value;
		const char *equals;

		if (*s != '*')
			continue;
		name = name_at(s + 1);
		equals = source_past_space(name.end);
		if (name.begin == name.end || *equals != '=')
			continue;
		value = name_at(equals + 1);
		if (same(value, array) && *source_past_space(value.end) == ';')
			return name;
	}
	return (struct span){ NULL, NULL };
}

bool source_same_place(struct arena *a, const char *source, struct same_place *to)
{
	char *text = source_bare(source);
	struct span before = { NULL, NULL }, last_body = before;
	bool found = false;

	for (const char *s = text; !found && (s = source_next_word(text, s, "__shared__")) != NULL; s++) {
		struct span array = extern_name(text, s), body = source_body(text, s), one, two;

		if (array.begin == array.end || !body.begin)
			continue;
		if (before.begin && body.begin == last_body.begin && !same(before, array)) {
			*to = (struct same_place){ copied(a, before), copied(a, array), NULL,
				source_line_at(text, array.begin) };
			found = true;
			break;
		}
		before = array;
		last_body = body;
		one = pointer_to(array.end, body, array);
		two = one.begin ? pointer_to(one.end, body, array) : one;
		if (two.begin && !same(one, two)) {
			*to = (struct same_place){ copied(a, one), copied(a, two), copied(a, array),
				source_line_at(text, two.begin) };
			found = true;
		}
	}
	free(text);
	return found;
}

/* ---- arrays of one thread */

/* Is it threadIdx, or a variable of the body that is declared as "int x = threadIdx.x;"? */
static bool of_thread(const char *text, struct span body, struct span index)
{
	for (const char *s = index.begin; s < index.end; s++) {
		struct span word;

		if (!literal_in_word(*s) || (s > text && literal_in_word(s[-1])))
			continue;
		word = name_at(s);
		source_costs((size_t)(body.end - body.begin));
		if (source_spent())
			return false;
		if (!strncmp(word.begin, "threadIdx", 9))
			return true;
		for (const char *d = body.begin; d < body.end; d++) {
			struct span is;
			const char *equals;

			if (!literal_in_word(*d) || literal_in_word(d[-1]))
				continue;
			is = name_at(d);
			equals = source_past_space(is.end);
			if (same(is, word) && *equals == '=' && !strncmp(source_past_space(equals + 1), "threadIdx", 9))
				return true;
		}
		s = word.end - 1;
	}
	return false;
}

/* Is an element of this array written at a place that the thread's number is part of? */
static bool written_by_thread(const char *text, struct span body, struct span array, const char *from)
{
	char name[64];
	size_t n = (size_t)(array.end - array.begin);

	if (n >= sizeof name)
		return false;
	memcpy(name, array.begin, n);
	name[n] = '\0';
	for (const char *s = from; (s = source_next_word(text, s, name)) != NULL && s < body.end; s++) {
		const char *open = source_past_space(s + n), *end = open;

		while (end && *end == '[')
			end = (end = source_past(end, '[', ']')) ? source_past_space(end) : NULL;
		if (end && end > open && *end == '=' && end[1] != '=' &&
			of_thread(text, body, (struct span){ open, end }))
			return true;
	}
	return false;
}

bool source_own_array(struct arena *a, const char *source, struct own_array *to)
{
	static const char *const types[] = { "float", "int", "unsigned", "double" };
	char *text = source_bare(source);
	bool found = false;

	for (size_t i = 0; !found && i < sizeof types / sizeof *types; i++)
		for (const char *s = text; !found && (s = source_next_word(text, s, types[i])) != NULL; s++) {
			struct span array = name_at(s + strlen(types[i])), body;
			const char *before = s, *past = source_past_space(array.end);

			while (before > text && strchr(" \t", before[-1]))
				before--;
			if (array.begin == array.end || *past != '[' || (before > text && before[-1] != '\n'))
				continue;
			while (past && *past == '[')
				past = (past = source_past(past, '[', ']')) ? source_past_space(past) : NULL;
			body = source_body(text, s);
			if (!past || *past != ';' || !body.begin || !written_by_thread(text, body, array, past))
				continue;
			*to = (struct own_array){ copied(a, array), source_line_at(text, s) };
			found = true;
		}
	free(text);
	return found;
}

const char *source_line_writes(struct arena *a, const char *source, int line)
{
	char *text = source_bare(source);
	const char *found = NULL, *here, *end;
	struct span name;
	size_t n = 0;

	here = line_at(text, line, &n);
	if (here) {
		name = name_at(here);
		end = source_past_space(name.end);
		while (end && *end == '[')
			end = (end = source_past(end, '[', ']')) ? source_past_space(end) : NULL;
		if (name.begin < name.end && end && *end == '=' && end[1] != '=')
			found = copied(a, name);
	}
	free(text);
	return found;
}

bool source_adds_within(const char *source, int line)
{
	char *text = source_bare(source);
	const char *here, *end, *first;
	bool found = false;
	size_t n = 0;

	here = line_at(text, line, &n);
	end = here ? here + n : NULL;
	first = here ? memchr(here, '[', n) : NULL;
	if (first) {
		struct span name = { first, first };

		while (name.begin > here && literal_in_word(name.begin[-1]))
			name.begin--;
		for (const char *s = first; !found && s < end; s++) {
			const char *from = s;

			if (*s != '[')
				continue;
			while (from > here && literal_in_word(from[-1]))
				from--;
			found = s > first && same((struct span){ from, s }, name);
		}
	}
	free(text);
	return found;
}

/* ---- macros */

/* Has it a sign between two values, and no bracket around it all? */
static bool is_loose(struct span value)
{
	int deep = 0;

	for (const char *c = value.begin; c < value.end; c++) {
		deep += (*c == '(') - (*c == ')');
		if (!deep && c > value.begin && strchr("+-", *c) && *c)
			return true;
	}
	return false;
}

/* Does a * , / or % stand beside the name, anywhere behind `from`? */
static bool multiplied(const char *text, const char *from, const char *name)
{
	for (const char *s = from; (s = source_next_word(text, s, name)) != NULL; s++) {
		const char *before = s, *after = source_past_space(s + strlen(name));

		while (before > text && strchr(" \t", before[-1]))
			before--;
		if ((*after && strchr("*/%", *after)) || (before > text && strchr("*/%-", before[-1])))
			return true;
	}
	return false;
}

bool source_loose_macro(struct arena *a, const char *source, struct loose_macro *to)
{
	char *text = source_bare(source);
	bool found = false;

	for (const char *s = text; !found && (s = strstr(s, "#define ")) != NULL; s++) {
		struct span name = name_at(s + 8), value;

		value.begin = name.end;
		value.end = name.end + strcspn(name.end, "\n");
		if (name.begin == name.end || !strchr(" \t", *value.begin))
			continue;
		value = span_trimmed(value);
		to->name = copied(a, name);
		if (!is_loose(value) || !multiplied(text, value.end, to->name))
			continue;
		to->value = copied(a, value);
		to->line = source_line_at(text, s);
		found = true;
	}
	free(text);
	return found;
}
