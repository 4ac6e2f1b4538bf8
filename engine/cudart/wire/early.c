/* early: does the host touch memory of its own and the device's that work under way may still be writing? A launch
 * closes the managed and pinned memory that it was given, an asynchronous copy the pinned memory that it copies to or
 * from: the first touch of each piece after that is a fault, of which the device is told the address and the place in
 * the program. The piece is opened then, and the access goes on: it finds what is there, as on a GPU. The device knows
 * what its operations touched and what the host has waited for, and says whether the touch came too early
 * (device/ops/order.h).
 *
 * Closed is only what the work has a pointer to, and the program's managed variables, until the program waits: system
 * calls can't read or write what is closed (they fail with EFAULT). Nothing is closed where the signal is not ours: the
 * program has a handler of its own, or blocks it, or a debugger watches. */
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cudart/wire/awaited.h"
#include "cudart/wire/client.h"

enum { PIECE = DP_PAGE, MOST = 256 };

struct closed {
	uint64_t start;
	struct awaited_work work;
};
static struct {
	pthread_mutex_t lock;
	struct closed closed[MOST];
	size_t nclosed;
	uint64_t variables[MOST]; /* managed ones, which no launch names */
	size_t nvariables;
	bool asked, watched; /* a debugger: looked for once */
	nlink_t threads;     /* of which was asked whether they block the signal ... */
	bool blocked;        /* ... and one of them does */
} early = { .lock = PTHREAD_MUTEX_INITIALIZER };

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

/* A debugger would stop at each of our faults. The first call of backtrace() loads a library, which no handler may. */
static bool watched(void)
{
	void *frame;

	if (!early.asked)
		early.watched = backtrace(&frame, 1) < 0 || status_of("status", "TracerPid:\t", 10) != 0;
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

/* What is closed, once for each stream with work that has it. */
static void shut(uint64_t addr, enum dp_memory kind, uint32_t stream)
{
	uint64_t start, bytes;
	size_t i = 0;

	if (ranges_find(addr, &start, &bytes) != kind)
		return;
	pthread_mutex_lock(&early.lock);
	while (i < early.nclosed && (early.closed[i].start != start || early.closed[i].work.stream != stream))
		i++;
	if (i < MOST && !mprotect((void *)(uintptr_t)start, (size_t)bytes, PROT_NONE)) {
		early.closed[i] = (struct closed){ start, awaited_newest(stream) };
		early.nclosed += i == early.nclosed;
	}
	pthread_mutex_unlock(&early.lock);
}

/* Whether the signal is ours, asked once; *known -1: not asked yet, as most launches need not. */
static bool still_ours(int *known)
{
	if (*known < 0)
		*known = signal_is_ours();
	return *known;
}

static void launched(const struct dp_launch *l, const void *params, size_t n)
{
	int ours = -1;
	uint64_t word;

	for (size_t at = 0; at + sizeof word <= n; at += sizeof word) {
		memcpy(&word, (const char *)params + at, sizeof word);
		const enum dp_memory kind = ranges_find(word, NULL, NULL);
		if (kind != DP_MEM_MANAGED && kind != DP_MEM_PINNED)
			continue;
		if (!still_ours(&ours))
			return;
		shut(word, kind, l->stream);
	}
	if (!early.nvariables || !still_ours(&ours))
		return;
	for (size_t i = 0; i < early.nvariables; i++)
		shut(early.variables[i], DP_MEM_MANAGED, l->stream);
}

static bool is_pinned(uint64_t addr)
{
	return ranges_find(addr, NULL, NULL) == DP_MEM_PINNED;
}

static void copied(const struct dp_copy *c)
{
	if ((!is_pinned(c->dst) && !is_pinned(c->src)) || !signal_is_ours())
		return;
	shut(c->dst, DP_MEM_PINNED, c->stream);
	shut(c->src, DP_MEM_PINNED, c->stream);
}

void early_issued(const struct rpc *r)
{
	pthread_mutex_lock(&early.lock);
	awaited_issued(r);
	pthread_mutex_unlock(&early.lock);
	if (r->op == DP_LAUNCH)
		launched(r->body, r->data, r->ndata);
	else if (r->op == DP_COPY && r->flags & DP_ASYNC)
		copied(r->body);
}

static bool still_closed(uint64_t start, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (early.closed[i].start == start)
			return true;
	return false;
}

/* What this wait covers is opened, where no other work has it. */
static void open_covered(const struct rpc *r)
{
	struct closed over[MOST];
	size_t n = 0, nover = 0;

	for (size_t i = 0; i < early.nclosed; i++)
		if (awaited_covers(r, early.closed[i].work))
			over[nover++] = early.closed[i];
		else
			early.closed[n++] = early.closed[i];
	early.nclosed = n;
	for (size_t i = 0; i < nover; i++) {
		uint64_t start, bytes;

		if (!still_closed(over[i].start, n) && ranges_find(over[i].start, &start, &bytes) != DP_MEM_NONE &&
			start == over[i].start) /* not freed */
			mprotect((void *)(uintptr_t)start, (size_t)bytes, PROT_READ | PROT_WRITE);
	}
}

void early_answered(const struct rpc *r, cudaError_t e)
{
	if (e != cudaSuccess)
		return;
	pthread_mutex_lock(&early.lock);
	if (early.nclosed && awaited_waits(r))
		open_covered(r);
	awaited_answered(r);
	pthread_mutex_unlock(&early.lock);
}

bool early_touch(uint64_t addr, bool write, const void *pc)
{
	struct dp_host_touch t = { addr, write, 0 };
	uint64_t start, bytes, from = addr & ~(uint64_t)(PIECE - 1), to = from + PIECE;
	int error = errno;
	char site[2048];
	bool opened;

	const enum dp_memory kind = ranges_find(addr, &start, &bytes);

	if (kind != DP_MEM_MANAGED && kind != DP_MEM_PINNED)
		return false;
	from = from > start ? from : start;
	to = to < start + bytes ? to : start + bytes;
	opened = !mprotect((void *)(uintptr_t)from, (size_t)(to - from), PROT_READ | PROT_WRITE) ||
		!mprotect((void *)(uintptr_t)start, (size_t)bytes, PROT_READ | PROT_WRITE);
	/* A host function runs when its stream comes to it: what is issued meanwhile is told before its touch, and
	 * comes after it. */
	if (opened && !cudart_in_callback())
		cudart_tell_touch(&t, site, cudart_site_of(site, sizeof site, pc));
	errno = error;
	return opened;
}
