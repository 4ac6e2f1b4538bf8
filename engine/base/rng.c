/* rng.c: see rng.h. */
#include "base/rng.h"

#include <sys/random.h>
#include <time.h>

static uint64_t mix(uint64_t z)
{
	z ^= z >> 30;
	z *= 0xbf58476d1ce4e5b9u;
	z ^= z >> 27;
	z *= 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

uint64_t rng_u64(uint64_t seed, uint64_t stream, uint64_t i)
{
	uint64_t key = mix(seed + 0x9e3779b97f4a7c15u) ^ mix(stream * 0xd1342543de82ef95u + 0x632be59bd9b4e019u);

	return mix(key + (i + 1) * 0x9e3779b97f4a7c15u);
}

uint64_t rng_below(uint64_t seed, uint64_t stream, uint64_t i, uint64_t n)
{
	/* Multiply-shift; the bias is below n / 2^64. */
	return (uint64_t)(((unsigned __int128)rng_u64(seed, stream, i) * n) >> 64);
}

float rng_unit(uint64_t seed, uint64_t stream, uint64_t i)
{
	return (float)(rng_u64(seed, stream, i) >> 40) * 0x1p-24f;
}

uint64_t rng_fresh_seed(void)
{
	uint64_t s;
	struct timespec ts;

	if (getrandom(&s, sizeof s, 0) == (ssize_t)sizeof s)
		return s;
	clock_gettime(CLOCK_REALTIME, &ts);
	return mix((uint64_t)ts.tv_sec * 1000000007u + (uint64_t)ts.tv_nsec);
}
