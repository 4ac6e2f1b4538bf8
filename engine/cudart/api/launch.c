/* launch: the calls that launch kernels, and those that ask and say how a kernel is to run. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/api/api.h"
#include "device/resident.h"

/* What <<<...>>> leaves for the stub that it calls. */
struct configuration {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
};
static _Thread_local struct configuration pushed;
static _Thread_local bool have_pushed;

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
cudaError_t __cudaLaunchKernel(
	cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream);

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, struct CUstream_st *stream)
{
	pushed = (struct configuration){ grid, block, shared, stream };
	have_pushed = true;
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
	if (!have_pushed)
		return cudart_done(cudaErrorMissingConfiguration);
	have_pushed = false;
	*grid = pushed.grid;
	*block = pushed.block;
	*shared = pushed.shared;
	*(cudaStream_t *)stream = pushed.stream;
	return cudaSuccess;
}

/* What cudaLaunchKernelEx was told beside the configuration. Events are recorded after the kernel: it has begun, and
 * said what it had to say, by then. */
struct extras {
	bool cooperative, early;
	cudaEvent_t events[2];
	unsigned nevents;
	dim3 cluster; /* blocks; zeros: nothing was said of it */
};

static cudaError_t launch(enum dp_call call, const void *host, dim3 grid, dim3 block, void **args, size_t shared,
	cudaStream_t stream, const struct extras *x)
{
	struct work w = { .kind = WORK_LAUNCH, .call = call, .stream = stream, .async = true };
	struct function *f;
	/* What is no kernel is taken for a handle, and that it is not (measured on an H200). */
	cudaError_t e =
		function_get_or(host, call, host ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction, &f);

	if (e == cudaSuccess)
		e = function_takes_cluster(f, call, x->cluster);
	if (e != cudaSuccess)
		return cudart_done_of(logs_call(call), e);
	if (f->info.nparams && !args)
		return cudart_done_of(logs_call(call),
			cudart_refuse(call, cudaErrorInvalidValue, "the arguments of %s are missing", f->name));
	w.launch = (struct work_launch){ f, grid, block, shared, x->cooperative, x->early, launch_params(f, args) };
	cudart_flush_much();
	e = work_submit(&w);
	free(w.launch.params);
	return cudart_done_of(logs_call(call), e);
}

cudaError_t __cudaLaunchKernel(
	cudaKernel_t kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	return launch(DP_CALL_cudaLaunchKernel, kernel, grid, block, args, shared, stream, &(struct extras){ 0 });
}

cudaError_t cudaLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	return launch(DP_CALL_cudaLaunchKernel, host, grid, block, args, shared, stream, &(struct extras){ 0 });
}

cudaError_t cudaLaunchCooperativeKernel(
	const void *host, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t stream)
{
	return launch(DP_CALL_cudaLaunchCooperativeKernel, host, grid, block, args, shared, stream,
		&(struct extras){ .cooperative = true });
}

static void larger(dim3 *d, unsigned x, unsigned y, unsigned z)
{
	if ((uint64_t)x * y * z > (uint64_t)d->x * d->y * d->z)
		*d = (dim3){ x, y, z };
}

