/* explain: from counters per source line to a sentence for the student: which line moved most of the wasted sectors. */
#ifndef JOB_EXPLAIN_H
#define JOB_EXPLAIN_H

#include "device/control.h"
#include "judge/result.h"

/* Add a note for each memory access pattern that wastes traffic, naming the worst line of `file` (the student's). */
void explain_lines(struct result *r, const char *file, const struct device_line *lines, size_t n);

#endif
