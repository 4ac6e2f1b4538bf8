/* pool: see pool.h. Threads start at the first run that wants them and sleep between runs, each on a semaphore of its
 * own: glibc's condition variables can lose a wake-up where several threads wait (its bug 25847, versions 2.27
 * to 2.40), and a thread that misses the end is joined for ever. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/buf.h"
#include "emulator/core/pool.h"

#define MOST_KEPT ((size_t)32 << 20)

struct thread {
	pthread_t id;
	sem_t go;
	struct em_pool *pool;
};

struct em_pool {
	pthread_mutex_t lock;
	sem_t done; /* posted where the caller waits for the last part */
	struct thread *thread;
	int want, started;
	int n, next, busy; /* of this run: parts, next part to take, parts that others have not finished */
	void (*fn)(void *arg, int k);
	void *arg;
	bool waits, quit;
	void *room; /* em_pool_room */
	size_t room_bytes;
	cpu_set_t allowed;    /* where this process may run */
	int kept_off, placed; /* the core that the first `placed` threads keep off, or -1 */
};

static void sleep_on(sem_t *s)
{
	while (sem_wait(s) && errno == EINTR)
		;
}

/* Parts that nobody has taken. Called and left with the lock held. */
static void take_parts(struct em_pool *p)
{
	while (p->next < p->n) {
		int k = p->next++;
		pthread_mutex_unlock(&p->lock);
		p->fn(p->arg, k);
		pthread_mutex_lock(&p->lock);
		p->busy--;
	}
}

/* A thread that comes late, when others have done its part, finds none, or the next run's. */
static void *serve(void *arg)
{
	struct thread *t = arg;
	struct em_pool *p = t->pool;
	for (;;) {
		sleep_on(&t->go);
		pthread_mutex_lock(&p->lock);
		if (p->quit)
			break;
		take_parts(p);
		if (p->waits && !p->busy) {
			p->waits = false;
			sem_post(&p->done);
		}
		pthread_mutex_unlock(&p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* Some kernels wake a thread on the core of its waker, which is busy with part 0, and leave it there for a whole kernel
 * of ours. The threads keep off that core, so that they start at once. Nothing is changed where there is one core, or
 * on an error. */
static void keep_off_our_core(struct em_pool *p)
{
	int cpu = sched_getcpu();
	cpu_set_t others = p->allowed;

	if (cpu < 0 || cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, &others) || CPU_COUNT(&others) < 2)
		return;
	if (cpu != p->kept_off)
		p->placed = 0;
	CPU_CLR(cpu, &others);
	for (; p->placed < p->started; p->placed++)
		pthread_setaffinity_np(p->thread[p->placed].id, sizeof others, &others);
	p->kept_off = cpu;
}

struct em_pool *em_pool_new(int extra_threads)
{
	struct em_pool *p = xcalloc(1, sizeof *p);
	pthread_mutex_init(&p->lock, NULL);
	sem_init(&p->done, 0, 0);
	p->kept_off = -1;
	if (sched_getaffinity(0, sizeof p->allowed, &p->allowed))
		CPU_ZERO(&p->allowed);
	p->want = extra_threads > 0 ? extra_threads : 0;
	p->thread = xcalloc((size_t)p->want + 1, sizeof *p->thread);
	return p;
}

void em_pool_free(struct em_pool *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->quit = true;
	pthread_mutex_unlock(&p->lock);
	for (int k = 0; k < p->started; k++)
		sem_post(&p->thread[k].go);
	for (int k = 0; k < p->started; k++) {
		pthread_join(p->thread[k].id, NULL);
		sem_destroy(&p->thread[k].go);
	}
	pthread_mutex_destroy(&p->lock);
	sem_destroy(&p->done);
	free(p->thread);
	free(p->room);
	free(p);
}

void *em_pool_room(struct em_pool *p, size_t bytes)
{
	if (bytes > p->room_bytes) {
		free(p->room);
		p->room = xmalloc(bytes);
		p->room_bytes = bytes;
	}
	return p->room;
}

void em_pool_leave(struct em_pool *p)
{
	if (p->room_bytes <= MOST_KEPT)
		return;
	free(p->room);
	p->room = NULL;
	p->room_bytes = 0;
}

static bool start_one(struct em_pool *p)
{
	struct thread *t = &p->thread[p->started];
	t->pool = p;
	sem_init(&t->go, 0, 0);
	return !pthread_create(&t->id, NULL, serve, t);
}

void em_pool_run(struct em_pool *p, int n, void (*fn)(void *arg, int k), void *arg)
{
	if (n <= 1) {
		fn(arg, 0);
		return;
	}
	while (p->started < p->want && p->started < n - 1 && start_one(p))
		p->started++;
	keep_off_our_core(p);
	pthread_mutex_lock(&p->lock);
	p->fn = fn;
	p->arg = arg;
	p->n = n;
	p->next = 1;
	p->busy = n - 1;
	pthread_mutex_unlock(&p->lock);
	for (int k = 0; k < p->started && k < n - 1; k++)
		sem_post(&p->thread[k].go);
	fn(arg, 0);
	/* Parts that no thread has taken (none could be started) are ours. */
	pthread_mutex_lock(&p->lock);
	take_parts(p);
	p->waits = p->busy > 0;
	bool wait = p->waits;
	pthread_mutex_unlock(&p->lock);
	if (wait)
		sleep_on(&p->done);
}
