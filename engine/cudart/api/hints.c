/* hints: what a program tells the runtime so that things go faster. Nothing here changes a result; what can be asked
 * back is kept. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/api/api.h"

/* ---- attributes of streams */
enum { ATTRIBUTES = 20 };
struct attributes {
	cudaLaunchAttributeValue value[ATTRIBUTES];
};
static struct {
	pthread_mutex_t lock;
	struct table streams; /* by handle */
} kept = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool of_streams(cudaLaunchAttributeID id)
{
	return id == cudaLaunchAttributeAccessPolicyWindow || id == cudaLaunchAttributeSynchronizationPolicy ||
		id == cudaLaunchAttributePriority || id == cudaLaunchAttributeMemSyncDomain ||
		id == cudaLaunchAttributeMemSyncDomainMap || id == cudaLaunchAttributeNvlinkUtilCentricScheduling;
}

/* The default streams all answer to one name. */
static const void *key_of(cudaStream_t s)
{
	return stream_id(s) ? (const void *)s : (const void *)&kept;
}

static cudaError_t known(cudaStream_t s)
{
	cudaError_t e = cudart_connect();

	return e == cudaSuccess && !stream_live(s) ? cudaErrorInvalidResourceHandle : e;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t s, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value)
{
	struct attributes *a;
	cudaError_t e = value && of_streams(id) ? known(s) : cudaErrorInvalidValue;

	if (e != cudaSuccess)
		return cudart_done(e);
	if (id == cudaLaunchAttributeAccessPolicyWindow &&
		(value->accessPolicyWindow.hitRatio < 0 || value->accessPolicyWindow.hitRatio > 1))
		return cudart_done(cudaErrorInvalidValue);
	pthread_mutex_lock(&kept.lock);
	a = table_get(&kept.streams, key_of(s));
	if (!a) {
		a = xcalloc(1, sizeof *a);
		table_put(&kept.streams, key_of(s), a);
	}
	a->value[id] = *value;
	pthread_mutex_unlock(&kept.lock);
	return cudart_done(cudaSuccess);
}

