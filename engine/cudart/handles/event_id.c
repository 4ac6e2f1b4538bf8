/* event_id: an event's handle is its number at the device, marked. Which of them tell no time is remembered. */
#include "cudart/handles/handles.h"

#define MARK 0xe5ull

cudaEvent_t event_handle(uint32_t id)
{
	return (cudaEvent_t)(uintptr_t)(((unsigned long long)id + 1) << 8 | MARK);
}

uint32_t event_id(cudaEvent_t e)
{
	uintptr_t v = (uintptr_t)e;

	return (v & 0xff) == MARK && v >> 8 && v >> 8 < UINT32_MAX ? (uint32_t)(v >> 8) - 1 : UINT32_MAX;
}

/* Events that tell no time, by handle. */
static struct {
	pthread_mutex_t lock;
	struct table handles;
} untimed = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool event_has_time(cudaEvent_t e)
{
	bool has;

	pthread_mutex_lock(&untimed.lock);
	has = !table_get(&untimed.handles, e);
	pthread_mutex_unlock(&untimed.lock);
	return has;
}

void event_new(cudaEvent_t e, bool timed)
{
	pthread_mutex_lock(&untimed.lock);
	if (timed)
		table_remove(&untimed.handles, e); /* an earlier one of this number */
	else
		table_put(&untimed.handles, e, e);
	pthread_mutex_unlock(&untimed.lock);
}
