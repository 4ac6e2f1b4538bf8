/* source_shift: see source_shift.h. */
#include "judge/source_shift.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"
#include "judge/source_shape.h"

static struct span word_at(const char *s)
{
	const char *end = s;

	while (literal_in_word(*end))
		end++;
	return (struct span){ s, end };
}

/* "a = b;" that begins here: two words, no declaration. Past its semicolon; NULL: it is something else. */
static const char *assigns(const char *s, struct span *to, struct span *from)
{
	const char *at;

	*to = word_at(s);
	at = source_past_space(to->end);
	if (to->end == s || *at != '=' || at[1] == '=')
		return NULL;
	*from = word_at(source_past_space(at + 1));
	at = source_past_space(from->end);
	return from->end == from->begin || *at != ';' || span_same(*to, *from) ? NULL : at + 1;
}

bool source_stale_shift(struct arena *a, const char *source, struct stale_shift *to)
{
	char *text = source_bare(source);
	bool found = false;

	for (const char *s = text; *s && !found; s++) {
		struct span x, y, z, w;
		const char *next;

		if (!strchr(";{}", *s))
			continue;
		next = source_past_space(s + 1);
		if (!literal_in_word(*next) || !(next = assigns(next, &x, &y)))
			continue;
		next = source_past_space(next);
		if (!literal_in_word(*next) || !assigns(next, &z, &w) || !span_same(w, x) || span_same(z, y))
			continue;
		if (!source_body(text, x.begin).begin)
			continue;
		to->middle = arena_printf(a, "%.*s", (int)(x.end - x.begin), x.begin);
		to->last = arena_printf(a, "%.*s", (int)(z.end - z.begin), z.begin);
		to->first = source_line_at(text, x.begin);
		to->second = source_line_at(text, z.begin);
		found = source_loop(source, to->first, to->second) != 0;
	}
	free(text);
	return found;
}

/* Does the line use what stands at `s`: is it there, or in the value of a variable that the line names? */
static bool used_in(const char *text, const char *s, int line)
{
	size_t n;
	const char *here = line_at(text, line, &n), *equals = s, *end;
	char name[64];

	if (!here)
		return false;
	if (s >= here && s < here + n)
		return true;
	while (equals > text && !strchr("\n;{=", equals[-1]))
		equals--;
	if (equals == text || equals[-1] != '=')
		return false;
	for (end = --equals; equals > text && !strchr("\n;{", equals[-1]);)
		equals--;
	/* "int below", "float(*below)[WIDE]": what stands left of the = */
	for (const char *k = equals; k < end; k++) {
		struct span word = word_at(k);
		size_t length = (size_t)(word.end - word.begin);

		if (!length)
			continue;
		k = word.end - 1;
		if (length >= sizeof name || !isalpha((unsigned char)*word.begin))
			continue;
		memcpy(name, word.begin, length);
		name[length] = '\0';
		if (span_has_word((struct span){ here, here + n }, name))
			return true;
	}
	return false;
}

const char *source_rest_below(struct arena *a, const char *source, int line)
{
	char *text;
	const char *found = NULL;

	if (!source)
		return NULL;
	text = source_bare(source);
	for (const char *s = text; *s && !found; s++) {
		const char *close = *s == '(' ? source_past(s, '(', ')') : NULL,
			   *at = close ? source_past_space(close) : NULL;
		struct span of;

		if (!at || *at != '%' || at[1] == '=' || close - s > 40 || !memchr(s, '-', (size_t)(close - s)) ||
			memchr(s, '+', (size_t)(close - s)) || memchr(s, '>', (size_t)(close - s)))
			continue;
		of = word_at(source_past_space(at + 1));
		if (of.end > of.begin && used_in(text, s, line))
			found = arena_printf(a, "%.*s", (int)(of.end - s), s);
	}
	free(text);
	return found;
}
