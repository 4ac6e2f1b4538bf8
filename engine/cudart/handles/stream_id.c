/* stream_id: a stream's handle is its number at the device, marked; it is never dereferenced. Threads have default
 * streams of their own where they ask for them. */
#include <stdlib.h>

#include "base/buf.h"
#include "cudart/handles/handles.h"

#define MARK 0x5aull

static struct {
	pthread_mutex_t lock;
	struct table streams; /* by handle */
	cudaStream_t *spare;
	size_t nspare, spare_cap; /* default streams of threads that have ended */
	unsigned spare_generation;
	pthread_once_t once;
	pthread_key_t ending;
} state = { .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, .once = PTHREAD_ONCE_INIT };

/* This thread's default stream; NULL until it is asked for. */
static _Thread_local struct {
	cudaStream_t stream;
	unsigned generation;
	bool on;
} mine;

static cudaStream_t handle(uint32_t id)
{
	return (cudaStream_t)(uintptr_t)((unsigned long long)id << 8 | MARK);
}

/* A thread ends: the next one gets its stream. */
static void leave(void *stream)
{
	pthread_mutex_lock(&state.lock);
	if (mine.generation == cudart_generation()) {
		if (state.spare_generation != mine.generation)
			state.nspare = 0;
		state.spare_generation = mine.generation;
		if (state.nspare == state.spare_cap) {
			state.spare_cap = state.spare_cap ? state.spare_cap * 2 : 16;
			state.spare = xrealloc(state.spare, state.spare_cap * sizeof *state.spare);
		}
		state.spare[state.nspare++] = stream;
	}
	pthread_mutex_unlock(&state.lock);
}

static void make_key(void)
{
	pthread_key_create(&state.ending, leave);
}

static cudaError_t create(cudaStream_t *out, unsigned flags, int priority, uint32_t more);

static cudaStream_t thread_stream(void)
{
	if (mine.stream && mine.generation == cudart_generation())
		return mine.stream;
	pthread_once(&state.once, make_key);
	mine.stream = NULL;
	pthread_mutex_lock(&state.lock);
	if (state.nspare && state.spare_generation == cudart_generation())
		mine.stream = state.spare[--state.nspare];
	pthread_mutex_unlock(&state.lock);
	if (!mine.stream && create(&mine.stream, cudaStreamDefault, 0, DP_STREAM_OF_THREAD) != cudaSuccess)
		return NULL;
	mine.generation = cudart_generation();
	pthread_setspecific(state.ending, mine.stream);
	return mine.stream;
}

cudaStream_t stream_own(cudaStream_t s)
{
	return s == NULL || s == cudaStreamPerThread ? thread_stream() : s;
}

bool stream_per_thread(bool on)
{
	bool was = mine.on;

	mine.on = on;
	return was;
}

uint32_t stream_id(cudaStream_t s)
{
	uintptr_t v;

	if (s == cudaStreamPerThread || (s == NULL && mine.on))
		s = thread_stream();
	v = (uintptr_t)s;
	if (s == NULL || s == cudaStreamLegacy)
		return 0;
	return (v & 0xff) == MARK && v >> 8 && v >> 8 < UINT32_MAX ? (uint32_t)(v >> 8) : UINT32_MAX;
}

/* NULL: a default stream without a row of its own, or no stream. */
static struct stream *find(cudaStream_t s)
{
	uint32_t id = stream_id(s);

	return id && id != UINT32_MAX ? table_get(&state.streams, handle(id)) : NULL;
}

bool stream_live(cudaStream_t s)
{
	bool live;

	if (!stream_id(s))
		return true;
	pthread_mutex_lock(&state.lock);
	live = find(s) != NULL;
	pthread_mutex_unlock(&state.lock);
	return live;
}

bool stream_blocking(cudaStream_t s)
{
	const struct stream *st;
	bool blocking;

	pthread_mutex_lock(&state.lock);
	st = table_get(&state.streams, s);
	blocking = !st || !(st->flags & cudaStreamNonBlocking);
	pthread_mutex_unlock(&state.lock);
	return blocking;
}

cudaError_t stream_create(cudaStream_t *out, unsigned flags, int priority)
{
	return create(out, flags, priority, 0);
}

static cudaError_t create(cudaStream_t *out, unsigned flags, int priority, uint32_t more)
{
	struct dp_stream m = { flags | more, priority };
	struct rpc r = RPC(STREAM_CREATE, cudaStreamCreate, m);
	struct stream *s;
	struct dp_id id;
	cudaError_t e;

	if (!out || flags & ~(unsigned)cudaStreamNonBlocking)
		return cudaErrorInvalidValue;
	r.reply = &id;
	r.reply_max = sizeof id;
	e = rpc_run(&r);
	if (e != cudaSuccess)
		return e;
	s = xcalloc(1, sizeof *s);
	s->flags = flags;
	s->priority = priority < -5 ? -5 : priority > 0 ? 0 : priority;
	*out = handle(id.id);
	pthread_mutex_lock(&state.lock);
	free(table_get(&state.streams, *out));
	table_put(&state.streams, *out, s);
	pthread_mutex_unlock(&state.lock);
	return cudaSuccess;
}

void stream_forget(cudaStream_t s)
{
	pthread_mutex_lock(&state.lock);
	free(find(s));
	table_remove(&state.streams, handle(stream_id(s)));
	pthread_mutex_unlock(&state.lock);
}

bool stream_find(cudaStream_t s, struct stream *out)
{
	const struct stream *st;

	pthread_mutex_lock(&state.lock);
	st = find(s);
	if (st)
		*out = *st;
	pthread_mutex_unlock(&state.lock);
	return st != NULL;
}
