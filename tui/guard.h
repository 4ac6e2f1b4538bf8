/* guard: a second process that lives only to put the terminal right. A SIGKILL leaves the UI no last word, so that
 * another process must have it. */
#ifndef TUI_GUARD_H
#define TUI_GUARD_H

/* Parts us into two: the child returns and becomes the UI; the parent waits, hands signals on, and ends as the child
 * ended, with the terminal as it was before. Call it while there is one thread, before the terminal is touched. Where
 * no process can be made, it returns, too, and the UI has no guard. */
void guard_begin(void);

#endif
