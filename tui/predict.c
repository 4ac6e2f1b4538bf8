/* predict: the question before the first run of a step. It is asked while the compiler is at work already, so it costs
 * no time; the result stays hidden until it is answered or skipped (Esc, or Enter on nothing). A run that shows nothing
 * to predict (a compile error) takes the question back, and the next run asks it again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/answer.h"
#include "judge/prediction.h"
#include "tui/app.h"

static int sweep_cases(const struct step *s)
{
	int n = 0;

	for (size_t i = 0; i < s->ncases; i++)
		n += s->cases[i].sweep;
	return n;
}

static const char *sweep_case_name(const struct step *s, int index)
{
	for (size_t i = 0; i < s->ncases; i++)
		if (s->cases[i].sweep && index-- == 0)
			return s->cases[i].name;
	return "";
}

bool app_predicting(const struct app *a, int step)
{
	return (a->prompt.kind == PROMPT_PREDICT || a->prompt.kind == PROMPT_ANSWER) && a->prompt_step == step;
}

static void ask(struct app *a)
{
	const struct step *s = a->steps[a->prompt_step].step;
	char *question = s->predict.all ?
		xasprintf("%s\n%s:", s->predict.question, sweep_case_name(s, a->prompt_case)) :
		xstrdup(s->predict.question);

	prompt_ask(&a->prompt, PROMPT_PREDICT, question);
	free(question);
}

/* The step's next question, from a->prompt_question on, that is no single number and has no answer. */
static bool ask_next(struct app *a)
{
	struct step_state *s = &a->steps[a->prompt_step];

	if (!s->answers)
		s->answers = xcalloc(s->step->nquestions + 1, sizeof *s->answers);
	for (; a->prompt_question < s->step->nquestions; a->prompt_question++) {
		struct buf b;

		if (!answer_wanted(s->step, a->prompt_question))
			continue;
		if (!s->answers[a->prompt_question])
			s->answers[a->prompt_question] =
				progress_answer_get(a->progress, s->step->id, (int)a->prompt_question);
		if (s->answers[a->prompt_question])
			continue;
		buf_init(&b);
		answer_ask(s->step, a->prompt_question, &b);
		prompt_ask(&a->prompt, PROMPT_ANSWER, b.data);
		buf_release(&b);
		return true;
	}
	return false;
}

void app_ask_prediction(struct app *a, int step)
{
	struct step_state *s = &a->steps[step];
	int n = sweep_cases(s->step);

	if (!s->step->nquestions || s->asked || s->observed)
		return;
	app_refresh_step(a, step); /* `warplings predict`, in another window, may have answered it meanwhile */
	a->prompt_step = step;
	a->prompt_question = 0;
	if (!s->step->has_predict || s->p.predicted || (s->step->predict.all && n == 0)) {
		s->asked = ask_next(a);
		return;
	}
	s->asked = true;
	a->prompt_case = 0;
	if (s->step->predict.all) {
		free(s->sweep);
		s->sweep = xcalloc((size_t)n, sizeof *s->sweep);
		for (int i = 0; i < n; i++)
			s->sweep[i] = NAN;
	}
	ask(a);
}

/* Has this run shown what there is to predict? */
static bool observable(const struct result *r)
{
	bool any = r->nobserved > 0 || r->student.has_counters;
	bool judged = r->ncases > 0 && r->verdict != VERDICT_NOT_JUDGED;

	for (size_t i = 0; i < r->ncases && r->step->predict.all; i++)
		any = any || r->cases[i].has_counters;
	for (size_t i = 0; i < r->step->nquestions && judged; i++) /* its answer stands in the manifest */
		any = any || (r->step->questions[i].kind == PREDICT_CHOICE && !r->step->questions[i].decided.nof);
	return any;
}

