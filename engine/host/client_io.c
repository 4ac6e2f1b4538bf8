/* client_io.c: bytes to and from a process that may be hostile: every wait has a deadline, sees death and cancellation
 * at once, and keeps the captured output flowing (a full pipe would stop the process). Sizes are checked before
 * anything is read.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/rng.h"
#include "host/session.h"

/* The deadline, later by what our processes waited for a processor: a busy machine changes no verdict. */
static int64_t moved(const struct host_session *h, int64_t deadline)
{
	int64_t waited = proc_waited_ns(&h->proc) + proc_waited_ns(h->beside), later = deadline + waited;
	int64_t latest = h->latest + (waited < h->most_later ? waited : h->most_later);

	return h->latest && later > latest ? latest : later;
}

/* Wait until the socket is ready for `events`. What is readable wins over death: all that the process sent is there by
 * then. */
static enum io wait_socket(struct host_session *h, short events, int64_t deadline)
{
	int64_t from = deadline;

	for (;;) {
		struct pollfd f[4] = {
			{ h->sock, events, 0 },
			{ h->proc.status, POLLIN, 0 },
			{ h->proc.output, POLLIN, 0 },
			{ h->cancel_fd, POLLIN, 0 },
		};
		int64_t left = deadline - time_now_ns();
		int ms = left <= 0 ? 0 : left / 1000000 > 60000 ? 60000 : (int)(left / 1000000) + 1;

		if (poll(f, 4, ms) < 0 && errno != EINTR)
			return IO_NONSENSE;
		if (f[3].revents & (POLLIN | POLLHUP))
			return IO_CANCELLED;
		if (f[2].revents)
			proc_poll(&h->proc);
		if (f[0].revents & (events | POLLHUP | POLLERR))
			return IO_OK;
		if (f[1].revents && proc_poll(&h->proc))
			return fd_readable(h->sock) ? IO_OK : IO_DIED;
		if (left > 0)
			continue;
		if (moved(h, from) <= time_now_ns())
			return IO_TIMEOUT;
		deadline = moved(h, from);
	}
}

/* The other end of the socket is closed: because the process is dying, or because student code closed it. */
static enum io closed(struct host_session *h)
{
	return proc_wait(&h->proc, 1000, -1) == 1 ? IO_DIED : IO_NONSENSE;
}

static enum io send_all(struct host_session *h, const void *p, uint64_t n, int64_t deadline)
{
	const char *at = p;

	while (n) {
		ssize_t r = send(h->sock, at, n, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (r > 0) {
			at += r;
			n -= (uint64_t)r;
		} else if (errno == EAGAIN) {
			enum io io = wait_socket(h, POLLOUT, deadline);

			if (io)
				return io;
		} else if (errno != EINTR) {
			return closed(h);
		}
	}
	return IO_OK;
}

static enum io recv_all(struct host_session *h, void *p, uint64_t n, int64_t deadline)
{
	char *at = p;

	while (n) {
		ssize_t r = recv(h->sock, at, n, MSG_DONTWAIT);

		if (r > 0) {
			at += r;
			n -= (uint64_t)r;
		} else if (r < 0 && errno == EAGAIN) {
			enum io io = wait_socket(h, POLLIN, deadline);

			if (io)
				return io;
		} else if (r == 0 || errno != EINTR) {
			return closed(h);
		}
	}
	return IO_OK;
}

/* A segmentation fault is announced before the process dies of it. Remember what it says; it is a hint. */
static enum io take_fault(struct host_session *h, const struct wire_head *head, int64_t deadline)
{
	enum io io;

	if (head->bytes != sizeof h->fault || h->fault.signal)
		return IO_NONSENSE;
	io = recv_all(h, &h->fault, sizeof h->fault, deadline);
	if (!io &&
		((h->fault.signal != SIGSEGV && h->fault.signal != SIGBUS) || h->fault.arg < WIRE_FAULT_STACK ||
			h->fault.arg >= WIRE_MAX_ARGS))
		return IO_NONSENSE;
	return io;
}

static enum io read_answer(struct host_session *h, uint64_t nonce, uint32_t type, struct wire_answer *a,
	const struct bytes *data, size_t ndata, int64_t deadline)
{
	uint64_t want = sizeof *a;
	struct wire_head head;
	enum io io;

	for (;;) {
		io = recv_all(h, &head, sizeof head, deadline);
		if (io)
			return io;
		if (head.magic != WIRE_MAGIC || head.nonce != nonce)
			return IO_NONSENSE;
		if (head.type != WIRE_FAULT)
			break;
		io = take_fault(h, &head, deadline);
		if (io)
			return io;
	}
	if (head.type != type || head.bytes < sizeof *a)
		return IO_NONSENSE;
	io = recv_all(h, a, sizeof *a, deadline);
	if (io)
		return io;
	a->cuda_name[sizeof a->cuda_name - 1] = '\0';
	a->text[sizeof a->text - 1] = '\0';
	for (size_t i = 0; i < ndata && a->status == WIRE_OK; i++)
		want += data[i].n;
	if (head.bytes != want)
		return IO_NONSENSE;
	for (size_t i = 0; i < ndata && a->status == WIRE_OK; i++) {
		io = recv_all(h, (void *)data[i].p, data[i].n, deadline);
		if (io)
			return io;
	}
	return IO_OK;
}

enum io session_ask(struct host_session *h, uint32_t type, const struct bytes *parts, size_t nparts,
	uint32_t answer_type, struct wire_answer *a, const struct bytes *data, size_t ndata, int64_t deadline)
{
	struct wire_head head = { WIRE_MAGIC, type, rng_fresh_seed(), 0 };
	enum io io = IO_OK;
	char byte;

	/* Nobody has been asked: what is there now was written by the student's code. */
	if (recv(h->sock, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0)
		return IO_NONSENSE;
	for (size_t i = 0; i < nparts; i++)
		head.bytes += parts[i].n;
	h->in_solve = type == WIRE_RUN;
	io = send_all(h, &head, sizeof head, deadline);
	for (size_t i = 0; i < nparts && !io; i++)
		io = send_all(h, parts[i].p, parts[i].n, deadline);
	if (!io)
		io = read_answer(h, head.nonce, answer_type, a, data, ndata, deadline);
	/* Sending fails too when the process dies while it is sent to; what it said before that is worth reading. */
	else if (io == IO_DIED && !h->fault.signal)
		read_answer(h, head.nonce, answer_type, a, data, ndata, deadline);
	if (!io)
		h->in_solve = false;
	return io;
}
