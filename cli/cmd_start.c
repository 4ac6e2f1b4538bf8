/* start: a folder of a student's own, for an installation that many share: the starters, and a mark by which
 * `warplings` knows it when it is called there. Nothing that is there already is changed. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cli/cli.h"

static int put_starters(struct cli *c, const char *work, struct err *e)
{
	struct workspace ws = { .root = c->ws.root, .work = (char *)(uintptr_t)work };

	for (size_t i = 0; i < c->cat.nlabs; i++)
		for (size_t k = 0; k < c->cat.labs[i].nsteps; k++) {
			char *file = workspace_file(&ws, &c->cat.labs[i].steps[k], true, e);

			if (!file)
				return -1;
			free(file);
		}
	return 0;
}

/* The folder of labs of one's own goes into the mark, so that no later command has to name it. */
static int put_mark(const struct cli *c, const char *mark, struct err *e)
{
	char *labs = c->labs ? realpath(c->labs, NULL) : NULL, *line = labs ? xasprintf("%s\n", labs) : xstrdup("");
	int rc = labs || !fs_exists(mark) ? fs_write_atomic(mark, line, strlen(line), 0644, e) : 0;

	free(line);
	free(labs);
	return rc;
}

enum status cmd_start(struct cli *c, const struct options *o)
{
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	char *work = xasprintf("%s/work", o->words[0]), *mark = xasprintf("%s/%s", work, WORKSPACE_MARK);

	if (!status && (fs_mkdir_own(work, &e) || put_starters(c, work, &e) || put_mark(c, mark, &e)))
		status = cli_error(&e);
	if (!status) {
		buf_puts(&c->out, "Your files lie in ");
		buf_add_scrubbed(&c->out, work, strlen(work));
		buf_puts(&c->out, ". Go to the folder and begin:\n\n    cd ");
		buf_add_scrubbed(&c->out, o->words[0], strlen(o->words[0]));
		buf_puts(&c->out, "\n    warplings\n");
	}
	free(work);
	free(mark);
	return status;
}