void app_prediction_run_ended(struct app *a, int step, const struct result *r)
{
	struct step_state *s = &a->steps[step];

	if (r && s->step->nquestions && observable(r)) {
		s->observed = true;
	} else if (app_predicting(a, step) && a->prompt.text.len == 0) {
		/* Also where an earlier run has shown it: the question was open, so nobody has seen that result. */
		s->asked = s->observed = false;
		free(s->sweep);
		s->sweep = NULL;
		prompt_close(&a->prompt);
	}
}

/* The answer came after the result: compare them now, as the job would have. */
static void compare(struct app *a, struct step_state *s)
{
	struct err e = ERR_INIT;

	if (!s->result || !s->result->step || !s->step->has_predict || !s->p.predicted || s->step->predict.all)
		return;
	prediction_check(s->result, s->p.prediction);
	if (a->progress && s->result->prediction.known &&
		progress_predicted(a->progress, s->step->id, 0, s->result->prediction.close, &e) < 0)
		app_complain(a, &e);
}

/* The answers of other kinds, as soon as there is something to compare them with. */
void app_compare_answers(struct app *a, int step)
{
	struct step_state *s = &a->steps[step];
	struct err e = ERR_INIT;

	if (s->result && !s->result->prediction.known) /* it was answered after the run began, and before it ended */
		compare(a, s);
	if (s->result && s->result->step && s->answers && a->progress &&
		progress_compare(a->progress, s->result, s->answers, &e) < 0)
		app_complain(a, &e);
	/* The star for close predictions is a part of it. */
	if (s->result && a->progress && progress_get(a->progress, s->step->id, &s->p, &e) < 0)
		app_complain(a, &e);
}

static void done(struct app *a)
{
	prompt_close(&a->prompt);
	if (!ask_next(a)) {
		const struct view *v = app_view(a);
		const struct step_state *s = &a->steps[a->prompt_step];

		app_compare_answers(a, a->prompt_step);
		if (s->result && v->screen != &screen_result && v->screen != &screen_lesson)
			app_say_verdict(a, a->prompt_step);
	}
	app_stale(a);
}

void app_answer_given(struct app *a, const char *text)
{
	struct step_state *s = &a->steps[a->prompt_step];
	struct err e = ERR_INIT;
	struct buf stored;

	buf_init(&stored);
	if (!answer_read(s->step, a->prompt_question, text, &stored, a->problem, sizeof a->problem)) {
		a->prompt.problem = a->problem;
		buf_release(&stored);
		return;
	}
	if (a->progress && progress_answer(a->progress, s->step->id, (int)a->prompt_question, stored.data, &e) < 0)
		app_complain(a, &e);
	s->answers[a->prompt_question++] = buf_detach(&stored);
	done(a);
}

void app_prediction_given(struct app *a, const char *text)
{
	struct step_state *s = &a->steps[a->prompt_step];
	struct err e = ERR_INIT;
	double value;

	if (!answer_number(&s->step->predict, text, &value, a->problem, sizeof a->problem)) {
		a->prompt.problem = a->problem;
		return;
	}
	if (s->step->predict.all) {
		s->sweep[a->prompt_case++] = value;
		if (a->prompt_case < sweep_cases(s->step)) {
			ask(a);
			return;
		}
	} else {
		s->p.predicted = true;
		s->p.prediction = value;
		if (a->progress && progress_predict(a->progress, s->step->id, 0, value, &e) < 0)
			app_complain(a, &e);
		compare(a, s);
	}
	done(a);
}

void app_prediction_skipped(struct app *a, bool all)
{
	struct step_state *s = &a->steps[a->prompt_step];

	if (a->prompt.kind == PROMPT_ANSWER) {
		a->prompt_question = all ? s->step->nquestions : a->prompt_question + 1;
		done(a);
		return;
	}
	if (s->step->predict.all && !all && ++a->prompt_case < sweep_cases(s->step)) {
		ask(a);
		return;
	}
	if (s->sweep) { /* nothing predicted at all: no column for it */
		bool any = false;

		for (int i = 0; i < sweep_cases(s->step); i++)
			any = any || !isnan(s->sweep[i]);
		if (!any) {
			free(s->sweep);
			s->sweep = NULL;
		}
	}
	done(a);
}
