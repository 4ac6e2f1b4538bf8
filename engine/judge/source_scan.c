/* source_scan: see source_scan.h. */
#include "judge/source_scan.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/literal.h"

char *source_bare(const char *source)
{
	char *text = xstrdup(source ? source : "");
	const char *last = strchr(text, '\0');

	for (char *s = text; *s;) {
		const char *end = literal_past(text, s, last);

		if (end == s)
			s++;
		for (; s < end; s++)
			if (*s != '\n')
				*s = ' ';
	}
	return text;
}

int source_line_at(const char *text, const char *at)
{
	int line = 1;

	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

const char *source_next_word(const char *text, const char *s, const char *word)
{
	size_t n = strlen(word);

	for (s = n ? strstr(s, word) : NULL; s; s = strstr(s + 1, word))
		if ((s == text || !literal_in_word(s[-1])) && !literal_in_word(s[n]))
			return s;
	return NULL;
}

const char *source_past(const char *s, char open, char close)
{
	int deep = 0;

	if (*s != open)
		return s;
	for (; *s; s++) {
		deep += *s == open;
		deep -= *s == close;
		if (!deep)
			return s + 1;
	}
	return NULL;
}

const char *source_past_space(const char *s)
{
	return s + strspn(s, " \t\r\n");
}

bool source_addressed(const char *line, const char *name)
{
	while (name > line && (name[-1] == ' ' || name[-1] == '\t'))
		name--;
	return name > line && name[-1] == '&' && !(name - 1 > line && name[-2] == '&');
}

const char *source_past_launch(const char *s)
{
	const char *end = strncmp(s, "<<<", 3) ? NULL : strstr(s, ">>>");

	return end ? source_past_space(end + 3) : NULL;
}
