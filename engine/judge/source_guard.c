/* source_guard: see source_shape.h. A comparison that looks at no part of the index, or that keeps small ones away,
 * lets nothing through past an array's end. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"
#include "judge/source_shape.h"
#include "judge/source_words.h"

struct seen { /* from the line that is asked for */
	const char *text;
	struct span body, line;
	struct source_words index, made; /* what its brackets name; and what that is made of */
};

/* The comparison at this place: its sides; false: none begins here. */
struct comparison {
	struct span left, right;
	bool less;
};
static bool comparison_at(struct span s, const char *c, struct comparison *to)
{
	const char *begin = c, *end;
	int deep = 0;

	if ((*c != '<' && *c != '>') || c[1] == *c || (c > s.begin && (c[-1] == *c || (*c == '>' && c[-1] == '-'))))
		return false;
	for (; begin > s.begin && (deep || !strchr("&|!,?:;(", begin[-1])); begin--)
		deep += (begin[-1] == ')') - (begin[-1] == '(');
	to->less = *c == '<';
	to->left = (struct span){ begin, c };
	end = c += 1 + (c[1] == '=');
	for (deep = 0; end < s.end && (deep || !strchr("&|,?:;)", *end)); end++)
		deep += (*end == '(') - (*end == ')');
	to->right = (struct span){ c, end };
	return true;
}

/* Is one of its words, or of those that they are made of, part of the index? */
static bool of_index(const struct seen *at, struct span side)
{
	struct source_words w = { .n = 0 };
	size_t named;

	source_words_add(&w, at->text, side);
	named = w.n;
	source_words_follow(&w, at->text, at->body, at->line.end);
	for (size_t i = 0; i < w.n; i++)
		if ((i < named && source_words_has(&at->index, w.at[i])) ||
			(source_words_has(&at->made, w.at[i]) &&
				source_assigned(at->text, at->body, at->line.end, w.at[i])))
			return true;
	return false;
}

enum guards { GUARDS_BELOW, GUARDS_ABOVE, GUARDS_EITHER };

/* Does a comparison keep the index below something, where the condition holds (BELOW), or where it does not (ABOVE)? */
static bool guards(const struct seen *at, struct span words, enum guards how)
{
	struct comparison k;

	for (const char *c = words.begin; c && c < words.end; c++) {
		if (*c == '!' && c[1] != '=')
			how = GUARDS_EITHER;
		if (comparison_at(words, c, &k) &&
			((how != GUARDS_ABOVE && of_index(at, k.less ? k.left : k.right)) ||
				(how != GUARDS_BELOW && of_index(at, k.less ? k.right : k.left))))
			return true;
	}
	return false;
}

static bool has_letter(struct span s)
{
	for (const char *c = s.begin; c < s.end; c++)
		if (isalpha((unsigned char)*c))
			return true;
	return false;
}

/* "if (i < n) return;": the guard that was meant, the wrong way round. "if (i < 1) return;" is another thing. */
static bool turned_round(const struct seen *at, struct span words)
{
	struct comparison k;

	for (const char *c = words.begin; c && c < words.end; c++)
		if (comparison_at(words, c, &k) && of_index(at, k.less ? k.left : k.right) &&
			has_letter(k.less ? k.right : k.left))
			return true;
	return false;
}

/* The words in the line's brackets; of a line without any, all of them. */
static void index_of(struct seen *at)
{
	bool any = false;

	for (const char *s = at->line.begin; s < at->line.end; s++) {
		const char *end = *s == '[' ? source_past(s, '[', ']') : NULL;

		if (!end)
			continue;
		any = true;
		source_words_add(&at->index, at->text, (struct span){ s + 1, end - 1 });
		s = end - 1;
	}
	if (!any)
		source_words_add(&at->index, at->text, at->line);
	at->made = at->index;
	source_words_follow(&at->made, at->text, at->body, at->line.end);
}

/* "i < n" of "x = i < n ? a[i] : 0;" */
static struct span chosen_by(const char *line, size_t n)
{
	const char *mark = memchr(line, '?', n), *begin = mark;

	while (begin && begin > line && !strchr("=(,;{}?", begin[-1]))
		begin--;
	/* "<=" and ">=" are no assignment */
	while (begin && begin > line + 1 && begin[-1] == '=' && strchr("<>!=", begin[-2])) {
		begin -= 2;
		while (begin > line && !strchr("=(,;{}?", begin[-1]))
			begin--;
	}
	return (struct span){ begin, mark };
}

