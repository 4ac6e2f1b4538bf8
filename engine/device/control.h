/* device control: the judge's side of the emulated device process (main_device.c).
 *
 * The device listens to nobody: it is born with two sockets, one for its client (the host process, through our libcudart.so.13,
 * hostile) and one for us (control). Counters, faults and timelines come only over control, so student code cannot touch them.
 */
#ifndef DEVICE_CONTROL_H
#define DEVICE_CONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/proc.h"
#include "counters/counters.h"

struct device_start {
	const char *exe;          /* path of warplings-device */
	int threads;              /* 0 = one for each core */
	const char *profile;      /* "h200": device profile for properties and modelled time; NULL = the default */
	uint64_t step_budget;     /* warp instructions of one launch, 0 = none */
	bool per_line;
	uint64_t schedule_seed;
};

struct device_kernel {
	const char *name;         /* demangled, without its parameter list */
	uint32_t grid[3], block[3];
	uint32_t launches, regs, shared_bytes;
	double time_us;           /* modelled, of one launch */
	struct counters c;        /* of all its launches */
};
struct device_fault {
	const char *verdict;      /* word of judge/verdict.def */
	const char *message, *kernel, *file;
	int line, cuda_code;
	bool fatal;               /* the context is lost, as after cudaErrorIllegalAddress */
};
/* times: how often warps came by, by the line's most executed operation. */
struct device_line { const char *file; int line; const char *kernel; uint64_t times; struct counters c; };
struct device_report {            /* since the last report; arena-owned */
	struct device_kernel *kernels; size_t nkernels; /* in launch order; equal consecutive launches are one row */
	struct device_fault *faults; size_t nfaults;    /* launch faults and refused API calls, in order */
	struct device_line *lines; size_t nlines;
	const char **unimplemented; size_t nunimplemented; /* API names that were called and are not there */
	const char *printf_output;
	double time_us;           /* modelled: all kernels of the period */
	bool truncated;
};

struct device_proc;
/* Start the process. *client_fd is the descriptor to hand to the host process (close yours after that). One device serves one client
 * after another: device_client gives a fresh socket (and a fresh context: all memory freed, no sticky error). */
struct device_proc *device_start(const struct device_start *s, int cancel_fd, int *client_fd, struct err *e);
int device_client(struct device_proc *d, int *client_fd, struct err *e);
/* The same with a stream socket that is connected to the client already; the caller closes its own copy. What the client before has left
 * running is stopped, and all of it is in the next report. */
int device_serve(struct device_proc *d, int connected_fd, struct err *e);
/* Everything since the last report. Fails (ERR_BUG) when the device is dead or silent for timeout_ms. */
int device_report(struct device_proc *d, struct arena *a, struct device_report *r, int timeout_ms, struct err *e);
/* Name shown to people: "NVIDIA H200 (emulated)". */
const char *device_name(const struct device_proc *d);
void device_stop(struct device_proc *d);

#endif
