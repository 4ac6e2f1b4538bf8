/* proc.c: our side of a child process: start, read its output, wait, kill. See proc.h and supervisor.c. */
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/proc_internal.h"

int64_t time_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

bool fd_readable(int fd)
{
	struct pollfd p = { fd, POLLIN, 0 };

	return fd >= 0 && poll(&p, 1, 0) > 0;
}

static void close_pair(int p[2])
{
	if (p[0] >= 0)
		close(p[0]);
	if (p[1] >= 0)
		close(p[1]);
}

int proc_start(struct proc *p, const struct proc_spec *spec, struct err *e)
{
	int control[2] = { -1, -1 }, status[2] = { -1, -1 }, output[2] = { -1, -1 };
	struct proc_fd *fds = xcalloc(spec->nfds, sizeof *fds); /* before fork: the child may not allocate */
	int *moved = xcalloc(spec->nfds, sizeof *moved);
	struct proc_spec mine = *spec;

	memset(p, 0, sizeof *p);
	p->control = p->status = p->output = -1;
	buf_init(&p->out);
	p->out_max = spec->capture_max ? spec->capture_max : 65536;
	if (spec->nfds)
		memcpy(fds, spec->fds, spec->nfds * sizeof *fds);
	mine.fds = fds;
	if (pipe2(control, O_CLOEXEC) || pipe2(status, O_CLOEXEC) || (spec->capture && pipe2(output, O_CLOEXEC)))
		goto fail;
	p->supervisor = fork();
	if (p->supervisor == 0)
		supervisor_main(&mine, moved, control[0], status[1], output[1]);
	if (p->supervisor < 0)
		goto fail;
	free(fds);
	free(moved);
	close(control[0]);
	close(status[1]);
	if (output[1] >= 0)
		close(output[1]);
	p->control = control[1];
	p->status = status[0];
	p->output = output[0];
	fcntl(p->status, F_SETFL, O_NONBLOCK);
	if (p->output >= 0)
		fcntl(p->output, F_SETFL, O_NONBLOCK);
	return 0;
fail:
	err_errno(e, "%s can't be started", spec->argv[0]);
	close_pair(control);
	close_pair(status);
	close_pair(output);
	free(fds);
	free(moved);
	p->supervisor = 0;
	p->done = true;
	return -1;
}

static void read_output(struct proc *p)
{
	char block[16384];
	ssize_t n;

	while (p->output >= 0 && (n = read(p->output, block, sizeof block)) != 0) {
		size_t room = p->out_max - p->out.len;

		if (n < 0) {
			if (errno == EINTR)
				continue;
			if (errno != EAGAIN) {
				close(p->output);
				p->output = -1;
			}
			return;
		}
		if ((size_t)n > room) {
			p->truncated = true;
			n = (ssize_t)room;
		}
		buf_add(&p->out, block, (size_t)n);
	}
	if (p->output >= 0) {
		close(p->output);
		p->output = -1;
	}
}

static void reap_supervisor(struct proc *p)
{
	int st;

	while (p->supervisor > 0 && waitpid(p->supervisor, &st, 0) < 0 && errno == EINTR)
		;
	p->supervisor = 0;
}

bool proc_poll(struct proc *p)
{
	struct report rep;
	ssize_t n;

	if (p->done)
		return true;
	read_output(p);
	while ((n = read(p->status, &rep, sizeof rep)) == (ssize_t)sizeof rep) {
		if (p->exec_failed)
			continue; /* the second report is the exit status of the child that could not exec */
		p->exec_failed = rep.kind == REPORT_EXEC_FAILED;
		p->exited = rep.kind == REPORT_EXITED;
		p->code = rep.code;
		p->most_kib = rep.most_kib > 0 ? (uint64_t)rep.most_kib : 0;
		p->done = !p->exec_failed;
	}
	if (n == 0 && !p->done) { /* the supervisor has gone: killed, or after an exec that failed */
		p->done = true;
		if (!p->exec_failed)
			p->code = SIGKILL;
	}
	if (p->done) {
		reap_supervisor(p);
		read_output(p);
	}
	return p->done;
}

int proc_wait(struct proc *p, int timeout_ms, int cancel_fd)
{
	int64_t end = timeout_ms < 0 ? INT64_MAX : time_now_ns() + (int64_t)timeout_ms * 1000000;

	while (!proc_poll(p)) {
		struct pollfd fds[3] = { { p->status, POLLIN, 0 }, { p->output, POLLIN, 0 }, { cancel_fd, POLLIN, 0 } };
		int64_t left = end - time_now_ns();

		if (left <= 0)
			return 0;
		left = left / 1000000 + 1;
		poll(fds, 3, timeout_ms < 0 || left > 1000000 ? 1000000 : (int)left);
		if (fds[2].revents & (POLLIN | POLLHUP))
			return -1;
	}
	return 1;
}

void proc_kill(struct proc *p)
{
	if (p->done)
		return;
	if (p->control >= 0)
		close(p->control);
	p->control = -1;
	/* The supervisor kills and reaps; a process in an uninterruptible wait could hold it, so not for ever. */
	if (proc_wait(p, 5000, -1) != 1) {
		kill(p->supervisor, SIGKILL);
		reap_supervisor(p);
		p->done = true;
		p->code = SIGKILL;
	}
}

void proc_release(struct proc *p)
{
	proc_kill(p);
	if (p->control >= 0)
		close(p->control);
	if (p->status >= 0)
		close(p->status);
	if (p->output >= 0)
		close(p->output);
	p->control = p->status = p->output = -1;
	buf_release(&p->out);
}

int proc_run(struct proc *p, const struct proc_spec *spec, int timeout_ms, int cancel_fd, struct err *e)
{
	int r;

	if (proc_start(p, spec, e))
		return -1;
	r = proc_wait(p, timeout_ms, cancel_fd);
	if (r == 1 && p->exec_failed) {
		errno = p->code;
		return err_errno(e, "%s can't be started", spec->argv[0]);
	}
	if (r == 1)
		return 0;
	proc_kill(p);
	if (r < 0)
		return err_set(e, ERR_CANCELLED, "stopped on request");
	return err_set(e, ERR_ENV, "%s did not end within %d ms", spec->argv[0], timeout_ms);
}
