/* handles: streams and events as the program names them, and their numbers at the device. */
#ifndef CUDART_HANDLES_HANDLES_H
#define CUDART_HANDLES_HANDLES_H

#include "cudart/wire/client.h"

/* ---- stream_id.c */
struct stream {
	unsigned flags;
	int priority;
};
/* UINT32_MAX for what cannot be a stream. 0: the legacy default stream; cudaStreamPerThread is this thread's, which is
 * made when it is first asked for, and so is NULL between stream_per_thread(true) and (false) (perthread.c). */
uint32_t stream_id(cudaStream_t s);
bool stream_per_thread(bool on);         /* what it was before */
cudaStream_t stream_own(cudaStream_t s); /* NULL and cudaStreamPerThread: this thread's own handle */
bool stream_live(cudaStream_t s);
bool stream_blocking(cudaStream_t s); /* it and the legacy default stream wait for each other */
/* A new one at the device; cudaErrorInvalidValue for flags that there are not. */
cudaError_t stream_create(cudaStream_t *out, unsigned flags, int priority);
void stream_forget(cudaStream_t s);                   /* the device has destroyed it */
bool stream_find(cudaStream_t s, struct stream *out); /* false: a default stream without a row of its own, or none */

/* ---- event_id.c */
cudaEvent_t event_handle(uint32_t id);
uint32_t event_id(cudaEvent_t e); /* UINT32_MAX for what cannot be an event */
void event_new(cudaEvent_t e, bool timed);
bool event_has_time(cudaEvent_t e); /* made without cudaEventDisableTiming */

#endif
