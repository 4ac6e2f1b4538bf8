/* profile report: source files with what each of their lines did on the emulated GPU beside it. job/program/profile.c
 * fills it.
 */
#ifndef REPORT_PROFILE_H
#define REPORT_PROFILE_H

#include "base/buf.h"
#include "judge/access.h"
#include "report/exec.h"

struct profile_source {
	const char *file; /* as a person knows it; its lines have it too */
	const char *text; /* the file's bytes, scrubbed */
};
struct profile_report {
	struct exec_report exec; /* kernels, faults, lines; argv only when a program ran */
	const char *file;        /* what was profiled, as a person knows it: a source or a program */
	struct profile_source *sources;
	size_t nsources, sources_cap; /* one that was compiled here; of a program, those that are there, the one with
					 the most work first */
	bool built_before;            /* a program: of its sources only what is near lines that did anything is shown */
	const char *step_id, *case_name; /* of a lab's step, else NULL */
	uint64_t seed;                   /* of the case's inputs */
	const char *sandbox;             /* in what a step's file was compiled and run, in words; NULL: a program */
	struct trace trace;              /* of a step, where it was asked for */
	struct access_list accesses;     /* of a step, where they were asked for: those of its own file */
	const char *diagnostics;         /* it does not compile: why; else NULL. Nothing ran then */
};
void profile_report_init(struct profile_report *r);
void profile_report_release(struct profile_report *r);

void report_profile_text(const struct profile_report *r, const struct text_style *st, struct buf *out);
/* Schema warplings.profile/1. `reference`: the step's, to be kept as "reference"; NULL: nobody asks for it. */
void report_profile_json(const struct profile_report *r, const struct profile_report *reference, struct buf *out);
/* 0: it ran to its end; 1: it did not compile, faulted, or a program's exit status was not 0. */
int report_profile_status(const struct profile_report *r);

#endif
