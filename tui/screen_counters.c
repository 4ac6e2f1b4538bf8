/* screen_counters: every counter and what it counts, from counters.def. */
#include "counters/counters.h"
#include "tui/app.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	(void)a;
	(void)v;
	buf_puts(out, "Warplings \xE2\x80\xBA counters");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	(void)a;
	(void)v;
	for (int id = 0; id < CTR_COUNT; id++) {
		doc_put(d, STYLE_HEADING, counter_alias(id));
		doc_break(d);
		doc_wrap(d, STYLE_TEXT, 2, counter_sentence(id));
		doc_wrap(d, STYLE_DIM, 2, counter_name(id));
		doc_gap(d);
	}
}

const struct screen screen_counters = { "counters", CTX_HELP, title, build, NULL, NULL, NULL };
