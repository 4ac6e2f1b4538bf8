/* progress: what a student has done, in SQLite (work/progress.db). Every attempt is kept; nothing here ever deletes
 * one.
 *
 * Safe with two instances at once, a kill at any moment and a full disk: every change is one transaction under a
 * rollback journal with full syncs. (Not WAL: its shared memory does not work on the network file systems that homes on
 * clusters lie on, and a student who copies progress.db alone must copy all of it.) A failure to write is reported and
 * loses nothing that was stored before. A damaged file, a foreign one and one of a newer Warplings are each refused
 * with a sentence, and left as they are.
 */
#ifndef PROGRESS_PROGRESS_H
#define PROGRESS_PROGRESS_H

#include "base/err.h"
#include "judge/history.h"
#include "judge/result.h"
#include "judge/sweep.h"

struct progress;
struct progress_step {
	int attempts;
	bool passed;       /* ever */
	enum verdict last; /* of the newest attempt; VERDICT_TODO when there is none */
	int hints_shown;
	bool predicted; /* the answer to the step's first question */
	double prediction;
	double best_time_us; /* of passing attempts, 0 = none; of measured ones when there are any, else of modelled
				ones */
	enum time_kind best_time_kind;
	char best_time_device[96];
	bool fast;              /* an attempt that passed was as fast as the reference beside it (result_as_fast) */
	int gates, gates_met;   /* of the newest attempt whose answer was right; 0: none */
	int predictions, close; /* answers that were compared, and how many of them were close */
};
/* Stars of a step: passed; as fast as the reference; each prediction close (where the step asks: `asks`). Without a
 * pass there is none. *of: how many the step has. */
int progress_stars(const struct progress_step *s, bool asks, int *of);
/* Open, making folder and file where they are missing. ERR_ENV with a full sentence otherwise. */
int progress_open(struct progress **p, const char *work_dir, struct err *e);
/* The same without making anything: *p is NULL (and every progress_get on it says "no attempts") when there is no file
 * yet. */
int progress_open_existing(struct progress **p, const char *work_dir, struct err *e);
void progress_close(struct progress *p); /* NULL is fine */
/* Store an attempt, and whether its prediction was close. A result that was not judged (the environment's fault) or is
 * to do is no attempt. */
int progress_record(struct progress *p, const struct result *r, struct err *e);
int progress_get(struct progress *p, const char *step_id, struct progress_step *out, struct err *e);
/* At least `shown` hints of this step have been shown. Never goes back. */
int progress_reveal_hint(struct progress *p, const char *step_id, int shown, struct err *e);
/* The answer to question `question` (from 0) of a step, in place of an earlier one. */
int progress_predict(struct progress *p, const char *step_id, int question, double value, struct err *e);
/* That answer has been compared with what the program that it is about did. */
int progress_predicted(struct progress *p, const char *step_id, int question, bool close, struct err *e);
/* The same for an answer of any kind, in its stored form (judge/answer.h). */
int progress_answer(struct progress *p, const char *step_id, int question, const char *answer, struct err *e);
/* The stored answer (malloc'd), or NULL where there is none or it can't be read. */
char *progress_answer_get(struct progress *p, const char *step_id, int question);
/* Compare answers of all kinds that prediction.h does not with a result, and remember which were close. `answers`: one
 * for each question of the step, NULL where there is none. */
int progress_compare(struct progress *p, const struct result *r, char *const *answers, struct err *e);
/* The same for rows that are about a sweep. */
int progress_compare_sweep(struct progress *p, const struct sweep_report *r, char *const *answers, struct err *e);
/* How many answers that were compared were close, of one step or (NULL) of all. */
int progress_calibration(struct progress *p, const char *step_id, int *close, int *compared, struct err *e);
/* What the newest run of a step said, as text; NULL from progress_report: nothing is kept (malloc'd). */
int progress_keep_report(struct progress *p, const char *step_id, const char *text, struct err *e);
char *progress_report(struct progress *p, const char *step_id);
/* The newest 200 attempts at a step, oldest first, appended to *h (history_init before, history_release after). */
int progress_history(struct progress *p, const char *step_id, struct history *h, struct err *e);
/* Where the student left off, in the UI's own words, which begin with a step's id; NULL: nothing is kept (malloc'd). */
int progress_keep_place(struct progress *p, const char *place, struct err *e);
char *progress_place(struct progress *p);
/* Forget predictions and hints of a step (reset); attempts stay: they are history. */
int progress_reset(struct progress *p, const char *step_id, struct err *e);
/* Read the whole file for damage (doctor). */
int progress_check(struct progress *p, struct err *e);

#endif
