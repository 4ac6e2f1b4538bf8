/* time_kernel: how long a kernel would take on a profile's GPU, from what it did there (emulator/work.h), and what
 * bounds it. Pure functions of plain numbers: the same work and profile give the same time on every machine. Derivation
 * and sources: docs/time-model-evidence.md.
 *
 * In short. Blocks go to multiprocessors, `resident` of them side by side. A block keeps each pipe of its
 * multiprocessor busy for some cycles, the busiest for `busy`; by itself it would take `busy` and the latencies of its
 * longest chain. A multiprocessor is done with a set of blocks when the busiest pipe is through or the slowest block
 * is, whichever is later. Memory, L2, atomics and the starting of blocks are shared by all, and each is a bound of its
 * own; near its limit memory answers later, which slows a kernel down before it gets there. */
#ifndef DEVICE_TIME_KERNEL_H
#define DEVICE_TIME_KERNEL_H

#include <stdint.h>

#include "base/buf.h"
#include "counters/counters.h"
#include "device/time/profile.h"
#include "emulator/work.h"

enum time_bound {
#define BOUND(id, name, words) TIME_BOUND_##id,
#include "device/time/bounds.def"
	TIME_BOUND_COUNT
};
const char *time_bound_name(enum time_bound b);

struct time_kernel {
	const struct em_work *work;
	const struct counters *c; /* of the blocks that were executed */
	uint32_t threads;         /* of a block */
	uint32_t resident;        /* blocks on one multiprocessor at a time, at least 1: time_resident */
	uint32_t fetched; /* bytes of machine code that are not in the caches any more; 0: they are, or unknown */
};

struct time_parts {
	double total_us;
	double us[TIME_BOUND_COUNT]; /* how long each resource is busy; LATENCY: what a warp waits, over the blocks that
					follow each other */
	double conflicts_us;         /* of SHARED: wavefronts beyond the ideal */
	double wasted_us;            /* of DRAM and L2: sectors of which nothing was asked for */
	double tail_us;              /* while the last wave of blocks leaves multiprocessors or their places empty */
	double chain_us;  /* blocks that wait for what others store, from the first to the last; 0: none do */
	double uneven_us; /* while few blocks that have more to do than the others keep the kernel from its end */
	enum time_bound bound;
};
/* What the model leaves out only ever adds to a time, and is mostly what warps do to each other while they begin and
 * end: short kernels that keep something busy for as long as they wait take up to an eighth longer, long ones 1.5
 * microseconds (1,323 rows of courses and projects, blind2 to blind10 of tests/bench/hard, and 445 of
 * tests/bench/model); where warps only wait nothing, and between, a part of it. A kernel that reads a clock takes as
 * long as that says. */
#define TIME_LEFT_OUT_PART 0.12
#define TIME_LEFT_OUT_US 1.5
void time_kernel(const struct profile *p, const struct time_kernel *k, struct time_parts *out);

/* Blocks of this shape that one multiprocessor holds: NVIDIA's calculator (cuda_occupancy.h) with the profile's limits,
 * or the limits alone where it does not know the architecture. 0 when not even one fits. */
struct time_shape {
	uint32_t threads, regs, static_shared, dynamic_shared;
};
uint32_t time_resident(const struct profile *p, const struct time_shape *s);

/* What the cache model needs to know (em_launch.timing). */
void time_geometry(const struct profile *p, const struct time_shape *s, struct em_timing *out);

/* What the clocks that a program reads need to know; part of time_geometry. */
void time_clocks(const struct profile *p, struct em_timing *out);

/* "limited by shared-memory wavefronts: 62 % of the time is bank conflicts". One sentence without its full stop. */
void time_sentence(const struct time_parts *t, struct buf *out);

#endif
