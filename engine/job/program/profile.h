/* profile: what each line of a file did on the emulated GPU. A step's file runs one case as a judge would run it
 * (without the reference: nothing is judged), in the sandbox; any other file is a program with a main(), which may
 * want its own files: it is compiled and run as exec runs it, without one. A program that is built already, too.
 */
#ifndef JOB_PROFILE_H
#define JOB_PROFILE_H

#include "base/err.h"
#include "device/control.h"
#include "lab/lab.h"
#include "report/profile.h"

struct profile_request {
	const char *root, *cache; /* as in job_request */
	const struct step *step;  /* NULL: a program */
	const char *file;
	const char *const *args;            /* of the program, NULL-terminated; may be NULL */
	const char *case_name;              /* of a step; NULL = its performance case */
	const char *profile;                /* device profile; NULL = the default */
	uint64_t seed;                      /* 0: a fresh one */
	const struct device_record *record; /* of a step: whose accesses to keep; NULL: nobody's */
	int cancel_fd;
};

/* 0: *r says what happened, also when the file does not compile (r->diagnostics). -1: ERR_USAGE (no such file; neither
 * a program nor a step's; no such case), ERR_ENV, ERR_CANCELLED. The caller releases *r in each case
 * (profile_report_init'ed here).
 */
int profile_run(const struct profile_request *rq, struct profile_report *r, struct err *e);

/* A program that is built already: rq->argv[0], with rq->per_line and rq->capture for lines and output. As
 * exec_run_into; *r as above, the sources read from where the compiler saw them. */
struct exec_request;
int profile_program(const struct exec_request *rq, struct profile_report *r, struct err *e);

/* The step that a file belongs to by its name: .../NN-name/N-step.cu. NULL when it belongs to none. */
const struct step *profile_step_of(const struct catalogue *c, const char *file);

#endif
