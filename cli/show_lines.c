/* show lines: what profile prints of a program or a step's file; of a step that has passed, the same of its reference
 * below it. */
#include <stdlib.h>

#include "cli/show.h"
#include "cli/source.h"

/* The reference is a way to write the step: no secret any more once that has passed. */
static bool passed(struct cli *c, const char *step_id)
{
	struct progress *p = NULL;
	struct progress_step s = { 0 };
	bool is = progress_open_existing(&p, c->ws.work, NULL) == 0 && progress_get(p, step_id, &s, NULL) == 0 &&
		s.passed;

	progress_close(p);
	return is;
}

static void show(struct cli *c, const struct options *o, const struct profile_report *r)
{
	const struct step *step = r->step_id ? catalogue_step(&c->cat, r->step_id, NULL) : NULL;
	struct profile_report reference;
	struct options other = *o;
	struct profile_request rq;
	struct err e = ERR_INIT;
	struct source src = { 0 };
	bool beside = step && passed(c, step->id);

	profile_report_init(&reference);
	if (beside) {
		other.words = &step->id;
		other.nwords = 1;
		other.file = cli_path(c, step->reference);
		other.seed = r->seed;
		if (cli_source(c, &other, &src, &rq, &e) || profile_run(&rq, &reference, &e) || reference.diagnostics) {
			cli_error(&e);
			beside = false;
		}
	}
	if (o->format == FORMAT_JSON) {
		report_profile_json(r, beside ? &reference : NULL, &c->out);
	} else {
		report_profile_text(r, &c->style, &c->out);
		if (beside) {
			buf_puts(&c->out, "\nThe reference:\n\n");
			report_profile_text(&reference, &c->style, &c->out);
		}
	}
	source_release(&src);
	profile_report_release(&reference);
}

enum status show_lines(struct cli *c, const struct options *o)
{
	return cli_profiled(c, o, true, show);
}
