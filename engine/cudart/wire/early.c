/* early: does the host touch managed memory that a kernel may still be writing? A launch closes the managed memory that
 * it was given: the first touch of each piece after it is a fault, of which the device is told the address and the
 * place in the program. The piece is opened then, and the access goes on: it finds what is there, as on a GPU. The
 * device knows what the kernels touched and what the host has waited for, and says whether the touch came too early
 * (device/ops/order.h).
 *
 * Closed is only what a launch has a pointer to, and the program's managed variables: system calls can't read or write
 * what is closed (they fail with EFAULT), and other memory is no concern of that kernel's. Nothing is closed where the
 * signal is not ours: the program has a handler of its own, or blocks it, or a debugger watches. */
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cudart/wire/client.h"

enum { PIECE = DP_PAGE, MOST = 64 };

static struct {
	atomic_bool closed;       /* something may be */
	uint64_t variables[MOST]; /* managed ones, which no launch names */
	size_t nvariables;
	bool asked, watched; /* a debugger: looked for once */
	nlink_t threads;     /* of which was asked whether they block the signal ... */
	bool blocked;        /* ... and one of them does */
} early;

void early_variable(uint64_t addr)
{
	for (size_t i = 0; i < early.nvariables; i++)
		if (early.variables[i] == addr) /* again, after a reset */
			return;
	if (early.nvariables < MOST)
		early.variables[early.nvariables++] = addr;
}

/* The number after `key` in /proc/self/`name`; 0: there is none. */
static unsigned long long status_of(const char *name, const char *key, int base)
{
	char text[2048], *at;
	int dir = open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int fd = dir < 0 ? -1 : openat(dir, name, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

	if (fd >= 0)
		close(fd);
	if (dir >= 0)
		close(dir);
	text[n < 0 ? 0 : n] = '\0';
	at = strstr(text, key);
	return at ? strtoull(at + strlen(key), NULL, base) : 0;
}

/* A debugger would stop at each of our faults. */
static bool watched(void)
{
	if (!early.asked)
		early.watched = status_of("status", "TracerPid:\t", 10) != 0;
	early.asked = true;
	return early.watched;
}

/* A thread that blocks the signal would die of it. */
static bool blocked(void)
{
	char name[300];
	struct stat st;
	struct dirent *d;
	sigset_t mine;
	DIR *dir;

	if (pthread_sigmask(SIG_BLOCK, NULL, &mine) || sigismember(&mine, SIGSEGV))
		return true;
	if (stat("/proc/self/task", &st) || st.st_nlink == early.threads)
		return early.blocked;
	early.threads = st.st_nlink;
	early.blocked = false;
	dir = opendir("/proc/self/task");
	while (dir && (d = readdir(dir))) {
		snprintf(name, sizeof name, "task/%s/status", d->d_name);
		early.blocked |= status_of(name, "SigBlk:\t", 16) >> (SIGSEGV - 1) & 1;
	}
	if (dir)
		closedir(dir);
	return early.blocked;
}

static bool signal_is_ours(void)
{
	return cudart_watches_host() && !blocked() && !watched();
}

static void shut(uint64_t addr)
{
	uint64_t start, bytes;

	if (ranges_find(addr, &start, &bytes) == DP_MEM_MANAGED &&
		!mprotect((void *)(uintptr_t)start, (size_t)bytes, PROT_NONE))
		atomic_store(&early.closed, true);
}

void early_launched(const void *params, size_t n)
{
	uint64_t start, bytes, word;
	void *frame;

	if (!ranges_managed(0, &start, &bytes) || !signal_is_ours())
		return;
	if (!atomic_load(&early.closed))
		backtrace(&frame, 1); /* its first call loads a library, which no handler may */
	for (size_t at = 0; at + sizeof word <= n; at += sizeof word) {
		memcpy(&word, (const char *)params + at, sizeof word);
		shut(word);
	}
	for (size_t i = 0; i < early.nvariables; i++)
		shut(early.variables[i]);
}

void early_over(void)
{
	uint64_t start, bytes;

	if (!atomic_exchange(&early.closed, false) || !ranges_managed(0, &start, &bytes))
		return;
	do
		mprotect((void *)(uintptr_t)start, (size_t)bytes, PROT_READ | PROT_WRITE);
	while (ranges_managed(start + 1, &start, &bytes));
}

bool early_touch(uint64_t addr, bool write, const void *pc)
{
	struct dp_host_touch t = { addr, write, 0 };
	uint64_t start, bytes, from = addr & ~(uint64_t)(PIECE - 1), to = from + PIECE;
	int error = errno;
	char site[2048];
	bool opened;

	if (ranges_find(addr, &start, &bytes) != DP_MEM_MANAGED)
		return false;
	from = from > start ? from : start;
	to = to < start + bytes ? to : start + bytes;
	opened = !mprotect((void *)(uintptr_t)from, (size_t)(to - from), PROT_READ | PROT_WRITE) ||
		!mprotect((void *)(uintptr_t)start, (size_t)bytes, PROT_READ | PROT_WRITE);
	if (opened)
		cudart_tell_touch(&t, site, cudart_site_of(site, sizeof site, pc));
	errno = error;
	return opened;
}
