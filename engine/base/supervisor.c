/* supervisor.c: the process between us and a child (see proc.h). It is forked from a program that may have threads, so
 * it calls only what is safe after fork. Invariant: when it writes its report, no descendant of the child is alive. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/proc_internal.h"

enum { HIGH_FD = 64 };

/* Close those from `first` on, up to the one before `end`. */
static void close_until(int first, int end)
{
	if (first >= end || syscall(SYS_close_range, (unsigned)first, (unsigned)end - 1, 0u) == 0)
		return;
	for (int fd = first; fd < end && fd < 65536; fd++) /* a kernel before 5.9 */
		close(fd);
}

/* Close all but the descriptors that are kept; those are few and any number may be -1. */
static void close_all_but(int a, int b, int c, const struct proc_spec *spec)
{
	int from = 3, next;

	do {
		next = INT_MAX;
		for (size_t i = 0; i < spec->nfds + 3; i++) {
			int fd = i < 3 ? (const int[]){ a, b, c }[i] : spec->fds[i - 3].ours;

			if (fd >= from && fd < next)
				next = fd;
		}
		close_until(from, next);
		from = next + (next < INT_MAX);
	} while (next < INT_MAX);
}

static void limit(int what, uint64_t value)
{
	struct rlimit r;

	if (!value)
		return;
	r.rlim_cur = r.rlim_max = value;
	setrlimit(what, &r);
}

/* A shell with a small stack (ulimit -s) makes compilers and students' programs crash: they get the usual one, or as
 * much of it as is allowed. */
static void usual_stack(void)
{
	enum { USUAL = 8 << 20 };
	struct rlimit r;

	if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur == RLIM_INFINITY || r.rlim_cur >= USUAL)
		return;
	r.rlim_cur = r.rlim_max == RLIM_INFINITY || r.rlim_max > USUAL ? USUAL : r.rlim_max;
	setrlimit(RLIMIT_STACK, &r);
}

/* The descriptor under a number that none of those handed over has. Where no number so high is allowed (ulimit -n), the
 * program is not started. */
static int out_of_the_way(int fd, int status)
{
	struct report rep = { REPORT_EXEC_FAILED, EMFILE, 0 };
	int up = fcntl(fd, F_DUPFD_CLOEXEC, HIGH_FD);

	if (up >= 0)
		return up;
	fs_write_full(status, &rep, sizeof rep);
	_exit(127);
}

/* It shares the supervisor's memory until it is another program (vfork), so it changes nothing but `ours`, where
 * the descriptors are under way to their numbers, and variables of its own. */
_Noreturn static void child_main(const struct proc_spec *spec, int *ours, int status, int output, pid_t parent)
{
	struct report rep = { REPORT_EXEC_FAILED, 0, 0 };
	struct sigaction dfl;
	sigset_t none;
	int null;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	if (!spec->inherit_io)
		setsid(); /* no controlling terminal: TIOCSTI can't reach it; a group of its own */
	memset(&dfl, 0, sizeof dfl);
	dfl.sa_handler = SIG_DFL;
	for (int s = 1; s < NSIG; s++)
		sigaction(s, &dfl, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);

	/* First all out of the way, then each to its number: `ours` of one may be `theirs` of another. */
	status = out_of_the_way(status, status);
	for (size_t i = 0; i < spec->nfds; i++)
		ours[i] = out_of_the_way(spec->fds[i].ours, status);
	if (!spec->inherit_io) {
		null = open("/dev/null", O_RDWR);
		if (output >= 0)
			output = out_of_the_way(output, status);
		dup2(null, 0);
		dup2(output >= 0 ? output : null, 1);
		dup2(output >= 0 ? output : null, 2);
		if (null > 2)
			close(null);
	}
	close_until(3, HIGH_FD);
	for (size_t i = 0; i < spec->nfds; i++)
		dup2(ours[i], spec->fds[i].theirs);
	limit(RLIMIT_CPU, spec->cpu_seconds);
	limit(RLIMIT_AS, spec->as_bytes);
	limit(RLIMIT_DATA, spec->data_bytes);
	limit(RLIMIT_FSIZE, spec->file_bytes);
	limit(RLIMIT_CORE, 0);
	usual_stack();
	{
		struct rlimit nocore = { 0, 0 };

		setrlimit(RLIMIT_CORE, &nocore);
	}
	if (spec->cwd && chdir(spec->cwd)) {
		rep.code = errno;
	} else {
		if (spec->env)
			execvpe(spec->argv[0], (char *const *)spec->argv, (char *const *)spec->env);
		else
			execvp(spec->argv[0], (char *const *)spec->argv);
		rep.code = errno;
	}
	fs_write_full(status, &rep, sizeof rep);
	_exit(127);
}

