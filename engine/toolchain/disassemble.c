/* disassemble: a cubin to SASS, by the toolkit's nvdisasm, in the compiler's box: machine code of a stranger's file is
 * a stranger's, too. The tool takes a third of a second for the smallest file, so what it said of the last few cubins
 * is kept as long as we live: a step's variants are the same at each save. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "toolchain/internal.h"

enum { KEPT = 16, TIMEOUT_MS = 20000, TEXT_MAX = 8 << 20 };
#define TOOL_AS_BYTES (4ull << 30)
#define TOOL_FILE_BYTES (16ull << 20)

static struct kept {
	char key[65];
	char *text;
} kept[KEPT];
static size_t next_kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void key_of(char key[65], const struct toolchain *t, const struct buf *code)
{
	struct sha256 s;

	sha256_init(&s);
	sha256_add(&s, t->disassembler, strlen(t->disassembler) + 1);
	sha256_add(&s, code->data, code->len);
	sha256_hex(&s, key);
}

static bool known(const char *key, struct buf *out)
{
	bool found = false;

	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < KEPT && !found; i++) {
		found = kept[i].text && !strcmp(kept[i].key, key);
		if (found)
			buf_puts(out, kept[i].text);
	}
	pthread_mutex_unlock(&lock);
	return found;
}

static void cache_text(const char *key, const struct buf *text)
{
	struct kept *k;

	pthread_mutex_lock(&lock);
	k = &kept[next_kept++ % KEPT];
	free(k->text);
	k->text = xstrdup(text->data);
	memcpy(k->key, key, sizeof k->key);
	pthread_mutex_unlock(&lock);
}

static int run(const struct toolchain *t, struct sandbox *sandbox, const char *dir, int cancel_fd, struct buf *out,
	struct err *e)
{
	/* -g: lines of the source; -c: code alone. */
	const char *argv[] = { t->disassembler, "-g", "-c", "code.cubin", NULL };
	const char *path = getenv("PATH");
	char *env[] = { xasprintf("PATH=%s", path ? path : "/usr/bin:/bin"), xasprintf("TMPDIR=%s", dir),
		xasprintf("HOME=%s", dir), xstrdup("LC_ALL=C"), NULL };
	struct proc_spec spec = { .env = (const char *const *)env,
		.cwd = dir,
		.capture = true,
		.capture_max = TEXT_MAX,
		.cpu_seconds = TIMEOUT_MS / 1000,
		.as_bytes = TOOL_AS_BYTES,
		.file_bytes = TOOL_FILE_BYTES };
	struct tool_box boxed;
	struct proc p;
	int r = tool_box_make(&boxed, t, sandbox, dir, NULL, argv, e);

	spec.argv = boxed.argv;
	if (!r) {
		r = proc_run(&p, &spec, TIMEOUT_MS, cancel_fd, e);
		if (!r && (!p.exited || p.code))
			r = err_set(e, ERR_ENV, "%s failed (%s %d)", t->disassembler, p.exited ? "status" : "signal",
				p.code);
		if (!r)
			buf_add_scrubbed(out, p.out.data, p.out.len);
		proc_release(&p);
	}
	tool_box_release(&boxed);
	for (size_t i = 0; env[i]; i++)
		free(env[i]);
	return r ? -1 : 0;
}

int toolchain_disassemble(const struct toolchain *t, const struct buf *code, struct sandbox *sandbox,
	const char *scratch, int cancel_fd, struct buf *out, struct err *e)
{
	char key[65], *dir, *file;
	int r;

	if (!t->disassembler)
		return err_set(e, ERR_ENV, "there is no nvdisasm beside nvcc or on PATH");
	key_of(key, t, code);
	if (known(key, out))
		return 0;
	dir = xasprintf("%s/sass.XXXXXX", scratch);
	if (!mkdtemp(dir)) {
		err_errno(e, "the folder %s can't be made", dir);
		free(dir);
		return -1;
	}
	file = xasprintf("%s/code.cubin", dir);
	r = write_renamed(file, code->data, code->len, e);
	if (!r)
		r = run(t, sandbox, dir, cancel_fd, out, e);
	if (!r)
		cache_text(key, out);
	fs_remove_tree(dir, NULL);
	free(file);
	free(dir);
	return r;
}
