/* emulator: a GPU as a library. Modules of PTX go in, grids are launched, memory changes, counters and faults come
 * out. It knows nothing of processes, CUDA's API or the terminal: engine/device wraps it.
 *
 * Data path: ptx_module -> decode (once a module) -> em_launch: blocks -> warps of 32 lanes in lockstep -> observers.
 * The same launch with the same seed gives the same bits and counters whatever the number of threads.
 */
#ifndef EMULATOR_EMULATOR_H
#define EMULATOR_EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "counters/counters.h"
#include "emulator/work.h"
#include "ptx/module.h"

struct em_device;
struct em_module;
struct em_kernel;

struct em_dim3 {
	uint32_t x, y, z;
};

struct em_config {
	int threads;           /* host threads that run blocks; 0 = one for each core */
	uint64_t memory_bytes; /* size of global memory; 0 = 8 GiB (address space: pages are touched on use) */
	bool force_baseline;   /* do not use AVX2 even where the CPU has it (tests) */
};

struct em_device *em_device_new(const struct em_config *c, struct err *e);
void em_device_free(struct em_device *d);

/* ---- global memory. Device addresses are plain 64-bit numbers, never valid in the client's process. Allocations are
 * 256-byte aligned with unmapped red zones of at least 256 bytes between them; contents start as 0xCD-like garbage that
 * the device chooses (real memory is not zeroed), so that nothing leans on zeros. */
int em_alloc(struct em_device *d, uint64_t bytes, uint64_t *addr); /* -1: out of device memory */
/* The same at a multiple of `align` (a power of two; at least a page) and with its pages to itself, so that other
 * memory can be put after them: em_host_pages() is where they lie. What kernels may touch ends with `bytes` all the
 * same. */
int em_alloc_pages(struct em_device *d, uint64_t bytes, uint64_t align, uint64_t *addr);
void *em_host_pages(struct em_device *d, uint64_t addr); /* NULL: no such allocation starts there */
int em_free(struct em_device *d, uint64_t addr);         /* -1: not the start of an allocation */
/* The heap that kernels' malloc takes from, all of it together; what is beyond is refused with a null pointer. */
#define EM_HEAP_BYTES (8ull << 20)
void em_heap_limit(struct em_device *d, uint64_t bytes);
bool em_heap_used(const struct em_device *d); /* has a kernel ever called malloc? */
/* addr lies in what malloc() or new of a kernel gave, now or before. False: it does not. */
struct em_heap_block {
	uint64_t start, size;
	bool live;
};
bool em_heap_find(struct em_device *d, uint64_t addr, struct em_heap_block *out);
void em_heap_reset(struct em_device *d); /* empty, and of its first size */
/* The allocation that contains addr: 0 and its bounds, else -1. */
int em_find(struct em_device *d, uint64_t addr, uint64_t *start, uint64_t *size);
/* Host pointer to [addr, addr+bytes), or NULL when the range is not inside one live allocation. */
void *em_host_ptr(struct em_device *d, uint64_t addr, uint64_t bytes);
/* The host may read and write the allocation that contains addr while kernels run. over_link: it is the host's own
 * memory (pinned), so kernels reach it over the link, past the L2; that counts in em_traffic alone. */
void em_host_shares(struct em_device *d, uint64_t addr, bool over_link);
void em_mem_info(struct em_device *d, uint64_t *free_bytes, uint64_t *total_bytes);
uint64_t em_mem_base(const struct em_device *d); /* its first address; all lie within total_bytes from there */

/* ---- modules. Takes ownership of `m`, which has passed ptx_check, also on failure. Module variables get addresses and
 * initial values here. */
