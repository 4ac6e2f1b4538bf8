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

bool source_swapped_launch(struct arena *a, const char *source, struct swapped_launch *to)
{
	char *text = source_bare(source);
	bool found = false;

	for (const char *s = text; !found && (s = strstr(s, "<<<")) != NULL; s += 3) {
		const char *end = strstr(s, ">>>"), *one, *two;
		struct span first, second;

		if (!end)
			break;
		first = until(s + 3, end);
		if (first.end >= end)
			continue;
		second = span_trimmed(until(first.end + 1, end));
		first = span_trimmed(first);
		one = in_lower_case(a, first);
		two = in_lower_case(a, second);
		found = (names_threads(one) || isdigit((unsigned char)*one)) &&
			(names_blocks(two) || divides_by(two, one));
		if (!found)
			continue;
		to->first = arena_printf(a, "%.*s", (int)(first.end - first.begin), first.begin);
		to->second = arena_printf(a, "%.*s", (int)(second.end - second.begin), second.begin);
		to->line = source_line_at(text, s);
	}
	free(text);
	return found;
}
