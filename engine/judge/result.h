/* result: everything that is known about one judged run, as plain data: what job fills, progress stores and
 * report and tui show. Owned by its arena. Foreign text in it (compiler output, messages) is already scrubbed. */
#ifndef JUDGE_RESULT_H
#define JUDGE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "counters/counters.h"
#include "judge/access.h"
#include "judge/listing.h"
#include "lab/lab.h"
#include "judge/timeline.h"
#include "judge/trace.h"

enum verdict {
#define VERDICT(id, word, meaning) VERDICT_##id,
#include "judge/verdict.def"
	VERDICT_COUNT
};
const char *verdict_word(enum verdict v);
const char *verdict_meaning(enum verdict v);
int verdict_find(const char *word); /* -1 when unknown */

enum time_kind { TIME_NONE, TIME_MEASURED, TIME_MODELLED };

struct kernel_part {
	const char *name;
	double us;
}; /* a resource and how long a launch keeps it busy */
struct kernel_run {
	const char *name;    /* demangled */
	const char *library; /* whose kernel it is, if not the student's (library.h); else NULL */
	uint32_t grid[3], block[3];
	uint32_t launches; /* equal consecutive launches are kept as one row */
	uint32_t regs, shared_bytes;
	int regs_arch;  /* 90: registers as in machine code for sm_90; 0: estimated */
	double time_us; /* of one launch, or 0 */
	/* Of a modelled time (docs/time-model.md): what limits it, in words without a full stop and as one word; NULL
	 * when nothing is known. */
	const char *limit, *bound;
	uint32_t resident; /* blocks on one multiprocessor */
	const struct kernel_part *parts;
	size_t nparts;
	struct counters c; /* of all its launches; unused when has_counters is false (a real GPU without them) */
	bool has_counters;
};

struct side { /* the student's half or the reference's, on the perf case */
	bool ran;
	double time_us;                /* median of the whole solve() on the device */
	double time_lo_us, time_hi_us; /* p20, p80 when measured */
	int time_n;                    /* samples */
	bool noisy;
	enum time_kind time_kind;
	const char *time_device;
	struct kernel_run *kernels;
	size_t nkernels;
	struct counters total;
	bool has_counters;
	bool local_array;         /* a kernel of it keeps variables in local memory, by its PTX; known of a pass only */
	struct timeline timeline; /* by the emulator; empty otherwise */
};
/* Of a side whose time is modelled: the kernel that took longest, all its launches together; NULL: there is none, or
 * nothing is known of its limit. */
const struct kernel_run *side_longest(const struct side *s);

struct thread_place {     /* a thread at a line */
	const char *file; /* NULL: no line information */
	int line;
	uint32_t block[3], thread[3];
};
enum writer { WRITER_UNKNOWN, WRITER_NOBODY, WRITER_HOST, WRITER_KERNEL };
struct written { /* wrong elements that were last written at the same line, or by nobody */
	enum writer by;
	const char *kernel;     /* WRITER_KERNEL */
	struct thread_place at; /* of the first element */
	const char *where;      /* the first element: "out[3][17]" */
	long long n;
	const char *pattern; /* of these elements alone, or NULL */
};

struct mismatch {
	bool any;
	const char *arg;        /* name of the output */
	long long index;        /* flat index of the first bad element */
	const char *where;      /* "out[3][17]" by the arg's shape */
	const char *got, *want; /* printed with enough digits */
	long long wrong, total;
	double worst; /* in units of the allowance; 0 for exact */
	long long worst_index;
	const char *pattern; /* one sentence: "every element from 992 on: the tail of the last block", or NULL */
	bool never_written;  /* still holds the poison */
	int came;            /* bytes of it that are right, before the poison of the others; 0: not so */
	bool garbage;        /* a thread wrote the first bad element, with what memory holds that nobody has written */
	struct written *written;
	size_t nwritten; /* most first; NULL where nobody knows (a real GPU) */
};

struct fault_place { /* where a kernel fault happened, for the editor and the screen */
	const char *kernel, *file;
	int line;
};

enum severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR };
/* What was meant to order the two accesses of a race, and does not: as enum em_gap of the emulator. */
enum finding_gap {
	GAP_NONE,
	GAP_FENCE,
	GAP_NARROW,
	GAP_FENCE_READ,
	GAP_NARROW_READ,
	GAP_OTHER_FLAG,
	GAP_EARLY,
	GAP_NO_WAIT,
	GAP_SCOPE,
	GAP_UPDATE,
	GAP_STRONG,
	GAP_STREAMS,
	GAP_ASKED,
	GAP_ONLY_READS,
	GAP_COPY,
	GAP_FREED,
	GAP_BARE,
	GAP_BARE_LOCK,
	GAP_SOURCE,
	GAP_PROXY,
	GAP_GRID,
	GAP_LANE,
	GAP_WEAK,
	GAP_LOST,
	GAP_WIDTH,
	GAP_CONSTANT,
	GAP_ARRIVED,
	GAP_COUNT,
	GAP_APART,
	GAP_BEFORE,
	GAP_UNSEEN,
	GAP_NEITHER,
	GAP_LANE_WAITS,
	GAP_BLOCK_WAITS,
	GAP_LAST,
	GAP_OUTSIDE,
	GAP_COUNTED,
	GAP_HANDED,
	GAPS
};
/* What the write makes of what stood there: as enum em_change of the emulator. */
enum finding_change {
	CHANGE_NONE,
	CHANGE_SOME,
	CHANGE_ADD,
	CHANGE_MAX,
	CHANGE_MIN,
	CHANGE_FMAX,
	CHANGE_FMIN,
	CHANGE_AND,
	CHANGE_OR,
	CHANGE_SWAP,
	CHANGE_BESIDE,
	CHANGE_LOOK,
	CHANGES
};
/* What a checker saw in a kernel that ran on: an access that another one may come before or after, a use of what nobody
 * wrote. finding.h has the words. */
