/* show course, lesson, code, result, hints, predictions, counters, keys: the screens that need no run, from what lies
 * on the disk. Looking makes no file and reveals nothing. */
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/lines.h"
#include "cli/show.h"
#include "judge/answer.h"
#include "report/counter_list.h"
#include "report/doc/text.h"
#include "report/json_run.h"
#include "report/lines.h"
#include "tui/keys.h"
#include "tui/lesson.h"
#include "tui/markdown.h"

static json_t *page_json(const char *schema, const char *key, const char *id)
{
	json_t *j = json_object();

	json_object_set_new(j, "schema", json_string(schema));
	if (key)
		json_object_set_new(j, key, json_text(id));
	return j;
}

static void doc_out(struct cli *c, struct doc *d)
{
	doc_text(d, &c->out);
	doc_release(d);
}

/* ---- lesson: a lab's introduction or a step's part */
enum status show_lesson(struct cli *c, const struct options *o)
{
	const char *word = o->words[0];
	const struct step *step = NULL;
	const struct lab *lab = NULL;
	struct err e = ERR_INIT;
	enum status status = cli_open(c);
	struct buf text;
	struct doc d;

	if (status)
		return status;
	if (strchr(word, '/'))
		step = catalogue_step(&c->cat, word, &e);
	else
		lab = catalogue_lab(&c->cat, word, &e);
	if (!step && !lab)
		return cli_error(&e);
	if (step)
		lab = step->lab;
	if (lab->error.kind != ERR_NONE)
		return cli_error(&lab->error);
	buf_init(&text);
	if (lesson_text(lab, step, &text, &e)) {
		status = cli_error(&e);
	} else if (o->format == FORMAT_JSON) {
		json_t *j = page_json("warplings.lesson/1", "lab", lab->id);

		json_object_set_new(j, "step", json_text(step ? step->id : NULL));
		json_object_set_new(j, "title", json_text(step ? step->title : lab->title));
		json_object_set_new(j, "markdown", json_text(text.data));
		json_out(j, &c->out);
	} else {
		doc_init(&d, c->style.width, c->style.utf8);
		lesson_doc(lab, step, &d);
		doc_out(c, &d);
	}
	buf_release(&text);
	return status;
}

/* ---- code: the step's file as it is, with its TODOs marked */
static void code_json(struct cli *c, const struct step *step, const char *path, const char *text)
{
	json_t *j = page_json("warplings.code/1", "step", step->id), *lines = json_array();
	int edit = lines_to_edit(NULL, text);
	const char *s;
	size_t n;

	for (int i = 1; (s = line_at(text, i, &n)); i++) {
		json_t *one = json_object();
		char *line = xstrndup(s, n);

		json_object_set_new(one, "line", json_integer(i));
		json_object_set_new(one, "text", json_text(line));
		json_object_set_new(one, "todo", json_boolean(line_has(text, i, "TODO")));
		json_array_append_new(lines, one);
		free(line);
	}
	json_object_set_new(j, "file", json_text(path));
	json_object_set_new(j, "edit_at", edit ? json_integer(edit) : json_null());
	json_object_set_new(j, "lines", lines);
	json_out(j, &c->out);
}

enum status show_code(struct cli *c, const struct options *o)
{
	const struct step *step;
	struct err e = ERR_INIT;
	enum status status = cli_open_step(c, o->words[0], &step);
	char *own = NULL;
	const char *path;
	struct buf text;

	if (status)
		return status;
	if (!o->file)
		own = workspace_file(&c->ws, step, false, NULL);
	/* Until it has been opened for the first time, it is the starter. */
	path = o->file ? o->file : own && fs_exists(own) ? own : step->starter;
	buf_init(&text);
	if (fs_read_plain(path, 1 << 20, &text, &e)) {
		status = cli_error(&e);
	} else if (o->format == FORMAT_JSON) {
		code_json(c, step, path, text.data ? text.data : "");
	} else {
		struct lines_view v = { .text = text.data ? text.data : "", .code = true };
		struct doc d;

		doc_init(&d, c->style.width, c->style.utf8);
		lines_doc(&v, &d);
		doc_out(c, &d);
	}
	buf_release(&text);
	free(own);
	return status;
}

