/* source_freed: see source_freed.h. */
#include "judge/source_freed.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* The line of a cudaFree(name); 0: there is none. */
static int free_line(const char *text, const char *name)
{
	static const char *const calls[] = { "cudaFree", "cudaFreeAsync" };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		for (const char *s = text; (s = source_next_word(text, s, calls[i])) != NULL; s++) {
			const char *open = source_past_space(s + strlen(calls[i]));

			if (*open == '(' && span_is(source_nth(open, ')', 0), name))
				return source_line_at(text, s);
		}
	return 0;
}

bool source_freed_argument(struct arena *a, const char *source, const char *array, struct freed_argument *to)
{
	char *text = source_bare(source);

	*to = (struct freed_argument){ .freed = free_line(text, array) };
	for (const char *s = text; !to->freed && (s = source_next_word(text, s, "swap")) != NULL; s++) {
		const char *open = source_past_space(s + strlen("swap"));
		struct span one, two;
		char *other;

		if (*open != '(')
			continue;
		one = source_nth(open, ')', 0);
		two = source_nth(open, ')', 1);
		if (!two.begin || span_is(one, array) == span_is(two, array))
			continue;
		if (span_is(two, array))
			two = one;
		other = xstrndup(two.begin, (size_t)(two.end - two.begin));
		to->freed = free_line(text, other);
		to->swapped = to->freed ? source_line_at(text, s) : 0;
		to->other = to->freed ? arena_strdup(a, other) : NULL;
		free(other);
	}
	free(text);
	return to->freed > 0;
}
