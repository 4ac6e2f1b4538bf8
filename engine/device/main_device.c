/* main_device: the emulated GPU as a process. Born by engine/device/judge/control.c with two sockets: control (the
 * judge's) and client (the hostile program's). This thread only listens to control, so a report can be had while a
 * kernel runs for ever; a context's own two threads do the rest (context.h). It ends when control ends, prints nothing,
 * and opens no file.
 */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "device/ops/context.h"
#include "device/report/seen.h"
#include "device/wire/control_wire.h"
#include "device/ops/writers.h"
#include "sandbox/lock.h"

struct server {
	struct device_config config;
	struct launch_order launch_order;
	struct under_way under_way;
	struct syncs syncs;
	struct log *log;
	uint64_t order;
	int control, gone;
	struct context *context;
};

static int usage(const char *what)
{
	fprintf(stderr, "warplings-device: %s\nThe emulated GPU; 'warplings' starts it. It is of no use by itself.\n",
		what);
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
	under_way_clear(&s->under_way);
	s->context = context_start(&s->config, s->log, &s->order, fd, client_gone, s, &e);
	if (!s->context) {
		fprintf(stderr, "%s\n", e.msg);
		return -1;
	}
	return 0;
}

/* Sends what stands in b to the judge, and releases it. */
static int answer(struct server *s, enum dc_kind kind, struct buf *b)
{
	int r = dc_send(s->control, kind, b->data, b->len, -1);

	buf_release(b);
	return r;
}

static int answer_syncs(struct server *s)
{
	struct buf b;

	buf_init(&b);
	syncs_write(&s->syncs, &b);
	return answer(s, DC_SYNCS, &b);
}

static int answer_under_way(struct server *s)
{
	struct buf b;

	buf_init(&b);
	under_way_write(&s->under_way, &b);
	return answer(s, DC_UNDER_WAY, &b);
}

static int answer_report(struct server *s)
{
	struct buf b;
	struct device_block *allocated = NULL;
	size_t n = 0;

	buf_init(&b);
	if (s->context)
		allocated = origin_allocated(s->context, &n);
	log_take(s->log, allocated, n, &b);
	origin_allocated_free(allocated, n);
	return answer(s, DC_REPORT, &b);
}

static int answer_writers(struct server *s, uint64_t bytes)
{
	uint64_t *addr = xmalloc((size_t)bytes + 1);
	struct buf b;
	int r = dc_receive_body(s->control, addr, bytes, -1);

	buf_init(&b);
	if (!r) {
		writers_answer(s->context, addr, (size_t)bytes / sizeof *addr, &b);
		r = dc_send(s->control, DC_WRITERS, b.data, b.len, -1);
	}
	buf_release(&b);
	free(addr);
	return r;
}

static int take_schedule(struct server *s)
{
	struct dc_schedule d;

	if (dc_receive_body(s->control, &d, sizeof d, -1))
		return -1;
	atomic_store(&s->launch_order.seed, d.seed);
	atomic_store(&s->launch_order.step_budget, d.step_budget);
	atomic_store(&s->launch_order.unchecked, d.unchecked);
	atomic_store(&s->launch_order.stretch, d.stretch);
	atomic_store(&s->launch_order.launched, 0);
	return dc_send(s->control, DC_SCHEDULE, NULL, 0, -1);
}

/* The emulator's lock within so many milliseconds: false while it works for the client. */
static bool idle(struct context *c, uint32_t wait_ms)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += wait_ms / 1000;
	until.tv_nsec += (long)(wait_ms % 1000) * 1000000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return !pthread_mutex_timedlock(&c->em_lock, &until);
}

static int answer_fill(struct server *s, uint64_t bytes)
{
	enum dc_memory m = DC_MEMORY_GONE;
	uint8_t *data = NULL;
	struct dc_ask ask;

	if (dc_receive_body(s->control, &ask, sizeof ask, -1) || ask.bytes != bytes - sizeof ask ||
		(ask.bytes && ask.bytes != ask.arg.bytes))
		return -1;
	if (ask.bytes) {
		data = xmalloc((size_t)ask.bytes);
		if (dc_receive_body(s->control, data, ask.bytes, -1)) {
			free(data);
			return -1;
		}
	}
	if (s->context && idle(s->context, ask.wait_ms)) {
		if (ask.begin)
			judged_begin(s->context, ask.watch, ask.sent != 0);
		m = judged_fill(s->context, &ask.arg, data);
		pthread_mutex_unlock(&s->context->em_lock);
	} else if (s->context) {
		m = DC_MEMORY_BUSY;
	}
	free(data);
	return dc_send(s->control, DC_FILL, &(uint32_t){ m }, sizeof(uint32_t), -1);
}

