/* source_double: see source_double.h. */
#include "judge/source_double.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* The length of the number that begins here; *is_double: it has a point or an exponent, and no f behind. */
static size_t number_at(const char *s, bool *is_double)
{
	const char *at = s;
	bool real = false, hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');

	while (isalnum((unsigned char)*at) || *at == '.' || *at == '\'' ||
		(!hex && at > s && (*at == '+' || *at == '-') && (at[-1] == 'e' || at[-1] == 'E'))) {
		real = real || *at == '.' || (!hex && (*at == 'e' || *at == 'E'));
		at++;
	}
	*is_double = real && !hex && at[-1] != 'f' && at[-1] != 'F';
	return (size_t)(at - s);
}

int source_double(struct arena *a, const char *source, const char **what)
{
	static const char WORD[] = "double";
	char *text = source_bare(source);
	size_t n;
	int line = 0;

	for (const char *s = text; *s && !line; s += n) {
		const bool begins = s == text || !literal_in_word(s[-1]);
		bool found = false;

		n = 1;
		if (begins && (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1])))) {
			n = number_at(s, &found);
		} else if (begins && !strncmp(s, WORD, strlen(WORD)) && !literal_in_word(s[strlen(WORD)])) {
			n = strlen(WORD);
			found = true;
		}
		if (found && source_body(text, s).begin) {
			line = source_line_at(text, s);
			*what = arena_strndup(a, s, n);
		}
	}
	free(text);
	return line;
}
