/* stuck_look: what the threads of a launch do that goes round in circles (stuck.h), instruction by instruction; and
 * what there is to say of it. */
#ifndef EMULATOR_STUCK_LOOK_H
#define EMULATOR_STUCK_LOOK_H

#include "emulator/run/stuck_clock.h"

enum em_polled { EM_POLLS_NOTHING, EM_POLLS_MEMORY, EM_POLLS_MBARRIER, EM_POLLS_GRID };

/* One group of lanes, known by its first one. */
struct em_circle {
	struct em_circle *next;
	const struct em_block *block;
	uint32_t warp, mask;
	bool *seen;     /* by PTX instruction: its line is in lo and hi */
	uint32_t runs;  /* instructions that it ran */
	int32_t lo, hi; /* PTX instructions of its circle with the first and the last source line of its file */
	int32_t poll;   /* the instruction that asks for what does not come; -1: none does */
	bool barrier;   /* there is a barrier of the block on its way */
	bool strong;    /* that one is volatile, atomic and so on */
	enum em_polled what;
	enum ptx_space space;
	uint64_t address; /* in shared memory an offset */
};

struct em_look {
	const struct em_program *p;
	bool outside;                 /* a clock, a function of the device's, a copy: it may end by itself */
	bool host;                    /* ... memory that the host sees */
	bool global;                  /* global memory was read or written */
	bool tired;                   /* nothing is proved: they have waited for very long */
	bool changes;                 /* memory changed on the way, and back */
	bool *ran;                    /* by PTX instruction */
	const struct em_slice *slice; /* NULL: all memory is compared */
	bool strayed;                 /* something else ran, or what decides was read where it may change */
	/* Places of memory, by a few bits of each word's address: what decides was read there; something was written.
	 */
	uint64_t read[1024], written[1024];
	struct em_circle *circles[256];
	/* What the running instruction may change, as it was. */
	struct em_warp *w;
	int32_t pin;
	unsigned n, bytes;
	const uint8_t *at[EM_WARP];
	uint64_t word[EM_WARP], salt;
	uint8_t was[EM_WARP][32];
	struct em_later *later; /* NULL: no clock decides anything */
};

/* slice: NULL, or what the threads are expected to go by. */
struct em_look *em_look_new(const struct em_program *p, const struct em_slice *slice);
/* Has what decides been read where nothing was written, and nothing run that is not of the slice? */
bool em_look_kept(const struct em_look *k);
void em_look_free(struct em_look *k);
void em_look_at(struct em_look *k, struct em_warp *w, const struct em_inst *i);
void em_look_after(struct em_look *k, struct em_warp *w);

/* stuck_words.c: the fault of `first`, one of the blocks. */
void em_look_fault(const struct em_look *k, struct em_block *blocks, struct em_block *first);
const struct em_circle *em_look_circle(const struct em_look *k, const struct em_block *b, uint32_t warp, uint32_t mask);

#endif
