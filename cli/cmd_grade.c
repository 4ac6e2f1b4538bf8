/* grade: a class of submissions into a folder of reports, with a bar while it works. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "grade/grade.h"

/* "[####....] 3 of 15, 0:35 left". A narrow terminal gets a shorter bar, or none: the words go first. */
static void on_progress(void *user, const struct grade_progress *p)
{
	enum { WIDTH = 24, FRAME = 4 };
	struct live *l = user;
	char bar[WIDTH + 1], words[80], text[160];
	int full, width, n = snprintf(words, sizeof words, "%zu of %zu", p->done, p->total);

	if (p->left_s >= 0)
		n += snprintf(words + n, sizeof words - (size_t)n, ", %d:%02d left", (int)(p->left_s / 60),
			(int)p->left_s % 60);
	width = live_width() - n - FRAME < WIDTH ? live_width() - n - FRAME : WIDTH;
	if (width < 0)
		width = 0;
	full = p->total ? (int)(p->done * WIDTH / p->total) : 0;
	/* Where no line can be erased each stands for ever: 25 of them are enough. */
	if (!l->c->live_erase && l->told == full + 1)
		return;
	l->told = full + 1;
	full = full * width / WIDTH;
	memset(bar, '.', (size_t)width);
	memset(bar, '#', (size_t)full);
	bar[width] = '\0';
	snprintf(text, sizeof text, width ? "[%s] %s" : "%s%s", bar, words);
	live_show(l, text);
}

int cli_choose_steps(struct cli *c, const char *words, const struct step ***list, size_t *n, struct err *e)
{
	size_t most = 0;
	bool *labs = xcalloc(c->cat.nlabs + 1, sizeof *labs);
	int rc = 0;

	*n = 0;
	for (const char *s = words; s && *s && !rc;) {
		size_t k = strcspn(s, ",");
		char *word = xstrndup(s, k);
		const struct lab *lab = catalogue_lab(&c->cat, word, e);

		if (lab)
			labs[lab - c->cat.labs] = true;
		else
			rc = -1;
		free(word);
		s += k + (s[k] == ',');
	}
	for (size_t i = 0; i < c->cat.nlabs; i++)
		most += c->cat.labs[i].nsteps;
	*list = xcalloc(most + 1, sizeof **list);
	for (size_t i = 0; i < c->cat.nlabs && !rc; i++) {
		const struct lab *lab = &c->cat.labs[i];

		if (words && !labs[i])
			continue;
		if (lab->error.kind != ERR_NONE) {
			*e = lab->error;
			rc = -1;
		}
		for (size_t k = 0; k < lab->nsteps && !rc; k++)
			(*list)[(*n)++] = &lab->steps[k];
	}
	free(labs);
	return rc;
}

static void tell(struct cli *c, const struct options *o, const struct grade_summary *s)
{
	if (s->not_judged)
		buf_printf(&c->out,
			"NOT JUDGED: %zu of %zu; they have no points yet and are tried again by the next call.\n",
			s->not_judged, s->verdicts);
	if (*s->first_not_judged) {
		buf_puts(&c->out, "  for instance ");
		buf_add_scrubbed(&c->out, s->first_not_judged, strlen(s->first_not_judged));
		buf_putc(&c->out, '\n');
	}
	if (s->refused)
		buf_printf(&c->out, "%zu of %zu submissions could not be read, or not wholly: the reports say why.\n",
			s->refused, s->students);
	if (*s->passed_over)
		buf_printf(&c->out, "Passed over, for such a file is no submission: %s.\n", s->passed_over);
	buf_printf(&c->out, "%zu submissions, %zu files: %zu texts judged now, %zu known from before.\n", s->students,
		s->verdicts, s->judged, s->known);
	buf_printf(&c->out, "Sandbox: %s.\n%s: the reports lie in ", s->sandbox,
		s->stopped ? "Stopped on request" : "Done");
	buf_add_scrubbed(&c->out, o->output, strlen(o->output));
	buf_puts(&c->out, s->stopped ? "; the next call goes on.\n" : ".\n");
}

enum status cmd_grade(struct cli *c, const struct options *o)
{
	struct live live = { .c = c };
	struct err e = ERR_INIT;
	struct grade_summary s;
	const struct step **list = NULL;
	struct grade_request rq;
	enum status status = cli_open(c);
	int rc;

	if (status)
		return status;
	memset(&rq, 0, sizeof rq);
	if (!o->output) {
		err_set(&e, ERR_USAGE, "where shall the reports go? warplings grade %s -o FOLDER", o->words[0]);
		return cli_error(&e);
	}
	rq.root = c->ws.root;
	rq.labs_here = &c->cat;
	rq.dir = o->words[0];
	rq.out = o->output;
	rq.points = o->points;
	rq.version = WARPLINGS_VERSION;
	rq.formats = GRADE_ALL;
	rq.jobs = o->jobs;
	rq.trust = o->trust;
	rq.gpu = o->device == DEVICE_GPU;
	rq.seed = o->seed;
	rq.slurm = o->slurm;
	rq.shard = o->shard;
	rq.shards = o->shards;
	rq.labs = o->labs;
	rq.labs_dir = o->labs_dir;
	rq.cancel_fd = c->cancel_fd;
	rq.on_progress = on_progress;
	rq.user = &live;
	rc = (o->formats && grade_formats_parse(o->formats, &rq.formats, &e)) ||
		cli_choose_steps(c, o->labs, &list, &rq.nsteps, &e);
	if (!rc) {
		rq.steps = list;
		rc = grade_run(&rq, &s, &e);
		live_clear(&live);
	}
	if (rc) {
		status = cli_error(&e);
	} else {
		tell(c, o, &s);
		status = s.not_judged || s.stopped ? STATUS_ENV : STATUS_OK;
	}
	free((void *)(uintptr_t)list);
	return status;
}
