/* excerpt: see excerpt.h. */
#include "job/step/excerpt.h"

#include <string.h>

#include "base/fs.h"
#include "base/lines.h"

enum { AROUND = 2 };

static bool shown_already(const struct result *r, int line)
{
	for (size_t i = 0; i < r->nexcerpts; i++)
		if (r->excerpts[i].line == line)
			return true;
	return false;
}

void excerpt_add(struct result *r, const char *source, const char *file, int line, const char *note)
{
	struct excerpt *x = &r->excerpts[r->nexcerpts];
	int from = line > AROUND ? line - AROUND : 1;
	const char *text;
	size_t n;

	if (!file || !r->file || strcmp(fs_base_name(file), fs_base_name(r->file)) || !line_at(source, line, &n) ||
		shown_already(r, line) || r->nexcerpts == sizeof r->excerpts / sizeof *r->excerpts)
		return;
	*x = (struct excerpt){ .file = arena_strdup(&r->arena, fs_base_name(file)), .line = line, .note = note };
	for (int i = from; i <= line + AROUND && (text = line_at(source, i, &n)) != NULL; i++) {
		char *copy = arena_printf(&r->arena, "%.*s", (int)(n < 400 ? n : 400), text);

		if (!x->n && i < line && copy[strspn(copy, " \t\r")] == '\0')
			continue; /* no need to begin with an empty line */
		if (!x->n)
			x->first = i;
		x->lines[x->n++] = copy;
	}
	while (x->first + (int)x->n - 1 > line && x->lines[x->n - 1][strspn(x->lines[x->n - 1], " \t\r")] == '\0')
		x->n--;
	r->nexcerpts++;
}
