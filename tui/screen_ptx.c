/* screen_ptx: the PTX of the judged file, beside that of the step's variants where the step is about it. */
#include "report/listing.h"
#include "tui/app.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA PTX");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	const struct result *r = a->steps[v->step].result;

	if (r && r->nlistings)
		listing_doc(r, true, d);
	else
		doc_wrap(d, STYLE_TEXT, 0, "Nothing has been compiled and run in this session: r runs your file.");
}

const struct screen screen_ptx = { "ptx", CTX_PTX, title, build, NULL, NULL, NULL };
