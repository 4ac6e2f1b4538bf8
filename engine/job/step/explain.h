/* explain: where it went wrong in the student's file, and what to do next: the lines around the place, from the verdict
 * and from the counters of each line.
 */
#ifndef JOB_EXPLAIN_H
#define JOB_EXPLAIN_H

#include "device/control.h"
#include "judge/result.h"

/* Fill r->excerpts and r->advice, once the verdict is decided. `source` is the student's file as it was compiled (NULL:
 * unknown), `lines` what each line counted in the perf case. */
void explain_result(struct result *r, const char *source, const struct device_line *lines, size_t n);
/* Does this line of C change something that it also reads: "a[i] += x", "a[i] = a[i] + x", "atomicAdd(&a[i], x)"? */
bool explain_updates(const char *line, size_t n);

#endif
