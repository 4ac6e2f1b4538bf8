/* predict: a step's questions, answered without the UI; and the page that says how close the student's answers were. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "judge/answer.h"
#include "report/page.h"

/* "within 10 % in 7 of 12", in all and for each step. */
static enum status calibration(struct cli *c)
{
	struct progress *p = NULL;
	struct err e = ERR_INIT;
	int close, compared;

	if (progress_open_existing(&p, c->ws.work, &e) || progress_calibration(p, NULL, &close, &compared, &e)) {
		progress_close(p);
		return cli_error(&e);
	}
	if (!compared) {
		struct page page;

		page_init(&page, &c->style, &c->out);
		page_wrap(&page, PAGE_PLAIN, 0, 0,
			"None of your predictions has been compared yet: run a step, and predict before you look.");
		page_release(&page);
	} else
		buf_printf(&c->out, "Close in %d of %d predictions.\n", close, compared);
	for (size_t i = 0; compared && i < c->cat.nlabs; i++) {
		for (size_t k = 0; k < c->cat.labs[i].nsteps; k++) {
			const struct step *s = &c->cat.labs[i].steps[k];
			int good, n;

			if (!progress_calibration(p, s->id, &good, &n, NULL) && n)
				buf_printf(&c->out, "  %d of %d  %s %s\n", good, n, s->id, s->title);
		}
	}
	progress_close(p);
	return STATUS_OK;
}

char *cli_answer(struct progress *p, const struct step *step, size_t q, const struct progress_step *s)
{
	if (answer_wanted(step, q))
		return progress_answer_get(p, step->id, (int)q);
	return !q && s->predicted ? xasprintf("%g", s->prediction) : NULL;
}

static enum status ask(struct cli *c, const struct step *s)
{
	struct progress *p = NULL;
	struct progress_step known;
	struct err e = ERR_INIT;
	struct page page;

	if (progress_open_existing(&p, c->ws.work, &e) || progress_get(p, s->id, &known, &e)) {
		progress_close(p);
		return cli_error(&e);
	}
	page_init(&page, &c->style, &c->out);
	for (size_t q = 0; q < s->nquestions; q++) {
		char *given = cli_answer(p, s, q, &known);
		struct buf b;

		buf_init(&b);
		buf_printf(&b, "%zu. ", q + 1);
		answer_ask(s, q, &b);
		page_wrap(&page, PAGE_PLAIN, 0, 3, b.data);
		if (given) {
			buf_clear(&b);
			buf_printf(&b, "Your answer: %s", given);
			page_spaces(&page, 3);
			page_wrap(&page, PAGE_PLAIN, 3, 3, b.data);
		}
		buf_release(&b);
		free(given);
	}
	if (!s->nquestions)
		page_wrap(&page, PAGE_PLAIN, 0, 0, "This step asks nothing before the first run.");
	else
		page_wrap(&page, PAGE_DIM, 0, 0, "Answer with: warplings predict LAB/STEP QUESTION ANSWER");
	page_release(&page);
	progress_close(p);
	return STATUS_OK;
}

static enum status answer(struct cli *c, const struct step *s, const struct options *o)
{
	size_t q = (size_t)strtoul(o->words[1], NULL, 10);
	struct progress *p = NULL;
	struct err e = ERR_INIT;
	struct buf said, stored;
	char problem[120];
	int rc = 0;

	buf_init(&said);
	buf_init(&stored);
	for (size_t i = 2; i < o->nwords; i++)
		buf_printf(&said, "%s%s", i > 2 ? " " : "", o->words[i]);
	if (q < 1 || q > s->nquestions)
		rc = err_set(&e, ERR_USAGE, "%s has %zu questions; expected a number from 1 to %zu", s->id,
			s->nquestions, s->nquestions);
	else if (!answer_read(s, q - 1, said.data, &stored, problem, sizeof problem))
		rc = err_set(&e, ERR_USAGE, "%s", problem);
	else if (progress_open(&p, c->ws.work, &e) || progress_answer(p, s->id, (int)q - 1, stored.data, &e))
		rc = -1;
	else
		buf_printf(&c->out, "Kept. It is compared when the %s has been run.\n",
			s->has_sweep && s->questions[q - 1].kind == PREDICT_ROW ? "sweep" : "step");
	progress_close(p);
	buf_release(&said);
	buf_release(&stored);
	return rc ? cli_error(&e) : STATUS_OK;
}

enum status cmd_predict(struct cli *c, const struct options *o)
{
	const struct step *step;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);

	if (status || !o->nwords)
		return status ? status : calibration(c);
	step = catalogue_step(&c->cat, o->words[0], &e);
	if (!step)
		return cli_error(&e);
	if (o->nwords == 2) {
		err_set(&e, ERR_USAGE, "expected the number of a question and an answer");
		return cli_error(&e);
	}
	return o->nwords == 1 ? ask(c, step) : answer(c, step, o);
}
