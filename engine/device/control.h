/* device control: the judge's side of the emulated device process (main_device.c).
 *
 * The device listens to nobody: it is born with two sockets, one for its client (the host process, through our
 * libcudart.so.13, hostile) and one for us (control). Counters, faults and timelines come only over control, so student
 * code cannot touch them.
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
#include "device/time/time_kernel.h"

/* What makes threads wait or orders memory, by source place (emulator/syncs.h); arena-owned. */
struct device_sync {
	const char *file;   /* as the compiler knew it; "" where there is no line information */
	int line, kind;     /* enum em_sync_kind */
	const char *kernel; /* or function, demangled */
	uint32_t copies;    /* that the compiler made of it */
	bool keeps;         /* it gives a result and can't be taken out */
};

/* Whose accesses to memory to keep, of every launch: of one warp, by source line (emulator/run/record.h). */
struct device_record {
	uint64_t block; /* its index in the grid, x first */
	uint32_t warp;  /* of the block */
	int line;       /* of the source; 0: all of them */
	uint64_t from;  /* accesses of each line to leave out first ... */
	uint32_t most;  /* ... and how many to keep then, of each launch */
	uint32_t trace; /* instructions of all warps of the block to keep, of the first launch that has such a block
			 * (emulator/run/trace.h); 0: none */
};
struct device_trace_inst {
	const char *file, *text, *reg; /* file, reg: NULL where there is none */
	int line, type, kind;          /* type: enum ptx_type; kind: enum em_trace_kind */
};
struct em_trace_row; /* emulator/emulator.h */
struct device_trace {
	const char *kernel; /* NULL: none was asked for, or no launch had such a block */
	struct device_trace_inst *insts;
	size_t ninsts;
	struct em_trace_row *rows;
	size_t nrows;
	bool more; /* instructions than were asked for */
};
struct em_mutant;
struct device_start {
	const char *exe;       /* path of warplings-device */
	int threads;           /* 0 = one for each core */
	const char *profile;   /* "h200": device profile for properties and modelled time; NULL = the default */
	uint64_t step_budget;  /* warp instructions of one launch, 0 = none */
	uint64_t memory_bytes; /* of the device; 0: as much as the emulator takes by itself */
	bool per_line;
	bool ran_before; /* every kernel counts as run before, when it is modelled: its machine code need not be fetched
			  */
	bool repeats;    /* a launch that begins as an earlier one did need not run again */
	uint64_t sample; /* launches of more warp instructions are timed by some of their blocks, and only these run; 0:
			    all blocks run */
	uint64_t schedule_seed;             /* as device_schedule, from the start */
	const struct device_record *record; /* NULL: nothing */
	const struct device_sync *drop; /* taken out of every module that is loaded (file, line, kind); NULL: nothing */
	const struct em_mutant *mutant; /* the mistake that is put into them (emulator/mutants.h); NULL: none */
};

struct device_kernel {
	const char *name; /* demangled, without its parameter list */
	const char *file; /* where it was written, as the compiler knew it; "" where there is no line information */
	uint32_t grid[3], block[3];
	uint32_t launches, regs, shared_bytes;
	int regs_arch;     /* 90: registers as in machine code for sm_90; 0: estimated */
	double time_us;    /* modelled, of one launch */
	const char *limit; /* what bounds the first of them, as a sentence without its full stop (time_sentence) */
	const char *bound; /* the same as one word (bounds.def) */
	uint32_t resident; /* blocks that one multiprocessor holds */
	double part_us[TIME_BOUND_COUNT]; /* how long each resource is busy in one launch */
	struct counters c;                /* of all its launches */
};
/* An allocation as a report speaks of it. A site is where the program called from: lines "HEXOFFSET OBJECT", the
 * innermost first, an offset in the object's own addresses (addr2line's); NULL where it is not known. The client says
 * it: a hint. */
