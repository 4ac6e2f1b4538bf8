/* queue: the order of things. Operations wait here between the reader that accepted them and the worker that runs them;
 * replies leave from here. Bounded: a client that asks faster than the device works waits, as on hardware. */
#include "device/ops/context.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MAX_QUEUED 1024
#define MAX_QUEUED_BYTES (64u << 20)

void op_free(struct op *op)
{
	if (!op)
		return;
	record_release(op->record);
	free(op->refusal);
	free(op->payload);
	free(op);
}

int op_refuse(struct op *op, int code, const char *fmt, ...)
{
	struct buf b;
	va_list ap;

	buf_init(&b);
	va_start(ap, fmt);
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	free(op->refusal);
	op->refusal = buf_detach(&b);
	buf_release(&b);
	op->refused = code;
	return code;
}

void context_enqueue(struct context *c, struct op *op)
{
	pthread_mutex_lock(&c->lock);
	while (!c->closing &&
		(c->nqueued >= MAX_QUEUED || (c->nqueued && c->queued_bytes + op->npayload > MAX_QUEUED_BYTES))) {
		hold_end(c);
		pthread_cond_wait(&c->changed, &c->lock);
	}
	if (c->closing) {
		pthread_mutex_unlock(&c->lock);
		if (op->head.op == DP_LAUNCH)
			log_stopped(c->log);
		op_free(op);
		return;
	}
	op->next = NULL;
	op->queued = true;
	if (c->last)
		c->last->next = op;
	else
		c->first = op;
	c->last = op;
	c->nqueued++;
	c->queued_bytes += op->npayload;
	hold_queued(c);
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->lock);
}

/* All of it, or the connection is broken. `fd` rides on the first byte. */
static int send_all(int sock, struct iovec *iov, int n, int fd)
{
	union {
		struct cmsghdr align;
		char space[CMSG_SPACE(sizeof(int))];
	} control;
	struct msghdr m = { .msg_iov = iov, .msg_iovlen = (size_t)n };

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
	while (m.msg_iovlen) {
		ssize_t k = sendmsg(sock, &m, MSG_NOSIGNAL);

		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0)
			return -1;
		m.msg_control = NULL;
		m.msg_controllen = 0;
		while (m.msg_iovlen && (size_t)k >= m.msg_iov->iov_len) {
			k -= (ssize_t)m.msg_iov->iov_len;
			m.msg_iov++;
			m.msg_iovlen--;
		}
		if (m.msg_iovlen) {
			m.msg_iov->iov_base = (char *)m.msg_iov->iov_base + k;
			m.msg_iov->iov_len -= (size_t)k;
		}
	}
	return 0;
}

void context_send(struct context *c, uint32_t seq, int error, struct answer *a)
{
	struct dp_reply r = { .magic = DP_MAGIC, .seq = seq };
	struct iovec iov[3] = { { &r, sizeof r }, { NULL, 0 }, { NULL, 0 } };
	int n = 1;

	pthread_mutex_lock(&c->lock);
	r.sticky = c->sticky != 0;
	r.error = c->sticky ? c->sticky : error;
	pthread_mutex_unlock(&c->lock);
	if (a && a->body.len) {
		iov[n].iov_base = a->body.data;
		iov[n++].iov_len = a->body.len;
	}
	if (a && a->ndata) {
		iov[n].iov_base = (void *)(uintptr_t)a->data;
		iov[n++].iov_len = a->ndata;
	}
	if (a)
		r.bytes = a->body.len + a->ndata;
	r.nfds = a && a->fd >= 0;
	pthread_mutex_lock(&c->out_lock);
	r.printf_bytes = (uint32_t)(c->printf_out.len - c->printf_taken);
	/* A client that is gone is the reader's to notice. */
	if (!c->broken && send_all(c->fd, iov, n, a ? a->fd : -1))
		c->broken = true;
	pthread_mutex_unlock(&c->out_lock);
}

static void report_refusal(struct context *c, const struct op *op)
{
	bool launch = (op->head.op == DP_LAUNCH || op->head.op == DP_COMPLAINT) && op->kernel;
	char *message = xasprintf("%s%s failed: %s (%s)", launch ? "the launch of " : "",
		launch ? op->kernel->name : dp_call_name(op->head.call), op->refusal, context_cuda_name(op->refused));
	struct log_fault f = { .order = op->order,
		.verdict = op->verdict ? op->verdict : "launch-error",
		.message = message,
		.kernel = op->fault_kernel,
		.cuda_code = op->refused };
	struct device_block block;

	if (origin_block(c, op->about, &block))
		f.block = &block;

	log_fault(c->log, &f);
	free(message);
}

