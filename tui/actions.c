/* actions: what the requests do to a step: open, edit, run, hint, reset, move. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "report/lines.h"
#include "report/result_doc.h"
#include "report/seen.h"
#include "report/shown.h"
#include "tui/app.h"
#include "tui/edit.h"

int app_current_step(struct app *a)
{
	const struct view *v = app_view(a);

	if (v->screen == &screen_list)
		return v->pager.selected >= 0 && v->pager.selected < a->nrows ? a->rows[v->pager.selected].step : -1;
	return v->step;
}

static void to_list(struct app *a)
{
	while (a->nviews > 1)
		app_pop(a);
}

static void select_row(struct app *a, const struct lab *lab, int step)
{
	for (int i = 0; i < a->nrows; i++)
		if (a->rows[i].lab == lab && a->rows[i].step == step)
			a->views[0].pager.selected = i;
}

/* The student's file of the step, made from the starter on first use; and from now on watched. */
static char *open_file(struct app *a, int step)
{
	struct err e = ERR_INIT;
	char *path = workspace_file(&a->workspace, a->steps[step].step, true, &e);

	if (!path)
		app_complain(a, &e);
	watch_file(&a->watch, path);
	a->watch_step = path ? step : -1;
	return path;
}

void app_open_step(struct app *a, int step)
{
	const struct lab *lab = a->steps[step].step->lab;

	to_list(a);
	select_row(a, lab, step);
	free(open_file(a, step));
	app_push(a, &screen_lesson, lab, step);
	app_keep_place(a); /* now, too: we may be killed */
}

void app_open_lab(struct app *a, const struct lab *lab)
{
	to_list(a);
	select_row(a, lab, -1);
	app_push(a, &screen_intro, lab, -1);
}

void app_toggle(struct app *a)
{
	struct view *v = app_view(a);

	if (v->screen == &screen_result)
		app_pop(a);
	else if (v->screen == &screen_lesson && v->step >= 0)
		app_push(a, &screen_result, v->lab, v->step);
}

/* Bring the step's result to the front, unless the person is reading something else. */
static void show_result(struct app *a, int step)
{
	struct view *v = app_view(a);

	if (v->screen == &screen_list) {
		app_open_step(a, step);
		v = app_view(a);
	}
	if (v->screen == &screen_lesson && v->step == step)
		app_push(a, &screen_result, v->lab, step);
	v = app_view(a);
	if (v->screen == &screen_result && v->step == step)
		v->pager.top = 0;
	app_stale(a);
}

/* From any screen of the step; where the result stands below already, what is over it goes. */
void app_open_result(struct app *a, int step)
{
	for (int i = a->nviews - 1; i > 0; i--)
		if (a->views[i].screen == &screen_result && a->views[i].step == step) {
			while (a->nviews > i + 1)
				app_pop(a);
			return;
		}
	app_push(a, &screen_result, a->steps[step].step->lab, step);
}

void app_open_access(struct app *a, int step, int line)
{
	const struct result *r = a->steps[step].result;
	const struct access *at = NULL;
	struct buf why;
	size_t n = 0;

	if (!r) {
		app_say(a, STYLE_TEXT, "%s", app_nothing_yet(a, step));
		return;
	}
	if (!line)
		at = access_worst(&r->accesses, r->source, a->steps[step].step->picture_of);
	line = at ? at->line : line;
	if (line)
		access_at(&r->accesses, line, 0, &n);
	if (!n) {
		buf_init(&why);
		seen_no_access(r, line, &why);
		app_say(a, STYLE_TEXT, "%s", why.data);
		buf_release(&why);
		return;
	}
	app_push(a, &screen_access, a->steps[step].step->lab, step)->line = line;
	for (size_t k = 0; at && k < n; k++)
		if (access_at(&r->accesses, line, k, NULL) == at)
			app_view(a)->nth = k;
}

bool app_running(const struct app *a, int step)
{
	return a->job.running && a->job_step == step;
}

void app_bare(struct view *v, struct doc *d, const char *why)
{
	v->bare = true;
	doc_wrap(d, STYLE_TEXT, 0, why);
}

const char *app_nothing_yet(const struct app *a, int step)
{
	return app_running(a, step) ? "Your file runs: what it counts will be here." :
				      "Nothing has been counted in this session: r runs your file.";
}

/* False: there is no file, or no job could be started; said already. */
static bool start_job(struct app *a, int step, bool sweep)
{
	struct step_state *s = &a->steps[step];
	struct err e = ERR_INIT;
	char *path = open_file(a, step), *cache;
	struct ui_job_spec spec;
	bool started;

	if (!path)
		return false;
	watch_forget(&a->watch);
	cache = workspace_cache(&a->workspace);
	spec = (struct ui_job_spec){ .root = a->workspace.root,
		.file = path,
		.cache = cache,
		.work = a->workspace.work,
		.step = s->step,
		.sweep = sweep,
		.device = a->o->device,
		.block = s->block,
		.record = workspace_attempted(&a->workspace, s->step) && !s->again,
		.predicted = s->p.predicted,
		.prediction = s->p.prediction };
	s->again = false;
	buf_clear(&a->job_log);
	a->job_step = step;
	app_say_nothing(a); /* what was said before is about the file before */
	started = ui_job_start(&a->job, &spec, &e) == 0;
	if (!started)
		app_complain(a, &e);
	free(path);
	free(cache);
	return started;
}

