/* rng: stateless random numbers. rng_u64(seed, stream, i) is the i-th number of a stream: the same on every machine
 * and in any order (SplitMix64's finaliser over a mixed key; Steele, Lea, Flood, OOPSLA 2014). Not for secrets. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

uint64_t rng_u64(uint64_t seed, uint64_t stream, uint64_t i);
/* Uniform in [0, n), n > 0. */
uint64_t rng_below(uint64_t seed, uint64_t stream, uint64_t i, uint64_t n);
/* Uniform in [0, 1), a multiple of 2^-24, exactly a float. */
float rng_unit(uint64_t seed, uint64_t stream, uint64_t i);
/* A seed from the kernel's entropy. */
uint64_t rng_fresh_seed(void);

#endif
