/* runner: one .so over the cases of a step, on the emulator or on a GPU. It starts the processes, restarts them after a
 * crash, and tells of each case what came out, what was counted and whose fault it was. It compares nothing: job.c
 * does.
 */
#ifndef JOB_RUNNER_H
#define JOB_RUNNER_H

#include "base/arena.h"
#include "base/err.h"
#include "device/control.h"
#include "host/client.h"
#include "job/evidence/faults.h"
#include "job/parts/install.h"
#include "judge/access.h"
#include "judge/inputs.h"
#include "judge/proof.h"
#include "judge/result.h"

struct runner_spec {
	const struct install *install;
	const char *so, *symbol; /* "solve" or "magnitude" */
	const char *gpu_lib;     /* folder of NVIDIA's libcudart: run on the GPU; NULL = the emulator */
	const char *gpu_name;
	const char *profile;                /* emulator: device profile; NULL = the default */
	const struct device_record *record; /* emulator: whose accesses to keep; NULL: nobody's */
	const struct device_sync *drop;     /* emulator: taken out of the kernels; NULL: nothing */
	const struct em_mutant *mutant;     /* emulator: the mistake put into them; NULL: none */
	uint64_t step_budget;               /* emulator: warp instructions of one launch, 0 = none */
	int threads;                        /* emulator: host threads, 0 = one for each core */
	int64_t deadline_ns;                /* runner_now() by which every case has to end; 0 = none */
	int64_t limit_ns;                   /* how long that was in all: for words */
	int64_t most_waited_ns;             /* what runner_now() leaves out at most */
	struct sandbox *sandbox;            /* where the host process runs; NULL: the code is ours */
	int cancel_fd;
};

struct runner {
	struct runner_spec spec;
	struct device_proc *device;
	struct host_session *host;
	int client_fd;     /* the device's client socket until a host process has it, else -1 */
	int64_t waited_ns; /* for a processor: processes that have ended */
	char device_name[128];
};

struct run_outcome {          /* of one case; strings live in the arena given to runner_case */
	enum verdict verdict; /* VERDICT_PASS: it ran to its end; the outputs are there */
	const char *message;
	struct fault_place place;
	struct fault_words fault; /* the parts of `message` when a kernel's fault ended it, else all NULL; fault_at has
				     its thread */
	struct device_place fault_at;
	bool fault_thread;
	uint64_t fault_address; /* of a memory fault, else 0 */
	bool unsupported;       /* it asks for what the emulated device does not have; `message` says what */
	bool out_of_time;       /* it was stopped at the spec's deadline */
	uint64_t stopped_after; /* warp instructions of the launch that its step budget ended; 0: none was */
	bool refused; /* it ran, but calls were refused on the way: `verdict_if_wrong` explains a wrong answer better */
	enum verdict verdict_if_wrong;
	const char *refusal;
	struct side side; /* kernels, counters, modelled time (emulator) or measured time (GPU, when asked for) */
	struct device_line *lines;
	size_t nlines;
	struct trace trace;          /* the same */
	struct access_list accesses; /* those that the spec asked for; files as nvcc knew them */
	struct kernel_finding *findings;
	size_t nfindings; /* of the checkers, worst first; they are not in `verdict` yet (judge/finding.h) */
	uint64_t findings_lost, unchecked_accesses; /* as struct device_report */
	uint64_t *address;                          /* of each argument, where solve() found it, as the process says */
	struct proof proof;                         /* who made the outputs; emulator only */
	const char *leak;                           /* a sentence about memory that solve() did not free, or NULL */
	const char *program_output;                 /* what it printed, host and device, scrubbed; NULL when nothing */
	const char **unimplemented;
	size_t nunimplemented;
};

/* What a device reported, as one side of a result: kernels, their counters added up, modelled time. Adds to what is
 * there. */
void side_add_report(struct side *s, struct arena *a, const struct device_report *rep);

int runner_start(struct runner *r, const struct runner_spec *spec, struct err *e);
/* The same for one that runs: in new processes, on the clock of the old ones. */
int runner_restart(struct runner *r, const struct runner_spec *spec, struct err *e);
/* Run a case. Outputs go to `out` (from outputs_make). -1 only when cancelled or when our own processes fail (ERR_ENV,
 * ERR_BUG). */
int runner_case(struct runner *r, struct arena *a, const struct case_data *d, struct outputs *out,
	struct host_timing *timing, int timeout_ms, struct run_outcome *o, struct err *e);
/* time_now_ns(), less what its processes waited for a processor: a clock of the student's code, which a busy machine
 * does not hurry. */
int64_t runner_now(const struct runner *r);
/* runner_now() >= t, for less. */
bool runner_past(const struct runner *r, int64_t t);
/* Why a case that is out_of_time failed. */
const char *runner_time_over(const struct runner *r, struct arena *a);
/* The next case runs in a fresh host process, on a device that keeps nothing of the old one. */
void runner_forget(struct runner *r);
void runner_stop(struct runner *r);

#endif
