/* bytes: see bytes.h. */
#include "cudart/wire/bytes.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* Where the program's memory cannot be read, zeros go instead, so that the stream of requests stays whole. */
static int send_bytes(int fd, const void *p, size_t n)
{
	static const char zeros[4096];
	bool bad = false;
	size_t done = 0;

	while (done < n) {
		const char *from = bad ? zeros : (const char *)p + done;
		size_t len = bad && n - done > sizeof zeros ? sizeof zeros : n - done;
		ssize_t k = send(fd, from, len, MSG_NOSIGNAL);

		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0 && errno == EFAULT && !bad) {
			bad = true;
			continue;
		}
		if (k < 0)
			return BYTES_FAILED;
		done += (size_t)k;
	}
	return bad ? BYTES_BAD_POINTER : BYTES_SENT;
}

/* Head, body and, when it is small and ours (kernel parameters, names), the data in one call. */
static int send_head(int fd, struct dp_request *head, const struct rpc *r, bool with_data)
{
	struct iovec iov[3] = { { head, sizeof *head }, { (void *)(uintptr_t)r->body, r->nbody },
		{ (void *)(uintptr_t)r->data, r->ndata } };
	struct msghdr m = { .msg_iov = iov, .msg_iovlen = with_data ? 3 : 2 };
	size_t total = sizeof *head + r->nbody + (with_data ? r->ndata : 0);
	ssize_t k;

	do
		k = sendmsg(fd, &m, MSG_NOSIGNAL);
	while (k < 0 && errno == EINTR);
	/* A few kilobytes on a blocking stream socket go whole or not at all. */
	return k < 0 || (size_t)k != total ? BYTES_FAILED : BYTES_SENT;
}

int bytes_send(int fd, const struct rpc *r, uint32_t seq)
{
	struct dp_request head = { .magic = DP_MAGIC,
		.op = (uint16_t)r->op,
		.call = (uint16_t)r->call,
		.seq = seq,
		.flags = r->flags,
		.bytes = r->nbody + r->ndata };
	bool with_data = r->ndata <= 4096 && !r->rows && r->op != DP_WRITE;
	int s = send_head(fd, &head, r, with_data), worst = BYTES_SENT;

	if (s == BYTES_FAILED || with_data)
		return s;
	if (!r->rows)
		return send_bytes(fd, r->data, r->ndata);
	for (size_t i = 0; i < r->rows; i++) {
		s = send_bytes(fd, (const char *)r->data + i * r->pitch, r->ndata / r->rows);
		if (s == BYTES_FAILED)
			return s;
		if (s != BYTES_SENT)
			worst = s;
	}
	return worst;
}

int bytes_receive(int fd, void *p, size_t n, int *passed)
{
	union {
		struct cmsghdr align;
		char space[CMSG_SPACE(sizeof(int))];
	} control;
	char scrap[4096];
	bool bad = false;
	size_t done = 0;

	while (done < n) {
		struct iovec iov = { bad ? scrap : (char *)p + done,
			bad && n - done > sizeof scrap ? sizeof scrap : n - done };
		struct msghdr m = { .msg_iov = &iov, .msg_iovlen = 1 };
		struct cmsghdr *h;
		ssize_t k;

		if (passed) {
			m.msg_control = control.space;
			m.msg_controllen = sizeof control.space;
		}
		k = recvmsg(fd, &m, MSG_WAITALL | MSG_CMSG_CLOEXEC);
		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0 && errno == EFAULT && !bad) {
			bad = true;
			continue;
		}
		if (k <= 0)
			return -1;
		for (h = passed ? CMSG_FIRSTHDR(&m) : NULL; h; h = CMSG_NXTHDR(&m, h))
			if (h->cmsg_level == SOL_SOCKET && h->cmsg_type == SCM_RIGHTS)
				memcpy(passed, CMSG_DATA(h), sizeof *passed);
		done += (size_t)k;
	}
	return bad ? 1 : 0;
}

int bytes_receive_body(int fd, struct rpc *r, uint64_t bytes)
{
	int worst = 0;

	if (bytes > r->reply_max)
		return -1;
	r->nreply = (size_t)bytes;
	if (!r->reply_rows || !bytes)
		return bytes_receive(fd, r->reply, (size_t)bytes, NULL);
	for (size_t i = 0; i < r->reply_rows; i++) {
		int k = bytes_receive(fd, (char *)r->reply + i * r->reply_pitch, (size_t)bytes / r->reply_rows, NULL);

		if (k < 0)
			return k;
		if (k > worst)
			worst = k;
	}
	return worst;
}