void app_run(struct app *a, int step)
{
	if (a->job.running) { /* the newest wish wins; app_job_ended starts it */
		ui_job_cancel(&a->job);
		a->run_next = step;
		return;
	}
	if (start_job(a, step, false)) {
		show_result(a, step);
		app_ask_prediction(a, step);
	}
}

/* Blocks of the kernel whose steps are kept: the grid of the first one of that name; 0: not known. */
static double blocks_of(const struct result *r)
{
	for (size_t i = 0; r && i < r->student.nkernels; i++) {
		const struct kernel_run *k = &r->student.kernels[i];

		if (r->trace.kernel && !strncmp(k->name, r->trace.kernel, strcspn(k->name, "(")))
			return (double)k->grid[0] * k->grid[1] * k->grid[2];
	}
	return 0;
}

void app_ask_block(struct app *a, int step)
{
	const struct step_state *s = &a->steps[step];
	double n = blocks_of(s->result);
	struct buf b;

	buf_init(&b);
	buf_printf(&b, "Which block");
	if (n > 0)
		buf_printf(&b, ", of 0 to %.0f", n - 1);
	buf_printf(&b, "? It is %llu now. Your file runs again to record another one.", (unsigned long long)s->block);
	a->prompt_step = step;
	prompt_ask(&a->prompt, PROMPT_BLOCK, b.data);
	buf_release(&b);
}

void app_block_given(struct app *a, double block)
{
	int step = a->prompt_step;
	struct step_state *s = &a->steps[step];
	double n = blocks_of(s->result);

	prompt_close(&a->prompt);
	if (!(block >= 0) || block != (double)(uint32_t)block || (n > 0 && block >= n)) {
		app_say(a, STYLE_WARN, "There is no such block.");
		return;
	}
	s->block = (uint64_t)block;
	s->again = true;
	if (app_view(a)->screen == &screen_stepper) {
		app_view(a)->zoom = 0;
		app_view(a)->nth = 0;
	}
	app_run(a, step);
}

void app_sweep(struct app *a, int step)
{
	struct step_state *s = &a->steps[step];

	if (!s->step->has_sweep) {
		app_say(a, STYLE_TEXT, "This step has no sweep.");
	} else if (a->job.running) {
		app_say(a, STYLE_TEXT, "Something runs already; Esc cancels it.");
	} else if (start_job(a, step, true)) {
		sweep_free(s->swept);
		s->swept = NULL;
		if (app_view(a)->screen != &screen_sweep)
			app_push(a, &screen_sweep, s->step->lab, step);
		app_stale(a);
	}
}

/* All rows are there, or it was cancelled. */
static void sweep_ended(struct app *a, struct ui_job_end *end)
{
	struct step_state *s = &a->steps[a->job_step];
	struct err e = ERR_INIT;

	s->swept = end->swept;
	if (!end->swept && end->error.kind == ERR_CANCELLED)
		app_say(a, STYLE_WARN, "Cancelled.");
	else if (!end->swept)
		app_complain(a, &end->error);
	else if (s->answers && a->progress && progress_compare_sweep(a->progress, s->swept, s->answers, &e) < 0)
		app_complain(a, &e);
	app_stale(a);
}

/* The result that a newer one replaces: what is worth comparing with. */
static void remember(struct step_state *s)
{
	const struct result *r = s->result;

	s->has_before = r && r->verdict != VERDICT_NOT_JUDGED;
	if (s->has_before)
		s->before = (struct earlier){ .verdict = r->verdict,
			.time_us = side_timed(&r->student) ? r->student.time_us : 0,
			.time_kind = r->student.time_kind,
			.c = r->student.total,
			.has_counters = r->student.has_counters };
	result_free(s->result);
	s->result = NULL;
}

void app_say_verdict(struct app *a, int step)
{
	const struct step_state *s = &a->steps[step];

	app_say(a, verdict_style_of(s->result->verdict), "%s: %s%s", s->step->id, verdict_word(s->result->verdict),
		app_view(a)->step == step ? " (v shows it)" : "");
}