struct device_block {
	uint64_t start, bytes;
	const char *call; /* that made it: "cudaMalloc" */
	uint32_t ordinal; /* the how manyeth of that call by its object in this period, from 1 */
	const char *site;
	bool old;               /* made before this period began */
	const char *freed_call; /* NULL: it is live */
	uint32_t freed_ordinal;
	const char *freed_site;
};
struct device_place {
	uint32_t block[3], thread[3];
	const char *file;
	int line;
}; /* file NULL: no line information */
/* The verdict word of a program that asks for what the emulated device does not have, though a GPU may. */
#define DEVICE_LACKS "unsupported"
/* Of one that the emulator itself fails to run. */
#define DEVICE_FAILS "not-judged"
struct device_fault {
	const char *verdict;          /* word of judge/verdict.def, or DEVICE_LACKS */
	const char *message, *kernel; /* without thread and line */
	struct device_place at;
	bool has_thread;                  /* else only file and line are there */
	uint64_t address;                 /* of a memory fault, else 0 */
	const struct device_block *block; /* the allocation that the message speaks of, or NULL */
	int cuda_code;
	bool fatal;     /* the context is lost, as after cudaErrorIllegalAddress */
	uint64_t count; /* how often: a call that is refused may be tried again and again */
};
/* What a checker saw in kernels that ran on (emulator/findings.def), over all launches of the period. */
struct device_finding {
	const char *name, *tool;      /* compute-sanitizer's words: "read after write hazard", "racecheck" */
	const char *verdict;          /* word of judge/verdict.def */
	int severity;                 /* 0 info, 1 warning, 2 error */
	const char *space;            /* "shared", "global", "local" */
	const char *message, *kernel; /* or the call of the host */
	const char *other_kernel;     /* of `other`, or a call, where two streams race; else NULL: the same kernel */
	const char *site; /* of the later access, where that is the host's own code; as of struct device_block */
	struct device_place at, other; /* the later access or the use; the earlier access or the read */
	bool has_other;
	bool same_warp;               /* as in em_finding */
	bool at_atomic, other_atomic; /* of a race: the access is an atomic operation */
	bool other_way;               /* what came too early is the earlier of the two (emulator.h) */
	bool elsewhere, turns;        /* of two writes: no update; of two turns of a loop? (emulator.h) */
	bool all_blocks;              /* as in em_finding */
	bool lacked; /* seen only after something that the device left undone and a GPU might have done */
	int gap;     /* enum em_gap: what was meant to order the two and does not */
	int change;  /* enum em_change: what the write makes of what was there */
	bool host;   /* `kernel` is a call of the host: there are no places */
	const struct device_block *block; /* the memory that such a call was about, or NULL */
	uint64_t address;                 /* of the first example; an offset in shared and local memory */
	unsigned bytes;
	uint64_t count;
};
/* times: how often warps came by, by the line's most executed operation. */
struct device_line {
	const char *file;
	int line;
	const char *kernel;
	uint64_t times;
	struct counters c;
};
/* An operation on the virtual clock (docs/virtual-clock.md); times in modelled microseconds since the client's context
 * began. */
