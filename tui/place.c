/* place: where the student left off, kept as "STEP SCREEN LINE ZOOM NTH" and found again: coming back lands there. A
 * screen of a run's counts has none in a new session: the file runs once more, as no new attempt while it is the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "tui/app.h"

static const struct {
	const struct screen *screen;
	bool of_run;
} kept[] = {
	{ &screen_lesson, false },
	{ &screen_result, false },
	{ &screen_code, false },
	{ &screen_history, false },
	{ &screen_lines, true },
	{ &screen_access, true },
	{ &screen_stepper, true },
	{ &screen_timeline, true },
	{ &screen_race, true },
	{ &screen_ptx, true },
};
#define KEPT (sizeof kept / sizeof *kept)

/* Where in its screen a view is, in one number: the line of the source, the block, the row that is chosen, or the line
 * at the top. */
static int line_of(const struct app *a, const struct view *v)
{
	if (v->screen == &screen_lines)
		return lines_chosen(a, v);
	if (v->screen == &screen_access)
		return v->line;
	if (v->screen == &screen_stepper)
		return (int)a->steps[v->step].block;
	return v->screen == &screen_code ? v->pager.selected : v->pager.top;
}

static void go_to(struct app *a, struct view *v, int line, int zoom, size_t nth)
{
	if (v->screen == &screen_lines || v->screen == &screen_access)
		v->line = line;
	else if (v->screen == &screen_stepper)
		a->steps[v->step].block = (uint64_t)line;
	else if (v->screen == &screen_code)
		code_go_to(v, line);
	else
		v->pager.top = line;
	v->zoom = zoom;
	v->nth = nth;
}

void app_keep_place(struct app *a)
{
	const struct view *at = NULL;
	const char *id, *name = "list";
	int line = 0;
	char *place;

	if (!a->progress || !a->loaded || !a->nviews)
		return;
	for (int i = a->nviews - 1; i > 0 && !at; i--)
		if (a->views[i].step >= 0)
			at = &a->views[i];
	if (at) {
		id = a->steps[at->step].step->id;
		name = screen_result.name;
		for (size_t k = 0; k < KEPT; k++)
			if (at->screen == kept[k].screen) {
				name = at->screen->name;
				line = line_of(a, at);
			}
	} else {
		int row = a->views[0].pager.selected;

		if (row < 0 || row >= a->nrows || a->rows[row].step < 0)
			return;
		id = a->steps[a->rows[row].step].step->id;
	}
	/* A script begins on the list, wherever the one before it has been. */
	place = xasprintf("%s %s %d %d %zu", id, a->o->script ? "list" : name, line > 0 ? line : 0, at ? at->zoom : 0,
		at ? at->nth : 0);
	progress_keep_place(a->progress, place, NULL); /* no reason to complain */
	free(place);
}

/* Is the file what the newest attempt judged? */
static bool judged(struct app *a, int step)
{
	char *path = workspace_file(&a->workspace, a->steps[step].step, false, NULL);
	struct history h;
	struct buf text;
	bool same = false;

	buf_init(&text);
	history_init(&h);
	if (path && fs_read_plain(path, 1 << 20, &text, NULL) == 0 &&
		progress_history(a->progress, a->steps[step].step->id, &h, NULL) == 0)
		same = h.n && h.v[h.n - 1].source && !strcmp(h.v[h.n - 1].source, text.data ? text.data : "");
	history_release(&h);
	buf_release(&text);
	free(path);
	return same;
}

static void open_kept(struct app *a, size_t k, int step, int line, int zoom, size_t nth)
{
	const struct lab *lab = a->steps[step].step->lab;

	app_open_step(a, step);
	if (kept[k].of_run)
		app_push(a, &screen_result, lab, step);
	if (kept[k].screen == &screen_access)
		app_push(a, &screen_lines, lab, step)->line = line;
	if (kept[k].screen != &screen_lesson)
		app_push(a, kept[k].screen, lab, step);
	go_to(a, app_view(a), line, zoom, nth);
	if (!kept[k].of_run)
		return;
	a->steps[step].again = judged(a, step);
	app_run(a, step);
}

/* Unless the student has moved already, or said where to begin. */
void app_find_place(struct app *a)
{
	char *place = progress_place(a->progress), *name = place ? strchr(place, ' ') : NULL;
	int row = -1, line = 0, zoom = 0, end = 0;
	size_t nth = 0;

	if (name) {
		*name++ = '\0';
		sscanf(name, "%*s%n %d %d %zu", &end, &line, &zoom, &nth);
		name[end] = '\0';
	}
	for (int i = 0; place && i < a->nrows && row < 0; i++)
		if (a->rows[i].step >= 0 && !strcmp(a->steps[a->rows[i].step].step->id, place))
			row = i;
	if (row >= 0 && a->views[0].pager.selected <= 0) {
		a->views[0].pager.selected = row;
		for (size_t k = 0; name && a->nviews == 1 && !a->o->script && k < KEPT; k++)
			if (!strcmp(kept[k].screen->name, name))
				open_kept(a, k, a->rows[row].step, line, zoom, nth);
	}
	free(place);
}
