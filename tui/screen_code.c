/* screen_code: the step's file as it is now, with its TODOs and errors marked and what its lines counted; in a wide
 * window the lesson stands beside it. v->line is the line that is chosen: where e opens the editor. */
#include <stdlib.h>

#include "base/fs.h"
#include "report/lines.h"
#include "tui/app.h"
#include "tui/parts.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA code");
}

void code_go_to(struct view *v, int row)
{
	v->pager.selected = row;
	v->pager.top = row - 3; /* what stands before it is in sight */
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	char *path = workspace_file(&a->workspace, a->steps[v->step].step, false, NULL);
	struct lines_view lv = { .r = a->steps[v->step].result, .code = true };
	struct err e = ERR_INIT;
	char text[sizeof e.file + sizeof e.msg + 64];
	struct buf file;

	v->pager.ntags = 0;
	buf_init(&file);
	if (path && fs_read_plain(path, 1 << 20, &file, &e) == 0) {
		lv.text = file.data ? file.data : "";
		v->pager.ntags = (int)lines_doc(&lv, d);
	} else {
		doc_wrap(d, STYLE_FAIL, 0, err_text(&e, text, sizeof text));
	}
	if (!v->pager.ntags)
		v->pager.selected = -1;
	else if (v->pager.selected < 0) {
		int line = lines_to_edit(lv.r, lv.text);

		code_go_to(v, line ? line - 1 : 0);
	}
	buf_release(&file);
	free(path);
}

static bool request(struct app *a, struct view *v, enum request r)
{
	v->line = v->pager.selected + 1;
	switch (r) {
	case REQ_ACCESS: app_open_access(a, v->step, v->line); return true;
	case REQ_OTHER_HALF:
		if (v->wide)
			v->in_side = !v->in_side;
		else
			app_pop(a);
		return true;
	default: return false;
	}
}

const struct screen screen_code = { "code", CTX_CODE, title, build, request, part_lesson, NULL };
