/* scratch.c: see scratch.h. Who owns a folder holds a lock on the folder itself as long as it lives, whatever ends it:
 * that also tells apart processes of containers that share /tmp, where a process has another number. A sweeper that
 * gets the lock keeps it until the folder is gone. So an owner that comes second, between its mkdir and its lock, sees
 * that and makes another folder; and a folder without a lock is nobody's, at whatever point its owner was killed. Where
 * a file system has no locks for folders, one is swept only when the process in its name is gone and it is older than
 * ten minutes. */
#include "job/parts/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"

#define PREFIX "warplings-job-"
enum { OLD_SECONDS = 600, TRIES = 100 };

/* Open the folder and lock it. *fd: -1 without a lock. 0; 1: somebody else holds the lock; -1: there are no locks here.
 */
static int lock(const char *dir, int *fd)
{
	int r;

	*fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	r = *fd < 0 ? -1 : !flock(*fd, LOCK_EX | LOCK_NB) ? 0 : errno == EWOULDBLOCK ? 1 : -1;
	if (*fd >= 0 && r) {
		close(*fd);
		*fd = -1;
	}
	return r;
}

static bool old(const struct stat *st, int pid)
{
	return time(NULL) - st->st_mtime > OLD_SECONDS && kill(pid, 0) && errno == ESRCH;
}

/* Remove the folder of a process that is gone. */
static void sweep_folder(const char *path, const struct stat *st, int pid)
{
	int fd, held = lock(path, &fd);

	if (held == 0 || (held < 0 && old(st, pid)))
		fs_remove_tree(path, NULL);
	if (fd >= 0)
		close(fd);
}

static void sweep(const char *base)
{
	char **names;
	size_t n;

	if (fs_list(base, &names, &n, NULL))
		return;
	for (size_t i = 0; i < n; i++) {
		char *path;
		struct stat st;
		int pid;

		if (sscanf(names[i], PREFIX "%d-", &pid) != 1 || pid < 2)
			continue;
		path = xasprintf("%s/%s", base, names[i]);
		if (!lstat(path, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid())
			sweep_folder(path, &st, pid);
		free(path);
	}
	fs_names_free(names, n);
}

/* Lock a folder of ours. False: a sweeper was first, and it is gone or going. */
static bool own(struct scratch *s)
{
	struct stat here, locked;

	if (lock(s->path, &s->owner) == 1 || stat(s->path, &here))
		return false;
	return s->owner < 0 || (!fstat(s->owner, &locked) && here.st_ino == locked.st_ino);
}

static void forget(struct scratch *s)
{
	if (s->owner >= 0)
		close(s->owner);
	free(s->path);
	*s = (struct scratch){ NULL, -1 };
}

/* A killed `verify` leaves its folders in memory (fs_temp_in_memory). */
void scratch_sweep(void)
{
	const char *base = fs_temp_base();

	sweep(base);
	if (strcmp(base, FS_TEMP_MEMORY))
		sweep(FS_TEMP_MEMORY);
}

int scratch_open(struct scratch *s, struct err *e)
{
	char *prefix = xasprintf(PREFIX "%d", (int)getpid());
	int rc = 1;

	scratch_sweep();
	*s = (struct scratch){ NULL, -1 };
	for (int i = 0; i < TRIES && rc > 0; i++) {
		s->path = fs_temp_dir(prefix, e);
		rc = !s->path ? -1 : own(s) ? 0 : 1;
		if (rc > 0) {
			rmdir(s->path); /* who only asked for the lock leaves it to us */
			forget(s);
		}
	}
	free(prefix);
	return rc <= 0 ? rc : err_set(e, ERR_ENV, "no temporary folder stays: another process removes each one");
}

void scratch_close(struct scratch *s)
{
	if (!s->path)
		return;
	fs_remove_tree(s->path, NULL);
	forget(s);
}
