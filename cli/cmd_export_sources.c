/* export-sources: what a class handed in, without what everybody was given, for tools that look for copied work. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "grade/grade.h"

enum status cmd_export_sources(struct cli *c, const struct options *o)
{
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	const struct step **steps = NULL;
	struct grade_request rq = { .dir = o->words[0], .out = o->output, .cancel_fd = c->cancel_fd };
	size_t files, students;

	if (status)
		return status;
	rq.root = c->ws.root;
	if (!o->output) {
		err_set(&e, ERR_USAGE, "where shall the files go? warplings export-sources %s -o FOLDER", o->words[0]);
		return cli_error(&e);
	}
	if (cli_choose_steps(c, o->labs, &steps, &rq.nsteps, &e)) {
		free(steps);
		return cli_error(&e);
	}
	rq.steps = steps;
	if (grade_export(&rq, &files, &students, &e)) {
		status = cli_error(&e);
	} else {
		buf_printf(&c->out, "%zu submissions, %zu files written to ", students, files);
		buf_add_scrubbed(&c->out, o->output, strlen(o->output));
		buf_puts(&c->out, ".\n");
	}
	free(steps);
	return status;
}
