/* check: many steps, each with its verdict, and one exit status. What the student has not touched is to do and costs
 * nothing, not even a compilation. A broken manifest is the lab's fault: "not judged", never a failure. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "cli/cli.h"

struct item {
	const struct step *step; /* NULL: a lab that can't be loaded */
	const char *word;        /* then: how it is called, and why */
	struct err error;
	struct result r;
};

struct items {
	struct item **v; /* each of its own: results point into themselves */
	size_t n, cap;
};

static struct item *items_add(struct items *l, const struct step *step)
{
	struct item *it;

	/* Named twice is judged once. */
	for (size_t i = 0; step && i < l->n; i++)
		if (l->v[i]->step == step)
			return l->v[i];
	if (l->n == l->cap) {
		l->cap = l->cap ? l->cap * 2 : 32;
		l->v = xrealloc(l->v, l->cap * sizeof *l->v);
	}
	it = xcalloc(1, sizeof *it);
	it->step = step;
	result_init(&it->r);
	return l->v[l->n++] = it;
}

static void items_release(struct items *l)
{
	for (size_t i = 0; i < l->n; i++) {
		result_release(&l->v[i]->r);
		free(l->v[i]);
	}
	free(l->v);
}

static void add_lab(struct items *l, const struct lab *lab)
{
	struct item *it;

	if (lab->error.kind != ERR_NONE) {
		it = items_add(l, NULL);
		it->word = lab->id;
		it->error = lab->error;
		return;
	}
	for (size_t i = 0; i < lab->nsteps; i++)
		items_add(l, &lab->steps[i]);
}

static int add_word(struct items *l, const struct cli *c, const char *word, struct err *e)
{
	const struct lab *lab;
	const struct step *step;
	struct err why = ERR_INIT;
	struct item *it;

	if (strchr(word, '/')) {
		step = catalogue_step(&c->cat, word, &why);
		if (step) {
			items_add(l, step);
			return 0;
		}
	} else {
		lab = catalogue_lab(&c->cat, word, &why);
		if (lab) {
			add_lab(l, lab);
			return 0;
		}
	}
	if (why.kind == ERR_USAGE) {
		*e = why;
		return -1;
	}
	it = items_add(l, NULL);
	it->word = word;
	it->error = why;
	return 0;
}

/* Why a step that nobody has worked on does not count as done. */
static const char *what_is_missing(const char *file)
{
	struct buf text;
	bool there = file && fs_exists(file), empty;

	buf_init(&text);
	empty = there && !fs_read(file, 16u << 20, &text, NULL) && !text.len;
	buf_release(&text);
	return !there ? "There is no file of it in the work folder." :
		empty ? "The file is empty." :
			"The file is still the starter: nothing has been written yet.";
}

/* -1 when cancelled. */
static int judge(struct cli *c, const struct options *o, struct item *it, struct err *e)
{
	struct result *r = &it->r;
	char *file = NULL;
	char text[sizeof it->error.msg + sizeof it->error.file + 64];
	int rc = 0;

	if (!it->step) {
		r->step_id = it->word;
		r->verdict = VERDICT_NOT_JUDGED;
		r->message = arena_strdup(&r->arena, err_text(&it->error, text, sizeof text));
		return 0;
	}
	r->step_id = it->step->id;
	r->step = it->step;
	r->verdict = VERDICT_TODO;
	if (!o->solutions && !workspace_attempted(&c->ws, it->step)) {
		file = o->strict ? workspace_file(&c->ws, it->step, false, NULL) : NULL;
		r->due = o->strict;
		r->message = r->due ? arena_strdup(&r->arena, what_is_missing(file)) : NULL;
		free(file);
		return 0;
	}
	file = o->solutions ? xstrdup(it->step->solution) : workspace_file(&c->ws, it->step, false, e);
	if (!file) {
		r->verdict = VERDICT_NOT_JUDGED;
		r->message = arena_strdup(&r->arena, err_text(e, text, sizeof text));
		return 0;
	}
	result_release(r); /* job_run begins a fresh one */
	rc = cli_judge(c, it->step, cli_path(c, file), o, true, it->step->id, r, e);
	free(file);
	if (rc)
		return -1;
	if (!o->solutions)
		cli_record(c, r);
	return 0;
}

static void report(struct cli *c, const struct options *o, const struct result *const *list, size_t n)
{
	for (int i = 0; i < FORMAT_COUNT; i++)
		if ((int)o->format == 1 << i && cli_formats[i].list)
			cli_formats[i].list(list, n, &c->out);
	if (o->format == FORMAT_TEXT)
		report_check_summary(list, n, &c->style, &c->out);
}

enum status cmd_check(struct cli *c, const struct options *o)
{
	struct items items = { NULL, 0, 0 };
	const struct result **list = NULL;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	size_t i;

	if (status)
		return status;
	if (!c->cat.nlabs) {
		err_set(&e, ERR_ENV, "there is no lab in %s/labs", c->cat.root);
		return cli_error(&e);
	}
	if (o->nwords == 0)
		for (i = 0; i < c->cat.nlabs; i++)
			add_lab(&items, &c->cat.labs[i]);
	for (i = 0; i < o->nwords; i++) {
		if (add_word(&items, c, o->words[i], &e)) {
			items_release(&items);
			return cli_error(&e);
		}
	}
	if (!o->solutions && !fs_is_dir(c->ws.work)) {
		err_set(&e, ERR_ENV,
			"there is no folder %s, so there is nothing to check: WARPLINGS_WORK names the folder with the "
			"student's files, and `warplings` alone makes it",
			c->ws.work);
		items_release(&items);
		return cli_error(&e);
	}
	list = xcalloc(items.n + 1, sizeof *list);
	for (i = 0; i < items.n; i++) {
		if (judge(c, o, items.v[i], &e)) {
			status = cli_error(&e);
			break;
		}
		list[i] = &items.v[i]->r;
		/* Text comes as it is known; the other formats say how many there are first. */
		if (o->format == FORMAT_TEXT) {
			report_check_line(list[i], &c->style, &c->out);
			if (!cli_flush(c))
				break;
		}
	}
	if (i == items.n) {
		report(c, o, list, items.n);
		status = (enum status)report_exit_status(list, items.n);
	} else if (status == STATUS_OK) {
		status = (enum status)report_exit_status(list, i + 1);
	}
	free(list);
	items_release(&items);
	return status;
}
