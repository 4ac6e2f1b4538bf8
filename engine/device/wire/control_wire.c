/* control_wire: see control_wire.h. */
#include "device/wire/control_wire.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/proc.h"

union fd_space {
	struct cmsghdr align;
	char space[CMSG_SPACE(sizeof(int))];
};

static int send_bytes(int sock, const void *p, size_t n, int fd)
{
	union fd_space control;
	const char *at = p;

	while (n) {
		struct iovec iov = { (void *)(uintptr_t)at, n };
		struct msghdr m = { .msg_iov = &iov, .msg_iovlen = 1 };
		ssize_t k;

		if (fd >= 0) {
			struct cmsghdr *h;

			memset(&control, 0, sizeof control);
			m.msg_control = control.space;
			m.msg_controllen = sizeof control.space;
			h = CMSG_FIRSTHDR(&m);
			h->cmsg_level = SOL_SOCKET;
			h->cmsg_type = SCM_RIGHTS;
			h->cmsg_len = CMSG_LEN(sizeof fd);
			memcpy(CMSG_DATA(h), &fd, sizeof fd);
		}
		k = sendmsg(sock, &m, MSG_NOSIGNAL);
		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0)
			return -1;
		fd = -1;
		at += k;
		n -= (size_t)k;
	}
	return 0;
}

int dc_send(int sock, enum dc_kind kind, const void *body, uint64_t bytes, int fd)
{
	struct dc_head h = { DC_MAGIC, kind, bytes };

	if (send_bytes(sock, &h, sizeof h, fd))
		return -1;
	return bytes ? send_bytes(sock, body, (size_t)bytes, -1) : 0;
}

int dc_send_two(int sock, enum dc_kind kind, const void *a, uint64_t na, const void *b, uint64_t nb)
{
	struct dc_head h = { DC_MAGIC, kind, na + nb };

	if (send_bytes(sock, &h, sizeof h, -1) || send_bytes(sock, a, (size_t)na, -1))
		return -1;
	return nb ? send_bytes(sock, b, (size_t)nb, -1) : 0;
}

/* 1 readable, -1 timeout or error, -2 cancelled. */
static int wait_readable(int sock, int64_t deadline_ns, int cancel_fd)
{
	struct pollfd p[2] = { { sock, POLLIN, 0 }, { cancel_fd, POLLIN, 0 } };

	for (;;) {
		int ms = -1, k;

		if (deadline_ns >= 0) {
			int64_t left = deadline_ns - time_now_ns();

			if (left <= 0)
				return -1;
			ms = (int)(left / 1000000 + 1);
		}
		k = poll(p, cancel_fd >= 0 ? 2 : 1, ms);
		if (k < 0 && errno != EINTR)
			return -1;
		if (k > 0 && cancel_fd >= 0 && p[1].revents)
			return -2;
		if (k > 0 && p[0].revents)
			return 1;
	}
}

static int64_t deadline(int timeout_ms)
{
	return timeout_ms < 0 ? -1 : time_now_ns() + (int64_t)timeout_ms * 1000000;
}

/* 1 filled, 0 end of stream before any byte, else as wait_readable. */
static int receive(int sock, void *p, uint64_t n, int *fd, int64_t until, int cancel_fd)
{
	union fd_space control;
	uint64_t done = 0;

	while (done < n) {
		struct iovec iov = { (char *)p + done, (size_t)(n - done) };
		struct msghdr m = { .msg_iov = &iov, .msg_iovlen = 1 };
		struct cmsghdr *h;
		int r = wait_readable(sock, until, cancel_fd);
		ssize_t k;

		if (r < 0)
			return r;
		if (fd) {
			m.msg_control = control.space;
			m.msg_controllen = sizeof control.space;
		}
		k = recvmsg(sock, &m, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
		if (k < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (k <= 0)
			return done || k < 0 ? -1 : 0;
		for (h = fd ? CMSG_FIRSTHDR(&m) : NULL; h; h = CMSG_NXTHDR(&m, h))
			if (h->cmsg_level == SOL_SOCKET && h->cmsg_type == SCM_RIGHTS) {
				if (*fd >= 0)
					close(*fd);
				memcpy(fd, CMSG_DATA(h), sizeof *fd);
			}
		done += (uint64_t)k;
	}
	return 1;
}

int dc_receive(int sock, struct dc_head *h, int *fd, int timeout_ms, int cancel_fd)
{
	int got = -1, r;

	r = receive(sock, h, sizeof *h, &got, deadline(timeout_ms), cancel_fd);
	if (r == 1 && h->magic != DC_MAGIC)
		r = -1;
	if (r != 1 || !fd) {
		if (got >= 0)
			close(got);
		got = -1;
	}
	if (fd)
		*fd = got;
	return r;
}

int dc_receive_body(int sock, void *p, uint64_t n, int timeout_ms)
{
	return n == 0 || receive(sock, p, n, NULL, deadline(timeout_ms), -1) == 1 ? 0 : -1;
}
