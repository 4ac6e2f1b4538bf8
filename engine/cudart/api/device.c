/* device: the one device that there is, and calls about the whole of it. */
#include <stdio.h>
#include <string.h>

#include "cudart/api/api.h"

cudaError_t cudaGetDeviceCount(int *n)
{
	cudaError_t e = cudart_connect();

	if (!n)
		return cudart_done(cudaErrorInvalidValue);
	*n = e == cudaSuccess;
	return cudart_done(e);
}

#define ONE_DEVICE "there is no device %d, only device 0"

static cudaError_t valid(int device)
{
	cudaError_t e = cudart_connect();

	return e == cudaSuccess && device != 0 ? cudart_why(cudaErrorInvalidDevice, ONE_DEVICE, device) : e;
}

cudaError_t cudaGetDevice(int *device)
{
	if (!device)
		return cudart_done(cudaErrorInvalidValue);
	*device = 0;
	return cudart_done(cudart_connect());
}

cudaError_t cudaSetDevice(int device)
{
	return cudart_done(valid(device));
}

/* At most one way of waiting, and no flag that does not exist. */
static cudaError_t flags_ok(unsigned flags)
{
	const unsigned way = flags & cudaDeviceScheduleMask;

	return flags & ~(unsigned)cudaDeviceMask || way & (way - 1) ?
		cudart_why(cudaErrorInvalidValue, "0x%x are no flags of a device", flags) :
		cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
	cudaError_t e = valid(device);

	return cudart_done(e == cudaSuccess && flags & cudaInitDeviceFlagsAreValid ? flags_ok(device_flags) : e);
}

cudaError_t cudaSetValidDevices(int *devices, int n)
{
	if (n < 0 || (n && !devices))
		return cudart_done(cudaErrorInvalidValue);
	for (int i = 0; i < n; i++)
		if (devices[i])
			return cudart_done(valid(devices[i]));
	return cudart_done(cudart_connect());
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *p)
{
	return p ? cudaGetDevice(device) : cudart_done(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSynchronize(void)
{
	struct dp_wait m = { DP_SYNC_DEVICE, 0 };
	struct rpc r = RPC(SYNC, cudaDeviceSynchronize, m);
	cudaError_t e = capture_waits(DP_CALL_cudaDeviceSynchronize);

	if (e != cudaSuccess)
		return cudart_done(e);
	e = rpc_run(&r);
	cudart_flush_printf();
	return cudart_done(e);
}

cudaError_t cudaDeviceReset(void)
{
	struct dp_none m = { 0, 0 };
	struct rpc r = RPC(RESET, cudaDeviceReset, m);
	cudaError_t e;

	if (cudart_is_lost()) {
		cudart_give_up();
		return cudaSuccess;
	}
	e = rpc_run(&r);

	cudart_flush_printf();
	if (e == cudaSuccess)
		variables_keep();
	ranges_drop();
	limits_reset();
	cudart_next_generation();
	return cudart_done(e);
}

cudaError_t cudaDriverGetVersion(int *v)
{
	if (!v)
		return cudart_done(cudaErrorInvalidValue);
	*v = CUDART_VERSION;
	return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *v)
{
	if (!v)
		return cudart_done(cudaErrorInvalidValue);
	*v = CUDART_VERSION;
	return cudaSuccess;
}

static _Thread_local unsigned device_flags;

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
	const cudaError_t e = flags_ok(flags);

	if (e != cudaSuccess)
		return cudart_done(e);
	device_flags = flags;
	return cudart_done(cudart_connect());
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
	if (!flags)
		return cudart_done(cudaErrorInvalidValue);
	*flags = device_flags | cudaDeviceMapHost;
	return cudart_done(cudart_connect());
}

/* ---- preferences: of the L1, the occupancy calculator follows; the others change nothing here */
static _Atomic(enum cudaFuncCache) cache_config;

bool cudart_cache_config_ok(enum cudaFuncCache c)
{
	return (unsigned)c <= cudaFuncCachePreferEqual;
}

enum cudaFuncCache cudart_cache_config(void)
{
	return cache_config;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *c)
{
	if (!c)
		return cudart_done(cudaErrorInvalidValue);
	*c = cache_config;
	return cudart_done(cudart_connect());
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache c)
{
	if (!cudart_cache_config_ok(c))
		return cudart_done(cudaErrorInvalidValue);
	cache_config = c;
	return cudart_done(cudart_connect());
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
	if (least)
		*least = 0;
	if (greatest)
		*greatest = -5;
	return cudart_done(cudart_connect());
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
	return cudart_done(cudart_connect());
}

/* What the timeline holds, as with nsys --capture-range=cudaProfilerApi. */
static cudaError_t profile(uint32_t on)
{
	struct dp_id m = { on, 0 };
	struct rpc r = RPC(PROFILER, none, m);

	return rpc_run(&r);
}

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStart(void)
{
	return cudart_done(profile(1));
}

cudaError_t cudaProfilerStop(void);
cudaError_t cudaProfilerStop(void)
{
	return cudart_done(profile(0));
}

cudaError_t cudaDeviceGetPCIBusId(char *id, int n, int device)
{
	cudaError_t e = valid(device);

	if (e == cudaSuccess && (!id || n < 13))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		snprintf(id, (size_t)n, "0000:00:00.0");
	return cudart_done(e);
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id)
{
	if (!device || !id)
		return cudart_done(cudaErrorInvalidValue);
	*device = 0;
	return cudart_done(strcmp(id, "0000:00:00.0") ? cudaErrorInvalidDevice : cudart_connect());
}

/* ---- peers: there are none */
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
	if (!can)
		return cudart_done(cudaErrorInvalidValue);
	*can = 0;
	return cudart_done(valid(device) != cudaSuccess ? valid(device) : valid(peer));
}

/* Of a device to itself nothing can be asked, and there is no other. */
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int from, int to)
{
	(void)from, (void)to;
	return cudart_done(value && (int)attribute > 0 ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
	if (flags)
		return cudart_done(cudart_why(cudaErrorInvalidValue, "flags of peer access have to be 0"));
	return cudart_done(peer ? cudart_why(cudaErrorInvalidDevice, ONE_DEVICE, peer) :
				  cudart_why(cudaErrorPeerAccessUnsupported, /* as an H200 says of itself */
					  "a device is no peer of its own"));
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
	(void)peer;
	return cudart_done(cudart_why(cudaErrorPeerAccessNotEnabled, "there is one device, and no access to a peer"));
}

/* ---- what one operation on host memory, or on another device's, is sure to do at once: nothing, as on an H200 after
 * PCI Express */
cudaError_t cudaDeviceGetHostAtomicCapabilities(
	unsigned *capabilities, const enum cudaAtomicOperation *operations, unsigned n, int device)
{
	if (!capabilities || !operations || !n)
		return cudart_done(cudaErrorInvalidValue);
	memset(capabilities, 0, n * sizeof *capabilities);
	return cudart_done(valid(device));
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(
	unsigned *capabilities, const enum cudaAtomicOperation *operations, unsigned n, int from, int to)
{
	(void)from, (void)to;
	return cudart_done(capabilities && operations && n ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
}

/* Nobody but the host writes from outside, and the device sees that at once. */
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(
	enum cudaFlushGPUDirectRDMAWritesTarget target, enum cudaFlushGPUDirectRDMAWritesScope scope)
{
	(void)scope;
	return cudart_done(
		target == cudaFlushGPUDirectRDMAWritesTargetCurrentDevice ? cudart_connect() : cudaErrorInvalidValue);
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind)
{
	return (struct cudaChannelFormatDesc){ x, y, z, w, kind };
}
