/* boxed.c: a compiler's command in a sandbox (sandbox/sandbox.h): what it may read there. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "toolchain/internal.h"

enum { PROCESSES = 128 };
#define TMP_BYTES (64ull << 20)

/* Is `path` this folder, or in it? */
static bool within(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	return !strncmp(path, folder, n) && (!path[n] || path[n] == '/');
}

/* One more place that is to be seen, unless it is, or is a whole part of the system (/etc, /home). Takes over `path`.
 */
static void add_place(struct tool_box *b, const char **list, size_t *n, char *path)
{
	bool seen = !path || within(path, "/usr") || !strchr(path + 1, '/') || b->nplaces == TOOL_BOX_PLACES;

	for (size_t i = 0; !seen && i < *n; i++)
		seen = within(path, list[i]);
	if (seen)
		free(path);
	else
		list[(*n)++] = b->places[b->nplaces++] = path;
}

/* A toolkit may be a folder of links that lead elsewhere (Spack, Nix, modules of a cluster): to where a folder is, or
 * to where many files are, whose folder is enough. */
static void follow_links(struct tool_box *b, const char **list, size_t *n, const char *top)
{
	static const char *const folders[] = { "", "/bin", "/include", "/lib", "/lib64", "/nvvm", "/nvvm/bin",
		"/nvvm/libdevice", "/targets", "/targets/x86_64-linux", "/targets/x86_64-linux/include", "/bin/crt",
		"/include/crt" };

	for (size_t i = 0; !within(top, "/usr") && i < sizeof folders / sizeof *folders; i++) {
		char *dir = xasprintf("%s%s", top, folders[i]);
		DIR *d = opendir(dir);
		struct dirent *e;

		while (d && (e = readdir(d))) {
			char *link, *real;

			if (e->d_type != DT_LNK)
				continue;
			link = xasprintf("%s/%s", dir, e->d_name);
			real = realpath(link, NULL);
			if (real && !fs_is_dir(real) && strrchr(real, '/') > real)
				*strrchr(real, '/') = '\0';
			add_place(b, list, n, real);
			free(link);
		}
		if (d)
			closedir(d);
		free(dir);
	}
}

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
	/* A link in a folder that is seen can't be bound over; what it leads to can. */
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
		bool seen = !rest[i];

		for (size_t k = 0; !seen && k < n; k++)
			seen = within(rest[i], list[k]);
		if (!seen)
			list[n++] = rest[i];
		else if (rest[i])
			add_place(b, list, &n, realpath(rest[i], NULL));
	}
	if (t->disassembler)
		add_place(b, list, &n, program_root(t->disassembler, true));
	b->words[4] = env ? xstrdup(env) : NULL;
	for (char *dir = env ? strtok_r(b->words[4], ":", &save) : NULL; dir && n < TOOL_BOX_READ;
		dir = strtok_r(NULL, ":", &save))
		if (*dir == '/')
			list[n++] = dir;
	for (int i = 0; i < 4; i += 2)
		if (b->words[i])
			follow_links(b, list, &n, b->words[i]);
	list[n] = NULL;
}

int tool_box_make(struct tool_box *b, const struct toolchain *t, struct sandbox *sandbox, const char *dir,
	const char *beside, const char *const *argv, struct err *e)
{
	const char *list[TOOL_BOX_READ + TOOL_BOX_PLACES + 1];
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
	for (size_t i = 0; i < b->nplaces; i++)
		free(b->places[i]);
	memset(b, 0, sizeof *b);
}
