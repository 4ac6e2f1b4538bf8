/* schedules: cases that came out right are run again in other legal orders of blocks, warps and lanes
 * (emulator/run/schedule.h). What then comes out wrong leaned on an order that nothing guarantees: a race that stayed
 * silent becomes a wrong element, with the number that replays it.
 */
#ifndef JOB_SCHEDULES_H
#define JOB_SCHEDULES_H

#include "job/step/job.h"
#include "job/run/reference.h"
#include "job/run/runner.h"

/* Which cases: all; those that are right and small, before the big ones run; those that the call for these left. */
enum schedules_part { SCHEDULES_ALL, SCHEDULES_SMALL, SCHEDULES_REST };
enum { SCHEDULES_INSTRUCTIONS = 1000000 }; /* of warps, that all calls for one file may use together */

/* Run cases of r->cases, which were judged in the natural order, and change those that go wrong: verdict, message,
 * mismatch and `schedule`. Which cases and how many orders: rq->schedule, rq->schedules. *left: what is left of
 * SCHEDULES_INSTRUCTIONS. 0, or -1 when cancelled or when our own processes fail. */
int schedules_judge(const struct job_request *rq, struct runner *run, const struct case_data *data,
	const struct reference *reference, enum schedules_part part, uint64_t *left, struct result *r, struct err *e);

#endif
