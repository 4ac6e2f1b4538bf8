/* source_called: see source_called.h. */
#include "judge/source_called.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "judge/source_parts.h"
#include "judge/source_scan.h"

/* The line of the only call of `name` in this part; 0: there is none, -1: there are several. */
static int only_call(const char *text, struct span part, const char *name)
{
	int line = 0;

	for (const char *s = part.begin; (s = source_next_word(text, s, name)) != NULL && s < part.end; s++) {
		if (line)
			return -1;
		line = source_line_at(text, s);
	}
	return line;
}

bool source_called(struct arena *a, const char *source, int line, int other, struct called *to)
{
	char *text = source_bare(source), *name, *caller;
	size_t n;
	const char *at = line_at(text, other, &n), *head, *its;
	struct span mine = source_body_around(text, line_at(text, line, &n)), body = source_body_around(text, at),
		    loop = { NULL, NULL };
	struct condition c;

	*to = (struct called){ .call = 0 };
	head = mine.begin ? source_head(text, mine) : NULL;
	its = body.begin && body.begin != mine.begin ? source_head(text, body) : NULL;
	if (head && its && !strncmp(head, "__device__", 10)) {
		name = source_head_name(head);
		caller = source_head_name(its);
		at += strspn(at, " \t");
		for (const char *s = body.begin; source_next_condition(text, &s, at, &c);)
			if (c.loop && span_has(c.governs, at))
				loop = c.governs;
		to->call = loop.begin ? only_call(text, loop, name) : 0;
		to->loop = to->call > 0;
		if (!to->call)
			to->call = only_call(text, body, name);
		to->function = arena_strdup(a, name);
		to->caller = arena_strdup(a, caller);
		free(name);
		free(caller);
	}
	free(text);
	return to->call > 0;
}
