/* hash: 64 bits of some bytes, to tell whether they have changed: two contents that differ come out alike once in 2^64.
 * No protection against somebody who wants that (base/sha256.h). */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t hash_bytes(const void *bytes, size_t n);

#endif
