/* limits: cudaDeviceSetLimit and what it answers. First values, least values, steps and refusals as measured on an H200
 * with CUDA 13.0; the sizes of the heap and of printf's buffer are the device's to keep, the others change nothing
 * here.
 */
#include <string.h>

#include "cudart/api/api.h"

enum { LIMITS = cudaLimitPersistingL2CacheSize + 1 };

static struct {
	pthread_mutex_t lock;
	bool set[LIMITS];
	size_t value[LIMITS];
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The part of the L2 cache that can be set aside goes in tenths. */
static size_t l2_step(void)
{
	return (size_t)cudart_device()->field[DP_FIELD_PERSISTING_L2_BYTES] / 10;
}

static size_t first_value(enum cudaLimit limit)
{
	static const size_t values[LIMITS] = { [cudaLimitStackSize] = 1024,
		[cudaLimitPrintfFifoSize] = DP_PRINTF_FIFO,
		[cudaLimitMallocHeapSize] = 8 << 20,
		[cudaLimitDevRuntimePendingLaunchCount] = 2048,
		[cudaLimitMaxL2FetchGranularity] = 64 };

	return limit == cudaLimitPersistingL2CacheSize ? 3 * l2_step() : values[limit];
}

static cudaError_t known(enum cudaLimit limit)
{
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return e;
	if ((unsigned)limit >= LIMITS)
		return cudaErrorInvalidValue;
	return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
	cudaError_t e = value ? known(limit) : cudaErrorInvalidValue;

	if (e != cudaSuccess)
		return cudart_done(e);
	pthread_mutex_lock(&state.lock);
	*value = state.set[limit] ? state.value[limit] : first_value(limit);
	pthread_mutex_unlock(&state.lock);
	return cudart_done(cudaSuccess);
}

static size_t stepped(size_t v, size_t step)
{
	return step ? (v + step - 1) / step * step : v;
}

/* What becomes of a wish: false when it is refused. */
static bool granted(enum cudaLimit limit, size_t *v)
{
	enum { STACK_MOST = 512 << 10, FIFO_LEAST = 512 << 10, HEAP_LEAST = 4 << 20 };

	if (*v > SIZE_MAX / 2)
		return false;
	switch (limit) {
	case cudaLimitStackSize: *v = stepped(*v, 16); return *v < STACK_MOST;
	case cudaLimitPrintfFifoSize: *v = stepped(*v < FIFO_LEAST ? FIFO_LEAST : *v, 256); return true;
	case cudaLimitMallocHeapSize: *v = stepped(*v < HEAP_LEAST ? HEAP_LEAST : *v, 64 << 10); return true;
	case cudaLimitPersistingL2CacheSize:
		if (*v > (size_t)cudart_device()->field[DP_FIELD_PERSISTING_L2_BYTES])
			return false;
		*v = stepped(*v, l2_step());
		return true;
	default: return true;
	}
}

static cudaError_t tell_device(enum cudaLimit limit, size_t bytes)
{
	struct dp_limit m = { limit, 0, bytes };
	struct rpc r = RPC(LIMIT, cudaDeviceSetLimit, m);

	return rpc_run(&r);
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
	cudaError_t e = known(limit);

	if (e == cudaErrorInvalidValue)
		cudart_why(e, "there is no limit with the number %d", (int)limit);
	if (e == cudaSuccess && !granted(limit, &value))
		e = cudart_why(cudaErrorInvalidValue, "%zu is more than the device grants", value);
	if (e == cudaSuccess)
		e = capture_unsafe(DP_CALL_cudaDeviceSetLimit);
	if (e == cudaSuccess && (limit == cudaLimitMallocHeapSize || limit == cudaLimitPrintfFifoSize))
		e = tell_device(limit, value);
	if (e != cudaSuccess)
		return cudart_done(e);
	pthread_mutex_lock(&state.lock);
	state.set[limit] = true;
	state.value[limit] = value;
	pthread_mutex_unlock(&state.lock);
	return cudart_done(cudaSuccess);
}

void limits_reset(void)
{
	pthread_mutex_lock(&state.lock);
	memset(state.set, 0, sizeof state.set);
	pthread_mutex_unlock(&state.lock);
}
