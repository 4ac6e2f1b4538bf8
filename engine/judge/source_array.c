/* source_array: see source_array.h. */
#include "judge/source_array.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

static const struct {
	const char *name;
	unsigned bytes;
} types[] = {
	{ "unsigned long long", 8 },
	{ "long long", 8 },
	{ "unsigned char", 1 },
	{ "signed char", 1 },
	{ "unsigned int", 4 },
	{ "unsigned", 4 },
	{ "int", 4 },
	{ "float", 4 },
	{ "double", 8 },
	{ "char", 1 },
	{ "float2", 8 },
	{ "float4", 16 },
	{ "int2", 8 },
	{ "int4", 16 },
};

/* The type that begins here: an index into types[], and *end past it and the space; -1: none of them. */
static int type_at(const char *s, const char **end)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		size_t n = strlen(types[i].name);

		if (!strncmp(s, types[i].name, n) && !literal_in_word(s[n])) {
			*end = source_past_space(s + n);
			return (int)i;
		}
	}
	return -1;
}

static bool declared_extern(const char *text, const char *s)
{
	while (s > text && strchr(" \t", s[-1]))
		s--;
	return s >= text + 6 && !strncmp(s - 6, "extern", 6);
}

bool source_shared_array(struct arena *a, const char *source, int line, struct shared_array *to)
{
	char *text = source_bare(source);
	size_t n = 0, length = 0;
	const char *here = line_at(text, line, &n), *s, *name = NULL, *end;
	struct span body = source_body_around(text, here);
	bool found = false;
	int type;

	s = body.begin ? source_next_word(text, body.begin, "__shared__") : NULL;
	if (s && s < body.end) {
		const char *other = source_next_word(text, s + 1, "__shared__");

		type = type_at(source_past_space(s + strlen("__shared__")), &name);
		if (type >= 0 && (!other || other >= body.end)) {
			while (literal_in_word(name[length]))
				length++;
			end = source_past_space(name + length);
			end = length && *end == '[' ? source_past(end, '[', ']') : NULL;
			found = end && *source_past_space(end) == ';';
		}
		if (found) {
			to->type = types[type].name;
			to->bytes = types[type].bytes;
			to->name = arena_printf(a, "%.*s", (int)length, name);
			to->of_launch = declared_extern(text, s);
			found = line_has(text, line, to->name);
		}
	}
	free(text);
	return found;
}

/* "size_t bytes = n * sizeof(int);" of "bytes". */
static bool set_by_sizeof(const char *text, struct span name)
{
	char *word = xstrndup(name.begin, (size_t)(name.end - name.begin));
	bool is = false;

	for (const char *s = text; !is && (s = source_next_word(text, s, word)) != NULL; s++) {
		const char *after = source_past_space(s + strlen(word)), *end = strchr(after, ';');

		is = *after == '=' && after[1] != '=' && end && span_has_word((struct span){ after, end }, "sizeof");
	}
	free(word);
	return is;
}

bool source_launch_has_sizeof(const char *source)
{
	char *text = source_bare(source);
	const char *at = strstr(text, "<<<");
	struct span third = at && !strstr(at + 3, "<<<") ? source_nth(at + 2, '>', 2) : (struct span){ NULL, NULL };
	bool is = third.begin && span_has_word(third, "sizeof");

	for (const char *s = third.begin; !is && s && s < third.end;) {
		const char *end = s;

		while (end < third.end && literal_in_word(*end))
			end++;
		is = end > s && set_by_sizeof(text, (struct span){ s, end });
		s = end > s ? end : s + 1;
	}
	free(text);
	return is;
}
