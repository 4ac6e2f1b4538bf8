/* source_lines: see source_lines.h. */
#include "judge/source_lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "base/buf.h"
#include "base/lines.h"
#include "judge/source_scan.h"

/* The only line with a word after which `fits` says yes; several places in one line are one. */
static int only(const char *source, const char *word, bool (*fits)(const char *after))
{
	char *text = source_bare(source);
	int found = 0;
	bool several = false;

	for (const char *s = text; (s = source_next_word(text, s, word)) != NULL; s++) {
		int line = source_line_at(text, s);

		if (!fits(s + strlen(word)))
			continue;
		several |= found && found != line;
		found = line;
	}
	free(text);
	return several ? 0 : found;
}

static bool anything(const char *after)
{
	return after != NULL;
}

int source_only_line(const char *source, const char *word)
{
	return only(source, word, anything);
}

static bool launches(const char *after)
{
	after = source_past_space(after);
	if (strncmp(after, "<<<", 3) != 0)
		after = source_past(after, '<', '>');
	return after && !strncmp(source_past_space(after), "<<<", 3);
}

int source_launch_line(const char *source, const char *kernel)
{
	char name[256];
	size_t n = 0;

	for (; kernel && literal_in_word(kernel[n]) && n < sizeof name - 1; n++)
		name[n] = kernel[n];
	name[n] = '\0';
	return n ? only(source, name, launches) : 0;
}

/* An assignment: =, += and so on, ++ and --; no comparison. */
static bool assigns(const char *s)
{
	s = source_past_space(s);
	if (!strncmp(s, "++", 2) || !strncmp(s, "--", 2))
		return true;
	if (!strncmp(s, "<<=", 3) || !strncmp(s, ">>=", 3))
		return true;
	if (*s && strchr("+-*/%&|^", *s))
		s++;
	return s[0] == '=' && s[1] != '=';
}

static bool stores(const char *after)
{
	const char *s = source_past_space(after);

	if (*s != '[')
		return false;
	while (s && *s == '[')
		if ((s = source_past(s, '[', ']')) != NULL)
			s = source_past_space(s);
	return s && assigns(s);
}

bool source_calls(const char *source, const char *function)
{
	char *text = source_bare(source);
	const char *s = text;

	while ((s = source_next_word(text, s, function)) != NULL && *source_past_space(s + strlen(function)) != '(')
		s++;
	free(text);
	return s != NULL;
}

bool source_launch_gets(const char *source, const char *name)
{
	char *text = source_bare(source);
	bool all = false;

	for (const char *s = text; name && (s = strstr(s, ">>>")) != NULL; s++) {
		const char *open = source_past_space(s + 3), *past = *open == '(' ? source_past(open, '(', ')') : NULL;
		const char *at = past ? source_next_word(text, open, name) : NULL;

		all = at && at < past;
		if (!all)
			break;
	}
	free(text);
	return all;
}

int source_store_line(const char *source, const char *array)
{
	return array ? only(source, array, stores) : 0;
}

const char *source_condition(struct arena *a, const char *source, int line)
{
	static const char *const loops[] = { "for", "while" };
	char *text = source_bare(source);
	const char *at, *end, *condition = NULL;
	size_t n;

	at = line_at(text, line, &n);
	for (size_t i = 0; at && !condition && i < sizeof loops / sizeof *loops; i++) {
		const char *s = source_next_word(text, at, loops[i]);

		if (!s || s >= at + n)
			continue;
		s = source_past_space(s + strlen(loops[i]));
		end = *s == '(' ? source_past(s, '(', ')') : NULL;
		if (!end)
			continue;
		s++, end--;
		if (i == 0) { /* what stands between the two semicolons */
			s = memchr(s, ';', (size_t)(end - s));
			end = s ? memchr(s + 1, ';', (size_t)(end - s - 1)) : NULL;
			if (!end)
				continue;
			s++;
		}
		s = source_past_space(s);
		while (end > s && isspace((unsigned char)end[-1]))
			end--;
		if (end > s)
			condition = arena_printf(a, "%.*s", (int)(end - s), s);
	}
	free(text);
	return condition;
}

/* No variables: fields and what is called are left out by their neighbours. */
static bool is_variable(const char *begin, const char *s, const char *end)
{
	static const char *const no[] = { "true", "false", "threadIdx", "blockIdx", "blockDim", "gridDim", "int",
		"unsigned", "float", "double", "sizeof", "NULL", "nullptr" };

	if (isdigit((unsigned char)*s) || *source_past_space(end) == '(' || !strncmp(end, "::", 2) ||
		(s > begin && (s[-1] == '.' || s[-1] == ':')))
		return false;
	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		if (strlen(no[i]) == (size_t)(end - s) && !strncmp(no[i], s, (size_t)(end - s)))
			return false;
	return true;
}

const char *source_names(struct arena *a, const char *expression)
{
	enum { MOST = 6, NAME = 64 };
	char names[MOST][NAME];
	const char *words = NULL;
	size_t n = 0;
	struct buf b;

	for (const char *s = expression; s && *s && n < MOST;) {
		const char *end = s;
		size_t known = 0;

		while (literal_in_word(*end))
			end++;
		if (end == s) {
			s++;
			continue;
		}
		if (is_variable(expression, s, end) && end - s < NAME) {
			memcpy(names[n], s, (size_t)(end - s));
			names[n][end - s] = '\0';
			while (known < n && strcmp(names[known], names[n]))
				known++;
			n += known == n;
		}
		s = end;
	}
	buf_init(&b);
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%s%s", !i ? "" : i + 1 == n ? " and " : ", ", names[i]);
	if (n)
		words = arena_strdup(a, b.data);
	buf_release(&b);
	return words;
}
