/* source_stale: see source_stale.h. A variable that is the largest so far, or the last one found, keeps its value on
 * purpose: so the condition has to be one of the loop's own counter, and what follows has to add the value up. */
#include "judge/source_stale.h"

#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

static const char *copied(struct arena *a, struct span s)
{
	return arena_printf(a, "%.*s", (int)(s.end - s.begin), s.begin);
}

/* The name that this statement or block assigns to, by a plain = and nothing before it; empty: it does something else.
 */
static struct span assigned(struct span s)
{
	const char *begin = source_past_space(s.begin), *end;

	if (*begin == '{')
		begin = source_past_space(begin + 1);
	for (end = begin; literal_in_word(*end); end++)
		;
	s.begin = source_past_space(end);
	return end > begin && *s.begin == '=' && s.begin[1] != '=' ? (struct span){ begin, end } :
								     (struct span){ NULL, NULL };
}

/* Does the loop's head, "for (int s = 1; s < n; ...)", count a variable of this condition? */
static bool counts_one_of(struct span head, struct span condition)
{
	for (const char *s = condition.begin; s < condition.end;) {
		size_t n = 0;
		char word[64];

		while (s + n < condition.end && literal_in_word(s[n]))
			n++;
		if (n && n < sizeof word && !strchr("0123456789", *s)) {
			const char *at;

			memcpy(word, s, n);
			word[n] = '\0';
			at = source_next_word(head.begin, head.begin, word);
			if (at && at < head.end && *source_past_space(at + n) == '=')
				return true;
		}
		s += n ? n : 1;
	}
	return false;
}

/* Is the place governed by an if that begins in this span? */
static bool behind_an_if(const char *text, struct span in, const char *at)
{
	struct condition c;

	for (const char *s = in.begin; source_next_condition(text, &s, in.end, &c);)
		if (!c.loop && span_has(c.governs, at))
			return true;
	return false;
}

static bool is_stale(
	struct arena *a, const char *text, const struct condition *loop, const struct condition *c, struct stale *to)
{
	static const char ELSE[] = "else";
	const struct span body = source_body(text, loop->at), head = { loop->at, loop->governs.begin };
	const struct span name = assigned(c->governs);
	const char *after = source_past_space(c->governs.end), *first, *read, *before;

	if (!name.begin || !counts_one_of(head, c->words) || !strncmp(after, ELSE, strlen(ELSE)))
		return false;
	to->name = copied(a, name);
	first = source_next_word(text, body.begin, to->name);
	if (span_has_word(c->words, to->name) || first >= loop->at ||
		source_next_word(text, loop->at, to->name) != name.begin)
		return false;
	read = source_next_word(text, c->governs.end, to->name);
	if (!read || read >= loop->governs.end || behind_an_if(text, (struct span){ c->governs.end, read }, read))
		return false;
	for (before = read; before > text && strchr(" \t\r\n", before[-1]);)
		before--;
	if (before < text + 2 || strncmp(before - 2, "+=", 2) != 0 ||
		*source_past_space(read + strlen(to->name)) != ';')
		return false;
	to->condition = copied(a, span_trimmed(c->words));
	to->declared = source_line_at(text, first);
	to->set = source_line_at(text, name.begin);
	to->read = source_line_at(text, read);
	return true;
}

bool source_stale(struct arena *a, const char *source, struct stale *to)
{
	char *text = source_bare(source);
	struct condition loop, c;
	bool found = false;

	for (const char *s = text; !found && source_next_condition(text, &s, strchr(text, '\0'), &loop);) {
		if (!loop.loop || !source_body(text, loop.at).begin)
			continue;
		for (const char *in = loop.governs.begin;
			!found && source_next_condition(text, &in, loop.governs.end, &c);)
			found = !c.loop && is_stale(a, text, &loop, &c, to);
	}
	free(text);
	return found;
}
