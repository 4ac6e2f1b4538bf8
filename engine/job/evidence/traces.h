/* traces: what the device recorded of a block (device/control.h), as the reports know it. */
#ifndef JOB_TRACES_H
#define JOB_TRACES_H

#include "base/arena.h"
#include "device/control.h"
#include "judge/trace.h"

struct trace trace_of_report(struct arena *a, const struct device_report *rep, const struct device_record *asked);
/* Lines of the file that was compiled under the name `compiled` keep their file, as `shown`; others lose it. */
void trace_of_file(struct trace *t, const char *compiled, const char *shown);

#endif
