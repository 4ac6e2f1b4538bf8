/* pool: the device's worker threads. em_pool_run calls fn(arg, k) for k = 0 .. n-1, k = 0 on the caller's thread, and
 * returns when all are done. One run at a time. */
#ifndef EMULATOR_POOL_H
#define EMULATOR_POOL_H

struct em_pool;
struct em_pool *em_pool_new(int extra_threads);
void em_pool_free(struct em_pool *p);
void em_pool_run(struct em_pool *p, int n, void (*fn)(void *arg, int k), void *arg);

#endif
