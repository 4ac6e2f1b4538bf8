/* exec report: what a program of any kind did on the emulated GPU, as plain data, and as text or JSON.
 * job/program/exec.c fills it; nobody judges it. Owned by its arena; foreign text in it is scrubbed already.
 */
#ifndef REPORT_EXEC_H
#define REPORT_EXEC_H

#include "base/buf.h"
#include "judge/result.h"
#include "report/report.h"

struct exec_fault {
	const char *message;       /* in compute-sanitizer's words, with thread, line and allocation: one sentence */
	const char *what, *detail; /* its beginning and its end, for setting thread and line on lines of their own;
				      NULL: the message is all there is */
	bool has_thread;
	uint32_t block[3], thread[3];
	struct fault_place place;
	int cuda_code;
	bool fatal;     /* the program's context was lost; else a call was refused */
	uint64_t count; /* so many calls in the same way */
};

struct exec_leak {
	uint64_t bytes;
	const char *made;
}; /* "made by the 2nd cudaMalloc at x.cu:30" */

struct exec_line { /* what one source line did, over all launches of one kernel */
	const char *file, *kernel;
	int line;
	uint64_t times; /* warps that came by */
	struct counters c;
};

struct exec_report {
	struct arena arena;
	const char *const *argv; /* borrowed, NULL-terminated */
	const char *device_name;
	bool exited;      /* by exit(); else by a signal */
	int code;         /* exit status or signal */
	struct side side; /* kernels in the order of their launches, their sum, modelled time */
	struct exec_fault *faults;
	size_t nfaults, faults_cap;
	struct kernel_finding *findings;
	size_t nfindings, findings_cap; /* of the checkers, worst first within a process */
	uint64_t findings_lost;         /* beyond those that are kept */
	struct exec_line *lines;
	size_t nlines;
	struct exec_leak *leaks;
	size_t nleaks, leaks_cap;          /* what nothing had freed when its process ended */
	uint64_t leaked_bytes, leaks_lost; /* of those kept; how many more there were */
	const char **unimplemented;
	size_t nunimplemented, unimplemented_cap; /* calls that are not there */
	const char **notes;
	size_t nnotes, notes_cap;
	const char *output;   /* what it printed, when that was captured; else NULL */
	const char *printed;  /* what its kernels printed of that, in the order of processes; may be NULL */
	int processes;        /* that used the device */
	uint64_t printf_lost; /* calls of printf in kernels whose text found no room */
	uint64_t stopped;     /* launches that still ran, or waited to, when their process ended */
	uint64_t repeated;    /* launches that were counted like earlier ones, and not run */
	bool truncated;       /* there was more than a report holds */
};
void exec_report_init(struct exec_report *r);
void exec_report_release(struct exec_report *r);
void exec_report_note(struct exec_report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void report_exec_text(const struct exec_report *r, const struct text_style *st, struct buf *out);
void report_exec_json(const struct exec_report *r, struct buf *out); /* schema warplings.exec/1 */
/* Did anything happen that compute-sanitizer calls an error: a fault, a refused call, a finding that counts? */
bool report_exec_has_errors(const struct exec_report *r);
/* Without the faults and findings: kernels, calls that are not there, notes. */
void report_exec_totals(const struct exec_report *r, const struct text_style *st, struct buf *out);
/* Faults and findings alone, for stderr when the counters go elsewhere. */
void report_exec_faults(const struct exec_report *r, const struct text_style *st, struct buf *out);

/* exec_faults.c: what the device had no room to print, as a sentence. */
void report_exec_lost_text(const struct exec_report *r, struct buf *b);

struct page;
/* exec_faults.c: what was not freed, as compute-sanitizer lists it. */
void report_exec_leaks(struct page *p, const struct exec_report *r);
/* For report_profile too: what one kernel did, as "label value" items that fill the width. */
void report_exec_kernel(struct page *p, const struct kernel_run *k);
/* Kernels with the same name, grid and block as one row, in the order of their first launch. malloc'd; the names are
 * borrowed. */
struct kernel_run *report_exec_merge(const struct side *s, size_t *n);

#endif
