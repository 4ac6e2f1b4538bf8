/* device: the emulated GPU, the modules that are loaded on it and their kernels; the heap of kernels' malloc. */
#ifndef EMULATOR_DEVICE_H
#define EMULATOR_DEVICE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/buf.h"
#include "emulator/core/memory.h"
#include "emulator/core/printed.h"
#include "emulator/emulator.h"

struct em_program;
struct em_pool; /* pool.c */
struct em_repeats;

enum { EM_THREADS_MOST = 256 };

struct em_device {
	struct em_memory mem;
	struct em_pool *pool;
	int threads; /* of the host, that run blocks: EM_THREADS_MOST at most */
	bool v3;     /* AVX2 and FMA handlers */
	const struct em_table *table;
	struct em_printed printed;
	pthread_mutex_t print_lock;
	uint64_t grids;
	uint64_t cycles; /* clock.c: the latest that any warp has come to */
	struct em_check *check;
	uint64_t param_addr; /* EM_PARAM_BYTES for parameter blocks */
	uint64_t grid_sync;  /* what cooperative groups synchronise a grid with: its size, then a barrier word;
				%envreg1:%envreg2 */
	struct em_module *modules;
	_Atomic uint64_t heap_used; /* heap.c */
	uint64_t heap_limit;
	_Atomic bool heap_touched, heap_failed; /* a kernel has called malloc; ... and got a null pointer */
	struct em_l2 *l2;                       /* cache.h; NULL until a launch is timed */
	struct em_l2 *l2_before;                /* ... before an attempt; NULL: there was none */
	struct em_repeats *repeats;             /* run/repeat.h; NULL until one is kept */
};

struct em_kernel {
	struct em_module *m;
	const struct ptx_func *f;
	struct em_program *p;
};
struct em_module {
	struct em_device *d;
	struct ptx_module *ptx;
	struct arena arena;
	uint64_t *addr;  /* of module variables (global, const); 0 for others */
	bool *elsewhere; /* of these: the memory is the caller's (em_symbol_place) */
	struct em_kernel *kernels;
	size_t nkernels;
	struct em_module *next;
};

/* ---- heap.c */
int em_heap_alloc(struct em_device *d, uint64_t bytes, uint64_t *addr); /* -1: no room in it */
int em_heap_free(struct em_device *d, uint64_t addr); /* -1: not the start of a live allocation of the heap */

#endif
