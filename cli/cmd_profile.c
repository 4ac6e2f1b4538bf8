/* profile: sources with what each of their lines did on the emulated GPU: of a step, of a source with a main(), or of a program that is built already.
 * What a program prints goes to stderr: stdout is the report's. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/source.h"

static enum status show(struct cli *c, const struct options *o, const struct profile_report *r)
{
	source_show_output(r);
	if (r->diagnostics)
		cli_say("%s does not compile", r->file);
	else if (o->format == FORMAT_JSON)
		report_profile_json(r, &c->out);
	else
		report_profile_text(r, &c->style, &c->out);
	if (!r->diagnostics && !r->exec.exited)
		cli_say("%s was ended by signal %d (%s)", r->file, r->exec.code, strsignal(r->exec.code));
	else if (!r->diagnostics && r->exec.code)
		cli_say("%s ended with status %d", r->file, r->exec.code);
	return (enum status)report_profile_status(r);
}

static enum status run_program(struct cli *c, const struct options *o)
{
	struct profile_report r;
	enum status status = source_run_program(c, o, true, &r);

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

enum status cmd_profile(struct cli *c, const struct options *o)
{
	struct profile_request rq;
	struct err e = ERR_INIT;
	enum status status;
	struct source src;

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
