/* pictures: what a result takes from a run to draw pictures of: accesses, PTX, how much the GPU can do. */
#ifndef JOB_PICTURES_H
#define JOB_PICTURES_H

#include "job/run/observe.h"
#include "job/run/runner.h"

/* Of the perf case: the accesses to memory in lines of `file`. */
void pictures_of_run(struct result *r, const char *file, const struct run_outcome *o);
/* The PTX of the student's object and, where the step is about that, of its variants; o: where they were compiled,
 * NULL: nowhere. */
void pictures_of_listings(struct result *r, const char *so, const struct observe *o);
/* The SASS of the same programs, which nvdisasm makes of the machine code in their objects: r->sass, or r->no_sass. */
struct sass_tools {
	const struct toolchain *toolchain;
	struct sandbox *sandbox; /* for the student's */
	const char *scratch;
	int arch;
	int cancel_fd;
};
void pictures_of_sass(struct result *r, const char *so, const struct observe *o, const struct sass_tools *k);
/* What the lines of a file counted, of all that a run reports; *kept of them. */
struct line_count *pictures_of_lines(
	struct arena *a, const char *file, const struct device_line *lines, size_t n, size_t *kept);
/* The reference's text and what its lines counted in the perf case; o: what it did there. */
void pictures_of_reference(struct result *r, const struct run_outcome *o);
/* How much the emulated GPU can do, from its profile; NULL = the default one. */
struct roof pictures_roof(const char *profile);

#endif
