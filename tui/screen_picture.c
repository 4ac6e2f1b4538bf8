/* screen_picture: the pictures of the newest run; w writes them as PNG files beside the student's. */
#include <string.h>

#include "base/fs.h"
#include "report/picture.h"
#include "tui/app.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA picture");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	const struct step_state *s = &a->steps[v->step];

	v->bare = !s->result || !s->result->nimages;
	if (s->result)
		picture_doc(s->result, d);
	else
		doc_wrap(d, STYLE_TEXT, 0,
			!s->step->images.nshow ? "This step has no pictures." : app_nothing_yet(a, v->step));
}

/* The folder is the student's work; the names say which step and which picture. */
static void write_files(struct app *a, const struct view *v)
{
	const struct result *r = a->steps[v->step].result;
	struct err e = ERR_INIT;
	struct buf said, names;

	buf_init(&said);
	buf_init(&names);
	if (!r || !r->nimages) {
		app_say(a, STYLE_TEXT, "There is no picture to write.");
	} else if (picture_write(r, &said, &e)) {
		app_complain(a, &e);
	} else {
		for (char *line = strtok(said.data, "\n"); line; line = strtok(NULL, "\n"))
			buf_printf(&names, "%s%s", names.len ? ", " : "", fs_base_name(line));
		app_say(a, STYLE_PASS, "Beside your file: %s", names.data);
	}
	buf_release(&said);
	buf_release(&names);
}

static bool request(struct app *a, struct view *v, enum request r)
{
	if (r != REQ_WRITE)
		return false;
	write_files(a, v);
	return true;
}

const struct screen screen_picture = { "picture", CTX_PICTURE, title, build, request, NULL, NULL };
