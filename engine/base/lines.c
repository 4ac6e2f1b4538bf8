/* lines: see lines.h. */
#include "base/lines.h"

#include <string.h>

const char *line_at(const char *text, int number, size_t *n)
{
	for (int i = 1; text && *text && i < number; i++) {
		text = strchr(text, '\n');
		text = text ? text + 1 : NULL;
	}
	*n = text ? strcspn(text, "\n") : 0;
	return text && *text && number > 0 ? text : NULL;
}

bool line_has(const char *text, int number, const char *words)
{
	size_t n, w = strlen(words);
	const char *line = line_at(text, number, &n);

	for (size_t i = 0; line && i + w <= n; i++)
		if (!memcmp(line + i, words, w))
			return true;
	return false;
}
