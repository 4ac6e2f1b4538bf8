/* cubin_loops: the loops of a kernel's machine code (cubin.h has the layout), for the time model: innermost ones
 * (emulator/cost/in_order.c), and those around others or with barriers or atomics (emulator/cost/around.c). */
#ifndef DEVICE_CUBIN_LOOPS_H
#define DEVICE_CUBIN_LOOPS_H

#include <stddef.h>
#include <stdint.h>

#include "emulator/work.h"

/* The loops of n bytes of code, which are not trusted, appended to `out` ({0} at first). Loops that call, or are too
 * long, are left out. */
void cubin_loops(const uint8_t *code, size_t n, int arch, struct em_loops *out);

#endif
