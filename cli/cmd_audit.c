/* audit: what each barrier of a file is good for. */
#include <string.h>

#include "cli/source.h"
#include "job/audit/audit.h"

static void on_step(void *user, size_t done, size_t total, const char *what)
{
	struct live *l = user;
	struct job_event ev = { JOB_CASE, (int)done, (int)total, what };

	live_job_event(l, &ev);
}

static enum status run(struct cli *c, const struct options *o, struct audit_request *rq)
{
	struct live live = { .c = c, .prefix = "audit" };
	struct audit_report r;
	struct err e = ERR_INIT;
	enum status status;

	rq->on_step = on_step;
	rq->user = &live;
	if (audit_run(rq, &r, &e)) {
		live_clear(&live);
		status = cli_error(&e);
	} else {
		live_clear(&live);
		if (o->format == FORMAT_JSON)
			report_audit_json(&r, &c->out);
		else
			report_audit_text(&r, &c->style, &c->out);
		status = r.refused ? STATUS_FAIL : STATUS_OK;
	}
	audit_report_release(&r);
	return status;
}

enum status cmd_audit(struct cli *c, const struct options *o)
{
	struct profile_request what;
	struct audit_request rq;
	struct source src;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);

	if (status)
		return status;
	if (cli_source(c, o, &src, &what, &e)) {
		status = cli_error(&e);
	} else {
		memset(&rq, 0, sizeof rq);
		rq.step = what.step;
		rq.file = what.file;
		rq.args = what.args;
		rq.root = what.root;
		rq.cache = what.cache;
		rq.seed = what.seed;
		rq.schedules = o->schedules;
		rq.cancel_fd = what.cancel_fd;
		status = run(c, o, &rq);
	}
	source_release(&src);
	return status;
}
