/* tables.c: the gradebook, and a file for each student and format. Files come by rename, so a reader never sees half of
 * one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "grade/internal.h"
#include "judge/verdict.h"
#include "report/json_run.h"
#include "report/report.h"

/* A cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it. */
static void cell(struct buf *out, const char *s, bool last)
{
	struct buf b;

	buf_init(&b);
	buf_add_scrubbed(&b, s, strlen(s));
	buf_putc(out, '"');
	if (*b.data && strchr("=+-@\t\r", *b.data))
		buf_putc(out, '\'');
	for (const char *p = b.data; *p; p++) {
		if (*p == '"')
			buf_putc(out, '"');
		buf_putc(out, *p == '\n' ? ' ' : *p);
	}
	buf_puts(out, last ? "\"\n" : "\",");
	buf_release(&b);
}

static int write_file(const struct class *c, const char *slug, const char *ending, const struct buf *b, struct err *e)
{
	char *path =
		slug ? xasprintf("%s/students/%s%s", c->rq->out, slug, ending) : xasprintf("%s/%s", c->rq->out, ending);
	int rc = fs_write_atomic(path, b->data, b->len, 0644, e);

	free(path);
	return rc;
}

/* Why there is no text of a step, or no more of a submission, and what else there is to say. */
static void remark_of(const struct class *c, const struct student *s, struct buf *to)
{
	if (s->problem)
		buf_puts(to, s->problem);
	for (size_t k = 0; k < c->rq->nsteps; k++)
		if (s->items[k].note && !s->items[k].known)
			buf_printf(to, "%s%s", to->len ? "; " : "", s->items[k].note);
	if (s->remark)
		buf_printf(to, "%s%s", to->len ? "; " : "", s->remark);
}

static int write_csv(const struct class *c, struct err *e)
{
	struct buf b;
	int rc;

	buf_init(&b);
	cell(&b, "student", false);
	cell(&b, "points", false);
	cell(&b, "of", false);
	cell(&b, "complete", false);
	for (size_t k = 0; k < c->rq->nsteps; k++) {
		cell(&b, c->rq->steps[k]->id, false);
		buf_printf(&b, "\"%s verdict\",", c->rq->steps[k]->id);
	}
	cell(&b, "remark", true);
	for (size_t i = 0; i < c->n; i++) {
		const struct student *s = &c->students[i];
		struct buf remark;
		double most = 0;

		for (size_t k = 0; k < c->rq->nsteps; k++)
			most += c->max[k];
		cell(&b, s->shown, false);
		buf_printf(&b, "%.2f,%.2f,%s,", s->points, most, s->complete ? "yes" : "no");
		for (size_t k = 0; k < c->rq->nsteps; k++) {
			const struct item *it = &s->items[k];

			if (it->scored)
				buf_printf(&b, "%.2f", it->points);
			buf_putc(&b, ',');
			cell(&b, item_word(s, it), false);
		}
		buf_init(&remark);
		remark_of(c, s, &remark);
		cell(&b, remark.len ? remark.data : "", true);
		buf_release(&remark);
	}
	rc = write_file(c, NULL, "gradebook.csv", &b, e);
	buf_release(&b);
	return rc;
}

/* Moodle's grading worksheet. It packs a class as "Ann Lee_4711_assignsubmission_file_": then the number is the
 * participant's, by which it knows the student again. No grade where something is not judged: Moodle leaves such a row
 * as it is. It takes no worksheet without the column of times; "-" is what it writes there itself before a first grade.
 */
