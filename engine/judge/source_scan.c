/* source_scan: see source_scan.h. */
#include "judge/source_scan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/literal.h"

/* A solution is a few hundred lines, and the longest that is handed out has 37 KB. The readers look ahead, and back,
 * from many a word: in a longer text, or one made for it, that would take minutes. */
enum { CODE_MOST = 64 << 10 };
#define STEPS_MOST 1000000000ull

static _Thread_local uint64_t steps;

void source_begin(void)
{
	steps = 0;
}

bool source_costs(size_t n)
{
	steps += n;
	return steps > STEPS_MOST;
}

bool source_spent(void)
{
	return steps > STEPS_MOST;
}

char *source_bare(const char *source)
{
	char *text = xstrdup(source ? source : "");
	const char *last = strchr(text, '\0');
	size_t code = 0;

	for (char *s = text; *s;) {
		const char *end = literal_past(text, s, last);

		if (end == s)
			code += !strchr(" \t\r\n", *s++);
		for (; s < end; s++)
			if (*s != '\n')
				*s = ' ';
	}
	if (source_costs((size_t)(last - text)) || code > CODE_MOST)
		*text = '\0';
	return text;
}

int source_line_at(const char *text, const char *at)
{
	int line = 1;

	source_costs((size_t)(at > text ? at - text : 0));
	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

/* The next place that has these characters; NULL as well when the text has cost enough. */
static const char *next(const char *s, const char *word)
{
	const char *at = source_spent() ? NULL : strstr(s, word);

	source_costs(at ? (size_t)(at - s) + 1 : strlen(s));
	return at;
}

const char *source_next_word(const char *text, const char *s, const char *word)
{
	size_t n = strlen(word);

	for (s = n ? next(s, word) : NULL; s; s = next(s + 1, word))
		if ((s == text || !literal_in_word(s[-1])) && !literal_in_word(s[n]))
			return s;
	return NULL;
}

const char *source_past(const char *s, char open, char close)
{
	const char *begin = s;
	int deep = 0;

	if (*s != open)
		return s;
	for (; *s; s++) {
		deep += *s == open;
		deep -= *s == close;
		if (!deep)
			break;
	}
	return source_costs((size_t)(s - begin)) || !*s ? NULL : s + 1;
}

const char *source_past_space(const char *s)
{
	const size_t n = source_spent() ? 0 : strspn(s, " \t\r\n");

	source_costs(n);
	return s + n;
}

bool source_addressed(const char *line, const char *name)
{
	while (name > line && (name[-1] == ' ' || name[-1] == '\t'))
		name--;
	return name > line && name[-1] == '&' && !(name - 1 > line && name[-2] == '&');
}

const char *source_past_launch(const char *s)
{
	const char *end = strncmp(s, "<<<", 3) ? NULL : next(s, ">>>");

	return end ? source_past_space(end + 3) : NULL;
}
