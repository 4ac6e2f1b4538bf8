/* show history, show diff: what progress keeps of the attempts at a step; the student's file beside the solution. */
#include <stdlib.h>

#include "base/fs.h"
#include "cli/show.h"
#include "report/diff.h"
#include "report/history.h"
#include "report/json_run.h"

enum status show_history(struct cli *c, const struct options *o)
{
	const struct step *step;
	struct progress *p = NULL;
	struct err e = ERR_INIT;
	enum status status = cli_open_step(c, o->words[0], &step);
	struct history h;
	struct doc d;

	if (status)
		return status;
	history_init(&h);
	doc_init(&d, c->style.width, c->style.utf8);
	if (progress_open_existing(&p, c->ws.work, &e) || progress_history(p, step->id, &h, &e)) {
		status = cli_error(&e);
	} else if (o->nth && (o->nth <= h.earlier || o->nth > h.earlier + h.n)) {
		err_set(&e, ERR_USAGE, "%s has no attempt %llu; there are %zu", step->id, (unsigned long long)o->nth,
			h.earlier + h.n);
		status = cli_error(&e);
	} else if (o->since && (!o->nth || o->since >= o->nth || o->since <= h.earlier)) {
		err_set(&e, ERR_USAGE, "--since goes with --nth, and names an earlier attempt than that");
		status = cli_error(&e);
	} else if (o->nth) {
		size_t at = o->nth - h.earlier - 1, from = (o->since ? o->since : o->nth - 1) - h.earlier - 1;

		if (o->format == FORMAT_JSON)
			report_history_diff_json(&h, from, at, step, &c->out);
		else
			history_diff_doc(&h, from, at, &d);
	} else if (o->format == FORMAT_JSON) {
		report_history_json(&h, step, &c->out);
	} else {
		history_doc(&h, step, 0, &d);
	}
	doc_text(&d, &c->out);
	doc_release(&d);
	history_release(&h);
	progress_close(p);
	return status;
}

enum status show_diff(struct cli *c, const struct options *o)
{
	const struct step *step;
	struct progress *p = NULL;
	struct progress_step s;
	struct err e = ERR_INIT;
	enum status status = cli_open_step(c, o->words[0], &step);
	struct buf yours, theirs;
	char *path = NULL;
	struct doc d;

	if (status)
		return status;
	buf_init(&yours);
	buf_init(&theirs);
	doc_init(&d, c->style.width, c->style.utf8);
	if (!o->file)
		path = workspace_file(&c->ws, step, false, NULL);
	if (progress_open_existing(&p, c->ws.work, &e) || progress_get(p, step->id, &s, &e)) {
		status = cli_error(&e);
	} else if (!s.passed) {
		cli_say("%s has not passed yet: the solution is shown when it has", step->id);
		status = STATUS_FAIL;
	} else if (fs_read_plain(o->file ? o->file : path, 1 << 20, &yours, &e) ||
		fs_read_plain(step->solution, 1 << 20, &theirs, &e)) {
		status = cli_error(&e);
	} else if (o->format == FORMAT_JSON) {
		json_t *j = json_object();

		json_object_set_new(j, "schema", json_string("warplings.diff/1"));
		json_object_set_new(j, "step", json_text(step->id));
		json_object_set_new(j, "lines", diff_json(yours.data, theirs.data));
		json_out(j, &c->out);
	} else {
		diff_doc("your file", yours.data, "the solution", theirs.data, &d);
		doc_text(&d, &c->out);
	}
	doc_release(&d);
	buf_release(&yours);
	buf_release(&theirs);
	progress_close(p);
	free(path);
	return status;
}
