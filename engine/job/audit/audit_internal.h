/* audit, inside: what audit.c (the order of things) and its two kinds of subject share: audit_step.c and
 * audit_program.c. */
#ifndef JOB_AUDIT_INTERNAL_H
#define JOB_AUDIT_INTERNAL_H

#include "device/control.h"
#include "job/audit/audit.h"
#include "job/parts/scratch.h"
#include "job/program/exec.h"
#include "job/run/reference.h"
#include "job/run/runner.h"
#include "toolchain/toolchain.h"

struct audit_point {
	struct device_sync sync;
	bool reached;
};

struct audit {
	const struct audit_request *rq;
	struct audit_report *r;
	struct install install;
	struct toolchain toolchain;
	struct sandbox own, *sandbox; /* own, or NULL: a program of the person's own */
	struct scratch tmp;
	char *artifact, *reference_so;
	char name[128]; /* of the source in the line table */
	struct audit_point *points;
	size_t npoints, points_cap; /* by file, line and kind; in the report's arena */
	/* of a step */
	struct case_data *data;
	struct reference reference;
	/* of a program: how it comes out as it stands */
	struct exec_report natural;
	bool by_output, by_order; /* its output says something; it does so in every order */
	bool have_install, have_toolchain, have_reference, have_natural;
};

/* The subject as it stands: fills a->points. 0; 1: it goes wrong (a->r->refused); -1. */
int audit_step_open(struct audit *a, struct err *e);
int audit_program_open(struct audit *a, struct err *e);
/* What goes wrong without `drop` goes into *w. 0 or -1. */
int audit_step_try(struct audit *a, const struct device_sync *drop, struct audit_row *w, struct err *e);
int audit_program_try(struct audit *a, const struct device_sync *drop, struct audit_row *w, struct err *e);

/* A clause about the first finding that counts (and is not among `known`), or NULL. */
const char *audit_finding(
	struct audit *a, const struct kernel_finding *f, size_t n, const struct kernel_finding *known, size_t nknown);
/* What a device has loaded; what is known already stays as it is. */
void audit_points(struct audit *a, const struct device_sync *rows, size_t n);
/* The line was executed. */
void audit_reached(struct audit *a, const char *file, int line);
char *audit_clause(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* How often a launch may run as long as the longest so far before it counts as endless, and how long in any case. */
enum { AUDIT_BUDGET_FACTOR = 50, AUDIT_BUDGET_BASE = 20000000 };

#endif
