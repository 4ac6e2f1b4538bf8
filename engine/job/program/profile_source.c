/* profile_source.c: see profile_internal.h. */
#include "job/program/profile_internal.h"

#include "base/buf.h"
#include "base/fs.h"

enum { SOURCE_MAX = 1 << 20 };

const char *profile_scrub(struct arena *a, const char *text, size_t n)
{
	struct buf b;
	const char *s;

	buf_init(&b);
	buf_add_scrubbed(&b, text, n);
	s = arena_strdup(a, b.data);
	buf_release(&b);
	return s;
}

int profile_add_source(struct profile_report *r, const char *path, const char *file, struct err *e)
{
	struct buf text;
	int failed;

	buf_init(&text);
	failed = fs_read(path, SOURCE_MAX, &text, e);
	if (!failed)
		*ARENA_PUSH(&r->exec.arena, r->sources, r->nsources, r->sources_cap) =
			(struct profile_source){ file, profile_scrub(&r->exec.arena, text.data, text.len) };
	buf_release(&text);
	return failed;
}
