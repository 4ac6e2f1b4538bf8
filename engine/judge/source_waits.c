/* source_waits: see source_shape.h. Loops that wait for another thread, and rows of shared memory. */
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "base/buf.h"
#include "base/lines.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"
#include "judge/source_shape.h"

/* "while (...) ;" or with nothing in its braces; no end of a do loop. */
static bool waits(const char *text, const struct condition *c)
{
	const char *s = c->governs.begin, *before = c->at;

	if (!c->loop)
		return false;
	if (*s == '{')
		s = source_past_space(s + 1);
	if (*s != ';' && *s != '}')
		return false;
	while (before > text && strchr(" \t\r\n", before[-1]))
		before--;
	if (before == text || before[-1] != '}')
		return true;
	for (int deep = 0; before > text; before--) {
		deep += (before[-1] == '}') - (before[-1] == '{');
		if (!deep)
			break;
	}
	before -= before > text;
	while (before > text && strchr(" \t\r\n", before[-1]))
		before--;
	return before < text + 2 || strncmp(before - 2, "do", 2) || (before > text + 2 && literal_in_word(before[-3]));
}

/* The array whose element the line assigns first: "ready" of "ready[p] = 1". */
static char *assigned_array(const char *here, size_t n)
{
	for (const char *s = here; s < here + n;) {
		const char *end = s, *after;

		while (literal_in_word(*end))
			end++;
		after = source_past_space(end);
		if (end > s && *after == '[' && (after = source_past(after, '[', ']')) != NULL) {
			after = source_past_space(after);
			if (*after == '=' && after[1] != '=')
				return xstrndup(s, (size_t)(end - s));
		}
		s = end > s ? end : s + 1;
	}
	return NULL;
}

static bool reads_element(struct span words, const char *array)
{
	for (const char *s = words.begin; (s = source_next_word(words.begin, s, array)) != NULL && s < words.end; s++)
		if (*source_past_space(s + strlen(array)) == '[')
			return true;
	return false;
}

int source_waiting_loop(struct arena *a, const char *source, int line, int write, const char **array)
{
	char *text = source_bare(source), *name;
	size_t n = 0, length = 0;
	const char *here = line_at(text, line, &n), *other = line_at(text, write, &length), *s = here;
	struct condition c;
	int found = 0;

	name = other ? assigned_array(other, length) : NULL;
	if (here && name && !memchr(here, ';', n)) /* nothing else is done in that line */
		while (!found && source_next_condition(text, &s, here + strcspn(here, ";"), &c))
			if (waits(text, &c) && reads_element(c.words, name))
				found = source_line_at(text, c.at);
	if (found)
		*array = arena_strdup(a, name);
	free(name);
	free(text);
	return found;
}

/* a[i], *p, x.load(): does it read memory? */
static bool reads_memory(struct span words)
{
	char before = '(';

	if (span_has_word(words, "load"))
		return true;
	for (const char *s = words.begin; s < words.end; s++) {
		if (*s == '[' || (*s == '*' && strchr("(&|!=<>,", before)))
			return true;
		if (!strchr(" \t\r\n", *s))
			before = *s;
	}
	return false;
}

int source_waits(const char *source)
{
	char *text = source_bare(source);
	struct condition c;
	int found = 0;

	for (const char *s = text; !found && source_next_condition(text, &s, strchr(text, '\0'), &c);) {
		if (reads_memory(c.words) && waits(text, &c) && source_body(text, c.at).begin &&
			!span_has_word(c.words, "atomicCAS") && !span_has_word(c.words, "atomicExch"))
			found = source_line_at(text, c.at);
	}
	free(text);
	return found;
}

/* Is it declared with __shared__ and two lengths? */
static bool shared_rows(const char *text, const char *name)
{
	for (const char *s = text; (s = source_next_word(text, s, "__shared__")) != NULL; s++) {
		struct span statement = { s, s + strcspn(s, ";") };
		const char *at = source_next_word(text, s, name), *after;

		if (!at || !span_has(statement, at))
			continue;
		after = source_past_space(at + strlen(name));
		after = *after == '[' ? source_past(after, '[', ']') : NULL;
		if (after && *source_past_space(after) == '[')
			return true;
	}
	return false;
}

/* The name that ends at `end`, in a line that begins at `line`; it may be empty. */
static struct span name_before(const char *line, const char *end)
{
	const char *begin = end;

	while (begin > line && literal_in_word(begin[-1]))
		begin--;
	return (struct span){ begin, end };
}

/* Is the element whose index begins at this bracket stored to, or changed by an atomic, and not read? */
static bool only_stored(const char *line, struct span name, const char *bracket)
{
	const char *after = source_past(bracket, '[', ']');

	after = after ? source_past_space(after) : "";
	return source_addressed(line, name.begin) || (after[0] == '=' && after[1] != '=');
}

/* ... or stored to as well: "+= 1", "++". */
static bool stored_too(const char *line, struct span name, const char *bracket)
{
	const char *after = source_past(bracket, '[', ']');

	after = after ? source_past_space(after) : "";
	return only_stored(line, name, bracket) || !strncmp(after, "++", 2) || !strncmp(after, "--", 2) ||
		(after[0] && strchr("+-*/%&|^", after[0]) && after[1] == '=') ||
		(name.begin >= line + 2 && (!strncmp(name.begin - 2, "++", 2) || !strncmp(name.begin - 2, "--", 2)));
}

bool source_index_array(struct arena *a, const char *source, int line, struct source_index *to)
{
	char *text = source_bare(source);
	size_t n;
	const char *here = line_at(text, line, &n), *outer = NULL;
	bool found = false;
	int deep = 0;

	for (const char *s = here; s && s < here + n && !found; s++) {
		struct span inner, name;

		deep += (*s == '[') - (*s == ']');
		if (*s != '[')
			continue;
		inner = name_before(here, s);
		if (deep < 2)
			outer = s;
		else if (inner.begin < s && strncmp(inner.begin, "threadIdx", 9) != 0) {
			name = name_before(here, outer);
			found = true;
			to->inner = arena_printf(a, "%.*s", (int)(s - inner.begin), inner.begin);
			to->outer = arena_printf(a, "%.*s", (int)(outer - name.begin), name.begin);
			to->read = !only_stored(here, name, outer);
			to->stored = stored_too(here, name, outer);
		}
	}
	free(text);
	return found;
}

const char *source_shared_rows(struct arena *a, const char *source, int line)
{
	char *text = source_bare(source);
	size_t n;
	const char *here = line_at(text, line, &n), *found = NULL;

	for (const char *s = here, *end; s && s < here + n && !found; s = end > s ? end : s + 1) {
		const char *after;
		char *name;

		for (end = s; literal_in_word(*end); end++)
			;
		after = source_past_space(end);
		after = end > s && *after == '[' ? source_past(after, '[', ']') : NULL;
		if (!after || *source_past_space(after) != '[')
			continue;
		name = xstrndup(s, (size_t)(end - s));
		if (shared_rows(text, name))
			found = arena_strdup(a, name);
		free(name);
	}
	free(text);
	return found;
}
