/* main_device: the emulated GPU as a process. Born by engine/device/control.c with two sockets: control (the judge's) and client (the
 * hostile program's). This thread only listens to control, so a report can be had while a kernel runs for ever; a context's own two threads
 * do the rest (context.h). It ends when control ends, prints nothing, and opens no file.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device/context.h"
#include "device/control_wire.h"

struct server {
	struct device_config config;
	struct log *log;
	uint64_t order;
	int control, gone;
	struct context *context;
};

static int usage(const char *what)
{
	fprintf(stderr, "warplings-device: %s\nThe emulated GPU; 'warplings' starts it. It is of no use by itself.\n", what);
	return 2;
}

static void client_gone(void *user)
{
	struct server *s = user;
	uint64_t one = 1;

	if (write(s->gone, &one, sizeof one) < 0)
		return; /* the counter is full: it is readable anyway */
}

static int serve_client(struct server *s, int fd)
{
	struct err e = ERR_INIT;

	context_stop(s->context);
	s->context = context_start(&s->config, s->log, &s->order, fd, client_gone, s, &e);
	if (!s->context) {
		fprintf(stderr, "%s\n", e.msg);
		return -1;
	}
	return 0;
}

static int answer_report(struct server *s)
{
	struct buf b;
	int r;

	buf_init(&b);
	log_take(s->log, &b);
	r = dc_send(s->control, DC_REPORT, b.data, b.len, -1);
	buf_release(&b);
	return r;
}

/* One message of the judge's. -1: the end. */
static int control_message(struct server *s)
{
	struct dc_head h;
	int fd = -1;

	if (dc_receive(s->control, &h, &fd, -1, -1) != 1)
		return -1;
	if (h.kind == DC_REPORT && !h.bytes && fd < 0)
		return answer_report(s);
	if (h.kind == DC_CLIENT && !h.bytes && fd >= 0)
		return serve_client(s, fd) || dc_send(s->control, DC_CLIENT, NULL, 0, -1) ? -1 : 0;
	if (fd >= 0)
		close(fd);
	return -1;
}

static void listen_to_control(struct server *s)
{
	struct pollfd p[2] = { { s->control, POLLIN, 0 }, { s->gone, POLLIN, 0 } };

	for (;;) {
		if (poll(p, 2, -1) < 0) {
			if (errno == EINTR)
				continue;
			return;
		}
		if (p[0].revents && control_message(s))
			return;
		if (p[1].revents) {
			uint64_t n;

			if (read(s->gone, &n, sizeof n) < 0)
				continue;
			/* May speak of the client before this one; then this one's reader is still at work. */
			if (s->context && context_over(s->context)) {
				context_stop(s->context);
				s->context = NULL;
			}
		}
	}
}

static int option(struct server *s, int *client, const char **profile, const char *name, const char *value)
{
	char *end = NULL;
	unsigned long long v = strtoull(value, &end, 10);

	if (!strcmp(name, "--profile")) {
		*profile = value;
		return 0;
	}
	if (end == value || *end)
		return -1;
	if (!strcmp(name, "--control"))
		s->control = (int)v;
	else if (!strcmp(name, "--client"))
		*client = (int)v;
	else if (!strcmp(name, "--threads"))
		s->config.threads = v > 1024 ? 1024 : (int)v;
	else if (!strcmp(name, "--steps"))
		s->config.step_budget = v;
	else if (!strcmp(name, "--seed"))
		s->config.schedule_seed = v;
	else
		return -1;
	return 0;
}

int main(int argc, char **argv)
{
	struct server s = { .control = -1, .gone = -1 };
	const char *profile = NULL;
	struct err e = ERR_INIT;
	int client = -1;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--lines"))
			s.config.per_line = true;
		else if (i + 1 >= argc || option(&s, &client, &profile, argv[i], argv[i + 1]))
			return usage("unknown option");
		else
			i++;
	}
	if (s.control < 0 || client < 0)
		return usage("--control and --client are missing");
	if (profile_find(&s.config.profile, profile, &e))
		return usage(e.msg);
	/* Nobody of our user may look into us or attach to us: the client runs under the same one when there is no sandbox. */
	prctl(PR_SET_DUMPABLE, 0);
	signal(SIGPIPE, SIG_IGN);
	fcntl(s.control, F_SETFD, FD_CLOEXEC);
	fcntl(client, F_SETFD, FD_CLOEXEC);
	s.gone = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	s.log = log_new();
	if (s.gone < 0 || serve_client(&s, client) || dc_send(s.control, DC_READY, NULL, 0, -1))
		return 1;
	listen_to_control(&s);
	/* Without ceremony: a kernel may be running, and nothing of ours outlives us. */
	_exit(0);
}