/* ---- what progress keeps of a step */
static enum status open_progress(struct cli *c, const struct step *step, struct progress **p, struct progress_step *s)
{
	struct err e = ERR_INIT;

	*p = NULL;
	if (progress_open_existing(p, c->ws.work, &e) || (step && progress_get(*p, step->id, s, &e)))
		return cli_error(&e);
	return STATUS_OK;
}

/* It was kept as UTF-8, and is shown to a terminal that may have none. */
static void kept_out(struct cli *c, const char *text)
{
	for (size_t n; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		text_clean(&c->out, text, n, c->style.utf8, 0);
		buf_putc(&c->out, '\n');
	}
}

enum status show_result(struct cli *c, const struct options *o)
{
	const struct step *step;
	enum status status = cli_open_step(c, o->words[0], &step);
	struct progress_step s = { 0 };
	struct progress *p;
	char *said;
	int of, stars;

	if (status || (status = open_progress(c, step, &p, &s)))
		return status;
	said = s.attempts ? progress_report(p, step->id) : NULL;
	stars = progress_stars(&s, step->nquestions > 0, &of);
	if (o->format == FORMAT_JSON) {
		json_t *j = page_json("warplings.result/1", "step", step->id);

		json_object_set_new(j, "attempts", json_integer(s.attempts));
		json_object_set_new(j, "last", s.attempts ? json_text(verdict_word(s.last)) : json_null());
		json_object_set_new(j, "passed", json_boolean(s.passed));
		json_object_set_new(j, "stars", json_integer(stars));
		json_object_set_new(j, "stars_of", json_integer(of));
		json_object_set_new(j, "report", json_text(said));
		json_out(j, &c->out);
	} else if (said) {
		kept_out(c, said);
	} else {
		buf_printf(&c->out, "No run of %s is kept: warplings run %s judges your file.\n", step->id, step->id);
	}
	free(said);
	progress_close(p);
	return STATUS_OK;
}

enum status show_hints(struct cli *c, const struct options *o)
{
	const struct step *step;
	enum status status = cli_open_step(c, o->words[0], &step);
	struct progress_step s = { 0 };
	struct progress *p;
	size_t n;

	if (status || (status = open_progress(c, step, &p, &s)))
		return status;
	n = s.hints_shown < 0 ? 0 : (size_t)s.hints_shown < step->nhints ? (size_t)s.hints_shown : step->nhints;
	if (o->format == FORMAT_JSON) {
		json_t *j = page_json("warplings.hints/1", "step", step->id), *list = json_array();

		for (size_t i = 0; i < n; i++)
			json_array_append_new(list, json_text(step->hints[i]));
		json_object_set_new(j, "hints", list);
		json_out(j, &c->out);
	} else {
		struct doc d;

		doc_init(&d, c->style.width, c->style.utf8);
		if (!n)
			doc_wrap(&d, STYLE_TEXT, 0,
				"No hint has been revealed yet: warplings hint reveals the next one.");
		for (size_t i = 0; i < n; i++) {
			doc_gap(&d);
			markdown_hint(&d, 0, step->hints[i]);
		}
		doc_out(c, &d);
	}
	progress_close(p);
	return STATUS_OK;
}

/* ---- predictions: of a step its questions and what was answered; of all how close they were */
static void step_predictions(
	struct cli *c, const struct step *step, struct progress *p, const struct progress_step *s, json_t *list)
{
	struct doc d;

	doc_init(&d, c->style.width, c->style.utf8);
	for (size_t q = 0; q < step->nquestions; q++) {
		char *stored = cli_answer(p, step, q, s);
		struct buf b;

		buf_init(&b);
		answer_ask(step, q, &b);
		while (b.len && b.data[b.len - 1] == '\n')
			b.data[--b.len] = '\0';
		if (list) {
			json_t *one = json_object();

			json_object_set_new(one, "question", json_text(b.data));
			json_object_set_new(one, "answer", json_text(stored));
			json_array_append_new(list, one);
		} else {
			char *answer =
				xasprintf("%s%s", stored ? "Your answer: " : "Not answered yet.", stored ? stored : "");

			doc_printf(&d, STYLE_TEXT, "Question %zu", q + 1);
			doc_break(&d);
			markdown_lines(&d, STYLE_TEXT, 2, b.data);
			doc_wrap(&d, STYLE_TEXT, 2, answer);
			free(answer);
		}
		buf_release(&b);
		free(stored);
	}
	doc_out(c, &d);
}

