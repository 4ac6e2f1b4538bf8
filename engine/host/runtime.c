/* runtime.c: the CUDA runtime as a table of functions found at run time, and the probe of a GPU through it. See
 * program.h. */
#include "host/program.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* C has no cast between an object pointer and a function pointer; POSIX says that the bytes are the same. */
static void bind_call(void *handle, const char *name, void *slot)
{
	void *p = dlsym(handle, name);

	memcpy(slot, &p, sizeof p);
}

int runtime_load(struct runtime *rt, const char *path, char *why, size_t size)
{
	memset(rt, 0, sizeof *rt);
	rt->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!rt->handle) {
		snprintf(why, size, "the CUDA runtime can't be loaded: %s", dlerror());
		return -1;
	}
#define RT(name, args) bind_call(rt->handle, "cuda" #name, &rt->name);
	RUNTIME_CALLS(RT)
	RUNTIME_EXTRAS(RT)
	RT(GetErrorName, )
	RT(GetErrorString, )
#undef RT
#define RT(name, args) \
	if (!rt->name) { \
		snprintf(why, size, "%s is no CUDA runtime: it has no cuda" #name, path); \
		return -1; \
	}
	RUNTIME_CALLS(RT)
	RT(GetErrorName, )
	RT(GetErrorString, )
#undef RT
	return 0;
}

/* One step of the probe: when it failed, prints why and returns false. */
static bool passed(const struct runtime *rt, const char *what, int code)
{
	if (code)
		printf("error %s: %s (%s)\n", what, rt->GetErrorString(code), rt->GetErrorName(code));
	return code == 0;
}

static void print_attribute(const struct runtime *rt, const char *key, int attribute)
{
	int v = 0;

	if (rt->DeviceGetAttribute(&v, attribute, 0) == 0)
		printf("%s %d\n", key, v);
	else
		rt->GetLastError();
}

int runtime_probe(const char *path)
{
	static const struct {
		const char *key;
		int attribute;
	} attributes[] = {
		{ "major", ATTR_MAJOR },
		{ "minor", ATTR_MINOR },
		{ "sms", ATTR_SMS },
		{ "l2_bytes", ATTR_L2_BYTES },
		{ "memory_khz", ATTR_MEMORY_KHZ },
		{ "bus_bits", ATTR_BUS_BITS },
	};
	struct runtime rt;
	char why[400];
	/* cudaDeviceProp grows with every release; all that we read of it is its first field, char name[256]. */
	union {
		char name[256];
		double room[2048];
	} prop;
	unsigned char back[256];
	size_t free_bytes, total;
	void *p = NULL;
	int n = 0, version = 0;

	if (runtime_load(&rt, path, why, sizeof why)) {
		printf("error %s\n", why);
		return 1;
	}
	if (rt.DriverGetVersion && rt.DriverGetVersion(&version) == 0)
		printf("driver %d\n", version);
	if (!passed(&rt, "cudaGetDeviceCount", rt.GetDeviceCount(&n)))
		return 1;
	printf("devices %d\n", n);
	if (n < 1) {
		printf("error there is no CUDA device\n");
		return 1;
	}
	memset(&prop, 0, sizeof prop);
	if (rt.GetDeviceProperties && passed(&rt, "cudaGetDeviceProperties", rt.GetDeviceProperties(&prop, 0)))
		printf("name %.255s\n", prop.name);
	for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
		print_attribute(&rt, attributes[i].key, attributes[i].attribute);
	if (rt.MemGetInfo && passed(&rt, "cudaMemGetInfo", rt.MemGetInfo(&free_bytes, &total)))
		printf("memory_bytes %zu\n", total);
	/* Listing a device proves little; memory that holds what was written to it shows that a context works. */
	memset(back, 0, sizeof back);
	if (!passed(&rt, "cudaMalloc", rt.Malloc(&p, sizeof back)) ||
		!passed(&rt, "cudaMemset", rt.Memset(p, 0x5a, sizeof back)) ||
		!passed(&rt, "cudaMemcpy", rt.Memcpy(back, p, sizeof back, MEMCPY_TO_HOST)) ||
		!passed(&rt, "cudaDeviceSynchronize", rt.DeviceSynchronize()))
		return 1;
	for (size_t i = 0; i < sizeof back; i++)
		if (back[i] != 0x5a) {
			printf("error the device's memory does not hold what was written to it\n");
			return 1;
		}
	rt.Free(p);
	printf("works 1\n");
	return 0;
}
