/* err: what went wrong, as one full sentence, with the place in a file where there is one.
 *
 * Convention of the whole engine: a function that can fail returns 0 on success and -1 on failure (or a
 * pointer and NULL), takes a `struct err *` last, fills it on failure and leaves it alone on success.
 * The engine never prints and never exits; the message reaches a person through cli/ or tui/.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>

/* Whose fault it is; the exit status and the verdict hang on this (docs/architecture.md). */
enum err_kind {
	ERR_NONE = 0,
	ERR_USAGE,      /* the caller's words: a wrong option, an unknown lab (exit 2) */
	ERR_INPUT,      /* a file that somebody wrote is wrong: manifest, PTX, fatbin, protocol bytes */
	ERR_ENV,        /* the machine: no nvcc, disk full, no permission (exit 3, never scored) */
	ERR_CANCELLED,  /* somebody asked to stop */
	ERR_BUG,        /* ours */
	ERR_UNSUPPORTED /* right, but more than we can: PTX that the emulator lacks (never scored) */
};

struct err {
	enum err_kind kind;
	char file[512]; /* empty when no place is known */
	int line, col;  /* from 1; 0 = unknown */
	char msg[2048]; /* a sentence; control characters scrubbed */
};

#define ERR_INIT \
	{ \
		ERR_NONE, "", 0, 0, "" \
	}

/* Fill `e` (NULL is allowed: the message is dropped). Always returns -1, so `return err_set(...)` reads well. */
int err_set(struct err *e, enum err_kind kind, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The same with a place. `file` may be NULL. */
int err_at(struct err *e, enum err_kind kind, const char *file, int line, int col, const char *fmt, ...)
	__attribute__((format(printf, 6, 7)));
/* ERR_ENV, with ": <strerror(errno)>" appended to the message. */
int err_errno(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Put "context: " before the message that is there. Returns -1. */
int err_prefix(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "file:line:col: msg" or "msg" into dst (always terminated). Returns dst. */
const char *err_text(const struct err *e, char *dst, unsigned long size);
void err_clear(struct err *e);

#endif
