/* run: one step, judged and reported. With --file any file, and then nothing of the student's is touched. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "judge/verdict.h"
#include "report/result_doc.h"

/* "02": the step whose file has --file's name, or else the lab's first step that has not passed yet. */
static const struct step *step_of_lab(struct cli *c, const char *word, const char *file, struct err *e)
{
	const struct lab *lab = catalogue_lab(&c->cat, word, e);
	const struct step *first = NULL;
	struct progress *p = NULL;
	struct progress_step s;

	if (!lab)
		return NULL;
	if (lab->nsteps == 0) {
		err_set(e, ERR_INPUT, "%s has no steps", lab->id);
		return NULL;
	}
	for (size_t i = 0; file && i < lab->nsteps; i++)
		if (!strcmp(fs_base_name(file), lab->steps[i].file))
			return &lab->steps[i];
	if (file && lab->nsteps > 1) {
		err_set(e, ERR_USAGE, "which step of %s is %s to be judged against? Name it: %s/1 to %s/%zu", lab->id,
			fs_base_name(file), word, word, lab->nsteps);
		return NULL;
	}
	/* Progress that can't be read is said when the attempt is recorded; here it only means step 1. */
	progress_open_existing(&p, c->ws.work, NULL);
	for (size_t i = 0; i < lab->nsteps && !first; i++)
		if (progress_get(p, lab->steps[i].id, &s, NULL) || !s.passed)
			first = &lab->steps[i];
	progress_close(p);
	return first ? first : &lab->steps[0];
}

/* What became of answers that are no single number. */
static void answers(struct cli *c, const struct result *r)
{
	char **list = xcalloc(r->step->nquestions + 1, sizeof *list);
	struct result_view v = { .r = r, .answers = list };
	struct progress *p = NULL;
	struct err e = ERR_INIT;
	struct doc d;

	progress_open_existing(&p, c->ws.work, NULL);
	for (size_t q = 0; q < r->step->nquestions; q++)
		list[q] = progress_answer_get(p, r->step->id, (int)q);
	if (p && progress_compare(p, r, list, &e))
		cli_error(&e);
	doc_init(&d, c->style.width > 0 ? c->style.width : 80, c->style.utf8);
	result_answers(&v, &d);
	doc_text(&d, &c->out);
	doc_release(&d);
	progress_close(p);
	for (size_t q = 0; q < r->step->nquestions; q++)
		free(list[q]);
	free(list);
}

static enum status report(struct cli *c, const struct options *o, const struct result *r)
{
	const struct result *const one[] = { r };

	if (o->format == FORMAT_JSON)
		report_json(r, &c->out);
	else
		report_text(r, &c->style, &c->out);
	return (enum status)report_exit_status(one, 1);
}

/* What a script gets that waits for JSON, should this process run out of memory: made now, while there is some. NULL:
 * nobody does. */
static char *answer_without_memory(const struct step *step, const char *file, const struct options *o)
{
	struct result r;
	struct buf why, out;

	if (o->format != FORMAT_JSON)
		return NULL;
	buf_init(&why);
	buf_init(&out);
	limits_too_small(&why);
	result_init(&r);
	r.step = step;
	r.step_id = step->id;
	r.file = file;
	r.seed = o->seed;
	r.device_kind = o->device == DEVICE_GPU ? "gpu" : "emulator";
	r.device_name = "";
	verdict_early(&r, VERDICT_NOT_JUDGED, "warplings is out of memory%s%s", why.len ? "; " : "", why.data);
	report_json(&r, &out);
	result_release(&r);
	buf_release(&why);
	out_of_memory_answer(out.data, STATUS_ENV);
	return buf_detach(&out);
}

enum status cmd_run(struct cli *c, const struct options *o)
{
	const char *word = o->words[0];
	const struct step *step;
	struct result r;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	char *file = NULL, *answer;

	if (status)
		return status;
	step = strchr(word, '/') ? catalogue_step(&c->cat, word, &e) : step_of_lab(c, word, o->file, &e);
	if (!step)
		return cli_error(&e);
	if (o->file && access(o->file, R_OK)) {
		err_set(&e, ERR_USAGE, "%s can't be read: %s", o->file, strerror(errno));
		return cli_error(&e);
	}
	if (!o->file) {
		file = workspace_file(&c->ws, step, true, &e);
		if (!file)
			return cli_error(&e);
	}
	answer = answer_without_memory(step, o->file ? o->file : file, o);
	if (cli_judge(c, step, o->file ? o->file : cli_path(c, file), o, false, NULL, &r, &e)) {
		status = cli_error(&e);
	} else {
		if (!o->file && r.verdict != VERDICT_PASS && r.verdict != VERDICT_NOT_JUDGED &&
			!workspace_attempted(&c->ws, step))
			result_note(&r, "This file is still the starter; %s is yours to edit.", cli_path(c, file));
		if (!o->file)
			cli_record(c, &r);
		status = report(c, o, &r);
		if (!o->file && o->format != FORMAT_JSON)
			answers(c, &r);
	}
	result_release(&r);
	out_of_memory_answer(NULL, STATUS_ENV);
	free(answer);
	free(file);
	return status;
}
