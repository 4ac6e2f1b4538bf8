/* history: all attempts at a step, read back. */
#include <string.h>

#include "progress/db.h"
#include "progress/progress.h"

enum { MOST = 200 };

static const char *text(struct history *h, sqlite3_stmt *st, int column)
{
	const char *s = (const char *)sqlite3_column_text(st, column);

	return s ? arena_strdup(&h->arena, s) : NULL;
}

static void take(struct history *h, sqlite3_stmt *st)
{
	const char *verdict = (const char *)sqlite3_column_text(st, 1),
		   *kind = (const char *)sqlite3_column_text(st, 4);
	int v = verdict ? verdict_find(verdict) : -1;

	*ARENA_PUSH(&h->arena, h->v, h->n, h->cap) = (struct attempt){ .at_ms = sqlite3_column_int64(st, 0),
		.verdict = v >= 0 ? (enum verdict)v : VERDICT_WRONG_ANSWER,
		.message = text(h, st, 2),
		.time_us = sqlite3_column_double(st, 3),
		.time_kind = !kind                ? TIME_NONE :
			!strcmp(kind, "measured") ? TIME_MEASURED :
						    TIME_MODELLED,
		.gates = sqlite3_column_int(st, 5),
		.gates_met = sqlite3_column_int(st, 6),
		.counters = text(h, st, 7),
		.source = text(h, st, 8) };
}

int progress_history(struct progress *p, const char *step_id, struct history *h, struct err *e)
{
	sqlite3_stmt *st;
	int rc;

	if (!p)
		return 0;
	p->doing = "read";
	rc = db_query(p, e, &st,
		"SELECT at_ms, verdict, message, time_us, time_kind, gates, gates_met, counters, source FROM"
		" (SELECT * FROM attempt WHERE step = ? ORDER BY id DESC LIMIT ?) ORDER BY id",
		"ti", step_id, (long long)MOST);
	while (rc == 1) {
		take(h, st);
		rc = sqlite3_step(st);
		rc = rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : db_fail(p, e);
	}
	sqlite3_finalize(st);
	if (rc < 0)
		return -1;
	rc = db_query(p, e, &st, "SELECT count(*) FROM attempt WHERE step = ?", "t", step_id);
	if (rc == 1 && (size_t)sqlite3_column_int64(st, 0) > h->n)
		h->earlier = (size_t)sqlite3_column_int64(st, 0) - h->n;
	sqlite3_finalize(st);
	return rc < 0 ? -1 : 0;
}
