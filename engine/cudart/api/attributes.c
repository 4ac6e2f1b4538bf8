/* attributes: cudaGetDeviceProperties and cudaDeviceGetAttribute, from the device's profile. What is not in
 * attributes.def is 0: a feature that the device has not got. */
#include <stdio.h>
#include <string.h>

#include "cudart/api/api.h"

static const struct {
	int attribute;
	int field;
	int constant;
} rows[] = {
#define FIELD_OF(a, f) { cudaDevAttr##a, DP_FIELD_##f, 0 },
#define CONSTANT(a, v) { cudaDevAttr##a, -1, v },
#include "cudart/api/attributes.def"
};

static int value_of(int attribute)
{
	if (attribute == cudaDevAttrMaxAccessPolicyWindowSize) /* as an H200 has it, with any part of the L2 cache to
								  set aside */
		return cudart_device()->field[DP_FIELD_PERSISTING_L2_BYTES] ? 128 << 20 : 0;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].attribute == attribute)
			return rows[i].field < 0 ? rows[i].constant : (int)cudart_device()->field[rows[i].field];
	return 0;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute, int device)
{
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return cudart_done(e);
	if (device)
		return cudart_done(cudaErrorInvalidDevice);
	if (!value || (int)attribute < 1 || attribute >= cudaDevAttrMax)
		return cudart_done(cudaErrorInvalidValue);
	*value = value_of(attribute);
	return cudart_done(cudaSuccess);
}

/* There are no textures, so none has an element: as cudaDevAttrMaxTexture1DWidth says, too. */
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(
	size_t *elements, const struct cudaChannelFormatDesc *format, int device)
{
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return cudart_done(e);
	if (device)
		return cudart_done(cudaErrorInvalidDevice);
	if (!elements || !format)
		return cudart_done(cudaErrorInvalidValue);
	*elements = (size_t)value_of(cudaDevAttrMaxTexture1DWidth);
	return cudart_done(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int device)
{
	const struct dp_hello_reply *d = cudart_device();
	cudaError_t e = cudart_connect();

	if (e != cudaSuccess)
		return cudart_done(e);
	if (!p)
		return cudart_done(cudaErrorInvalidValue);
	if (device)
		return cudart_done(cudaErrorInvalidDevice);
	memset(p, 0, sizeof *p);
	snprintf(p->name, sizeof p->name, "%.*s", (int)strnlen(d->name, sizeof d->name), d->name);
	p->totalGlobalMem = d->memory_bytes;
	p->sharedMemPerBlock = (size_t)value_of(cudaDevAttrMaxSharedMemoryPerBlock);
	p->regsPerBlock = value_of(cudaDevAttrMaxRegistersPerBlock);
	p->warpSize = value_of(cudaDevAttrWarpSize);
	p->memPitch = (size_t)value_of(cudaDevAttrMaxPitch);
	p->maxThreadsPerBlock = value_of(cudaDevAttrMaxThreadsPerBlock);
	for (int i = 0; i < 3; i++) {
		p->maxThreadsDim[i] = value_of(cudaDevAttrMaxBlockDimX + i);
		p->maxGridSize[i] = value_of(cudaDevAttrMaxGridDimX + i);
	}
	p->totalConstMem = (size_t)value_of(cudaDevAttrTotalConstantMemory);
	p->major = value_of(cudaDevAttrComputeCapabilityMajor);
	p->minor = value_of(cudaDevAttrComputeCapabilityMinor);
	p->textureAlignment = (size_t)value_of(cudaDevAttrTextureAlignment);
	p->texturePitchAlignment = (size_t)value_of(cudaDevAttrTexturePitchAlignment);
	p->surfaceAlignment = (size_t)value_of(cudaDevAttrSurfaceAlignment);
	p->multiProcessorCount = value_of(cudaDevAttrMultiProcessorCount);
	p->canMapHostMemory = 1;
	p->concurrentKernels = 1;
	p->asyncEngineCount = value_of(cudaDevAttrAsyncEngineCount);
	p->unifiedAddressing = 1;
	p->memoryBusWidth = value_of(cudaDevAttrGlobalMemoryBusWidth);
	p->l2CacheSize = value_of(cudaDevAttrL2CacheSize);
	p->accessPolicyMaxWindowSize = value_of(cudaDevAttrMaxAccessPolicyWindowSize);
	p->persistingL2CacheMaxSize = value_of(cudaDevAttrMaxPersistingL2CacheSize);
	p->maxThreadsPerMultiProcessor = value_of(cudaDevAttrMaxThreadsPerMultiProcessor);
	p->streamPrioritiesSupported = 1;
	p->globalL1CacheSupported = 1;
	p->localL1CacheSupported = 1;
	p->sharedMemPerMultiprocessor = (size_t)value_of(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
	p->regsPerMultiprocessor = value_of(cudaDevAttrMaxRegistersPerMultiprocessor);
	p->managedMemory = 1;
	p->concurrentManagedAccess = 1;
	p->computePreemptionSupported = 1;
	p->cooperativeLaunch = 1;
	p->sharedMemPerBlockOptin = (size_t)value_of(cudaDevAttrMaxSharedMemoryPerBlockOptin);
	p->maxBlocksPerMultiProcessor = value_of(cudaDevAttrMaxBlocksPerMultiprocessor);
	p->reservedSharedMemPerBlock = (size_t)value_of(cudaDevAttrReservedSharedMemoryPerBlock);
	p->hostRegisterSupported = 1;
	p->hostRegisterReadOnlySupported = 1;
	p->memoryPoolsSupported = 1;
	p->deviceNumaId = -1;
	p->hostNumaId = -1;
	return cudart_done(cudaSuccess);
}
