/* advice_compiler: see advice_compiler.h. */
#include "job/step/advice_compiler.h"

#include <string.h>

#include "base/fs.h"
#include "base/lines.h"
#include "judge/compile_said.h"

const char *advice_unset_variable(struct result *r)
{
	static const char SAYS[] = "variable \"", UNSET[] = "\" is used before its value is set";
	const char *end = r->diagnostics ? strstr(r->diagnostics, UNSET) : NULL, *name = end;

	while (name && name > r->diagnostics && name[-1] != '"' && name[-1] != '\n')
		name--;
	if (!name || (size_t)(name - r->diagnostics) < strlen(SAYS) ||
		strncmp(name - strlen(SAYS), SAYS, strlen(SAYS)) != 0)
		return NULL;
	return arena_printf(&r->arena, "%.*s", (int)(end - name), name);
}

struct text_advice advice_no_effect(const struct asked *q)
{
	static const char WORDS[] = "expression has no effect";
	const char *at = q->r->diagnostics, *file = q->r->file ? fs_base_name(q->r->file) : "";
	struct text_advice to = { .note = "has no effect" };
	struct compile_said s;

	while (at && compile_said_next(&at, &s)) {
		if (s.kind != SAID_WARNING || s.line <= 0 || s.nfile < strlen(file) ||
			memcmp(s.file + s.nfile - strlen(file), file, strlen(file)) != 0 ||
			s.nmessage < strlen(WORDS) || memcmp(s.message, WORDS, strlen(WORDS)) != 0)
			continue;
		to.line = s.line;
		to.words = arena_printf(&q->r->arena, "The compiler warns of line %d: a part of it has no effect.%s",
			s.line,
			line_has(q->source, s.line, "dim3") ? " Of two values with a comma between them only the last "
							      "one counts: the sizes of a dim3 "
							      "stand in "
							      "brackets after its name, dim3 grid(x, y)." :
				line_has(q->source, s.line, "if (") || line_has(q->source, s.line, "while (") ?
							      " Of two conditions with a comma between them only the "
							      "last one counts: && joins them." :
				line_has(q->source, s.line, "for (") ? " i + n leaves i as it is: i += n moves it on." :
								       " Is that what you meant?");
		return to;
	}
	return (struct text_advice){ .line = 0 };
}
