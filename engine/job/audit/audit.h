/* audit: which barriers of a file are needed? Each is taken out of the PTX in turn (emulator/syncs.h) and the file
 * judged again: under the checkers in the natural order of threads, then in other orders. What is compiled stays what
 * it was but for the one instruction.
 *
 * A step's file is judged by its cases, in the sandbox; a program, as exec runs it, by its exit status, what it prints
 * and what the checkers find. What goes wrong already as it stands can't be audited.
 */
#ifndef JOB_AUDIT_H
#define JOB_AUDIT_H

#include "lab/lab.h"
#include "report/audit.h"

enum { AUDIT_SCHEDULES = 10 }; /* tried for each, unless the request says otherwise */

struct audit_request {
	const char *root, *cache; /* as in job_request */
	const struct step *step;  /* NULL: a program with a main() */
	const char *file;
	const char *const *args; /* of the program, NULL-terminated; may be NULL */
	uint64_t seed;           /* of a step's inputs; 0: a fresh one */
	int schedules;           /* 0: AUDIT_SCHEDULES; -1: the natural order only */
	int cancel_fd;
	void (*on_step)(void *user, size_t done, size_t total, const char *what); /* progress; may be NULL */
	void *user;
};

/* 0: *r says what was found, or why it can't be audited (r->refused). -1: ERR_USAGE, ERR_ENV, ERR_CANCELLED. The caller
 * releases *r in each case (audit_report_init'ed here). */
int audit_run(const struct audit_request *rq, struct audit_report *r, struct err *e);

#endif
