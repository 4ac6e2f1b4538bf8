/* source_launch: a launch whose blocks and threads stand in each other's place, by their names alone; see
 * source_calls.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_calls.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

static const char *in_lower_case(struct arena *a, struct span s)
{
	char *word = arena_printf(a, "%.*s", (int)(s.end - s.begin), s.begin);

	for (char *c = word; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return word;
}

/* A name of one variable or macro, and nothing else. */
static bool is_name(const char *word)
{
	size_t n = 0;

	while (literal_in_word(word[n]))
		n++;
	return n && !word[n] && !isdigit((unsigned char)word[0]);
}

/* "threads", "threads_per_block", "block", "BLOCK". */
static bool names_threads(const char *word)
{
	return is_name(word) &&
		(strstr(word, "thread") ||
			(strstr(word, "block") && !strstr(word, "blocks") && !strstr(word, "num") &&
				!strstr(word, "grid")));
}

/* "blocks", "blocks_per_grid", "grid". */
static bool names_blocks(const char *word)
{
	return is_name(word) && !strstr(word, "thread") && (strstr(word, "grid") || strstr(word, "blocks"));
}

/* "(n + 255) / 256" beside "256": as many blocks as hold n threads. */
static bool divides_by(const char *words, const char *by)
{
	const char *bar = strrchr(words, '/');
	size_t n = strlen(by);

	if (!bar || !n)
		return false;
	bar = source_past_space(bar + 1);
	return !strncmp(bar, by, n) && !literal_in_word(bar[n]) && strcmp(by, "1") != 0 && strcmp(by, "2") != 0;
}

static struct span until(const char *s, const char *end)
{
	const char *at = s;
	int deep = 0;

	for (; at < end && (deep || *at != ','); at++)
		deep += (*at == '(' || *at == '{') - (*at == ')' || *at == '}');
	return (struct span){ s, at };
}

/* What stands between the brackets of dim3(...), or of the declaration "dim3 name(...)" above; empty: it is no dim3. */
static struct span sides(const char *text, struct span words, const char *launch)
{
	static const char DIM3[] = "dim3";
	const char *open, *end;
	struct span found = { NULL, NULL };

	if ((size_t)(words.end - words.begin) > strlen(DIM3) && !strncmp(words.begin, DIM3, strlen(DIM3))) {
		open = source_past_space(words.begin + strlen(DIM3));
		end = *open == '(' ? source_past(open, '(', ')') : NULL;
		return end ? (struct span){ open, end } : found;
	}
	for (const char *s = text; (s = source_next_word(text, s, DIM3)) != NULL && s < launch; s++) {
		const char *name = source_past_space(s + strlen(DIM3));
		size_t n = (size_t)(words.end - words.begin);

		if (strncmp(name, words.begin, n) != 0 || literal_in_word(name[n]))
			continue;
		open = source_past_space(name + n);
		end = *open == '(' ? source_past(open, '(', ')') : NULL;
		found = end ? (struct span){ open, end } : (struct span){ NULL, NULL };
	}
	return found;
}

/* dim3 b(TILE, TILE), g((cols + TILE - 1) / TILE, ...): what is divided counts blocks, whatever its name. */
static bool only_second_divides(const char *text, struct span first, struct span second, const char *launch)
{
	struct span one = sides(text, first, launch), two = sides(text, second, launch);

	return one.begin && two.begin && !memchr(one.begin, '/', (size_t)(one.end - one.begin)) &&
		memchr(two.begin, '/', (size_t)(two.end - two.begin));
}

bool source_swapped_launch(struct arena *a, const char *source, struct swapped_launch *to)
{
	char *text = source_bare(source);
	bool found = false;

	for (const char *s = text; !found && (s = strstr(s, "<<<")) != NULL; s += 3) {
		const char *end = strstr(s, ">>>"), *one, *two;
		struct span first, second;

		if (!end || source_costs((size_t)(end - s)))
			break;
		first = until(s + 3, end);
		if (first.end >= end)
			continue;
		second = span_trimmed(until(first.end + 1, end));
		first = span_trimmed(first);
		one = in_lower_case(a, first);
		two = in_lower_case(a, second);
		found = ((names_threads(one) || isdigit((unsigned char)*one)) &&
				(names_blocks(two) || divides_by(two, one))) ||
			(!names_blocks(one) && !names_threads(two) && only_second_divides(text, first, second, s));
		if (!found)
			continue;
		to->first = arena_printf(a, "%.*s", (int)(first.end - first.begin), first.begin);
		to->second = arena_printf(a, "%.*s", (int)(second.end - second.begin), second.begin);
		to->line = source_line_at(text, s);
	}
	free(text);
	return found;
}

bool source_lone_launch(struct arena *a, const char *source, struct lone_launch *to)
{
	char *text = source_bare(source);
	bool found = false;

	for (const char *s = text; !found && (s = strstr(s, "<<<")) != NULL; s += 3) {
		const char *end = strstr(s, ">>>"), *name = s;
		struct span blocks;

		if (!end)
			break;
		blocks = until(s + 3, end);
		found = blocks.end >= end;
		if (!found)
			continue;
		while (name > text && literal_in_word(name[-1]))
			name--;
		blocks = span_trimmed((struct span){ s + 3, end });
		to->words = arena_printf(a, "%.*s", (int)(end + 3 - name), name);
		to->blocks = arena_printf(a, "%.*s", (int)(blocks.end - blocks.begin), blocks.begin);
		to->line = source_line_at(text, s);
	}
	free(text);
	return found;
}
