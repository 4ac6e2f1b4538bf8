/* source_copy: see source_copy.h. */
#include "judge/source_copy.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/literal.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

enum copy_side source_copy_side(const char *words)
{
	return !strncmp(words, "device memory", 13) ? SIDE_DEVICE :
		!strncmp(words, "the host's", 10)   ? SIDE_HOST :
						      SIDE_ANY;
}

/* The first name of "host + k * n", and of "&part" or "(void **)&part" the one after the &. */
static struct span name_of(struct span item)
{
	const char *and = item.begin ? memchr(item.begin, '&', (size_t)(item.end - item.begin)) : NULL;
	const char *s = and? and+1 : item.begin;
	struct span name;

	while (s < item.end && !literal_in_word(*s))
		s++;
	name.begin = name.end = s;
	while (name.end < item.end && literal_in_word(*name.end))
		name.end++;
	return name;
}

/* Is this the name of a pointer that one of these calls has set? */
static bool set_by(const char *text, struct span name, const char *call)
{
	for (const char *s = text; (s = source_next_word(text, s, call)) != NULL; s++) {
		const char *open = source_past_space(s + strlen(call));

		if (*open == '(' && source_past(open, '(', ')') && span_same(name, name_of(source_nth(open, ')', 0))))
			return true;
	}
	return false;
}

/* "name = (float *)malloc(bytes);" */
static bool of_malloc(const char *text, struct span name)
{
	for (const char *s = text; (s = source_next_word(text, s, "malloc")) != NULL; s++) {
		const char *begin = s, *equals;

		while (begin > text && !strchr(";{}", begin[-1]))
			begin--;
		equals = memchr(begin, '=', (size_t)(s - begin));
		while (equals && equals > begin && strchr(" \t", equals[-1]))
			equals--;
		if (equals && equals - begin >= name.end - name.begin &&
			span_same(name, (struct span){ equals - (name.end - name.begin), equals }))
			return true;
	}
	return false;
}

static bool may_lie(const char *text, struct span item, enum copy_side side)
{
	static const char *const device[] = { "cudaMalloc", "cudaMallocAsync", "cudaMallocPitch" },
				 *const host[] = { "cudaMallocHost", "cudaHostAlloc" };
	struct span name = name_of(item);
	bool on_device = false, on_host = of_malloc(text, name);

	for (size_t i = 0; i < sizeof device / sizeof *device; i++)
		on_device = on_device || set_by(text, name, device[i]);
	for (size_t i = 0; i < sizeof host / sizeof *host; i++)
		on_host = on_host || set_by(text, name, host[i]);
	return side == SIDE_ANY || on_device == on_host || (side == SIDE_DEVICE) == on_device;
}

int source_copy_line(
	const char *source, const char *call, const char *direction, enum copy_side to, enum copy_side from)
{
	char *text = source_bare(source);
	int line = 0, n = 0;

	for (const char *s = text; (s = source_next_word(text, s, call)) != NULL; s++) {
		const char *open = source_past_space(s + strlen(call));
		struct span way = { NULL, NULL };

		if (*open == '(' && source_past(open, '(', ')'))
			way = span_trimmed(source_nth(open, ')', 3));
		if (!way.begin || !span_has_word(way, direction) || !may_lie(text, source_nth(open, ')', 0), to) ||
			!may_lie(text, source_nth(open, ')', 1), from))
			continue;
		line = source_line_at(text, s);
		n++;
	}
	free(text);
	return n == 1 ? line : 0;
}
