/* arena.c: a list of blocks, the newest first. Small requests share a block; a large one gets its own. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	_Alignas(16) unsigned char data[];
};

enum { BLOCK_SIZE = 64 * 1024 - 64 };

void arena_init(struct arena *a)
{
	a->head = NULL;
}

void arena_release(struct arena *a)
{
	while (a->head) {
		struct arena_block *b = a->head;

		a->head = b->next;
		free(b);
	}
}

void *arena_alloc(struct arena *a, size_t n)
{
	struct arena_block *b = a->head;
	void *p;

	if (n > SIZE_MAX / 2)
		n = SIZE_MAX / 2; /* malloc fails and says so */
	n = (n + 15) & ~(size_t)15;
	if (!b || b->size - b->used < n) {
		size_t size = n > BLOCK_SIZE / 4 ? n : BLOCK_SIZE;

		b = xcalloc(1, sizeof *b + size);
		b->size = size;
		if (size != BLOCK_SIZE && a->head) {
			/* A block of its own goes after the current one, which still has room. */
			b->next = a->head->next;
			a->head->next = b;
		} else {
			b->next = a->head;
			a->head = b;
		}
	}
	p = b->data + b->used;
	b->used += n;
	return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *p;

	n = strnlen(s, n);
	p = arena_alloc(a, n + 1);
	memcpy(p, s, n);
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

static char *into_arena(struct arena *a, struct buf *b)
{
	char *p = arena_strndup(a, b->data, b->len);

	buf_release(b);
	return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	return into_arena(a, &b);
}

char *arena_scrub(struct arena *a, const char *s)
{
	struct buf b;

	if (!s)
		return NULL;
	buf_init(&b);
	buf_add_scrubbed(&b, s, strlen(s));
	return into_arena(a, &b);
}

char *arena_vprintf_scrubbed(struct arena *a, const char *fmt, va_list ap)
{
	struct buf b;

	buf_init(&b);
	buf_vprintf_scrubbed(&b, fmt, ap);
	return into_arena(a, &b);
}

void *arena_grow(struct arena *a, void *old, size_t n, size_t *cap, size_t elem)
{
	void *p;
	size_t want;

	if (n < *cap)
		return old;
	want = *cap ? *cap * 2 : 8;
	while (want <= n)
		want *= 2;
	p = arena_alloc(a, want * elem);
	if (n)
		memcpy(p, old, n * elem);
	*cap = want;
	return p;
}
