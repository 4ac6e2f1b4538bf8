/* source_calls: see source_calls.h. */
#include "judge/source_calls.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "base/lines.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

static const char *words_of(struct arena *a, struct span s)
{
	s = span_trimmed(s);
	return arena_printf(a, "%.*s", (int)(s.end - s.begin), s.begin);
}

/* ---- locks */

/* What stands behind the call: "!= 0", "== 0", or nothing, which is "!= 0". False: something else. */
static bool compared(struct arena *a, struct span rest, bool negated, struct lock_loop *to)
{
	rest = span_trimmed(rest);
	to->ends_there = !negated;
	to->value = "0";
	if (rest.begin == rest.end)
		return true;
	if (negated || rest.end - rest.begin < 3 || rest.begin[1] != '=' || (*rest.begin != '=' && *rest.begin != '!'))
		return false;
	to->ends_there = *rest.begin == '!';
	rest.begin += 2;
	to->value = words_of(a, rest);
	for (const char *s = to->value; *s; s++)
		if (!literal_in_word(*s))
			return false;
	return true;
}

/* Two names may stand for one number; two numbers that are written differently may not, here. */
static bool differ(const char *x, const char *y)
{
	return isdigit((unsigned char)*x) && isdigit((unsigned char)*y) && strcmp(x, y) != 0;
}

/* Does the loop end just when the atomic has left the lock as it was? */
static bool ends_without(const struct lock_loop *k)
{
	bool same_next = !strcmp(k->value, k->next);

	if (!k->expected) /* atomicExch() */
		return k->ends_there ? same_next : differ(k->value, k->next);
	return k->ends_there ? same_next && strcmp(k->value, k->expected) != 0 : !strcmp(k->value, k->expected);
}

static bool lock_of(struct arena *a, struct span words, struct lock_loop *to)
{
	static const char *const calls[] = { "atomicCAS", "atomicExch" };
	struct span s = span_trimmed(words);
	bool negated = s.begin < s.end && *s.begin == '!';

	if (negated)
		s.begin = source_past_space(s.begin + 1);
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		size_t n = strlen(calls[i]);
		const char *open, *past;
		struct span last;

		if (strncmp(s.begin, calls[i], n) || literal_in_word(s.begin[n]))
			continue;
		open = source_past_space(s.begin + n);
		past = *open == '(' ? source_past(open, '(', ')') : NULL;
		last = past ? source_nth(open, ')', i ? 1 : 2) : s;
		if (!past || past > s.end || !last.begin || source_nth(open, ')', i ? 2 : 3).begin)
			return false;
		to->call = words_of(a, (struct span){ s.begin, past });
		to->expected = i ? NULL : words_of(a, source_nth(open, ')', 1));
		to->next = words_of(a, last);
		return compared(a, (struct span){ past, s.end }, negated, to) && ends_without(to);
	}
	return false;
}

bool source_lock_loop(struct arena *a, const char *source, struct lock_loop *to)
{
	char *text = source_bare(source);
	bool found = false;
	struct condition c;

	for (const char *s = text; !found && source_next_condition(text, &s, strchr(text, '\0'), &c);) {
		if (!c.loop || strncmp(c.at, "while", 5) != 0)
			continue;
		found = lock_of(a, c.words, to);
		to->line = source_line_at(text, c.at);
	}
	free(text);
	return found;
}

/* Is this statement a fence? Barriers before it, or behind it, do not matter: *s moves past them. */
static bool fence_at(const char *s, const char *end)
{
	for (s = source_past_space(s); s < end && (!strncmp(s, "__sync", 6) || *s == ';' || *s == '}');
		s = source_past_space(s + 1))
		s += *s == ';' || *s == '}' ? 0 : strcspn(s, ";");
	return s < end && !strncmp(s, "__threadfence", 13);
}

bool source_lock_fences(const char *source, struct lock_fences *to)
{
	char *text = source_bare(source);
	bool found = false;
	struct condition c;

	for (const char *s = text; !found && source_next_condition(text, &s, strchr(text, '\0'), &c);) {
		const char *from = c.governs.end, *frees, *last;
		struct span body = source_body(text, c.at), under;

		if (!c.loop || strncmp(c.at, "while", 5) != 0 || !body.begin ||
			(!span_has_word(c.words, "atomicCAS") && !span_has_word(c.words, "atomicExch")) ||
			*source_past_space(c.governs.begin) != ';')
			continue;
		frees = source_next_word(text, from, "atomicExch");
		if (!frees || frees >= body.end)
			continue;
		from = source_past_space(from);
		from += *from == ';'; /* the loop's body */
		under = span_trimmed((struct span){ from, frees });
		if (under.begin == under.end)
			continue; /* nothing is done under it */
		if (span_has_word(under, "cuda") || span_has_word(under, "atomic_thread_fence"))
			continue;
		last = frees;
		for (int k = 0; k < 2; k++) /* behind the last statement's semicolon, then behind the one before it */
			while (last > from && !strchr(k ? ";{}" : ";", *--last))
				;
		to->takes = source_line_at(text, c.at);
		to->frees = source_line_at(text, frees);
		to->first = !fence_at(from, frees);
		to->last = !fence_at(last + (last > from), frees);
		found = to->first || to->last;
	}
	free(text);
	return found;
}

/* ---- orders of loads and stores */

