/* headers.c: parts of nvcc's own headers that most kernels have no use for, and that take a tenth of its time. To the
 * headers each flag says that its part is there already; a file that has one of the words gets that part. One that
 * includes anything gets all of them, for NVIDIA's other headers lean on these. What needs a part all the same fails,
 * and compile.c compiles it once more with everything. */
#include <string.h>

#include "toolchain/internal.h"

static const struct cut {
	const char *flag, *words[3];
} cuts[] = {
	{ "-D__TEXTURE_INDIRECT_FUNCTIONS_H__", { "tex" } },
	{ "-D__SURFACE_INDIRECT_FUNCTIONS_H__", { "surf" } },
	{ "-D__SM_32_INTRINSICS_H__", { "__ld", "__st", "__funnel" } },
	{ "-D__SM_60_ATOMIC_FUNCTIONS_H__", { "atomic" } },
	{ "-D__SM_61_INTRINSICS_H__", { "__dp" } },
};
enum { NCUTS = sizeof cuts / sizeof *cuts, WORDS = sizeof cuts->words / sizeof *cuts->words };

static bool has_word(const struct buf *source, const char *word)
{
	return memmem(source->data, source->len, word, strlen(word));
}

static bool may_cut(const struct buf *source, const struct cut *cut)
{
	if (has_word(source, "include"))
		return false;
	for (size_t i = 0; i < WORDS && cut->words[i]; i++)
		if (has_word(source, cut->words[i]))
			return false;
	return true;
}

size_t header_cuts(const struct buf *source, const char **argv)
{
	size_t n = 0;

	for (size_t i = 0; i < NCUTS; i++)
		if (!source || may_cut(source, &cuts[i]))
			argv[n++] = cuts[i].flag;
	return n;
}

bool has_device_lambda(const struct buf *source)
{
	for (const char *s = source->data; (s = strchr(s, ']')); s++) {
		const char *next = s + 1 + strspn(s + 1, " \t\r\n");

		if (!strncmp(next, "__device__", 10) || !strncmp(next, "__host__", 8))
			return true;
	}
	return false;
}
