/* callback: host functions of streams. They run in a thread of the runtime, one after another, as the device's queue
 * reaches them; so the thread that asked may hold a lock that the function wants.
 *
 * A function's request enters the list of this file and then leaves for the device, both under `order`: the list has
 * the device's order. The thread takes the head, waits for the device's word that its turn has come, calls it, and
 * closes the descriptor that came along, for which the device waits.
 */
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "cudart/work/work.h"

struct call {
	struct call *next;
	struct work work;
	struct dp_id stream;
	struct rpc rpc;
	struct waiter *waiter;
	bool sent;
};

static struct {
	pthread_mutex_t order, lock;
	pthread_cond_t more;
	struct call *first, **last;
	bool started;
	atomic_uint outstanding;
} calls = { .order = PTHREAD_MUTEX_INITIALIZER,
	.lock = PTHREAD_MUTEX_INITIALIZER,
	.more = PTHREAD_COND_INITIALIZER,
	.last = &calls.first };

/* A host function is not called in a lost context; a callback is, and is told. */
static void call(const struct work *w, cudaError_t e)
{
	cudart_callback(true);
	if (w->host.callback)
		w->host.callback(w->stream, e, w->host.user);
	else if (e == cudaSuccess)
		w->host.fn(w->host.user);
	cudart_callback(false);
}

bool host_functions_wait(void)
{
	return atomic_load(&calls.outstanding) != 0;
}

static void *serve(void *unused)
{
	(void)unused;
	for (;;) {
		struct call *c;
		cudaError_t e;

		pthread_mutex_lock(&calls.lock);
		/* Until it has left, the thread that asked still looks at it. */
		while (!calls.first || !calls.first->sent)
			pthread_cond_wait(&calls.more, &calls.lock);
		c = calls.first;
		calls.first = c->next;
		if (!calls.first)
			calls.last = &calls.first;
		pthread_mutex_unlock(&calls.lock);
		e = rpc_await(c->waiter);
		call(&c->work, e);
		atomic_fetch_sub(&calls.outstanding, 1);
		if (c->rpc.fd >= 0)
			close(c->rpc.fd);
		free(c);
	}
	return NULL;
}

/* Under `lock`. The program's signals are for the program's threads. */
static bool start(void)
{
	pthread_attr_t detached;
	pthread_t thread;
	sigset_t all, old;

	if (calls.started)
		return true;
	sigfillset(&all);
	sigdelset(&all, SIGSEGV); /* managed memory that is closed: wire/early.c */
	pthread_attr_init(&detached);
	pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	calls.started = !pthread_create(&thread, &detached, serve, NULL);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_attr_destroy(&detached);
	return calls.started;
}

cudaError_t host_run(const struct work *w)
{
	cudaError_t e = cudart_connect();
	struct call *c;
	bool ready;

	if (e != cudaSuccess)
		return e;
	if (cudart_in_callback())
		return cudart_why(cudaErrorNotPermitted,
			"operation not permitted: this is a host function of a stream, and such a function must not "
			"call CUDA");
	if (!stream_live(w->stream))
		return cudart_refuse(w->call, cudaErrorInvalidResourceHandle, "the stream does not exist (destroyed?)");
	c = xcalloc(1, sizeof *c);
	c->work = *w;
	c->stream = (struct dp_id){ stream_id(w->stream), 0 };
	c->rpc =
		(struct rpc){ .op = DP_HOST, .call = w->call, .body = &c->stream, .nbody = sizeof c->stream, .fd = -1 };
	pthread_mutex_lock(&calls.order);
	pthread_mutex_lock(&calls.lock);
	ready = start();
	if (ready) {
		atomic_fetch_add(&calls.outstanding, 1);
		c->waiter = rpc_enter(&c->rpc);
		*calls.last = c;
		calls.last = &c->next;
	}
	pthread_mutex_unlock(&calls.lock);
	if (ready) {
		rpc_send(c->waiter);
		pthread_mutex_lock(&calls.lock);
		c->sent = true; /* and no longer ours */
		pthread_cond_signal(&calls.more);
		pthread_mutex_unlock(&calls.lock);
	}
	pthread_mutex_unlock(&calls.order);
	if (!ready) {
		free(c);
		return cudart_refuse(w->call, cudaErrorUnknown, "no thread can be started for it");
	}
	return cudaSuccess;
}
