/* progress: attempts, hints and predictions of a student. See progress.h for the promises; db.c keeps them. */
#include "progress/progress.h"

#include "judge/answer.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/fs.h"
#include "progress/db.h"

enum { BUSY_MS = 8000 };

static int open_at(struct progress **out, const char *work_dir, bool create, struct err *e)
{
	struct progress *p;
	char *path = xasprintf("%s/progress.db", work_dir);
	int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);

	*out = NULL;
	if (!create && !fs_exists(path)) {
		free(path);
		return 0;
	}
	if (create && fs_mkdir_p(work_dir, e)) {
		free(path);
		return -1;
	}
	p = xcalloc(1, sizeof *p);
	p->path = path;
	p->doing = "opened";
	/* A FIFO or a device would hang or be read as if it were a database. */
	if (fs_exists(path) && !fs_is_file(path)) {
		err_set(e, ERR_ENV, "%s is not a regular file. Move it away and run again.", path);
		goto fail;
	}
	if (sqlite3_open_v2(path, &p->db, flags, NULL) != SQLITE_OK) {
		if (p->db)
			db_fail(p, e);
		else
			err_set(e, ERR_ENV, "There is not enough memory to open %s.", path);
		goto fail;
	}
	sqlite3_busy_timeout(p->db, BUSY_MS);
	/* The journal is deleted at each commit and the folder synced: what a commit has returned for survives a power
	 * cut. */
	if (db_run(p, e, "PRAGMA journal_mode = DELETE", "") || db_run(p, e, "PRAGMA synchronous = EXTRA", "") ||
		schema_prepare(p, e))
		goto fail;
	*out = p;
	return 0;
fail:
	progress_close(p);
	return -1;
}

int progress_open(struct progress **p, const char *work_dir, struct err *e)
{
	return open_at(p, work_dir, true, e);
}

int progress_open_existing(struct progress **p, const char *work_dir, struct err *e)
{
	return open_at(p, work_dir, false, e);
}

void progress_close(struct progress *p)
{
	if (!p)
		return;
	sqlite3_close(p->db);
	free(p->path);
	free(p);
}

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int progress_stars(const struct progress_step *s, bool asks, int *of)
{
	*of = 2 + asks;
	if (!s->passed)
		return 0;
	return 1 + s->fast + (asks && s->predictions > 0 && s->close == s->predictions);
}

int progress_record(struct progress *p, const struct result *r, struct err *e)
{
	const struct side *s = &r->student;
	bool timed = s->ran && s->time_kind != TIME_NONE && s->time_us > 0;
	long long gates = 0, met = 0;
	struct buf counters;
	char seed[32];
	int rc;

	if (r->prediction.known && progress_predicted(p, r->step_id, 0, r->prediction.close, e))
		return -1;
	if (r->verdict == VERDICT_NOT_JUDGED || r->verdict == VERDICT_TODO)
		return 0;
	for (size_t i = 0; i < r->ngates; i++) {
		gates += r->gates[i].judged;
		met += r->gates[i].judged && r->gates[i].pass;
	}
	p->doing = "saved";
	snprintf(seed, sizeof seed, "%llu", (unsigned long long)r->seed);
	/* One statement is one transaction: the attempt is there, or it is not. */
	buf_init(&counters);
	history_counters(r, &counters);
	rc = db_run(p, e,
		"INSERT INTO attempt (step, at_ms, file, verdict, message, device_kind, device_name, seed, time_us, "
		"time_kind,"
		" time_device, gates, gates_met, wall_ms, compile_ms, source, counters, fast)"
		" VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
		"tittttttpttiiddtti", r->step_id, now_ms(), r->file, verdict_word(r->verdict), r->message,
		r->device_kind, r->device_name, seed, timed ? s->time_us : 0.0,
		timed ? (s->time_kind == TIME_MEASURED ? "measured" : "modelled") : NULL, timed ? s->time_device : NULL,
		gates, met, r->wall_ms, r->compile_ms, r->source, counters.len ? counters.data : NULL,
		(long long)result_as_fast(r));
	buf_release(&counters);
	return rc;
}

static int get_attempts(struct progress *p, const char *id, struct progress_step *out, struct err *e)
{
	sqlite3_stmt *st;
	int rc = db_query(p, e, &st,
		"SELECT count(*), coalesce(max(verdict = 'pass'), 0),"
		" (SELECT verdict FROM attempt WHERE step = ?1 ORDER BY id DESC LIMIT 1) FROM attempt WHERE step = ?1",
		"t", id);

	if (rc == 1) {
		const char *last = (const char *)sqlite3_column_text(st, 2);
		int v = last ? verdict_find(last) : -1;

		out->attempts = sqlite3_column_int(st, 0);
		out->passed = sqlite3_column_int(st, 1) != 0;
		/* A word of a version that is no more says at least that it did not pass. */
		out->last = v >= 0 ? (enum verdict)v : last ? VERDICT_WRONG_ANSWER : VERDICT_TODO;
	}
	sqlite3_finalize(st);
	return rc < 0 ? -1 : 0;
}