void app_job_ended(struct app *a, struct ui_job_end *end)
{
	int step = a->job_step, next = a->run_next;
	struct step_state *s = &a->steps[step];

	a->run_next = -1;
	if (end->sweep) {
		sweep_ended(a, end);
		if (next >= 0)
			app_run(a, next);
		return;
	}
	s->cancelled = !end->result;
	if (next < 0)
		app_prediction_run_ended(a, step, end->result);
	if (end->result) {
		remember(s);
		s->result = end->result;
		app_refresh_step(a, step);
		if (!app_predicting(a, step))
			app_compare_answers(a, step);
		if (end->record_error.kind != ERR_NONE)
			app_complain(a, &end->record_error);
		if (next < 0) {
			struct view *v = app_view(a);

			if ((v->screen == &screen_lesson || v->screen == &screen_result) && v->step == step)
				show_result(a, step);
			else
				app_say_verdict(a, step);
		}
	} else if (next < 0) {
		if (end->error.kind == ERR_CANCELLED)
			app_say(a, STYLE_WARN, "Cancelled.");
		else
			app_complain(a, &end->error);
	}
	app_stale(a);
	if (next >= 0)
		app_run(a, next);
}

/* Where the next thing to write is: the line that is chosen on the screen, the one that went wrong in the newest run,
 * the first TODO; 0: no line stands out. */
static int edit_at(struct app *a, int step, const char *path)
{
	const struct view *v = app_view(a);
	const struct result *r = a->steps[step].result;
	struct buf text;
	int line = 0;

	if ((v->screen == &screen_lines || v->screen == &screen_code) && v->line > 0)
		return v->line;
	if (v->screen == &screen_access && v->line > 0)
		return v->line;
	buf_init(&text);
	if (fs_read_plain(path, 1 << 20, &text, NULL) == 0)
		line = lines_to_edit(r, text.data);
	buf_release(&text);
	return line;
}

void app_edit(struct app *a, int step)
{
	struct err e = ERR_INIT;
	char *path = open_file(a, step);

	if (path && edit_file(&a->tty, path, edit_at(a, step, path), &e) < 0)
		app_complain(a, &e);
	free(path);
	app_refresh_step(a, step);
}

void app_hint(struct app *a, int step)
{
	struct step_state *s = &a->steps[step];
	struct err e = ERR_INIT;

	if (s->p.hints_shown >= (int)s->step->nhints) {
		app_say(a, STYLE_TEXT, "That was the last hint.");
	} else {
		s->p.hints_shown++;
		if (a->progress && progress_reveal_hint(a->progress, s->step->id, s->p.hints_shown, &e) < 0)
			app_complain(a, &e);
	}
	app_stale(a);
	app_view(a)->to_end = true;
}

void app_ask_reset(struct app *a, int step)
{
	char *path = workspace_file(&a->workspace, a->steps[step].step, false, NULL);
	char *question = xasprintf("Replace %s by the untouched starter? Your changes in it are lost. (y/n)", path);

	a->prompt_step = step;
	prompt_ask(&a->prompt, PROMPT_RESET, question);
	free(question);
	free(path);
}

void app_reset(struct app *a, int step)
{
	struct step_state *s = &a->steps[step];
	struct err e = ERR_INIT;

	if (workspace_reset(&a->workspace, s->step, &e) < 0 ||
		(a->progress && progress_reset(a->progress, s->step->id, &e) < 0)) {
		app_complain(a, &e);
	} else {
		app_say(a, STYLE_TEXT, "%s is the untouched starter again.", s->step->file);
		result_free(s->result);
		s->result = NULL;
		s->asked = false;
		free(s->sweep);
		s->sweep = NULL;
	}
	if (a->watch_step == step)
		watch_forget(&a->watch);
	app_refresh_step(a, step);
}

const struct lab *app_next_lab(const struct app *a, const struct lab *lab)
{
	for (size_t i = (size_t)(lab - a->catalogue->labs) + 1; i < a->catalogue->nlabs; i++)
		if (a->catalogue->labs[i].error.kind == ERR_NONE)
			return &a->catalogue->labs[i];
	return NULL;
}

/* Step by step; between two labs stands the introduction of the second. */
void app_move(struct app *a, int by)
{
	const struct view *v = app_view(a);
	const struct lab *lab = v->lab, *next = lab ? app_next_lab(a, lab) : NULL;
	int first = lab && lab->nsteps > 0 ? app_step_index(a, &lab->steps[0]) : -1;

	if (!lab)
		return;
	if (v->step < 0 && by > 0 && first >= 0)
		app_open_step(a, first);
	else if (v->step >= 0 && by > 0 && v->step == first + (int)lab->nsteps - 1 && next)
		app_open_lab(a, next);
	else if (v->step >= 0 && by > 0 && v->step < first + (int)lab->nsteps - 1)
		app_open_step(a, v->step + 1);
	else if (v->step == first && by < 0)
		app_open_lab(a, lab);
	else if (by < 0 && (v->step >= 0 ? v->step : first) > 0)
		app_open_step(a, (v->step >= 0 ? v->step : first) - 1);
	else
		app_say(a, STYLE_TEXT, by > 0 ? "This is the last step." : "This is the first step.");
}

void app_go_on(struct app *a)
{
	const struct view *v = app_view(a);

	if (v->step < 0 || a->steps[v->step].p.passed)
		app_move(a, 1);
	else
		app_say(a, STYLE_TEXT, "e opens your file, r runs it; when the step has passed, Enter goes on.");
}
