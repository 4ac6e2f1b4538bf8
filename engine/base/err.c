/* err.c: filling a struct err. Messages are scrubbed here, once, so that whoever shows them need not. */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"

/* Control bytes in a message could drive the terminal; a file name or a student's text may carry them. Scrubbing never
 * makes a text longer, so it goes back into its own place. */
static void scrub(char *s)
{
	struct buf b;

	buf_init(&b);
	buf_add_scrubbed(&b, s, strlen(s));
	memcpy(s, b.data, b.len + 1);
	buf_release(&b);
}

static void fill(struct err *e, enum err_kind kind, const char *file, int line, int col, const char *fmt, va_list ap)
{
	char msg[sizeof e->msg];

	/* Through a buffer: fmt's arguments may point into e itself. */
	vsnprintf(msg, sizeof msg, fmt, ap);
	scrub(msg);
	e->kind = kind;
	memcpy(e->msg, msg, sizeof msg);
	snprintf(e->file, sizeof e->file, "%s", file ? file : "");
	scrub(e->file);
	e->line = line;
	e->col = col;
}

int err_set(struct err *e, enum err_kind kind, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return -1;
	va_start(ap, fmt);
	fill(e, kind, NULL, 0, 0, fmt, ap);
	va_end(ap);
	return -1;
}

int err_at(struct err *e, enum err_kind kind, const char *file, int line, int col, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return -1;
	va_start(ap, fmt);
	fill(e, kind, file, line, col, fmt, ap);
	va_end(ap);
	return -1;
}

int err_errno(struct err *e, const char *fmt, ...)
{
	int saved = errno;
	size_t n;
	va_list ap;

	if (!e)
		return -1;
	va_start(ap, fmt);
	fill(e, ERR_ENV, NULL, 0, 0, fmt, ap);
	va_end(ap);
	n = strlen(e->msg);
	snprintf(e->msg + n, sizeof e->msg - n, ": %s", strerror(saved));
	errno = saved;
	return -1;
}

int err_prefix(struct err *e, const char *fmt, ...)
{
	char head[sizeof e->msg], old[sizeof e->msg];
	va_list ap;
	int n;

	if (!e)
		return -1;
	va_start(ap, fmt);
	n = vsnprintf(head, sizeof head, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof head)
		n = (int)strlen(head);
	scrub(head);
	memcpy(old, e->msg, sizeof old);
	snprintf(e->msg, sizeof e->msg, "%.*s: %.*s", n, head,
		(int)(sizeof e->msg) - n - 3 > 0 ? (int)(sizeof e->msg) - n - 3 : 0, old);
	return -1;
}

const char *err_text(const struct err *e, char *dst, unsigned long size)
{
	if (e->file[0] && e->line && e->col)
		snprintf(dst, size, "%s:%d:%d: %s", e->file, e->line, e->col, e->msg);
	else if (e->file[0] && e->line)
		snprintf(dst, size, "%s:%d: %s", e->file, e->line, e->msg);
	else if (e->file[0])
		snprintf(dst, size, "%s: %s", e->file, e->msg);
	else
		snprintf(dst, size, "%s", e->msg);
	return dst;
}

void err_clear(struct err *e)
{
	e->kind = ERR_NONE;
	e->file[0] = e->msg[0] = '\0';
	e->line = e->col = 0;
}
