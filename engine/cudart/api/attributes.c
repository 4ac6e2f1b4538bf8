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

/* A number that is the same in every run, and no GPU's: of the form that RFC 9562 leaves to whoever makes one. */
static void fill_uuid(cudaUUID_t *uuid, const char *name)
{
	uint64_t h = 14695981039346656037u;

	for (size_t i = 0; i < sizeof uuid->bytes; i++) {
		h = (h ^ (uint8_t)*name) * 1099511628211u;
		name += *name != '\0';
		uuid->bytes[i] = (char)(h >> 24);
	}
	uuid->bytes[6] = (char)((uuid->bytes[6] & 0x0f) | 0x80);
	uuid->bytes[8] = (char)((uuid->bytes[8] & 0x3f) | 0x80);
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
	fill_uuid(&p->uuid, d->name);
#define PROPERTY(field, attribute) p->field = (__typeof__(p->field))value_of(cudaDevAttr##attribute);
#include "cudart/api/properties.def"
	return cudart_done(cudaSuccess);
}
