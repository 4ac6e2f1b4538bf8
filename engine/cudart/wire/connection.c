/* connection: the socket to the device process: inherited, by its number in WARPLINGS_DEVICE_FD, or else made by
 * connecting to the abstract name in WARPLINGS_DEVICE_SOCKET, which gives every process that a program starts a device
 * context of its own.
 *
 * Threads of the program may have several requests under way: sending is serialised by one lock, and of the threads
 * that wait for replies one at a time reads for all (replies carry the number of their request). When bytes stop making
 * sense, or the device is gone, the connection is dead and every call says so.
 */
#include "cudart/wire/client.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/buf.h"
#include "cudart/wire/bytes.h"

#define DEAD cudaErrorDevicesUnavailable

struct waiter {
	struct waiter *next;
	struct rpc *rpc;
	uint32_t seq;
	cudaError_t error;
	bool done, bad_pointer, sent_badly;
};

static struct {
	pthread_once_t once;
	cudaError_t state; /* of connecting */
	pid_t pid;
	int fd;
	struct dp_hello_reply device;
	pthread_mutex_t send_lock, lock;
	pthread_cond_t changed;
	struct waiter *waiting;
	uint32_t seq;
	bool reading, dead;
	atomic_bool given_up;
	atomic_uint generation, printf_bytes;
} conn = { .once = PTHREAD_ONCE_INIT,
	.fd = -1,
	.send_lock = PTHREAD_MUTEX_INITIALIZER,
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
	.generation = 1 };

/* Read one reply and give it to the thread that waits for it. Called without the lock, by one thread at a time. */
static int read_reply(void)
{
	struct dp_reply head;
	struct waiter *w;
	int fd = -1, k;

	if (bytes_receive(conn.fd, &head, sizeof head, &fd) || head.magic != DP_MAGIC)
		return -1;
	pthread_mutex_lock(&conn.lock);
	for (w = conn.waiting; w && w->seq != head.seq; w = w->next)
		;
	pthread_mutex_unlock(&conn.lock);
	if (!w)
		return -1;
	k = bytes_receive_body(conn.fd, w->rpc, head.bytes);
	if (k < 0)
		return -1;
	if (head.sticky)
		cudart_lost((cudaError_t)head.error);
	atomic_store(&conn.printf_bytes, head.printf_bytes);
	w->rpc->fd = fd;
	pthread_mutex_lock(&conn.lock);
	w->bad_pointer |= k > 0;
	w->error = (cudaError_t)head.error;
	w->done = true;
	pthread_mutex_unlock(&conn.lock);
	return 0;
}

/* From now on its reply has somebody to go to. */
static void enter(struct waiter *me, struct rpc *r)
{
	*me = (struct waiter){ .rpc = r, .error = DEAD };
	r->nreply = 0;
	r->fd = -1;
	pthread_mutex_lock(&conn.lock);
	me->seq = ++conn.seq;
	me->next = conn.waiting;
	conn.waiting = me;
	pthread_mutex_unlock(&conn.lock);
}

static void send_entered(struct waiter *me)
{
	int s;

	pthread_mutex_lock(&conn.send_lock);
	s = bytes_send(conn.fd, me->rpc, me->seq);
	if (s != BYTES_SENT) {
		pthread_mutex_lock(&conn.lock);
		if (s == BYTES_FAILED) {
			conn.dead = true;
			pthread_cond_broadcast(&conn.changed);
		} else {
			me->sent_badly = true;
		}
		pthread_mutex_unlock(&conn.lock);
	}
	pthread_mutex_unlock(&conn.send_lock);
}

/* Until its reply is there, which any thread that waits may read. Takes it off the list. */
static cudaError_t await(struct waiter *me)
{
	const struct rpc *r = me->rpc;
	struct waiter **link;

	pthread_mutex_lock(&conn.lock);
	while (!me->done && !conn.dead) {
		if (conn.reading) {
			pthread_cond_wait(&conn.changed, &conn.lock);
			continue;
		}
		conn.reading = true;
		pthread_mutex_unlock(&conn.lock);
		if (read_reply()) {
			pthread_mutex_lock(&conn.lock);
			conn.dead = true;
		} else {
			pthread_mutex_lock(&conn.lock);
		}
		conn.reading = false;
		pthread_cond_broadcast(&conn.changed);
	}
	for (link = &conn.waiting; *link != me; link = &(*link)->next)
		;
	*link = me->next;
	pthread_mutex_unlock(&conn.lock);
	if (me->done && (me->bad_pointer || me->sent_badly) && me->error == cudaSuccess)
		return cudart_refuse(r->call, cudaErrorInvalidValue, "the host memory at %p cannot be %s",
			me->sent_badly ? r->data : r->reply, me->sent_badly ? "read" : "written");
	if (me->error != cudaSuccess && r->op != DP_COMPLAINT)
		logs_cause(r->call, me->error, NULL);
	return me->error;
}