static int get_best(struct progress *p, const char *id, struct progress_step *out, struct err *e)
{
	sqlite3_stmt *st;
	int rc = db_query(p, e, &st,
		"SELECT time_us, time_kind, time_device FROM attempt WHERE step = ? AND verdict = 'pass' AND time_us > "
		"0"
		" ORDER BY time_kind = 'measured' DESC, time_us LIMIT 1",
		"t", id);

	if (rc == 1) {
		const char *kind = (const char *)sqlite3_column_text(st, 1),
			   *device = (const char *)sqlite3_column_text(st, 2);

		out->best_time_us = sqlite3_column_double(st, 0);
		out->best_time_kind = kind && !strcmp(kind, "measured") ? TIME_MEASURED : TIME_MODELLED;
		snprintf(out->best_time_device, sizeof out->best_time_device, "%s", device ? device : "");
	}
	sqlite3_finalize(st);
	return rc < 0 ? -1 : 0;
}

static int get_stars(struct progress *p, const char *id, struct progress_step *out, struct err *e)
{
	sqlite3_stmt *st;
	int rc = db_query(
		p, e, &st, "SELECT 1 FROM attempt WHERE step = ? AND verdict = 'pass' AND fast LIMIT 1", "t", id);

	out->fast = rc == 1;
	sqlite3_finalize(st);
	if (rc < 0)
		return -1;
	rc = db_query(p, e, &st,
		"SELECT gates, gates_met FROM attempt WHERE step = ? AND gates > 0 ORDER BY id DESC LIMIT 1", "t", id);
	if (rc == 1) {
		out->gates = sqlite3_column_int(st, 0);
		out->gates_met = sqlite3_column_int(st, 1);
	}
	sqlite3_finalize(st);
	return rc < 0 ? -1 : progress_calibration(p, id, &out->close, &out->predictions, e);
}

static int get_step(struct progress *p, const char *id, struct progress_step *out, struct err *e)
{
	sqlite3_stmt *st;
	int rc = db_query(p, e, &st, "SELECT hints FROM step WHERE id = ?", "t", id);

	if (rc == 1)
		out->hints_shown = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return rc < 0 ? -1 : 0;
}

static int get_prediction(struct progress *p, const char *id, struct progress_step *out, struct err *e)
{
	sqlite3_stmt *st;
	int rc = db_query(p, e, &st, "SELECT answer FROM prediction WHERE step = ? AND question = 0", "t", id);

	if (rc == 1) {
		out->predicted = true;
		out->prediction = sqlite3_column_double(st, 0);
	}
	sqlite3_finalize(st);
	return rc < 0 ? -1 : 0;
}

int progress_get(struct progress *p, const char *step_id, struct progress_step *out, struct err *e)
{
	memset(out, 0, sizeof *out);
	out->last = VERDICT_TODO;
	if (!p)
		return 0;
	p->doing = "read";
	return get_attempts(p, step_id, out, e) || get_best(p, step_id, out, e) || get_stars(p, step_id, out, e) ||
			get_step(p, step_id, out, e) || get_prediction(p, step_id, out, e) ?
		-1 :
		0;
}

int progress_reveal_hint(struct progress *p, const char *step_id, int shown, struct err *e)
{
	p->doing = "saved";
	return db_run(p, e,
		"INSERT INTO step (id, hints) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET hints = max(hints, ?2)",
		"ti", step_id, (long long)shown);
}

int progress_predict(struct progress *p, const char *step_id, int question, double value, struct err *e)
{
	char answer[40];

	if (!isfinite(value))
		return err_set(e, ERR_USAGE, "A prediction is a number.");
	snprintf(answer, sizeof answer, "%.17g", value);
	return progress_answer(p, step_id, question, answer, e);
}

int progress_answer(struct progress *p, const char *step_id, int question, const char *answer, struct err *e)
{
	p->doing = "saved";
	return db_run(p, e,
		"INSERT INTO prediction (step, question, answer, at_ms, attempts)"
		" VALUES (?1, ?2, ?3, ?4, (SELECT count(*) FROM attempt WHERE step = ?1))"
		" ON CONFLICT (step, question) DO UPDATE SET answer = excluded.answer, at_ms = excluded.at_ms,"
		" attempts = excluded.attempts, close = NULL",
		"titi", step_id, (long long)question, answer, now_ms());
}

int progress_predicted(struct progress *p, const char *step_id, int question, bool close, struct err *e)
{
	p->doing = "saved";
	return db_run(p, e, "UPDATE prediction SET close = ? WHERE step = ? AND question = ?", "iti", (long long)close,
		step_id, (long long)question);
}

