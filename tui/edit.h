/* edit: the student's own editor on a file, in this terminal. */
#ifndef TUI_EDIT_H
#define TUI_EDIT_H

#include "base/err.h"
#include "tui/tty.h"

/* $VISUAL, else $EDITOR, else the first of a few usual ones that is installed; NULL when there is none. malloc'd. */
char *edit_command(void);
/* What the shell is given to open a file ("$1") with that command at that line ("$2"; 0: none is asked for). malloc'd.
 */
char *edit_shell(const char *command, int line);
/* Hand over the terminal, wait for the editor's end, take it back. -1 with a sentence when there is no editor or it
 * could not be started. */
int edit_file(struct tty *t, const char *path, int line, struct err *e);

#endif
