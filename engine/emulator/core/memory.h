/* memory: global memory and its allocations, live and dead, with red zones between them. */
#ifndef EMULATOR_MEMORY_H
#define EMULATOR_MEMORY_H

#include <pthread.h>

#include "emulator/emulator.h"

struct em_mem_block {
	uint64_t start, size;
	uint8_t live, read_only, heap, host, link, pages, own;
	uint32_t
		place; /* where a GPU's driver would put it: bytes from the begin of a piece of its memory (memory.c) */
}; /* heap: a kernel's malloc made it; host: the host may change it any time; link: it is the host's; pages: has whole
      pages to itself; own: no program knows of it */
struct em_memory {
	uint8_t *host;
	uint64_t base, bytes; /* device [base, base+bytes) = host [host, ...) */
	uint64_t mapped;      /* so many of them are there until now; live blocks lie below */
	struct em_mem_block *blocks;
	size_t n, cap; /* by address; dead ones remember use after free */
	uint64_t next, used;
	uint64_t piece; /* what small allocations have taken of the driver's current piece */
	size_t ndead;
	uint64_t epoch; /* another one whenever blocks, or the modules in them, have changed */
	pthread_mutex_t lock;
};
int em_memory_init(struct em_memory *m, uint64_t bytes, struct err *e);
void em_memory_release(struct em_memory *m);
int em_memory_alloc(struct em_memory *m, uint64_t bytes, bool fill, uint64_t *addr);
int em_memory_alloc_pages(struct em_memory *m, uint64_t bytes, uint64_t align, uint64_t *addr);
/* From now on kernels must not write the block that starts at addr. */
void em_memory_protect(struct em_memory *m, uint64_t addr);
int em_memory_free(struct em_memory *m, uint64_t addr);
/* The block that starts at addr is the emulator's own: messages do not speak of it. */
void em_memory_own(struct em_memory *m, uint64_t addr);
void em_memory_share(struct em_memory *m, uint64_t addr, bool link); /* with the host, who changes it any time */
/* The live blocks that are the host's, by address; *n of them, to be freed. NULL when there is none. */
struct em_mem_block *em_memory_links(struct em_memory *m, size_t *n);
void em_memory_mark(struct em_memory *m, uint64_t addr);    /* as the heap's */
bool em_memory_marked(struct em_memory *m, uint64_t *addr); /* any live one */
bool em_memory_find(struct em_memory *m, uint64_t addr, struct em_mem_block *out);
/* For messages: the program's live or dead block nearest to addr. False when there is none at all. */
bool em_memory_nearest(struct em_memory *m, uint64_t addr, struct em_mem_block *out);

#endif
