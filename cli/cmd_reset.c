/* reset: the starter in place of the student's file. It is the one command that destroys work, so it asks, and without
 * somebody to ask it refuses. The attempts so far stay in the history. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/cli.h"

/* One line from the terminal; only a word that begins with y agrees. */
static bool agreed(void)
{
	char c = 0, first = 0;
	ssize_t n;

	while ((n = read(0, &c, 1)) == 1 && c != '\n')
		if (!first && c != ' ')
			first = c;
	return n == 1 && (first == 'y' || first == 'Y');
}

enum status cmd_reset(struct cli *c, const struct options *o)
{
	const struct step *step;
	struct progress *p = NULL;
	struct err e = ERR_INIT;
	enum status status = cli_open_step(c, o->words[0], &step);
	char *file;

	if (status)
		return status;
	file = workspace_file(&c->ws, step, false, &e);
	if (!file)
		return cli_error(&e);
	if (!o->yes) {
		struct buf ask;
		bool yes;

		if (!isatty(0) || !isatty(2)) {
			cli_say("%s would be replaced by the starter, and there is nobody to ask; say --yes if that is "
				"meant",
				cli_path(c, file));
			free(file);
			return STATUS_USAGE;
		}
		buf_init(&ask);
		buf_printf(&ask, "Replace %s by the starter? What you wrote in it is lost. [y/N] ", cli_path(c, file));
		fs_write_full(2, ask.data, ask.len);
		buf_release(&ask);
		yes = agreed();
		if (!yes) {
			buf_puts(&c->out, "Nothing was changed.\n");
			free(file);
			return STATUS_OK;
		}
	}
	if (workspace_reset(&c->ws, step, &e)) {
		status = cli_error(&e);
	} else {
		buf_printf(&c->out, "%s is the starter again.\n", cli_path(c, file));
		/* Nothing to forget is no reason to make a database. */
		if (progress_open_existing(&p, c->ws.work, &e) || (p && progress_reset(p, step->id, &e)))
			cli_error(&e);
		progress_close(p);
	}
	free(file);
	return status;
}
