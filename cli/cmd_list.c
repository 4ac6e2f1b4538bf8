/* list: the labs and their steps, with what the student has done. Reads only: no folder and no file is made by looking.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "report/json_run.h"
#include "report/page.h"

/* One word of verdict.def for a step: passed once is "pass", never tried "todo", else how the newest attempt ended. */
static enum verdict standing(const struct progress_step *s)
{
	return s->passed ? VERDICT_PASS : s->last;
}

static json_t *step_json(const struct cli *c, const struct step *step, const struct progress_step *s)
{
	json_t *j = json_object();
	char *file = workspace_file(&c->ws, step, false, NULL);
	int of;

	json_object_set_new(j, "id", json_text(step->id));
	json_object_set_new(j, "number", json_integer(step->number));
	json_object_set_new(j, "name", json_text(step->name));
	json_object_set_new(j, "title", json_text(step->title));
	json_object_set_new(j, "file", json_text(file));
	json_object_set_new(j, "verdict", json_text(verdict_word(standing(s))));
	json_object_set_new(j, "attempts", json_integer(s->attempts));
	json_object_set_new(j, "last", s->attempts ? json_text(verdict_word(s->last)) : json_null());
	json_object_set_new(j, "stars", json_integer(progress_stars(s, step->nquestions > 0, &of)));
	json_object_set_new(j, "stars_of", json_integer(of));
	json_object_set_new(j, "gates", json_integer(s->gates));
	json_object_set_new(j, "gates_met", json_integer(s->gates_met));
	json_object_set_new(j, "best_time_us", s->best_time_us > 0 ? json_number(s->best_time_us) : json_null());
	free(file);
	return j;
}

/* The first step that has not passed; NULL: all have. */
static const struct step *next_step(const struct cli *c, struct progress *p)
{
	struct progress_step s;

	for (size_t i = 0; i < c->cat.nlabs; i++)
		for (size_t k = 0; c->cat.labs[i].error.kind == ERR_NONE && k < c->cat.labs[i].nsteps; k++)
			if (!progress_get(p, c->cat.labs[i].steps[k].id, &s, NULL) && !s.passed)
				return &c->cat.labs[i].steps[k];
	return NULL;
}

static enum status list_json(struct cli *c, struct progress *p)
{
	json_t *o = json_object(), *labs = json_array();
	const struct step *next = next_step(c, p);
	struct progress_step s;

	json_object_set_new(o, "schema", json_string("warplings.list/1"));
	for (size_t i = 0; i < c->cat.nlabs; i++) {
		const struct lab *l = &c->cat.labs[i];
		json_t *j = json_object(), *steps = json_array();
		char text[sizeof l->error.msg + sizeof l->error.file + 64];
		bool broken = l->error.kind != ERR_NONE;

		json_object_set_new(j, "id", json_text(l->id));
		json_object_set_new(j, "number", json_integer(l->number));
		json_object_set_new(j, "name", json_text(l->name));
		json_object_set_new(j, "title", json_text(broken ? NULL : l->title));
		json_object_set_new(j, "summary", json_text(broken ? NULL : l->summary));
		json_object_set_new(
			j, "error", broken ? json_text(err_text(&l->error, text, sizeof text)) : json_null());
		for (size_t k = 0; !broken && k < l->nsteps; k++) {
			progress_get(p, l->steps[k].id, &s, NULL);
			json_array_append_new(steps, step_json(c, &l->steps[k], &s));
		}
		json_object_set_new(j, "steps", steps);
		json_array_append_new(labs, j);
	}
	json_object_set_new(o, "labs", labs);
	json_object_set_new(o, "next", json_text(next ? next->id : NULL));
	json_out(o, &c->out);
	return STATUS_OK;
}

static void list_step(struct page *page, const struct step *step, const struct progress_step *s)
{
	enum verdict v = standing(s);
	struct buf b;
	int of, stars;

	page_text(page, PAGE_PLAIN, "  ");
	page_text(page, verdict_style(v), v == VERDICT_PASS ? "✓" : v == VERDICT_TODO ? "·" : "✗");
	page_printf(page, PAGE_PLAIN, " %02d/%-2d ", step->lab->number, step->number);
	page_cell(page, verdict_style(v), verdict_word(v), 14, false);
	buf_init(&b);
	buf_puts(&b, step->title ? step->title : step->name);
	stars = progress_stars(s, step->nquestions > 0, &of);
	for (int i = 0; stars && i < of; i++)
		buf_printf(&b, "%s%s", i ? "" : "  ", i < stars ? "★" : "☆");
	if (!s->passed && s->last == VERDICT_GATE_FAILED && s->gates)
		buf_printf(&b, "  (%d of %d gates met)", s->gates_met, s->gates);
	page_wrap(page, PAGE_PLAIN, 24, 24, b.data);
	buf_release(&b);
}

static enum status list_text(struct cli *c, struct progress *p)
{
	const struct step *next = next_step(c, p);
	struct page page;
	struct progress_step s;

	page_init(&page, &c->style, &c->out);
	if (c->cat.nlabs == 0)
		page_wrap(&page, PAGE_PLAIN, 0, 0, "There are no labs.");
	for (size_t i = 0; i < c->cat.nlabs; i++) {
		const struct lab *l = &c->cat.labs[i];
		char text[sizeof l->error.msg + sizeof l->error.file + 64];
		size_t passed = 0;

		if (i)
			page_newline(&page);
		page_text(&page, PAGE_BOLD, l->id);
		if (l->error.kind != ERR_NONE) {
			page_newline(&page);
			page_text(&page, PAGE_PLAIN, "  ");
			page_wrap(&page, PAGE_BAD, 2, 2, err_text(&l->error, text, sizeof text));
			continue;
		}
		for (size_t k = 0; k < l->nsteps; k++) {
			progress_get(p, l->steps[k].id, &s, NULL);
			passed += s.passed;
		}
		page_printf(&page, PAGE_PLAIN, "  %s (%zu of %zu)", l->title ? l->title : l->name, passed, l->nsteps);
		page_newline(&page);
		for (size_t k = 0; k < l->nsteps; k++) {
			progress_get(p, l->steps[k].id, &s, NULL);
			list_step(&page, &l->steps[k], &s);
		}
	}
	if (next) {
		page_newline(&page);
		page_printf(&page, PAGE_BOLD, "Next: %02d/%d ", next->lab->number, next->number);
		page_wrap(&page, PAGE_PLAIN, 6, 6, next->title ? next->title : next->name);
	}
	page_release(&page);
	return STATUS_OK;
}

enum status cmd_list(struct cli *c, const struct options *o)
{
	struct progress *p = NULL;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);

	if (status)
		return status;
	/* The labs are worth showing without the progress too. */
	if (progress_open_existing(&p, c->ws.work, &e))
		cli_error(&e);
	status = o->format == FORMAT_JSON ? list_json(c, p) : list_text(c, p);
	progress_close(p);
	return status;
}
