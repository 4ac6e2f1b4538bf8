/* verify_file: one file judged as a student's would be, and whether what came of it is what the lab says. */
#include "job/step/verify_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "job/step/sweep.h"
#include "judge/answer.h"
#include "judge/prediction.h"
#include "judge/verdict.h"
#include "report/report.h"

/* Where lines end says nothing. */
static void join_lines(struct buf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < b->len; i++) {
		bool space = isspace((unsigned char)b->data[i]);

		if (!space || (n && b->data[n - 1] != ' '))
			b->data[n++] = space ? ' ' : b->data[i];
	}
	b->data[n] = '\0';
	b->len = n;
}

/* Does `text` occur in what the student reads? */
static bool student_reads(const struct result *r, const char *text)
{
	struct text_style style = { .width = 200 };
	struct buf report, words;
	bool found;

	buf_init(&report);
	buf_init(&words);
	buf_printf(&report, "%s\n", r->message ? r->message : "");
	report_text(r, &style, &report);
	buf_puts(&words, text);
	join_lines(&report);
	join_lines(&words);
	found = strstr(report.data, words.data) != NULL;
	buf_release(&report);
	buf_release(&words);
	return found;
}

static bool as_wanted(const struct item *it, const struct result *r)
{
	switch (it->want) {
	case MUST_PASS: return r->verdict == VERDICT_PASS;
	case MUST_FAIL: return r->verdict != VERDICT_PASS && r->verdict != VERDICT_NOT_JUDGED;
	case MUST_BE_RIGHT: return r->verdict == VERDICT_PASS || r->verdict == VERDICT_GATE_FAILED;
	default: return (int)r->verdict == it->verdict || (int)r->verdict == it->or_verdict;
	}
}

/* Of a passing solution: does the program that the step's question is about have the number that is asked for? */
static bool unanswerable(const struct result *r)
{
	const struct step *s = r->step;

	for (size_t i = 0; s->has_predict && i < s->ncases; i++) {
		const struct counters *c;

		if (s->predict.all ? !s->cases[i].sweep : i != prediction_case(s))
			continue;
		c = prediction_observed(r, i);
		if (!c || !counter_defined(c, (enum counter_id)s->predict.counter))
			return true;
	}
	return false;
}

/* Every value of the macros must give a right answer. */
void verify_sweep(const struct queue *q, struct item *it)
{
	const struct verify_request *rq = q->rq;
	struct sweep_request sr = { .root = rq->root,
		.cache = rq->cache,
		.step = it->step,
		.file = it->file,
		.seed = q->seed,
		.trusted = true,
		.cancel_fd = rq->cancel_fd };
	struct sweep_report r;
	struct err e = ERR_INIT;
	struct buf bad;

	buf_init(&bad);
	if (sweep_run(&sr, &r, &e)) {
		it->environment = true;
		buf_printf(&bad, "%s: %s", it->role, e.msg);
	}
	for (size_t i = 0; i < r.nrows && !bad.len; i++) {
		if (r.rows[i].ok)
			continue;
		buf_printf(&bad, "%s: ", it->role);
		sweep_row_words(&r, &r.rows[i], &bad);
		buf_printf(&bad, ": %s", r.rows[i].why ? r.rows[i].why : "failed");
	}
	it->ok = !bad.len;
	it->text = it->ok ? xasprintf("%s: %zu values, all right", it->role, r.nrows) : xstrdup(bad.data);
	buf_release(&bad);
	sweep_report_release(&r);
}

/* A question for an order: can the variants be put in one, and does the list that the student reads not give it away?
 */
static bool order_at_fault(const struct result *r, size_t q, char **text)
{
	const struct predict *p = &r->step->questions[q];
	struct buf listed, words;
	bool close = false, seen;

	buf_init(&listed);
	buf_init(&words);
	for (size_t i = 0; i < p->nchoices; i++)
		buf_printf(&listed, "%s%s", i ? " " : "", p->choices[i]);
	seen = answer_compare(r, q, listed.data, &close, &words);
	if (!seen)
		*text = xasprintf("predict: the variants can't be put in order: %s",
			r->unobserved ? r->unobserved : "nothing was counted");
	else if (close)
		*text = xasprintf("predict: '%s' is the right order, and the student reads it: list the names in "
				  "another one",
			listed.data);
	buf_release(&listed);
	buf_release(&words);
	return *text != NULL;
}

/* Of a passing solution: do the variants decide a question otherwise than the manifest says? Then *text says how. */
static bool misdecided(const struct result *r, char **text)
{
	for (size_t q = 0; q < r->step->nquestions; q++) {
		const struct predict *p = &r->step->questions[q];
		int right = p->decided.nof ? answer_decided(r, q) : (int)p->answer;

		if (p->kind == PREDICT_ORDER && order_at_fault(r, q, text))
			return true;
		if (right == (int)p->answer)
			continue;
		*text = right < 0 ?
			xasprintf("predict: the variants can't decide: %s",
				r->unobserved ? r->unobserved : "nothing was counted") :
			xasprintf("predict: the answer is '%s', not '%s'", p->choices[right], p->choices[p->answer]);
		return true;
	}
	return false;
}

