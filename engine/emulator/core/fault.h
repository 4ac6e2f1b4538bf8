/* fault: addresses of a warp's lanes, checked, and what there is to say of a wrong one. */
#ifndef EMULATOR_FAULT_H
#define EMULATOR_FAULT_H

#include "emulator/core/machine.h"

/* Records a fault of the current instruction; returns NULL for the handler to return. */
const struct em_inst *em_fault_mem(struct em_warp *w, const struct em_inst *i, int lane, enum ptx_space space,
	uint64_t addr, unsigned bytes, int access /* 0 read, 1 write, 2 atomic */);
const struct em_inst *em_fault_set(struct em_warp *w, const struct em_inst *i, int lane, enum em_fault_kind kind,
	const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* The source line of an instruction; 0: not known. */
int em_fault_line(const struct em_warp *w, const struct em_inst *i);
/* A trap: the program's own, or the one that a toolkit's header has for a copy of a wrong size. */
const struct em_inst *em_fault_trap(struct em_warp *w, const struct em_inst *i, int lane);

/* Find the allocation that holds [lo, hi) and remember it in counts. False: there is none, or it must not be written
 * and this instruction does. */
bool em_bounds(struct em_warp *w, struct em_memory_counts *counts, uint64_t lo, uint64_t hi, bool store);
/* Something was freed. */
void em_bounds_forget(struct em_worker *t);
/* The host address of a lane's access, checked; NULL: a fault is recorded. access: 0 read, 1 write, 2 atomic. Where it
 * lay: *space. */
void *em_resolve(struct em_warp *w, const struct em_inst *i, int lane, uint64_t addr, unsigned bytes,
	enum ptx_space *space, int access);

#endif
