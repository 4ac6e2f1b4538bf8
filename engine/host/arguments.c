/* arguments.c: from a request of the judge to a call of solve(): buffers, libffi, time between events. See program.h.
 *
 * Order of one run: inputs as the judge sent them, outputs full of 0xFF (so what solve() does not write shows), caches
 * flushed when time counts, device idle, start event, solve(), whole device idle (work on any stream counts), stop
 * event.
 */
#include "host/program.h"

#include <ffi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/client.h"

enum { POISON = 0xFF, LIMIT_PERSISTING_L2 = 6, NOT_READY = 600, NOT_SUPPORTED = 801, ATTACH_GLOBAL = 1 };

static bool is_buffer(const struct argument *a)
{
	return a->w.kind != HOST_ARG_VALUE;
}

bool argument_comes_back(const struct argument *a)
{
	return (a->w.kind == HOST_ARG_BUFFER_OUT || a->w.kind == HOST_ARG_BUFFER_INOUT) && !a->w.by_judge;
}

/* An inout argument's input must stay what it was, since the next run starts from it: what came back lies after it. */
void *argument_result(const struct argument *a)
{
	return (char *)a->given + (a->w.kind == HOST_ARG_BUFFER_INOUT ? a->w.bytes : 0);
}

/* Put a failed call into the answer. True when it failed. */
static bool failed(const struct call *c, struct wire_answer *a, const char *what, int code)
{
	if (!code)
		return false;
	a->status = WIRE_CUDA;
	a->cuda_code = code;
	snprintf(a->cuda_name, sizeof a->cuda_name, "%s", c->rt->GetErrorName(code));
	snprintf(a->text, sizeof a->text, "%s: %s", what, c->rt->GetErrorString(code));
	/* An error that is still there after it was asked for has taken the context with it. */
	c->rt->GetLastError();
	a->sticky = c->rt->DeviceSynchronize() != 0;
	return true;
}

static void no_memory(struct wire_answer *a, uint64_t bytes)
{
	a->status = WIRE_OTHER;
	snprintf(a->text, sizeof a->text, "there are no %llu bytes of host memory for an argument",
		(unsigned long long)bytes);
}

/* The bytes of one buffer as they must be before a call. */
static int fill(const struct call *c, struct argument *a)
{
	if (!a->w.bytes || a->w.by_judge)
		return 0;
	if (a->w.host_memory) {
		if (a->w.kind == HOST_ARG_BUFFER_OUT)
			memset(a->pointer, POISON, a->w.bytes);
		else
			memcpy(a->pointer, a->given, a->w.bytes);
		return 0;
	}
	if (a->w.kind == HOST_ARG_BUFFER_OUT)
		return c->rt->Memset(a->pointer, POISON, a->w.bytes);
	return c->rt->Memcpy(a->pointer, a->given, a->w.bytes, MEMCPY_TO_DEVICE);
}

static void fill_all(struct call *c, struct wire_answer *a)
{
	for (size_t i = 0; i < c->nargs; i++)
		if (is_buffer(&c->args[i]) && failed(c, a, "filling an argument", fill(c, &c->args[i])))
			return;
	failed(c, a, "filling the arguments", c->rt->DeviceSynchronize());
}

/* The memory of one buffer. False: `a` says why there is none. */
static bool make(const struct call *c, struct argument *g, struct wire_answer *a)
{
	const uint64_t bytes = g->w.bytes ? g->w.bytes : 1;

	switch (g->w.host_memory) {
	case WIRE_PAGEABLE:
		if (!posix_memalign(&g->pointer, 4096, bytes))
			return true;
		g->pointer = NULL;
		no_memory(a, g->w.bytes);
		return false;
	case WIRE_PINNED:
		return !failed(c, a, "cudaMallocHost for an argument",
			c->rt->MallocHost ? c->rt->MallocHost(&g->pointer, bytes) : NOT_SUPPORTED);
	case WIRE_MANAGED:
		return !failed(c, a, "cudaMallocManaged for an argument",
			c->rt->MallocManaged ? c->rt->MallocManaged(&g->pointer, bytes, ATTACH_GLOBAL) : NOT_SUPPORTED);
	default: return !failed(c, a, "cudaMalloc for an argument", c->rt->Malloc(&g->pointer, g->w.bytes));
	}
}