/* Does the condition bound a variable that stands in the brackets itself? */
static bool names_index(const struct seen *at, struct span words)
{
	struct source_words w = { .n = 0 };

	source_words_add(&w, at->text, words);
	for (size_t i = 0; i < w.n; i++)
		if (source_words_has(&at->index, w.at[i]))
			return true;
	return false;
}

/* Of "inside", which the body has as "bool inside = x < nx;" above the line: "x < nx". Else the words themselves. */
static struct span spelled_out(const struct seen *at, struct span words)
{
	struct span found = words = words.begin ? span_trimmed(words) : words;
	char name[SOURCE_WORD];
	size_t n = 0;

	while (words.begin && words.begin + n < words.end && literal_in_word(words.begin[n]))
		n++;
	if (!n || words.begin + n < words.end || n >= sizeof name)
		return words;
	memcpy(name, words.begin, n);
	name[n] = '\0';
	for (const char *s = at->body.begin; (s = source_next_word(at->text, s, name)) != NULL && s < at->line.begin;
		s++) {
		const char *value = source_past_space(s + n);

		if (*value == '=' && value[1] != '=')
			found = (struct span){ value + 1, value + 1 + strcspn(value + 1, ";") };
	}
	return found;
}

/* Of the conditions before the line, the last one that bounds the index; where that is a loop's, *outer is the last of
 * an if. An if in a loop whose variable is part of the index itself is the loop's *outer as well: which of the two lets
 * a thread through can't be told. */
static struct span guard_of(const struct seen *at, bool *loop, struct span *outer)
{
	struct span best = { NULL, NULL }, counting = best,
		    chosen = chosen_by(at->line.begin, (size_t)(at->line.end - at->line.begin));
	struct condition c;

	chosen = spelled_out(at, chosen);
	for (const char *s = at->body.begin; source_next_condition(at->text, &s, at->line.end, &c);) {
		bool around = c.governs.begin < at->line.end && at->line.begin < c.governs.end;
		bool leaves = !c.loop && c.governs.end <= at->line.begin && span_has_word(c.governs, "return");

		if (!c.loop)
			c.words = spelled_out(at, c.words);
		if (!(around || leaves) || (c.loop && !around) ||
			!(guards(at, c.words,
				  c.loop         ? GUARDS_EITHER :
					  around ? GUARDS_BELOW :
						   GUARDS_ABOVE) ||
				(leaves && turned_round(at, c.words))))
			continue;
		best = c.words;
		*loop = c.loop;
		if (!c.loop)
			*outer = c.words;
		else if (names_index(at, c.words))
			counting = c.words;
	}
	if (best.begin && !*loop && counting.begin) {
		best = counting;
		*loop = true;
	}
	if (chosen.begin && guards(at, chosen, GUARDS_EITHER)) {
		best = chosen;
		*loop = false;
	}
	return best;
}

/* The innermost if around the line that keeps something small, whatever it is. */
static struct span other_of(const struct seen *at)
{
	struct span best = { NULL, NULL };
	struct condition c;
	struct comparison k;

	for (const char *s = at->body.begin; source_next_condition(at->text, &s, at->line.end, &c);)
		if (!c.loop && c.governs.begin < at->line.end && at->line.begin < c.governs.end)
			for (const char *w = c.words.begin; w < c.words.end; w++)
				if (comparison_at(c.words, w, &k) && k.less && has_letter(k.left) &&
					has_letter(k.right))
					best = c.words;
	return best;
}

/* Of the bare text: a comment or a string within the condition is blank. */
static const char *words_of(struct arena *a, const char *text, struct span words, int *line)
{
	if (!words.begin)
		return NULL;
	words = span_trimmed(words);
	*line = source_line_at(text, words.begin);
	return arena_printf(a, "%.*s", (int)(words.end - words.begin), words.begin);
}

struct source_guard source_guard(struct arena *a, const char *source, int line)
{
	struct seen seen = { .text = source_bare(source) };
	struct span best = { NULL, NULL }, outer = best;
	size_t n = 0;
	const char *here = line_at(seen.text, line, &n);
	struct source_guard found = { 0 };

	while (here && n && strchr(" \t", *here))
		here++, n--;
	seen.body = here ? source_body(seen.text, here) : best;
	if (seen.body.begin) {
		seen.line = (struct span){ here, here + n };
		index_of(&seen);
		best = guard_of(&seen, &found.loop, &outer);
		if (!best.begin || (found.loop && !outer.begin))
			found.other = words_of(a, seen.text, other_of(&seen), &found.other_line);
	}
	found.words = words_of(a, seen.text, best, &found.line);
	if (found.loop)
		found.outer = words_of(a, seen.text, outer, &found.outer_line);
	free((char *)seen.text);
	return found;
}