char *progress_answer_get(struct progress *p, const char *step_id, int question)
{
	sqlite3_stmt *st;
	char *answer = NULL;

	if (!p)
		return NULL;
	p->doing = "read";
	if (db_query(p, NULL, &st, "SELECT answer FROM prediction WHERE step = ? AND question = ?", "ti", step_id,
		    (long long)question) == 1 &&
		sqlite3_column_text(st, 0))
		answer = xstrdup((const char *)sqlite3_column_text(st, 0));
	sqlite3_finalize(st);
	return answer;
}

int progress_compare(struct progress *p, const struct result *r, char *const *answers, struct err *e)
{
	int rc = 0;

	for (size_t q = 0; q < r->step->nquestions && !rc; q++) {
		struct buf words;
		bool close;

		if (!answers[q] || !answer_wanted(r->step, q))
			continue;
		buf_init(&words);
		if (answer_compare(r, q, answers[q], &close, &words))
			rc = progress_predicted(p, r->step_id, (int)q, close, e);
		buf_release(&words);
	}
	return rc;
}

int progress_compare_sweep(struct progress *p, const struct sweep_report *r, char *const *answers, struct err *e)
{
	int rc = 0;

	for (size_t q = 0; q < r->step->nquestions && !rc; q++) {
		struct buf words;
		bool close;

		if (!answers[q] || r->step->questions[q].kind != PREDICT_ROW)
			continue;
		buf_init(&words);
		if (answer_sweep(r, q, answers[q], &close, &words))
			rc = progress_predicted(p, r->step->id, (int)q, close, e);
		buf_release(&words);
	}
	return rc;
}

int progress_calibration(struct progress *p, const char *step_id, int *close, int *compared, struct err *e)
{
	sqlite3_stmt *st;
	int rc;

	*close = *compared = 0;
	if (!p)
		return 0;
	p->doing = "read";
	rc = db_query(p, e, &st,
		"SELECT coalesce(sum(close), 0), count(close) FROM prediction WHERE ?1 IS NULL OR step = ?1", "t",
		step_id);
	if (rc == 1) {
		*close = sqlite3_column_int(st, 0);
		*compared = sqlite3_column_int(st, 1);
	}
	sqlite3_finalize(st);
	return rc < 0 ? -1 : 0;
}

int progress_keep_report(struct progress *p, const char *step_id, const char *text, struct err *e)
{
	p->doing = "saved";
	return db_run(p, e, "INSERT OR REPLACE INTO report (step, at_ms, text) VALUES (?, ?, ?)", "tit", step_id,
		now_ms(), text);
}

/* The first column of the first row as text, malloc'd, or NULL. */
static char *text_of(struct progress *p, const char *sql, const char *id)
{
	sqlite3_stmt *st;
	char *text = NULL;

	if (!p)
		return NULL;
	p->doing = "read";
	if (db_query(p, NULL, &st, sql, id ? "t" : "", id) == 1)
		text = xstrdup((const char *)sqlite3_column_text(st, 0));
	sqlite3_finalize(st);
	return text;
}

char *progress_report(struct progress *p, const char *step_id)
{
	return text_of(p, "SELECT text FROM report WHERE step = ?", step_id);
}

int progress_keep_place(struct progress *p, const char *step_id, struct err *e)
{
	p->doing = "saved";
	return db_run(p, e, "INSERT OR REPLACE INTO place (id, step) VALUES (1, ?)", "t", step_id);
}

char *progress_place(struct progress *p)
{
	return text_of(p, "SELECT step FROM place", NULL);
}

int progress_reset(struct progress *p, const char *step_id, struct err *e)
{
	bool ok;

	p->doing = "saved";
	if (db_begin(p, e))
		return -1;
	ok = !db_run(p, e, "DELETE FROM prediction WHERE step = ?", "t", step_id) &&
		!db_run(p, e, "DELETE FROM report WHERE step = ?", "t", step_id) &&
		!db_run(p, e, "DELETE FROM step WHERE id = ?", "t", step_id);
	return db_end(p, ok, ok ? e : NULL) || !ok ? -1 : 0;
}

int progress_check(struct progress *p, struct err *e)
{
	sqlite3_stmt *st;
	int rc;

	if (!p)
		return 0;
	p->doing = "read";
	rc = db_query(p, e, &st, "PRAGMA quick_check(1)", "");
	if (rc == 1 && strcmp((const char *)sqlite3_column_text(st, 0), "ok") != 0)
		rc = err_set(e, ERR_ENV,
			"%s is damaged (%s). It is left as it is, and your .cu files are not touched by this. To start "
			"with "
			"empty progress, move it away; `sqlite3 FILE .recover` may save what is in it.",
			p->path, (const char *)sqlite3_column_text(st, 0));
	sqlite3_finalize(st);
	return rc < 0 ? -1 : 0;
}
