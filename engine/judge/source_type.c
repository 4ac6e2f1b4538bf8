/* source_type: see source_type.h. */
#include "judge/source_type.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

static size_t word_length(const char *s, const char *end)
{
	size_t n = 0;

	while (s + n < end && literal_in_word(s[n]))
		n++;
	return n;
}

static bool is_word(const char *s, size_t n, const char *word)
{
	return n == strlen(word) && !strncmp(s, word, n);
}

/* The type that a statement begins with, without const: "unsigned int". Its length, 0: it is none of whole numbers. */
static size_t whole_type(const char **s, const char *end)
{
	static const char *const words[] = { "int", "unsigned", "signed", "long", "short", "char", "size_t" };
	const char *at = *s, *past = NULL;
	size_t n;

	while ((n = word_length(at, end)) != 0) {
		bool whole = false;

		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			whole = whole || is_word(at, n, words[i]);
		if (!whole && (past || !is_word(at, n, "const")))
			break;
		if (!whole)
			*s = source_past_space(at + n);
		else
			past = at + n;
		at = source_past_space(at + n);
	}
	return past ? (size_t)(past - *s) : 0;
}

/* Is it what this declaration, "int i, sum = 0", declares? What stands in a value, an index or a call is not. */
static bool declares(const char *s, const char *end, const char *name, size_t n)
{
	bool first = true; /* a name may stand here */

	for (int deep = 0; s < end; s++) {
		size_t k = deep ? 0 : word_length(s, end);

		deep += strchr("([{", *s) != NULL;
		deep -= strchr(")]}", *s) != NULL;
		if (first && k == n && !strncmp(s, name, n))
			return *source_past_space(s + n) != '[';
		if (k || !strchr(" \t\n", *s))
			first = !deep && *s == ',';
		s += k ? k - 1 : 0;
	}
	return false;
}

/* The last declaration of the name in the body above `at`, if it is one of whole numbers. */
static bool whole_above(struct arena *a, const char *text, struct span body, const char *at, const char *name, size_t n,
	struct whole_variable *to)
{
	bool found = false;

	for (const char *s = body.begin; s < at;) {
		const char *begin = source_past_space(s), *end = begin + strcspn(begin, ";{}"), *type = begin;
		size_t k;

		for (const char *head = begin; (k = word_length(head, end)) != 0; head = source_past_space(head + k))
			if (is_word(head, k, "float") || is_word(head, k, "double"))
				found = declares(source_past_space(head + k), end, name, n) ? false : found;
		k = whole_type(&type, end);
		if (k && end < at && declares(source_past_space(type + k), end, name, n)) {
			to->name = arena_printf(a, "%.*s", (int)n, name);
			to->type = arena_printf(a, "%.*s", (int)k, type);
			to->declared = source_line_at(text, type);
			found = true;
		}
		s = *end ? end + 1 : end;
	}
	return found;
}

/* The "=" of an assignment, or of "+=", in these words, outside brackets; NULL: none. */
static const char *assigns(struct span words)
{
	int deep = 0;

	for (const char *s = words.begin; s < words.end; s++) {
		deep += strchr("([", *s) != NULL;
		deep -= strchr(")]", *s) != NULL;
		if (*s == '=' && deep <= 0 && s[1] != '=' && s > words.begin && !strchr("<>!=", s[-1]))
			return s;
	}
	return NULL;
}

bool source_whole_variable(struct arena *a, const char *source, int line, struct whole_variable *to)
{
	char *text = source_bare(source);
	size_t length = 0;
	const char *s = line_at(text, line, &length), *equals;
	struct span body = { NULL, NULL };
	bool found = false;

	s = s ? s + strspn(s, " \t") : NULL;
	body = s ? source_body(text, s) : body;
	equals = body.begin ? assigns((struct span){ s, s + strcspn(s, ";") }) : NULL;
	for (const char *at = equals; at && *at && *at != ';' && !found;) {
		const size_t n = word_length(at, body.end);
		const char *next = n ? source_past_space(at + n) : NULL;

		if (*at == '[') { /* an index */
			at = source_past(at, '[', ']');
			continue;
		}
		if (n && *next != '(' && *next != '[' && at[-1] != '.')
			found = whole_above(a, text, body, s, at, n, to);
		at += n ? n : 1;
	}
	free(text);
	return found;
}
