/* context: one client's view of the device: its memory, modules, streams, events, sticky error, and the queue of what
 * it asked for. Internal to engine/device.
 *
 * Two threads. The reader takes requests from the socket, checks all that can be checked, and queues an operation; the
 * worker runs the operations one after another in the order in which they were asked for, which is an order that every
 * rule of streams and events allows. Only the worker calls the emulator, so the emulator needs no locks; but the reader
 * decodes a kernel before its first launch, under `code_lock`, which the worker takes to unload a module. A request is
 * answered either when it is accepted (DP_ASYNC) or when its operation has run. A refused request is queued too:
 * whether it is refused or meets a lost context depends on what was asked before it, never on timing.
 *
 * Lock `lock` guards the queue and the tables that both threads look at; `out_lock` guards writing to the socket.
 */
#ifndef DEVICE_CONTEXT_H
#define DEVICE_CONTEXT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "device/report/blocks.h"
#include "device/time/clock.h"
#include "device/code/cubin.h"
#include "device/report/log.h"
#include "device/time/profile.h"
#include "device/protocol.h"
#include "device/ops/brought.h"
#include "device/ops/hold.h"
#include "device/ops/judged.h"
#include "device/ops/order.h"
#include "device/ops/pages.h"
#include "device/ops/records.h"
#include "device/ops/sent.h"
#include "device/ops/under_way.h"
#include "device/report/syncs.h"
#include "emulator/emulator.h"
#include "emulator/mutants.h"

struct ptx_module;

/* The order of launches (emulator/run/schedule.h): written by the control thread, read by a context's worker. */
struct launch_order {
	_Atomic uint64_t seed, launched, step_budget; /* step_budget 0: the configuration's */
	_Atomic unsigned unchecked;
	_Atomic unsigned stretch; /* times between events are told as so many times as long; 0: as they are */
};

struct device_config {
	int threads;
	uint64_t memory_bytes; /* 0: as much as the emulator takes by itself */
	uint64_t step_budget;
	struct launch_order *order;  /* of the device, outlives its contexts */
	struct under_way *under_way; /* the same */
	struct syncs *syncs;
	struct em_mutant mutant; /* put into every module; file NULL: none */
	bool per_line;
	struct em_record_ask record; /* whose accesses to keep; most 0: nobody's */
	uint64_t sample;             /* em_timing.sample_instructions */
	bool ran_before;             /* every kernel, before the first launch: as device_start.ran_before */
	bool repeats;                /* em_launch.repeats */
	int pagemap; /* /proc/self/pagemap, for pages.h: opened before the process is locked up; 0: none */
	struct profile profile;
};

struct origin {           /* a call that made or freed memory */
	unsigned call;    /* enum dp_call; 0: none that a person made */
	uint32_t ordinal; /* of that call by its object in its period */
	uint32_t period;  /* log_period */
	char *site;       /* where from, as struct device_block has it; owned, may be NULL */
};
struct former {
	uint64_t start, bytes, em_start;
	enum dp_memory kind;
	struct origin made, freed;
};

struct allocation { /* one row of the memory table, sorted by start */
	uint64_t start, bytes;
	uint64_t em_start; /* what the emulator calls it; 0 for a module's variable */
	enum dp_memory kind;
	bool pooled;        /* by cudaMallocAsync: cudaFree waits for nothing then */
	struct origin made; /* the table's own: a copy of the row may read it until the row goes */
};

struct module {
	uint32_t id;
	struct em_module *em;
	int ptx_version;           /* major * 10 + minor */
	uint32_t const_bytes;      /* of the program's own constant memory, for any of its kernels (as on an H200) */
	struct cubin_kernels code; /* what ptxas made of its kernels, as far as the program brings machine code */
};
struct kernel { /* lives as long as the context: a queued launch may hold it */
	uint32_t id, module;
	const struct em_kernel *em; /* NULL once the module is gone */
	struct em_kernel_info info; /* its registers, local and shared bytes are ptxas's where `regs_arch` says so, else
				       the emulator's */
	int regs_arch;              /* 90: as in machine code for sm_90; 0: estimated */
	uint32_t code_bytes;        /* of its machine code; 0: unknown */
	uint64_t ran_at;            /* the context's `passed` when it last ran, plus 1; 0: never */
	struct em_loops loops;      /* likewise */
	struct em_spills spills;    /* n 0: none; its module's */
	struct em_under_way under_way; /* em_timing */
	struct em_guarded guarded;     /* likewise */
	char *name;                    /* demangled, without parameters */
	char *file;                    /* where it was written; NULL: no line information */
	uint32_t max_dynamic;          /* dynamic shared memory that a launch may ask for */
	int ptx_version;
	bool runs; /* the emulator has all its instructions; asked at its first launch */
};
struct stream {
	bool exists; /* made, and not destroyed yet */
	uint32_t flags;
	int32_t priority;
	uint32_t clock;              /* its number on the virtual clock */
	uint64_t copied;             /* bytes of a copy of which parts are still to come */
	struct virtual_graph *graph; /* that is being launched into it: virtual_graph.h; NULL: none */
};
struct event {
	bool exists;   /* made, and not destroyed yet */
	bool recorded; /* at least once, in API order */
	uint32_t flags;
	uint32_t pending;      /* records that are queued and have not run */
	struct record *newest; /* in API order; NULL: none (records.h) */
	/* of the newest record that ran; see virtual.c */
	uint64_t record; /* its number */
	bool stamped;
	int64_t time_ns;
};

