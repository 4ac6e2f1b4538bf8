/* library: see library.h. */
#include "judge/library.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *folder, *name;
} libraries[] = {
#define LIBRARY(folder, name) { folder, name },
#include "judge/library.def"
#undef LIBRARY
};

const char *library_of(const char *path)
{
	for (const char *s = path; s && (s = strstr(s, "/include/")); s++) {
		const char *at = s + strlen("/include/");

		if (!strncmp(at, "cccl/", 5))
			at += 5;
		for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
			if (!strncmp(at, libraries[i].folder, strlen(libraries[i].folder)))
				return libraries[i].name;
	}
	return NULL;
}
