/* limits.c: see limits.h. The numbers are what the parts were seen to need, with room to spare: nvcc's cicc half a
 * gigabyte of address space, a small object and its temporaries a few megabytes. */
#include "base/limits.h"

#include <malloc.h>
#include <sched.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { MIB = 1 << 20, DISK_MIB = 16 };

static const struct {
	int what;
	uint64_t least; /* bytes, or how many */
	const char *text, *mend;
} rows[] = {
	{ RLIMIT_AS, 1024ull * MIB, "MiB of address space", "ulimit -v unlimited" },
	{ RLIMIT_DATA, 512ull * MIB, "MiB of data", "ulimit -d unlimited" },
	{ RLIMIT_STACK, 1ull * MIB, "KiB of stack", "ulimit -s 8192" },
	{ RLIMIT_FSIZE, 64ull * MIB, "MiB in a file", "ulimit -f unlimited" },
	{ RLIMIT_NOFILE, 64, "open files", "ulimit -n 1024" },
};

bool limits_too_small(struct buf *why)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct rlimit r;
		/* A small stack is enlarged as far as that is allowed (supervisor.c). */
		bool hard = rows[i].what == RLIMIT_STACK;
		uint64_t have, unit = rows[i].what == RLIMIT_NOFILE ? 1 : hard ? 1024 : MIB;

		if (getrlimit((__rlimit_resource_t)rows[i].what, &r))
			continue;
		have = hard ? r.rlim_max : r.rlim_cur;
		if (have == RLIM_INFINITY || have >= rows[i].least)
			continue;
		if (why)
			buf_printf(why,
				"this shell allows a program only %llu %s, and at least %llu are needed: try `%s`",
				(unsigned long long)(have / unit), rows[i].text,
				(unsigned long long)(rows[i].least / unit), rows[i].mend);
		return true;
	}
	return false;
}

bool limits_disk_full(const char *folder, struct buf *why)
{
	struct statvfs v;
	uint64_t free_bytes;

	if (statvfs(folder, &v))
		return false;
	free_bytes = (uint64_t)v.f_bavail * v.f_frsize;
	if (free_bytes >= (uint64_t)DISK_MIB * MIB && (v.f_favail > 16 || !v.f_files))
		return false;
	if (why)
		buf_printf(why,
			"there is no room in %s (%llu KiB and %llu files are free; a run needs up to %d MiB and some "
			"hundred files): delete something there, or set TMPDIR to a folder with room",
			folder, (unsigned long long)(free_bytes / 1024), (unsigned long long)v.f_favail, DISK_MIB);
	return true;
}

void limits_share_arena(void)
{
	struct rlimit r;

	if (!getrlimit(RLIMIT_AS, &r) && r.rlim_cur < 4ull << 30)
		mallopt(M_ARENA_MAX, 1);
}

int limits_cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof set, &set) ? (int)sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);

	return n > 0 ? n : 1;
}
