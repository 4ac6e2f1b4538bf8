/* source_swapped: two arguments of a call that stand in each other's place, by their names alone; see
 * source_calls.h. */
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_calls.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

#define MAX_PARAMS 16

struct list { /* of arguments, or of the names of parameters */
	struct span at[MAX_PARAMS];
	size_t n;
};

static void list_items(const char *open, struct list *l)
{
	for (l->n = 0; l->n < MAX_PARAMS; l->n++) {
		l->at[l->n] = source_nth(open, ')', l->n);
		if (!l->at[l->n].begin)
			break;
	}
}

/* The names only, of "const float *in, float plane[HIGH][WIDE], int z". */
static void list_names(const char *open, struct list *l)
{
	list_items(open, l);
	for (size_t i = 0; i < l->n; i++) {
		const char *end = l->at[i].begin, *begin;

		while (end < l->at[i].end && !strchr("[=", *end))
			end++;
		while (end > l->at[i].begin && !literal_in_word(end[-1]))
			end--;
		for (begin = end; begin > l->at[i].begin && literal_in_word(begin[-1]);)
			begin--;
		l->at[i] = (struct span){ begin, end };
	}
}

static size_t span_length(struct span s)
{
	return (size_t)(s.end - s.begin);
}

static bool same(struct span a, struct span b)
{
	return a.begin < a.end && span_same(a, b);
}

/* The bracket of the arguments, where the function's name stands at `s` in a call or a launch; NULL: it is none. */
static const char *call_at(const char *s, size_t name)
{
	const char *open = source_past_space(s + name), *close;

	if (*open == '<') {
		open = source_past_launch(open);
		open = open ? open : "";
	}
	close = *open == '(' ? source_past(open, '(', ')') : NULL;
	return close && *source_past_space(close) != '{' ? open : NULL;
}

/* Two whose names are exchanged. */
static bool exchanged(const struct list *params, const struct list *args, size_t *one, size_t *two)
{
	for (size_t i = 0; i < params->n; i++)
		for (size_t k = i + 1; k < params->n; k++)
			if (same(args->at[i], params->at[k]) && same(args->at[k], params->at[i])) {
				*one = i;
				*two = k;
				return true;
			}
	return false;
}

static bool in_order(const struct list *params, const struct list *args, size_t one, size_t two)
{
	return same(args->at[one], params->at[one]) && same(args->at[two], params->at[two]);
}

/* The first call that exchanges two of them. Others may have the same two in their order: turns of step(a, b) and
 * step(b, a), or rows and columns before and after a transpose. So of pointers there may be none, and of numbers they
 * have to be more. */
static const char *odd_call(
	const char *text, const char *name, const char *open, struct span *first, struct span *second)
{
	size_t one = 0, two = 0, odd = 0, even = 0;
	struct list params, types, args;
	const char *found = NULL;

	list_names(open, &params);
	list_items(open, &types);
	for (int turn = 0; turn < 2; turn++)
		for (const char *s = text; (s = source_next_word(text, s, name)) != NULL; s++) {
			const char *call = call_at(s, strlen(name));

			if (!call)
				continue;
			list_items(call, &args);
			if (args.n != params.n)
				continue;
			if (!turn && !found && exchanged(&params, &args, &one, &two)) {
				found = s;
				*first = args.at[one];
				*second = args.at[two];
			} else if (turn && found) {
				even += in_order(&params, &args, one, two);
				odd += same(args.at[one], *first) && same(args.at[two], *second);
			}
		}
	if (found && even && (even <= odd || memchr(types.at[one].begin, '*', span_length(types.at[one]))))
		return NULL;
	return found;
}

/* Are the two parameters values of one type? */
static bool alike(const struct list *types, const struct list *names, size_t i, size_t k)
{
	struct span a = span_trimmed((struct span){ types->at[i].begin, names->at[i].begin });
	struct span b = span_trimmed((struct span){ types->at[k].begin, names->at[k].begin });

	return same(a, b) && !memchr(a.begin, '*', span_length(a)) && !memchr(a.begin, '&', span_length(a)) &&
		names->at[i].end == types->at[i].end && names->at[k].end == types->at[k].end;
}

