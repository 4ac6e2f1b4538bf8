/* restore: signals, and the terminal's old modes on every way out. What a signal handler needs is global by nature; it
 * lives in restore.c and nowhere else. */
#ifndef TUI_RESTORE_H
#define TUI_RESTORE_H

#include <stddef.h>

#include "base/err.h"

/* Remember the modes of the terminal (before curses changes them) and take over the signals. *wake becomes readable
 * with the signal's number as a byte: SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT. */
int restore_begin(int *wake, struct err *e);
/* From now on a crash writes these sequences (NULL ones are skipped) and puts the old modes back before it goes on. */
void restore_arm(const char *const *sequences, size_t n);
/* Another program has the terminal: a crash now must not write to it. */
void restore_pause(void);
void restore_resume(void);
/* Stop the whole foreground job as the terminal's own Ctrl-Z would; returns when continued. */
void restore_stop(void);
void restore_end(void);
/* In a child between fork and exec: signals as a program expects them. */
void restore_child(void);

#endif
