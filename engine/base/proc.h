/* proc: child processes that never outlive us and never hang us.
 *
 * Between us and the child stands a supervisor (a fork of ours): a child subreaper that dies with us, kills the
 * child's whole process tree (double-forked daemons too) when the child ends, when it is told to, or when we are
 * killed, and reports how the child ended. Limits are set in the child before exec.
 */
#ifndef BASE_PROC_H
#define BASE_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"

struct proc_fd {
	int ours, theirs;
}; /* dup2(ours, theirs) in the child; theirs >= 3 */

struct proc_spec {
	const char *const *argv;   /* NULL-terminated; argv[0] is a path, or looked up on PATH */
	const char *const *env;    /* NULL-terminated "K=V"; NULL = inherit ours */
	const char *cwd;           /* NULL = ours */
	const struct proc_fd *fds; /* descriptors handed over; everything else >= 3 is closed */
	size_t nfds;
	bool capture;         /* stdout and stderr into one buffer; otherwise both go to /dev/null... */
	bool inherit_io;      /* ... unless this is set: the child keeps our stdin, stdout and stderr */
	size_t capture_max;   /* bytes kept (0 = 64 KiB); the rest is read and dropped, `truncated` set */
	uint64_t cpu_seconds; /* RLIMIT_CPU, 0 = none */
	uint64_t as_bytes;    /* RLIMIT_AS, 0 = none */
	uint64_t data_bytes;  /* RLIMIT_DATA: memory of its own that it may write, 0 = none */
	uint64_t file_bytes;  /* RLIMIT_FSIZE, 0 = none */
};

struct proc {
	pid_t supervisor;
	int control; /* pipe: closing it tells the supervisor to kill everything */
	int status;  /* pipe: the supervisor's report; POLLIN means that the child has ended */
	int output;  /* read end of the captured output, or -1 */
	struct buf out;
	size_t out_max;
	bool truncated, done;
	bool exited;       /* after proc_wait: ended by exit() */
	int code;          /* exit code if exited, else the signal */
	uint64_t most_kib; /* once ended: memory that the largest process of its tree had at once, in KiB */
	bool exec_failed;  /* the program could not be started; code is errno */
};

int proc_start(struct proc *p, const struct proc_spec *spec, struct err *e);
/* Read what there is of the output and of the status; never blocks. True once ended. */
bool proc_poll(struct proc *p);
/* Wait until ended, `timeout_ms` is over (-1 = no limit) or `cancel_fd` (-1 = none) is readable. Returns 1 ended, 0
 * timed out, -1 cancelled. On 0 and -1 the child still runs: call proc_kill. */
int proc_wait(struct proc *p, int timeout_ms, int cancel_fd);
/* SIGKILL to the whole tree, then reap. Safe on one that has ended. */
void proc_kill(struct proc *p);
/* Kill if running, free everything. */
void proc_release(struct proc *p);

/* For how long, in all, its processes were ready to run while others had the processors; 0 where the system does not
 * tell. A limit of time that leaves this out is the same on a machine that is busy. */
int64_t proc_waited_ns(const struct proc *p);

/* Bytes of memory that the programs below this process have, in all; 0 where the system does not tell. Pages that
 * several share count once: those of the programs named `shares`. */
uint64_t proc_memory_below(const char *shares);

/* Start, wait, capture: for short helpers. Returns 0 when the program ran and ended (see p->exited, p->code); -1 with
 * `e` when it could not start, timed out (ERR_ENV) or was cancelled (ERR_CANCELLED). The caller calls proc_release in
 * each case. */
int proc_run(struct proc *p, const struct proc_spec *spec, int timeout_ms, int cancel_fd, struct err *e);

/* Monotonic clock. */
int64_t time_now_ns(void);
/* Is this descriptor readable now? (-1: no) */
bool fd_readable(int fd);

#endif