const char *source_wrong_order(const char *source, int line)
{
	static const struct {
		const char *call;
		const char *const orders[4]; /* that it can't have */
	} table[] = { { "store", { "memory_order_acquire", "memory_order_acq_rel", "memory_order_consume" } },
		{ "load", { "memory_order_release", "memory_order_acq_rel" } } };
	char *text = source_bare(source);
	size_t n;
	const char *here = line_at(text, line, &n), *found = NULL;
	const char *end = here ? here + strcspn(here, ";{}") : NULL;

	for (size_t i = 0; here && !found && i < sizeof table / sizeof *table; i++)
		for (const char *s = here; (s = source_next_word(text, s, table[i].call)) != NULL && s < end; s++) {
			const char *open = source_past_space(s + strlen(table[i].call));
			struct span gets = { open, *open == '(' ? source_past(open, '(', ')') : NULL };

			for (size_t k = 0; gets.end && k < 4 && table[i].orders[k]; k++)
				if (span_has_word(gets, table[i].orders[k]))
					found = table[i].call;
		}
	free(text);
	return found;
}

/* ---- what a cooperative launch gets */

static struct span last_word(struct span s)
{
	const char *begin;

	s = span_trimmed(s);
	begin = s.end;
	while (begin > s.begin && literal_in_word(begin[-1]))
		begin--;
	return (struct span){ begin, s.end };
}

/* Where "name[...] = {" has its bracket; NULL: it is not there, or twice. */
static const char *list_of(const char *text, const char *name)
{
	const char *found = NULL;

	for (const char *s = text; (s = source_next_word(text, s, name)) != NULL; s++) {
		const char *after = source_past_space(s + strlen(name));

		if (*after != '[' || !(after = source_past(after, '[', ']')))
			continue;
		after = source_past_space(after);
		if (*after != '=' || *(after = source_past_space(after + 1)) != '{')
			continue;
		if (found)
			return NULL;
		found = after;
	}
	return found;
}

/* Where the kernel lists its parameters; NULL: it is not there, or twice. */
static const char *parameters_of(const char *text, const char *kernel)
{
	const char *found = NULL;

	for (const char *s = text; (s = source_next_word(text, s, "__global__")) != NULL; s++) {
		const char *end = s + strcspn(s, "{;"), *name = source_next_word(text, s, kernel);

		if (!name || name > end || *source_past_space(name + strlen(kernel)) != '(')
			continue;
		if (found)
			return NULL;
		found = source_past_space(name + strlen(kernel));
	}
	return found;
}

static size_t count_of(const char *open, char close)
{
	size_t n = 0;
	struct span s;

	while ((s = source_nth(open, close, n)).begin && s.begin < s.end)
		n++;
	return n;
}

static bool is_parameter(const char *has, size_t n, struct span name)
{
	for (size_t i = 0; i < n; i++)
		if (name.begin < name.end && span_same(name, last_word(source_nth(has, ')', i))))
			return true;
	return false;
}

/* The parameters' names in words, and whether the list has the same ones in another order. */
static bool names(struct arena *a, const char *has, const char *list, struct launch_args *to)
{
	bool moved = false, all = true;

	to->wanted = "";
	for (size_t i = 0; i < to->wants; i++) {
		struct span name = last_word(source_nth(has, ')', i));
		bool there = false;

		to->wanted = arena_printf(a, "%s%s%.*s", to->wanted,
			!i                         ? "" :
				i + 1 == to->wants ? " and " :
						     ", ",
			(int)(name.end - name.begin), name.begin);
		for (size_t k = 0; k < to->has; k++)
			there |= span_same(name, last_word(source_nth(list, '}', k)));
		all &= there;
		moved |= i < to->has && !span_same(name, last_word(source_nth(list, '}', i)));
	}
	return all && moved;
}

static bool judge_list(struct arena *a, const char *text, const char *open, struct launch_args *to)
{
	const char *list, *has;

	to->kernel = words_of(a, last_word(source_nth(open, ')', 0)));
	to->array = words_of(a, source_nth(open, ')', 3));
	for (const char *s = to->array; *s; s++)
		if (!literal_in_word(*s))
			return false;
	if (!*to->kernel || !*to->array)
		return false;
	list = list_of(text, to->array);
	has = parameters_of(text, to->kernel);
	if (!list || !has)
		return false;
	to->line = source_line_at(text, list);
	to->wants = count_of(has, ')');
	to->has = count_of(list, '}');
	to->bare = NULL;
	for (size_t i = to->has; i-- > 0;) {
		struct span item = source_nth(list, '}', i);

		if (!memchr(item.begin, '&', (size_t)(item.end - item.begin)) &&
			is_parameter(has, to->wants, last_word(item)))
			to->bare = words_of(a, item);
	}
	return names(a, has, list, to) || to->wants != to->has || to->bare;
}

bool source_launch_args(struct arena *a, const char *source, struct launch_args *to)
{
	static const char *const calls[] = { "cudaLaunchCooperativeKernel", "cudaLaunchKernel" };
	char *text = source_bare(source);
	bool found = false;

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		for (const char *s = text; !found && (s = source_next_word(text, s, calls[i])) != NULL; s++) {
			const char *open = source_past_space(s + strlen(calls[i]));

			found = *open == '(' && source_past(open, '(', ')') && judge_list(a, text, open, to);
		}
	free(text);
	return found;
}
