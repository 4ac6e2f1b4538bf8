/* audit report: of each barrier of a file, what happens without it. job/audit/audit.c fills it. */
#ifndef REPORT_AUDIT_H
#define REPORT_AUDIT_H

#include "report/exec.h"

enum audit_state {
	AUDIT_NEEDED,      /* without it something goes wrong: element, finding or fault say what */
	AUDIT_NOT_SHOWN,   /* nothing went wrong without it */
	AUDIT_NOT_REACHED, /* no thread came by */
	AUDIT_KEPT,        /* it gives a result (bar.red), so it can't be taken out */
	AUDIT_STATES
};
const char *audit_state_word(enum audit_state s); /* "needed", "not needed by these cases", ... */

struct audit_row {
	const char *file; /* as a person knows it; NULL where there is no line information */
	int line;
	const char *text;   /* the source line, without its indentation; NULL when it is of another file */
	const char *what;   /* "barrier", "warp barrier", "wait for copies", "fence" */
	const char *kernel; /* or function */
	unsigned copies;
	enum audit_state state;
	/* Clauses, NULL: there is no such. Without it ... */
	const char *element;   /* "out[17] is wrong: 3 instead of 5"; "exit status 1 instead of 0" */
	const char *finding;   /* "there is a read after write hazard between lines 19 and 23" */
	const char *fault;     /* "Barrier error detected. ..." */
	const char *case_name; /* of a step: where */
	uint64_t schedule;     /* order of threads; 0 = the natural one */
};

struct audit_report {
	struct arena arena;
	const char *file;    /* as it was named */
	const char *step_id; /* NULL: a program */
	uint64_t seed;       /* of a step's inputs */
	const char *sandbox; /* in what a step's file was compiled and run, in words; NULL: a program */
	int schedules;       /* how many orders each removal was tried in, beside the natural one */
	struct audit_row *rows;
	size_t nrows;        /* by file and line */
	const char *refused; /* it could not be audited: why (it does not compile, or goes wrong as it stands). No rows
				then */
	const char *diagnostics; /* of the compiler, when it does not compile */
	const char **notes;
	size_t nnotes, notes_cap;
};
void audit_report_init(struct audit_report *r);
void audit_report_release(struct audit_report *r);
void audit_report_note(struct audit_report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void report_audit_text(const struct audit_report *r, const struct text_style *st, struct buf *out);
void report_audit_json(const struct audit_report *r, struct buf *out); /* schema warplings.audit/1 */

#endif