static cudaError_t exchange(struct rpc *r)
{
	struct waiter me;

	enter(&me, r);
	send_entered(&me);
	return await(&me);
}

struct waiter *rpc_enter(struct rpc *r)
{
	struct waiter *me = xmalloc(sizeof *me);

	enter(me, r);
	return me;
}

void rpc_send(struct waiter *me)
{
	send_entered(me);
}

cudaError_t rpc_await(struct waiter *me)
{
	cudaError_t e = await(me);

	free(me);
	return e;
}

/* Send and do not wait. A connection that is gone shows in the next exchange. */
static cudaError_t tell(struct rpc *r)
{
	int s;

	pthread_mutex_lock(&conn.send_lock);
	s = bytes_send(conn.fd, r, 0);
	pthread_mutex_unlock(&conn.send_lock);
	return s == BYTES_FAILED ? DEAD : cudaSuccess;
}

void cudart_last_words(const struct dp_host_fault *fault)
{
	struct {
		struct dp_request head;
		struct dp_host_fault body;
	} m = {
		{ .magic = DP_MAGIC, .op = DP_HOST_FAULT, .flags = DP_SILENT, .bytes = sizeof m.body },
		*fault,
	};

	if (conn.pid != getpid() || pthread_mutex_trylock(&conn.send_lock))
		return;
	(void)!send(conn.fd, &m, sizeof m, MSG_NOSIGNAL | MSG_DONTWAIT);
	pthread_mutex_unlock(&conn.send_lock);
}

void cudart_tell_touch(const struct dp_host_touch *t, const char *site, size_t n)
{
	struct rpc r = RPC(HOST_TOUCH, none, *t);
	int tries = 0;

	r.flags = DP_SILENT;
	r.data = site;
	r.ndata = n;
	if (conn.pid != getpid())
		return;
	/* This very thread may be sending, though what it sends is hardly ever managed memory. */
	while (pthread_mutex_trylock(&conn.send_lock))
		if (++tries > 10000 || sched_yield())
			return;
	bytes_send(conn.fd, &r, 0);
	pthread_mutex_unlock(&conn.send_lock);
}

/* ---- connecting */
/* The socket, or -1 with the reason said. */
static int find_socket(void)
{
	const char *number = getenv(DP_ENV), *name = getenv(DP_ENV_SOCKET);
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	char *end;
	long fd;
	int s;

	if (number) {
		fd = strtol(number, &end, 10);
		if (end != number && !*end && fd >= 0 && fd <= 1 << 20)
			return (int)fd;
		fputs("libcudart.so.13 (Warplings): " DP_ENV " is not the number of a descriptor\n", stderr);
		return -1;
	}
	if (!name || !*name || strlen(name) >= sizeof to.sun_path) {
		fputs("libcudart.so.13 (Warplings): there is no emulated device; start the program with 'warplings "
		      "exec -- program'\n",
			stderr);
		return -1;
	}
	memcpy(to.sun_path + 1, name, strlen(name));
	s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (s >= 0 &&
		!connect(s, (struct sockaddr *)&to,
			(socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name))))
		return s;
	fprintf(stderr, "libcudart.so.13 (Warplings): the emulated device cannot be reached: %s\n", strerror(errno));
	if (s >= 0)
		close(s);
	return -1;
}

static void connect_once(void)
{
	struct dp_hello hello = { DP_VERSION, (uint32_t)getpid() };
	struct rpc r = RPC(HELLO, none, hello);

	conn.state = cudaErrorNoDevice;
	conn.fd = find_socket();
	if (conn.fd < 0)
		return;
	conn.pid = getpid();
	r.reply = &conn.device;
	r.reply_max = sizeof conn.device;
	conn.state = cudaErrorInitializationError;
	if (exchange(&r) == cudaSuccess && r.nreply == sizeof conn.device)
		conn.state = cudaSuccess;
	if (conn.state == cudaSuccess)
		cudart_watch_host(getenv(DP_ENV) != NULL); /* a host process of the judge's */
	else
		fputs("libcudart.so.13 (Warplings): the emulated device does not answer\n", stderr);
}

