/* source: see source.h. */
#include "cli/source.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "job/program/exec.h"
#include "job/program/program.h"
#include "judge/compile_said.h"

bool source_is_cu(const char *word)
{
	size_t n = strlen(word);

	return n > 3 && !strcmp(word + n - 3, ".cu");
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

/* Instead of cli_open: true when the first word names a program. False with *status not STATUS_OK: said already. */
static bool names_program(struct cli *c, const struct options *o, enum status *status)
{
	const char *word = o->words[0];
	bool program = !source_is_cu(word) && is_program(word);
	struct err e = ERR_INIT;

	/* A program needs no labs. */
	*status = program && strchr(word, '/') ? STATUS_OK : cli_open(c);
	if (*status || !program || (c->have_cat && is_step(c, word)))
		return false;
	if (!o->file && !o->seed && !o->case_name)
		return true;
	err_set(&e, ERR_USAGE, "--%s goes with a step", o->file ? "file" : o->seed ? "seed" : "case");
	*status = cli_error(&e);
	return false;
}

static int run_program(struct cli *c, const struct options *o, bool lines, struct profile_report *r, struct err *e)
{
	struct exec_request rq = { .argv = o->words,
		.profile = o->profile,
		.per_line = lines,
		.capture = true,
		.cancel_fd = c->cancel_fd,
		.on_progress = live_under_way,
		.user = c };
	struct install in;
	int failed;

	profile_report_init(r);
	if (install_find(&in, e))
		return -1;
	rq.install = &in;
	failed = profile_program(&rq, r, e);
	install_release(&in);
	return failed;
}

int cli_source(struct cli *c, const struct options *o, struct source *src, struct profile_request *rq, struct err *e)
{
	memset(src, 0, sizeof *src);
	memset(rq, 0, sizeof *rq);
	if (source_is_cu(o->words[0])) {
		if (o->file)
			return err_set(
				e, ERR_USAGE, "--file goes with a step: warplings profile LAB/STEP --file %s", o->file);
		if (access(o->words[0], R_OK))
			return err_set(e, ERR_USAGE, "there is no file %s that can be read", o->words[0]);
		rq->file = o->words[0];
		rq->step = profile_step_of(&c->cat, rq->file);
		rq->args = o->words + 1;
	} else {
		rq->step = catalogue_step(&c->cat, o->words[0], e);
		if (!rq->step)
			return -1;
		if (o->file && access(o->file, R_OK))
			return err_set(e, ERR_USAGE, "there is no file %s that can be read", o->file);
		if (!o->file) {
			src->file = workspace_file(&c->ws, rq->step, true, e);
			if (!src->file)
				return -1;
		}
		rq->file = o->file ? o->file : cli_path(c, src->file);
	}
	if (rq->step && o->nwords > 1)
		return err_set(e, ERR_USAGE, "\"%s\" is one word too many: a step takes no arguments", o->words[1]);
	if (!rq->step && o->case_name)
		return err_set(e, ERR_USAGE, "--case goes with a step");
	src->cache = workspace_cache(&c->ws);
	rq->root = c->ws.root;
	rq->cache = src->cache;
	rq->profile = o->profile;
	rq->seed = o->seed;
	rq->case_name = o->case_name;
	rq->cancel_fd = c->cancel_fd;
	return 0;
}

void source_release(struct source *src)
{
	free(src->file);
	free(src->cache);
	memset(src, 0, sizeof *src);
}

/* Says so, with the compiler's words and their help. */
static enum status source_does_not_compile(const struct profile_report *r)
{
	struct buf words;

	buf_init(&words);
	compile_said_explain(r->diagnostics, &words);
	cli_say("%s does not compile\n%s", r->file, words.data);
	buf_release(&words);
	return STATUS_FAIL;
}

static int run_source(struct cli *c, const struct options *o, const struct device_record *record,
	struct profile_report *r, struct err *e)
{
	struct profile_request rq;
	struct source src;
	int failed;

	profile_report_init(r);
	failed = cli_source(c, o, &src, &rq, e) || (rq.record = record, profile_run(&rq, r, e));
	source_release(&src);
	return failed;
}

enum status cli_recorded(
	struct cli *c, const struct options *o, const struct device_record *record, recorded_show *show)
{
	struct profile_report r;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);

	if (status)
		return status;
	if (run_source(c, o, record, &r, &e))
		status = cli_error(&e);
	else
		status = r.diagnostics ? source_does_not_compile(&r) : show(c, o, record, &r);
	profile_report_release(&r);
	return status;
}

/* What the program printed and what the compiler said, to stderr: stdout is the report's. */
static void show_output(const struct profile_report *r)
{
	struct buf words;

	buf_init(&words);
	compile_said_explain(r->diagnostics, &words);
	if (r->exec.output)
		buf_puts(&words, r->exec.output);
	fs_write_full(2, words.data, words.len);
	buf_release(&words);
}

enum status cli_profiled(struct cli *c, const struct options *o, bool lines, source_show *show)
{
	struct profile_report r;
	struct err e = ERR_INIT;
	enum status status;
	bool program = names_program(c, o, &status);

	if (status)
		return status;
	if (program ? run_program(c, o, lines, &r, &e) : run_source(c, o, NULL, &r, &e)) {
		status = cli_error(&e);
	} else {
		show_output(&r);
		if (r.diagnostics)
			cli_say("%s does not compile", r.file);
		if (!r.diagnostics || o->format == FORMAT_JSON)
			show(c, o, &r);
		if (!r.diagnostics && !r.exec.exited)
			cli_say("%s was ended by signal %d (%s)", r.file, r.exec.code, strsignal(r.exec.code));
		else if (!r.diagnostics && r.exec.code)
			cli_say("%s ended with status %d", r.file, r.exec.code);
		status = (enum status)report_profile_status(&r);
	}
	profile_report_release(&r);
	return status;
}