cudaError_t cudaStreamGetAttribute(cudaStream_t s, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value)
{
	const struct attributes *a;
	cudaError_t e = value && of_streams(id) ? known(s) : cudaErrorInvalidValue;

	if (e != cudaSuccess)
		return cudart_done(e);
	memset(value, 0, sizeof *value);
	pthread_mutex_lock(&kept.lock);
	a = table_get(&kept.streams, key_of(s));
	if (a)
		*value = a->value[id];
	pthread_mutex_unlock(&kept.lock);
	if (id == cudaLaunchAttributePriority && !a)
		e = cudaStreamGetPriority(s, &value->priority);
	return cudart_done(e);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
{
	struct attributes *a, *b;
	cudaError_t e = known(to) == cudaSuccess ? known(from) : known(to);

	if (e != cudaSuccess)
		return cudart_done(e);
	pthread_mutex_lock(&kept.lock);
	b = table_get(&kept.streams, key_of(from));
	if (b) {
		a = table_get(&kept.streams, key_of(to));
		if (!a) {
			a = xcalloc(1, sizeof *a);
			table_put(&kept.streams, key_of(to), a);
		}
		*a = *b;
	}
	pthread_mutex_unlock(&kept.lock);
	return cudart_done(cudaSuccess);
}

/* ---- where managed memory should be: checked here, kept for the whole of an allocation to be asked back, and told to
 * the device, which moves pages by it */
struct advice {
	bool read_mostly;
	struct cudaMemLocation preferred, fetched;
	int accessed_by;
};
static struct {
	pthread_mutex_t lock;
	struct table ranges; /* by the allocation's start */
} advised = { .lock = PTHREAD_MUTEX_INITIALIZER };

static cudaError_t managed(const void *p, size_t n, uint64_t *start)
{
	uint64_t first, bytes, at = (uint64_t)(uintptr_t)p;

	if (!n || ranges_find(at, &first, &bytes) != DP_MEM_MANAGED || n > bytes - (at - first))
		return cudaErrorInvalidValue;
	*start = first;
	return cudaSuccess;
}

/* Under the lock. */
static struct advice *advice_on(uint64_t start)
{
	struct advice *a = table_get(&advised.ranges, (void *)(uintptr_t)start);

	if (!a) {
		a = xcalloc(1, sizeof *a);
		a->accessed_by = cudaInvalidDeviceId;
		a->preferred.id = a->fetched.id = cudaInvalidDeviceId;
		table_put(&advised.ranges, (void *)(uintptr_t)start, a);
	}
	return a;
}

void advice_forget(uint64_t start)
{
	pthread_mutex_lock(&advised.lock);
	free(table_get(&advised.ranges, (void *)(uintptr_t)start));
	table_remove(&advised.ranges, (void *)(uintptr_t)start);
	pthread_mutex_unlock(&advised.lock);
}

static bool a_place(struct cudaMemLocation l)
{
	return l.type == cudaMemLocationTypeHost || l.type == cudaMemLocationTypeHostNuma ||
		l.type == cudaMemLocationTypeHostNumaCurrent ||
		(l.type == cudaMemLocationTypeDevice && (l.id == 0 || l.id == cudaCpuDeviceId));
}

static cudaError_t advise(enum dp_call call, const void *p, size_t n, enum dp_advice advice, struct cudaMemLocation to,
	cudaStream_t stream)
{
	struct dp_advise v = { .addr = (uint64_t)(uintptr_t)p,
		.bytes = n,
		.advice = advice,
		.to_host = to.type != cudaMemLocationTypeDevice || to.id == cudaCpuDeviceId,
		.stream = stream_id(stream) };
	struct rpc r = RPC(ADVISE, none, v);

	r.call = call;
	return rpc_run(&r);
}

cudaError_t cudaMemPrefetchAsync(
	const void *p, size_t n, struct cudaMemLocation location, unsigned flags, cudaStream_t stream)
{
	uint64_t start;
	cudaError_t e = managed(p, n, &start);

	if (e != cudaSuccess)
		return cudart_done(
			cudart_refuse(DP_CALL_cudaMemPrefetchAsync, e, "%p is not managed memory of %zu bytes", p, n));
	if (flags)
		return cudart_done(cudaErrorInvalidValue);
	if (!a_place(location))
		return cudart_done(cudaErrorInvalidDevice);
	if (!stream_live(stream))
		return cudart_done(cudaErrorInvalidResourceHandle);
	pthread_mutex_lock(&advised.lock);
	advice_on(start)->fetched = location;
	pthread_mutex_unlock(&advised.lock);
	return cudart_done(advise(DP_CALL_cudaMemPrefetchAsync, p, n, DP_ADVICE_PREFETCH, location, stream));
}

static cudaError_t tell_advice(const void *p, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
	static const enum dp_advice as[] = { [cudaMemAdviseSetReadMostly] = DP_ADVICE_READ_MOSTLY,
		[cudaMemAdviseUnsetReadMostly] = DP_ADVICE_NOT_READ_MOSTLY,
		[cudaMemAdviseSetPreferredLocation] = DP_ADVICE_PREFERRED,
		[cudaMemAdviseUnsetPreferredLocation] = DP_ADVICE_NOT_PREFERRED };

	/* The device gets a way to the pages where they are: as if they were preferred there. */
	if (advice == cudaMemAdviseSetAccessedBy || advice == cudaMemAdviseUnsetAccessedBy) {
		if (location.type != cudaMemLocationTypeDevice || location.id == cudaCpuDeviceId)
			return cudaSuccess;
		location.type = cudaMemLocationTypeHost;
		advice = advice == cudaMemAdviseSetAccessedBy ? cudaMemAdviseSetPreferredLocation :
								cudaMemAdviseUnsetPreferredLocation;
	}
	return advise(DP_CALL_cudaMemAdvise, p, n, as[advice], location, NULL);
}

cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
	uint64_t start;
	cudaError_t e = managed(p, n, &start);
	struct advice *a;

	if (e != cudaSuccess)
		return cudart_done(
			cudart_refuse(DP_CALL_cudaMemAdvise, e, "%p is not managed memory of %zu bytes", p, n));
	if (advice != cudaMemAdviseSetReadMostly && advice != cudaMemAdviseUnsetReadMostly &&
		advice != cudaMemAdviseUnsetPreferredLocation && !a_place(location))
		return cudart_done(cudaErrorInvalidDevice);
	pthread_mutex_lock(&advised.lock);
	a = advice_on(start);
	switch (advice) {
	case cudaMemAdviseSetReadMostly:
	case cudaMemAdviseUnsetReadMostly: a->read_mostly = advice == cudaMemAdviseSetReadMostly; break;
	case cudaMemAdviseSetPreferredLocation: a->preferred = location; break;
	case cudaMemAdviseUnsetPreferredLocation:
		a->preferred =
			(struct cudaMemLocation){ .type = cudaMemLocationTypeInvalid, .id = cudaInvalidDeviceId };
		break;
	case cudaMemAdviseSetAccessedBy:
	case cudaMemAdviseUnsetAccessedBy:
		a->accessed_by = advice == cudaMemAdviseUnsetAccessedBy ? cudaInvalidDeviceId :
			location.type == cudaMemLocationTypeDevice      ? location.id :
									  cudaCpuDeviceId;
		break;
	default: e = cudaErrorInvalidValue;
	}
	pthread_mutex_unlock(&advised.lock);
	return cudart_done(e == cudaSuccess ? tell_advice(p, n, advice, location) : e);
}

