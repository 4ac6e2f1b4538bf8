/* ptxas: what the options that a program was assembled with change in its results. nvcc writes the options (-Xptxas and
 * its own, as one line) beside the PTX of each fatbin, also where machine code was made of it (fatbin.h); ptxas writes
 * those that it got into the machine code (cubin.h), nvcc's own --Ofast-compile among them.
 *
 * Which options do, and how ptxas 13.0 reads them, was seen in the machine code that it made for sm_75, sm_80 and
 * sm_90: --fmad false, --opt-level 0 and
 * --Ofast-compile max, each alone, leave every product and sum an instruction of its own; other levels, --lineinfo,
 * --dont-merge-basicblocks and
 * --allow-expensive-optimizations change nothing in that. Of an option that is given twice the last counts.
 */
#ifndef DEVICE_PTXAS_H
#define DEVICE_PTXAS_H

#include <stdbool.h>
#include <stddef.h>

/* The options' text, n bytes (hostile, need not end in NUL) -> are products that go into sums rounded apart from them?
 * Words that are no options are passed over. NULL with n 0 is no text: false, as without any option. (.target ...,
 * debug, which says so too, stands in the PTX.) */
bool ptxas_rounds_apart(const char *options, size_t n);

#endif
