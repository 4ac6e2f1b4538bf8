/* ended: events that were last recorded in a capture which has ended. A launch of the graph does not record them, so
 * until they are recorded again there is nothing to wait for or to ask: an H200 (CUDA 13.0) answers
 * cudaErrorInvalidValue. */
#include "cudart/graph/graph.h"

static struct {
	pthread_mutex_t lock;
	struct table events; /* handle -> not NULL */
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

void ended_add(const void *event)
{
	pthread_mutex_lock(&state.lock);
	table_put(&state.events, event, &state);
	pthread_mutex_unlock(&state.lock);
}

void ended_remove(const void *event)
{
	pthread_mutex_lock(&state.lock);
	table_remove(&state.events, event);
	pthread_mutex_unlock(&state.lock);
}

bool ended_has(const void *event)
{
	bool has;

	pthread_mutex_lock(&state.lock);
	has = table_get(&state.events, event);
	pthread_mutex_unlock(&state.lock);
	return has;
}

cudaError_t ended_refuses(const void *event, enum dp_call call)
{
	return !ended_has(event) ? cudaSuccess :
				   cudart_refuse(call, cudaErrorInvalidValue,
					   "the event was last recorded in a stream that was being captured "
					   "(cudaStreamBeginCapture), and the "
					   "capture has ended: a launch of the graph does not record it. Record it "
					   "again, after the launch");
}
