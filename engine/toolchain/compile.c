/* compile.c: one .cu becomes one .so, or says why not. The source is copied into a private folder and compiled there
 * under its own name, so that every diagnostic has the student's name and line, and nothing that the compiler leaves
 * behind stays.
 *
 * `nvcc -c` and a plain link instead of `nvcc -shared`: half the time, since there is no device link. PTX for every
 * device, and the machine code of one, which says how many registers ptxas takes. docs/decisions/0003-compiling.md has
 * the measurements.
 */
#include "toolchain/compile_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"

/* The linker's result. Its size is the file's doing. */
static int read_object(struct compilation *c, const char *so, struct buf *image, struct err *e)
{
	struct stat st;

	if (!lstat(so, &st) && S_ISREG(st.st_mode) && st.st_size > ARTIFACT_MAX)
		return compile_refuse(c, "%s: error: the object is %lld MiB large, and at most %d MiB are taken",
			c->shown_as, (long long)(st.st_size >> 20), ARTIFACT_MAX >> 20);
	return fs_read_plain(so, ARTIFACT_MAX, image, e);
}

/* 0: solve() is there; 1: it isn't, and the diagnostics say what to write. */
static int check_solve(struct compilation *c, const struct buf *image)
{
	int line = source_line_of(c->source.data, c->source.len, "solve");

	switch (elf_find(image->data, image->len, "solve")) {
	case ELF_EXPORTED: return 0;
	case ELF_MANGLED:
		return compile_refuse(c,
			"%s(%d): error: solve() is a C++ function here, so its name is mangled: put extern \"C\" "
			"before it, as in extern "
			"\"C\" void solve(...)",
			c->shown_as, line);
	default:
		return compile_refuse(
			c, "%s: error: solve() is missing: declare it as extern \"C\" void solve(...)", c->shown_as);
	}
}

int compile_build(struct compilation *c, struct buf *image, struct err *e)
{
	char *path = xasprintf("%s/%s", c->dir, c->name), *so = xasprintf("%s/a.so", c->dir);
	int r = compile_write_source(c, path, e);

	if (!r)
		r = compile_translate(c, e);
	if (!r && !c->rq->assemble)
		r = compile_link(c, e);
	if (!r && !c->rq->assemble)
		r = read_object(c, so, image, e);
	if (!r && !c->rq->program && !c->rq->assemble)
		r = check_solve(c, image);
	if (r > 0 && compile_machine_fails(c, e))
		r = -1;
	free(path);
	free(so);
	return r;
}

/* A private folder beside the result, not in /tmp: whoever owns the result's folder also removes what a kill of us
 * leaves there. */
static int make_folder(struct compilation *c, struct err *e)
{
	char *name = xasprintf("%s.XXXXXX", c->rq->out);

	c->dir = mkdtemp(name) ? realpath(name, NULL) : NULL; /* absolute: the compiler runs inside it */
	if (!c->dir)
		err_errno(e, "the folder %s can't be made", name);
	free(name);
	if (c->dir && !fs_plain_path(c->dir)) {
		err_set(e, ERR_ENV,
			"nvcc would hand the folder %s to a shell, which takes some of its characters for something "
			"else: set TMPDIR to a folder of letters, digits and . _ - / @ + =",
			c->dir);
		rmdir(c->dir);
		free(c->dir);
		return -1;
	}
	return c->dir ? 0 : -1;
}

static int compile(struct compilation *c, struct err *e)
{
	const char *cache = NULL;
	struct buf image;
	char key[65] = "";
	bool waited;
	int r = compile_read_source(c, e), lock = -1;

	if (r)
		return r;
	if (c->rq->use_cache && !c->rq->program && !c->rq->assemble && !compile_includes_beside(c))
		cache = c->t->cache;
	compile_choose_name(c);
	if (cache) {
		compile_key(c, key);
		if (cache_get(cache, key, c->rq->out, &c->out->diagnostics)) {
			c->out->from_cache = true;
			return 0;
		}
		/* Somebody may be at it: what they make is as good as what we would. */
		lock = cache_lock(cache, key, c->deadline, c->rq->cancel_fd, &waited);
		if (waited && cache_get(cache, key, c->rq->out, &c->out->diagnostics)) {
			cache_unlock(cache, key, lock);
			c->out->from_cache = true;
			return 0;
		}
	}
	if (make_folder(c, e)) {
		cache_unlock(cache, key, lock);
		return -1;
	}
	c->beside = compile_source_folder(c);
	c->beside_real = c->beside && c->rq->sandbox ? realpath(c->beside, NULL) : NULL;
	buf_init(&image);
	r = compile_build(c, &image, e);
	fs_remove_tree(c->dir, NULL);
	free(c->beside);
	free(c->beside_real);
	free(c->dir);
	if (!r && !c->rq->assemble)
		r = write_renamed(c->rq->out, image.data, image.len, e);
	if (!r && cache)
		cache_put(cache, key, &image, &c->out->diagnostics);
	cache_unlock(cache, key, lock);
	buf_release(&image);
	return r;
}

int toolchain_compile(
	const struct toolchain *t, const struct compile_request *rq, struct compile_outcome *out, struct err *e)
{
	int timeout_ms = rq->timeout_ms > 0 ? rq->timeout_ms : 60000;
	int64_t start = time_now_ns();
	struct compilation c = { .t = t, .rq = rq, .out = out, .timeout_ms = timeout_ms };
	int r;

	memset(out, 0, sizeof *out);
	buf_init(&out->diagnostics);
	buf_init(&c.source);
	c.deadline = start + (int64_t)timeout_ms * 1000000;
	c.shown_as = rq->shown_as ? rq->shown_as : fs_base_name(rq->source);
	r = compile(&c, e);
	buf_release(&c.source);
	out->ok = r == 0;
	out->ms = (double)(time_now_ns() - start) / 1e6;
	return r < 0 ? -1 : 0;
}
