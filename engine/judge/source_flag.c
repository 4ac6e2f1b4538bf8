/* source_flag: see source_flag.h. */
#include "judge/source_flag.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* "while (...) ;" or with nothing in its braces, and no end of a do loop: its condition stands on a line that begins
 * with the word. */
static bool waits(const char *text, const struct condition *c)
{
	const char *s = c->governs.begin, *before = c->at;

	if (strncmp(c->at, "while", 5) != 0 || !s)
		return false;
	if (*s == '{')
		s = source_past_space(s + 1);
	while (before > text && strchr(" \t\r\n", before[-1]))
		before--;
	return (*s == ';' || *s == '}') && (before == text || before[-1] != '}');
}

static bool calls_atomic(struct span words)
{
	for (const char *s = words.begin; s + 6 < words.end; s++)
		if (!strncmp(s, "atomic", 6) && (s == words.begin || !literal_in_word(s[-1])))
			return true;
	return span_has_word(words, "load") || span_has_word(words, "store") || span_has_word(words, "test") ||
		span_has_word(words, "exchange");
}

static enum flag_wait how_of(const char *text, const struct condition *c)
{
	bool element = false;

	if (!waits(text, c))
		return WAIT_NONE;
	if (calls_atomic(c->words))
		return WAIT_ATOMIC;
	for (const char *s = c->words.begin; s < c->words.end; s++)
		element |= *s == '[' || (*s == '*' && !strchr(" \t", s[1]) && !literal_in_word(s[-1]));
	return element && !source_next_word(text, text, "volatile") ? WAIT_PLAIN : WAIT_NONE;
}

enum flag_wait source_wait_in(const char *source, int line)
{
	char *text = source_bare(source);
	enum flag_wait how = WAIT_NONE;
	struct condition c;

	for (const char *s = text; how == WAIT_NONE && source_next_condition(text, &s, strchr(text, '\0'), &c);)
		if (source_line_at(text, c.at) == line)
			how = how_of(text, &c);
	free(text);
	return how;
}

bool source_waits_in(const char *source, int line)
{
	char *text = source_bare(source);
	struct condition c;
	bool found = false;

	for (const char *s = text; !found && source_next_condition(text, &s, strchr(text, '\0'), &c);)
		found = source_line_at(text, c.at) == line && waits(text, &c);
	free(text);
	return found;
}

bool source_sets_atomic(const char *source, int line)
{
	char *text = source_bare(source);
	size_t n;
	const char *here = line_at(text, line, &n);
	bool sets = here && calls_atomic((struct span){ here, here + n });

	free(text);
	return sets;
}

/* Does the condition read an element of something that [here, here + n) names, too: "ready" of "ready[p - 1] == 0"? */
static bool shares(struct span words, const char *here, size_t n)
{
	struct span line = { here, here + n };
	char name[64];

	for (const char *s = words.begin, *end; s<words.end; s = end> s ? end : s + 1) {
		for (end = s; end < words.end && literal_in_word(*end); end++)
			;
		if (end == s || (size_t)(end - s) >= sizeof name ||
			(*source_past_space(end) != '[' && (s == words.begin || s[-1] != '*')))
			continue;
		memcpy(name, s, (size_t)(end - s));
		name[end - s] = '\0';
		if (span_has_word(line, name))
			return true;
	}
	return false;
}

int source_plain_wait(const char *source, int set)
{
	char *text = source_bare(source);
	struct condition c;
	int line = 0, n = 0;
	size_t length;
	const char *here = line_at(text, set, &length);

	for (const char *s = text; here && source_next_condition(text, &s, strchr(text, '\0'), &c);) {
		if (how_of(text, &c) != WAIT_PLAIN || !shares(c.words, here, length))
			continue;
		line = source_line_at(text, c.at);
		n++;
	}
	free(text);
	return n == 1 ? line : 0;
}

int source_waits_after(const char *source, int line)
{
	char *text = source_bare(source);
	size_t n;
	const char *here = line_at(text, line, &n);
	struct span body = source_body_around(text, here);
	struct condition c;
	int found = 0;

	for (const char *s = body.begin; s && !found && source_next_condition(text, &s, body.end, &c);) {
		if (how_of(text, &c) == WAIT_NONE)
			continue;
		if (c.at < here + n)
			break;
		found = source_line_at(text, c.at);
	}
	free(text);
	return found;
}

int source_relaxed(const char *source, const char *name)
{
	char *text = source_bare(source);
	int line = 0, calls = 0;

	for (const char *s = text; (s = source_next_word(text, s, name)) != NULL; s++) {
		const char *open = source_past_space(s + strlen(name)), *close;

		if (s == text || (s[-1] != '.' && s[-1] != '>') || *open != '(')
			continue;
		close = source_past(open, '(', ')');
		if (!close || !span_has_word((struct span){ open, close }, "memory_order_relaxed"))
			continue;
		line = source_line_at(text, s);
		calls++;
	}
	free(text);
	return calls == 1 ? line : 0;
}

/* Does the part give a word that the line indexes ("a[") a value that is a word alone: "a = b;"? */
static bool swaps(struct span part, const char *here, size_t n)
{
	for (const char *s = here, *end; s<here + n; s = end> s ? end : s + 1) {
		size_t length;

		for (end = s; literal_in_word(*end); end++)
			;
		length = (size_t)(end - s);
		if (!length || *source_past_space(end) != '[')
			continue;
		for (const char *k = part.begin; k + length < part.end; k++) {
			const char *after = k + length, *value;

			if (strncmp(k, s, length) != 0 || literal_in_word(k[-1]) || literal_in_word(*after))
				continue;
			after = source_past_space(after);
			if (*after != '=' || after[1] == '=' || strchr("*.&", k[-1]))
				continue;
			for (value = source_past_space(after + 1); literal_in_word(*value); value++)
				;
			if (*source_past_space(value) == ';')
				return true;
		}
	}
	return false;
}

int source_turn_without_barrier(const char *source, int line)
{
	char *text = source_bare(source);
	size_t n;
	const char *here = line_at(text, line, &n);
	struct span body = source_body_around(text, here);
	struct condition c;
	int found = 0;

	for (const char *s = body.begin; s && source_next_condition(text, &s, body.end, &c);) {
		if (c.at > here || !c.loop || !span_has(c.governs, here + strspn(here, " \t")))
			continue;
		if (swaps(c.governs, here, n))
			found = span_has_barrier(c.governs) ? 0 : source_line_at(text, c.at);
	}
	free(text);
	return found;
}
