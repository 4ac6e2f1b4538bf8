/* soundness: what can be said about a lab without running it, for `warplings verify`: files that nobody declared,
 * hints, starters that drifted, sizes that no case tries. What needs a run (starter fails, solution passes) is job's.
 */
#ifndef LAB_SOUNDNESS_H
#define LAB_SOUNDNESS_H

#include "base/arena.h"
#include "lab/lab.h"

struct finding {
	const char *file; /* relative to the root */
	int line;         /* 0 = of the whole file */
	const char *text; /* a sentence */
};
struct findings {
	struct arena arena;
	struct finding *v;
	size_t n, cap;
};
void findings_init(struct findings *f);
void findings_release(struct findings *f);
/* One sentence about a file, without control characters: file names are foreign. */
void lab_finding(struct findings *f, const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* All checks of one lab (of a broken one: its manifest error alone). -1 when a folder or file can't be read (ERR_ENV).
 */
int lab_soundness(const struct catalogue *c, const struct lab *l, struct findings *f, struct err *e);
/* Files in the lab's two folders that neither the manifest nor the convention names. */
int lab_undeclared_files(const struct catalogue *c, const struct lab *l, struct findings *f, struct err *e);

#endif
