/* sha256.c: FIPS 180-4, for the cache's keys: a student must not be able to make a file that gets another's artifact.
 */
#include <string.h>

#include "base/sha256.h"

static const uint32_t K[64] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152,
	0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138,
	0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70,
	0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
	0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa,
	0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };

static uint32_t ror(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

/* The nth of eight rounds: what FIPS calls a stands at v[-n], modulo 8, then. */
static inline __attribute__((always_inline)) void round_of(uint32_t *v, int n, uint32_t more)
{
	const uint32_t a = v[-n & 7], b = v[(1 - n) & 7], c = v[(2 - n) & 7], e = v[(4 - n) & 7], f = v[(5 - n) & 7],
		       g = v[(6 - n) & 7];
	const uint32_t t1 = v[(7 - n) & 7] + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + ((e & f) ^ (~e & g)) + more,
		       t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));

	v[(3 - n) & 7] += t1;
	v[(7 - n) & 7] = t1 + t2;
}

static void add_block(struct sha256 *s, const unsigned char *p)
{
	uint32_t w[64], v[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 |
			p[4 * i + 3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3;
		uint32_t b = ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10;

		w[i] = w[i - 16] + a + w[i - 7] + b;
	}
	memcpy(v, s->h, sizeof v);
	/* In each round the eight change places; in eight rounds they have come round, so they need not be moved. */
	for (int i = 0; i < 64; i += 8) {
		round_of(v, 0, K[i] + w[i]);
		round_of(v, 1, K[i + 1] + w[i + 1]);
		round_of(v, 2, K[i + 2] + w[i + 2]);
		round_of(v, 3, K[i + 3] + w[i + 3]);
		round_of(v, 4, K[i + 4] + w[i + 4]);
		round_of(v, 5, K[i + 5] + w[i + 5]);
		round_of(v, 6, K[i + 6] + w[i + 6]);
		round_of(v, 7, K[i + 7] + w[i + 7]);
	}
	for (int i = 0; i < 8; i++)
		s->h[i] += v[i];
}

void sha256_init(struct sha256 *s)
{
	static const uint32_t first[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
		0x1f83d9ab, 0x5be0cd19 };

	memcpy(s->h, first, sizeof first);
	s->bytes = 0;
}

void sha256_add(struct sha256 *s, const void *p, size_t n)
{
	const unsigned char *at = p;

	while (n) {
		size_t used = s->bytes % 64, take = 64 - used < n ? 64 - used : n;

		if (take == 64) {
			add_block(s, at);
		} else {
			memcpy(s->block + used, at, take);
			if (used + take == 64)
				add_block(s, s->block);
		}
		s->bytes += take;
		at += take;
		n -= take;
	}
}

void sha256_hex(struct sha256 *s, char hex[65])
{
	uint64_t bits = s->bytes * 8;
	unsigned char end[8];

	sha256_add(s, "\x80", 1);
	while (s->bytes % 64 != 56)
		sha256_add(s, "", 1);
	for (int i = 0; i < 8; i++)
		end[i] = (unsigned char)(bits >> (56 - 8 * i));
	sha256_add(s, end, 8);
	for (int i = 0; i < 64; i++)
		hex[i] = "0123456789abcdef"[s->h[i / 8] >> (28 - 4 * (i % 8)) & 15];
	hex[64] = '\0';
}
