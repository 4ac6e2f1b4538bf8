/* images: the pictures of a run, for steps that have some (judge/image.h). */
#ifndef JOB_IMAGES_H
#define JOB_IMAGES_H

#include "job/run/truth.h"
#include "job/step/job.h"

/* This case has run: take its pictures, if they are of it. */
void images_of_case(const struct case_data *d, const struct outputs *want, const struct run_outcome *o,
	const struct outputs *got, struct result *r);
/* A small case came out wrong, so the others are not run. The case with the pictures is run all the same, to show what
 * a wrong answer looks like; it says nothing about the verdict. Does nothing where no answer was wrong. */
int images_of_wrong(
	const struct job_request *rq, struct runner *run, const struct truth *t, struct result *r, struct err *e);

#endif
