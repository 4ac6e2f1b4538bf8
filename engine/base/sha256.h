/* sha256: FIPS 180-4. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
	uint32_t h[8];
	uint64_t bytes;
	unsigned char block[64];
};
void sha256_init(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *p, size_t n);
/* 64 hexadecimal digits and a NUL. */
void sha256_hex(struct sha256 *s, char hex[65]);

#endif
