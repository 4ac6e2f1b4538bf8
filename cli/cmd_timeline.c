/* timeline: when the engines of the emulated GPU were at work, drawn as text. A step's file and a source take profile's way; any other word is a
 * program that is built already. What it prints goes to stderr: stdout is the drawing's.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/source.h"
#include "report/timeline.h"

static enum status show(struct cli *c, const struct options *o, const struct profile_report *r)
{
	struct text_style st = c->style;
	const char *name = r->step_id ? r->step_id : r->file;

	if (o->width)
		st.width = o->width;
	source_show_output(r);
	if (r->diagnostics)
		cli_say("%s does not compile", r->file);
	else if (o->format == FORMAT_JSON)
		report_timeline_json(r, &c->out);
	else
		report_timeline_text(&r->exec.side.timeline, name, r->exec.device_name, &st, &c->out);
	if (!r->diagnostics && r->exec.nfaults) {
		struct text_style err = cli_style(2);
		struct buf b;

		buf_init(&b);
		report_exec_faults(&r->exec, &err, &b);
		cli_say("%s", b.data);
		buf_release(&b);
	}
	if (!r->diagnostics && !r->exec.exited)
		cli_say("%s was ended by signal %d (%s)", name, r->exec.code, strsignal(r->exec.code));
	else if (!r->diagnostics && r->exec.code)
		cli_say("%s ended with status %d", name, r->exec.code);
	return (enum status)report_profile_status(r);
}

static enum status run_program(struct cli *c, const struct options *o)
{
	struct profile_report r;
	enum status status = source_run_program(c, o, false, &r);

	if (!status) {
		status = show(c, o, &r);
		profile_report_release(&r);
	}
	return status;
}

static enum status run_source(struct cli *c, const struct options *o, const struct profile_request *rq)
{
	struct profile_report r;
	struct err e = ERR_INIT;
	enum status status;

	status = profile_run(rq, &r, &e) ? cli_error(&e) : show(c, o, &r);
	profile_report_release(&r);
	return status;
}

enum status cmd_timeline(struct cli *c, const struct options *o)
{
	struct profile_request rq;
	struct source src;
	struct err e = ERR_INIT;
	enum status status;

	if (source_is_program(c, o, &status))
		return run_program(c, o);
	if (status)
		return status;
	if (cli_source(c, o, &src, &rq, &e))
		status = cli_error(&e);
	else
		status = run_source(c, o, &rq);
	source_release(&src);
	return status;
}