struct em_module *em_module_load(struct em_device *d, struct ptx_module *m, struct err *e);
void em_module_unload(struct em_module *m);
struct em_kernel *em_kernel_find(struct em_module *m, const char *name);
/* The n-th kernel's name, the n-th variable that is .managed; NULL: there are fewer. */
const char *em_kernel_at(const struct em_module *m, size_t n);
const char *em_managed_at(const struct em_module *m, size_t n, uint64_t *size);
/* A .global or .const variable: its device address and size. -1 when there is none. */
int em_symbol_find(struct em_module *m, const char *name, uint64_t *addr, uint64_t *size);
/* The variable moves, contents and all, to memory of the caller's that outlives the module. Only before the first
 * question for a kernel: -1 after it, or when there is no such variable or the memory is too small. */
int em_symbol_place(struct em_module *m, const char *name, uint64_t addr);

struct em_kernel_info {
	const char *name; /* as in the PTX (mangled) */
	const char *file; /* of its first line that no other function lent it; NULL: no line information */
	uint32_t nparams;
	const uint32_t *param_size, *param_offset; /* bytes, in the parameter block */
	uint32_t param_bytes;                      /* size of the block */
	uint32_t static_shared;                    /* bytes */
	uint32_t local_bytes;                      /* per thread */
	uint32_t max_threads;                      /* from .maxntid, else 1024 */
	uint32_t regs;                             /* estimate for occupancy until ptxas says better */
};
void em_kernel_info(const struct em_kernel *k, struct em_kernel_info *info);

/* Whether there is all that the kernel and what it calls need: 0, or -1 and ERR_UNSUPPORTED with the instruction and
 * its line. Does what its first launch would do; not beside a launch of the same kernel. */
int em_kernel_decode(const struct em_kernel *k, struct err *e);
/* Before that: its machine code has so many loops, each with one jump back to its top; 0: not so, or unknown. */
void em_kernel_code_loops(const struct em_kernel *k, uint32_t loops);
/* Of a decoded kernel: may its threads wait for others, of this kernel or of one beside it? */
bool em_kernel_meets(const struct em_kernel *k);
/* Of a decoded kernel: does it let the next one begin before it has ended (griddepcontrol.launch_dependents)? */
bool em_kernel_triggers(const struct em_kernel *k);

/* ---- accesses: what the lanes of one warp want at each access of a line, as they come (run/record.c) */
struct em_record_ask {
	uint64_t block; /* its index in the grid, x first */
	uint32_t warp;  /* of the block */
	int line;       /* of the source; 0: all lines */
	uint64_t from;  /* accesses of each line to leave out first ... */
	uint32_t most;  /* ... and how many to keep then */
	uint32_t trace; /* instructions of all warps of the block to keep, the first so many (run/trace.h); 0: none */
};
enum em_trace_kind { EM_TRACE_OTHER, EM_TRACE_LOAD, EM_TRACE_STORE, EM_TRACE_ATOMIC, EM_TRACE_BARRIER, EM_TRACE_EXIT };
enum em_trace_space { EM_TRACE_NOWHERE, EM_TRACE_GLOBAL, EM_TRACE_SHARED };
struct em_trace_inst {
	const char *file; /* owned by the module; NULL: no line information */
	int line;
	char *text;         /* as PTX */
	const char *reg;    /* that it writes, or stores; NULL: none. Owned by the module */
	enum ptx_type type; /* of the values */
	enum em_trace_kind kind;
};
struct em_trace_row {
	uint32_t warp, inst, mask; /* inst: index of an em_trace_inst; mask: lanes that run it */
	uint8_t space, part;       /* part: the element of a vector, whose further ones have rows of their own */
	uint16_t bytes;            /* of memory that a lane moves in this row */
	bool valued;
	/* Of the lanes in mask, when it has run: its register; what stands in shared memory after a store. */
	uint64_t value[32];
	uint64_t addr[32]; /* offsets in shared memory */
};
enum em_seen_kind { EM_SEEN_LOAD, EM_SEEN_STORE, EM_SEEN_ATOMIC };
struct em_seen {
	const char *file; /* the program's own; owned by the module */
	int line, column; /* column: 0 where it is not known */
	int inst;         /* tells instructions of the kernel apart */
	enum em_seen_kind kind;
	enum ptx_space space; /* PTX_GLOBAL or PTX_SHARED */
	uint32_t mask, bytes; /* lanes; bytes that each of them moves */
	uint64_t nth;         /* of its line, from 1 */
	uint64_t addr[32];    /* of the lanes in mask; an offset in shared memory */
};
struct em_seen_line {
	const char *file;
	int line;
	uint64_t total; /* accesses that there were, kept or not */
};

