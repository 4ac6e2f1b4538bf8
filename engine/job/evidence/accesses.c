/* accesses: see accesses.h. */
#include "base/fs.h"
#include "job/evidence/accesses.h"

#include <string.h>

#include "job/evidence/findings.h"

/* Most rows have the name of the one before. */
static const char *name_of(struct arena *a, const char **raw, const char **clean, const char *name)
{
	if (!*raw || strcmp(*raw, name)) {
		*raw = name;
		*clean = text_of_report(a, name);
		if (!*clean)
			*clean = "?";
	}
	return *clean;
}

struct access_list accesses_of_report(
	struct arena *a, const struct device_report *rep, const struct device_record *asked)
{
	struct access_list l = { .n = rep->naccesses, .nlines = rep->naccess_lines };
	const char *raw[2] = { NULL }, *clean[2] = { NULL };

	if (asked) {
		l.block = asked->block;
		l.warp = asked->warp;
	}
	l.v = arena_alloc(a, (l.n + 1) * sizeof *l.v);
	l.lines = arena_alloc(a, (l.nlines + 1) * sizeof *l.lines);
	for (size_t i = 0; i < l.n; i++) {
		const struct device_access *s = &rep->accesses[i];
		struct access *t = &l.v[i];

		*t = (struct access){ name_of(a, &raw[0], &clean[0], s->kernel),
			name_of(a, &raw[1], &clean[1], s->file), s->launch, s->line, s->column, s->inst,
			(enum access_kind)s->kind, s->shared, s->mask, s->bytes, s->nth, { 0 } };
		memcpy(t->addr, s->addr, sizeof t->addr);
	}
	for (size_t i = 0; i < l.nlines; i++) {
		const struct device_access_line *s = &rep->access_lines[i];

		l.lines[i] = (struct access_line){ name_of(a, &raw[0], &clean[0], s->kernel),
			name_of(a, &raw[1], &clean[1], s->file), s->launch, s->line, s->total };
	}
	return l;
}

static bool renamed(const char **file, const char *compiled, const char *shown)
{
	if (strcmp(fs_base_name(*file), compiled))
		return false;
	*file = shown;
	return true;
}

void accesses_of_file(struct access_list *l, const char *compiled, const char *shown)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		if (renamed(&l->v[i].file, compiled, shown))
			l->v[n++] = l->v[i];
	l->n = n;
	n = 0;
	for (size_t i = 0; i < l->nlines; i++)
		if (renamed(&l->lines[i].file, compiled, shown))
			l->lines[n++] = l->lines[i];
	l->nlines = n;
}
