/* ui_job: the engine's job in a thread of its own, so that the screens never wait. One at a time.
 *
 * The thread runs job_run and stores the attempt (over its own connection: another instance may hold the database for a
 * moment). What it is doing comes back through a pipe; the result is handed over once, by ui_job_take.
 */
#ifndef TUI_UI_JOB_H
#define TUI_UI_JOB_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"
#include "job/step/job.h"
#include "judge/result.h"
#include "judge/sweep.h"

struct ui_job_note { /* what is written to the pipe: small enough to be atomic */
	int stage, done, total;
	char text[200];
};

struct ui_job {
	bool running;   /* from ui_job_start to ui_job_take */
	bool cancelled; /* ui_job_cancel was called */
	const struct step *step;
	struct ui_job_note last;
	int64_t started_ns;
	/* The rest is between ui_job.c and its thread. */
	pthread_t thread;
	int events[2], cancel[2];
	atomic_bool finished;
	struct job_request request;
	char *root, *file, *cache, *work;
	bool record, sweep;
	struct result *result;
	struct sweep_report *swept;
	pthread_mutex_t lock; /* guards `rows`: what the sweep has so far */
	struct sweep_report rows;
	int status;
	struct err error, record_error;
};

struct ui_job_spec {
	const char *root, *file, *cache, *work;
	const struct step *step;
	enum device_choice device;
	uint64_t block; /* whose steps and accesses are kept */
	bool sweep;     /* sweep the step instead of judging it */
	bool record;    /* the student has changed the file: this run is an attempt */
	bool predicted;
	double prediction;
};

struct ui_job_end {
	struct result *result; /* the caller's (result_release, free); NULL when cancelled or refused, and of a sweep */
	bool sweep;
	struct sweep_report *swept; /* of a sweep; the caller's (sweep_free) */
	struct err error;           /* why there is no result */
	struct err record_error;    /* the attempt could not be stored */
};

void ui_job_init(struct ui_job *j);
int ui_job_start(struct ui_job *j, const struct ui_job_spec *spec, struct err *e);
/* The descriptor to poll while running. */
int ui_job_fd(const struct ui_job *j);
/* Read what the thread said into j->last. True when something new came. */
bool ui_job_read(struct ui_job *j);
/* Ask it to stop; returns at once. */
void ui_job_cancel(struct ui_job *j);
/* When it has ended: join it, fill `end`, true. Never waits for work, only for a thread that is on its way out. */
bool ui_job_take(struct ui_job *j, struct ui_job_end *end);
/* Cancel and wait for the end (leaving). */
void ui_job_stop(struct ui_job *j);
/* While a sweep runs: the rows that it has so far, for ui_job_sweep_done. NULL: it is none, or there is no row yet. */
const struct sweep_report *ui_job_sweep(struct ui_job *j);
void ui_job_sweep_done(struct ui_job *j);
void result_free(struct result *r);
void sweep_free(struct sweep_report *r);

#endif
