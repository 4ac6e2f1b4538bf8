/* profile: a source with what each of its lines did on the emulated GPU. What a program prints goes to stderr: stdout is the report's. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "cli/cli.h"
#include "device/profile.h"
#include "job/profile.h"

static bool is_source(const char *word)
{
	size_t n = strlen(word);

	return n > 3 && !strcmp(word + n - 3, ".cu");
}

/* The program's own words, where they disturb nobody. */
static void show_output(const struct profile_report *r)
{
	const char *words[] = { r->diagnostics, r->exec.output };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i] && fs_write_full(2, words[i], strlen(words[i])))
			return;
}

static enum status run(struct cli *c, const struct options *o, const struct profile_request *rq)
{
	struct profile_report r;
	struct err e = ERR_INIT;
	enum status status;

	if (profile_run(rq, &r, &e)) {
		status = cli_error(&e);
	} else {
		show_output(&r);
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
	struct profile profile;
	struct err e = ERR_INIT;
	enum status status;
	char *file = NULL, *cache;

	if (profile_find(&profile, o->profile, &e))
		return cli_error(&e);
	status = cli_open(c);
	if (status)
		return status;
	memset(&rq, 0, sizeof rq);
	if (is_source(o->words[0])) {
		if (o->file)
			err_set(&e, ERR_USAGE, "--file goes with a step: warplings profile LAB/STEP --file %s", o->file);
		else if (access(o->words[0], R_OK))
			err_set(&e, ERR_USAGE, "there is no file %s that can be read", o->words[0]);
		rq.file = o->words[0];
		rq.step = e.kind ? NULL : profile_step_of(&c->cat, rq.file);
		rq.args = o->words + 1;
	} else {
		rq.step = catalogue_step(&c->cat, o->words[0], &e);
		if (rq.step && o->file && access(o->file, R_OK))
			err_set(&e, ERR_USAGE, "there is no file %s that can be read", o->file);
		else if (rq.step && !o->file)
			file = workspace_file(&c->ws, rq.step, true, &e);
		rq.file = o->file ? o->file : file ? cli_path(c, file) : NULL;
	}
	if (!e.kind && rq.step && o->nwords > 1)
		err_set(&e, ERR_USAGE, "\"%s\" is one word too many: a step takes no arguments", o->words[1]);
	if (e.kind)
		return free(file), cli_error(&e);
	cache = workspace_cache(&c->ws);
	rq.root = c->ws.root;
	rq.cache = cache;
	rq.profile = o->profile;
	rq.seed = o->seed;
	rq.cancel_fd = c->cancel_fd;
	status = run(c, o, &rq);
	free(cache);
	free(file);
	return status;
}
