/* exec: run any CUDA program on the emulated GPU.
 *
 * The program keeps its stdin, stdout, stderr and arguments; only LD_LIBRARY_PATH (our libcudart.so.13 first) and
 * WARPLINGS_DEVICE_SOCKET are set. That names a socket on which we listen: each process that calls CUDA connects to it
 * and gets a device process of its own, so a script that starts several programs, a program that forks and programs
 * side by side all work, and none can see another's memory. When the program ends, whatever it left running is ended
 * too.
 */
#ifndef JOB_EXEC_H
#define JOB_EXEC_H

#include "base/err.h"
#include "device/control.h"
#include "job/parts/install.h"
#include "report/exec.h"

struct exec_request {
	const struct install *install;
	const char *const *argv; /* of the program, NULL-terminated */
	const char *profile;     /* device profile; NULL = the default */
	bool per_line;
	bool capture;      /* its stdout and stderr go to r->output (1 MiB of it), its stdin is empty */
	uint64_t schedule; /* order of threads (emulator/run/schedule.h), of each process from its start; 0 = natural */
	unsigned stretch;  /* in the natural order the program is told that times between events are so many times as
			      long; 0: as they are */
	unsigned unchecked;             /* checkers that are off, bits of EM_CHECK_* */
	uint64_t step_budget;           /* warp instructions of one launch, 0 = none */
	const struct device_sync *drop; /* taken out of the kernels; NULL: nothing */
	void (*on_syncs)(void *user, const struct device_sync *rows,
		size_t n); /* what a device has loaded, at its client's end; may be NULL */
	/* How far it is: after 2 s, then each time that twice as long has gone by. Once for each process that uses the
	 * device, at most. May be NULL. */
	void (*on_progress)(void *user, const struct device_under_way *u, double seconds);
	/* exec_schedules: which of how many other orders begins, likewise. May be NULL. */
	void (*on_order)(void *user, uint64_t schedule, int n, double seconds);
	void *user;
	bool time_sample; /* large launches are only timed, by some of their blocks: their results are wrong */
	int threads;      /* host threads of a device; 0 = one for each core */
	int cancel_fd;    /* -1: none */
};

/* 0: the program ran and ended; *r (exec_report_init'ed here) tells how and what it did. -1: it was not started, or
 * ended on request (ERR_CANCELLED). The caller releases *r in each case. */
int exec_run(const struct exec_request *rq, struct exec_report *r, struct err *e);
/* The same into a report that is there already. */
int exec_run_into(const struct exec_request *rq, struct exec_report *r, struct err *e);
/* The checkers that a comma-separated list names ("race-shared,init", "all"), as bits of EM_CHECK_*. NULL and "" name
 * none. -1: an unknown word. */
int exec_unchecked(const char *words, unsigned *bits, struct err *e);
/* Add lines that a device reported. */
void exec_report_lines(struct exec_report *r, const struct device_line *lines, size_t n);

#endif
