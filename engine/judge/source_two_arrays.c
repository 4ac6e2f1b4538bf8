/* source_two_arrays: see source_two_arrays.h. */
#include "judge/source_two_arrays.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* Is this the name of a __shared__ array of the body that is not extern? */
static bool is_shared(const char *text, struct span body, const char *name, size_t n)
{
	for (const char *s = body.begin; (s = source_next_word(text, s, "__shared__")) != NULL && s < body.end; s++) {
		const char *end = s + strcspn(s, ";"), *before = s;

		source_costs((size_t)(end - s));
		while (before > text && strchr(" \t", before[-1]))
			before--;
		if (before >= text + 6 && !strncmp(before - 6, "extern", 6))
			continue;
		for (const char *w = s; w + n < end; w++)
			if (!strncmp(w, name, n) && !literal_in_word(w[-1]) && !literal_in_word(w[n]) &&
				*source_past_space(w + n) == '[')
				return true;
	}
	return false;
}

/* Something else that is indexed may be a pointer into any array. */
enum named { NAMES_NONE, NAMES_ONE, NAMES_OTHERS };

/* What of these words has an index: the only shared array, in *name and *n. */
static enum named only_array(const char *text, struct span body, struct span words, const char **name, size_t *n)
{
	enum named found = NAMES_NONE;

	for (const char *s = words.begin; s < words.end;) {
		size_t k = 0;

		while (s + k < words.end && literal_in_word(s[k]))
			k++;
		if (k && *source_past_space(s + k) == '[') {
			if (!is_shared(text, body, s, k))
				return NAMES_OTHERS;
			if (found == NAMES_ONE && (k != *n || strncmp(*name, s, k) != 0))
				return NAMES_OTHERS;
			found = NAMES_ONE;
			*name = s;
			*n = k;
		}
		s += k ? k : 1;
	}
	return found;
}

/* The "=" that assigns in these words; NULL: none does. */
static const char *assigns(struct span words)
{
	for (const char *s = words.begin + 1; s < words.end; s++)
		if (*s == '=' && s[1] != '=' && !strchr("<>!=", s[-1]))
			return s;
	return NULL;
}

static struct span words_of(const char *text, int line)
{
	size_t n = 0;
	const char *s = line_at(text, line, &n);

	return s ? (struct span){ s, s + n } : (struct span){ NULL, NULL };
}

bool source_two_arrays(
	struct arena *a, const char *source, int read, int write, const char **of_read, const char **of_write)
{
	char *text = source_bare(source);
	struct span from = words_of(text, read), to = words_of(text, write), body = { NULL, NULL };
	const char *equals = from.begin ? assigns(from) : NULL, *one = NULL, *two = NULL;
	size_t none = 0, ntwo = 0;
	bool told = false;

	if (from.begin && to.begin && from.begin != to.begin)
		body = source_body(text, from.begin + strspn(from.begin, " \t"));
	if (body.begin && span_has(body, to.begin)) {
		from.begin = equals ? equals : from.begin;
		to.end = assigns(to);
		told = to.end && only_array(text, body, from, &one, &none) == NAMES_ONE &&
			only_array(text, body, to, &two, &ntwo) == NAMES_ONE &&
			(none != ntwo || strncmp(one, two, none) != 0);
	}
	if (told) {
		*of_read = arena_printf(a, "%.*s", (int)none, one);
		*of_write = arena_printf(a, "%.*s", (int)ntwo, two);
	}
	free(text);
	return told;
}