/* ---- launch */
/* Memory that the host may change while the kernel runs (em_host_shares), and what is known of it: `then` holds its
 * bytes; kernels' stores are put there as they are made. What a kernel reads that is not what `then` says is the
 * host's: then `then` has it, too. `mark`: a byte for each word, EM_FOLLOW_*. The caller's; bytes is a multiple of a
 * word. */
#define EM_FOLLOW_WORD 4
#define EM_FOLLOW_CHANGED 1 /* a kernel stored here what was not here before */
#define EM_FOLLOW_HOSTS 2   /* a kernel read here what the host had put here, and none has stored here since */
struct em_follow {
	uint64_t start, bytes;
	uint8_t *then, *mark;
};
struct em_launch {
	const struct em_kernel *kernel;
	struct em_dim3 grid, block;
	uint32_t dynamic_shared;
	const void *params;            /* param_bytes, laid out by param_offset */
	uint64_t step_budget;          /* warp instructions before the launch is stopped as a timeout; 0 = none */
	const volatile int *cancel;    /* polled; nonzero stops the launch; may be NULL */
	_Atomic uint64_t *blocks_done; /* counts blocks that have ended, while the launch runs; may be NULL */
	uint64_t schedule_seed; /* 0 = natural order; else another legal one (schedule.h), whose counters are its own */
	uint64_t schedule_nth;  /* which launch under that seed, from 0: each gets an order of its own */
	const struct em_follow *follow; /* nfollow of them; 0: nothing is followed */
	size_t nfollow;
	struct buf *from_host; /* gets the words, one after the other, that the kernel read and that are the host's */
	bool cooperative;
	uint64_t room; /* blocks that the device holds at once: the next one begins when one of them ends; 0: any number
			*/
	bool per_line; /* fill result->lines */
	bool touched;  /* fill result->touched */
	bool repeats;  /* a launch that begins as an earlier one did need not run again (result->repeated) */
	const struct em_record_ask *record; /* fill result->seen; NULL: nothing */
	const struct em_timing
		*timing; /* the device that caches and occupancy are modelled for; NULL: result->work.traffic stays 0 */
	unsigned unchecked; /* checkers that are switched off, bits of EM_CHECK_*: for benchmarks and for the tests' own
			       controls */
};
#define EM_CHECK_RACE_SHARED 1u
#define EM_CHECK_RACE_GLOBAL 2u
#define EM_CHECK_RACE_WARP 4u /* between lanes of one warp */
#define EM_CHECK_INIT 8u
#define EM_CHECK_SYNC 16u
#define EM_CHECK_COPIES \
	32u /* the runtime's: a wrong direction that works, a time that there is not yet; nothing in a kernel */
#define EM_CHECK_ALL 63u

enum em_fault_kind { /* faults.def: FAULT(id, "name", verdict word, CUDA error code) */
#define FAULT(id, name, verdict, cuda) EM_FAULT_##id,
#include "emulator/faults.def"
	EM_FAULT_COUNT
};
const char *em_fault_name(enum em_fault_kind k);
const char *em_fault_verdict(
	enum em_fault_kind k);                 /* "memory-error", "barrier-error", "timeout", ... (judge/verdict.def) */
int em_fault_cuda_error(enum em_fault_kind k); /* 700 cudaErrorIllegalAddress, ... */

struct em_fault {
	enum em_fault_kind kind; /* EM_FAULT_NONE: the launch completed */
	struct em_dim3 block, thread;
	uint64_t address;    /* of a memory fault, else 0 */
	uint64_t allocation; /* start of the one that the message speaks of (live or freed), else 0 */
	const char *file;
	int line; /* CUDA source, where .loc says; owned by the module */
	int ptx_line;
	char message[1536]; /* in compute-sanitizer's words, a full sentence without the place */
};

