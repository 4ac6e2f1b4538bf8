/* ui_job: see ui_job.h. */
#include "tui/ui_job.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/proc.h"
#include "job/step/sweep.h"
#include "progress/progress.h"
#include "report/report.h"

void result_free(struct result *r)
{
	if (!r)
		return;
	result_release(r);
	free(r);
}

void sweep_free(struct sweep_report *r)
{
	if (!r)
		return;
	sweep_report_release(r);
	free(r);
}

void ui_job_init(struct ui_job *j)
{
	memset(j, 0, sizeof *j);
	j->events[0] = j->events[1] = j->cancel[0] = j->cancel[1] = -1;
}

static void close_pair(int fd[2])
{
	for (int i = 0; i < 2; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	fd[0] = fd[1] = -1;
}

/* From the thread. The pipe never blocks: a note that does not fit is dropped, the next one says more. */
static void on_event(void *user, const struct job_event *ev)
{
	struct ui_job *j = user;
	struct ui_job_note n;
	ssize_t ignored;

	memset(&n, 0, sizeof n);
	n.stage = ev->stage;
	n.done = ev->done;
	n.total = ev->total;
	snprintf(n.text, sizeof n.text, "%s", ev->text ? ev->text : "");
	ignored = write(j->events[1], &n, sizeof n);
	(void)ignored;
}

static void record(struct ui_job *j)
{
	struct progress *p = NULL;
	struct buf text;

	if (progress_open(&p, j->work, &j->record_error) < 0)
		return;
	buf_init(&text);
	if (j->record) {
		/* For the next session: the text of a terminal that all have. */
		report_text(j->result, &(struct text_style){ .utf8 = true, .width = 78 }, &text);
		if (progress_record(p, j->result, &j->record_error) == 0)
			progress_keep_report(p, j->result->step_id, text.data, &j->record_error);
	} else if (j->result->prediction.known) {
		progress_predicted(p, j->result->step_id, 0, j->result->prediction.close, &j->record_error);
	}
	buf_release(&text);
	progress_close(p);
}

/* From the thread: a row is there. The screen gets a copy of those that are done, which change no more. */
static void on_row(void *user, const struct sweep_report *r, size_t done)
{
	struct job_event ev = { JOB_CASE, (int)done, (int)r->nrows, NULL };
	struct ui_job *j = user;
	struct sweep_row *rows = xcalloc(r->nrows + 1, sizeof *rows);

	for (size_t i = 0; i < r->nrows && i < done; i++)
		rows[i] = r->rows[i];
	pthread_mutex_lock(&j->lock);
	free(j->rows.rows);
	j->rows = *r;
	j->rows.rows = rows;
	pthread_mutex_unlock(&j->lock);
	on_event(user, &ev);
}

static void run_sweep(struct ui_job *j)
{
	const struct job_request *q = &j->request;
	struct sweep_request rq = { .root = q->root,
		.cache = q->cache,
		.step = q->step,
		.file = q->file,
		.cancel_fd = q->cancel_fd,
		.on_row = on_row,
		.user = j };

	j->status = sweep_run(&rq, j->swept, &j->error);
	if (j->swept->file == q->file) /* it outlives this job */
		j->swept->file = q->step->file;
}

const struct sweep_report *ui_job_sweep(struct ui_job *j)
{
	if (!j->running || !j->sweep)
		return NULL;
	pthread_mutex_lock(&j->lock);
	if (j->rows.rows)
		return &j->rows;
	pthread_mutex_unlock(&j->lock);
	return NULL;
}

void ui_job_sweep_done(struct ui_job *j)
{
	pthread_mutex_unlock(&j->lock);
}

static void *run(void *user)
{
	struct ui_job *j = user;
	struct ui_job_note n;
	ssize_t ignored;

	if (j->sweep)
		run_sweep(j);
	else
		j->status = job_run(&j->request, j->result, &j->error);
	if (j->status == 0 && !j->sweep)
		record(j);
	atomic_store(&j->finished, true);
	memset(&n, 0, sizeof n);
	n.stage = JOB_DONE;
	ignored = write(j->events[1], &n, sizeof n); /* full: then it is readable anyway */
	(void)ignored;
	return NULL;
}

static void forget(struct ui_job *j)
{
	close_pair(j->events);
	close_pair(j->cancel);
	free(j->root);
	free(j->file);
	free(j->cache);
	free(j->work);
	free(j->rows.rows);
	j->rows.rows = NULL;
	pthread_mutex_destroy(&j->lock);
	j->root = j->file = j->cache = j->work = NULL;
	j->running = false;
}

int ui_job_start(struct ui_job *j, const struct ui_job_spec *spec, struct err *e)
{
	sigset_t all, old;
	int rc;

	ui_job_init(j);
	if (pipe2(j->events, O_CLOEXEC | O_NONBLOCK) < 0 || pipe2(j->cancel, O_CLOEXEC | O_NONBLOCK) < 0) {
		close_pair(j->events);
		return err_errno(e, "A pipe to the job could not be made");
	}
	atomic_init(&j->finished, false);
	j->step = spec->step;
	j->root = xstrdup(spec->root);
	j->file = xstrdup(spec->file);
	j->cache = spec->cache ? xstrdup(spec->cache) : NULL;
	j->work = xstrdup(spec->work);
	j->record = spec->record;
	j->sweep = spec->sweep;
	pthread_mutex_init(&j->lock, NULL);
	if (j->sweep) {
		j->swept = xcalloc(1, sizeof *j->swept);
	} else {
		j->result = xcalloc(1, sizeof *j->result);
		result_init(j->result);
	}
	j->request = (struct job_request){ .root = j->root,
		.cache = j->cache,
		.step = spec->step,
		.file = j->file,
		.device = spec->device,
		.cancel_fd = j->cancel[0],
		.trace = 8192,
		.block = spec->block,
		.observe = true, /* the question may be answered while this runs, or after it */
		.disassemble = spec->step->show_ptx,
		.predicted = spec->predicted,
		.prediction = spec->prediction,
		.on_event = on_event,
		.user = j };
	j->started_ns = time_now_ns();
	j->last.stage = JOB_COMPILING;
	/* Signals belong to the main thread. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	rc = pthread_create(&j->thread, NULL, run, j);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (rc != 0) {
		result_free(j->result);
		free(j->swept);
		j->result = NULL;
		j->swept = NULL;
		forget(j);
		errno = rc;
		return err_errno(e, "A thread for the job could not be started");
	}
	j->running = true;
	return 0;
}

int ui_job_fd(const struct ui_job *j)
{
	return j->running ? j->events[0] : -1;
}

bool ui_job_read(struct ui_job *j)
{
	struct ui_job_note n;
	bool any = false;

	while (j->running && read(j->events[0], &n, sizeof n) == (ssize_t)sizeof n) {
		j->last = n;
		any = true;
	}
	return any;
}

void ui_job_cancel(struct ui_job *j)
{
	ssize_t ignored;

	if (!j->running || j->cancelled)
		return;
	j->cancelled = true;
	ignored = write(j->cancel[1], "x", 1);
	(void)ignored;
}

bool ui_job_take(struct ui_job *j, struct ui_job_end *end)
{
	if (!j->running || !atomic_load(&j->finished))
		return false;
	pthread_join(j->thread, NULL);
	memset(end, 0, sizeof *end);
	end->error = j->error;
	end->record_error = j->record_error;
	end->sweep = j->sweep;
	if (j->status == 0) {
		end->result = j->result;
		end->swept = j->swept;
	} else {
		result_free(j->result);
		sweep_free(j->swept);
	}
	j->result = NULL;
	j->swept = NULL;
	forget(j);
	return true;
}

void ui_job_stop(struct ui_job *j)
{
	if (!j->running)
		return;
	ui_job_cancel(j);
	pthread_join(j->thread, NULL);
	result_free(j->result);
	sweep_free(j->swept);
	j->result = NULL;
	j->swept = NULL;
	forget(j);
}
