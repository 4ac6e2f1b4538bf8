/* internal: the parts of the toolchain. find.c finds it; compile.c is the data path: compile_source.c -> cache.c ->
 * nvcc and the linker in a private folder -> diagnostics.c -> elf.c (is there a solve?) -> cache.c -> the artifact,
 * renamed into place. */
#ifndef TOOLCHAIN_INTERNAL_H
#define TOOLCHAIN_INTERNAL_H

#include <stdint.h>

#include "base/sha256.h"
#include "toolchain/toolchain.h"

/* ---- elf.c: what a shared object exports. Hostile-safe: an image that is no x86-64 shared object exports nothing. */
enum elf_found { ELF_MISSING, ELF_MANGLED, ELF_EXPORTED };
/* Is `name` exported as a function, or only as a C++ function of that name? */
enum elf_found elf_find(const void *image, size_t len, const char *name);

/* ---- find.c: the folder that a program came in: /opt/gcc for /opt/gcc/bin/g++ (malloc'd); `real`: links are
 * followed. */
char *program_root(const char *program, bool real);

/* ---- boxed.c: `argv` in a box; without a sandbox it stays as it is. `dir`: may be written; `beside`: may be read,
 * NULL: nothing. argv of the result lives until the release, which the caller does in each case. */
enum { TOOL_BOX_READ = 24, TOOL_BOX_PLACES = 32 };
struct tool_box {
	const char *const *argv;
	struct box_command command;
	char *words[5], *places[TOOL_BOX_PLACES]; /* places: where the toolkit's links lead */
	size_t nplaces;
};
int tool_box_make(struct tool_box *b, const struct toolchain *t, struct sandbox *sandbox, const char *dir,
	const char *beside, const char *const *argv, struct err *e);
void tool_box_release(struct tool_box *b);

/* ---- diagnostics.c */
/* The compiler's words made fit to be shown: `dir` and the compiled file's name replaced by what the student knows,
 * scrubbed, at most 64 KiB. Appends to `out`. */
void diagnostics_clean(
	struct buf *out, const char *text, size_t len, const char *dir, const char *compiled, const char *shown_as);
/* Line (from 1) where the source names a function `name`, outside of comments and strings; 0 when it doesn't. */
int source_line_of(const char *src, size_t len, const char *name);

/* How far what a source includes reaches: nothing; headers of the C library; cooperative groups, <cuda_pipeline.h> and
 * <cuda/atomic>; anything, or what is not seen for sure. */
enum includes { INCLUDES_NONE, INCLUDES_C, INCLUDES_CUDA, INCLUDES_OTHER };

/* ---- headers.c: into argv the flags that leave out of nvcc's headers what the source does not need (NULL: all such
 * flags), at most HEADER_CUTS. Returns how many. */
enum { HEADER_CUTS = 22 };
size_t header_cuts(const struct buf *source, const char **argv);
/* "[=] __device__", "[] __host__ __device__": an attribute after what a lambda captures. */
bool has_device_lambda(const struct buf *source);

/* ---- lean.c: a file that uses nothing of the mathematical headers is compiled without them, in half the time. */
bool lean_fits(const struct buf *source);
enum includes lean_includes(const struct buf *source);

/* ---- lean_shadows.c: how it is compiled without them. The folder `lean` in `dir`, where the compiler works, for a
 * file that includes so much; the flags that make use of it, at most LEAN_FLAGS; these and the folder's texts, for the
 * cache's key, at most LEAN_WORDS. */
enum { LEAN_FLAGS = 8, LEAN_WORDS = 12 };
int lean_make(const char *dir, enum includes includes, struct err *e);
size_t lean_flags(const char **argv);
size_t lean_key(const char **words);

/* ---- cache.c: <cache>/<key>.so and <key>.txt (its warnings). Entries are renamed into place; the oldest go when there
 * are too many. */
void cache_key(char key[65], const struct toolchain *t, const char *const *flags, const char *shown_as,
	const struct buf *source);
int write_renamed(const char *path, const void *data, size_t len, struct err *e);
/* True when an artifact with this key was copied to `out`; its warnings are appended to `diagnostics`. */
bool cache_get(const char *dir, const char *key, const char *out, struct buf *diagnostics);
/* Only one at a time makes the artifact of a key; the others wait until `deadline` (time_now_ns) or until cancel_fd is
 * readable. *waited: somebody was at it, so cache_get may have it now. -1: no lock, which forbids nothing. */
int cache_lock(const char *dir, const char *key, int64_t deadline, int cancel_fd, bool *waited);
void cache_unlock(const char *dir, const char *key, int lock);
/* A cache that can't be written is no error. */
void cache_put(const char *dir, const char *key, const struct buf *artifact, const struct buf *diagnostics);
/* The same of a text alone, of at most `most` bytes, which is appended to `text`: <key>.headers (compile_headers.c). */
bool cache_get_text(const char *dir, const char *key, size_t most, struct buf *text);
void cache_put_text(const char *dir, const char *key, const struct buf *text);

#endif
