/* timeline: when the engines of the emulated GPU were at work, drawn as text. A step's file and a source take profile's way; any other word is a
 * program that is built already. What it prints goes to stderr: stdout is the drawing's.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/source.h"
#include "job/exec.h"
#include "job/program.h"
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
	struct exec_request rq = { .argv = o->words, .profile = o->profile, .capture = true, .cancel_fd = c->cancel_fd };
	struct profile_report r;
	struct install in;
	struct err e = ERR_INIT;
	enum status status;

	if (install_find(&in, &e))
		return cli_error(&e);
	rq.install = &in;
	profile_report_init(&r);
	r.file = arena_strdup(&r.exec.arena, o->words[0]);
	r.source = "";
	status = exec_run_into(&rq, &r.exec, &e) ? cli_error(&e) : show(c, o, &r);
	profile_report_release(&r);
	install_release(&in);
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

static bool is_program(const char *word)
{
	struct err e = ERR_INIT;
	char *path = program_find(word, &e);

	free(path);
	return path != NULL;
}

static bool is_step(struct cli *c, const char *word)
{
	struct err e = ERR_INIT;

	return catalogue_step(&c->cat, word, &e) != NULL;
}

enum status cmd_timeline(struct cli *c, const struct options *o)
{
	const char *word = o->words[0];
	bool program = !source_is_cu(word) && is_program(word);
	struct profile_request rq;
	struct source src;
	struct err e = ERR_INIT;
	enum status status = STATUS_OK;

	/* A program needs no labs. Where there are some, a step's name means the step, whatever lies on PATH. */
	if (!program || !strchr(word, '/'))
		status = cli_open(c);
	if (status)
		return status;
	if (program && (!c->have_cat || !is_step(c, word))) {
		if (!o->file && !o->seed)
			return run_program(c, o);
		err_set(&e, ERR_USAGE, "--%s goes with a step", o->file ? "file" : "seed");
		return cli_error(&e);
	}
	if (cli_source(c, o, &src, &rq, &e))
		status = cli_error(&e);
	else
		status = run_source(c, o, &rq);
	source_release(&src);
	return status;
}
