/* buf: a growable byte string, always NUL-terminated. Out of memory ends the process (xmalloc): nothing in
 * this project can go on without it, and untested recovery paths are worse than none. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>

struct buf {
	char *data; /* never NULL between buf_init and buf_detach; owned */
	size_t len, cap;
};

/* How this process ends when it is out of memory: with this text on stdout (NULL: none; it is the caller's and has to
 * stay) and this status. A process that has not said it dies of abort(). */
void out_of_memory_answer(const char *answer, int status);

void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xaligned(size_t alignment, size_t n); /* a power of two; not zeroed */
void *xaligned_zeroed(size_t alignment, size_t n);
void *xrealloc(void *p, size_t n);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

void buf_init(struct buf *b);
void buf_release(struct buf *b);
void buf_clear(struct buf *b); /* keep the memory, drop the bytes */
void buf_reserve(struct buf *b, size_t extra);
void buf_add(struct buf *b, const void *p, size_t n);
void buf_puts(struct buf *b, const char *s);
void buf_putc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap);
char *buf_detach(struct buf
		*b); /* the bytes are the caller's (free); b holds nothing (data is NULL) and may be used or dropped */
/* Append foreign text made safe for a terminal: C0/C1 control bytes (but \n and \t), DEL and broken UTF-8
 * become '?'. Use it on everything that a student's file, compiler or program wrote. */
void buf_add_scrubbed(struct buf *b, const char *p, size_t n);
/* A copy of foreign text made safe, for the caller to free; NULL of NULL. At most n bytes of it are read. */
char *xscrub(const char *s, size_t n);
/* buf_vprintf of which some arguments are foreign: the whole text is scrubbed. */
void buf_vprintf_scrubbed(struct buf *b, const char *fmt, va_list ap);

#endif
