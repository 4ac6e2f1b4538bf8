/* profile: a source with what each of its lines did on the emulated GPU. What a program prints goes to stderr: stdout is the report's. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/source.h"

static enum status run(struct cli *c, const struct options *o, const struct profile_request *rq)
{
	struct profile_report r;
	struct err e = ERR_INIT;
	enum status status;

	if (profile_run(rq, &r, &e)) {
		status = cli_error(&e);
	} else {
		source_show_output(&r);
		if (r.diagnostics)
			cli_say("%s does not compile", rq->file);
		else if (o->format == FORMAT_JSON)
			report_profile_json(&r, &c->out);
		else
			report_profile_text(&r, &c->style, &c->out);
		if (!r.diagnostics && !r.exec.exited)
			cli_say("%s was ended by signal %d (%s)", rq->file, r.exec.code, strsignal(r.exec.code));
		else if (!r.diagnostics && r.exec.code)
			cli_say("%s ended with status %d", rq->file, r.exec.code);
		status = (enum status)report_profile_status(&r);
	}
	profile_report_release(&r);
	return status;
}

enum status cmd_profile(struct cli *c, const struct options *o)
{
	struct profile_request rq;
	struct err e = ERR_INIT;
	enum status status;
	struct source src;

	status = cli_open(c);
	if (status)
		return status;
	if (cli_source(c, o, &src, &rq, &e))
		status = cli_error(&e);
	else
		status = run(c, o, &rq);
	source_release(&src);
	return status;
}