/* Our own memory is a copy of a large program's: no second one of it. */
__attribute__((noinline)) static pid_t start_child(const struct proc_spec *spec, int *moved, int status, int output)
{
	pid_t self = getpid(), child = vfork();

	if (child == 0)
		child_main(spec, moved, status, output, self);
	return child;
}

/* SIGKILL to every process whose parent is this one. Orphans of what dies come to us (subreaper), so repeating ends it.
 */
static void kill_children(void)
{
	char text[4096];
	int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd >= 0) {
		while ((n = read(fd, text, sizeof text - 1)) > 0) {
			text[n] = '\0';
			/* A pid cut at the end of the buffer would be a wrong one: drop it, the next round gets it. */
			while (n > 0 && text[n - 1] != ' ')
				text[--n] = '\0';
			for (char *s = text; *s;) {
				long pid = strtol(s, &s, 10);

				if (pid > 1)
					kill((pid_t)pid, SIGKILL);
				while (*s == ' ')
					s++;
			}
		}
		close(fd);
		return;
	}
	/* A kernel without CONFIG_PROC_CHILDREN. */
	DIR *d = opendir("/proc");
	struct dirent *de;
	pid_t self = getpid();

	while (d && (de = readdir(d))) {
		char path[300];
		char *paren;
		int ppid;

		if (de->d_name[0] < '1' || de->d_name[0] > '9')
			continue;
		snprintf(path, sizeof path, "/proc/%s/stat", de->d_name);
		fd = open(path, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			continue;
		n = read(fd, text, sizeof text - 1);
		close(fd);
		text[n > 0 ? n : 0] = '\0';
		paren = strrchr(text, ')');
		if (paren && sscanf(paren + 1, " %*c %d", &ppid) == 1 && ppid == self)
			kill((pid_t)atoi(de->d_name), SIGKILL);
	}
	if (d)
		closedir(d);
}

/* Reap what has ended. True when `child` is among it; its status goes to *st. */
static bool reap(pid_t child, int *st)
{
	bool found = false;
	int s;
	pid_t p;

	while ((p = waitpid(-1, &s, WNOHANG)) > 0)
		if (p == child) {
			*st = s;
			found = true;
		}
	return found;
}

_Noreturn void supervisor_main(const struct proc_spec *spec, int *moved, int control, int status, int output)
{
	pid_t child;
	sigset_t chld;
	int sfd, st = 0;
	bool ended = false;
	struct rusage used;
	struct report rep;

	prctl(PR_SET_NAME, "supervisor");
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (!spec->inherit_io)
		setsid();
	/* We end when the control pipe says so, not by the terminal's signals. */
	for (int s = 1; s < NSIG; s++)
		if (s != SIGCHLD && s != SIGSEGV && s != SIGBUS && s != SIGABRT)
			signal(s, SIG_IGN);
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &chld, NULL);
	/* Another child's control pipe must not stay open in here, or its supervisor would never see our parent die. */
	close_all_but(control, status, output, spec);
	sfd = signalfd(-1, &chld, SFD_CLOEXEC | SFD_NONBLOCK);

	child = start_child(spec, moved, status, output);
	if (child < 0) {
		rep = (struct report){ REPORT_EXEC_FAILED, errno, 0 };
		fs_write_full(status, &rep, sizeof rep);
		_exit(0);
	}
	if (output >= 0)
		close(output);
	for (size_t i = 0; i < spec->nfds; i++)
		close(spec->fds[i].ours);

	while (!ended) {
		struct pollfd p[2] = { { control, POLLIN, 0 }, { sfd, POLLIN, 0 } };
		struct signalfd_siginfo info;

		if (poll(p, 2, -1) < 0 && errno != EINTR)
			break;
		while (read(sfd, &info, sizeof info) > 0)
			;
		ended = reap(child, &st);
		if (p[0].revents) /* a byte or EOF: stop */
			break;
	}
	/* The whole group first, in one go: a fork bomb must not outrun us. */
	kill(-child, SIGKILL);
	for (;;) {
		int s;
		pid_t p;

		kill_children();
		p = waitpid(-1, &s, 0);
		if (p < 0 && errno == ECHILD)
			break;
		if (p == child && !ended) {
			st = s;
			ended = true;
		}
	}
	if (WIFEXITED(st))
		rep = (struct report){ REPORT_EXITED, WEXITSTATUS(st), 0 };
	else
		rep = (struct report){ REPORT_SIGNALLED, WTERMSIG(st), 0 };
	if (!getrusage(RUSAGE_CHILDREN, &used))
		rep.most_kib = used.ru_maxrss;
	fs_write_full(status, &rep, sizeof rep);
	close_until(3, INT_MAX);
	_exit(0);
}
