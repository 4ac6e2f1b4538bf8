/* workspace.c: where labs and a student's work are, and the student's files in it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "job/step/job.h"

/* The nearest folder at or above `from` that holds labs/. */
static char *upwards(const char *from)
{
	char *dir = xstrdup(from);

	for (;;) {
		char *labs = xasprintf("%s/labs", dir);
		bool found = fs_is_dir(labs);
		char *slash;

		free(labs);
		if (found)
			return dir;
		slash = strrchr(dir, '/');
		if (!slash || slash == dir)
			break;
		*slash = '\0';
	}
	free(dir);
	return NULL;
}

/* What `start` wrote into the mark: the folder of labs that this work is for. NULL: those of the installation. */
static char *labs_of(const char *work)
{
	char *mark = xasprintf("%s/" WORKSPACE_MARK, work), *labs = NULL;
	struct buf b;

	buf_init(&b);
	if (!fs_read_plain(mark, PATH_MAX, &b, NULL) && b.len > 1 && *b.data == '/')
		labs = xstrndup(b.data, strcspn(b.data, "\n"));
	buf_release(&b);
	free(mark);
	return labs;
}

int workspace_find(struct workspace *w, struct err *e)
{
	const char *root = getenv("WARPLINGS_ROOT"), *work = getenv("WARPLINGS_WORK");
	char *exe = fs_exe_dir();

	w->root = w->work = w->labs = NULL;
	if (root && *root) {
		char *labs = xasprintf("%s/labs", root);

		if (fs_is_dir(labs))
			w->root = realpath(root, NULL);
		free(labs);
	} else if (exe) {
		w->root = upwards(exe);
	}
	free(exe);
	if (!w->root)
		return err_set(e, ERR_ENV,
			"no folder labs/ was found %s; WARPLINGS_ROOT names the folder that holds it",
			root && *root ? "under WARPLINGS_ROOT" : "above this program");
	if (work && *work)
		w->work = xstrdup(work);
	else if (fs_exists("work/" WORKSPACE_MARK))
		w->work = xstrdup("work");
	else if (!access(w->root, W_OK))
		w->work = xasprintf("%s/work", w->root);
	else
		w->work = xstrdup("work"); /* an installation that many share */
	w->labs = labs_of(w->work);
	return 0;
}

void workspace_release(struct workspace *w)
{
	free(w->root);
	free(w->work);
	free(w->labs);
	w->root = w->work = w->labs = NULL;
}

char *workspace_file(const struct workspace *w, const struct step *s, bool create, struct err *e)
{
	char *dir = xasprintf("%s/%s", w->work, s->lab->id);
	char *path = xasprintf("%s/%s", dir, s->file);
	int rc = 0;

	if (create && !fs_exists(path)) {
		rc = fs_mkdir_p(dir, e);
		if (!rc)
			rc = fs_copy(s->starter, path, e);
	}
	free(dir);
	if (rc) {
		free(path);
		return NULL;
	}
	return path;
}

char *workspace_cache(const struct workspace *w)
{
	return xasprintf("%s/.cache", w->work);
}

bool workspace_attempted(const struct workspace *w, const struct step *s)
{
	char *path = workspace_file(w, s, false, NULL);
	struct buf mine, starter;
	bool differs = false;

	buf_init(&mine);
	buf_init(&starter);
	if (fs_exists(path)) /* what can't be read or is too large is no starter either */
		differs = fs_read(path, 16u << 20, &mine, NULL) || fs_read(s->starter, 16u << 20, &starter, NULL) ||
			mine.len != starter.len || memcmp(mine.data, starter.data, mine.len);
	buf_release(&mine);
	buf_release(&starter);
	free(path);
	return differs;
}

int workspace_reset(const struct workspace *w, const struct step *s, struct err *e)
{
	char *path = workspace_file(w, s, true, e);
	int rc = path ? fs_copy(s->starter, path, e) : -1;

	free(path);
	return rc;
}
