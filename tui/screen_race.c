/* screen_race: the pairs of accesses of the newest run that nothing orders. */
#include "report/race.h"
#include "tui/app.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	screen_lesson.title(a, v, out);
	buf_puts(out, " \xE2\x80\xBA order");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	const struct result *r = a->steps[v->step].result;

	if (r && r->ncases)
		race_doc(r, d);
	else
		doc_wrap(d, STYLE_TEXT, 0, "Nothing has run in this session: r runs your file.");
}

const struct screen screen_race = { "race", CTX_DIFF, title, build, NULL, NULL, NULL };