static int write_moodle(const struct class *c, struct err *e)
{
	struct buf b;
	double most = 0;
	int rc;

	for (size_t k = 0; k < c->rq->nsteps; k++)
		most += c->max[k];
	buf_init(&b);
	buf_puts(&b,
		"\"Identifier\",\"Full name\",\"Grade\",\"Maximum Grade\",\"Last modified (grade)\",\"Feedback "
		"comments\"\n");
	for (size_t i = 0; i < c->n; i++) {
		const struct student *s = &c->students[i];
		const char *end = strstr(s->shown, "_assignsubmission_"), *number = end;
		char *name = xstrdup(s->shown), *id = NULL;
		struct buf said;

		while (number && number > s->shown && number[-1] >= '0' && number[-1] <= '9')
			number--;
		if (number && number < end && number > s->shown + 1 && number[-1] == '_') {
			name[number - 1 - s->shown] = '\0';
			id = xasprintf("Participant %.*s", (int)(end - number), number);
		}
		cell(&b, id ? id : s->shown, false);
		cell(&b, name, false);
		if (s->complete)
			buf_printf(&b, "%.2f", s->points);
		buf_printf(&b, ",%.2f,\"-\",", most);
		buf_init(&said);
		for (size_t k = 0; k < c->rq->nsteps; k++) {
			const struct item *it = &s->items[k];

			buf_printf(&said, "%s%s: %s", k ? "; " : "", c->rq->steps[k]->id, item_word(s, it));
			if (it->note && !it->known)
				buf_printf(&said, " (%s)", it->note);
		}
		cell(&b, said.data, true);
		buf_release(&said);
		free(name);
		free(id);
	}
	rc = write_file(c, NULL, "moodle.csv", &b, e);
	buf_release(&b);
	return rc;
}

/* As `nbgrader export` writes it: a row for each student and assignment, which is a lab here. */
static int write_nbgrader(const struct class *c, struct err *e)
{
	struct buf b;
	int rc;

	buf_init(&b);
	buf_puts(&b,
		"assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,"
		"score,max_score\n");
	for (size_t i = 0; i < c->n; i++)
		for (size_t k = 0; k < c->rq->nsteps;) {
			const struct student *s = &c->students[i];
			const struct lab *lab = c->rq->steps[k]->lab;
			double points = 0, most = 0;
			bool complete = true;
			char score[32] = "";

			for (; k < c->rq->nsteps && c->rq->steps[k]->lab == lab; k++) {
				points += s->items[k].points;
				most += c->max[k];
				complete &= s->items[k].scored;
			}
			if (complete)
				snprintf(score, sizeof score, "%.2f", points);
			cell(&b, lab->id, false);
			buf_puts(&b, ",,");
			cell(&b, s->shown, false);
			buf_printf(&b, ",,,%s,0.0,%s,%.2f\n", score, score, most);
		}
	rc = write_file(c, NULL, "nbgrader.csv", &b, e);
	buf_release(&b);
	return rc;
}

static json_t *item_json(const struct class *c, const struct student *s, size_t k)
{
	const struct item *it = &s->items[k];
	json_t *o = json_object(), *run = NULL;

	json_object_set_new(o, "step", json_text(c->rq->steps[k]->id));
	json_object_set_new(o, "word", json_text(item_word(s, it)));
	json_object_set_new(o, "verdict", json_text(verdict_word(item_verdict(it))));
	json_object_set_new(o, "message", json_text(item_message(s, it)));
	json_object_set_new(o, "points", it->scored ? json_real(it->points) : json_null());
	json_object_set_new(o, "max_points", json_real(c->max[k]));
	if (it->known && it->known->have)
		run = json_loads(it->known->json, 0, NULL);
	json_object_set_new(o, "run", run ? run : json_null());
	return o;
}

static int write_json(const struct class *c, const struct student *s, struct err *e)
{
	json_t *o = json_object(), *a = json_array();
	char seed[32];
	struct buf b;
	int rc;

	snprintf(seed, sizeof seed, "%llu", (unsigned long long)c->seed);
	json_object_set_new(o, "schema", json_string("warplings.grade/1"));
	json_object_set_new(o, "student", json_text(s->shown));
	json_object_set_new(o, "points", json_real(s->points));
	json_object_set_new(o, "complete", json_boolean(s->complete));
	json_object_set_new(o, "problem", json_text(s->problem));
	json_object_set_new(o, "seed", json_string(seed));
	json_object_set_new(o, "sandbox", json_text(c->sandbox.words));
	for (size_t k = 0; k < c->rq->nsteps; k++)
		json_array_append_new(a, item_json(c, s, k));
	json_object_set_new(o, "steps", a);
	buf_init(&b);
	json_out(o, &b);
	rc = write_file(c, s->slug, ".json", &b, e);
	buf_release(&b);
	return rc;
}

