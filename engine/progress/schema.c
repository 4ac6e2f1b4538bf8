/* schema: the tables of progress.db and how a file of an older version becomes one of this version, in one transaction.
 *
 * application_id says that the file is ours, user_version which of `steps` it has been through. A step never changes
 * once it has been released; a new need is a new step at the end. */
#include "progress/db.h"

#include "judge/result.h"

enum { APPLICATION_ID = 0x57524c50 }; /* "WRLP" */

static const char *const steps[] = {
	/* 1: every attempt, and what is known of a step beside its attempts */
	"CREATE TABLE attempt ("
	" id INTEGER PRIMARY KEY,"
	" step TEXT NOT NULL,"
	" at_ms INTEGER NOT NULL," /* Unix time */
	" file TEXT,"
	" verdict TEXT NOT NULL," /* a word of verdict.def */
	" message TEXT,"
	" device_kind TEXT, device_name TEXT,"
	" seed TEXT,"                                      /* decimal: 64 bits unsigned */
	" time_us REAL, time_kind TEXT, time_device TEXT," /* NULL when not timed */
	" gates INTEGER NOT NULL, gates_met INTEGER NOT NULL,"
	" wall_ms REAL, compile_ms REAL);"
	"CREATE INDEX attempt_of_step ON attempt (step, id);"
	"CREATE TABLE step ("
	" id TEXT PRIMARY KEY,"
	" hints INTEGER NOT NULL DEFAULT 0,"
	" prediction REAL) WITHOUT ROWID;",
	/* 2: a prediction is an answer to one question of a step, made at a moment, and compared once */
	"CREATE TABLE prediction ("
	" step TEXT NOT NULL,"
	" question INTEGER NOT NULL," /* from 0, in the manifest's order */
	" answer TEXT NOT NULL,"
	" at_ms INTEGER,"    /* Unix time; NULL: made with an older Warplings */
	" attempts INTEGER," /* made before it */
	" close INTEGER,"    /* NULL: not compared yet */
	" PRIMARY KEY (step, question)) WITHOUT ROWID;"
	"INSERT INTO prediction (step, question, answer)"
	" SELECT id, 0, CAST(prediction AS TEXT) FROM step WHERE prediction IS NOT NULL;",
	/* 3: what the newest run of a step said, and where the student left off */
	"CREATE TABLE report (step TEXT PRIMARY KEY, at_ms INTEGER NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE place (id INTEGER PRIMARY KEY CHECK (id = 1), step TEXT NOT NULL);",
	/* 4: what an attempt was, to look back at: the file, and what its step counts ("alias=value" lines) */
	"ALTER TABLE attempt ADD COLUMN source TEXT;"
	"ALTER TABLE attempt ADD COLUMN counters TEXT;",
	/* 5: whether an attempt was as fast as the reference beside it; NULL: not known */
	"ALTER TABLE attempt ADD COLUMN fast INTEGER;",
};
enum { VERSION = sizeof steps / sizeof *steps };

static int pragma_int(struct progress *p, const char *sql, long long *out, struct err *e)
{
	sqlite3_stmt *st;
	int rc = db_query(p, e, &st, sql, "");

	*out = rc == 1 ? sqlite3_column_int64(st, 0) : 0;
	sqlite3_finalize(st);
	return rc < 0 ? -1 : 0;
}

/* 0 up to date, 1 has steps to go through, -1 refused or unreadable. */
static int inspect(struct progress *p, long long *version, struct err *e)
{
	long long id, objects;

	if (pragma_int(p, "PRAGMA application_id", &id, e) || pragma_int(p, "PRAGMA user_version", version, e) ||
		pragma_int(p, "SELECT count(*) FROM sqlite_master", &objects, e))
		return -1;
	if (id != APPLICATION_ID && (objects > 0 || *version != 0))
		return err_set(e, ERR_ENV,
			"%s is a database, but not one of Warplings; it is left as it is. Move it away and run again.",
			p->path);
	if (*version > VERSION)
		return err_set(e, ERR_ENV,
			"%s was written by a newer Warplings (its format is %lld, this one knows up to %d). Update "
			"Warplings, or move the file away to start with empty progress.",
			p->path, *version, (int)VERSION);
	return *version < VERSION;
}

int schema_prepare(struct progress *p, struct err *e)
{
	long long version;
	int todo = inspect(p, &version, e);
	char sql[64];

	if (todo <= 0)
		return todo;
	if (db_begin(p, e))
		return -1;
	/* Another instance may have been faster while we waited for the lock. */
	todo = inspect(p, &version, e);
	for (long long i = version; todo == 1 && i < VERSION; i++)
		if (sqlite3_exec(p->db, steps[i], NULL, NULL, NULL) != SQLITE_OK)
			todo = db_fail(p, e);
	if (todo == 1) {
		sqlite3_snprintf(sizeof sql, sql, "PRAGMA application_id = %d", APPLICATION_ID);
		if (db_run(p, e, sql, ""))
			todo = -1;
		sqlite3_snprintf(sizeof sql, sql, "PRAGMA user_version = %d", (int)VERSION);
		if (todo == 1 && db_run(p, e, sql, ""))
			todo = -1;
	}
	if (db_end(p, todo == 1, todo < 0 ? NULL : e))
		return -1;
	return todo < 0 ? -1 : 0;
}
