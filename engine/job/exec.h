/* exec: run any CUDA program on the emulated GPU.
 *
 * The program keeps its stdin, stdout, stderr and arguments; only LD_LIBRARY_PATH (our libcudart.so.13 first) and
 * WARPLINGS_DEVICE_SOCKET are set. That names a socket on which we listen: each process that calls CUDA connects to it and gets a
 * device process of its own, so a script that starts several programs, a program that forks and programs side by side all work,
 * and none can see another's memory. When the program ends, whatever it left running is ended too.
 */
#ifndef JOB_EXEC_H
#define JOB_EXEC_H

#include "base/err.h"
#include "device/control.h"
#include "job/install.h"
#include "report/exec.h"

struct exec_request {
	const struct install *install;
	const char *const *argv;   /* of the program, NULL-terminated */
	const char *profile;       /* device profile; NULL = the default */
	bool per_line;
	bool capture;              /* its stdout and stderr go to r->output (1 MiB of it), its stdin is empty */
	int threads;               /* host threads of a device; 0 = one for each core */
	int cancel_fd;             /* -1: none */
};

/* 0: the program ran and ended; *r (exec_report_init'ed here) tells how and what it did. -1: it was not started, or ended on
 * request (ERR_CANCELLED). The caller releases *r in each case. */
int exec_run(const struct exec_request *rq, struct exec_report *r, struct err *e);
/* The same into a report that is there already. */
int exec_run_into(const struct exec_request *rq, struct exec_report *r, struct err *e);
/* Add lines that a device reported. */
void exec_report_lines(struct exec_report *r, const struct device_line *lines, size_t n);

#endif
