/* headers.c: parts of nvcc's own headers that most kernels have no use for, and that take a tenth of its time, and what
 * NVIDIA's other headers bring in for them alone. To the headers each flag says that its part is there already, or not
 * wanted; a file that has one of the words gets that part, and so does one whose includes reach further. What needs a
 * part all the same fails, and compile.c compiles it once more with everything. */
#include <string.h>

#include "toolchain/internal.h"

static const struct cut {
	const char *flag;
	enum includes upto; /* what the file may include for this */
	const char *words[6];
} cuts[] = {
	{ "-D__TEXTURE_INDIRECT_FUNCTIONS_H__", INCLUDES_C, { "tex" } },
	{ "-D__SURFACE_INDIRECT_FUNCTIONS_H__", INCLUDES_C, { "surf" } },
	{ "-D__SM_32_INTRINSICS_H__", INCLUDES_C, { "__ld", "__st", "__funnel" } },
	{ "-D__SM_60_ATOMIC_FUNCTIONS_H__", INCLUDES_C, { "atomic" } },
	{ "-D__SM_61_INTRINSICS_H__", INCLUDES_C, { "__dp" } },
	{ "-D__SM_20_INTRINSICS_H__", INCLUDES_C,
		{ "__ballot", "__syncthreads_", "__threadfence_", "__d", "__is", "__cvta" } },
	{ "-D__SM_30_INTRINSICS_H__", INCLUDES_C, { "_sync", "__shfl", "__activemask", "__syncwarp", "__fns" } },
	{ "-D__SM_70_RT_H__", INCLUDES_C, { "atomic", "__match", "__nanosleep" } },
	{ "-D__SM_80_RT_H__", INCLUDES_C, { "__reduce", "__nv_" } },
	{ "-D__SM_90_RT_H__", INCLUDES_C, { "atomic", "Atomic", "luster", "__is" } },
	{ "-D__SM_100_RT_H__", INCLUDES_C, { "__f" } },
	{ "-D__DEVICE_ATOMIC_FUNCTIONS_H__", INCLUDES_C, { "atomic", "__any", "__all" } },
	{ "-D__SM_20_ATOMIC_FUNCTIONS_H__", INCLUDES_C, { "atomic" } },
	{ "-D__SM_32_ATOMIC_FUNCTIONS_H__", INCLUDES_C, { "atomic" } },
	{ "-D__VECTOR_FUNCTIONS_H__", INCLUDES_C, { "make_" } },
	/* Cooperative groups with traits of their own in place of libcu++'s, which is four times as long as they. */
	{ "-D_CG_LIMIT_INCLUDED_DEPENDENCIES", INCLUDES_CUDA, { NULL } },
	/* libcu++ without the small floats: their headers would come with it. */
	{ "-DCCCL_DISABLE_FP16_SUPPORT", INCLUDES_CUDA, { NULL } },
	{ "-DCCCL_DISABLE_BF16_SUPPORT", INCLUDES_CUDA, { NULL } },
	{ "-DCCCL_DISABLE_NVFP8_SUPPORT", INCLUDES_CUDA, { NULL } },
	{ "-DCCCL_DISABLE_NVFP6_SUPPORT", INCLUDES_CUDA, { NULL } },
	{ "-DCCCL_DISABLE_NVFP4_SUPPORT", INCLUDES_CUDA, { NULL } },
	{ "-DCCCL_DISABLE_NVTX", INCLUDES_CUDA, { NULL } },
};
enum { NCUTS = sizeof cuts / sizeof *cuts, WORDS = sizeof cuts->words / sizeof *cuts->words };
_Static_assert((int)NCUTS <= (int)HEADER_CUTS, "argv of header_cuts()");

static bool has_word(const struct buf *source, const char *word)
{
	return memmem(source->data, source->len, word, strlen(word));
}

static bool may_cut(const struct buf *source, enum includes includes, const struct cut *cut)
{
	if (includes > cut->upto || (includes < INCLUDES_CUDA && cut->upto == INCLUDES_CUDA))
		return false;
	for (size_t i = 0; i < WORDS && cut->words[i]; i++)
		if (has_word(source, cut->words[i]))
			return false;
	return true;
}

size_t header_cuts(const struct buf *source, const char **argv)
{
	enum includes includes = source ? lean_includes(source) : INCLUDES_NONE;
	size_t n = 0;

	for (size_t i = 0; i < NCUTS; i++)
		if (!source || may_cut(source, includes, &cuts[i]))
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