static int answer_take(struct server *s, uint64_t bytes)
{
	struct dc_argument args[DC_ARGUMENTS];
	struct dc_ask ask;
	struct buf b;
	int r;

	if (dc_receive_body(s->control, &ask, sizeof ask, -1) || ask.begin > DC_ARGUMENTS ||
		bytes != sizeof ask + ask.begin * sizeof *args ||
		dc_receive_body(s->control, args, ask.begin * sizeof *args, -1))
		return -1;
	buf_init(&b);
	if (!s->context || idle(s->context, ask.wait_ms)) {
		judged_take(s->context, args, ask.begin, &b);
		if (s->context)
			pthread_mutex_unlock(&s->context->em_lock);
	} else {
		buf_add(&b, &(struct dc_taken){ .busy = 1 }, sizeof(struct dc_taken));
	}
	r = dc_send(s->control, DC_TAKE, b.data, b.len, -1);
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
	if (h.kind == DC_UNDER_WAY && !h.bytes && fd < 0)
		return answer_under_way(s);
	if (h.kind == DC_SYNCS && !h.bytes && fd < 0)
		return answer_syncs(s);
	if (h.kind == DC_SCHEDULE && h.bytes == sizeof(struct dc_schedule) && fd < 0)
		return take_schedule(s);
	if (h.kind == DC_WRITERS && h.bytes % sizeof(uint64_t) == 0 && h.bytes / sizeof(uint64_t) <= WRITERS_MAX &&
		fd < 0)
		return answer_writers(s, h.bytes);
	if (h.kind == DC_FILL && h.bytes >= sizeof(struct dc_ask) && fd < 0)
		return answer_fill(s, h.bytes);
	if (h.kind == DC_TAKE && h.bytes >= sizeof(struct dc_ask) && fd < 0)
		return answer_take(s, h.bytes);
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

/* "KIND:LINE:COLUMN:FILE" as control.c sends it. -1: nonsense. */
static int mutant_ask(struct em_mutant *x, const char *words)
{
	long n[3];
	char *end;

	for (int i = 0; i < 3; i++, words = end + 1) {
		n[i] = strtol(words, &end, 10);
		if (end == words || *end != ':' || n[i] < 0 || n[i] > 1 << 30)
			return -1;
	}
	if (n[0] >= EM_MUTANT_KINDS)
		return -1;
	*x = (struct em_mutant){ (enum em_mutant_kind)n[0], words, (int)n[1], (int)n[2] };
	return 0;
}

static int option(struct server *s, int *client, const char **profile, const char *name, const char *value)
{
	char *end = NULL;
	unsigned long long v = strtoull(value, &end, 10);

	if (!strcmp(name, "--profile")) {
		*profile = value;
		return 0;
	}
	if (!strcmp(name, "--drop"))
		return syncs_drop(&s->syncs, value);
	if (!strcmp(name, "--mutate"))
		return mutant_ask(&s->config.mutant, value);
	if (!strcmp(name, "--record"))
		return seen_ask(&s->config.record, value);
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
	else if (!strcmp(name, "--memory"))
		s->config.memory_bytes = v;
	else if (!strcmp(name, "--sample"))
		s->config.sample = v;
	else if (!strcmp(name, "--seed"))
		atomic_store(&s->launch_order.seed, v);
	else
		return -1;
	return 0;
}

int main(int argc, char **argv)
{
	struct server s = { .control = -1, .gone = -1, .syncs = SYNCS_INIT };
	const char *profile = NULL;
	struct err e = ERR_INIT;
	int client = -1;

	s.config.order = &s.launch_order;
	s.config.syncs = &s.syncs;
	s.config.under_way = &s.under_way;
	under_way_init(&s.under_way);
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--lines"))
			s.config.per_line = true;
		else if (!strcmp(argv[i], "--ran-before"))
			s.config.ran_before = true;
		else if (!strcmp(argv[i], "--repeats"))
			s.config.repeats = true;
		else if (i + 1 >= argc || option(&s, &client, &profile, argv[i], argv[i + 1]))
			return usage("unknown option");
		else
			i++;
	}
	if (s.control < 0 || client < 0)
		return usage("--control and --client are missing");
	if (profile_find(&s.config.profile, profile, &e))
		return usage(e.msg);
	/* A launch's blocks take the memory of those before them: what is freed stays here, up to a point. Large
	 * pieces, of which only a part may ever be touched, come and go by themselves. A thread's first memory is a MB:
	 * where it grows page by page, all threads wait for each other's growing in a device's first launch. */
	mallopt(M_TOP_PAD, 1 << 20);
	mallopt(M_MMAP_THRESHOLD, 1 << 20);
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
	limits_share_arena();
	s.config.pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	/* Nobody of our user may look into us or attach to us: the client runs under the same one when there is no
	 * sandbox. */
	prctl(PR_SET_DUMPABLE, 0);
	signal(SIGPIPE, SIG_IGN);
	fcntl(s.control, F_SETFD, FD_CLOEXEC);
	fcntl(client, F_SETFD, FD_CLOEXEC);
	s.gone = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	s.log = log_new();
	/* It needs no file, no network and no program from here on; a client that got hold of it would have none
	 * either. What the kernel does not offer it goes without: the client is in a box of its own. */
	if (lock_files(NULL, NULL) || lock_calls(true))
		errno = 0;
	if (s.gone < 0 || serve_client(&s, client) || dc_send(s.control, DC_READY, NULL, 0, -1))
		return 1;
	listen_to_control(&s);
	/* Without ceremony: a kernel may be running, and nothing of ours outlives us. */
	_exit(0);
}
