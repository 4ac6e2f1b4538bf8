/* replay: the command that runs again what went wrong by chance. */
#ifndef JOB_REPLAY_H
#define JOB_REPLAY_H

#include "job/step/job.h"

/* A note with the command; schedule 0: the natural order. */
void replay_note(const struct job_request *rq, struct result *r, uint64_t schedule);
/* Where the verdict hangs on a case whose sizes were drawn: the sizes and the command. */
void replay_drawn(const struct job_request *rq, struct result *r);

#endif
