/* pool: see pool.h. Threads start at the first run that wants them and sleep between runs. */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/buf.h"
#include "emulator/pool.h"

struct em_pool {
	pthread_mutex_t lock;
	pthread_cond_t work, done;
	pthread_t *thread;
	int want, started;
	unsigned long round;  /* counts runs: a thread waits for the next one */
	int n, next, busy;    /* of this run: parts, next part to take, parts not finished */
	void (*fn)(void *arg, int k);
	void *arg;
	bool quit;
	cpu_set_t allowed;    /* where this process may run */
	int kept_off, placed; /* the core that the first `placed` threads keep off, or -1 */
};

static void *serve(void *arg)
{
	struct em_pool *p = arg;
	unsigned long seen = 0;
	pthread_mutex_lock(&p->lock);
	for (;;) {
		while (!p->quit && (p->round == seen || p->next >= p->n)) {
			seen = p->round;
			pthread_cond_wait(&p->work, &p->lock);
		}
		if (p->quit)
			break;
		int k = p->next++;
		pthread_mutex_unlock(&p->lock);
		p->fn(p->arg, k);
		pthread_mutex_lock(&p->lock);
		if (--p->busy == 0)
			pthread_cond_signal(&p->done);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* Some kernels wake a thread on the core of its waker, which is busy with part 0, and leave it there for a whole kernel of ours. The
 * threads keep off that core, so that they start at once. Nothing is changed where there is one core, or on an error. */
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
		pthread_setaffinity_np(p->thread[p->placed], sizeof others, &others);
	p->kept_off = cpu;
}

struct em_pool *em_pool_new(int extra_threads)
{
	struct em_pool *p = xcalloc(1, sizeof *p);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->work, NULL);
	pthread_cond_init(&p->done, NULL);
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
	pthread_cond_broadcast(&p->work);
	pthread_mutex_unlock(&p->lock);
	for (int k = 0; k < p->started; k++)
		pthread_join(p->thread[k], NULL);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->work);
	pthread_cond_destroy(&p->done);
	free(p->thread);
	free(p);
}

void em_pool_run(struct em_pool *p, int n, void (*fn)(void *arg, int k), void *arg)
{
	if (n > 1) {
		pthread_mutex_lock(&p->lock);
		while (p->started < p->want && p->started < n - 1 && pthread_create(&p->thread[p->started], NULL, serve, p) == 0)
			p->started++;
		keep_off_our_core(p);
		p->fn = fn;
		p->arg = arg;
		p->n = n;
		p->next = 1;
		p->busy = n - 1;
		p->round++;
		pthread_cond_broadcast(&p->work);
		pthread_mutex_unlock(&p->lock);
	}
	fn(arg, 0);
	if (n <= 1)
		return;
	/* Parts that no thread has taken (none could be started) are ours. */
	pthread_mutex_lock(&p->lock);
	while (p->next < p->n) {
		int k = p->next++;
		pthread_mutex_unlock(&p->lock);
		fn(arg, k);
		pthread_mutex_lock(&p->lock);
		p->busy--;
	}
	while (p->busy > 0)
		pthread_cond_wait(&p->done, &p->lock);
	pthread_mutex_unlock(&p->lock);
}
