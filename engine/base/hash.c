/* hash: see hash.h. Words of eight bytes, then what is left (as FNV-1a does it). */
#include "base/hash.h"

#include <string.h>

uint64_t hash_bytes(const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	uint64_t h = n + 1, v;

	for (; n >= sizeof v; n -= sizeof v, p += sizeof v) {
		memcpy(&v, p, sizeof v);
		h = (h ^ v) * 0x9e3779b97f4a7c15ull;
		h ^= h >> 29;
	}
	for (; n; n--)
		h = (h ^ *p++) * 0x100000001b3ull;
	return h;
}
