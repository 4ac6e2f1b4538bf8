/* scratch: the private folder of a job. One that was killed leaves its folder behind; the next job removes it. */
#ifndef JOB_SCRATCH_H
#define JOB_SCRATCH_H

#include "base/err.h"

/* A fresh folder (malloc'd path; the caller removes the tree), after sweeping those of our own dead processes. */
char *job_temp_dir(struct err *e);

#endif
