/* screen_history: the attempts at a step, the newest first; Enter on one leads to what changed since the one before, or
 * since the one that was marked (v->line, counted from the oldest, 0: none).
 * screen_diff: that, or after a pass the student's file beside the solution. */
#include <stdlib.h>

#include "base/fs.h"
#include "report/diff.h"
#include "report/history.h"
#include "tui/app.h"

static bool load(struct app *a, const struct view *v, struct history *h, struct doc *d)
{
	struct err e = ERR_INIT;
	char text[sizeof e.file + sizeof e.msg + 64];

	history_init(h);
	if (!progress_history(a->progress, a->steps[v->step].step->id, h, &e))
		return true;
	doc_wrap(d, STYLE_FAIL, 0, err_text(&e, text, sizeof text));
	return false;
}

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA history");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	struct history h;

	v->pager.ntags = 0;
	if (load(a, v, &h, d))
		v->pager.ntags = (int)history_doc(&h, a->steps[v->step].step, (size_t)v->line, d);
	v->bare = !v->pager.ntags;
	v->pager.selected = !v->pager.ntags ? -1 : v->pager.selected < 0 ? 0 : v->pager.selected;
	if (v->pager.selected >= v->pager.ntags)
		v->pager.selected = v->pager.ntags - 1;
	v->nth = h.n;
	history_release(&h);
}

static bool request(struct app *a, struct view *v, enum request r)
{
	size_t row = (size_t)v->pager.selected, n = v->nth;

	int at;

	if (r != REQ_DIFF && r != REQ_MARK)
		return false;
	if (v->pager.selected < 0 || row >= n)
		return true;
	at = (int)(n - row); /* counted from the oldest, so that a new attempt changes nothing */
	if (r == REQ_MARK) {
		v->line = v->line == at ? 0 : at;
		v->stale = true;
		if (v->line)
			app_say(a, STYLE_TEXT, "Marked: Enter on another attempt shows what changed between the two.");
		return true;
	}
	struct view *w = app_push(a, &screen_diff, v->lab, v->step);

	/* The later one beside the earlier, whichever was marked. */
	w->nth = (size_t)(v->line > at ? v->line : at);
	w->line = v->line == at || !v->line ? at - 1 : v->line > at ? at : v->line;
	return true;
}

static void diff_title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, v->nth ? " \xE2\x80\xBA changes" : " \xE2\x80\xBA solution");
}

static void solution(struct app *a, const struct view *v, struct doc *d)
{
	const struct step *s = a->steps[v->step].step;
	char *path = workspace_file(&a->workspace, s, false, NULL);
	struct err e = ERR_INIT;
	char text[sizeof e.file + sizeof e.msg + 64];
	struct buf yours, theirs;

	buf_init(&yours);
	buf_init(&theirs);
	if (!a->steps[v->step].p.passed)
		doc_wrap(d, STYLE_TEXT, 0, "The solution is shown when the step has passed.");
	else if (!path || fs_read_plain(path, 1 << 20, &yours, &e) || fs_read_plain(s->solution, 1 << 20, &theirs, &e))
		doc_wrap(d, STYLE_FAIL, 0, err_text(&e, text, sizeof text));
	else
		diff_doc("your file", yours.data, "the solution", theirs.data, d);
	buf_release(&yours);
	buf_release(&theirs);
	free(path);
}

static void diff_build(struct app *a, struct view *v, struct doc *d)
{
	struct history h;

	if (!v->nth) {
		solution(a, v, d);
		return;
	}
	if (load(a, v, &h, d))
		history_diff_doc(&h, (size_t)v->line - 1, v->nth - 1, d); /* line 0: there is none before */
	history_release(&h);
}

const struct screen screen_history = { "history", CTX_HISTORY, title, build, request, NULL, NULL };
const struct screen screen_diff = { "diff", CTX_DIFF, diff_title, diff_build, NULL, NULL, NULL };
