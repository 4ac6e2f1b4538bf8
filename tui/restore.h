/* restore: signals, and the terminal's old modes on every way out. What a signal handler needs is global by nature; it
 * lives in restore.c and nowhere else. */
#ifndef TUI_RESTORE_H
#define TUI_RESTORE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"

/* For the guard (guard.h), before it parts from us: what is needed to put the terminal right lies in memory of both
 * from now on. */
bool restore_share(void);
/* In the guard: the UI was killed. Puts right what it had no time to put right itself. */
void restore_after_death(void);
/* In the UI: this is its guard. */
void restore_guarded(pid_t guard);

/* Remember the modes of the terminal (before curses changes them) and take over the signals. *wake becomes readable
 * with the signal's number as a byte: SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGQUIT. */
int restore_begin(int *wake, struct err *e);
/* From now on a crash writes these sequences (NULL ones are skipped) and puts the old modes back before it goes on. */
void restore_arm(const char *const *sequences, size_t n);
/* Another program has the terminal: a crash now must not write to it. */
void restore_pause(void);
void restore_resume(void);
/* Another job has the terminal already, because our guard was killed and its shell took over: its modes are to stay.
 * True then, and what the screen needs has been written; curses must not end by itself. */
bool restore_lost(void);
/* Stop the whole foreground job as the terminal's own Ctrl-Z would; returns when continued. */
void restore_stop(void);
void restore_end(void);
/* In a child between fork and exec: signals as a program expects them. */
void restore_child(void);

#endif
