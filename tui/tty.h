/* tty: the terminal. The only place that talks to curses; everything else draws with these few calls.
 *
 * Invariant: however the program ends or stops (return, signal, crash, Ctrl-Z), the terminal gets its old modes back
 * first. There is one terminal in a process (curses has global state, and a signal handler takes no argument), so
 * `struct tty` must exist once at a time.
 */
#ifndef TUI_TTY_H
#define TUI_TTY_H

#include <poll.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "report/doc/doc.h"
#include "tui/config.h"
#include "tui/keys.h"

struct tty {
	int rows, cols;
	bool utf8, color, italic, headless;
	int palette; /* colours that a picture may use: 256, 16 or none */
	enum theme theme;
	enum colours colours;
	bool mouse;               /* its events are ours */
	bool mouse_more;          /* there may be another one */
	int mouse_row, mouse_col; /* of the newest one */
	int right;                /* drawing ends before this column; 0: at the right edge */
	bool clear;               /* erase the screen when leaving it */
	int wake;                 /* read end: one byte for each signal */
	int ended_by;             /* the signal that asked us to end; 0: none did */
	bool stop;                /* SIGTERM, SIGHUP, or the terminal has gone */
	bool resized;
	int silent; /* wake-ups in a row with nothing to read */
	void *screen;
	void *in, *out; /* headless: /dev/null */
};

/* Is there a terminal that can show screens? False sends the caller to the plain list. */
bool tty_usable(void);
/* 0, TUI_NO_TERMINAL, or -1 with `e`. Headless (scripts): no terminal is touched; 80x24, UTF-8, no colour. */
int tty_open(struct tty *t, bool headless, const struct config *c, struct err *e);
void tty_close(struct tty *t);

/* Wait for a key, a signal or one of the `n` descriptors in fds (room for 2 more), at most `timeout_ms`. Their revents
 * tell what happened. Takes care of resizing, suspending and the end of the terminal by itself (t->resized, t->stop).
 */
void tty_wait(struct tty *t, struct pollfd *fds, int n, int timeout_ms);
/* The next key that has been typed, or KEYC_NONE. */
int tty_key(struct tty *t);
/* Let another program have the terminal, and take it back. */
void tty_leave(struct tty *t);
void tty_return(struct tty *t);
void tty_suspend(struct tty *t);
/* Take the mouse, or leave it to the terminal. */
void tty_mouse(struct tty *t, bool on);
void tty_resize(struct tty *t, int rows, int cols);

/* Drawing goes to a picture that tty_show brings to the terminal. Everything is cut at the right edge. */
void tty_erase(struct tty *t);
/* From now on drawing ends before this column; 0: at the right edge. */
void tty_limit(struct tty *t, int right);
void tty_text(struct tty *t, int row, int col, enum style s, const char *text);
/* A whole row in one style: `left`, and `right` at the right edge. The left is cut where both don't fit. */
void tty_bar(struct tty *t, int row, enum style s, const char *left, const char *right);
/* A line of a doc; `over` replaces the line's own styles up to the right, unless it is STYLE_COUNT. */
void tty_line(struct tty *t, int row, int col, const struct doc *d, int line, enum style over);
/* row < 0 hides the cursor. */
void tty_show(struct tty *t, int cursor_row, int cursor_col);
void tty_redraw(struct tty *t);
/* What the screen shows, a line for each row, without trailing spaces. */
void tty_dump(struct tty *t, struct buf *out);

#endif
