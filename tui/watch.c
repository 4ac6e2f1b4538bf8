/* watch: see watch.h. */
#include "tui/watch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

/* Editors write, rename and touch within a few milliseconds of each other; a run must see the last of it. */
#define SETTLE_NS (60 * 1000000LL)
/* A change without news that its writer has closed the file: it is being written, or from another machine, of which no
 * news comes. */
#define UNCLOSED_NS (2000 * 1000000LL)

static bool identify(const char *path, struct watch_id *id)
{
	struct stat st;

	memset(id, 0, sizeof *id);
	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return false;
	id->dev = st.st_dev;
	id->ino = st.st_ino;
	id->size = st.st_size;
	id->mtime_ns = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
	return true;
}

static bool same(const struct watch_id *a, const struct watch_id *b)
{
	return a->dev == b->dev && a->ino == b->ino && a->size == b->size && a->mtime_ns == b->mtime_ns;
}

void watch_init(struct watch *w)
{
	memset(w, 0, sizeof *w);
	w->fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	w->wd = -1;
}

static void unwatch(struct watch *w)
{
	if (w->fd >= 0 && w->wd >= 0)
		inotify_rm_watch(w->fd, w->wd);
	free(w->path);
	free(w->folder);
	free(w->name);
	w->path = w->folder = w->name = NULL;
	w->wd = -1;
	w->due_ns = 0;
}

void watch_release(struct watch *w)
{
	unwatch(w);
	if (w->fd >= 0)
		close(w->fd);
	w->fd = -1;
}

static void add(struct watch *w)
{
	if (w->fd >= 0)
		w->wd = inotify_add_watch(w->fd, w->folder, IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR);
}

void watch_file(struct watch *w, const char *path)
{
	const char *slash;

	if (path && w->path && !strcmp(path, w->path))
		return;
	unwatch(w);
	if (!path)
		return;
	slash = strrchr(path, '/');
	w->path = xstrdup(path);
	w->folder = slash ? xstrndup(path, (size_t)(slash - path)) : xstrdup(".");
	w->name = xstrdup(slash ? slash + 1 : path);
	identify(path, &w->seen);
	add(w);
}

void watch_forget(struct watch *w)
{
	if (w->path)
		identify(w->path, &w->seen);
	w->due_ns = 0;
}

void watch_poll(struct watch *w, int64_t now_ns)
{
	char events[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	struct watch_id id;
	ssize_t n;
	bool lost = false, touched = false;

	while (w->fd >= 0 && (n = read(w->fd, events, sizeof events)) > 0)
		for (char *p = events; p < events + n;) {
			struct inotify_event *ev = (struct inotify_event *)p;

			lost = lost || (ev->wd == w->wd && (ev->mask & IN_IGNORED));
			/* A write that ended is a save, even where the clock of the file system is too coarse to show
			 * it. */
			touched = touched ||
				(ev->wd == w->wd && ev->len > 0 && w->name && !strcmp(ev->name, w->name) &&
					(ev->mask & (IN_CLOSE_WRITE | IN_MOVED_TO)));
			p += sizeof *ev + ev->len;
		}
	if (!w->path)
		return;
	if (lost || w->wd < 0) /* the folder was removed or replaced */
		add(w);
	if (!identify(w->path, &id))
		return; /* in the middle of a rename; the new file will be another one */
	if (touched || !same(&id, &w->seen)) {
		w->seen = id;
		w->due_ns = now_ns + (touched || w->wd < 0 ? SETTLE_NS : UNCLOSED_NS);
	}
}

bool watch_saved(struct watch *w, int64_t now_ns)
{
	if (w->due_ns == 0 || now_ns < w->due_ns)
		return false;
	w->due_ns = 0;
	return true;
}
