/* cudart: the inside of our libcudart.so.13. It looks like NVIDIA's runtime to the program and is a client of the
 * device process (device/protocol.h): it checks as little as it can, forwards, and remembers errors.
 *
 * The only part of the project with process-wide mutable state (struct cudart, one instance in connection.c): the
 * runtime API is a process-wide machine. Each public function returns through cudart_done(), which remembers the last
 * error as NVIDIA's runtime does: per thread, and for ever when the context is lost.
 */
#ifndef CUDART_CUDART_H
#define CUDART_CUDART_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

#include "cudart/unimplemented.h"
#include "device/protocol.h"

/* ---- connection.c: requests and replies */
struct rpc {
	enum dp_op op;
	enum dp_call call;
	uint32_t flags;
	const void *body;
	size_t nbody; /* the fixed structure */
	const void *data;
	size_t ndata; /* payload: `rows` rows of `ndata / rows` bytes, `pitch` apart; rows 0 = contiguous */
	size_t rows, pitch;
	void *reply;
	size_t reply_max;               /* its body goes here... */
	size_t reply_rows, reply_pitch; /* ... in rows likewise */
	size_t nreply;                  /* out: bytes that came */
	int fd;                         /* out: descriptor that came along, or -1 */
};
/* Send, wait for the answer. Connects first when need be. Never sets the last error. */
cudaError_t rpc_run(struct rpc *r);
#define RPC(op_, call_, body_) \
	{ \
		.op = DP_##op_, .call = DP_CALL_##call_, .body = &(body_), .nbody = sizeof(body_), .fd = -1 \
	}
/* The same in three steps, for a reply that another thread waits for: enter (connected already), send, await, which
 * frees it. *r stays until await returns. */
