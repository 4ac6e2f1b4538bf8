/* scratch: the private folder of a job. One that was killed leaves its folder behind; the next start of ours removes
 * it.
 */
#ifndef JOB_SCRATCH_H
#define JOB_SCRATCH_H

#include "base/err.h"

/* path: NULL when there is none. owner: the folder, opened; its lock says that its process lives. */
struct scratch {
	char *path;
	int owner;
};

/* Make a fresh folder in the temporary folder, after scratch_sweep(). -1: ERR_ENV. */
int scratch_open(struct scratch *s, struct err *e);
/* Remove it with all that is in it. A struct of zeros, or one that was never opened, is fine. */
void scratch_close(struct scratch *s);
/* Remove the folders that processes of this user's have left which are no more. Those of others, and of the living, are
 * not touched. Says nothing when it can't. */
void scratch_sweep(void);

#endif
