/* exec.c: see exec.h. Data path: argv -> program.c (can it run?) -> a first device, so that its start is not the
 * program's time -> the program -> for each connection a device -> each process's end: its device's report ->
 * exec_report.
 *
 * Invariant: each client's work is taken once, when its process has ended, so the order of rows is the order in which
 * processes ended.
 */
#include "job/program/exec.h"

#include "emulator/emulator.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/proc.h"
#include "device/control.h"
#include "job/program/exec_add.h"
#include "job/program/program.h"
#include "job/run/runner.h"

enum { TOLD_AFTER_MS = 2000 }; /* how far it is; then after twice as long each time */
enum { MAX_CLIENTS = 32, REPORT_TIMEOUT_MS = 10000, GRACE_MS = 500, MOST_RESOLVED = 24 };
#define SAMPLE_INSTRUCTIONS 40000000u /* of a launch: some tenths of a second */
#define SOCKET_ENV "WARPLINGS_DEVICE_SOCKET"
#define INHERITED_ENV "WARPLINGS_DEVICE_FD"

/* One process of the program, or the device that waits for one (pidfd -1 and not taken). */
struct client {
	struct device_proc *device;
	int pidfd;
	bool taken, ended;
	unsigned serial; /* of those who ended since we looked last, the one that came first is first in the report */
};

struct exec {
	const struct exec_request *rq;
	struct exec_report *r;
	struct client clients[MAX_CLIENTS];
	size_t nclients;
	int listener;
	char name[32]; /* of the socket, without the leading NUL */
	struct proc proc;
	int resolve; /* sites that may still be looked up: each costs a process */
};

extern char **environ;

/* ---- the socket */
static int open_listener(struct exec *x, struct err *e)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	socklen_t n = sizeof a;

	x->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	/* No name of ours: the kernel gives a free abstract one, which is gone with us and leaves no file. */
	if (x->listener < 0 || bind(x->listener, (struct sockaddr *)&a, sizeof(sa_family_t)) ||
		listen(x->listener, 64) || getsockname(x->listener, (struct sockaddr *)&a, &n))
		return err_errno(e, "cannot make the emulated device's socket");
	n = (socklen_t)(n - offsetof(struct sockaddr_un, sun_path) - 1);
	if (n == 0 || n >= sizeof x->name)
		return err_set(e, ERR_ENV, "the emulated device's socket got no name");
	memcpy(x->name, a.sun_path + 1, n);
	x->name[n] = '\0';
	return 0;
}

static int open_pidfd(pid_t pid)
{
#ifdef SYS_pidfd_open
	return (int)syscall(SYS_pidfd_open, pid, 0u);
#else
	(void)pid;
	return -1;
#endif
}

/* ---- devices */
static int new_device(struct exec *x, struct err *e)
{
	struct device_start ds = { .exe = x->rq->install->device,
		.threads = x->rq->threads,
		.profile = x->rq->profile,
		.per_line = x->rq->per_line,
		.step_budget = x->rq->step_budget,
		.drop = x->rq->drop,
		.repeats = !x->rq->schedule,
		.sample = x->rq->time_sample ? SAMPLE_INSTRUCTIONS : 0 };
	struct client *c = &x->clients[x->nclients];
	int unused;

	c->device = device_start(&ds, x->rq->cancel_fd, &unused, e);
	if (!c->device)
		return -1;
	close(unused);
	c->pidfd = -1;
	x->nclients++;
	if (!x->r->device_name)
		x->r->device_name = arena_strdup(&x->r->arena, device_name(c->device));
	return 0;
}

static void tell_syncs(struct exec *x, struct client *c)
{
	struct device_sync *rows;
	struct err e = ERR_INIT;
	size_t n;

	if (x->rq->on_syncs && !device_syncs(c->device, &x->r->arena, &rows, &n, &e))
		x->rq->on_syncs(x->rq->user, rows, n);
}

/* Everything that this device's client did; the device is free for another one then. */
static void finish_client(struct exec *x, struct client *c)
{
	struct exec_report *r = x->r;
	struct device_report rep;
	struct err e = ERR_INIT;
	int fd = -1;

	if (c->pidfd >= 0)
		close(c->pidfd);
	c->pidfd = -1;
	if (!c->taken)
		return;
	c->taken = false;
	/* Another client in its place: only then is all of the first one's work in the report. */
	if (device_client(c->device, &fd, &e) || device_report(c->device, &r->arena, &rep, REPORT_TIMEOUT_MS, &e)) {
		exec_report_note(r, "%s; its counters are missing here", e.msg);
		if (fd >= 0)
			close(fd);
		return;
	}
	close(fd);
	tell_syncs(x, c);
	exec_add_report(r, &rep, &x->resolve);
}

static void finish_ended(struct exec *x)
{
	for (;;) {
		struct client *first = NULL;

		for (size_t i = 0; i < x->nclients; i++)
			if (x->clients[i].ended && (!first || x->clients[i].serial < first->serial))
				first = &x->clients[i];
		if (!first)
			return;
		first->ended = false;
		finish_client(x, first);
	}
}

