/* cheats: programs that verify makes of a step's declaration, none of which may pass: nobody did the work, the host did
 * it, one thread did it, or it was done for the sizes that everybody knows. kernels/verify/cheats.cu is all of them; it
 * finds the declaration, and the right answers, which the reference of the job has made, in a file beside its object.
 */
#ifndef JOB_CHEATS_H
#define JOB_CHEATS_H

#include "job/run/truth.h"
#include "job/step/job.h"

struct cheat {
	int how;          /* the way's number in cheats.cu */
	const char *what; /* for who reads what verify says: "one thread does it all" */
	unsigned trust;   /* TRUST_*: off, because the cheat stands for a program that computes on the device */
	bool by_values;   /* a missed gate is no refusal: what counts are the values */
	/* Where a program that is no cheat (its number) passes, too, this one may: -1 none. */
	int unless;
};
size_t cheats_count(void);
const struct cheat *cheats_nth(size_t i);

/* The file (malloc'd) that is judged for every cheat of every step. */
char *cheats_file(const char *root);
/* Put that file into the folder of the object, for way number `how`. */
int cheats_answers(const struct truth *t, int how, const char *folder, struct err *e);

#endif
