/* exec: any CUDA program on the emulated GPU. stdin, stdout, stderr and the exit status are the program's own; what was
 * counted comes after its end, on stderr or in --output's file. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/cli.h"
#include "device/time/profile.h"
#include "job/program/exec_schedules.h"

/* The program's status as a shell gives it. --error-exitcode replaces a 0 only, as compute-sanitizer's does. */
static enum status status_of(const struct exec_report *r)
{
	return (enum status)(r->exited ? r->code : 128 + r->code);
}

/* `stopped`: on request, by a signal that is not the program's own. */
static enum status write_report(const struct options *o, const struct exec_report *r, int fd, bool stopped)
{
	struct text_style st = cli_style(fd);
	struct buf b;
	enum status status = status_of(r);

	buf_init(&b);
	if (!r->exited && !stopped)
		cli_say("%s was ended by signal %d (%s)", r->argv[0], r->code, strsignal(r->code));
	if (o->counters == FORMAT_JSON)
		report_exec_json(r, &b);
	else
		report_exec_text(r, &st, &b);
	if (fs_write_full(fd, b.data, b.len) && !(fd == 2 && errno == EPIPE)) {
		cli_say("the counters could not be written: %s", strerror(errno));
		status = STATUS_ENV;
	}
	buf_clear(&b);
	if (status == STATUS_OK && o->error_exitcode && report_exec_has_errors(r))
		status = (enum status)o->error_exitcode;
	if ((fd != 2 || o->counters == FORMAT_JSON) && (r->nfaults || r->nfindings || r->printf_lost)) {
		st = cli_style(2);
		report_exec_faults(r, &st, &b);
		fs_write_full(2, b.data, b.len);
	}
	buf_release(&b);
	return status;
}

static void say_difference(void *user, uint64_t schedule, const char *why)
{
	int *differ = user;

	++*differ;
	cli_say("schedule %llu: %s", (unsigned long long)schedule, why);
}

/* The report is that of the natural order; a program that comes out otherwise in another order has not done what it
 * seems to have done. */
static enum status run_schedules(const struct options *o, const struct exec_request *rq, struct exec_report *r, int fd)
{
	struct err e = ERR_INIT;
	enum status status;
	int differ = 0;

	if (exec_schedules(rq, o->schedules, r, say_difference, &differ, &e))
		return cli_error(&e);
	if (r->output && fs_write_full(1, r->output, strlen(r->output)) && errno != EPIPE)
		cli_say("its output could not be written: %s", strerror(errno));
	status = write_report(o, r, fd, false);
	if (!differ)
		return status;
	cli_say("%d of %d other orders of threads change the result or what the checkers find; --schedule N runs one "
		"of them again",
		differ, o->schedules);
	return status ? status : STATUS_FAIL;
}

enum status cmd_exec(struct cli *c, const struct options *o)
{
	struct exec_request rq;
	struct exec_report r;
	struct install in;
	struct profile profile;
	struct err e = ERR_INIT;
	enum status status;
	int fd = 2;

	memset(&rq, 0, sizeof rq);
	if (profile_find(&profile, o->profile, &e) ||
		exec_unchecked(getenv("WARPLINGS_UNCHECKED"), &rq.unchecked, &e) || install_find(&in, &e))
		return cli_error(&e);
	if (o->output) {
		/* Opened before the program runs: a path that can't be written is found out while nothing has happened
		 * yet. */
		fd = open(o->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		if (fd < 0) {
			install_release(&in);
			err_set(&e, ERR_USAGE, "%s can't be written: %s", o->output, strerror(errno));
			return cli_error(&e);
		}
	}
	rq.install = &in;
	rq.argv = o->words;
	rq.profile = o->profile;
	rq.cancel_fd = c->cancel_fd;
	rq.on_progress = live_under_way;
	rq.on_order = live_order;
	rq.user = c;
	c->is_exec = true;
	rq.schedule = o->schedule;
	rq.time_sample = o->time_sample;
	if (o->schedules > 0)
		status = run_schedules(o, &rq, &r, fd);
	else if (exec_run(&rq, &r, &e)) {
		if (e.kind == ERR_CANCELLED)
			write_report(o, &r, fd, true);
		status = cli_error(&e);
	} else
		status = write_report(o, &r, fd, false);
	if (fd != 2 && close(fd)) {
		cli_say("%s could not be written: %s", o->output, strerror(errno));
		status = STATUS_ENV;
	}
	exec_report_release(&r);
	install_release(&in);
	return status;
}
