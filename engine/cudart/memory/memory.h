/* memory: what the program's allocations are at the device and in this process; the calls themselves are in api/. */
#ifndef CUDART_MEMORY_MEMORY_H
#define CUDART_MEMORY_MEMORY_H

#include "cudart/handles/handles.h"

/* ---- mapping.c */
/* Take `bytes` from the device in the order of `stream`; what host code may touch is mapped. *out is NULL on failure.
 */
cudaError_t memory_take(enum dp_call call, void **out, size_t bytes, enum dp_memory kind, cudaStream_t stream);
/* The same, of pinned memory; write_combined: the program asked for it. It is counted, and behaves as any other. */
cudaError_t memory_pin(enum dp_call call, void **out, size_t bytes, bool write_combined);
cudaError_t memory_plain(enum dp_call call, void **p, size_t bytes); /* device memory that is in no stream's order */
/* Give it back. *kind: what it was; DP_MEM_NONE when this process did not know it. */
cudaError_t memory_release(enum dp_call call, void *p, bool host, cudaStream_t stream, enum dp_memory *kind);
/* Map what the device has just made at its address there (closes fd) and add it to the ranges. */
cudaError_t memory_map(enum dp_call call, const struct dp_range *range, enum dp_memory kind, int fd);
void memory_unmap(uint64_t addr); /* the reverse; the device's own is not freed */

/* ---- registered.c: cudaHostRegister and cudaHostUnregister, whatever is being captured. */
cudaError_t memory_register(void *p, size_t bytes, unsigned flags);
cudaError_t memory_unregister(void *p);
/* Where the device has memory that the program registered; 0: not registered. flags may be NULL. */
uint64_t registered_device(uint64_t host, unsigned *flags);

#endif
