/* liveness: which registers hold something that is still needed, at each place of a function. The time model counts
 * words of them (em_words_alive), the estimate of a thread's registers the most of them (register_estimate.c), and a
 * call saves them for its caller (code/call_saves.c).
 *
 * A set has a bit for each of the function's registers, and more bits after those for whatever else the caller follows.
 */
#ifndef EMULATOR_LIVENESS_H
#define EMULATOR_LIVENESS_H

#include "emulator/flow/flow.h"

/* Adds to the set what the instruction needs beside registers; arg is the caller's. */
typedef void (*em_also_needed)(const void *arg, const struct ptx_inst *in, uint64_t *set);

struct em_liveness {
	const struct ptx_func *f;
	const struct em_flow *flow;
	size_t nwords; /* of 64 bits, of a set */
	uint64_t *in;  /* of each block (and of the end, which needs nothing): what is needed where it begins */
	em_also_needed also;
	const void *arg;
};

static inline bool em_set_has(const uint64_t *set, size_t n)
{
	return set[n / 64] >> n % 64 & 1;
}
static inline void em_set_put(uint64_t *set, size_t n, bool on)
{
	if (on)
		set[n / 64] |= 1ull << n % 64;
	else
		set[n / 64] &= ~(1ull << n % 64);
}

/* `more` bits after the registers, for `also` (may be NULL). The function and its flow must outlive it. To be released.
 */
void em_liveness_init(struct em_liveness *l, const struct ptx_func *f, const struct em_flow *flow, size_t more,
	em_also_needed also, const void *arg);
void em_liveness_release(struct em_liveness *l);
/* The set becomes what is needed after the last instruction of block b. */
void em_liveness_after(const struct em_liveness *l, uint32_t b, uint64_t *set);
/* From what is needed after instruction k to what is needed before it. */
void em_liveness_before(const struct em_liveness *l, size_t k, uint64_t *set);

/* Of each instruction of the function the 32-bit words of registers that are needed before it, but for those that all
 * threads agree on, which have registers of their own (uniform ones) or are constants; malloc'd. */
int32_t *em_words_alive(const struct ptx_func *f);
/* The most 32-bit words of registers that are needed at one place of it, whether threads agree on them or not. */
int32_t em_most_words_alive(const struct ptx_func *f);

#endif