/* Codes as an H200 gave them (tests/programs/library.cu). */
static cudaError_t take_attribute(const cudaLaunchConfig_t *c, const cudaLaunchAttribute *a, struct extras *x)
{
	cudaEvent_t event = a->id == cudaLaunchAttributeProgrammaticEvent ? a->val.programmaticEvent.event :
									    a->val.launchCompletionEvent.event;

	switch (a->id) {
	case cudaLaunchAttributeIgnore:
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
	case cudaLaunchAttributePriority:
	case cudaLaunchAttributeMemSyncDomainMap:
	case cudaLaunchAttributeMemSyncDomain:
	case cudaLaunchAttributeNvlinkUtilCentricScheduling: return cudaSuccess; /* they change no result */
	case cudaLaunchAttributePreferredSharedMemoryCarveout:
		return a->val.sharedMemCarveout > 100 ? cudaErrorInvalidValue : cudaSuccess;
	case cudaLaunchAttributeProgrammaticStreamSerialization:
		x->early = a->val.programmaticStreamSerializationAllowed != 0; /* it changes no result here, either */
		return cudaSuccess;
	case cudaLaunchAttributeCooperative: x->cooperative = a->val.cooperative != 0; return cudaSuccess;
	case cudaLaunchAttributeClusterDimension:
		larger(&x->cluster, a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z);
		return cudaSuccess;
	case cudaLaunchAttributePreferredClusterDimension:
		larger(&x->cluster, a->val.preferredClusterDim.x, a->val.preferredClusterDim.y,
			a->val.preferredClusterDim.z);
		for (unsigned i = 0; i < c->numAttrs; i++)
			if (c->attrs[i].id == cudaLaunchAttributeClusterDimension)
				return cudaSuccess;
		return cudaErrorInvalidClusterSize;
	case cudaLaunchAttributeProgrammaticEvent:
	case cudaLaunchAttributeLaunchCompletionEvent:
		if (event_id(event) == UINT32_MAX)
			return cudaErrorInvalidResourceHandle;
		if (event_has_time(event))
			return cudaErrorNotSupported;
		if (x->nevents < 2)
			x->events[x->nevents++] = event;
		return cudaSuccess;
	case cudaLaunchAttributeDeviceUpdatableKernelNode:
		return (cudaError_t)cudart_unimplemented("cudaLaunchKernelExC with kernel nodes that a device updates");
	default: return cudaErrorInvalidValue;
	}
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *host, void **args)
{
	struct extras x = { 0 };
	cudaError_t e = cudaSuccess;

	if (!c)
		return cudart_done(cudaErrorInvalidConfiguration);
	for (unsigned i = 0; i < c->numAttrs && e == cudaSuccess; i++)
		e = take_attribute(c, &c->attrs[i], &x);
	if (e != cudaSuccess)
		return cudart_done(e);
	e = launch(
		DP_CALL_cudaLaunchKernelExC, host, c->gridDim, c->blockDim, args, c->dynamicSmemBytes, c->stream, &x);
	for (unsigned i = 0; i < x.nevents && e == cudaSuccess; i++)
		e = cudaEventRecord(x.events[i], c->stream);
	return e;
}

/* ---- what is known of a kernel */
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *host)
{
	struct function *f;
	cudaError_t e = a ? function_get(host, DP_CALL_cudaFuncGetAttributes, &f) : cudaErrorInvalidValue;
	const int64_t *field = cudart_device()->field;

	if (e != cudaSuccess)
		return cudart_done(e);
	memset(a, 0, sizeof *a);
	a->sharedSizeBytes = f->info.static_shared;
	a->constSizeBytes = f->info.const_bytes;
	a->localSizeBytes = f->info.local_bytes;
	a->maxThreadsPerBlock = (int)resident_threads(field, f->info.regs, f->info.max_threads);
	a->numRegs = (int)f->info.regs;
	a->ptxVersion = (int)f->info.ptx_version;
	a->binaryVersion = (int)(field[DP_FIELD_CC_MAJOR] * 10 + field[DP_FIELD_CC_MINOR]);
	a->maxDynamicSharedSizeBytes = (int)f->info.max_dynamic_shared;
	a->preferredShmemCarveout = f->carveout_set ? f->carveout : -1;
	return cudart_done(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void *host, enum cudaFuncAttribute attribute, int value)
{
	struct function *f;
	/* As with a launch, what is no kernel is taken for a handle (an H200). */
	cudaError_t e = function_get_or(host, DP_CALL_cudaFuncSetAttribute,
		host ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction, &f);
	struct dp_attribute m = { 0, (uint32_t)attribute, value };
	struct rpc r = RPC(ATTRIBUTE, cudaFuncSetAttribute, m);

	if (e != cudaSuccess)
		return cudart_done(e);
	m.kernel = f->info.id;
	e = rpc_run(&r);
	if (e == cudaErrorNotSupported)
		return (cudaError_t)cudart_unimplemented("cudaFuncSetAttribute of this attribute");
	if (e == cudaSuccess && attribute == cudaFuncAttributeMaxDynamicSharedMemorySize)
		f->info.max_dynamic_shared = (uint32_t)value;
	if (e == cudaSuccess && attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
		f->carveout_set = 1;
		f->carveout = value;
	}
	return cudart_done(e);
}

cudaError_t cudaFuncGetParamInfo(const void *host, size_t i, size_t *offset, size_t *size)
{
	struct function *f;
	cudaError_t e = function_get(host, DP_CALL_cudaFuncGetParamInfo, &f);

	if (e == cudaSuccess && (i >= f->info.nparams || !offset))
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		*offset = f->params[i][0];
		if (size)
			*size = f->params[i][1];
	}
	return cudart_done(e);
}

/* Counts in the occupancy calculator; no kernel runs differently. */
cudaError_t cudaFuncSetCacheConfig(const void *host, enum cudaFuncCache config)
{
	struct function *f;
	cudaError_t e = cudart_cache_config_ok(config) ? function_get(host, DP_CALL_cudaFuncSetAttribute, &f) :
							 cudaErrorInvalidValue;

	if (e == cudaSuccess)
		f->cache = config;
	return cudart_done(e);
}
