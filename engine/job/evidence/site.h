/* site: the source line of a call's site (device/control.h, struct device_block), by asking addr2line, which
 * comes with every host compiler that nvcc can use. For programs that a person runs, not for files that are judged: it
 * reads the files that a site names.
 */
#ifndef JOB_SITE_H
#define JOB_SITE_H

#include "base/arena.h"

/* "at reduce.cu:30" when the program was compiled with -g, "in main()" when its symbols are there, else NULL. `left`
 * bounds how many may still be looked up; at 0 the answer is NULL. Frames in the toolkit's and the system's headers are
 * passed over: cudaMalloc's own template is nobody's line. */
const char *site_words(struct arena *a, const char *site, int *left);

#endif