/* The old way of naming a place: a device, cudaCpuDeviceId or cudaInvalidDeviceId. */
static int old_name(struct cudaMemLocation l)
{
	return l.type == cudaMemLocationTypeInvalid ? cudaInvalidDeviceId :
		l.type == cudaMemLocationTypeDevice ? l.id :
						      cudaCpuDeviceId;
}

static cudaError_t range_attribute(
	void *data, size_t size, enum cudaMemRangeAttribute attribute, const void *p, size_t n)
{
	uint64_t start;
	cudaError_t e = managed(p, n, &start);
	struct advice a;
	int values[9];

	if (e != cudaSuccess || !data || size < sizeof(int) || (unsigned)attribute < 1 || (unsigned)attribute > 8)
		return cudaErrorInvalidValue;
	pthread_mutex_lock(&advised.lock);
	a = *advice_on(start);
	pthread_mutex_unlock(&advised.lock);
	values[cudaMemRangeAttributeReadMostly] = a.read_mostly;
	values[cudaMemRangeAttributePreferredLocation] = old_name(a.preferred);
	values[cudaMemRangeAttributeAccessedBy] = a.accessed_by;
	values[cudaMemRangeAttributeLastPrefetchLocation] = old_name(a.fetched);
	values[cudaMemRangeAttributePreferredLocationType] = (int)a.preferred.type;
	values[cudaMemRangeAttributePreferredLocationId] = a.preferred.id;
	values[cudaMemRangeAttributeLastPrefetchLocationType] = (int)a.fetched.type;
	values[cudaMemRangeAttributeLastPrefetchLocationId] = a.fetched.id;
	memcpy(data, &values[attribute], sizeof(int));
	/* AccessedBy is a list of as many devices as there is room for. */
	for (size_t i = sizeof(int); attribute == cudaMemRangeAttributeAccessedBy && i + sizeof(int) <= size;
		i += sizeof(int)) {
		int none = cudaInvalidDeviceId;

		memcpy((char *)data + i, &none, sizeof none);
	}
	return cudaSuccess;
}

cudaError_t cudaMemRangeGetAttribute(
	void *data, size_t size, enum cudaMemRangeAttribute attribute, const void *p, size_t n)
{
	return cudart_done(range_attribute(data, size, attribute, p, n));
}

cudaError_t cudaMemRangeGetAttributes(
	void **data, size_t *sizes, enum cudaMemRangeAttribute *attributes, size_t count, const void *p, size_t n)
{
	cudaError_t e = data && sizes && attributes && count ? cudaSuccess : cudaErrorInvalidValue;

	for (size_t i = 0; i < count && e == cudaSuccess; i++)
		e = range_attribute(data[i], sizes[i], attributes[i], p, n);
	return cudart_done(e);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t n, unsigned flags)
{
	uint64_t start;

	(void)n;
	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
		return cudart_done(cudaErrorInvalidValue);
	return cudart_done(stream_live(stream) ? managed(p, 1, &start) : cudaErrorInvalidResourceHandle);
}

/* ---- banks of shared memory: four bytes wide since compute capability 5.0, whatever one asks */
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
	if (!config)
		return cudart_done(cudaErrorInvalidValue);
	*config = cudaSharedMemBankSizeFourByte;
	return cudart_done(cudart_connect());
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
	return cudart_done(
		(unsigned)config > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue : cudart_connect());
}

cudaError_t cudaFuncSetSharedMemConfig(const void *host, enum cudaSharedMemConfig config);
cudaError_t cudaFuncSetSharedMemConfig(const void *host, enum cudaSharedMemConfig config)
{
	struct function *f;

	(void)config;
	return cudart_done(function_get(host, DP_CALL_cudaFuncSetAttribute, &f));
}