struct em_line { /* per source line (of .loc) */
	const char *file;
	int line;
	uint64_t times; /* how often warps came by: executions of its most executed operation */
	struct counters c;
};

/* ---- findings: what the checkers saw in a launch that ran on (docs/checkers.md). One for each pair of places in the
 * code, with the first example in block order and how often it was seen. */
enum em_finding_kind { /* findings.def */
#define FINDING(id, name, tool, verdict) EM_FINDING_##id,
#include "emulator/findings.def"
	EM_FINDING_COUNT
};
const char *em_finding_name(enum em_finding_kind k);
const char *em_finding_tool(enum em_finding_kind k);
const char *em_finding_verdict(enum em_finding_kind k);

/* As compute-sanitizer's racecheck grades: an ERROR makes results depend on chance, a WARNING leans on what hardware
 * happens to do (lanes of a warp without __syncwarp), INFO is harmless here (all write the same value). */
enum em_severity { EM_INFO, EM_WARNING, EM_ERROR };

struct em_place {
	struct em_dim3 block, thread;
	const char *file;
	int line; /* CUDA source, where .loc says; owned by the module */
	int ptx_line;
};
/* What is missing between two accesses of a race that some flags or fences were meant to order. */
enum em_gap {
	EM_GAP_NONE,
	EM_GAP_FENCE,       /* a fence between the write and the flag */
	EM_GAP_NARROW,      /* ... there is one, or the flag's access, that reaches its block only */
	EM_GAP_FENCE_READ,  /* a fence between the flag and the read */
	EM_GAP_NARROW_READ, /* ... that reaches its block only */
	EM_GAP_OTHER_FLAG,  /* the two use different flags or locks */
	EM_GAP_EARLY,       /* the flag was set before the data, or not waited for */
	EM_GAP_NO_WAIT,     /* the reader looks at no flag */
	EM_GAP_SCOPE,       /* two atomics, one of them of its block only */
	EM_GAP_UPDATE,      /* a volatile variable is read and written back */
	EM_GAP_STRONG,      /* volatile or relaxed stores of one instruction: meant to meet */
	EM_GAP_STREAMS,     /* two operations of different streams: nothing makes one wait for the other */
	EM_GAP_ASKED,       /* nothing; each thread writes where it has found that nobody did */
	EM_GAP_ONLY_READS,  /* an atomic operation that only reads, beside a plain write */
	EM_GAP_COPY,        /* an asynchronous copy has not been waited for */
	EM_GAP_FREED,       /* a lock was freed once more by who had freed it */
	EM_GAP_BARE,        /* a flag, and the kernel has no fences */
	EM_GAP_BARE_LOCK,   /* a lock that both have, and the kernel has no fences */
	EM_GAP_SOURCE,      /* a bulk copy may still be reading it */
	EM_GAP_PROXY,       /* fence.proxy.async, between a store and a bulk copy */
	EM_GAP_GRID,        /* a grid.sync(): the launch is a cooperative one */
	EM_GAP_LANE,        /* a __syncwarp() between the write of one lane and the flag that another one sets */
	EM_GAP_WEAK,        /* the loop that waits for the flag reads it by a weak load */
	EM_GAP_LOST,        /* a look, then a store that does not keep what came in between */
	EM_GAP_WIDTH,       /* one width for all atomics of a place */
	EM_GAP_CONSTANT,    /* none: it was read as what no thread of the launch writes */
	EM_GAP_ARRIVED,     /* the earlier one came after its thread's arrival that was waited for */
	EM_GAP_COUNT,       /* more threads come to a barrier with a count than it is for */
	EM_GAP_APART,       /* lanes that a function which calls itself has left apart come to a barrier */
	EM_GAP_BEFORE,      /* within a block: the flag that was waited for was set before the earlier one */
	EM_GAP_UNSEEN,      /* ... nothing that was waited for came after the earlier one */
	EM_GAP_NEITHER,     /* ... neither of the two threads has waited for the other */
	EM_GAP_LANE_WAITS,  /* another lane of the later one's warp waits for the flag */
	EM_GAP_BLOCK_WAITS, /* another warp of the later one's block does */
	EM_GAP_LAST,        /* fences around a store of which is asked whether it came last */
	EM_GAP_OUTSIDE,     /* the read stands before the lock is taken that the other side holds */
	EM_GAP_COUNTED,     /* fences around the count by which the later one knows that its block is the last */
	EM_GAP_HANDED,      /* a fence of a third block, between the flag that it waits for and the one that it sets */
	EM_GAPS
};
/* Of a race: what the store makes of the value that stood in its place before. */
enum em_change {
	EM_CHANGE_NONE, /* nothing: it does not depend on it */
	EM_CHANGE_SOME, /* something else */
	EM_CHANGE_ADD,
	EM_CHANGE_MAX,
	EM_CHANGE_MIN,
	EM_CHANGE_FMAX, /* of floating point numbers */
	EM_CHANGE_FMIN,
	EM_CHANGE_AND,
	EM_CHANGE_OR,
	EM_CHANGE_SWAP,   /* two places exchange their values */
	EM_CHANGE_BESIDE, /* an atomic changes it, and a plain read before it takes the value */
	EM_CHANGE_LOOK,   /* an atomic changes it, and a plain read is the look of a compare-and-swap */
	EM_CHANGES
};

