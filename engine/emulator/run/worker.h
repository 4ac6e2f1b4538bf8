/* worker: one of the threads that run a launch's blocks (struct em_worker, machine.h). */
#ifndef EM_WORKER_H
#define EM_WORKER_H

#include "emulator/core/machine.h"

void em_worker_init(struct em_worker *t, struct em_run *r);
void em_worker_release(struct em_worker *t);
/* For em_pool_run: worker k of the run takes blocks until there are none, or the launch is to stop. */
void em_worker_work(void *run, int k);
/* Reports progress now and then; true when the launch is to stop (budget used up, cancelled). */
void em_worker_tell(struct em_worker *t);
static inline bool em_worker_poll(struct em_worker *t)
{
	if (EM_UNLIKELY(t->steps - t->steps_told >= 1 << 18))
		em_worker_tell(t);
	return atomic_load_explicit(&t->run->stop, memory_order_relaxed) != 0 ||
		atomic_load_explicit(&t->run->again, memory_order_relaxed);
}

#endif