/* And no third one is: of three the name of one says too little. */
static bool a_pair(const struct list *types, const struct list *names, size_t i, size_t k)
{
	for (size_t m = 0; m < names->n; m++)
		if (m != i && m != k && alike(types, names, i, m))
			return false;
	return alike(types, names, i, k);
}

static bool has_name(const struct list *params, struct span arg)
{
	for (size_t i = 0; i < params->n; i++)
		if (same(params->at[i], arg))
			return true;
	return false;
}

/* In this call, the name of parameter `k` in the place of `i`, which is as the other one, and no name for `k`. */
static bool half_exchanged(
	const struct list *types, const struct list *params, const struct list *args, size_t *one, size_t *two)
{
	for (size_t i = 0; i < params->n; i++)
		for (size_t k = 0; k < params->n; k++)
			if (i != k && same(args->at[i], params->at[k]) && !has_name(params, args->at[k]) &&
				a_pair(types, params, i, k)) {
				*one = i < k ? i : k;
				*two = i < k ? k : i;
				return true;
			}
	return false;
}

/* The first such call outside of the function itself. Where some call has one of the names in its own place, the names
 * say nothing. */
static bool half_call(const char *text, const char *name, const char *open, struct span body, size_t *one, size_t *two,
	struct list *params, struct list *args)
{
	struct list types, other;
	bool found = false;

	list_names(open, params);
	list_items(open, &types);
	for (int turn = 0; turn < 2; turn++)
		for (const char *s = text; (s = source_next_word(text, s, name)) != NULL; s++) {
			const char *call = span_has(body, s) ? NULL : call_at(s, strlen(name));

			if (!call)
				continue;
			list_items(call, &other);
			if (other.n != params->n)
				continue;
			if (!turn && !found && half_exchanged(&types, params, &other, one, two)) {
				found = true;
				*args = other;
			} else if (turn && found &&
				(same(other.at[*one], params->at[*one]) || same(other.at[*two], params->at[*two]))) {
				return false;
			}
		}
	return found;
}

static const char *copied(struct arena *a, struct span s)
{
	return arena_printf(a, "%.*s", (int)span_length(s), s.begin);
}

/* The name of the function whose body begins at this brace, and the bracket of its parameters. NULL: it is none. */
static const char *function_name(struct arena *a, const char *text, const char *brace, const char **open)
{
	const char *close = brace, *begin, *end;
	int deep = 0;

	while (close > text && strchr(" \t\r\n", close[-1]))
		close--;
	if (close == text || *--close != ')')
		return NULL;
	for (*open = close; *open > text; (*open)--) {
		deep += (**open == ')') - (**open == '(');
		if (!deep)
			break;
	}
	source_costs((size_t)(close - *open));
	for (end = *open; end > text && strchr(" \t\r\n", end[-1]);)
		end--;
	for (begin = end; begin > text && literal_in_word(begin[-1]);)
		begin--;
	return end > begin ? arena_printf(a, "%.*s", (int)(end - begin), begin) : NULL;
}

bool source_swapped_arguments(struct arena *a, const char *source, struct swapped_arguments *to)
{
	char *text = source_bare(source);
	bool found = false;

	for (const char *s = text; !found && !source_spent() && (s = strchr(s, '{')) != NULL; s++) {
		const char *open, *call, *name = function_name(a, text, s, &open);
		struct span first = { NULL, NULL }, second = { NULL, NULL };

		if (!name)
			continue;
		to->one = to->two = NULL;
		call = odd_call(text, name, open, &first, &second);
		if (!call) {
			const struct span body = { s, source_past(s, '{', '}') };
			struct list params, args;
			size_t one = 0, two = 0;

			if (!half_call(text, name, open, body, &one, &two, &params, &args))
				continue;
			first = args.at[one];
			second = args.at[two];
			to->one = copied(a, params.at[one]);
			to->two = copied(a, params.at[two]);
		}
		found = true;
		to->function = name;
		to->first = copied(a, first);
		to->second = copied(a, second);
		to->line = source_line_at(text, first.begin);
	}
	free(text);
	return found;
}
