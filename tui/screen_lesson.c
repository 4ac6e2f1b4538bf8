/* screen_lesson: a step's part of the lesson, where its file is, the hints revealed so far; or a lab's introduction. */
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "tui/app.h"
#include "tui/lesson.h"
#include "tui/parts.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	buf_printf(out, "%02d %s", v->lab->number, v->lab->title);
	if (v->step >= 0)
		buf_printf(out, " \xE2\x80\xBA %d %s", a->steps[v->step].step->number, a->steps[v->step].step->title);
}

void part_lesson(struct app *a, struct view *v, struct doc *d)
{
	lesson_doc(v->lab, v->step >= 0 ? a->steps[v->step].step : NULL, d);
}

/* Relative to where the student stands, when it is below. */
static void file_line(struct app *a, const struct step *s, struct doc *d)
{
	char *path = workspace_file(&a->workspace, s, false, NULL), *cwd = getcwd(NULL, 0);
	size_t n = cwd ? strlen(cwd) : 0;
	const char *shown = path && n > 1 && !strncmp(path, cwd, n) && path[n] == '/' ? path + n + 1 : path;

	if (shown) {
		doc_gap(d);
		doc_printf(d, STYLE_DIM, "Your file: %s", shown);
		doc_break(d);
	}
	free(path);
	free(cwd);
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	part_lesson(a, v, d);
	if (v->step < 0)
		return;
	file_line(a, a->steps[v->step].step, d);
	part_hints(&a->steps[v->step], d);
}

const struct screen screen_lesson = { "lesson", CTX_STEP, title, build, NULL, NULL, NULL };
/* A lab's introduction has no file of its own: nothing to edit, to run or to give hints for. */
const struct screen screen_intro = { "lesson", CTX_INTRO, title, build, NULL, NULL, NULL };
