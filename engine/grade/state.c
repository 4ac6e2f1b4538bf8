/* state.c: OUT/grade.db. A verdict is one transaction with a full sync: what is stored stays stored, whatever happens
 * next. One call at a time works on an OUT: the lock on grade.lock ends with its process. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/fs.h"
#include "grade/internal.h"
#include "judge/verdict.h"

enum { APPLICATION = 0x57524c47, SCHEMA = 1 }; /* "WRLG" */

static const char schema[] =
	"CREATE TABLE class (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE verdict (key TEXT PRIMARY KEY, step TEXT NOT NULL, verdict TEXT NOT NULL, message TEXT,"
	" gates INTEGER NOT NULL, gates_met INTEGER NOT NULL, wall_ms REAL NOT NULL, json TEXT NOT NULL) WITHOUT "
	"ROWID;";

static int fail(struct state *s, const char *doing, struct err *e)
{
	int code = sqlite3_errcode(s->db) & 0xff;
	const char *mend = code == SQLITE_FULL || code == SQLITE_IOERR ?
		"the disk is full or failing; free some space and call grade again: it goes on where it was" :
		code == SQLITE_READONLY || code == SQLITE_CANTOPEN || code == SQLITE_PERM ?
		"the folder or the file can't be written" :
		code == SQLITE_NOTADB || code == SQLITE_CORRUPT ?
		"the file is damaged; move it away to judge the class again" :
		"SQLite refused";

	return err_set(e, ERR_ENV, "%s could not be %s: %s (%s). What was stored before is safe.", s->path, doing, mend,
		sqlite3_errmsg(s->db));
}

static int take_lock(struct state *s, const char *out, struct err *e)
{
	char *path = xasprintf("%s/grade.lock", out);
	int rc = 0;

	s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (s->lock < 0)
		rc = err_errno(e, "%s can't be written: choose another folder with -o", path);
	else if (flock(s->lock, LOCK_EX | LOCK_NB))
		rc = errno == EWOULDBLOCK ?
			err_set(e, ERR_ENV,
				"another `warplings grade` works on %s: wait for it, or choose another folder with -o",
				out) :
			err_errno(e, "%s can't be locked", path);
	free(path);
	return rc;
}

static int number(struct state *s, const char *sql)
{
	sqlite3_stmt *st = NULL;
	int v = -1;

	if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
		v = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return v;
}

static int make_schema(struct state *s, struct err *e)
{
	int version = number(s, "PRAGMA user_version"), id = number(s, "PRAGMA application_id");
	char sql[128];

	if (version < 0 || id < 0)
		return fail(s, "read", e);
	if (version == SCHEMA && id == APPLICATION)
		return 0;
	if (version || id)
		return err_set(e, ERR_ENV,
			"%s was made by another program or another version: choose another folder with -o", s->path);
	snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, SCHEMA);
	if (sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) || sqlite3_exec(s->db, schema, NULL, NULL, NULL) ||
		sqlite3_exec(s->db, sql, NULL, NULL, NULL) || sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL))
		return fail(s, "written", e);
	return 0;
}