/* Gradescope's results.json. A test without a score where nothing was judged: such a run must not be handed in. */
static int write_gradescope(const struct class *c, const struct student *s, struct err *e)
{
	json_t *o = json_object(), *tests = json_array();
	struct buf b;
	int rc;

	json_object_set_new(o, "output_format", json_string("text"));
	json_object_set_new(o, "output",
		json_text(s->problem        ? s->problem :
				s->complete ? "Judged by Warplings." :
					      "Some steps could not be judged on this machine; ask for a new run."));
	json_object_set_new(o, "stdout_visibility", json_string("hidden"));
	for (size_t k = 0; k < c->rq->nsteps; k++) {
		const struct item *it = &s->items[k];
		json_t *t = json_object();
		const char *said = item_message(s, it);
		char number[24];

		json_object_set_new(t, "name", json_text(c->rq->steps[k]->id));
		snprintf(number, sizeof number, "%zu", k + 1);
		json_object_set_new(t, "number", json_string(number));
		json_object_set_new(t, "score", json_real(it->points));
		json_object_set_new(t, "max_score", json_real(c->max[k]));
		json_object_set_new(t, "status", json_string(item_verdict(it) == VERDICT_PASS ? "passed" : "failed"));
		buf_init(&b);
		buf_printf(&b, "%s%s%s", item_word(s, it), said ? ": " : "", said ? said : "");
		json_object_set_new(t, "output", json_text(b.data));
		buf_release(&b);
		json_object_set_new(t, "output_format", json_string("text"));
		json_object_set_new(t, "visibility", json_string("visible"));
		json_array_append_new(tests, t);
	}
	json_object_set_new(o, "tests", tests);
	buf_init(&b);
	json_out(o, &b);
	rc = write_file(c, s->slug, ".gradescope.json", &b, e);
	buf_release(&b);
	return rc;
}

/* The formats of `warplings check`, of what is stored of each run. */
static int write_lists(const struct class *c, const struct student *s, struct err *e)
{
	static const struct {
		unsigned bit;
		const char *ending;
		report_list_fn *write;
	} lists[] = {
#define REPORT_FORMAT(ID, word, ending) { GRADE_##ID, ending, report_check_##word },
#include "report/formats.def"
#undef REPORT_FORMAT
	};
	struct result *r = xcalloc(c->rq->nsteps, sizeof *r);
	const struct result **list = xcalloc(c->rq->nsteps + 1, sizeof *list);
	int rc = 0;

	for (size_t k = 0; k < c->rq->nsteps; k++) {
		const struct item *it = &s->items[k];

		result_init(&r[k]);
		r[k].step = c->rq->steps[k];
		r[k].step_id = c->rq->steps[k]->id;
		r[k].file = c->rq->steps[k]->file;
		r[k].verdict = item_verdict(it);
		r[k].message = item_message(s, it);
		r[k].due = s->problem && r[k].verdict == VERDICT_TODO; /* something was handed in */
		r[k].device_name = "";
		r[k].seed = c->seed;
		r[k].wall_ms = it->known && it->known->have ? it->known->wall_ms : 0;
		list[k] = &r[k];
	}
	for (size_t i = 0; i < sizeof lists / sizeof *lists && !rc; i++) {
		struct buf b;

		if (!(c->rq->formats & lists[i].bit) || !lists[i].ending)
			continue;
		buf_init(&b);
		lists[i].write(list, c->rq->nsteps, &b);
		rc = write_file(c, s->slug, lists[i].ending, &b, e);
		buf_release(&b);
	}
	for (size_t k = 0; k < c->rq->nsteps; k++)
		result_release(&r[k]);
	free(r);
	free(list);
	return rc;
}

int tables_write(const struct class *c, struct err *e)
{
	char *dir = xasprintf("%s/students", c->rq->out);
	int rc = fs_mkdir_p(dir, e);

	free(dir);
	for (size_t i = 0; i < c->n && !rc; i++) {
		const struct student *s = &c->students[i];

		if (c->rq->formats & GRADE_JSON)
			rc = write_json(c, s, e);
		if (!rc && c->rq->formats & GRADE_GRADESCOPE)
			rc = write_gradescope(c, s, e);
		if (!rc)
			rc = write_lists(c, s, e);
	}
	if (!rc && c->rq->formats & GRADE_MOODLE)
		rc = write_moodle(c, e);
	if (!rc && c->rq->formats & GRADE_NBGRADER)
		rc = write_nbgrader(c, e);
	return !rc && c->rq->formats & GRADE_CSV ? write_csv(c, e) : rc;
}
