/* source_given: see source_given.h. */
#include "judge/source_given.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "base/buf.h"
#include "base/lines.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* Without its spaces. */
static char *squeezed(const char *s, const char *end)
{
	char *to = xstrndup(s, (size_t)(end - s)), *k = to;

	for (const char *c = to; *c; c++)
		if (!isspace((unsigned char)*c))
			*k++ = *c;
	*k = '\0';
	return to;
}

static bool has_part(const char *all, const char *s, const char *end)
{
	char *part = squeezed(s, end);
	bool has = strstr(all, part) != NULL;

	free(part);
	return has;
}

/* The line in which the source has the function; 0: it has none, or several. */
static int line_of(const char *text, const char *name)
{
	int line = 0;

	for (const char *s = text; (s = source_next_word(text, s, name)) != NULL; s++) {
		const char *open = source_past_space(s + strlen(name)),
			   *close = *open == '(' ? source_past(open, '(', ')') : NULL;

		if (!close || *source_past_space(close) != '{')
			continue;
		if (line)
			return 0;
		line = source_line_at(text, s);
	}
	return line;
}

/* The function around this line, where it is another one than `todo` and as it was given: its name. NULL: it is not. */
static char *as_given(const char *text, const char *all_given, int line, const char *todo)
{
	size_t n;
	const char *here = line_at(text, line, &n), *head;
	struct span mine = source_body_around(text, here);
	char *name;

	head = mine.begin ? source_head(text, mine) : NULL;
	if (!head)
		return NULL;
	name = source_head_name(head);
	if (*name && strcmp(name, todo) != 0 && has_part(all_given, head, mine.end))
		return name;
	free(name);
	return NULL;
}

/* The next __global__ or __device__ function of [s, end) with a body: its head, and its body. NULL: none is left. */
static const char *next_function(const char *text, const char *s, const char *end, struct span *body)
{
	for (; s < end; s++) {
		const char *open;

		if (strncmp(s, "__device__", 10) != 0 && strncmp(s, "__global__", 10) != 0)
			continue;
		open = s + strcspn(s, "{;");
		source_costs((size_t)(open - s));
		if (*open != '{' || open >= end)
			continue;
		*body = source_body(text, open + 1);
		if (body->begin == open + 1)
			return s;
	}
	return NULL;
}

/* Has the source (`all`, squeezed) this part of what was given? Functions that it no longer names may be gone. */
static bool kept(const char *text, const char *all, const char *given, const char *from, const char *end)
{
	struct span body;
	const char *head;

	while ((head = next_function(given, from, end, &body)) != NULL) {
		char *name = source_head_name(head);
		bool named = source_next_word(text, text, name) != NULL;

		free(name);
		if (!has_part(all, from, head) || (named && !has_part(all, head, body.end + 1)))
			return false;
		from = body.end + 1;
	}
	return has_part(all, from, end);
}

/* The line of the only call of `name` in the body of `todo`; 0: there is none, or several. */
static int call_in(const char *text, int todo_line, const char *todo, const char *name)
{
	size_t n;
	const char *head = line_at(text, todo_line, &n), *open = head ? source_next_word(text, head, todo) : NULL;
	struct span body = { NULL, NULL };
	int line = 0;

	open = open ? strchr(open, '{') : NULL;
	if (open)
		body = source_body(text, open + 1);
	for (const char *s = body.begin; s && (s = source_next_word(text, s, name)) != NULL && s < body.end; s++) {
		if (line)
			return 0;
		line = source_line_at(text, s);
	}
	return line;
}

/* ", in lines 47, 48 and 54": the calls of `name` in the body of `todo`; NULL: there is one at most. */
static const char *calls_in(struct arena *a, const char *text, int todo_line, const char *todo, const char *name)
{
	size_t n;
	const char *head = line_at(text, todo_line, &n), *open = head ? source_next_word(text, head, todo) : NULL;
	const char *words = NULL;
	struct span body = { NULL, NULL };
	int last = 0, lines = 0;

	open = open ? strchr(open, '{') : NULL;
	if (open)
		body = source_body(text, open + 1);
	for (const char *s = body.begin; s && (s = source_next_word(text, s, name)) != NULL && s < body.end; s++) {
		int line = source_line_at(text, s);

		if (line == last)
			continue;
		if (last)
			words = words ? arena_printf(a, "%s, %d", words, last) : arena_printf(a, ", in lines %d", last);
		last = line;
		lines++;
	}
	return lines > 1 ? arena_printf(a, "%s and %d", words, last) : NULL;
}

/* The bare text without its #defines: to choose another number for one may be a part of the task. */
static char *bare_text(const char *source)
{
	char *text = source_bare(source);

	for (char *s = text; *s;) {
		char *end = s + strcspn(s, "\n"), *at = s + strspn(s, " \t");

		if (!strncmp(at, "#define", 7))
			memset(s, ' ', (size_t)(end - s));
		s = end + (*end != '\0');
	}
	return text;
}

bool source_todo_elsewhere(
	struct arena *a, const char *source, const char *starter, int line, struct todo_elsewhere *to)
{
	const char *todo = starter ? strstr(starter, "TODO") : NULL, *head, *end;
	char *text, *given, *all, *all_given, *name, *mine = NULL;
	struct span body;

	if (!source || !todo || strstr(todo + 1, "TODO"))
		return false;
	text = bare_text(source);
	given = bare_text(starter);
	end = strchr(given, '\0');
	all = squeezed(text, strchr(text, '\0'));
	all_given = squeezed(given, end);
	body = *given ? source_body(given, given + (todo - starter)) : (struct span){ NULL, NULL };
	head = body.begin ? source_head(given, body) : NULL;
	if (head && kept(text, all, given, given, head) && kept(text, all, given, body.end, end)) {
		name = source_head_name(head);
		to->head = *name ? line_of(text, name) : 0;
		mine = to->head ? as_given(text, all_given, line, name) : NULL;
		if (mine) {
			to->todo = arena_strdup(a, name);
			to->given = arena_strdup(a, mine);
			to->call = call_in(text, to->head, name, mine);
			to->calls = calls_in(a, text, to->head, name, mine);
		}
		free(name);
	}
	free(text);
	free(given);
	free(all);
	free(all_given);
	free(mine);
	return mine != NULL;
}
