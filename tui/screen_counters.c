/* screen_counters: every counter and what it counts, from counters.def. */
#include "report/counter_list.h"
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
	counter_list_doc(d);
}

const struct screen screen_counters = { "counters", CTX_HELP, title, build, NULL, NULL, NULL };