struct waiter;
struct waiter *rpc_enter(struct rpc *r);
void rpc_send(struct waiter *w);
cudaError_t rpc_await(struct waiter *w);
/* cudaSuccess once there is a device; what to do is said once on stderr. */
cudaError_t cudart_connect(void);
/* The device's profile; valid after cudart_connect. */
const struct dp_hello_reply *cudart_device(void);
/* Counts resets of the device: what was loaded under another number is gone. */
unsigned cudart_generation(void);
void cudart_next_generation(void);
/* Print what kernels have printed; called by every call that synchronises. */
void cudart_flush_printf(void);
/* Put a refusal that was decided here into the device's report. Returns `code`. */
cudaError_t cudart_refuse(enum dp_call call, cudaError_t code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* ---- site.c: where in the program the call under way came from, as DP_MALLOC and DP_FREE want it; the length, 0 when
 * it can't be told. Costs a walk over the stack: for calls that are slow anyway. */
size_t cudart_site(char *dst, size_t size);

void limits_reset(void); /* limits.c */

/* ---- errors.c */
cudaError_t cudart_done(cudaError_t e); /* remember; returns e */
void cudart_lost(cudaError_t e);        /* the context is lost: every later call gets e */

bool cudart_is_lost(void);
/* connection.c: a lost context was reset: from now on every call gets cudaErrorDevicesUnavailable (measured on an
 * H200). */
void cudart_give_up(void);
/* From a signal handler: the program dies of an access to this address. Says it to the device unless another thread is
 * at it. */
void cudart_last_words(uint64_t address);
void cudart_watch_host(void); /* segv.c */

/* ---- device.c: how the program wants L1 and shared memory divided where a kernel says nothing */
bool cudart_cache_config_ok(enum cudaFuncCache c);
enum cudaFuncCache cudart_cache_config(void);

/* ---- registry.c: what the program's constructors registered */
struct module;
struct function {
	const void *host; /* address of the host stub: what the program calls the kernel by */
	const char *name; /* mangled */
	struct module *module;
	unsigned generation; /* of the device's answer below; 0 = not asked yet */
	bool launched;       /* ... which took a launch of it already */
	struct dp_kernel_reply info;
	uint32_t (*params)[2];      /* offset, size */
	enum cudaFuncCache cache;   /* preferences: None, that of the device (device.c) */
	int carveout_set, carveout; /* per cent of the shared memory, -1: the default */
};
struct variable {
	const void *host;
	const char *name;
	struct module *module;
	unsigned generation;
	struct dp_range range;
	void **managed; /* where the program looks for its address, NULL for others */
	size_t size;    /* of a managed one; its range is whole pages */
	struct variable *next_managed;
};
/* library.c's modules, which no constructor registers: `fatbin` stays until module_free. A function's host may be NULL;
 * it outlives its module, whose kernels then can't be launched any more. */
struct module *module_new(const void *fatbin);
void module_free(struct module *m);
struct function *function_new(struct module *m, const void *host, const char *name);
/* Load as needed; the device's number of it. */
cudaError_t module_use(struct module *m, enum dp_call call, uint32_t *id);
/* Look up and load as needed. On failure the error that NVIDIA's runtime gives. */
cudaError_t function_get(const void *host_or_kernel, enum dp_call call, struct function **out);
cudaError_t variable_get(const void *host, enum dp_call call, struct variable **out);

/* symbol.c: the address of `n` bytes at `offset` within a variable; a refusal names `call`. */
cudaError_t symbol_place(enum dp_call call, const void *symbol, size_t n, size_t offset, void **p);

/* ---- table.c: pointer -> pointer, for the registry and for allocations by start */
struct table {
	void **keys, **values;
	size_t n, cap;
};
void table_put(struct table *t, const void *key, void *value); /* replaces */
void *table_get(const struct table *t, const void *key);       /* NULL: not there */
void table_remove(struct table *t, const void *key);

/* ---- ranges.c: device addresses that this process knows of, to tell them from host pointers */
void ranges_add(uint64_t start, uint64_t bytes, enum dp_memory kind);
/* memory.c: device memory that is in no stream's order. */
cudaError_t memory_plain(enum dp_call call, void **p, size_t bytes);
/* memory.c: map what the device has just made at its address there (closes fd) and add it to the ranges. */
cudaError_t memory_map(enum dp_call call, const struct dp_range *range, enum dp_memory kind, int fd);
void memory_unmap(uint64_t addr); /* the reverse; the device's own is not freed */
/* registered.c: where the device has memory that the program registered; 0: not registered. flags may be NULL. */
uint64_t registered_device(uint64_t host, unsigned *flags);
bool ranges_remove(uint64_t start, uint64_t *bytes, enum dp_memory *kind);
enum dp_memory ranges_find(
	uint64_t addr, uint64_t *start, uint64_t *bytes); /* DP_MEM_NONE; start and bytes may be NULL */
void ranges_drop(void);                                   /* forget all; unmaps what is shared */

/* ---- pool.c: what is taken from memory pools; pool NULL is the device's current one. memory.c allocates. */
struct pool;
void pool_take(struct pool *pool, void *at, size_t bytes);
void pool_give_back(void *at);
cudaError_t memory_from_pool(enum dp_call call, void **p, size_t bytes, struct pool *pool, cudaStream_t stream);
void advice_forget(uint64_t start); /* hints.c: managed memory is freed */

/* ---- work.c: what a stream does, as data, so that it can be done now or recorded into a graph */
enum work_kind { WORK_COPY, WORK_SET, WORK_LAUNCH, WORK_HOST, WORK_RECORD, WORK_WAIT };
struct work_copy {
	void *dst;
	size_t dpitch;
	const void *src;
	size_t spitch, width, rows;
	enum cudaMemcpyKind kind;
};
struct work_set {
	void *dst;
	size_t pitch, width, rows;
	uint32_t value, element;
};
struct work_launch {
	struct function *function;
	dim3 grid, block;
	size_t shared;
	bool cooperative;
	uint8_t *params;
};
struct work {
	enum work_kind kind;
	enum dp_call call;
	cudaStream_t stream;
	bool async;
	union {
		struct work_copy copy;
		struct work_set set;
		struct work_launch launch;
		struct {
			void (*fn)(void *);
			cudaStreamCallback_t callback;
			void *user;
		} host;
		cudaEvent_t event;
	};
};
/* Do it now, or add it to the graph that its stream is captured into. */
cudaError_t work_submit(struct work *w);
cudaError_t work_run(const struct work *w);
cudaError_t copy_run(const struct work *w); /* copy.c */
struct work_copy copy_slice(
	const struct cudaMemcpy3DParms *p, size_t z); /* copy.c: one plane of a copy without arrays */
cudaError_t launch_run(const struct work *w);         /* launch.c */
cudaError_t host_run(const struct work *w); /* callback.c: in a thread of its own, when the stream gets there */
/* Parameters by address (as a launch stub passes them) -> the block that the device wants; malloc'd. */
uint8_t *launch_params(const struct function *f, void **args);

/* ---- stream.c */
/* UINT32_MAX for what cannot be a stream. 0: the legacy default stream; cudaStreamPerThread is this thread's, which is
 * made when it is first asked for, and so is NULL between stream_per_thread(true) and (false) (perthread.c). */
uint32_t stream_id(cudaStream_t s);
bool stream_per_thread(bool on);         /* what it was before */
cudaStream_t stream_own(cudaStream_t s); /* NULL and cudaStreamPerThread: this thread's own handle */
uint32_t event_id(cudaEvent_t e);
bool event_has_time(cudaEvent_t e); /* made without cudaEventDisableTiming */
bool stream_live(cudaStream_t s);
bool stream_blocking(cudaStream_t s); /* it and the legacy default stream wait for each other */
bool host_functions_wait(void);       /* are there any that have not run? */
bool cudart_in_callback(void);        /* this thread runs a host function: no CUDA call is allowed */

#endif
