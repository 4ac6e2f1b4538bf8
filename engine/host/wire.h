/* wire: what the judge and the host process say to each other, byte for byte, over one stream socket.
 *
 * The judge asks, the host process answers; it never speaks first. Each request carries a nonce that the answer must
 * repeat, so an answer written in advance by the student's code is recognised. The judge checks every size before it
 * reads (client_io.c) and believes nothing else: what comes back are the bytes of the output buffers, and hints. The
 * host process trusts the judge.
 *
 *   RUNTIME  path of cudart                            -> LOADED   (the process is still ours: what it says is true)
 *   LOAD     path of the object, symbol                -> LOADED   (status; text says why it failed; foreign from here)
 *   CASE     arguments and the bytes of the inputs     -> READY    (buffers made, inputs uploaded, outputs poisoned;
 * addresses follow) PREPARE  flags                                     -> READY    (inputs as at first, outputs
 * poisoned, caches flushed, device idle) RUN      flags                                     -> RAN      (solve()
 * returned and the device is idle; time between two events) FETCH                                              -> DATA
 * (bytes of every out and inout argument, in order) A segmentation fault in host code is announced by FAULT, unasked,
 * before the process dies of it.
 */
#ifndef HOST_WIRE_H
#define HOST_WIRE_H

#include <stdint.h>

enum {
	WIRE_FD = 3,        /* the socket, in the host process */
	WIRE_DEVICE_FD = 4, /* the emulated device's socket; its number is also in WARPLINGS_DEVICE_FD */
	WIRE_MAX_ARGS = 64,
	WIRE_MAX_TEXT = 4096
};

enum wire_type {
	WIRE_LOAD = 1,
	WIRE_CASE,
	WIRE_PREPARE,
	WIRE_RUN,
	WIRE_FETCH,
	WIRE_RUNTIME,
	WIRE_LOADED = 101,
	WIRE_READY,
	WIRE_RAN,
	WIRE_DATA,
	WIRE_FAULT
};

#define WIRE_MAGIC 0x31504c57u /* "WLP1" */

struct wire_head {
	uint32_t magic, type;
	uint64_t nonce;
	uint64_t bytes; /* of what follows */
};

/* WIRE_RUNTIME: this, then the path, without its NUL. `guard`: bool, see guard.h. */
struct wire_runtime {
	uint32_t cudart_len, guard;
};
/* WIRE_LOAD: this, then the two strings without their NULs. */
struct wire_load {
	uint32_t so_len, symbol_len;
};

/* WIRE_CASE: this, then nargs wire_arg, then the data of every in and inout argument in order, but
 * for those by_judge, which the judge fills on the device. */
struct wire_case {
	uint32_t nargs, pad;
};
enum wire_memory { WIRE_DEVICE, WIRE_PAGEABLE, WIRE_PINNED, WIRE_MANAGED };
struct wire_arg {
	uint32_t kind, host_memory, cls, by_judge; /* enum host_arg_kind, wire_memory, host_value_class, bool */
	uint64_t bytes, value;
};

/* WIRE_PREPARE and WIRE_RUN. */
enum { WIRE_FLAG_TIMED = 1 };
struct wire_go {
	uint32_t flags, pad;
	uint64_t flush_bytes; /* PREPARE and timed: how much to overwrite; 0 = twice the L2 */
};

enum wire_status { WIRE_OK, WIRE_NO_CUDART, WIRE_NO_OBJECT, WIRE_NO_SYMBOL, WIRE_CUDA, WIRE_OTHER };

/* Every answer begins with this; when status is WIRE_OK, DATA is followed by the bytes of the outputs, and the READY
 * that answers CASE by a 64-bit address for each argument (0 for a value): a hint, by which messages name arguments. */
struct wire_answer {
	uint32_t status; /* enum wire_status */
	int32_t cuda_code;
	uint32_t sticky;  /* the context is lost */
	uint32_t guarded; /* the answer to RUNTIME: the guard is in place */
	double event_us;  /* RAN, timed */
	char cuda_name[64];
	char text[512];
};

/* FAULT: nonce is that of the request under way. */
enum { WIRE_FAULT_STACK = -2 };
struct wire_fault {
	uint64_t address, offset;
	int32_t signal,
		arg; /* arg: argument whose device buffer holds the address; -1: none; -2: the stack is used up */
};

#endif
