/* loop: the rounds of the UI, with a person or with a script. Nothing in a round blocks but the wait at its beginning.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/proc.h"
#include "tui/app.h"
#include "report/doc/text.h"

#define TICK_MS 100  /* while something is going on */
#define IDLE_MS 1000 /* the file is looked at this often, for file systems without inotify */
#define SCRIPT_WAIT_MS 60000

/* What came from the job and from the file system. True when the picture may have changed. */
static bool go_round(struct app *a)
{
	struct ui_job_end end;
	int64_t now = time_now_ns();
	bool changed = false;

	while (ui_job_read(&a->job)) {
		if (a->job.last.text[0])
			buf_printf(&a->job_log, "%s\n", a->job.last.text);
		app_stale(a);
		changed = true;
	}
	if (ui_job_take(&a->job, &end)) {
		app_job_ended(a, &end);
		changed = true;
	}
	watch_poll(&a->watch, now);
	if (a->prompt.kind != PROMPT_RESET && watch_saved(&a->watch, now) && a->watch_step >= 0) {
		app_refresh_step(a, a->watch_step);
		app_run(a, a->watch_step);
		changed = true;
	}
	return changed;
}

static int timeout_ms(const struct app *a)
{
	if (a->watch.due_ns)
		return 20;
	return a->job.running ? TICK_MS : IDLE_MS;
}

static void wait_round(struct app *a)
{
	struct pollfd fds[4];
	int n = 0;

	if (a->job.running)
		fds[n++] = (struct pollfd){ ui_job_fd(&a->job), POLLIN, 0 };
	if (a->watch.fd >= 0)
		fds[n++] = (struct pollfd){ a->watch.fd, POLLIN, 0 };
	tty_wait(&a->tty, fds, n, timeout_ms(a));
}

static void resize(struct app *a)
{
	if (a->tty.resized)
		app_stale(a);
	a->tty.resized = false;
}

static int person(struct app *a)
{
	int key;
	bool changed;

	while (!a->quit && !a->tty.stop) {
		wait_round(a);
		if (a->tty.stop)
			break;
		while (!a->quit && (key = tty_key(&a->tty)) != KEYC_NONE) {
			app_key(a, key);
			resize(a);
			app_paint(a);
		}
		/* Of a run that goes on the seconds are shown; where nothing happens nothing is painted. */
		changed = go_round(a) || a->tty.resized || a->job.running;
		resize(a);
		if (changed)
			app_paint(a);
	}
	return 0;
}

static int dump(struct app *a, const char *name, struct err *e)
{
	const char *folder = a->o->dump ? a->o->dump : ".";
	char *path = xasprintf("%s/%s.txt", folder, name);
	struct buf b;
	int rc;

	buf_init(&b);
	tty_dump(&a->tty, &b);
	rc = fs_mkdir_p(folder, e) < 0 ? -1 : fs_write_atomic(path, b.data, b.len, 0644, e);
	buf_release(&b);
	free(path);
	return rc;
}

static bool shows(struct app *a, const char *text)
{
	struct buf b;
	bool found;

	buf_init(&b);
	tty_dump(&a->tty, &b);
	found = strstr(b.data, text) != NULL;
	buf_release(&b);
	return found;
}

/* Rounds until the screen shows `text`. */
static int wait_for(struct app *a, const char *path, const struct script_command *c, struct err *e)
{
	int64_t until = time_now_ns() + SCRIPT_WAIT_MS * 1000000LL;

	for (;;) {
		go_round(a);
		app_paint(a);
		if (shows(a, c->text))
			return 0;
		if (time_now_ns() > until) {
			dump(a, "failed", NULL);
			return err_at(e, ERR_USAGE, path, c->line, 0,
				"\"%s\" did not appear within %d s; the screen is in failed.txt.", c->text,
				SCRIPT_WAIT_MS / 1000);
		}
		wait_round(a);
	}
}

static int command(struct app *a, const struct script *s, const struct script_command *c, struct err *e)
{
	switch (c->verb) {
	case SCRIPT_PRESS:
		for (size_t i = 0; i < c->nkeys && !a->quit; i++) {
			app_key(a, c->keys[i]);
			app_paint(a);
		}
		return 0;
	case SCRIPT_TYPE:
		for (size_t i = 0, n = strlen(c->text); i < n && !a->quit;) {
			uint32_t cp;

			i += text_next(c->text + i, n - i, &cp);
			app_key(a, (int)cp);
		}
		return 0;
	case SCRIPT_WAIT: return wait_for(a, s->path, c, e);
	case SCRIPT_SIZE: tty_resize(&a->tty, c->rows, c->cols); return 0;
	default: return dump(a, c->text, e);
	}
}

static int scripted(struct app *a, struct script *s, struct err *e)
{
	while (s->at < s->ncommands && !a->quit) {
		if (command(a, s, &s->commands[s->at++], e) < 0)
			return -1;
		go_round(a);
		resize(a);
		app_paint(a);
	}
	return 0;
}

int app_loop(struct app *a, struct script *s, struct err *e)
{
	app_paint(a);
	app_load_progress(a);
	app_paint(a);
	return s ? scripted(a, s, e) : person(a);
}