void call_make(struct call *c, struct wire_answer *a)
{
	/* An error that an earlier case or a constructor left behind must not be taken for this one's. */
	if (failed(c, a, "before the case", c->rt->DeviceSynchronize()) && a->sticky)
		return;
	c->rt->GetLastError();
	memset(a, 0, sizeof *a);
	for (size_t i = 0; i < c->nargs; i++) {
		struct argument *g = &c->args[i];

		if (!is_buffer(g) || (!g->w.bytes && !g->w.host_memory))
			continue; /* cudaMalloc of nothing is a null pointer too */
		if (!make(c, g, a))
			return;
	}
	fill_all(c, a);
}

/* Overwrite twice the L2, so that no run finds its data in the cache. */
static int flush(struct call *c, uint64_t bytes)
{
	int l2 = 0, e;

	if (!bytes) {
		e = c->rt->DeviceGetAttribute(&l2, ATTR_L2_BYTES, 0);
		if (e)
			return e;
		bytes = 2 * (uint64_t)l2;
	}
	if (c->flush && c->flush_size != bytes) {
		c->rt->Free(c->flush);
		c->flush = NULL;
	}
	if (!bytes)
		return 0;
	if (!c->flush) {
		e = c->rt->Malloc(&c->flush, bytes);
		if (e) {
			c->flush = NULL;
			return e;
		}
		c->flush_size = bytes;
	}
	return c->rt->Memset(c->flush, 0, bytes);
}

void call_prepare(struct call *c, const struct wire_go *go, struct wire_answer *a)
{
	fill_all(c, a);
	if (a->status != WIRE_OK || !(go->flags & WIRE_FLAG_TIMED))
		return;
	/* Lines that an earlier call asked the L2 to keep would survive the flush. A device without that feature
	 * refuses: no harm. */
	if (c->rt->CtxResetPersistingL2Cache && c->rt->CtxResetPersistingL2Cache())
		c->rt->GetLastError();
	if (c->rt->DeviceSetLimit && c->rt->DeviceSetLimit(LIMIT_PERSISTING_L2, 0))
		c->rt->GetLastError();
	if (!failed(c, a, "flushing the L2", flush(c, go->flush_bytes)))
		failed(c, a, "flushing the L2", c->rt->DeviceSynchronize());
}

static ffi_type *value_type(const struct wire_arg *w)
{
	static ffi_type *const sint[] = { &ffi_type_sint8, &ffi_type_sint16, &ffi_type_sint32, &ffi_type_sint64 };
	static ffi_type *const uint[] = { &ffi_type_uint8, &ffi_type_uint16, &ffi_type_uint32, &ffi_type_uint64 };
	int log = w->bytes == 1 ? 0 : w->bytes == 2 ? 1 : w->bytes == 4 ? 2 : w->bytes == 8 ? 3 : -1;

	if (w->cls == HOST_VALUE_FLOAT)
		return w->bytes == 4 ? &ffi_type_float : NULL;
	if (w->cls == HOST_VALUE_DOUBLE)
		return w->bytes == 8 ? &ffi_type_double : NULL;
	if (log < 0)
		return NULL;
	return w->cls == HOST_VALUE_SINT ? sint[log] : uint[log];
}

static int make_events(struct call *c)
{
	const struct runtime *rt = c->rt;
	int e = 0;

	if (!c->start)
		e = rt->EventCreate(&c->start);
	if (!e && !c->stop)
		e = rt->EventCreate(&c->stop);
	return e;
}

