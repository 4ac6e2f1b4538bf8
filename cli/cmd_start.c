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

enum status cmd_start(struct cli *c, const struct options *o)
{
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	char *work = xasprintf("%s/work", o->words[0]), *mark = xasprintf("%s/%s", work, WORKSPACE_MARK);

	if (!status &&
		(fs_mkdir_p(work, &e) || put_starters(c, work, &e) ||
			(!fs_exists(mark) && fs_write_atomic(mark, "", 0, 0644, &e))))
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
