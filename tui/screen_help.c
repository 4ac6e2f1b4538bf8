/* screen_help: all keys, from keys.def. */
#include "tui/app.h"

static void title(const struct app *a, const struct view *v, struct buf *out)
{
	(void)a;
	(void)v;
	buf_puts(out, "Warplings \xE2\x80\xBA help");
}

static void build(struct app *a, struct view *v, struct doc *d)
{
	/* The screen that it was asked for from is the one below. */
	keys_help(&a->config.keys, v > a->views ? v[-1].screen->context : CTX_ANY, d);
}

const struct screen screen_help = { "help", CTX_HELP, title, build, NULL, NULL, NULL };
