/* source_shape: see source_shape.h. */
#include "judge/source_shape.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "base/buf.h"
#include "base/lines.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* Has it a name: of a variable, and not "true" or a number? */
static bool has_name(struct span words)
{
	for (const char *s = words.begin, *from = s; s && s < words.end; from = ++s) {
		while (s < words.end && literal_in_word(*s))
			s++;
		if (s > from && !(*from >= '0' && *from <= '9') && strncmp(from, "true", (size_t)(s - from)) != 0)
			return true;
	}
	return false;
}

int source_loop(const char *source, int from, int to)
{
	char *text = source_bare(source);
	size_t n = 0;
	const char *first = line_at(text, from, &n), *last = line_at(text, to, &n), *s;
	struct condition c;
	struct span body;
	int found = 0;

	if (first && last) {
		const char *end = last + n;

		first += strspn(first, " \t");
		last += strspn(last, " \t");
		body = source_body(text, first);
		if (span_has_word(body, "do"))
			body.begin = NULL;
		for (s = body.begin; s && source_next_condition(text, &s, end, &c);) {
			int line = source_line_at(text, s);

			if (c.loop && line >= from)
				found = 0;
			else if (c.loop && span_has(c.governs, first) && span_has(c.governs, last))
				found = has_name(c.words) ? line : 0;
		}
	}
	free(text);
	return found;
}

int source_early_return(const char *source, int line, int *barrier)
{
	char *text = source_bare(source);
	size_t n = 0;
	const char *here = line_at(text, line, &n), *wait = NULL, *s;
	struct span body = source_body_around(text, here);
	struct condition c;
	int found = 0;

	if (body.begin)
		wait = source_next_word(text, body.begin, "__syncthreads");
	if (wait && wait < here) {
		*barrier = source_line_at(text, wait);
		for (s = body.begin; !found && source_next_condition(text, &s, wait, &c);)
			if (!c.loop && c.governs.end <= wait && span_has_word(c.governs, "return"))
				found = source_line_at(text, source_next_word(text, c.governs.begin, "return"));
	}
	free(text);
	return found;
}

static bool ends_with_word(struct span s, const char *word, size_t n)
{
	return s.begin && (size_t)(s.end - s.begin) >= n && !strncmp(s.end - n, word, n) &&
		((size_t)(s.end - s.begin) == n || !literal_in_word(s.end[-n - 1]));
}

/* Where the only launch of the kernel has what it gives: "(" of "name<<<...>>>(". Of two launches it is not known which
 * one is meant. */
static const char *launched_with(const char *text, const char *kernel)
{
	const char *found = NULL;

	for (const char *s = text; (s = source_next_word(text, s, kernel)) != NULL; s++) {
		const char *after = source_past_space(s + strlen(kernel));

		if (*after == '<' && after[1] != '<') { /* a template's */
			after = source_past(after, '<', '>');
			after = after ? source_past_space(after) : "";
		}
		after = source_past_launch(after);
		if (!after)
			continue;
		if (found || *after != '(')
			return NULL;
		found = after;
	}
	return found;
}

/* Where the kernel lists its parameters. */
static const char *declared_with(const char *text, const char *kernel)
{
	for (const char *s = text; (s = source_next_word(text, s, kernel)) != NULL; s++) {
		const char *after = source_past_space(s + strlen(kernel));

		if (*after == '(')
			return after;
	}
	return NULL;
}

unsigned source_arrays(
	const char *source, int line, const char *kernel, enum source_access access, const char *const *names, size_t n)
{
	char *text = source_bare(source), name[128];
	size_t len = 0, k = 0;
	const char *here = line_at(text, line, &len), *has, *gives;
	unsigned found = 0;

	for (; kernel && literal_in_word(kernel[k]) && k < sizeof name - 1; k++)
		name[k] = kernel[k];
	name[k] = '\0';
	has = k && here ? declared_with(text, name) : NULL;
	gives = has ? launched_with(text, name) : NULL;
	for (const char *s = here; gives && s < here + len; s++) {
		const char *word = s, *after;
		struct span given;
		size_t length;
		bool written, addressed;

		if (!literal_in_word(*s) || (s > text && literal_in_word(s[-1])))
			continue;
		while (literal_in_word(*s))
			s++;
		length = (size_t)(s - word);
		after = source_past_space(s);
		if (*after != '[')
			continue;
		while (after && *after == '[')
			after = (after = source_past(after, '[', ']')) ? source_past_space(after) : NULL;
		if (!after)
			continue;
		written = after[0] == '=' && after[1] != '=';
		addressed = source_addressed(here, word);
		if (addressed != (access == SOURCE_ATOMIC))
			continue;
		if (!addressed && written != (access == SOURCE_WRITE) &&
			!(after[0] && after[1] == '=' && strchr("+-*/|&^", *after)))
			continue;
		for (size_t i = 0; i < 32 && (given = source_nth(has, ')', i)).begin; i++) {
			if (!ends_with_word(given, word, length))
				continue;
			given = source_nth(gives, ')', i);
			for (size_t m = 0; given.begin && m < n && m < 32; m++)
				if (names[m] && ends_with_word(given, names[m], strlen(names[m])))
					found |= 1u << m;
		}
	}
	free(text);
	return found;
}