static struct client *free_client(struct exec *x, struct err *e)
{
	for (size_t i = 0; i < x->nclients; i++)
		if (!x->clients[i].taken)
			return &x->clients[i];
	if (x->nclients == MAX_CLIENTS) {
		err_set(e, ERR_ENV, "more than %d processes at once want the emulated device", MAX_CLIENTS);
		return NULL;
	}
	return new_device(x, e) ? NULL : &x->clients[x->nclients - 1];
}

static int order_of(const struct exec *x, struct client *c, struct err *e)
{
	unsigned unchecked = x->rq->time_sample ? EM_CHECK_ALL : x->rq->unchecked;

	if (x->rq->stretch && !x->rq->schedule)
		return device_stretch(c->device, x->rq->stretch, unchecked, e);
	return x->rq->schedule || unchecked ? device_schedule(c->device, x->rq->schedule, unchecked, 0, e) : 0;
}

/* Somebody has connected. The name is in the environment of the program's processes only, but anybody could guess it.
 */
static void accept_client(struct exec *x)
{
	struct err e = ERR_INIT;
	struct ucred who = { 0, 0, 0 };
	socklen_t n = sizeof who;
	int fd = accept4(x->listener, NULL, NULL, SOCK_CLOEXEC), pidfd;
	struct client *c;

	if (fd < 0)
		return;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) || who.uid != geteuid()) {
		close(fd);
		return;
	}
	c = free_client(x, &e);
	pidfd = open_pidfd(who.pid); /* before it is served: then it may do all that it wants and be gone */
	/* From here its launches are counted, whatever the device did before. */
	if (c && !order_of(x, c, &e) && !device_serve(c->device, fd, &e)) {
		c->taken = true;
		c->pidfd = pidfd;
		c->serial = x->r->processes++;
	} else {
		exec_report_note(x->r, "process %d did not get a device: %s", (int)who.pid, e.msg);
		if (pidfd >= 0)
			close(pidfd);
	}
	close(fd); /* the device has its own: the program sees it when that ends */
}

/* ---- the program */
static bool is_ours(const char *entry)
{
	static const char *const names[] = { SOCKET_ENV "=", INHERITED_ENV "=", "LD_LIBRARY_PATH=", NULL };

	for (size_t i = 0; names[i]; i++)
		if (!strncmp(entry, names[i], strlen(names[i])))
			return true;
	return false;
}

static int start_program(struct exec *x, const struct program *p, struct err *e)
{
	const char *libs = getenv("LD_LIBRARY_PATH"), *pre = getenv("LD_PRELOAD"), *dir = x->rq->install->emulator_lib;
	char *full = realpath(dir, NULL); /* the program may change its folder */
	const char **env;
	size_t n = 0, k = 0;
	char *mine[3];
	int r;

	if (!full)
		return err_errno(e, "%s can't be found", dir);
	while (environ[n])
		n++;
	env = xcalloc(n + 4, sizeof *env);
	for (size_t i = 0; i < n; i++)
		if (!is_ours(environ[i]) && !(p->own_path && !strncmp(environ[i], "LD_PRELOAD=", 11)))
			env[k++] = environ[i];
	mine[0] = xasprintf(SOCKET_ENV "=%s", x->name);
	mine[1] =
		libs && *libs ? xasprintf("LD_LIBRARY_PATH=%s:%s", full, libs) : xasprintf("LD_LIBRARY_PATH=%s", full);
	/* The loader asks DT_RPATH before LD_LIBRARY_PATH; what is loaded already it does not look for. */
	mine[2] = p->own_path ?
		xasprintf("LD_PRELOAD=%s/libcudart.so.13%s%s", full, pre && *pre ? ":" : "", pre ? pre : "") :
		NULL;
	for (size_t i = 0; i < 3; i++)
		if (mine[i])
			env[k++] = mine[i];
	struct proc_spec spec = { .argv = x->rq->argv,
		.env = env,
		.inherit_io = !x->rq->capture,
		.capture = x->rq->capture,
		.capture_max = 1 << 20 };

	r = proc_start(&x->proc, &spec, e);
	for (size_t i = 0; i < 3; i++)
		free(mine[i]);
	free(env);
	free(full);
	return r;
}

/* Whoever is stopped from outside did not forget to wait. */
static void note_stopped(struct exec_report *r, bool on_request)
{
	const bool by_signal =
		!r->exited && (r->code == SIGINT || r->code == SIGTERM || r->code == SIGHUP || r->code == SIGKILL);
	const char *were = r->stopped == 1 ? " was" : "es were";

	if (on_request)
		exec_report_note(r,
			"It was stopped on request; this is what had been counted by then, without a kernel "
			"that was still running.");
	else if (r->stopped && by_signal)
		exec_report_note(r, "%llu launch%s stopped with the program, and not counted.",
			(unsigned long long)r->stopped, were);
	else if (r->stopped)
		exec_report_note(r,
			"The program ended before all of its kernels had: %llu launch%s stopped and not counted. "
			"cudaDeviceSynchronize() waits for them.",
			(unsigned long long)r->stopped, were);
}

