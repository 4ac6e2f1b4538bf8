/* scratch.c: see scratch.h. The owner's process id is part of the name. A folder is swept only when it is ours, its
 * process has gone and it is older than ten minutes: /tmp may be shared with a container in which that process lives on
 * under another number. */
#include "job/parts/scratch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"

#define PREFIX "warplings-job-"
enum { OLD_SECONDS = 600 };

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
		if (!lstat(path, &st) && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
			time(NULL) - st.st_mtime > OLD_SECONDS && kill(pid, 0) && errno == ESRCH)
			fs_remove_tree(path, NULL);
		free(path);
	}
	fs_names_free(names, n);
}

char *job_temp_dir(struct err *e)
{
	char *prefix = xasprintf(PREFIX "%d", (int)getpid()), *dir;

	sweep(fs_temp_base());
	dir = fs_temp_dir(prefix, e);
	free(prefix);
	return dir;
}
