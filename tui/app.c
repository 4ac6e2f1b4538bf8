/* app: the shared state and the stack of views; see app.h. */
#include "tui/app.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void collect_steps(struct app *a)
{
	int rows = 0;

	for (size_t i = 0; i < a->catalogue->nlabs; i++) {
		a->nsteps += (int)a->catalogue->labs[i].nsteps;
		rows += 1 + (int)a->catalogue->labs[i].nsteps;
	}
	a->steps = xcalloc((size_t)a->nsteps + 1, sizeof *a->steps);
	a->rows = xcalloc((size_t)rows + 1, sizeof *a->rows);
	a->nsteps = 0;
	for (size_t i = 0; i < a->catalogue->nlabs; i++) {
		const struct lab *lab = &a->catalogue->labs[i];

		a->rows[a->nrows++] = (struct list_row){ lab, -1 };
		for (size_t k = 0; k < lab->nsteps; k++) {
			a->rows[a->nrows++] = (struct list_row){ lab, a->nsteps };
			a->steps[a->nsteps].step = &lab->steps[k];
			a->steps[a->nsteps++].p.last = VERDICT_TODO;
		}
	}
}

int app_step_index(const struct app *a, const struct step *s)
{
	for (int i = 0; i < a->nsteps; i++)
		if (a->steps[i].step == s)
			return i;
	return -1;
}

/* Where to begin: the list, with the named lab or step opened over it. */
static int open_start(struct app *a, struct err *e)
{
	const char *word = a->o->start_lab;

	app_push(a, &screen_list, NULL, -1)->pager.selected = 0;
	if (!word)
		return 0;
	if (strchr(word, '/')) {
		const struct step *s = catalogue_step(a->catalogue, word, e);

		if (!s)
			return -1;
		app_open_step(a, app_step_index(a, s));
	} else {
		const struct lab *lab = catalogue_lab(a->catalogue, word, e);

		if (!lab)
			return -1;
		app_open_lab(a, lab);
	}
	return 0;
}

int app_init(struct app *a, const struct tui_options *o, struct err *e)
{
	char *path;

	memset(a, 0, sizeof *a);
	a->o = o;
	a->run_next = a->watch_step = a->job_step = a->prompt_step = -1;
	config_init(&a->config);
	path = config_path();
	config_load(&a->config, path, &a->config_error);
	free(path);
	prompt_init(&a->prompt);
	ui_job_init(&a->job);
	watch_init(&a->watch);
	buf_init(&a->job_log);
	if ((!o->root || !o->work_dir) && workspace_find(&a->workspace, e) < 0)
		return -1;
	if (o->root) {
		free(a->workspace.root);
		a->workspace.root = xstrdup(o->root);
	}
	if (o->work_dir) {
		free(a->workspace.work);
		a->workspace.work = xstrdup(o->work_dir);
	}
	a->catalogue = o->catalogue ? o->catalogue : &a->own_catalogue;
	if (!o->catalogue && catalogue_load(&a->own_catalogue, o->labs ? o->labs : a->workspace.root, e) < 0)
		return -1;
	collect_steps(a);
	return open_start(a, e);
}

void app_refresh_step(struct app *a, int step)
{
	struct step_state *s = &a->steps[step];
	struct err e = ERR_INIT;

	if (a->progress && progress_get(a->progress, s->step->id, &s->p, &e) < 0)
		app_complain(a, &e);
	s->attempted = workspace_attempted(&a->workspace, s->step);
	app_stale(a);
}

/* After the first paint: a database on a slow disk must not keep the screen dark. */
void app_load_progress(struct app *a)
{
	struct err e = ERR_INIT;

	if (progress_open(&a->progress, a->workspace.work, &e) < 0) {
		a->progress = NULL;
		app_complain(a, &e);
	}
	for (int i = 0; i < a->nsteps; i++) {
		struct step_state *s = &a->steps[i];

		app_refresh_step(a, i);
		s->observed = s->p.attempts > 0 && s->p.last != VERDICT_COMPILE_ERROR;
	}
	app_find_place(a);
	if (a->config_error.kind != ERR_NONE)
		app_complain(a, &a->config_error);
	a->loaded = true;
}

void app_release(struct app *a)
{
	app_keep_place(a);
	ui_job_stop(&a->job);
	while (a->nviews > 0)
		app_pop(a);
	for (int i = 0; i < a->nsteps; i++) {
		result_free(a->steps[i].result);
		sweep_free(a->steps[i].swept);
		free(a->steps[i].sweep);
		free(a->steps[i].watch);
		for (size_t q = 0; a->steps[i].answers && q < a->steps[i].step->nquestions; q++)
			free(a->steps[i].answers[q]);
		free(a->steps[i].answers);
	}
	free(a->steps);
	free(a->rows);
	progress_close(a->progress);
	prompt_release(&a->prompt);
	config_release(&a->config);
	watch_release(&a->watch);
	buf_release(&a->job_log);
	free(a->search);
	free(a->message);
	catalogue_release(&a->own_catalogue);
	workspace_release(&a->workspace);
}

/* A search belongs to the view it began in. */
static void leave_search(struct app *a)
{
	if (a->prompt.kind == PROMPT_SEARCH)
		prompt_close(&a->prompt);
	a->searching = false;
}

struct view *app_push(struct app *a, const struct screen *s, const struct lab *lab, int step)
{
	struct view *v;

	leave_search(a);
	if (a->nviews == MAX_VIEWS)
		app_pop(a);
	v = &a->views[a->nviews++];
	memset(v, 0, sizeof *v);
	v->screen = s;
	v->lab = lab;
	v->step = step;
	v->pager.selected = v->pager.found = -1;
	v->pager.height = 1;
	v->stale = true;
	v->side_pager.selected = v->side_pager.found = -1;
	v->side_pager.height = 1;
	doc_init(&v->doc, 80, true);
	doc_init(&v->side, 0, true);
	return v;
}

void app_pop(struct app *a)
{
	leave_search(a);
	if (a->nviews > 0) {
		struct view *v = &a->views[--a->nviews];

		doc_release(&v->doc);
		doc_release(&v->side);
	}
}

void app_stale(struct app *a)
{
	for (int i = 0; i < a->nviews; i++)
		a->views[i].stale = true;
}

void app_say(struct app *a, enum style s, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	free(a->message);
	a->message = buf_detach(&b);
	a->message_style = s;
	buf_release(&b);
}

void app_say_nothing(struct app *a)
{
	free(a->message);
	a->message = NULL;
}

void app_complain(struct app *a, const struct err *e)
{
	char text[sizeof e->file + sizeof e->msg + 64];

	app_say(a, STYLE_FAIL, "%s", err_text(e, text, sizeof text));
}