struct kernel_finding {
	const char *name, *tool; /* compute-sanitizer's: "read after write hazard", "racecheck" */
	enum verdict verdict;    /* of a run in which it counts */
	enum severity severity;
	const char *space; /* "shared", "global", "local" */
	const char *message, *kernel;
	const char *other_kernel; /* GAP_STREAMS: of the earlier access, or a call; there are no threads. Else NULL */
	struct thread_place at, other; /* the later access or the use; the earlier access or the read */
	bool has_other, same_warp;     /* two lanes of one warp; a barrier of lanes */
	bool update;                   /* threads read this place and write it in the same line, each of them */
	bool elsewhere;                /* of two writes: what is written does not come from what was there */
	bool looped;                   /* of two writes: they may be of two turns of a loop without a barrier */
	bool turns;                    /* as update, but each turn may have a place of its own */
	bool all_blocks;               /* each block does it to the same places, thread for thread */
	bool overwritten;              /* by each block, at all these places, where this reads or writes (all_blocks) */
	bool in_place;                 /* blocks read an array and then write it, each what others read */
	bool owned;                    /* of an array whose elements the reference fills without atomics */
	bool meets;                    /* several threads write it, in the line that this read races with */
	bool plain_flag;               /* a flag or lock that is to order it is written by a plain store */
	bool at_atomic, other_atomic;  /* of a race: the access is an atomic operation */
	bool other_way; /* a barrier is missing the other way round: of a write after read the read is what
			   came too early, of a read after write the write */
	bool differ;    /* GAP_ASKED: threads write different values there */
	enum finding_gap gap;
	enum finding_change change;
	bool host;           /* a call of the host, which `kernel` names, did it: there are no places */
	const char *element; /* "out[17]" where the memory is an argument's, else NULL */
	uint64_t address;    /* an offset in shared and local memory */
	unsigned bytes;
	uint64_t count; /* how often it was seen */
};

struct case_result {
	const char *name;
	enum verdict verdict;
	bool ran;            /* false: skipped because an earlier fault made it pointless */
	const char *message; /* one sentence, or NULL */
	struct mismatch mismatch;
	struct fault_place place;
	uint64_t schedule;  /* it was right in the natural order of threads and wrong in this one (run --schedule); 0:
			       there is no such */
	const char *varies; /* wrong in the natural order, and otherwise in another one: "In another order of threads
			       (schedule 2) out[3] is 7", or NULL */
	bool again;         /* right in a process of its own, wrong when solve() had been called before */
	bool uneven;        /* again: the other way round, wrong in a process of its own and right after other calls */
	struct kernel_finding *findings;
	size_t nfindings;       /* worst first */
	uint64_t findings_lost; /* beyond those that are kept */
	struct counters student, reference;
	bool has_counters;      /* totals, for sweeps */
	bool empty;             /* an argument has no elements, so its pointer is null */
	bool untimed;           /* a time is asked for, and solve() has none that the device measured */
	bool no_kernel;         /* none ran where the reference needs one; the emulator only */
	uint64_t fault_threads; /* of the launch in which a thread's fault ended it; 0: not known */
	int early_return; /* uninitialized shared memory: the line before a barrier where threads return, or the if
			     around it; 0: none */
	const char *early_note;          /* of that line */
	const char *cause;               /* a sentence that stands before what was found, or NULL */
	double student_us, reference_us; /* modelled time of the kernels; 0: not known */
	uint64_t sent,
		sent_most; /* where outputs lie with the host: bytes of its own make that it sent; allowed here */
};

/* Lines of the student's file around one that matters, as they were when it was judged. */
enum { EXCERPT_LINES = 5 };
struct excerpt {
	const char *file; /* its base name */
	int line;         /* the one that matters */
	int first;        /* the number of lines[0] */
	const char *lines[EXCERPT_LINES];
	size_t n;
	const char *note; /* what happened there: "32.0 sectors for each request", or NULL */
};

struct gate_result {
	const struct gate *gate;
	bool defined; /* false: nothing to measure (no load at all) */
	double value, limit;
	bool is_max;
	bool atomics; /* `value` is more than its counter: atomics are in it that did what the counter is about */
	bool pass;
	bool judged; /* false when the answer was wrong: shown, not counted */
};

