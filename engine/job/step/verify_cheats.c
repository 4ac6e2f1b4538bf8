/* verify_cheats: the cheats of each step (cheats.h), as verify runs them: none may pass. */
#include <stdlib.h>

#include "job/step/cheats.h"
#include "job/step/verify_internal.h"
#include "judge/verdict.h"

void cheats_add(struct queue *q, const struct step *s)
{
	char *file = cheats_file(q->rq->root);

	for (size_t i = 0; i < cheats_count(); i++)
		verify_add(q, s, "cheat", MUST_BE_REFUSED, file)->cheat = cheats_nth(i);
	free(file);
}

struct answers {
	int how;
};

static int put_answers(void *user, const struct truth *t, const char *folder, struct err *e)
{
	return cheats_answers(t, ((const struct answers *)user)->how, folder, e);
}

/* Judge the cheat, or a program that is none in its place. -1 with it->text where it was not judged. */
static int cheat_verdict(const struct queue *q, struct item *it, int how, struct result *r)
{
	struct answers answers = { how };
	struct job_request jr = { .trusted = true,
		.root = q->rq->root,
		.cache = q->rq->cache,
		.step = it->step,
		.file = it->file,
		.device = DEVICE_EMULATOR,
		.truth = &q->shares[it->share].truth,
		.schedules = -1,
		.cancel_fd = q->rq->cancel_fd,
		.stop_at_first = true,
		.trust = it->cheat->trust,
		.beside = put_answers,
		.beside_user = &answers,
		.untimed = true };
	struct err e = ERR_INIT;

	if (!job_run(&jr, r, &e) && r->verdict != VERDICT_NOT_JUDGED && r->verdict != VERDICT_COMPILE_ERROR)
		return 0;
	it->environment = true;
	it->text = xasprintf("a cheat could not be tried (%s): %s", it->cheat->what,
		e.kind != ERR_NONE ? e.msg :
			r->message ? r->message :
				     verdict_word(r->verdict));
	return -1;
}

static bool passes(const struct item *it, const struct result *r)
{
	return r->verdict == VERDICT_PASS || (it->cheat->by_values && r->verdict == VERDICT_GATE_FAILED);
}

void cheats_check(const struct queue *q, struct item *it)
{
	struct result r;
	int rc = cheat_verdict(q, it, it->cheat->how, &r);

	it->ok = !rc && !passes(it, &r);
	result_release(&r);
	if (!rc && !it->ok && it->cheat->unless >= 0) {
		rc = cheat_verdict(q, it, it->cheat->unless, &r);
		it->ok = !rc && passes(it, &r);
		result_release(&r);
	}
	if (!rc && !it->ok)
		it->text = xasprintf("step %d lets a cheat pass: %s", it->step->number, it->cheat->what);
}

bool cheats_last(const struct item *it)
{
	return it->cheat == cheats_nth(cheats_count() - 1);
}

/* One line, unless one passes. */
void cheats_report(const struct queue *q, size_t i, struct verify_summary *sum)
{
	const struct step *s = q->items[i].step;
	struct verify_line l = { .file = s->lab->manifest, .line = s->line };
	size_t first = i + 1 - cheats_count(), good = 0;
	char *text;

	for (size_t k = first; k <= i; k++)
		good += q->items[k].ok;
	for (size_t k = first; k <= i; k++) {
		l.text = q->items[k].text;
		l.environment = q->items[k].environment;
		if (!q->items[k].ok)
			verify_report(q->rq, sum, &l);
	}
	text = xasprintf("step %d: %zu cheats, all refused", s->number, good);
	l.text = text;
	l.ok = true;
	l.environment = false;
	if (good == cheats_count())
		verify_report(q->rq, sum, &l);
	free(text);
}
