/* boxed.c: a compiler's command in a sandbox (sandbox/sandbox.h): what it may read there. */
#include <stdlib.h>
#include <string.h>

#include "toolchain/internal.h"

enum { MAX_READ = 24, PROCESSES = 128 };
#define TMP_BYTES (64ull << 20)

/* Beside the system's own: the toolkit, the host compiler, what this machine needs to start them, and the folder of the
 * student's file. */
static void readable(struct tool_box *b, const struct toolchain *t, const char *beside, const char **list)
{
	const char *rest[] = { t->cuda_include, t->link_library, t->cuda_lib, beside };
	const char *env = getenv("LD_LIBRARY_PATH");
	char *save = NULL;
	size_t n = 0;

	/* As they are called, and where they really lie. */
	for (int real = 0; real < 2; real++) {
		list[n++] = b->words[2 * real] = program_root(t->nvcc, real);
		list[n++] = b->words[2 * real + 1] = program_root(t->cxx, real);
	}
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		if (rest[i])
			list[n++] = rest[i];
	b->words[4] = env ? xstrdup(env) : NULL;
	for (char *dir = env ? strtok_r(b->words[4], ":", &save) : NULL; dir && n < MAX_READ;
		dir = strtok_r(NULL, ":", &save))
		if (*dir == '/')
			list[n++] = dir;
	list[n] = NULL;
}

int tool_box_make(struct tool_box *b, const struct toolchain *t, struct sandbox *sandbox, const char *dir,
	const char *beside, const char *const *argv, struct err *e)
{
	const char *list[MAX_READ + 1];
	struct box box = { .read = list, .work = dir, .processes = PROCESSES, .tmp_bytes = TMP_BYTES };
	int r;

	memset(b, 0, sizeof *b);
	b->argv = argv;
	if (!sandbox)
		return 0;
	readable(b, t, beside, list);
	r = sandbox_command(sandbox, &box, argv, &b->command, e);
	b->argv = b->command.argv;
	return r;
}

void tool_box_release(struct tool_box *b)
{
	box_command_release(&b->command);
	for (size_t i = 0; i < sizeof b->words / sizeof *b->words; i++)
		free(b->words[i]);
	memset(b, 0, sizeof *b);
}
