/* arena: memory that is freed all at once; one per job, per catalogue, per module. Allocations are zeroed and
 * 16-byte aligned. Pointers stay valid until arena_release. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;
struct arena {
	struct arena_block *head;
};

void arena_init(struct arena *a);
void arena_release(struct arena *a);
void *arena_alloc(struct arena *a, size_t n);
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Foreign text made safe for a terminal (buf_add_scrubbed); NULL of NULL. */
char *arena_scrub(struct arena *a, const char *s);
/* printf of which some arguments are foreign: the whole is scrubbed. */
char *arena_vprintf_scrubbed(struct arena *a, const char *fmt, va_list ap);

/* Growable array inside an arena: ARENA_PUSH(a, arr, n, cap) makes room and yields the address of element n,
 * zeroed, and counts it. `n` and `cap` are size_t lvalues. */
void *arena_grow(struct arena *a, void *old, size_t n, size_t *cap, size_t elem);
#define ARENA_PUSH(a, arr, n, cap) ((arr) = arena_grow((a), (arr), (n), &(cap), sizeof *(arr)), &(arr)[(n)++])

#endif
