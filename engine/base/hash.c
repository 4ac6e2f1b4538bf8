/* hash: see hash.h. Four chains side by side, so that it is as fast as memory. */
#include "base/hash.h"

#include <string.h>

uint64_t hash_bytes(const void *bytes, size_t n)
{
	uint64_t h[4] = { n, 0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0 }, v[4], all = 0;
	const uint8_t *p = bytes;

	for (; n >= sizeof v; n -= sizeof v, p += sizeof v) {
		memcpy(v, p, sizeof v);
		for (int k = 0; k < 4; k++) {
			h[k] = (h[k] ^ v[k]) * 0x9e3779b97f4a7c15;
			h[k] ^= h[k] >> 32;
		}
	}
	memset(v, 0, sizeof v);
	if (n)
		memcpy(v, p, n);
	for (int k = 0; k < 4; k++) {
		h[k] = (h[k] ^ v[k]) * 0x9e3779b97f4a7c15;
		all = (all ^ h[k] ^ h[k] >> 29) * 0xbf58476d1ce4e5b9;
	}
	return all ^ all >> 31;
}