void call_run(struct call *c, const struct wire_go *go, struct wire_answer *a)
{
	const struct runtime *rt = c->rt;
	bool timed = go->flags & WIRE_FLAG_TIMED;
	ffi_type *types[WIRE_MAX_ARGS];
	void *values[WIRE_MAX_ARGS];
	ffi_cif cif;
	float ms = 0;
	int e;

	for (size_t i = 0; i < c->nargs; i++) {
		struct argument *g = &c->args[i];

		types[i] = is_buffer(g) ? &ffi_type_pointer : value_type(&g->w);
		/* Little-endian: the low bytes of the 64 are the value, whatever its width. */
		values[i] = is_buffer(g) ? (void *)&g->pointer : (void *)&g->w.value;
	}
	for (size_t i = 0; i < c->nargs; i++)
		if (!types[i]) {
			a->status = WIRE_OTHER;
			snprintf(a->text, sizeof a->text, "argument %zu has a size that its class has not", i + 1);
			return;
		}
	if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, (unsigned)c->nargs, &ffi_type_void, types) != FFI_OK) {
		a->status = WIRE_OTHER;
		snprintf(a->text, sizeof a->text, "libffi does not know this list of arguments");
		return;
	}
	if (timed && (!rt->EventCreate || !rt->EventRecord || !rt->EventSynchronize || !rt->EventElapsedTime)) {
		a->status = WIRE_OTHER;
		snprintf(a->text, sizeof a->text, "this CUDA runtime has no events");
		return;
	}
	if (timed &&
		(failed(c, a, "cudaEventCreate", make_events(c)) ||
			failed(c, a, "cudaEventRecord", rt->EventRecord(c->start, NULL))))
		return;
	/* The emulator's timeline is of solve() alone. */
	if (!timed && rt->ProfilerStart && rt->ProfilerStop)
		rt->ProfilerStart();
	ffi_call(&cif, c->symbol, NULL, values);
	e = rt->DeviceSynchronize();
	if (!timed && rt->ProfilerStart && rt->ProfilerStop)
		rt->ProfilerStop();
	if (timed && !e &&
		(failed(c, a, "cudaEventRecord", rt->EventRecord(c->stop, NULL)) ||
			failed(c, a, "cudaEventSynchronize", rt->EventSynchronize(c->stop)) ||
			failed(c, a, "cudaEventElapsedTime", rt->EventElapsedTime(&ms, c->start, c->stop))))
		return;
	a->event_us = (double)ms * 1000;
	/* A refused launch is known to the thread, not to the device: ask for both. Who polled (cudaStreamQuery,
	 * cudaEventQuery) has left "not ready" there, which is an answer and no failure. */
	if (!e)
		e = rt->GetLastError();
	failed(c, a, "after solve()", e == NOT_READY ? 0 : e);
}

void call_fetch(struct call *c, struct wire_answer *a)
{
	for (size_t i = 0; i < c->nargs; i++) {
		struct argument *g = &c->args[i];

		if (!argument_comes_back(g) || !g->w.bytes)
			continue;
		if (g->w.host_memory)
			memcpy(argument_result(g), g->pointer, g->w.bytes);
		else if (failed(c, a, "copying an output back",
				 c->rt->Memcpy(argument_result(g), g->pointer, g->w.bytes, MEMCPY_TO_HOST)))
			return;
	}
}

void call_release(struct call *c)
{
	for (size_t i = 0; i < c->nargs; i++) {
		struct argument *g = &c->args[i];

		if (is_buffer(g) && g->w.host_memory == WIRE_PAGEABLE)
			free(g->pointer);
		else if (is_buffer(g) && g->w.host_memory == WIRE_PINNED && g->pointer)
			c->rt->FreeHost(g->pointer);
		else if (is_buffer(g) && g->pointer)
			c->rt->Free(g->pointer);
		free(g->given);
	}
	free(c->args);
	c->args = NULL;
	c->nargs = 0;
}

int call_owner(const struct call *c, uint64_t address, uint64_t *offset)
{
	for (size_t i = 0; i < c->nargs; i++) {
		const struct argument *g = &c->args[i];
		uint64_t start = (uint64_t)(uintptr_t)g->pointer;

		if (is_buffer(g) && !g->w.host_memory && start && address >= start && address - start < g->w.bytes) {
			*offset = address - start;
			return (int)i;
		}
	}
	return -1;
}
