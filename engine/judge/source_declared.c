/* source_declared: see source_declared.h. */
#include "judge/source_declared.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_scan.h"

static bool is_type(const char *word, size_t n)
{
	static const char *const types[] = { "int", "unsigned", "char", "float", "double", "long", "short", "bool",
		"auto", "size_t", "dim3", "int2", "int4", "float2", "float4", "cudaStream_t", "cudaEvent_t" };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strlen(types[i]) == n && !strncmp(types[i], word, n))
			return true;
	return false;
}

/* Does a type stand before the name, and what follows a declared name after it? */
static bool declares(const char *text, const char *name, size_t n)
{
	const char *end = name, *begin, *after = source_past_space(name + n);

	while (end > text && strchr(" \t\r\n*&", end[-1]))
		end--;
	for (begin = end; begin > text && literal_in_word(begin[-1]);)
		begin--;
	return is_type(begin, (size_t)(end - begin)) && *after && strchr("=;,)[", *after) && after[1] != '=';
}

int source_declared(const char *source, const char *name, int used)
{
	char *text = source_bare(source);
	const size_t n = strlen(name);
	int found = 0;

	for (const char *s = text; (s = source_next_word(text, s, name)) != NULL; s++) {
		const int line = source_line_at(text, s);

		if (line > used && found)
			break;
		if (line != used && declares(text, s, n))
			found = line;
	}
	free(text);
	return found;
}
