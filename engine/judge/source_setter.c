/* source_setter: see source_setter.h. */
#include "judge/source_setter.h"

#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

static bool gets(const char *open, const char *name)
{
	for (size_t i = 0; i < 16; i++) {
		struct span arg = source_nth(open, ')', i);

		if (!arg.begin)
			return false;
		if (arg.begin < arg.end && *arg.begin == '&')
			arg = span_trimmed((struct span){ arg.begin + 1, arg.end });
		if ((size_t)(arg.end - arg.begin) == strlen(name) && !strncmp(arg.begin, name, strlen(name)))
			return true;
	}
	return false;
}

static bool moves_memory(const char *call, size_t n)
{
	static const char *const words[] = { "Mem", "Register", "Free", "Malloc", "HostAlloc" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (const char *s = call; s + strlen(words[i]) <= call + n; s++)
			if (!strncmp(s, words[i], strlen(words[i])))
				return true;
	return false;
}

const char *source_setter(struct arena *a, const char *source, const char *name, int *line)
{
	static const char CUDA[] = "cuda";
	char *text = source_bare(source), *found = NULL;
	bool more = false;

	for (const char *s = text; (s = strstr(s, CUDA)) != NULL; s += strlen(CUDA)) {
		size_t n = 0;
		const char *open, *end;

		while (literal_in_word(s[n]))
			n++;
		open = source_past_space(s + n);
		end = *open == '(' ? source_past(open, '(', ')') : NULL;
		if (!end || (s > text && literal_in_word(s[-1])) || !gets(open, name))
			continue;
		more = more || found || moves_memory(s, n);
		found = arena_printf(a, "%.*s", (int)(end - s), s);
		*line = source_line_at(text, s);
	}
	free(text);
	if (!found || more)
		return NULL;
	for (char *p = found, *to = found;; p++) { /* line breaks and what indents the next line */
		if (strchr("\t\r\n ", *p) && *p) {
			if (to > found && to[-1] != ' ')
				*to++ = ' ';
			continue;
		}
		*to++ = *p;
		if (!*p)
			break;
	}
	return found;
}
