/* log: what a device did since the judge last asked: kernels with their counters, faults, refused calls, printf output.
 *
 * Written by the thread that runs kernels and by the one that reads requests, taken by the control thread: one lock. Bounded in every
 * direction, because the client decides how much there is to say. Faults carry the order number of the API call that caused them and
 * leave in that order, so that a report does not depend on which thread noticed first.
 */
#ifndef DEVICE_LOG_H
#define DEVICE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "emulator/emulator.h"

#define LOG_MAX_KERNELS 10000
#define LOG_MAX_FAULTS 1000
#define LOG_MAX_LINES 20000
#define LOG_MAX_NAMES 500
#define LOG_MAX_PRINTF (64u << 10)

struct log;
struct log *log_new(void);
void log_free(struct log *l);

struct log_launch {
	const char *name;               /* demangled, copied */
	struct em_dim3 grid, block;
	uint32_t regs, shared_bytes;
	double time_us;
	const struct em_result *result;
};
void log_kernel(struct log *l, const struct log_launch *launch);

struct log_fault {
	uint64_t order;
	const char *verdict, *message;  /* copied; the message is scrubbed here */
	const char *kernel, *file;      /* copied, may be NULL */
	int line, cuda_code;
	bool fatal;
};
void log_fault(struct log *l, const struct log_fault *f);
void log_unimplemented(struct log *l, const char *name, size_t n);
void log_printf(struct log *l, const char *text, size_t n);

/* Append everything as wire bytes (control.c reads them) and forget it. */
void log_take(struct log *l, struct buf *out);

#endif
