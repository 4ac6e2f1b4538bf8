/* doctor_probe: what the machine offers: sandbox, terminal, work folder. Nothing here changes anything. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
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

/* What keeps a file's code away from the machine. A student's own runs do without at need: it is the student's machine
 * and code. */
void doctor_sandbox(struct doctor *d, const struct install *in)
{
	struct sandbox s;
	const char *mend;

	if (!in->bin)
		return;
	install_sandbox(in, NULL, &s);
	mend = arena_printf(&d->arena, "Grading other people's files needs more: %s.", s.why);
	doctor_add(d, "sandbox", s.tier == SANDBOX_BWRAP ? HEALTH_OK : HEALTH_NOTE, s.words,
		s.tier == SANDBOX_BWRAP ? NULL : mend);
	sandbox_release(&s);
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
		snprintf(text, sizeof text, "%s%s", ws->work, fs_exists(ws->work) ? "" : " (not made yet)");
		doctor_add(d, "work folder", HEALTH_OK, text, NULL);
	}
	free(dir);
	progress_row(d, ws);
}
