/* waited: what Linux counts of whole trees of processes: for how long they were ready to run while others had the
 * processors (/proc/PID/task/TID/schedstat), and what memory they have (/proc/PID/status). See proc.h. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/proc.h"

enum { DEPTH = 8, FROM_US = 12 };

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

/* A fork of ours that has not become another program, or never does (a supervisor): its pages are ours. */
static bool is_copy(int pid, const struct stat *ours)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof path, "/proc/%d/exe", pid);
	return !stat(path, &st) && st.st_dev == ours->st_dev && st.st_ino == ours->st_ino;
}

static uint64_t own_kib(int pid, const char *shares)
{
	char line[256], name[64] = "";
	unsigned long long kib, sum = 0;
	FILE *f;

	snprintf(line, sizeof line, "/proc/%d/status", pid);
	f = fopen(line, "re");
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "RssAnon: %llu", &kib) == 1 ||
			(sscanf(line, "RssShmem: %llu", &kib) == 1 && !strcmp(name, shares)))
			sum += kib;
		else
			sscanf(line, "Name: %63s", name);
	if (f)
		fclose(f);
	return sum;
}

static uint64_t memory_kib(int pid, int depth, const char *shares, const struct stat *ours)
{
	uint64_t sum = depth == FROM_US || is_copy(pid, ours) ? 0 : own_kib(pid, shares);
	char path[96];
	struct dirent *de;
	DIR *d;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	d = depth ? opendir(path) : NULL;
	while (d && (de = readdir(d))) {
		int child;
		FILE *f;

		snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, atoi(de->d_name));
		f = atoi(de->d_name) > 0 ? fopen(path, "re") : NULL;
		while (f && fscanf(f, "%d", &child) == 1)
			sum += memory_kib(child, depth - 1, shares, ours);
		if (f)
			fclose(f);
	}
	if (d)
		closedir(d);
	return sum;
}

uint64_t proc_memory_below(const char *shares)
{
	struct stat ours;

	return stat("/proc/self/exe", &ours) ? 0 : memory_kib((int)getpid(), FROM_US, shares, &ours) << 10;
}
