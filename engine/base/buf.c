/* buf.c: the growable byte string and the allocators that never return NULL. */
#include "base/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/pages.h"

static struct {
	const char *answer;
	int status;
	pid_t pid; /* a child that has not begun its own program answers nobody */
} last;

void out_of_memory_answer(const char *answer, int status)
{
	last.answer = answer;
	last.status = status;
	last.pid = getpid();
}

static void out_of_memory(void)
{
	static const char msg[] = "warplings: out of memory\n";
	const char *p = last.answer;
	ssize_t n;

	if (write(2, msg, sizeof msg - 1) < 0) {
		/* Nobody reads it; the end says the same. */
	}
	if (!last.pid || last.pid != getpid())
		abort();
	for (size_t left = p ? strlen(p) : 0; left; p += n, left -= (size_t)n) {
		n = write(1, p, left);
		if (n <= 0)
			break;
	}
	_exit(last.status);
}

void *xmalloc(size_t n)
{
	void *p = malloc(n ? n : 1);

	if (!p)
		out_of_memory();
	return pages_large(p, n);
}

void *xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		out_of_memory();
	return p;
}

void *xaligned(size_t alignment, size_t n)
{
	void *p = aligned_alloc(alignment, (n + alignment - 1) & ~(alignment - 1));

	if (!p)
		out_of_memory();
	return p;
}

void *xaligned_zeroed(size_t alignment, size_t n)
{
	return memset(xaligned(alignment, n), 0, n);
}

void *xrealloc(void *p, size_t n)
{
	p = realloc(p, n ? n : 1);
	if (!p)
		out_of_memory();
	return pages_large(p, n);
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *xstrndup(const char *s, size_t n)
{
	char *p;

	n = strnlen(s, n);
	p = xmalloc(n + 1);
	memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

char *xscrub(const char *s, size_t n)
{
	struct buf b;

	if (!s)
		return NULL;
	buf_init(&b);
	buf_add_scrubbed(&b, s, strnlen(s, n));
	return buf_detach(&b);
}

char *xasprintf(const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	return b.data;
}

void buf_init(struct buf *b)
{
	b->cap = 64;
	b->len = 0;
	b->data = xmalloc(b->cap);
	b->data[0] = '\0';
}

void buf_release(struct buf *b)
{
	free(b->data);
	b->data = NULL;
	b->len = b->cap = 0;
}

void buf_clear(struct buf *b)
{
	b->len = 0;
	if (b->data)
		b->data[0] = '\0';
}

void buf_reserve(struct buf *b, size_t extra)
{
	size_t need;

	if (extra > SIZE_MAX - b->len - 1)
		out_of_memory();
	need = b->len + extra + 1;
	if (need <= b->cap)
		return;
	if (!b->cap)
		b->cap = 64; /* used again after buf_detach */
	while (b->cap < need)
		b->cap = b->cap > SIZE_MAX / 2 ? need : b->cap * 2;
	b->data = xrealloc(b->data, b->cap);
}

void buf_add(struct buf *b, const void *p, size_t n)
{
	buf_reserve(b, n);
	if (n)
		memcpy(b->data + b->len, p, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void buf_puts(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void buf_putc(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	buf_reserve(b, 0);
	va_copy(again, ap);
	n = vsnprintf(b->data + b->len, b->cap - b->len, fmt, ap);
	if (n > 0 && (size_t)n >= b->cap - b->len) {
		buf_reserve(b, (size_t)n);
		n = vsnprintf(b->data + b->len, b->cap - b->len, fmt, again);
	}
	va_end(again);
	if (n > 0)
		b->len += (size_t)n;
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

char *buf_detach(struct buf *b)
{
	char *p = b->data;

	b->data = NULL;
	b->len = b->cap = 0;
	return p;
}

/* Length of the valid UTF-8 sequence at p (2..4), or 0. Overlong forms, surrogates and C1 controls (U+0080..U+009F,
 * which terminals obey) count as invalid. */
static size_t utf8_seq(const unsigned char *p, size_t n)
{
	uint32_t c;
	size_t len;

	if (p[0] >= 0xc2 && p[0] <= 0xdf)
		len = 2, c = p[0] & 0x1f;
	else if ((p[0] & 0xf0) == 0xe0)
		len = 3, c = p[0] & 0x0f;
	else if (p[0] >= 0xf0 && p[0] <= 0xf4)
		len = 4, c = p[0] & 0x07;
	else
		return 0;
	if (n < len)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	if ((len == 3 && c < 0x800) || (len == 4 && (c < 0x10000 || c > 0x10ffff)) || (c >= 0xd800 && c <= 0xdfff) ||
		c < 0xa0)
		return 0;
	if ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
		return 0; /* they turn the order of what follows around: "gpj.exe" reads as "exe.jpg" */
	return len;
}

/* Bytes of ASCII in front that are no control characters. */
static size_t plain(const unsigned char *s, size_t n)
{
	size_t i = 0;

	while (i < n && s[i] < 0x7f && (s[i] >= 0x20 || s[i] == '\n' || s[i] == '\t'))
		i++;
	return i;
}

void buf_add_scrubbed(struct buf *b, const char *p, size_t n)
{
	const unsigned char *s = (const unsigned char *)p;

	for (size_t i = 0; i < n;) {
		size_t len = plain(s + i, n - i); /* most of a text, at once */

		if (!len && s[i] >= 0x80)
			len = utf8_seq(s + i, n - i);
		if (len)
			buf_add(b, p + i, len);
		else if (!(s[i] == '\r' && i + 1 < n && s[i + 1] == '\n')) /* CRLF is no attack */
			buf_putc(b, '?');
		i += len ? len : 1;
	}
}

void buf_vprintf_scrubbed(struct buf *b, const char *fmt, va_list ap)
{
	struct buf raw;

	buf_init(&raw);
	buf_vprintf(&raw, fmt, ap);
	buf_add_scrubbed(b, raw.data, raw.len);
	buf_release(&raw);
}
