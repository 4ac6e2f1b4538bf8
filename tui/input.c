/* input: what a key does. A question that is open takes it; else it becomes a request, which the screen on top may
 * take, and what no screen takes is common to all. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "tui/app.h"

static void begin_search(struct app *a)
{
	a->before_search = *view_pager(app_view(a));
	prompt_ask(&a->prompt, PROMPT_SEARCH, "");
}

static void find(struct app *a, const char *text, int step, bool skip)
{
	struct view *v = app_view(a);

	if (!pager_find(view_pager(v), view_doc(v), text, step, skip))
		app_say(a, STYLE_WARN, "\"%s\" is not here.", text);
}

/* As the text grows, the first match from where the search began is shown. */
static void search_changed(struct app *a)
{
	struct view *v = app_view(a);

	*view_pager(v) = a->before_search;
	view_pager(v)->found = -1;
	if (a->prompt.text.len > 0)
		pager_find(view_pager(v), view_doc(v), a->prompt.text.data, 1, false);
}

static void search_done(struct app *a)
{
	bool again = a->prompt.text.len == 0; /* "/" Enter: the next match of the last text */
	char *text = xstrdup(again ? (a->search ? a->search : "") : a->prompt.text.data);

	free(a->search);
	a->search = *text ? text : NULL;
	prompt_close(&a->prompt);
	if (a->search && again)
		find(a, text, 1, true);
	else if (a->search)
		find(a, text, 1, false);
	a->searching = a->search != NULL;
	if (!*text)
		free(text);
}

static void prompt_input(struct app *a, int key)
{
	enum prompt_kind kind = a->prompt.kind;
	enum prompt_answer answer = prompt_key(&a->prompt, key);
	double value = 0;

	switch (answer) {
	case PROMPT_MORE: break;
	case PROMPT_CHANGED:
		if (kind == PROMPT_SEARCH)
			search_changed(a);
		break;
	case PROMPT_DONE:
		if (kind == PROMPT_SEARCH) {
			search_done(a);
		} else if (kind == PROMPT_RESET) {
			prompt_close(&a->prompt);
			app_reset(a, a->prompt_step);
		} else if (kind == PROMPT_BLOCK) {
			number_read(a->prompt.text.data, &value);
			app_block_given(a, value);
		} else if (kind == PROMPT_ANSWER) {
			app_answer_given(a, a->prompt.text.data);
		} else {
			app_prediction_given(a, a->prompt.text.data);
		}
		break;
	case PROMPT_DROPPED:
		if (kind == PROMPT_SEARCH)
			*view_pager(app_view(a)) = a->before_search;
		if (kind == PROMPT_PREDICT || kind == PROMPT_ANSWER) {
			app_prediction_skipped(a, key != KEYC_ENTER);
			break;
		}
		prompt_close(&a->prompt);
	}
}

/* n and N: from match to match while a search is on. */
static void next_match(struct app *a, int step)
{
	if (a->search)
		find(a, a->search, step, true);
	else
		app_say(a, STYLE_TEXT, "Nothing has been searched for: / does.");
}

static void back(struct app *a)
{
	if (a->nviews > 1)
		app_pop(a);
	else
		a->quit = true;
	if (a->nviews == 1 && !a->quit) /* another instance may have made progress, too */
		for (int i = 0; i < a->nsteps; i++)
			app_refresh_step(a, i);
	app_stale(a);
}

/* The step that a request is about, or -1, and then the person knows. */
static int chosen_step(struct app *a)
{
	int step = app_current_step(a);

	if (step < 0)
		app_say(a, STYLE_TEXT,
			app_view(a)->screen == &screen_list ?
				"Choose a step first." :
				"This is the lab's introduction: n goes to its first step.");
	return step;
}

/* The screens that a request shows, from wherever one is. */
static const struct {
	const struct screen *screen; /* NULL: it shows none */
	bool alone;                  /* of no step */
} shown_by[REQ_COUNT] = {
#define SCREEN_OF_STEP(id, request) [REQ_##request] = { &screen_##id, false },
#define SCREEN_ALONE(id, request) [REQ_##request] = { &screen_##id, true },
#include "tui/keys.def"
};

