/* host client: the judge's side of the host process (main_host.c), which loads a student's .so and calls solve().
 *
 * Trust: the host process is hostile from dlopen on. It gets inputs and poisoned outputs over a socket, one case at a
 * time, and returns bytes; expected outputs, seeds and verdicts never enter it. What it says about itself is a hint
 * (docs/architecture.md).
 */
#ifndef HOST_CLIENT_H
#define HOST_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/proc.h"
#include "sandbox/sandbox.h"

enum host_arg_kind { HOST_ARG_BUFFER_IN, HOST_ARG_BUFFER_OUT, HOST_ARG_BUFFER_INOUT, HOST_ARG_VALUE };
enum host_value_class { HOST_VALUE_SINT, HOST_VALUE_UINT, HOST_VALUE_FLOAT, HOST_VALUE_DOUBLE };
struct host_arg {
	enum host_arg_kind kind;
	uint32_t host_memory;      /* buffer: enum wire_memory (wire.h); 0: on the device */
	bool by_judge;             /* device buffer: allocate it only; the judge fills it and reads it on the device */
	uint64_t bytes;            /* buffer size; value: 1, 2, 4 or 8 */
	enum host_value_class cls; /* HOST_ARG_VALUE */
	uint64_t value;            /* HOST_ARG_VALUE: raw bits */
	const void *data;          /* in, inout: `bytes` bytes to send */
	void *result;              /* out, inout: caller's buffer of `bytes`, filled on HOST_OK */
	uint64_t address;          /* out: where solve() finds the buffer, as the process says; 0 = not known */
};

struct host_timing { /* of one case, on a real GPU; see facts in docs/timing.md */
	bool wanted;
	int min_samples, max_samples; /* 30, 200 */
	double min_ms, max_ms;        /* sampling time: 500, 10000 */
	double warmup_ms;
	int warmup_runs;      /* 50, 3 */
	uint64_t flush_bytes; /* twice the L2; 0 = ask the device */
	/* out */
	double *samples_us;
	size_t nsamples; /* malloc'd */
	double wall_us;  /* the judge's own clock around each run, median: cross-check of samples_us (a few us more) */
};

enum host_status {
	HOST_OK,
	HOST_LOAD_FAILED, /* dlopen failed: message says why */
	HOST_NO_SOLVE,    /* no such symbol */
	HOST_CUDA_ERROR,  /* a runtime call of ours or a sticky error of theirs: code and name */
	HOST_CRASHED,     /* ended by a signal or by exit(): message says which */
	HOST_TIMEOUT,
	HOST_CANCELLED,
	HOST_BROKEN /* our side failed: environment */
};
struct host_outcome {
	enum host_status status;
	int cuda_code;      /* HOST_CUDA_ERROR */
	char cuda_name[64]; /* "cudaErrorIllegalAddress" */
	char message[512];  /* a sentence */
	uint64_t
		fault_address; /* HOST_CRASHED by a segmentation fault: what was touched, as the process says; else 0 */
	bool meddled;          /* HOST_CRASHED: what came back is no answer of our program's */
	bool session_over;     /* start a new session for the next case */
	bool before_solve; /* what failed is a call of ours before solve(): the machine's fault, or an earlier case's */
};

struct host_session;
struct host_start {
	const char *exe;        /* path of warplings-host */
	const char *so;         /* the student's or the reference's object */
	const char *cudart_dir; /* folder with the libcudart.so.13 to load: ours or NVIDIA's */
	const char *symbol;     /* "solve", or "magnitude" for a reference */
	int device_fd; /* socket to the emulated device, inherited by the child as WARPLINGS_DEVICE_FD; -1 on a real GPU
			*/
	int cancel_fd;
	struct sandbox *sandbox; /* where it runs; NULL: trusted code, no box */
	/* What the processes wait for a processor is not counted in a deadline: those of the session, and `beside`, the
	 * device's, if any. `latest` (time_now_ns, 0: none) is the end of the whole; it, too, is later by that waiting,
	 * by at most `most_later` ns. */
	const struct proc *beside;
	int64_t latest, most_later;
};
/* Start the process. Loading is answered by host_session_ready, or by the first case. NULL with `e` when it can't be
 * started. */
struct host_session *host_session_start(const struct host_start *s, struct err *e);
/* Its processes, for proc_waited_ns. */
const struct proc *host_session_process(const struct host_session *h);
/* Load the object if that has not happened yet: to tell the two apart, or to have it done early. */
void host_session_ready(struct host_session *h, int timeout_ms, struct host_outcome *out);
/* Run one case within timeout_ms; `t` may be NULL. When time is wanted, each of its runs has timeout_ms, and the
 * results are the outputs of one sample that the process can't tell from the others (judge the first call by a case
 * without timing). */
void host_session_case(struct host_session *h, struct host_arg *args, size_t nargs, struct host_timing *t,
	int timeout_ms, struct host_outcome *out);
/* The same in three steps, for arguments `by_judge`, which are filled after the first and read after the second. They
 * share the deadline (time_now_ns). False: `out` says why. */
bool host_session_begin(struct host_session *h, struct host_arg *args, size_t nargs, int64_t deadline, int timeout_ms,
	struct host_outcome *out);
bool host_session_run(struct host_session *h, int64_t deadline, int timeout_ms, struct host_outcome *out);
bool host_session_fetch(
	struct host_session *h, struct host_arg *args, size_t nargs, int timeout_ms, struct host_outcome *out);
/* What the program wrote to stdout and stderr since the last call of this function: asked after each case, what that
 * case printed (not scrubbed; NUL-terminated; valid until the next call). */
const char *host_session_output(struct host_session *h);
/* Kill what is left and free. */
void host_session_end(struct host_session *h);

#endif
