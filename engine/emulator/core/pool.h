/* pool: the device's worker threads. em_pool_run calls fn(arg, k) for k = 0 .. n-1, k = 0 on the caller's thread, and
 * returns when all are done. One run at a time. */
#ifndef EMULATOR_POOL_H
#define EMULATOR_POOL_H

#include <stddef.h>

struct em_pool;
struct em_pool *em_pool_new(int extra_threads);
void em_pool_free(struct em_pool *p);
void em_pool_run(struct em_pool *p, int n, void (*fn)(void *arg, int k), void *arg);

/* Memory that threads write all over, for one user at a time. What it holds is garbage. It stays for the next one, so
 * that the system need not make it anew, page by page, while all threads wait for each other; em_pool_leave gives it
 * back where that is much. */
void *em_pool_room(struct em_pool *p, size_t bytes);
void em_pool_leave(struct em_pool *p);

#endif
