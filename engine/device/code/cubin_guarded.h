/* cubin_guarded: what of a kernel's machine code (cubin.h has the layout) stands under predicates, and what is branched
 * around, for the counters (emulator/run/guarded.c). */
#ifndef DEVICE_CUBIN_GUARDED_H
#define DEVICE_CUBIN_GUARDED_H

#include <stddef.h>
#include <stdint.h>

#include "emulator/work.h"

/* Of n bytes of code, which are not trusted. known 0: there are too many of either. */
struct em_guarded cubin_guarded(const uint8_t *code, size_t n, int arch);

#endif