/* What the manifest asks to show: is it there, in the solution's run? */
static bool shows_nothing(const struct result *r, char **text)
{
	const struct step *s = r->step;

	if (s->picture && !access_worst(&r->accesses, r->source, s->picture_of))
		*text = s->picture_of ?
			xasprintf("picture: no access to memory by the first warp in a line of the solution with '%s'",
				s->picture_of) :
			xasprintf("picture: the first warp of the solution makes no access to memory");
	else if (s->show_ptx && (!r->nlistings || !listing_instructions(&r->listings[r->nlistings - 1])))
		*text = xasprintf("show_ptx: the solution has no PTX that can be read");
	else if (s->timeline && !r->student.timeline.n)
		*text = xasprintf("timeline: nothing of the solution's is on it");
	return *text != NULL;
}

/* A solution that is shipped has to earn what students can earn. On a GPU a time is noise: a modelled one is not. */
static bool loses_star(const struct result *r)
{
	return r->student.time_kind == TIME_MODELLED && r->reference.time_kind == TIME_MODELLED && !result_as_fast(r);
}

void verify_file(const struct queue *q, struct item *it)
{
	const struct verify_request *rq = q->rq;
	struct job_request jr = { .trusted = true,
		.root = rq->root,
		.cache = rq->cache,
		.step = it->step,
		.file = it->file,
		.device = rq->device,
		.truth = &q->shares[it->share].truth,
		.schedules = rq->schedules,
		.cancel_fd = rq->cancel_fd,
		.stop_at_first = it->want == MUST_FAIL,
		.observe = it->asked,
		.untimed = true };
	static const char *const wanted[] = {
		[MUST_FAIL] = "any failure", [MUST_PASS] = "pass", [MUST_BE_RIGHT] = "a right answer"
	};
	struct result r;
	struct err e = ERR_INIT;

	if (job_run(&jr, &r, &e)) {
		it->environment = true;
		it->text = xasprintf("%s: %s", it->role, e.msg);
		result_release(&r);
		return;
	}
	it->environment = r.verdict == VERDICT_NOT_JUDGED;
	if (r.student.time_kind == TIME_MODELLED && (r.verdict == VERDICT_PASS || r.verdict == VERDICT_GATE_FAILED))
		it->modelled_us = r.student.time_us;
	it->ok = as_wanted(it, &r);
	if (it->ok && it->asked && misdecided(&r, &it->text)) {
		it->ok = false;
	} else if (it->ok && it->asked && unanswerable(&r)) {
		it->ok = false;
		it->text = xasprintf(
			"predict: the question has no answer: %s", r.unobserved ? r.unobserved : "nothing was counted");
	} else if (it->ok && it->asked && shows_nothing(&r, &it->text)) {
		it->ok = false;
	} else if (it->ok && it->says && !student_reads(&r, it->says)) {
		it->ok = false;
		it->text =
			xasprintf("%s: %s, but the student does not read '%s'%s%s%s", it->role, verdict_word(r.verdict),
				it->says, r.message ? " (" : "", r.message ? r.message : "", r.message ? ")" : "");
	} else if (it->ok && !strcmp(it->role, "solution") && r.advice) {
		it->ok = false;
		it->text = xasprintf("%s: it passes with a note ('notes' in the manifest): %s", it->role, r.advice);
	} else if (it->ok && !strcmp(it->role, "solution") && loses_star(&r)) {
		it->ok = false;
		it->text = xasprintf(
			"%s: it passes without the star for speed: %.2f us modelled, the reference %.2f "
			"us; with copies %.2f us and %.2f us ('notes: {time: ...}' in the manifest allows more)",
			it->role, r.student.time_us, r.reference.time_us,
			(double)r.student.total.v[CTR_TL_ELAPSED] / 1000,
			(double)r.reference.total.v[CTR_TL_ELAPSED] / 1000);
	} else if (it->ok) {
		it->text = xasprintf("%s: %s", it->role, verdict_word(r.verdict));
	} else {
		it->text = xasprintf("%s: %s instead of %s%s%s%s%s", it->role, verdict_word(r.verdict),
			it->want == MUST_BE ? verdict_word((enum verdict)it->verdict) : wanted[it->want],
			r.message ? " (" : "", r.message ? r.message : "", r.message ? ")" : "",
			r.verdict == VERDICT_COMPILE_ERROR && r.diagnostics ? ", see its compiler output" : "");
	}
	result_release(&r);
}