struct device_span {
	const char *op;     /* "kernel", "copy", "memset", "host function", "event", "wait", "pages", "pin", "memory" */
	const char *engine; /* "h2d", "d2h", "compute", "host"; NULL: none (an event) */
	const char *name;   /* a kernel's; the call that waits; what a copy's host memory is; or NULL */
	uint32_t stream;    /* 0 = the default stream */
	uint64_t bytes;     /* of a copy or a memset */
	double issued_us, begin_us, end_us;
};
/* One access of a warp. kind: 0 load, 1 store, 2 atomic. */
struct device_access {
	const char *kernel, *file;
	uint32_t launch; /* of those of the period that had such accesses, from 1 */
	int line, column, inst, kind;
	bool shared; /* else global memory */
	uint32_t mask, bytes;
	uint64_t nth; /* of its line in its launch, from 1 */
	uint64_t addr[32];
};
struct device_access_line {
	const char *kernel, *file;
	uint32_t launch;
	int line;
	uint64_t total; /* accesses that there were, kept or not */
};
struct device_report { /* since the last report; arena-owned */
	struct device_kernel *kernels;
	size_t nkernels; /* in launch order; equal consecutive launches are one row */
	struct device_fault *faults;
	size_t nfaults; /* launch faults and refused API calls, in order */
	struct device_finding *findings;
	size_t nfindings;            /* worst first */
	uint64_t findings_lost;      /* beyond those that are kept */
	uint64_t unchecked_accesses; /* to global memory, that the race checker had no room for */
	/* Allocations of the period that nothing had freed when their context ended, and those that are allocated now.
	 */
	struct device_block *leaks;
	size_t nleaks;
	struct device_block *allocated;
	size_t nallocated;
	uint64_t blocks_lost; /* beyond those that are kept */
	uint64_t stopped;     /* launches that were stopped, or never begun, because the client had gone */
	uint64_t repeated;    /* launches that were counted like an earlier one and not run (em_result.repeated) */
	uint64_t printf_lost; /* calls of printf in kernels whose text found no room in the device's buffer */
	struct device_line *lines;
	size_t nlines;
	const char **unimplemented;
	size_t nunimplemented; /* API names that were called and are not there */
	struct device_span *spans;
	size_t nspans;       /* by their begin */
	uint64_t spans_lost; /* beyond those that are kept */
	struct device_access *accesses;
	size_t naccesses; /* those that were asked for, in their order */
	struct device_access_line *access_lines;
	size_t naccess_lines;
	struct device_trace trace;
	const char *printf_output; /* of kernels, what the client has not taken (and printed) itself */
	const char *printed;       /* of kernels, all of it; "": more than there was room for, too */
	double time_us;            /* modelled: all kernels of the period */
	bool truncated;
};

/* Who wrote a place of device memory last. */
enum device_writer_kind {
	DEVICE_WRITER_UNKNOWN,
	DEVICE_WRITER_NOBODY,
	DEVICE_WRITER_HOST /* a copy or a memset */,
	DEVICE_WRITER_KERNEL
};
struct device_writer {
	enum device_writer_kind kind;
	const char *kernel;
	struct device_place at;
};

/* An argument of a case in device memory, where the program says that it is: the judge fills it and reads it back, and
 * the program's process has no part in it. */
enum device_role { DEVICE_IN, DEVICE_OUT, DEVICE_INOUT };
enum device_maker {          /* who made the value that an element holds */
	DEVICE_MAKER_KERNEL, /* or a copy on the device of what a kernel made */
	DEVICE_MAKER_COPY,   /* a copy on the device of an argument as it was filled */
	DEVICE_MAKER_SET,    /* a memset */
	DEVICE_MAKER_HOST,   /* bytes that the host sent */
	DEVICE_MAKER_NOBODY, /* a copy of memory that nothing had been written to */
	DEVICE_MAKER_FILL,   /* device_fill: nothing wrote it since */
	DEVICE_MAKER_UNKNOWN,
	DEVICE_MAKERS
};
struct device_argument {
	/* in */
	uint64_t addr, bytes;
	uint32_t each; /* bytes of an element */
	enum device_role role;
	const void *data; /* what to fill it with; NULL: 0xFF, the poison */
	void *result;     /* where its bytes go */
	/* out, of device_take */
	bool gone;      /* there is no such allocation any more: nothing below counts */
	bool untouched; /* a DEVICE_IN that nothing wrote to: `result` is not filled */
	uint64_t made[DEVICE_MAKERS], first[DEVICE_MAKERS]; /* elements by maker; the index of the first */
	const char *call[DEVICE_MAKERS];                    /* that made the first: "cudaMemcpy"; NULL: not known */
};
struct device_taken {
	bool busy; /* the device did not come to rest in time: nothing was taken */
	/* Since the arguments were filled: bytes that the host sent (copies, parameters, memsets) and that it got
	 * (outputs excepted, which tell it nothing). */
	uint64_t from_host, to_host;
	uint64_t told;  /* to_host, and what it got after it last sent or started anything */
	uint64_t times; /* between two events that it asked for (cudaEventElapsedTime), with or without success */
	/* What reached the host of what kernels made, in steps with outputs there: stretches of values, each with its
	 * length in bytes (64 bits) before it. malloc'd, the caller frees it. */
	unsigned char *brought;
	uint64_t nbrought;
	bool lost; /* there was more */
	/* What the host sent, where device_fill was asked to keep it: stretches of bytes; before each its length, and
	 * how many bytes of `brought` there were by then (64 bits each). malloc'd. */
	unsigned char *sent;
	uint64_t nsent;
	bool sent_lost;
};

