/* pace: how far warps, and blocks, have come, and who goes on together. A time is a count of instructions of one warp
 * (em_block_cache.base). Private to emulator/cache; docs/time-model-evidence.md, Lines on their way, has the
 * measurements. */
#ifndef EMULATOR_CACHE_PACE_H
#define EMULATOR_CACHE_PACE_H

#include <stdbool.h>
#include <stdint.h>

/* While the memory answers, others come as far as so many instructions: who asks for what one of them has asked for
 * waits too, and goes on together with it. Of the lines at which they meet one in EM_CACHE_SAMPLE is seen; between two
 * that are they seem to come apart, by one instruction in EM_DRIFT or less, which those in between would have mended.
 */
#define EM_MEANWHILE 12u
#define EM_DRIFT 16u
#define EM_MOST_DRIFT 512u
struct em_pace {
	uint64_t last; /* when its followed access before this one was */
	uint64_t back; /* how many instructions it was behind whom it met, all together */
};
/* So far apart others are just as far. */
static inline uint32_t em_within(uint64_t time, const struct em_pace *p)
{
	uint64_t drift = (time > p->last ? time - p->last : 0) / EM_DRIFT;

	return EM_MEANWHILE + (uint32_t)(drift < EM_MOST_DRIFT ? drift : EM_MOST_DRIFT);
}
/* The time, less what it was behind. */
static inline uint64_t em_paced(const struct em_pace *p, uint64_t time)
{
	return time > p->back ? time - p->back : 0;
}
/* A followed access at this time, so far behind whom it met; 0: it met nobody. */
static inline void em_meet(struct em_pace *p, uint64_t time, uint32_t behind)
{
	p->back += behind;
	p->last = time - behind;
}

/* A block and its loads: when each asked in its turn before this one. What others had asked for by then is there: the
 * block has waited for its own since. A few loads at a time, by their number. */
#define EM_ASKERS 16
struct em_asker {
	struct em_pace pace;
	/* Its line before this one: when, by which load, and whether it came from the memory. */
	uint64_t time;
	uint32_t load;
	bool memory;
	struct em_asker_turn {
		uint32_t load, time, before; /* load: its number and 1; 0: none, and the others say nothing */
		bool slow;                   /* the memory had to bring what it last asked for */
	} turn[EM_ASKERS];
};
static inline void em_asker_begin(struct em_asker *a)
{
	a->pace = (struct em_pace){ 0 };
	a->time = 0;
	a->memory = false;
	for (unsigned k = 0; k < EM_ASKERS; k++)
		a->turn[k].load = 0;
}

#endif