cudaError_t cudart_connect(void)
{
	pthread_once(&conn.once, connect_once);
	/* CUDA does not survive fork() either. */
	if (conn.state == cudaSuccess && conn.pid != getpid())
		return cudaErrorInitializationError;
	return conn.state == cudaSuccess && atomic_load(&conn.given_up) ? cudaErrorDevicesUnavailable : conn.state;
}

void cudart_give_up(void)
{
	atomic_store(&conn.given_up, true);
}

const struct dp_hello_reply *cudart_device(void)
{
	return &conn.device;
}

unsigned cudart_generation(void)
{
	return atomic_load(&conn.generation);
}

void cudart_next_generation(void)
{
	atomic_fetch_add(&conn.generation, 1);
}

static _Thread_local bool in_callback;

void cudart_callback(bool runs)
{
	in_callback = runs;
}

bool cudart_in_callback(void)
{
	return in_callback;
}

cudaError_t rpc_run(struct rpc *r)
{
	static const size_t most[DP_OP_COUNT] = {
#define DP(id, type, payload) [DP_##id] = payload,
		DP_TABLE
#undef DP
	};
	cudaError_t e = cudart_connect();

	r->fd = -1;
	if (e != cudaSuccess)
		return e;
	if (r->ndata > most[r->op]) /* the device would take it for bytes of somebody else's */
		return cudart_refuse(r->call, cudaErrorInvalidValue,
			"a name or text of %zu bytes is longer than the %zu that the emulated device takes", r->ndata,
			most[r->op]);
	if (cudart_in_callback())
		return cudart_why(cudaErrorNotPermitted,
			"operation not permitted: this is a host function of a stream (cudaLaunchHostFunc, "
			"cudaStreamAddCallback), and such a function must not call CUDA");
	if (touched_matters(r->op))
		touched_tell();
	early_issued(r);
	e = r->flags & DP_SILENT ? tell(r) : exchange(r);
	early_answered(r, e);
	return e;
}

void cudart_flush_printf(void)
{
	struct dp_none none = { 0, 0 };
	struct rpc r = RPC(PRINTF, none, none);
	char *text;

	if (!atomic_exchange(&conn.printf_bytes, 0))
		return;
	text = xmalloc(DP_CHUNK);
	r.reply = text;
	r.reply_max = DP_CHUNK;
	do {
		exchange(&r);
		fwrite(text, 1, r.nreply, stdout);
	} while (r.nreply && atomic_load(&conn.printf_bytes));
	free(text);
}

void cudart_flush_much(void)
{
	if (atomic_load(&conn.printf_bytes) >= DP_CHUNK)
		cudart_flush_printf();
}

cudaError_t cudart_refuse(enum dp_call call, cudaError_t code, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return cudart_refuse_launch(call, code, 0, text);
}

cudaError_t cudart_refuse_launch(enum dp_call call, cudaError_t code, uint32_t kernel, const char *text)
{
	struct dp_complaint k = { .code = (int32_t)code, .kernel = kernel };
	struct rpc r = { .op = DP_COMPLAINT, .call = call, .body = &k, .nbody = sizeof k };

	r.data = text;
	r.ndata = strlen(text);
	if (cudart_connect() != cudaSuccess)
		return code;
	logs_cause(call, code, text);
	/* The device answers with `code`, or with the error that lost the context before. */
	return exchange(&r);
}

void cudart_complain(const char *call, cudaError_t code, bool again, const char *why)
{
	struct dp_complaint k = { .code = (int32_t)code, .again = again };
	struct rpc r = { .op = DP_COMPLAINT, .flags = DP_SILENT, .body = &k, .nbody = sizeof k };
	char text[640];

	if (cudart_connect() != cudaSuccess)
		return;
	snprintf(text, sizeof text, "%s failed: %s", call ? call : "a CUDA call", why);
	r.data = text;
	r.ndata = strlen(text);
	tell(&r);
}

int cudart_unimplemented(const char *name)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct table seen;
	struct dp_none none = { 0, 0 };
	struct rpc r = RPC(UNIMPLEMENTED, none, none);
	bool first;

	pthread_mutex_lock(&lock);
	first = !table_get(&seen, name);
	table_put(&seen, name, &seen);
	pthread_mutex_unlock(&lock);
	if (first) {
		fprintf(stderr, "libcudart.so.13 (Warplings): %s is not implemented by the emulated device\n", name);
		r.data = name;
		r.ndata = strlen(name);
		if (cudart_connect() == cudaSuccess)
			exchange(&r);
	}
	logs_cause(DP_CALL_none, cudaErrorNotSupported, "the emulated device does not have it");
	return (int)cudart_done_of(name, cudaErrorNotSupported);
}
