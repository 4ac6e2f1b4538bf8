/* warplings-box: the last step before a program that nobody trusts. Started by sandbox_command (sandbox.h), inside
 * bubblewrap or without it:
 *
 *     warplings-box [--uid N] [--processes N] [--chdir FOLDER] [--landlock] [--read PATH]... [--write PATH]... --
 * PROGRAM ARGUMENT... warplings-box --reads PATH...        can these be read? (the test of a tier)
 *
 * It gives up its user, its capabilities and system calls that the program has no use for, and becomes the program.
 * What it can't give up it says, and ends with status 125: the program is not started with less.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/lock.h"
#include "sandbox/sandbox.h"

enum { MOST_PATHS = 64 };

static int fail(const char *what)
{
	fprintf(stderr, "warplings-box: %s: %s\n", what, strerror(errno));
	return SANDBOX_FAILED;
}

static int reads(char **paths)
{
	for (; *paths; paths++) {
		int fd = open(*paths, O_RDONLY | O_CLOEXEC);

		if (fd < 0)
			return fail(*paths);
		close(fd);
	}
	return 0;
}

static int become(const char *number)
{
	unsigned long id = strtoul(number, NULL, 10);

	if (!id) {
		errno = EINVAL;
		return -1;
	}
	return setgroups(0, NULL) || setresgid((gid_t)id, (gid_t)id, (gid_t)id) ||
		setresuid((uid_t)id, (uid_t)id, (uid_t)id);
}

static int limit_processes(const char *number)
{
	struct rlimit r;

	r.rlim_cur = r.rlim_max = strtoul(number, NULL, 10);
	return setrlimit(RLIMIT_NPROC, &r);
}

int main(int argc, char **argv)
{
	const char *read[MOST_PATHS + 1] = { NULL }, *write[MOST_PATHS + 1] = { NULL }, *uid = NULL, *processes = NULL,
				      *folder = NULL;
	size_t nread = 0, nwrite = 0;
	bool landlock = false;
	int i;

	if (argc > 1 && !strcmp(argv[1], "--reads"))
		return reads(argv + 2);
	for (i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		bool more = i + 1 < argc;

		if (!strcmp(argv[i], "--landlock"))
			landlock = true;
		else if (more && !strcmp(argv[i], "--uid"))
			uid = argv[++i];
		else if (more && !strcmp(argv[i], "--processes"))
			processes = argv[++i];
		else if (more && !strcmp(argv[i], "--chdir"))
			folder = argv[++i];
		else if (more && !strcmp(argv[i], "--read") && nread < MOST_PATHS)
			read[nread++] = argv[++i];
		else if (more && !strcmp(argv[i], "--write") && nwrite < MOST_PATHS)
			write[nwrite++] = argv[++i];
		else
			break;
	}
	if (i + 1 >= argc || strcmp(argv[i], "--")) {
		fprintf(stderr, "warplings-box is started by warplings; it is of no use by itself.\n");
		return 2;
	}
	umask(022);
	if (uid && become(uid))
		return fail("another user can't be had");
	if (folder && chdir(folder))
		return fail(folder);
	if (processes && limit_processes(processes))
		return fail("the number of processes can't be limited");
	if (landlock && lock_files(read, write))
		return fail("Landlock");
	if (lock_privileges())
		return fail("the privileges can't be given up");
	if (lock_calls(false))
		return fail("seccomp");
	execvp(argv[i + 1], argv + i + 1);
	return fail(argv[i + 1]);
}