/* What a program that a prediction names did in a case. */
struct observed {
	enum predict_of of;
	const char *variant; /* OF_VARIANT: its name */
	size_t tc;           /* index into the step's cases */
	struct counters c;
	struct side side;
};
struct prediction {
	bool made;
	double value;
	bool known; /* the named program has run, and `observed` is its number */
	double observed;
	bool close;
};

/* What is remembered of the student's run before this one. */
struct earlier {
	enum verdict verdict;
	double time_us; /* 0: it was not timed */
	enum time_kind time_kind;
	struct counters c; /* of the perf case */
	bool has_counters;
};

struct line_count { /* what a line of a file did in the perf case */
	int line;
	uint64_t times, sectors; /* warp instructions; 32-byte sectors of global memory */
	struct counters c;
};

/* What a GPU can do at most, for the roofline; 0: not known. */
struct roof {
	double gb_per_s; /* of its memory */
	double gflops;   /* single precision, a multiply-add counted as two */
};

/* A picture of the step's (lab/lab.h, struct images): an argument of its case. A pixel is 0 to 255 where it is grey,
 * 0xRRGGBB, or a label, 0 for the ground. */
struct image {
	const char *name; /* "before" */
	enum image_kind kind;
	uint32_t width, height;
	const uint32_t *mine; /* what went in, or what the student's file made */
	const uint32_t *want; /* what the reference made; NULL for an input */
	const uint8_t *wrong; /* of an output, for each pixel: it is not what the reference made */
	size_t nwrong;
};

struct result {
	struct arena arena;
	const char *step_id;     /* "02-coalescing/1" */
	const struct step *step; /* borrowed from the catalogue; may be NULL */
	const char *file;        /* path that was judged */
	const char *device_kind; /* "emulator" or "gpu" */
	const char *device_name;
	const char *sandbox; /* in what the file was compiled and run, in words; NULL: it never got there */
	enum verdict verdict;
	bool due;            /* to do, and that counts as not passed (check --strict); `message` says what is missing */
	const char *message; /* one or two sentences: the headline */
	const char *diagnostics;    /* compiler output or program output, scrubbed, or NULL */
	const char *printed_in;     /* the case in which the program printed that; NULL: the compiler did */
	struct excerpt excerpts[2]; /* where it went wrong */
	size_t nexcerpts;
	/* The case that `lines`, `accesses` and `trace` are of: the perf case, or, where somebody looks
	 * (job_request.observe), the case that failed before it; NULL: neither ran on the emulator. */
	const char *seen_case;
	bool seen_failed;         /* it is one that failed, and not the perf case */
	struct line_count *lines; /* by line; none on a GPU alone */
	size_t nlines;
	/* The same of the reference and its text, where somebody looks (job_request.observe); NULL: not known. */
	struct line_count *reference_lines;
	size_t nreference_lines;
	const char *reference_source, *reference_file; /* its base name */
	const char *advice; /* what to do next, in one or two sentences; NULL: the message says it */
	uint64_t seed;
	struct case_result *cases;
	size_t ncases;
	struct side student, reference;
	struct roof roof; /* of the emulated device */
	struct gate_result *gates;
	size_t ngates;
	struct observed *observed; /* of starter, solution and variants; the student's own is in `cases` */
	size_t nobserved;
	const char *uncounted;  /* why a run on a GPU has no counters beside it: words that follow "because", or NULL */
	const char *unobserved; /* why a program that a prediction names has no counters, or NULL */
	struct prediction prediction;
	const char *source;          /* the judged file as it was when it was judged; NULL: not known */
	struct access_list accesses; /* of that case's first warp, where somebody looks (job_request.observe) or the
					step is about one */
	struct trace trace;          /* of that case's first block, where somebody looks (job_request.trace) */
	struct listing *listings;    /* PTX of the variants that the step compares, then of the judged file */
	size_t nlistings;            /* 0: nobody looks (job_request.observe) */
	struct listing *sass;        /* of the same programs (job_request.disassemble) */
	size_t nsass;                /* 0: nobody looks, or there is none: no_sass says why, or is NULL */
	int sass_arch;               /* 90: what it was made for */
	const char *no_sass;
	struct image *images;
	size_t nimages; /* 0: the step has none, or their case did not run to its end */
	const char **notes;
	size_t nnotes; /* "counters come from the emulator, time from the GPU", "noisy", ... */
	double wall_ms, compile_ms;
	bool compile_cached; /* it was not compiled anew */
};
void result_init(struct result *r);
void result_release(struct result *r);
/* As fast as the reference that was timed beside it in the same way, kernels and whole solve(): what the star for speed
 * asks. At most STAR_TIME times its time, or as many times as the step's own notes allow (struct notes). */
#define STAR_TIME 1.1
bool result_as_fast(const struct result *r);
bool result_answer_right(const struct result *r); /* every case has run, and its answer is right */
void result_note(struct result *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