struct device_proc;
/* Start the process. *client_fd is the descriptor to hand to the host process (close yours after that). One device
 * serves one client after another: device_client gives a fresh socket (and a fresh context: all memory freed, no sticky
 * error). */
struct device_proc *device_start(const struct device_start *s, int cancel_fd, int *client_fd, struct err *e);
int device_client(struct device_proc *d, int *client_fd, struct err *e);
/* The same with a stream socket that is connected to the client already; the caller closes its own copy. What the
 * client before has left running is stopped, and all of it is in the next report. */
int device_serve(struct device_proc *d, int connected_fd, struct err *e);
/* The order in which launches run from now on (emulator/run/schedule.h): 0 = the natural one. Launches are counted from
 * here, so what runs next runs as it would on a fresh device. unchecked: checkers that are off meanwhile, bits of
 * EM_CHECK_*. step_budget: of a launch, 0 = as at the start. Not while a client is at work. */
int device_schedule(struct device_proc *d, uint64_t seed, unsigned unchecked, uint64_t step_budget, struct err *e);
/* The same in the natural order; the program is told that times between events are `stretch` times as long. */
int device_stretch(struct device_proc *d, unsigned stretch, unsigned unchecked, struct err *e);
/* What the device runs just now, for its client: kernel "" when nothing runs. */
struct device_under_way {
	const char *kernel;
	uint64_t asked, begun, repeated; /* launches: accepted; that had their turn; of these, not run again */
	uint64_t blocks, done;           /* of the launch that runs */
};
/* Answered at once, whatever runs. */
int device_under_way(struct device_proc *d, struct arena *a, struct device_under_way *u, struct err *e);
/* The synchronisation of all modules that were loaded until now. */
int device_syncs(struct device_proc *d, struct arena *a, struct device_sync **rows, size_t *n, struct err *e);
/* Everything since the last report. Fails (ERR_BUG) when the device is dead or silent for timeout_ms. */
int device_report(struct device_proc *d, struct arena *a, struct device_report *r, int timeout_ms, struct err *e);
/* Who wrote each of the n addresses last, as memory is now: while the client that allocated it is still there, and does
 * nothing. At most 65,536. */
int device_writers(struct device_proc *d, struct arena *a, const uint64_t *addr, size_t n, struct device_writer *out,
	int timeout_ms, struct err *e);
/* Fill the arguments of a new case, of which there may be 64. watch: bytes of an element of the outputs that lie with
 * the host, the smallest; 0: there are none. *what: 0, DEVICE_GONE or DEVICE_BUSY, which are the
 * program's doing. */
enum { DEVICE_FILLED, DEVICE_GONE, DEVICE_BUSY };
enum { DEVICE_WATCH_SENT = 256 }; /* added to `watch`: keep what the host sends, too */
int device_fill(struct device_proc *d, const struct device_argument *args, size_t n, unsigned watch, int timeout_ms,
	int *what, struct err *e);
/* Read them back, and how they came about. */
int device_take(struct device_proc *d, struct device_argument *args, size_t n, int timeout_ms, struct device_taken *t,
	struct err *e);
/* Its processes, for proc_waited_ns. */
const struct proc *device_process(const struct device_proc *d);
/* Name shown to people: "NVIDIA H200 (emulated)". */
const char *device_name(const struct device_proc *d);
void device_stop(struct device_proc *d);

#endif