struct host_name { /* host_names.c */
	uint64_t start, bytes;
	char *name;
};

struct op {
	struct op *next;
	struct dp_request head;
	uint64_t order; /* API order within the device's life */
	bool answered, queued;
	int refused;         /* CUDA error that the check found, 0 = none */
	char *refusal;       /* the sentence that goes with it */
	const char *verdict; /* of the refusal; NULL = launch-error */
	bool lacks;          /* refused, and a GPU might have done it */
	const char *fault_kernel;
	uint64_t about;        /* the refusal speaks of the allocation that the emulator has here; 0: of none */
	struct kernel *kernel; /* DP_LAUNCH, resolved by the check */
	struct record
		*record; /* of the event, or the end of a graph's launch, that it records or waits for, likewise */
	uint8_t *payload;
	size_t npayload;
	_Alignas(8) uint8_t body[128];
};

struct answer {
	struct buf body;
	const void *data;
	size_t ndata; /* sent after body: device memory, without a copy */
	int fd;       /* to send along, or -1; closed afterwards */
};

struct context {
	const struct device_config *config;
	struct log *log;
	uint64_t *order; /* counts API calls over all contexts */
	int fd;
	pthread_t reader, worker;

	pthread_mutex_t lock;
	pthread_mutex_t
		code_lock; /* guards kernels' `em` and `runs`: a kernel is not unloaded while the reader decodes it */
	pthread_cond_t changed;
	struct op *first, *last;
	size_t nqueued, queued_bytes; /* the one that the worker has taken included, until it has run */
	struct hold hold;             /* hold.h */
	bool closing;
	volatile int cancel;
	struct allocation *allocations;
	size_t nallocations, allocations_cap;
	size_t nshared; /* of these: pinned and managed */
	struct former *formers;
	size_t nformers, next_former; /* a ring of what was freed, the newest MAX_FORMERS */
	struct virtual_graph *graphs; /* all that are being launched; the worker's own */
	struct module *modules;
	size_t nmodules;
	struct kernel **kernels;
	size_t nkernels;
	struct stream *streams;
	size_t nstreams; /* 0 is the default stream */
	struct event *events;
	size_t nevents;
	struct dp_pair *untimed; /* between them a time was asked for too early, and not again (ops_stream.c) */
	size_t nuntimed;
	struct record **executables; /* by number: the end of the newest launch; NULL: none (ops_graph.c) */
	size_t nexecutables;
	int sticky;

	/* the worker's own */
	pthread_mutex_t em_lock; /* held while an operation runs: only the control thread ever finds it taken */
	struct em_device *em;
	bool lacked; /* something was left undone that a GPU might have done: memory may be unwritten because of that */
	int async_error;        /* an error of an accepted operation that does not lose the context */
	struct clock *clock;    /* virtual.c */
	struct order *order_of; /* operations: order.h */
	struct judged *judged;  /* judged.h */
	struct brought *brought;
	struct sent sent;
	struct pages *pages; /* pages.h: of managed memory */
	struct host_name *host_names;
	size_t nhost_names;
	unsigned polls;  /* queries in a row that found something unfinished */
	uint64_t passed; /* bytes that kernels have read from memory so far, or written there */

	pthread_mutex_t out_lock;
	struct buf printf_out; /* under out_lock: what kernels have printed... */
	size_t printf_taken;   /* ... and how much of it the client has */
	size_t printf_fifo;    /* room for what one kernel prints */
	bool hello, broken;
	void (*gone)(void *user); /* called by the reader when the client has hung up */
	void *gone_user;
};