/* True: the request was to show a screen. One of no step that is there already stays: a second says no more. */
static bool show_screen(struct app *a, enum request r)
{
	const struct screen *s = shown_by[r].screen;
	int step;

	if (!s)
		return false;
	if (shown_by[r].alone) {
		if (app_view(a)->screen != s)
			app_push(a, s, NULL, -1);
	} else if ((step = chosen_step(a)) >= 0) {
		app_push(a, s, a->steps[step].step->lab, step);
	}
	return true;
}

static void step_request(struct app *a, enum request r)
{
	int step = chosen_step(a);

	if (step < 0)
		return;
	switch (r) {
	case REQ_EDIT: app_edit(a, step); break;
	case REQ_RUN: app_run(a, step); break;
	case REQ_HINT: app_hint(a, step); break;
	case REQ_RESET: app_ask_reset(a, step); break;
	case REQ_SWEEP: app_sweep(a, step); break;
	case REQ_RESULT: app_open_result(a, step); break;
	case REQ_ACCESS: app_open_access(a, step, 0); break;
	default: app_toggle(a); break;
	}
}

/* Esc leaves help, else ends the run, else the search, else a screen that lies over the list, the lesson or the result.
 * These it never leaves: who wants to end a run that has just ended stays where they are. */
static void cancel(struct app *a)
{
	struct view *v = app_view(a);
	struct pager *pager = view_pager(v);
	bool searched = a->searching || pager->found >= 0;

	pager->found = -1;
	a->searching = false;
	if (v->screen == &screen_help) {
		app_pop(a);
	} else if (a->job.running) {
		a->run_next = -1;
		ui_job_cancel(&a->job);
	} else if (!searched && v->screen != &screen_list && v->screen != &screen_lesson &&
		v->screen != &screen_result) {
		back(a);
	}
}

static void common_request(struct app *a, enum request r)
{
	struct view *v = app_view(a);

	if (pager_request(view_pager(v), view_doc(v), r) || show_screen(a, r))
		return;
	switch (r) {
	case REQ_EDIT:
	case REQ_RUN:
	case REQ_HINT:
	case REQ_RESET:
	case REQ_SWEEP:
	case REQ_RESULT:
	case REQ_ACCESS:
	case REQ_TOGGLE: step_request(a, r); break;
	case REQ_FOLD:
	case REQ_DETAILS: app_say(a, STYLE_TEXT, "That is for a result: v shows it."); break;
	case REQ_GO_ON: app_go_on(a); break;
	case REQ_NEXT_MATCH: next_match(a, 1); break;
	case REQ_PREVIOUS_MATCH: next_match(a, -1); break;
	case REQ_NEXT:
		if (a->searching)
			next_match(a, 1);
		else
			app_move(a, 1);
		break;
	case REQ_PREVIOUS: app_move(a, -1); break;
	case REQ_CANCEL: cancel(a); break;
	case REQ_SEARCH: begin_search(a); break;
	case REQ_BACK: back(a); break;
	case REQ_REDRAW: tty_redraw(&a->tty); break;
	case REQ_MOUSE:
		tty_mouse(&a->tty, !a->tty.mouse);
		app_say(a, STYLE_TEXT,
			a->tty.mouse ? "The wheel scrolls, a click chooses." :
				       "The mouse is the terminal's: text can be selected. M takes it back.");
		break;
	case REQ_SUSPEND: tty_suspend(&a->tty); break;
	case REQ_QUIT: a->quit = true; break;
	default: break;
	}
}

void app_key(struct app *a, int key)
{
	struct view *v = app_view(a);
	enum request r;

	if (!key) /* a new size, or a key that this terminal alone has */
		return;
	r = key_request(&a->config.keys, v->screen->context, key);
	if (r != REQ_REDRAW) { /* which shows the same once more */
		app_say_nothing(a);
	}
	if (app_mouse(a, key))
		return;
	if (a->prompt.kind != PROMPT_NONE && r != REQ_SUSPEND && r != REQ_REDRAW) {
		prompt_input(a, key);
		return;
	}
	if (r == REQ_STEP_LINE && a->searching) /* the stepper's n; Esc ends the search */
		r = REQ_NEXT_MATCH;
	if (r != REQ_NONE && !(v->screen->request && v->screen->request(a, v, r)))
		common_request(a, r);
}
