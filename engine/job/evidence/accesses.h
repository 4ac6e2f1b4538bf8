/* accesses: those of one warp that the emulated device kept, from its report to plain data that reports draw. */
#ifndef JOB_ACCESSES_H
#define JOB_ACCESSES_H

#include "base/arena.h"
#include "device/control.h"
#include "judge/access.h"

/* Everything is scrubbed and copied into the arena; asked may be NULL. */
struct access_list accesses_of_report(
	struct arena *a, const struct device_report *rep, const struct device_record *asked);
/* Only accesses of the file that nvcc knew by this base name; they get the name `shown`. */
void accesses_of_file(struct access_list *l, const char *compiled, const char *shown);

#endif
