/* tui: the way in and out; see tui.h. */
#include "tui/tui.h"

#include <signal.h>

#include "tui/app.h"
#include "tui/guard.h"

int tui_run(const struct tui_options *o, struct err *e)
{
	struct script script;
	struct app a;
	int rc, ended_by = 0;

	if (!o->script && !tty_usable())
		return TUI_NO_TERMINAL;
	if (o->script && script_load(&script, o->script, e) < 0)
		return -1;
	if (!o->script)
		guard_begin();
	rc = app_init(&a, o, e);
	if (rc == 0)
		rc = tty_open(&a.tty, o->script != NULL, &a.config, e);
	if (rc == 0) {
		rc = app_loop(&a, o->script ? &script : NULL, e);
		/* The screen first: ending a run may take a moment. */
		tty_close(&a.tty);
		ended_by = a.tty.ended_by;
	}
	app_release(&a);
	if (o->script)
		script_release(&script);
	/* Whoever ended us by a signal (make, a shell's loop) sees that: its usual handler is back. */
	if (ended_by)
		raise(ended_by);
	return rc;
}
