/* hint: the next hint of a step. It never says how many are left: a number makes people burn through them. */
#include "cli/cli.h"
#include "report/doc/doc.h"
#include "tui/markdown.h"

enum status cmd_hint(struct cli *c, const struct options *o)
{
	const struct step *step;
	struct progress *p = NULL;
	struct progress_step s;
	struct err e = ERR_INIT;
	struct doc d;
	enum status status = cli_open_step(c, o->words[0], &step);
	size_t shown;

	if (status)
		return status;
	/* A hint is worth more than the memory of having shown it. */
	if (progress_open(&p, c->ws.work, &e) || progress_get(p, step->id, &s, &e)) {
		cli_error(&e);
		progress_close(p);
		p = NULL;
		progress_get(NULL, step->id, &s, NULL);
	}
	shown = s.hints_shown < 0 ? 0 : (size_t)s.hints_shown;
	doc_init(&d, c->style.width, c->style.utf8);
	if (step->nhints == 0) {
		doc_wrap(&d, STYLE_TEXT, 0, "This step has no hints. Its lesson says what there is to know.");
	} else if (shown < step->nhints) {
		markdown_hint(&d, 0, step->hints[shown]);
		if (p && progress_reveal_hint(p, step->id, (int)shown + 1, &e))
			cli_error(&e);
	} else {
		for (size_t i = 0; i < step->nhints; i++) {
			markdown_hint(&d, 0, step->hints[i]);
			doc_gap(&d);
		}
		doc_wrap(&d, STYLE_TEXT, 0, "Those are all the hints of this step.");
	}
	doc_text(&d, &c->out);
	doc_release(&d);
	progress_close(p);
	return STATUS_OK;
}
