/* waited: for how long the processes of a child's tree were ready to run while others had the processors, as Linux
 * counts it (/proc/PID/task/TID/schedstat). See proc.h. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/proc.h"

enum { DEPTH = 8 };

/* Of the thread that waited longest: threads that work side by side wait side by side. */
static int64_t waited(int pid, int depth)
{
	char path[96];
	int64_t most = 0, below = 0;
	struct dirent *de;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = depth ? opendir(path) : NULL;
	while (d && (de = readdir(d))) {
		long long ran, ready;
		int tid = atoi(de->d_name), child;
		FILE *f;

		if (tid < 1)
			continue;
		snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", pid, tid);
		f = fopen(path, "re");
		if (f && fscanf(f, "%lld %lld", &ran, &ready) == 2 && ready > most)
			most = ready;
		if (f)
			fclose(f);
		snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, tid);
		f = fopen(path, "re");
		while (f && fscanf(f, "%d", &child) == 1)
			below += waited(child, depth - 1);
		if (f)
			fclose(f);
	}
	if (d)
		closedir(d);
	return most + below;
}

int64_t proc_waited_ns(const struct proc *p)
{
	return p && p->supervisor > 0 && !p->done ? waited((int)p->supervisor, DEPTH) : 0;
}