struct em_finding {
	enum em_finding_kind kind;
	enum em_severity severity;
	enum ptx_space space;  /* PTX_SHARED, PTX_GLOBAL, PTX_LOCAL */
	struct em_place at;    /* the later access, or the use */
	struct em_place other; /* the earlier access, or the read; other.line 0 and has_other false: there is none */
	bool has_other;
	bool same_warp; /* a race of two lanes of one warp; a barrier of a warp's lanes, not of the block */
	bool at_atomic, other_atomic; /* of a race: the access is an atomic operation */
	bool other_way;               /* of a write after read: in the code the write comes before the read, no barrier
					 between them, so it is the read that came too early. Of a read after write: the
					 write did, of the next round */
	bool elsewhere;  /* of two writes: what the later one stores does not come from what was there, so it
			    is no update (x += y) */
	bool turns;      /* of two writes: they may be of two turns of a loop, with no barrier between the
			    turns. Never where lanes of one warp have met in one turn */
	bool all_blocks; /* of two blocks, at several places, each time the threads of one number: as where the index
			    lacks the block's number */
	bool decides; /* of a race in shared memory, no barrier between: what it reads decides where its thread goes, so
			 what is found of other places may be its consequence */
	enum em_gap gap;
	enum em_change change; /* of the write */
	bool host;             /* no thread did it but a call of the host: there are no places */
	uint64_t address;      /* of the first example; an offset in shared and local memory */
	unsigned bytes;
	uint64_t count;    /* occurrences */
	char message[512]; /* in compute-sanitizer's words, a full sentence without the places */
};

/* Bytes of global memory that one instruction read, or wrote. */
struct em_touched {
	uint64_t addr, end;
	const char *file; /* owned by the module; NULL: no line information */
	int line;
	bool write, atomic, strong; /* strong: atomic, relaxed or volatile: meant to meet others */
	bool near;                  /* ... by an atomic operation that meets the device's threads only, not the host */
	bool somewhere;             /* a constant variable of which some bytes were read; which ones is not known */
	bool early;                 /* surely before the kernel's griddepcontrol.wait, or there is none */
};

