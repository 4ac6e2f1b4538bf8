/* ui: the terminal UI; where there is no terminal that could show it, the plain form of the screen it would begin with:
 * the lesson that the command line names, or the list. */
#include <string.h>

#include "cli/cli.h"
#include "cli/show.h"
#include "tui/tui.h"

enum status cmd_ui(struct cli *c, const struct options *o)
{
	struct tui_options t;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	int rc;

	if (status)
		return status;
	/* A word that names no lab is a wrong command line with and without a terminal. */
	if (o->nwords &&
		!(strchr(o->words[0], '/') ? catalogue_step(&c->cat, o->words[0], &e) != NULL :
					     catalogue_lab(&c->cat, o->words[0], &e) != NULL))
		return cli_error(&e);
	memset(&t, 0, sizeof t);
	t.root = c->ws.root;
	t.work_dir = c->ws.work;
	t.labs = c->labs;
	t.catalogue = &c->cat;
	t.start_lab = o->nwords ? o->words[0] : NULL;
	t.script = o->script;
	t.dump = o->dump;
	t.device = o->device;
	rc = tui_run(&t, &e);
	if (rc == TUI_NO_TERMINAL)
		return o->nwords ? show_lesson(c, o) : cmd_list(c, o);
	return rc < 0 ? cli_error(&e) : STATUS_OK;
}
