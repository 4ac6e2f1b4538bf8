/* log: what a device did since the judge last asked: kernels with their counters, faults, what checkers found, refused
 * calls, printf output.
 *
 * Written by the thread that runs kernels and by the one that reads requests, taken by the control thread: one lock.
 * Bounded in every direction, because the client decides how much there is to say. Faults carry the order number of the
 * API call that caused them and leave in that order, so that a report does not depend on which thread noticed first.
 */
#ifndef DEVICE_LOG_H
#define DEVICE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "device/control.h"
#include "device/time/time_kernel.h"
#include "emulator/emulator.h"

#define LOG_MAX_KERNELS 10000
#define LOG_MAX_FAULTS 1000
#define LOG_MAX_LINES 20000
#define LOG_MAX_NAMES 500
#define LOG_MAX_TALLIES 500
#define LOG_MAX_PRINTF (64u << 10)

struct log;
struct log *log_new(void);
void log_free(struct log *l);

struct log_launch {
	const char *name; /* demangled, copied */
	const char *file; /* where the kernel was written, copied; NULL: not known */
	struct em_dim3 grid, block;
	uint32_t regs, shared_bytes;
	int regs_arch; /* of the machine code that has these registers; 0: estimated */
	double time_us;
	const struct time_parts *parts; /* of that time; NULL: not known */
	uint32_t resident;              /* blocks on one multiprocessor */
	const struct em_result *result;
	bool lacked; /* its context has left something undone that a GPU might have done: findings.h */
};
void log_kernel(struct log *l, const struct log_launch *launch);
/* A launch that was stopped, or never begun, because its client had gone: nothing of it is counted. */
void log_stopped(struct log *l);
/* A launch that was counted like an earlier one, and not run (em_result.repeated). */
void log_repeated(struct log *l);

struct log_fault {
	uint64_t order;
	const char *verdict, *message; /* copied; the message is scrubbed here */
	const char *kernel;            /* copied, may be NULL */
	struct device_place at;        /* copied */
	bool has_thread;
	uint64_t address;
	const struct device_block *block; /* copied, may be NULL */
	int cuda_code;
	bool fatal;
};
/* A refusal in the same words as a recent one is counted with that one. */
void log_fault(struct log *l, const struct log_fault *f);
/* A call is refused with this code for the reason that an earlier one was given. False: that one is not in the log. */
bool log_again(struct log *l, int cuda_code);
/* A race of two operations of different streams: kernels, or calls; or of the host's own code, at `site` (protocol.h;
 * may be NULL), and one. All is copied. */
void log_race(struct log *l, const char *name, const char *other_name, const struct em_finding *f, const char *site);
/* A finding of a call of the host, about memory of `block` (may be NULL). All is copied. lacked: as of log_launch. */
void log_finding(
	struct log *l, const char *call, const struct em_finding *f, const struct device_block *block, bool lacked);
/* An allocation that nothing has freed: its context ends. Copied. */
void log_leak(struct log *l, const struct device_block *b);
/* How many times `object` has made this call since the log was taken, this time included; and which period this is. */
uint32_t log_ordinal(struct log *l, unsigned call, const char *object);
uint32_t log_period(struct log *l);
void log_unimplemented(struct log *l, const char *name, size_t n);
struct timeline_row;
void log_span(struct log *l, const struct timeline_row *row);
/* cudaProfilerStart: the timeline begins now, at 0. cudaProfilerStop: it has ended, until the next start or log_take.
 */
void log_timeline(struct log *l, bool on, int64_t now_ns);
void log_printf(struct log *l, const char *text, size_t n);
/* Calls of printf in kernels whose text found no room. */
void log_printf_lost(struct log *l, uint64_t calls);
/* The client has taken so many bytes of it, and prints them itself. */
void log_printf_taken(struct log *l, size_t n);

/* Append everything as wire bytes (control.c reads them) and forget it. `allocated` and `nallocated` are what is
 * allocated now.
 */
void log_take(struct log *l, const struct device_block *allocated, size_t nallocated, struct buf *out);

#endif
