/* place: where the student left off, kept as "STEP SCREEN LINE" and found again: coming back lands there. A screen that
 * needs a run of this session gives way to the step's result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app.h"

static const struct screen *const kept[] = { &screen_lesson, &screen_result, &screen_code, &screen_history };
#define KEPT (sizeof kept / sizeof *kept)

/* Where one moves in a screen: the row that is chosen, else the line at the top. */
static int *line_of(struct view *v)
{
	return v->screen == &screen_code ? &v->pager.selected : &v->pager.top;
}

void app_keep_place(struct app *a)
{
	const char *id = NULL, *name = "list";
	char *place;
	int line = 0;

	if (!a->progress || !a->loaded || !a->nviews)
		return;
	for (int i = a->nviews - 1; i > 0 && !id; i--) {
		struct view *v = &a->views[i];

		if (v->step < 0)
			continue;
		id = a->steps[v->step].step->id;
		name = screen_result.name;
		for (size_t k = 0; k < KEPT; k++)
			if (v->screen == kept[k]) {
				name = v->screen->name;
				line = *line_of(v);
			}
	}
	if (!id) {
		int row = a->views[0].pager.selected;

		if (row < 0 || row >= a->nrows || a->rows[row].step < 0)
			return;
		id = a->steps[a->rows[row].step].step->id;
	}
	/* A script begins on the list, wherever the one before it has been. */
	place = xasprintf("%s %s %d", id, a->o->script ? "list" : name, line > 0 ? line : 0);
	progress_keep_place(a->progress, place, NULL); /* no reason to complain */
	free(place);
}

/* Unless the student has moved already, or said where to begin. */
void app_find_place(struct app *a)
{
	char *place = progress_place(a->progress), *name = place ? strchr(place, ' ') : NULL;
	int row = -1, line = 0, end = 0;

	if (name) {
		*name++ = '\0';
		sscanf(name, "%*s%n %d", &end, &line);
		name[end] = '\0';
	}
	for (int i = 0; place && i < a->nrows && row < 0; i++)
		if (a->rows[i].step >= 0 && !strcmp(a->steps[a->rows[i].step].step->id, place))
			row = i;
	if (row >= 0 && a->views[0].pager.selected <= 0) {
		a->views[0].pager.selected = row;
		for (size_t k = 0; name && a->nviews == 1 && !a->o->script && k < KEPT; k++) {
			if (strcmp(kept[k]->name, name))
				continue;
			app_open_step(a, a->rows[row].step);
			if (kept[k] != &screen_lesson)
				app_push(a, kept[k], a->rows[row].lab, a->rows[row].step);
			*line_of(app_view(a)) = line;
		}
	}
	free(place);
}