int state_open(struct state *s, const char *out, struct err *e)
{
	*s = (struct state){ .lock = -1 };
	if (fs_mkdir_own(out, e) || take_lock(s, out, e))
		return -1;
	s->path = xasprintf("%s/grade.db", out);
	if (sqlite3_open_v2(s->path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, NULL))
		return fail(s, "opened", e);
	sqlite3_busy_timeout(s->db, 5000);
	sqlite3_exec(s->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
	return make_schema(s, e);
}

int state_open_part(struct state *s, const char *out, struct err *e)
{
	*s = (struct state){ .lock = -1, .path = xasprintf("%s/grade.db", out) };
	if (sqlite3_open_v2(s->path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, NULL))
		return fail(s, "opened", e);
	sqlite3_busy_timeout(s->db, 5000);
	return 0;
}

void state_close(struct state *s)
{
	if (s->db)
		sqlite3_close(s->db);
	if (s->lock >= 0)
		close(s->lock);
	free(s->path);
	*s = (struct state){ .lock = -1 };
}

int state_get(struct state *s, const char *key, char *value, size_t size)
{
	sqlite3_stmt *st = NULL;
	int r = -1;

	if (sqlite3_prepare_v2(s->db, "SELECT value FROM class WHERE key = ?", -1, &st, NULL) == SQLITE_OK) {
		sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
		r = sqlite3_step(st);
		if (r == SQLITE_ROW)
			snprintf(value, size, "%s", (const char *)sqlite3_column_text(st, 0));
		r = r == SQLITE_ROW ? 1 : r == SQLITE_DONE ? 0 : -1;
	}
	sqlite3_finalize(st);
	return r;
}

int state_set(struct state *s, const char *key, const char *value, struct err *e)
{
	sqlite3_stmt *st = NULL;
	int r = sqlite3_prepare_v2(s->db, "INSERT OR REPLACE INTO class VALUES (?, ?)", -1, &st, NULL);

	if (!r) {
		sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC);
		sqlite3_bind_text(st, 2, value, -1, SQLITE_STATIC);
		r = sqlite3_step(st) == SQLITE_DONE ? 0 : -1;
	}
	r = r ? fail(s, "written", e) : 0;
	sqlite3_finalize(st);
	return r;
}

static char *text_at(sqlite3_stmt *st, int i)
{
	const char *s = (const char *)sqlite3_column_text(st, i);

	return s ? xstrdup(s) : NULL;
}

int state_find(struct state *s, struct known *k, struct err *e)
{
	sqlite3_stmt *st = NULL;
	int r = sqlite3_prepare_v2(s->db,
		"SELECT verdict, message, gates, gates_met, wall_ms, json FROM verdict WHERE key = ?", -1, &st, NULL);

	if (!r) {
		sqlite3_bind_text(st, 1, k->key, -1, SQLITE_STATIC);
		r = sqlite3_step(st);
	}
	if (r == SQLITE_ROW) {
		int v = verdict_find((const char *)sqlite3_column_text(st, 0));

		k->have = v > VERDICT_NOT_JUDGED;
		if (k->have) {
			k->verdict = (enum verdict)v;
			k->message = text_at(st, 1);
			k->gates = sqlite3_column_int(st, 2);
			k->gates_met = sqlite3_column_int(st, 3);
			k->wall_ms = sqlite3_column_double(st, 4);
			k->json = text_at(st, 5);
		}
		r = k->have;
	} else {
		r = r == SQLITE_DONE ? 0 : fail(s, "read", e);
	}
	sqlite3_finalize(st);
	return r;
}

int state_keep(struct state *s, const struct known *k, struct err *e)
{
	sqlite3_stmt *st = NULL;
	int r = sqlite3_prepare_v2(
		s->db, "INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?)", -1, &st, NULL);

	if (!r) {
		sqlite3_bind_text(st, 1, k->key, -1, SQLITE_STATIC);
		sqlite3_bind_text(st, 2, k->step->id, -1, SQLITE_STATIC);
		sqlite3_bind_text(st, 3, verdict_word(k->verdict), -1, SQLITE_STATIC);
		sqlite3_bind_text(st, 4, k->message, -1, SQLITE_STATIC);
		sqlite3_bind_int(st, 5, k->gates);
		sqlite3_bind_int(st, 6, k->gates_met);
		sqlite3_bind_double(st, 7, k->wall_ms);
		sqlite3_bind_text(st, 8, k->json ? k->json : "", -1, SQLITE_STATIC);
		r = sqlite3_step(st) == SQLITE_DONE ? 0 : -1;
	}
	r = r ? fail(s, "written", e) : 0;
	sqlite3_finalize(st);
	return r;
}
