/* source_words: see source_words.h. */
#include "judge/source_words.h"

#include <ctype.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_scan.h"

bool source_words_has(const struct source_words *w, const char *word)
{
	for (size_t i = 0; i < w->n; i++)
		if (!strcmp(w->at[i], word))
			return true;
	return false;
}

static bool is_builtin(const char *word)
{
	static const char *const names[] = { "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "int",
		"unsigned", "long", "float", "size_t", "sizeof" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], word))
			return true;
	return false;
}

void source_words_add(struct source_words *w, const char *text, struct span s)
{
	for (const char *at = s.begin, *end; at < s.end; at = end + (end == at)) {
		char word[SOURCE_WORD];

		for (end = at; end < s.end && literal_in_word(*end); end++)
			;
		if (end == at || end - at >= SOURCE_WORD || isdigit((unsigned char)*at) ||
			strchr("([", *source_past_space(end)) ||
			(at > text && (at[-1] == '.' || (at[-1] == '>' && at > text + 1 && at[-2] == '-'))))
			continue;
		memcpy(word, at, (size_t)(end - at));
		word[end - at] = '\0';
		if (!is_builtin(word) && !source_words_has(w, word) && w->n < SOURCE_WORDS)
			memcpy(w->at[w->n++], word, sizeof word);
	}
}

/* "word = ..." from *s on: what it gets, and *s moves past the sign; empty: there is none above `end`. */
static struct span next_value(const char *text, const char **s, const char *end, const char *word)
{
	for (; (*s = source_next_word(text, *s, word)) != NULL && *s < end; (*s)++) {
		const char *after = source_past_space(*s + strlen(word)), *to;

		if ((*s > text && ((*s)[-1] == '.' || ((*s)[-1] == '>' && *s > text + 1 && (*s)[-2] == '-'))) ||
			*after != '=' || after[1] == '=')
			continue;
		*s = after + 1;
		to = *s + strcspn(*s, ";{}");
		return (struct span){ *s, to };
	}
	return (struct span){ NULL, NULL };
}

bool source_assigned(const char *text, struct span body, const char *end, const char *word)
{
	const char *s = body.begin;

	return s && next_value(text, &s, end, word).begin;
}

void source_words_follow(struct source_words *w, const char *text, struct span body, const char *end)
{
	for (size_t i = 0; body.begin && i < w->n; i++) {
		const char *s = body.begin;
		struct span value;

		while ((value = next_value(text, &s, end, w->at[i])).begin)
			if (!memchr(value.begin, '[', (size_t)(value.end - value.begin)) &&
				!memchr(value.begin, '?', (size_t)(value.end - value.begin)))
				source_words_add(w, text, value);
	}
}
