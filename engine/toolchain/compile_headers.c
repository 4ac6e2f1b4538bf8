/* compile_headers: nvcc's headers with nothing but what a file needs of them. nvcc preprocesses its own headers once,
 * for an empty file; that text is kept with the artifacts, and each file gets of it the declarations whose names it
 * says (declarations.h), as a cuda_runtime.h that is found before nvcc's. docs/decisions/0003-compiling.md has what it
 * saves.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/literal.h"
#include "toolchain/compile_internal.h"
#include "toolchain/declarations.h"

/* The empty file. No file of a student's begins with an underscore here (compile_choose_name). */
#define EMPTY "_headers"
enum { TEXT_MAX = 16 << 20, KEPT = 4 };

/* What nvcc reads for the device's half and for the host's. Never changed once it is kept: threads share it. */
struct header_text {
	char key[65];
	struct buf device, host;
	struct declarations *of_device, *of_host; /* NULL: there is no such text, so nobody tries again */
};
static struct {
	pthread_mutex_t lock;
	struct header_text *list[KEPT]; /* one per toolchain and architecture */
	size_t n;
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Kept as the device's text, a 0, the host's text. */
static bool load(const struct toolchain *t, struct header_text *h)
{
	struct buf b;
	bool got;

	buf_init(&b);
	got = cache_get_text(t->cache, h->key, TEXT_MAX, &b);
	if (got) {
		buf_puts(&h->device, b.data);
		if (h->device.len < b.len)
			buf_add(&h->host, b.data + h->device.len + 1, b.len - h->device.len - 1);
	}
	buf_release(&b);
	return got;
}

static void store(const struct toolchain *t, const struct header_text *h)
{
	struct buf b;

	buf_init(&b);
	buf_add(&b, h->device.data, h->device.len + 1);
	buf_add(&b, h->host.data, h->host.len);
	cache_put_text(t->cache, h->key, &b);
	buf_release(&b);
}

static int read_half(const struct compilation *c, const char *pass, struct buf *to)
{
	char *path = xasprintf("%s/" EMPTY ".%s.ii", c->dir, pass);
	int r = fs_read_plain(path, TEXT_MAX, to, NULL);

	free(path);
	return r;
}

/* nvcc at work on an empty file, with all that it makes on the way kept. 1: it won't. */
static int make(struct compilation *c, struct header_text *h, struct err *e)
{
	char *empty = xasprintf("%s/" EMPTY ".cu", c->dir), *lean = xasprintf("%s/lean", c->dir);
	size_t said = c->out->diagnostics.len;
	int r = lean_make(c->dir, INCLUDES_C, e);

	if (!r)
		r = write_renamed(empty, "\n", 1, e);
	if (!r)
		r = compile_run_nvcc_keeping(c, EMPTY ".cu", e);
	if (r > 0) { /* no word of it is about the student's file */
		c->out->diagnostics.len = said;
		c->out->diagnostics.data[said] = '\0';
	}
	if (!r)
		r = read_half(c, "cpp1", &h->device) || read_half(c, "cpp4", &h->host);
	fs_remove_tree(lean, NULL);
	free(empty);
	free(lean);
	return r;
}

static void understand(struct header_text *h)
{
	h->of_device = declarations_parse(h->device.data, h->device.len);
	h->of_host = declarations_parse(h->host.data, h->host.len);
}

static struct header_text *kept_for(const char *key)
{
	for (size_t i = 0; i < kept.n; i++)
		if (!strcmp(kept.list[i]->key, key))
			return kept.list[i];
	return NULL;
}

/* The text for this toolchain and architecture: from memory, from the cache's folder, from nvcc. With the lock held.
 * NULL: there is no room, or (*r < 0) it was an error. */
static const struct header_text *obtain(struct compilation *c, const char *key, int *r, struct err *e)
{
	struct header_text *h = kept_for(key);

	*r = 0;
	if (h || kept.n == KEPT)
		return h;
	h = xcalloc(1, sizeof *h);
	snprintf(h->key, sizeof h->key, "%s", key);
	buf_init(&h->device);
	buf_init(&h->host);
	if (!load(c->t, h)) {
		*r = make(c, h, e);
		if (*r < 0 || c->out->timed_out) {
			buf_release(&h->device);
			buf_release(&h->host);
			free(h);
			return NULL;
		}
		if (!*r)
			store(c->t, h);
	}
	if (!*r)
		understand(h);
	*r = 0;
	kept.list[kept.n++] = h;
	return h;
}

/* Words that a backslash takes apart, and what counts what was read. */
static bool is_odd(const struct buf *source)
{
	for (const char *s = source->data; (s = strstr(s, "\\\n")); s += 2)
		if (s > source->data && literal_in_word(s[-1]) && literal_in_word(s[2]))
			return true;
	return strstr(source->data, "\\\r") || strstr(source->data, "__COUNTER__");
}

bool compile_headers_fit(const struct compilation *c)
{
	return c->t->cache && !c->lambdas && !is_odd(&c->source) && lean_includes(&c->source) <= INCLUDES_C;
}

static bool write_needed(
	const struct compilation *c, const struct header_text *h, enum includes includes, struct buf *out)
{
	struct wanted w = { .source = c->source.data,
		.defines = c->is_control ? NULL : c->rq->defines,
		.system = includes > INCLUDES_NONE };

	buf_puts(out, "#pragma once\n#ifdef __CUDA_ARCH__\n");
	if (!declarations_needed(h->of_device, &w, out))
		return false;
	buf_puts(out, "#else\n");
	if (!declarations_needed(h->of_host, &w, out))
		return false;
	buf_puts(out, "#endif\n");
	return true;
}

int compile_headers(struct compilation *c, struct err *e)
{
	const enum includes includes = lean_includes(&c->source);
	const struct header_text *h;
	struct buf text;
	char key[65], *path;
	int r;

	compile_headers_key(c, key);
	pthread_mutex_lock(&kept.lock);
	h = obtain(c, key, &r, e);
	pthread_mutex_unlock(&kept.lock);
	if (r < 0)
		return -1;
	if (!h || !h->of_device || !h->of_host)
		return 1;
	buf_init(&text);
	r = !write_needed(c, h, includes, &text);
	if (!r)
		r = lean_make(c->dir, includes, e);
	path = xasprintf("%s/lean/cuda_runtime.h", c->dir);
	if (!r)
		r = write_renamed(path, text.data, text.len, e);
	free(path);
	buf_release(&text);
	return r;
}