static enum status of_step(struct cli *c, const struct options *o)
{
	const struct step *step;
	struct progress_step s = { 0 };
	struct progress *p;
	enum status status = cli_open_step(c, o->words[0], &step);
	int close = 0, compared = 0;

	if (status || (status = open_progress(c, step, &p, &s)))
		return status;
	progress_calibration(p, step->id, &close, &compared, NULL);
	if (o->format == FORMAT_JSON) {
		json_t *j = page_json("warplings.predictions/1", "step", step->id), *list = json_array();

		step_predictions(c, step, p, &s, list);
		json_object_set_new(j, "close", json_integer(close));
		json_object_set_new(j, "compared", json_integer(compared));
		json_object_set_new(j, "questions", list);
		json_out(j, &c->out);
	} else {
		step_predictions(c, step, p, &s, NULL);
		if (!step->nquestions)
			buf_puts(&c->out, "This step asks nothing before the first run.\n");
		if (compared)
			buf_printf(&c->out, "Close in %d of %d predictions.\n", close, compared);
	}
	progress_close(p);
	return STATUS_OK;
}

static void all_json(struct cli *c, struct progress *p)
{
	json_t *j = page_json("warplings.predictions/1", NULL, NULL), *list = json_array();
	int close = 0, compared = 0;

	progress_calibration(p, NULL, &close, &compared, NULL);
	for (size_t i = 0; i < c->cat.nlabs; i++)
		for (size_t k = 0; k < c->cat.labs[i].nsteps; k++) {
			const struct step *s = &c->cat.labs[i].steps[k];
			json_t *one;
			int good, n;

			if (progress_calibration(p, s->id, &good, &n, NULL) || !n)
				continue;
			one = json_object();
			json_object_set_new(one, "step", json_text(s->id));
			json_object_set_new(one, "close", json_integer(good));
			json_object_set_new(one, "compared", json_integer(n));
			json_array_append_new(list, one);
		}
	json_object_set_new(j, "close", json_integer(close));
	json_object_set_new(j, "compared", json_integer(compared));
	json_object_set_new(j, "steps", list);
	json_out(j, &c->out);
}

enum status show_predictions(struct cli *c, const struct options *o)
{
	struct progress *p;
	enum status status;

	if (o->nwords)
		return of_step(c, o);
	if (o->format != FORMAT_JSON)
		return cmd_predict(c, o);
	status = cli_open(c);
	if (status || (status = open_progress(c, NULL, &p, NULL)))
		return status;
	all_json(c, p);
	progress_close(p);
	return STATUS_OK;
}

/* ---- counters: what there is to count */
enum status show_counters(struct cli *c, const struct options *o)
{
	struct doc d;

	if (o->format == FORMAT_JSON) {
		report_counter_list_json(&c->out);
		return STATUS_OK;
	}
	doc_init(&d, c->style.width, c->style.utf8);
	counter_list_doc(&d);
	doc_out(c, &d);
	return STATUS_OK;
}

/* ---- keys: the help, with the student's own bindings */
enum status show_keys(struct cli *c, const struct options *o)
{
	struct config config;
	struct err e = ERR_INIT;
	char *path = config_path();

	config_init(&config);
	config_load(&config, path, &e);
	free(path);
	if (e.kind != ERR_NONE)
		cli_error(&e);
	if (o->format == FORMAT_JSON) {
		json_t *j = page_json("warplings.keys/1", NULL, NULL), *list = json_array();

		for (size_t i = 0; i < config.keys.n; i++) {
			const struct binding *b = &config.keys.v[i];
			json_t *one = json_object();

			json_object_set_new(one, "context", json_text(context_name((int)b->context)));
			json_object_set_new(one, "key", json_text(b->name));
			json_object_set_new(one, "request", json_text(request_name(b->request)));
			json_array_append_new(list, one);
		}
		json_object_set_new(j, "keys", list);
		json_out(j, &c->out);
	} else {
		struct doc d;

		doc_init(&d, c->style.width, c->style.utf8);
		keys_help(&config.keys, CTX_ANY, &d);
		doc_out(c, &d);
	}
	config_release(&config);
	return STATUS_OK;
}
