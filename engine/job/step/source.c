/* source: see source.h. */
#include "job/step/source.h"

#include "base/fs.h"

enum { SOURCE_MAX = 16 << 20 };

const char *source_text(struct arena *a, const char *file, const char **text)
{
	struct buf b;

	if (!*text) {
		buf_init(&b);
		if (!fs_read(file, SOURCE_MAX, &b, NULL))
			*text = arena_strdup(a, b.data);
		buf_release(&b);
	}
	return *text;
}
