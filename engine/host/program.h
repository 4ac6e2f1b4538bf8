/* program: the parts of warplings-host, the process that loads a student's object and calls its solve().
 *
 * Invariant: nothing here decides anything. From dlopen of the object on, this process is the student's; the judge's
 * side (client.h) assumes that every byte that it sends may be a lie. What is here is careful only so that honest
 * mistakes get good messages.
 *
 * Data path: main_host.c reads a request (wire.h) -> arguments.c makes buffers and calls solve() through libffi ->
 * runtime.c is the CUDA runtime, found with dlsym, so that this program is linked against none and runs on NVIDIA's or
 * on ours.
 */
#ifndef HOST_PROGRAM_H
#define HOST_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/wire.h"

/* The calls of the runtime that we make; RT(name, (parameters)): all return cudaError_t as an int. */
#define RUNTIME_CALLS(RT) \
	RT(Malloc, (void **p, size_t n)) \
	RT(Free, (void *p)) \
	RT(Memcpy, (void *to, const void *from, size_t n, int kind)) \
	RT(Memset, (void *p, int byte, size_t n)) \
	RT(DeviceSynchronize, (void)) \
	RT(GetLastError, (void)) \
	RT(GetDeviceCount, (int *n)) \
	RT(DeviceGetAttribute, (int *value, int attribute, int device))
/* Needed for timing, for the probe and for arguments of other kinds of memory only; absence is noticed when they are
 * wanted. */
#define RUNTIME_EXTRAS(RT) \
	RT(MallocHost, (void **p, size_t n)) \
	RT(FreeHost, (void *p)) \
	RT(MallocManaged, (void **p, size_t n, unsigned flags)) \
	RT(EventCreate, (void **ev)) \
	RT(EventRecord, (void *ev, void *stream)) \
	RT(EventSynchronize, (void *ev)) \
	RT(EventElapsedTime, (float *ms, void *from, void *to)) \
	RT(ProfilerStart, (void)) \
	RT(ProfilerStop, (void)) \
	RT(DeviceSetLimit, (int limit, size_t value)) \
	RT(CtxResetPersistingL2Cache, (void)) \
	RT(GetDeviceProperties, (void *prop, int device)) \
	RT(DriverGetVersion, (int *v)) \
	RT(MemGetInfo, (size_t * free_bytes, size_t * total))

enum { MEMCPY_TO_DEVICE = 1, MEMCPY_TO_HOST = 2 };
enum { ATTR_SMS = 16, ATTR_MEMORY_KHZ = 36, ATTR_BUS_BITS = 37, ATTR_L2_BYTES = 38, ATTR_MAJOR = 75, ATTR_MINOR = 76 };

struct runtime {
	void *handle;
#define RT(name, args) int(*name) args;
	RUNTIME_CALLS(RT)
	RUNTIME_EXTRAS(RT)
#undef RT
	const char *(*GetErrorName)(int);
	const char *(*GetErrorString)(int);
};

/* dlopen `path`; `why` gets a sentence on failure. */
int runtime_load(struct runtime *rt, const char *path, char *why, size_t size);
/* Print what there is as "key value" lines on stdout (engine/gpu reads it). Returns the exit status. */
int runtime_probe(const char *path);

struct argument {
	struct wire_arg w;
	void *given;   /* host memory: the input as it came, and room for what comes back */
	void *pointer; /* what solve() gets: device memory, or host memory */
};

bool argument_comes_back(const struct argument *a);
void *argument_result(const struct argument *a); /* where call_fetch puts it */

struct call {
	const struct runtime *rt;
	void (*symbol)(void);
	struct argument *args;
	size_t nargs;
	void *flush; /* device buffer that is written over to empty the L2 */
	size_t flush_size;
	void *start, *stop; /* events */
};

/* All fill `a` (zeroed by the caller) with the outcome. call_release frees what call_make made, also half of it. */
void call_make(struct call *c, struct wire_answer *a);
void call_prepare(struct call *c, const struct wire_go *go, struct wire_answer *a);
void call_run(struct call *c, const struct wire_go *go, struct wire_answer *a);
/* Bring the outputs to argument_result of each argument that comes back. */
void call_fetch(struct call *c, struct wire_answer *a);
void call_release(struct call *c);
/* Which argument's device memory holds `address`; -1: none. Safe in a signal handler. */
int call_owner(const struct call *c, uint64_t address, uint64_t *offset);

#endif
