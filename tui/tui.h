/* tui: the terminal UI. The only folder that includes curses (tty.c and theme.c in it; everything else draws through
 * tty.h).
 *
 * Data path: catalogue, progress and results (plain data) -> a screen builds a doc (styled lines, doc.h) -> pager ->
 * term. Keys the other way: a key becomes a request (keys.def) before a screen sees it. The engine's job runs in a
 * thread of its own (runner.h), so that nothing here ever waits for it.
 */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include "base/err.h"
#include "job/step/job.h"

struct tui_options {
	const char *root;     /* of the installation: labs/, solutions/, kernels/. NULL: workspace_find's */
	const char *work_dir; /* the student's files and progress. NULL: workspace_find's */
	const char *labs;     /* folder of labs that are not the installation's; NULL: its own */
	const struct catalogue *catalogue; /* read already, and there until the end; NULL: it is read */
	const char *start_lab;             /* "02" or "02/1": open there instead of on the list; NULL = the list */
	const char
		*script;  /* file of scripted keys (docs/tui-scripting.md); runs without a terminal. NULL = a person */
	const char *dump; /* folder for the screens that a script dumps; NULL = the current one */
	enum device_choice device;
};

/* There is no terminal that can show screens (no tty, TERM unset, dumb or unknown). Nothing was printed: show the plain
 * list. */
#define TUI_NO_TERMINAL 1

/* Run until the person leaves. 0 when they did, TUI_NO_TERMINAL, or -1 with `e` (labs/ can't be read, a script's wait
 * failed). The terminal is as it was before in each case. Ended by SIGTERM or SIGHUP: the job is cancelled, the
 * terminal restored, 0. */
int tui_run(const struct tui_options *o, struct err *e);

#endif
