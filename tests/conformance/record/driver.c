/* driver: see driver.h. A program for the author of a recording, not part of the engine: it prints and exits. */
#include "tests/conformance/record/driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *what, int code)
{
	fprintf(stderr, "record: %s failed (%d)\n", what, code);
	exit(3);
}

void driver_open(struct driver *d)
{
	void *lib = dlopen("libcuda.so.1", RTLD_NOW);
	cu_handle ctx;
	int dev, rc;
	const struct {
		void *slot;
		const char *name;
	} SYMBOLS[] = {
		{ &d->init, "cuInit" },
		{ &d->device_get, "cuDeviceGet" },
		{ &d->device_name, "cuDeviceGetName" },
		{ &d->driver_version, "cuDriverGetVersion" },
		{ &d->primary_retain, "cuDevicePrimaryCtxRetain" },
		{ &d->set_current, "cuCtxSetCurrent" },
		{ &d->module_load, "cuModuleLoadDataEx" },
		{ &d->module_unload, "cuModuleUnload" },
		{ &d->get_function, "cuModuleGetFunction" },
		{ &d->function_attribute, "cuFuncSetAttribute" },
		{ &d->alloc, "cuMemAlloc_v2" },
		{ &d->release, "cuMemFree_v2" },
		{ &d->copy_in, "cuMemcpyHtoD_v2" },
		{ &d->copy_out, "cuMemcpyDtoH_v2" },
		{ &d->fill, "cuMemsetD8_v2" },
		{ &d->launch, "cuLaunchKernel" },
		{ &d->synchronize, "cuCtxSynchronize" },
	};

	if (!lib) {
		fprintf(stderr, "record: %s\n", dlerror());
		exit(3);
	}
	for (size_t i = 0; i < sizeof SYMBOLS / sizeof *SYMBOLS; i++) {
		*(void **)SYMBOLS[i].slot = dlsym(lib, SYMBOLS[i].name);
		if (!*(void **)SYMBOLS[i].slot)
			fail(SYMBOLS[i].name, -1);
	}
	if ((rc = d->init(0)) || (rc = d->device_get(&dev, 0)) || (rc = d->primary_retain(&ctx, dev)) ||
		(rc = d->set_current(ctx)))
		fail("opening device 0", rc);
	d->device_name(d->name, sizeof d->name, dev);
	d->driver_version(&d->version);
}
