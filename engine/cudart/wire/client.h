/* client: the way to the device process, and what every room of this module needs.
 *
 * cudart is the inside of our libcudart.so.13. It looks like NVIDIA's runtime to the program and is a client of the
 * device process (device/protocol.h): it checks as little as it can, forwards, and remembers errors.
 *
 * The only part of the project with process-wide mutable state (struct cudart, one instance in connection.c): the
 * runtime API is a process-wide machine. Each public function returns through cudart_done(), which remembers the last
 * error as NVIDIA's runtime does: per thread, and for ever when the context is lost. It puts the refusal into the
 * device's report, too, where nobody has done that yet.
 */
#ifndef CUDART_WIRE_CLIENT_H
#define CUDART_WIRE_CLIENT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda_runtime_api.h>

#include "cudart/wire/unimplemented.h"
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
/* The same of much text only. A GPU's launches print what earlier kernels have printed by then, which is a matter of
 * chance; here they do it only to keep what waits small, so that most programs print the same each time. */
void cudart_flush_much(void);
/* Put a refusal that was decided here into the device's report. Returns `code`. */
cudaError_t cudart_refuse(enum dp_call call, cudaError_t code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same of a launch, by its kernel's number plus 1; 0: of no launch. */
cudaError_t cudart_refuse_launch(enum dp_call call, cudaError_t code, uint32_t kernel, const char *text);
/* The same without waiting: of a call that is named, or NULL. again: an earlier call was refused with this code, and
 * the report says why: this one is counted with it. */
void cudart_complain(const char *call, cudaError_t code, bool again, const char *why);

/* A host function of a stream runs in this thread (work/callback.c): no CUDA call is allowed meanwhile. */
void cudart_callback(bool runs);
bool cudart_in_callback(void);

/* ---- site.c: where in the program the call under way came from, as DP_MALLOC and DP_FREE want it; the length, 0 when
 * it can't be told. Costs a walk over the stack: for calls that are slow anyway. */
size_t cudart_site(char *dst, size_t size);
/* From a signal handler: of the instruction at `pc`, which was stopped. */
size_t cudart_site_of(char *dst, size_t size, const void *pc);

/* ---- errors.c */
/* Remember, and tell the device, which names this function; returns e. */
#define cudart_done(e) cudart_done_of(__func__, e)
cudaError_t cudart_done_of(const char *call, cudaError_t e);
/* Why the call is about to be refused, for cudart_done(): a sentence. Returns `code`. */
cudaError_t cudart_why(cudaError_t code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The call is about to be refused, which is an answer that a right program goes on from: it is not told. Returns
 * `code`. */
cudaError_t cudart_answer(cudaError_t code);
void cudart_lost(cudaError_t e); /* the context is lost: every later call gets e */
/* That e; cudaSuccess: it is not lost, as far as this process has been told. */
cudaError_t cudart_is_lost(void);
/* connection.c: a lost context was reset: from now on every call gets cudaErrorDevicesUnavailable (measured on an
 * H200). */
void cudart_give_up(void);
/* From a signal handler: the program dies of an access to this address. Says it to the device unless another thread is
 * at it. */
void cudart_last_words(const struct dp_host_fault *fault);
/* This thread is about to read an argument of a launch, through an address that the program gave: its number, from 0,
 * and its kernel's plus 1; 0: it is over. For the last words. */
void cudart_fetches(uint32_t kernel, uint32_t argument);
/* The same: the program has touched managed memory. `site` has n bytes. */
void cudart_tell_touch(const struct dp_host_touch *t, const char *site, size_t n);
/* segv.c. judged: the handler that is there is the judge's, and gets what is not ours. */
void cudart_watch_host(bool judged);
bool cudart_watches_host(void); /* the handler of the signal is ours */

/* ---- logs.c: what cudaLogs* tell. A call of this thread ends with `error`; and before that, of which call it is and
 * why (NULL: in the error's own words), which the device has in its report. */
void logs_add(cudaError_t error);
void logs_cause(enum dp_call call, cudaError_t error, const char *why);
/* It ends with the error that an earlier call met, of whose reason the report has a row. Returns `error`. */
cudaError_t logs_again(cudaError_t error);
/* The call (NULL: its name is not known) ends with an error: the report gets it, unless it has it. */
void logs_report(const char *call, cudaError_t error);
const char *logs_call(enum dp_call call); /* its name */

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
bool ranges_remove(uint64_t start, uint64_t *bytes, enum dp_memory *kind);
/* DP_MEM_NONE: not known. start and bytes may be NULL. */
enum dp_memory ranges_find(uint64_t addr, uint64_t *start, uint64_t *bytes);
void ranges_drop(void); /* forget all; unmaps what is shared */
/* The first managed range that starts at `from` or after it. False: there is none. */
bool ranges_managed(uint64_t from, uint64_t *start, uint64_t *bytes);

/* ---- early.c: memory that work under way may still be writing is closed to the program */
void early_variable(uint64_t addr);     /* a managed variable lies there */
void early_issued(const struct rpc *r); /* about to be sent */
void early_answered(const struct rpc *r, cudaError_t e);
/* From a signal handler: an access to `addr` faulted. True: it can go on now. */
bool early_touch(uint64_t addr, bool write, const void *pc);

/* ---- touched.c: tell the device which pages of managed memory this process has touched since the last time. rpc_run
 * does it before each call for which it matters when. */
bool touched_matters(enum dp_op op);
void touched_tell(void);

#endif
