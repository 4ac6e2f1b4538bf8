/* doctor_probe: what the machine offers: sandbox, terminal, work folder. Nothing here changes anything. */
#include <errno.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc.h"
#include "cli/doctor.h"

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444 /* the same number on every architecture */
#endif

void doctor_init(struct doctor *d)
{
	memset(d, 0, sizeof *d);
	arena_init(&d->arena);
}

void doctor_release(struct doctor *d)
{
	arena_release(&d->arena);
}

struct finding_row *doctor_add(
	struct doctor *d, const char *what, enum health health, const char *found, const char *mend)
{
	struct finding_row *row = ARENA_PUSH(&d->arena, d->rows, d->n, d->cap);

	row->what = what;
	row->health = health;
	row->found = arena_strdup(&d->arena, found);
	row->mend = mend ? arena_strdup(&d->arena, mend) : NULL;
	return row;
}

bool doctor_healthy(const struct doctor *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->rows[i].health == HEALTH_BAD)
			return false;
	return true;
}

/* The first line of what a helper prints, or NULL when it can't be run or fails. */
static char *first_line(struct arena *a, const char *const *argv)
{
	struct proc_spec spec;
	struct proc p;
	char *line = NULL;

	memset(&spec, 0, sizeof spec);
	spec.argv = argv;
	spec.capture = true;
	if (proc_run(&p, &spec, 5000, -1, NULL) == 0 && p.exited && p.code == 0)
		line = arena_strndup(a, p.out.data, strcspn(p.out.data, "\n"));
	proc_release(&p);
	return line;
}

/* Is there a box to run strangers' code in? A student's own runs don't need one: it is the student's machine and code.
 */
void doctor_sandbox(struct doctor *d)
{
	static const char *const version[] = { "bwrap", "--version", NULL };
	static const char *const trial[] = { "bwrap", "--unshare-all", "--ro-bind", "/", "/", "--dev", "/dev", "true",
		NULL };
	static const char *const no_user[] = { "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "true", NULL };
	char *bwrap = first_line(&d->arena, version);
	bool full = bwrap && first_line(&d->arena, trial), some = bwrap && (full || first_line(&d->arena, no_user));
	long landlock = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1u /* LANDLOCK_CREATE_RULESET_VERSION */);
	unsigned action = SECCOMP_RET_KILL_PROCESS;
	bool seccomp = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
	struct buf b;

	buf_init(&b);
	buf_puts(&b,
		!bwrap       ? "no bubblewrap" :
			full ? bwrap :
			some ? "bubblewrap without namespaces of its own" :
			       "bubblewrap is there, but can't make a box");
	if (landlock > 0)
		buf_printf(&b, ", Landlock %ld", landlock);
	else
		buf_puts(&b, ", no Landlock");
	buf_puts(&b, seccomp ? ", seccomp" : ", no seccomp");
	if (seccomp && some)
		doctor_add(d, "sandbox", HEALTH_OK, b.data, NULL);
	else
		doctor_add(d, "sandbox", HEALTH_NOTE, b.data,
			!bwrap ? "Only grading other people's files needs it: install bubblewrap (apt-get install "
				 "bubblewrap)." :
				 "Only grading other people's files needs it: the kernel or the container forbids "
				 "boxes here.");
	buf_release(&b);
}

void doctor_terminal(struct doctor *d, const struct text_style *st)
{
	const char *term = getenv("TERM");
	bool tty = isatty(0) && isatty(1), named = term && *term && strcmp(term, "dumb") != 0;
	char text[256];

	if (!tty) {
		doctor_add(d, "terminal", HEALTH_NOTE, "none here: `warplings` prints plain lines", NULL);
		return;
	}
	if (!named) {
		doctor_add(d, "terminal", HEALTH_NOTE,
			"TERM names no terminal that can show screens: `warplings` prints plain lines",
			"Set TERM, for instance to xterm-256color.");
		return;
	}
	snprintf(text, sizeof text, "%.64s, %d columns, %s, %s", term, st->width, st->utf8 ? "UTF-8" : "ASCII only",
		st->color ? "colours" : "no colours");
	doctor_add(d, "terminal", HEALTH_OK, text, st->utf8 ? NULL : "For UTF-8, set LANG to C.UTF-8.");
}

/* The folder itself, or the one in which it would be made. */
static char *nearest(const char *path)
{
	char *dir = path[0] == '/' ? xstrdup(path) : xasprintf("./%s", path);

	while (!fs_exists(dir)) {
		char *slash = strrchr(dir, '/');

		if (!slash || slash == dir)
			break;
		*slash = '\0';
	}
	return dir;
}

static void progress_row(struct doctor *d, const struct workspace *ws)
{
	struct progress *p = NULL;
	struct err e = ERR_INIT;
	char text[sizeof e.msg + sizeof e.file + 64];

	if (progress_open_existing(&p, ws->work, &e) || progress_check(p, &e))
		doctor_add(d, "progress", HEALTH_NOTE, err_text(&e, text, sizeof text),
			"Until then runs are judged, but not recorded.");
	else
		doctor_add(d, "progress", HEALTH_OK, p ? "progress.db is sound" : "none yet", NULL);
	progress_close(p);
}

void doctor_work(struct doctor *d, const struct workspace *ws)
{
	char *dir = nearest(ws->work);
	struct statvfs fs;
	char text[1024];

	if (!fs_is_dir(dir)) {
		snprintf(text, sizeof text, "%s is not a folder", dir);
		doctor_add(
			d, "work folder", HEALTH_BAD, text, "Move it away, or name another folder in WARPLINGS_WORK.");
	} else if (access(dir, W_OK | X_OK)) {
		snprintf(text, sizeof text, "%s can't be written: %s", dir, strerror(errno));
		doctor_add(d, "work folder", HEALTH_BAD, text, "Name a folder of your own in WARPLINGS_WORK.");
	} else if (statvfs(dir, &fs) == 0 && (uint64_t)fs.f_bavail * fs.f_frsize < 4u << 20) {
		snprintf(text, sizeof text, "the disk of %s is full", dir);
		doctor_add(d, "work folder", HEALTH_BAD, text,
			"Free some space, or name another folder in WARPLINGS_WORK.");
	} else {
		snprintf(text, sizeof text, "%s%s", ws->work, strcmp(dir, ws->work) == 0 ? "" : " (not made yet)");
		doctor_add(d, "work folder", HEALTH_OK, text, NULL);
	}
	free(dir);
	progress_row(d, ws);
}