/* Of what is still to run; the one that runs was taken out. */
static uint64_t oldest_queued(struct context *c)
{
	uint64_t order;

	pthread_mutex_lock(&c->lock);
	order = c->first ? c->first->order : UINT64_MAX;
	pthread_mutex_unlock(&c->lock);
	return order;
}

/* Not for what is wrong with the program itself: its numbers, its pointers. */
static bool left_undone(const struct op *op)
{
	return op->refused &&
		(op->lacks ||
			(op->verdict && (!strcmp(op->verdict, DEVICE_LACKS) || !strcmp(op->verdict, DEVICE_FAILS))));
}

static int execute(struct context *c, struct op *op, struct answer *a)
{
	const struct op_kind *kind = &op_kinds[op->head.op];
	int error;

	if (c->sticky && !kind->lost_too)
		return c->sticky;
	pthread_mutex_lock(&c->em_lock);
	order_turn(c->order_of, op->order, oldest_queued(c));
	error = op->refused ? op->refused : kind->run(c, op, a);
	c->lacked |= left_undone(op);
	pthread_mutex_unlock(&c->em_lock);
	if (op->refused)
		report_refusal(c, op);
	return error;
}

void context_run(struct context *c, struct op *op)
{
	struct answer a = { .fd = -1 };
	int error;

	buf_init(&a.body);
	error = execute(c, op, &a);
	if (op->answered && error && !c->sticky && !c->async_error)
		c->async_error = error;
	/* Done before it is answered: who has the answer must not find the device still busy with it. */
	pthread_mutex_lock(&c->lock);
	if (op->queued) {
		c->nqueued--;
		c->queued_bytes -= op->npayload;
		pthread_cond_broadcast(&c->changed);
	}
	pthread_mutex_unlock(&c->lock);
	if (!op->answered)
		context_send(c, op->head.seq, error, &a);
	if (a.fd >= 0)
		close(a.fd);
	buf_release(&a.body);
	op_free(op);
}

bool context_takes(struct context *c, const struct op *op)
{
	bool takes;

	pthread_mutex_lock(&c->lock);
	takes = c->nqueued == 0 && !hold_queues(c, op);
	pthread_mutex_unlock(&c->lock);
	return takes;
}

/* Long enough for most kernels of a lab, short enough for who polls. */
enum { SETTLE_MS = 100 };

bool context_settle(struct context *c)
{
	struct timespec until;
	bool idle;
	int r = 0;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += SETTLE_MS * 1000000l;
	until.tv_sec += until.tv_nsec / 1000000000l;
	until.tv_nsec %= 1000000000l;
	pthread_mutex_lock(&c->lock);
	hold_end(c);
	while (c->nqueued && !c->closing && r != ETIMEDOUT)
		r = pthread_cond_timedwait(&c->changed, &c->lock, &until);
	idle = c->nqueued == 0;
	pthread_mutex_unlock(&c->lock);
	return idle;
}

/* Takes it out of the queue. */
static struct op *take(struct context *c, struct op **link)
{
	struct op *op = *link;

	*link = op->next;
	if (c->last == op) {
		c->last = NULL;
		for (struct op *o = c->first; o; o = o->next)
			c->last = o;
	}
	return op;
}

void *context_work(void *context)
{
	struct context *c = context;

	pthread_mutex_lock(&c->lock);
	while (!c->closing) {
		struct op **next, *op;

		if (!c->first) {
			pthread_cond_wait(&c->changed, &c->lock);
			continue;
		}
		next = hold_next(c);
		if (!next || c->closing)
			continue;
		op = take(c, next);
		pthread_mutex_unlock(&c->lock);
		context_run(c, op);
		pthread_mutex_lock(&c->lock);
	}
	while (c->first) {
		struct op *op = c->first;

		c->first = op->next;
		if (op->head.op == DP_LAUNCH)
			log_stopped(c->log);
		op_free(op);
	}
	c->last = NULL;
	pthread_mutex_unlock(&c->lock);
	return NULL;
}