/* Takes the socket. NULL when the emulator or a thread could not be made. */
struct context *context_start(const struct device_config *config, struct log *log, uint64_t *order, int fd,
	void (*gone)(void *), void *gone_user, struct err *e);
/* Stops what runs, frees everything. NULL is allowed. */
void context_stop(struct context *c);
/* The client has hung up or has been hung up on. */
bool context_over(struct context *c);

/* queue.c */
void context_enqueue(struct context *c, struct op *op);     /* blocks while the queue is full; frees op when closing */
void *context_work(void *context);                          /* worker thread */
bool context_takes(struct context *c, const struct op *op); /* the reader may run it: nothing before it, none held */
bool context_settle(struct context *c);                     /* the same, after waiting a moment for it */
void context_run(struct context *c, struct op *op);         /* to its end and its answer; frees op */
void context_send(struct context *c, uint32_t seq, int error, struct answer *a); /* a may be NULL */
void op_free(struct op *op);

/* serve.c: reader thread. */
void *context_read(void *context);
/* Everything that the table says about an operation. */
struct op_kind {
	/* Reader: refuse (op_refuse) or accept, both 0. 1: answered already, nothing to queue. -1: malformed, which
	 * closes the connection. NULL: nothing to check. */
	int (*check)(struct context *c, struct op *op);
	/* Worker: the CUDA error to answer. */
	int (*run)(struct context *c, struct op *op, struct answer *a);
	bool lost_too; /* also runs after the context is lost */
};
extern const struct op_kind op_kinds[DP_OP_COUNT];

/* Refuse with a CUDA error and a sentence: "<api call, or the launch of a kernel> failed: <sentence>" in the report.
 * Returns `code`. */