/* How far is each process that uses a device? */
static void tell_progress(struct exec *x, int64_t began)
{
	struct device_under_way u;
	struct err e = ERR_INIT;
	struct arena a;

	arena_init(&a);
	for (size_t i = 0; i < x->nclients; i++)
		if (x->clients[i].taken && !device_under_way(x->clients[i].device, &a, &u, &e))
			x->rq->on_progress(x->rq->user, &u, (double)(time_now_ns() - began) / 1e9);
	arena_release(&a);
}

/* Until the program has ended. -1 when somebody asked to stop. */
static int serve(struct exec *x)
{
	enum { FIXED = 4 };
	int64_t deadline = -1, began = time_now_ns(), next = began + (int64_t)TOLD_AFTER_MS * 1000000;

	while (!proc_poll(&x->proc)) {
		struct pollfd p[FIXED + MAX_CLIENTS] = { { x->proc.status, POLLIN, 0 }, { x->listener, POLLIN, 0 },
			{ deadline < 0 ? x->rq->cancel_fd : -1, POLLIN, 0 }, { x->proc.output, POLLIN, 0 } };
		int wait = -1;

		if (x->rq->on_progress && deadline < 0) {
			if (time_now_ns() >= next) {
				tell_progress(x, began);
				next = began + 2 * (next - began);
			}
			wait = (int)((next - time_now_ns()) / 1000000) + 1;
			wait = wait < 0 ? 0 : wait;
		}

		for (size_t i = 0; i < x->nclients; i++)
			p[FIXED + i] = (struct pollfd){ x->clients[i].pidfd, POLLIN, 0 };
		if (deadline >= 0) {
			int64_t left = (deadline - time_now_ns()) / 1000000;

			if (left <= 0)
				return -1;
			wait = (int)left + 1;
		}
		if (poll(p, FIXED + x->nclients, wait) < 0 && errno != EINTR)
			return -1;
		/* A terminal's Ctrl-C has gone to the program too: it may want to end by itself. */
		if (p[2].revents && deadline < 0)
			deadline = time_now_ns() + (int64_t)GRACE_MS * 1000000;
		for (size_t i = 0; i < x->nclients; i++)
			x->clients[i].ended = x->clients[i].pidfd >= 0 && p[FIXED + i].revents;
		finish_ended(x);
		if (p[1].revents)
			accept_client(x);
	}
	return deadline < 0 ? 0 : -1;
}

static const char *scrubbed(struct arena *a, const struct buf *raw, bool cut)
{
	struct buf b;
	const char *s;

	buf_init(&b);
	buf_add_scrubbed(&b, raw->data, raw->len);
	if (cut)
		buf_puts(&b, "\n... (more of the same)\n");
	s = arena_strdup(a, b.data);
	buf_release(&b);
	return s;
}

static int run(struct exec *x, const struct program *p, struct err *e)
{
	bool stopped;
	int r = 0;

	if (open_listener(x, e) || new_device(x, e) || start_program(x, p, e))
		return -1;
	stopped = serve(x) != 0;
	proc_kill(&x->proc);
	if (x->proc.exec_failed) {
		errno = x->proc.code;
		r = err_set(e, ERR_USAGE, "%s can't be started: %s", x->rq->argv[0], strerror(x->proc.code));
	} else {
		x->r->exited = x->proc.exited;
		x->r->code = x->proc.code;
		for (size_t i = 0; i < x->nclients; i++)
			x->clients[i].ended = true;
		finish_ended(x);
		if (!x->r->exited) { /* it had no chance to free anything */
			x->r->nleaks = 0;
			x->r->leaked_bytes = x->r->leaks_lost = 0;
		}
		if (x->rq->capture)
			x->r->output = scrubbed(&x->r->arena, &x->proc.out, x->proc.truncated);
		note_stopped(x->r, stopped);
		if (stopped)
			r = err_set(e, ERR_CANCELLED, "stopped on request");
	}
	proc_release(&x->proc);
	return r;
}

int exec_run(const struct exec_request *rq, struct exec_report *r, struct err *e)
{
	exec_report_init(r);
	return exec_run_into(rq, r, e);
}

int exec_run_into(const struct exec_request *rq, struct exec_report *r, struct err *e)
{
	struct exec x = { .rq = rq, .r = r, .listener = -1, .resolve = MOST_RESOLVED };
	struct program p;
	char *path;
	int rc = -1;

	r->argv = rq->argv;
	if (rq->time_sample)
		exec_report_note(r,
			"Large launches were timed by some of their blocks: their counters are those of the sample, "
			"and what they computed is wrong.");
	path = program_find(rq->argv[0], e);
	if (path && !program_check(path, rq->argv[0], &p, e)) {
		if (*p.gpu_library)
			exec_report_note(r,
				"it uses %s, which drives the GPU by itself: on the emulated device its calls fail",
				p.gpu_library);
		rc = run(&x, &p, e);
	}
	free(path);
	for (size_t i = 0; i < x.nclients; i++) {
		if (x.clients[i].pidfd >= 0)
			close(x.clients[i].pidfd);
		device_stop(x.clients[i].device);
	}
	if (x.listener >= 0)
		close(x.listener);
	return rc;
}
