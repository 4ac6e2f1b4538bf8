/* db: the few things that progress wants of SQLite: an error that is a sentence, a statement in one call, a transaction
 * that ends. Private to engine/progress. */
#ifndef PROGRESS_DB_H
#define PROGRESS_DB_H

#include <sqlite3.h>

#include <stdbool.h>

#include "base/err.h"

struct progress {
	sqlite3 *db; /* autocommit unless between db_begin and db_end */
	char *path;
	const char *doing; /* for messages: "opened", "saved", "read" */
};

/* Fill `e` from SQLite's last error, with what it means for a person and what to do. Returns -1. */
int db_fail(struct progress *p, struct err *e);
/* Run one statement without results. `binds` is one letter each: 't' const char * (NULL allowed), 'i' long long, 'd'
 * double, 'p' a double that is an SQL NULL unless it is positive. */
int db_run(struct progress *p, struct err *e, const char *sql, const char *binds, ...);
/* The same, leaving the statement on its first row: 1 a row, 0 none, -1 error. The caller finalizes *st in each case.
 */
int db_query(struct progress *p, struct err *e, sqlite3_stmt **st, const char *sql, const char *binds, ...);
/* A write transaction: takes the write lock at once, so that two instances queue instead of failing halfway. */
int db_begin(struct progress *p, struct err *e);
int db_end(struct progress *p, bool commit, struct err *e);

/* schema.c: bring a fresh or older file to the present schema; refuse a newer or a foreign one. */
int schema_prepare(struct progress *p, struct err *e);

#endif
