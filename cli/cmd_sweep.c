/* sweep: a step's file compiled for several values of a macro, as a table and a plot. Rows come as they are ready where
 * a person looks on. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "job/step/sweep.h"
#include "judge/answer.h"
#include "report/sweep.h"

static void on_row(void *user, const struct sweep_report *r, size_t done)
{
	struct live *l = user;
	struct buf b;
	char *words;

	buf_init(&b);
	buf_printf(&b, "%zu of %zu, ", done, r->nrows);
	sweep_row_words(r, &r->rows[done - 1], &b);
	if (!r->rows[done - 1].ok)
		buf_puts(&b, ": failed");
	else if (r->rows[done - 1].side.time_us > 0)
		buf_printf(&b, ": %.2f us", r->rows[done - 1].side.time_us);
	words = buf_detach(&b);
	live_show(l, words);
	free(words);
}

/* The answers that the student gave to the step's questions; `close` of those that the sweep decides is remembered. */
static char **answers_of(struct cli *c, const struct sweep_report *r)
{
	char **answers = xcalloc(r->step->nquestions + 1, sizeof *answers);
	struct progress *p = NULL;
	struct err e = ERR_INIT;

	if (!progress_open_existing(&p, c->ws.work, NULL)) {
		for (size_t q = 0; q < r->step->nquestions; q++)
			if (answer_wanted(r->step, q))
				answers[q] = progress_answer_get(p, r->step->id, (int)q);
		if (progress_compare_sweep(p, r, answers, &e))
			cli_error(&e);
	}
	progress_close(p);
	return answers;
}

static enum status show(struct cli *c, const struct options *o, const struct sweep_report *r)
{
	char **answers = answers_of(c, r);
	bool failed = false;

	if (o->format == FORMAT_JSON)
		report_sweep_json(r, &c->out);
	else
		report_sweep_text(r, answers, &c->style, &c->out);
	for (size_t i = 0; i < r->nrows; i++)
		failed |= !r->rows[i].ok;
	for (size_t q = 0; q < r->step->nquestions; q++)
		free(answers[q]);
	free(answers);
	return failed ? STATUS_FAIL : STATUS_OK;
}

enum status cmd_sweep(struct cli *c, const struct options *o)
{
	struct live live = { .c = c };
	struct sweep_request rq;
	struct sweep_report r;
	struct err e = ERR_INIT;
	const struct step *step;
	enum status status = cli_open_step(c, o->words[0], &step);
	char *file = NULL, *cache;

	if (status)
		return status;
	if (!o->file) {
		file = workspace_file(&c->ws, step, true, &e);
		if (!file)
			return cli_error(&e);
	}
	cache = workspace_cache(&c->ws);
	memset(&rq, 0, sizeof rq);
	rq.root = c->ws.root;
	rq.cache = cache;
	rq.step = step;
	rq.file = o->file ? o->file : file;
	rq.profile = o->profile;
	rq.seed = o->seed;
	rq.cancel_fd = c->cancel_fd;
	rq.on_row = on_row;
	rq.user = &live;
	if (sweep_run(&rq, &r, &e)) {
		live_clear(&live);
		status = cli_error(&e);
	} else {
		live_clear(&live);
		status = show(c, o, &r);
	}
	sweep_report_release(&r);
	free(cache);
	free(file);
	return status;
}
