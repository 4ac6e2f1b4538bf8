/* scratch.c: see scratch.h. Who owns a folder holds a lock on the file .owner in it as long as it lives, whatever ends
 * it: that also tells apart processes of containers that share /tmp, where a process has another number. The file gets
 * its name when it is locked already. A folder without it (a process that died before that, or a file system without
 * locks) is swept only when the process in its name is gone and it is older than ten minutes. */
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
#define OWNER ".owner"
enum { OLD_SECONDS = 600 };

/* 1: its owner is gone; 0: it lives; -1: there is no telling. */
static int orphaned(const char *dir)
{
	char *path = xasprintf("%s/" OWNER, dir);
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW), r = -1;

	if (fd >= 0)
		r = !flock(fd, LOCK_EX | LOCK_NB) ? 1 : errno == EWOULDBLOCK ? 0 : -1;
	if (fd >= 0)
		close(fd);
	free(path);
	return r;
}

static bool gone(const char *dir, const struct stat *st, int pid)
{
	int r = orphaned(dir);

	return r >= 0 ? r : time(NULL) - st->st_mtime > OLD_SECONDS && kill(pid, 0) && errno == ESRCH;
}

/* The owner's mark goes last: who is killed half-way leaves a folder that the next sweep still knows. fs_list() leaves
 * out names that begin with a dot. */
static void remove_folder(const char *path)
{
	char **names;
	size_t n;

	if (!fs_list(path, &names, &n, NULL)) {
		for (size_t i = 0; i < n; i++) {
			char *inside = xasprintf("%s/%s", path, names[i]);

			fs_remove_tree(inside, NULL);
			free(inside);
		}
		fs_names_free(names, n);
	}
	fs_remove_tree(path, NULL);
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
		if (!lstat(path, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid() && gone(path, &st, pid))
			remove_folder(path);
		free(path);
	}
	fs_names_free(names, n);
}

/* A folder that nobody can lock is no worse than one of before: its name and its age tell. */
static int own(const char *dir)
{
	char *fresh = xasprintf("%s/" OWNER ".new", dir), *path = xasprintf("%s/" OWNER, dir);
	int fd = open(fresh, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd >= 0 && (flock(fd, LOCK_EX | LOCK_NB) || rename(fresh, path))) {
		unlink(fresh);
		close(fd);
		fd = -1;
	}
	free(fresh);
	free(path);
	return fd;
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

	scratch_sweep();
	s->owner = -1;
	s->path = fs_temp_dir(prefix, e);
	free(prefix);
	if (!s->path)
		return -1;
	s->owner = own(s->path);
	return 0;
}

void scratch_close(struct scratch *s)
{
	if (!s->path)
		return;
	remove_folder(s->path);
	if (s->owner >= 0)
		close(s->owner);
	free(s->path);
	*s = (struct scratch){ NULL, -1 };
}
