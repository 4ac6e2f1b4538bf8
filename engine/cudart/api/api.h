/* api: what the calls of the runtime API know of each other. */
#ifndef CUDART_API_API_H
#define CUDART_API_API_H

#include "cudart/graph/graph.h"

void limits_reset(void); /* limits.c */

/* ---- device.c: how the program wants L1 and shared memory divided where a kernel says nothing */
bool cudart_cache_config_ok(enum cudaFuncCache c);
enum cudaFuncCache cudart_cache_config(void);

/* ---- pool.c: what is taken from memory pools; pool NULL is the device's current one. memory.c allocates. */
struct pool;
/* cudaErrorMemoryAllocation, with why, where so many bytes more are too many for it. */
cudaError_t pool_has_room(const struct pool *pool, size_t bytes);
void pool_take(struct pool *pool, void *at, size_t bytes);
void pool_give_back(void *at);
cudaError_t memory_from_pool(enum dp_call call, void **p, size_t bytes, struct pool *pool, cudaStream_t stream);
void advice_forget(uint64_t start); /* hints.c: managed memory is freed */

#endif
