/* exec_schedules: a program run again in other orders of threads (emulator/run/schedule.h). It judges itself by its
 * exit status and by what it prints: where an order changes either, its result hangs on that order.
 */
#ifndef JOB_EXEC_SCHEDULES_H
#define JOB_EXEC_SCHEDULES_H

#include "base/buf.h"
#include "job/program/exec.h"

/* How a run came out otherwise than another: a clause ("exit status 1 instead of 0", "line 3 of its output is "a"
 * instead of "b""), appended to `why`, with all lines that differ. False when they agree: exit status or signal, output
 * (but for times: job/program/exec_output.h), and whether a kernel faulted. again: a second run like `want`; what comes
 * out otherwise there says nothing. NULL: there is none. */
bool exec_differs(const struct exec_report *want, const struct exec_report *again, const struct exec_report *got,
	struct buf *why);

/* Run rq's program, with an empty stdin and its output captured, in the natural order (*natural, exec_report_init'ed
 * here, the caller releases it in each case) and then under schedules 1 to n. `on_difference` hears of each that came
 * out otherwise than two natural runs, or in which the checkers found what they had not found in the natural order. -1
 * as exec_run. */
int exec_schedules(const struct exec_request *rq, int n, struct exec_report *natural,
	void (*on_difference)(void *user, uint64_t schedule, const char *why), void *user, struct err *e);

#endif