struct em_result {
	struct counters c;
	struct em_fault fault; /* the first one in block order */
	struct em_line *lines;
	size_t nlines; /* malloc'd; em_result_release */
	struct em_finding *findings;
	size_t nfindings;       /* malloc'd, by severity (worst first), then source line */
	uint64_t findings_lost; /* pairs of places beyond those that are kept */
	struct em_seen *seen;   /* malloc'd, in their order */
	size_t nseen;
	struct em_seen_line *seen_lines;
	size_t nseen_lines;
	struct em_trace_row *trace; /* malloc'd, in their order */
	size_t ntrace;
	struct em_trace_inst *trace_insts;
	size_t ntrace_insts;
	bool trace_more;            /* there were more than were asked for */
	struct em_touched *touched; /* malloc'd; first what was read, then what was written, each by address; of several
				       readers or writers of a place one is there. Not all where there are more than
				       65,536, or the race checker had no room; none where it is off */
	size_t ntouched;
	bool publishes;              /* the kernel has fences, or strong reads: it may wait for other kernels */
	uint64_t unchecked_accesses; /* to global memory that the race checker had no room for; 0: all were checked */
	uint64_t steps;
	struct em_work work; /* for the time model */
	/* How it came about, of interest to benchmarks and tests alone: nothing else in here depends on it. */
	int host_threads; /* that ran the blocks */
	bool followed;    /* what the launch asked to follow was followed: not so in another order */
	bool undone;      /* several began, but blocks met: all was undone and done again in order */
	bool repeated;    /* no block ran: it began as an earlier launch did, and all of this is that one's */
};

/* Run a grid to its end. 0 when it ran (look at result->fault), -1 for what is wrong with the launch itself (bad
 * configuration: err says what and e->kind is ERR_INPUT) or with us. Memory effects up to a fault stay, as on hardware.
 */
int em_launch(struct em_device *d, const struct em_launch *l, struct em_result *result, struct err *e);
void em_result_release(struct em_result *r);

/* Who wrote the bytes at addr last: 0 and the writer, 1 = the host (or a copy), 2 = nobody ever, -1 = not a device
 * address or no longer known. */
struct em_writer {
	const char *kernel;
	struct em_place place;
	uint64_t launch; /* counts launches of the device from 1 */
};
int em_last_writer(struct em_device *d, uint64_t addr, struct em_writer *w);
/* The same without names for n elements of `each` bytes from addr on: kind[i] as em_last_writer's result, of an element
 * as a whole: 0 only where kernels wrote all of it. False: not one allocation's. */
bool em_writer_kinds(struct em_device *d, uint64_t addr, uint64_t n, unsigned each, int8_t *kind);
/* The host (a copy, a memset) has written [addr, addr + bytes). */
void em_host_wrote(struct em_device *d, uint64_t addr, uint64_t bytes);
/* A copy within the device: what nothing ever wrote at src is unwritten at dst, too, and what a kernel wrote there is
 * that kernel's here. */
void em_copied(struct em_device *d, uint64_t dst, uint64_t src, uint64_t bytes);
/* Bytes of [addr, addr + bytes) that neither a kernel nor the host ever wrote: true when there are such that mean
 * something. What may be the padding of structures does not: pieces without an aligned word; equal pieces of less than
 * 16 bytes at equal distances. Only for memory of launches under EM_CHECK_INIT. */
struct em_holes {
	uint64_t first, bytes;
}; /* the first one's address; all of them together */
bool em_unwritten(struct em_device *d, uint64_t addr, uint64_t bytes, struct em_holes *h);

/* Is a source file the program's own, by its path, and none of a CUDA toolkit's headers or of the system's? Work in
 * those counts for the line that calls them. */
bool em_source_is_own(const char *path);

/* Device-side printf output since the last call is appended to `out`. Returns of how many calls of printf, one for each
 * thread, the text is lost: once there is no room, what was printed first makes place for what comes. */
struct buf;
uint64_t em_drain_printf(struct em_device *d, struct buf *out);
/* How much text there is room for between two of these calls; EM_PRINTF_ROOM at first, as on an H200. */
#define EM_PRINTF_ROOM 8650752u
void em_printf_room(struct em_device *d, size_t bytes);

#endif