int op_refuse(struct op *op, int code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
const char *dp_call_name(unsigned call);
const char *context_cuda_name(int code); /* "cudaErrorInvalidValue" for the codes that we give */

/* The operations, by file. Bodies are validated for size before any of these runs. */
/* ops_context.c */
int op_hello(struct context *c, struct op *op, struct answer *a);
int op_reset(struct context *c, struct op *op, struct answer *a);
int op_printf(struct context *c, struct op *op, struct answer *a);
int op_limit(struct context *c, struct op *op, struct answer *a);
int op_unimplemented(struct context *c, struct op *op, struct answer *a);
int op_host_fault_check(struct context *c, struct op *op);
int op_complaint_check(struct context *c, struct op *op);
int op_complaint(struct context *c, struct op *op, struct answer *a);
int op_profiler(struct context *c, struct op *op, struct answer *a);

/* host_names.c */
int op_host_name(struct context *c, struct op *op, struct answer *a);
/* The variable whose name stands for this address of the host's; NULL: none that the client has told of. */
const char *host_name_at(const struct context *c, uint64_t addr);
void host_name_explain(const struct context *c, uint64_t addr, char *message, size_t n); /* of a fault: its end */
void host_names_free(struct context *c);

/* module_ptx.c: the module in a DP_MODULE_LOAD, parsed, linked and checked; NULL: refused. `code`, {0} at first, gets
 * what ptxas made of its kernels for the architecture nearest to the profile's, if the program brings any machine code;
 * the caller releases it. */
struct ptx_module *module_ptx(struct context *c, struct op *op, struct cubin_kernels *code);

/* ops_module.c */
int op_module_load(struct context *c, struct op *op, struct answer *a);
int op_module_unload(struct context *c, struct op *op, struct answer *a);
int op_kernel(struct context *c, struct op *op, struct answer *a);
int op_symbol(struct context *c, struct op *op, struct answer *a);
int op_managed(struct context *c, struct op *op, struct answer *a);
int op_part(struct context *c, struct op *op, struct answer *a);
/* Memory that host and device share, with its row in the table; the descriptor goes into the answer. */
int memory_share(struct context *c, struct op *op, struct answer *a, enum dp_memory kind, uint64_t bytes,
	struct dp_range *range);
int op_attribute(struct context *c, struct op *op, struct answer *a);
void modules_drop(struct context *c);

/* memory.c */
int op_malloc(struct context *c, struct op *op, struct answer *a);
int op_malloc_check(struct context *c, struct op *op);
int op_free_check(struct context *c, struct op *op);
int op_free_memory(struct context *c, struct op *op, struct answer *a);
int op_mem_info(struct context *c, struct op *op, struct answer *a);
int op_pointer(struct context *c, struct op *op, struct answer *a);
/* "memory of malloc() or new in a kernel", and whether that has given it back. */
const char *heap_words(const struct em_heap_block *b);
/* by: the call that frees all that there is, as of cudaDeviceReset; NULL: the end. */
void memory_drop(struct context *c, const struct op *by);
void memory_add(struct context *c, const struct allocation *row);
bool memory_find(struct context *c, uint64_t addr, uint64_t bytes, struct allocation *row); /* takes the lock */
/* The last one that begins at addr or before it; takes the lock. */
bool memory_before(struct context *c, uint64_t addr, struct allocation *row);

/* origin.c: which call made an allocation, and which one freed it */
struct origin origin_of(struct context *c, const struct op *op); /* of the call that `op` is */
void origin_former(struct context *c, const struct allocation *row,
	struct origin freed); /* call with the lock held; takes both origins */
/* The newest allocation, live or former, that the emulator has or had at em_start. The strings last until the row goes.
 */
bool origin_block(struct context *c, uint64_t em_start, struct device_block *b);
/* The newest former allocation that began at `start`: for what is freed twice. */
bool origin_freed(struct context *c, uint64_t start, struct device_block *b);
/* Of which kind the newest former one was that the emulator had at em_start. DP_MEM_NONE: there was none. */
enum dp_memory origin_former_kind(struct context *c, uint64_t em_start);
/* Where the emulator had the newest former allocation that addr lies in, or 0. */
uint64_t origin_inside_former(struct context *c, uint64_t addr);
/* What is allocated now, by address: malloc'd, strings and all (origin_allocated_free). For the control thread. */
struct device_block *origin_allocated(struct context *c, size_t *n);
void origin_allocated_free(struct device_block *b, size_t n);
void origin_log_leaks(struct context *c);
void origin_drop(struct context *c);

/* ops_copy.c */
int op_write_check(struct context *c, struct op *op);
int op_write(struct context *c, struct op *op, struct answer *a);
int op_read_check(struct context *c, struct op *op);
int op_read(struct context *c, struct op *op, struct answer *a);
int op_copy_check(struct context *c, struct op *op);
int op_copy(struct context *c, struct op *op, struct answer *a);
int op_memset_check(struct context *c, struct op *op);
int op_memset(struct context *c, struct op *op, struct answer *a);

/* ops_launch.c */
int op_launch_check(struct context *c, struct op *op);
int op_launch(struct context *c, struct op *op, struct answer *a);
/* Blocks of this launch that the device can hold at once. */
int64_t launch_resident(const struct context *c, const struct kernel *k, const struct dp_launch *l);
/* Are all blocks of this grid resident at once, as those of a cooperative launch have to be? */
bool launch_fits_at_once(const struct context *c, const struct kernel *k, const struct dp_launch *l);

/* ops_pages.c */
int op_advise_check(struct context *c, struct op *op);
int op_advise(struct context *c, struct op *op, struct answer *a);
int op_touched_check(struct context *c, struct op *op);
int op_touched(struct context *c, struct op *op, struct answer *a);
int op_host_touch_check(struct context *c, struct op *op);
int op_host_touch(struct context *c, struct op *op, struct answer *a);

/* ops_host.c */
int op_graph_check(struct context *c, struct op *op);
int op_graph(struct context *c, struct op *op, struct answer *a);
void executables_drop(struct context *c); /* ops_graph.c */
int op_host_check(struct context *c, struct op *op);
int op_host(struct context *c, struct op *op, struct answer *a);

/* ops_stream.c */
bool stream_known(struct context *c, struct op *op, uint32_t stream); /* refuses op when not */
int op_sync_check(struct context *c, struct op *op);
int op_sync(struct context *c, struct op *op, struct answer *a);
int op_query_check(struct context *c, struct op *op);
int op_query(struct context *c, struct op *op, struct answer *a);
int op_stream_create(struct context *c, struct op *op, struct answer *a);
int op_stream_destroy_check(struct context *c, struct op *op);
int op_stream_destroy(struct context *c, struct op *op, struct answer *a);
int op_stream_wait_check(struct context *c, struct op *op);
int op_stream_wait(struct context *c, struct op *op, struct answer *a);
int op_event_create(struct context *c, struct op *op, struct answer *a);
int op_event_destroy_check(struct context *c, struct op *op);
void untimed_tell(struct context *c); /* and forget */
int op_event_record_check(struct context *c, struct op *op);
int op_event_record(struct context *c, struct op *op, struct answer *a);
int op_event_elapsed_check(struct context *c, struct op *op);
int op_event_elapsed(struct context *c, struct op *op, struct answer *a);
int op_nothing(struct context *c, struct op *op, struct answer *a);

#endif
