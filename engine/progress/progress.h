/* progress: what a student has done, in SQLite (work/progress.db, WAL, so that two instances and a kill at any moment are safe).
 * A failure to write (full disk) is reported and loses nothing that was stored before. */
#ifndef PROGRESS_PROGRESS_H
#define PROGRESS_PROGRESS_H

#include "base/err.h"
#include "judge/result.h"

struct progress;
struct progress_step {
	int attempts;
	bool passed;             /* ever */
	enum verdict last;       /* of the newest attempt; VERDICT_TODO when there is none */
	int hints_shown;
	bool predicted; double prediction;
	double best_time_us;     /* of passing attempts, 0 = none */
};
int progress_open(struct progress **p, const char *work_dir, struct err *e);
void progress_close(struct progress *p);
int progress_record(struct progress *p, const struct result *r, struct err *e);
int progress_get(struct progress *p, const char *step_id, struct progress_step *out, struct err *e);
int progress_reveal_hint(struct progress *p, const char *step_id, int shown, struct err *e);
int progress_predict(struct progress *p, const char *step_id, double value, struct err *e);
/* Forget predictions and hints of a step (reset); attempts stay: they are history. */
int progress_reset(struct progress *p, const char *step_id, struct err *e);

#endif
