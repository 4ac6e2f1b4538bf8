/* db: SQLite, with errors as sentences. The sentence names the file, says whether the old progress is safe, and what to
 * do. */
#include "progress/db.h"

#include <stdarg.h>
#include <string.h>

static const struct {
	int code; /* primary result code */
	const char *meaning;
} meanings[] = {
	{ SQLITE_FULL, "the disk is full; what was stored before is safe. Free some space and run again" },
	{ SQLITE_IOERR,
		"the file could not be written or read (a full disk, a quota or a failing disk); what was stored "
		"before is safe" },
	{ SQLITE_READONLY, "the file cannot be written; check its permissions and those of its folder" },
	{ SQLITE_PERM, "permission is missing; check the file and its folder" },
	{ SQLITE_CANTOPEN, "check that its folder exists and can be written" },
	{ SQLITE_BUSY, "another Warplings has kept it locked for too long; close the other one and try again" },
	{ SQLITE_LOCKED, "another Warplings has kept it locked for too long; close the other one and try again" },
	{ SQLITE_CORRUPT,
		"the file is damaged. It is left as it is, and your .cu files are not touched by this. To start with "
		"empty "
		"progress, move it away; `sqlite3 FILE .recover` may save what is in it" },
	{ SQLITE_NOTADB,
		"the file is damaged or no database. It is left as it is, and your .cu files are not touched by this. "
		"To start "
		"with empty progress, move it away" },
};

int db_fail(struct progress *p, struct err *e)
{
	int code = sqlite3_errcode(p->db) & 0xff;
	const char *meaning = NULL;

	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
		if (meanings[i].code == code)
			meaning = meanings[i].meaning;
	if (!meaning)
		meaning = "SQLite refused";
	return err_set(e, code == SQLITE_ERROR || code == SQLITE_MISUSE ? ERR_BUG : ERR_ENV,
		"%s: progress could not be %s: %s (%s).", p->path, p->doing, meaning, sqlite3_errmsg(p->db));
}

static int prepare(struct progress *p, struct err *e, sqlite3_stmt **st, const char *sql, const char *binds, va_list ap)
{
	int rc = sqlite3_prepare_v2(p->db, sql, -1, st, NULL);
	double d;

	for (int i = 1; rc == SQLITE_OK && *binds; binds++, i++) {
		switch (*binds) {
		case 't': rc = sqlite3_bind_text(*st, i, va_arg(ap, const char *), -1, SQLITE_TRANSIENT); break;
		case 'i': rc = sqlite3_bind_int64(*st, i, va_arg(ap, long long)); break;
		case 'd': rc = sqlite3_bind_double(*st, i, va_arg(ap, double)); break;
		case 'p':
			d = va_arg(ap, double);
			rc = d > 0 ? sqlite3_bind_double(*st, i, d) : sqlite3_bind_null(*st, i);
			break;
		}
	}
	return rc == SQLITE_OK ? 0 : db_fail(p, e);
}

int db_query(struct progress *p, struct err *e, sqlite3_stmt **st, const char *sql, const char *binds, ...)
{
	va_list ap;
	int rc;

	*st = NULL;
	va_start(ap, binds);
	rc = prepare(p, e, st, sql, binds, ap);
	va_end(ap);
	if (rc)
		return -1;
	rc = sqlite3_step(*st);
	if (rc == SQLITE_ROW)
		return 1;
	return rc == SQLITE_DONE ? 0 : db_fail(p, e);
}

int db_run(struct progress *p, struct err *e, const char *sql, const char *binds, ...)
{
	sqlite3_stmt *st = NULL;
	va_list ap;
	int rc;

	va_start(ap, binds);
	rc = prepare(p, e, &st, sql, binds, ap);
	va_end(ap);
	if (rc == 0) {
		do
			rc = sqlite3_step(st);
		while (rc == SQLITE_ROW);
		rc = rc == SQLITE_DONE ? 0 : db_fail(p, e);
	}
	sqlite3_finalize(st);
	return rc;
}

int db_begin(struct progress *p, struct err *e)
{
	return db_run(p, e, "BEGIN IMMEDIATE", "");
}

int db_end(struct progress *p, bool commit, struct err *e)
{
	if (commit && db_run(p, e, "COMMIT", "") == 0)
		return 0;
	/* On a full disk SQLite may have rolled back by itself; then there is nothing left to undo. */
	if (!sqlite3_get_autocommit(p->db))
		db_run(p, NULL, "ROLLBACK", "");
	return commit ? -1 : 0;
}
