/* protocol: what libcudart.so.13 (engine/cudart, in the student's process: hostile) and the device process say to each
 * other.
 *
 * A stream socket, one request after another, each { dp_request, body }. A request gets one { dp_reply, body } with its
 * seq (none with DP_SILENT); replies may overtake each other, because a request that waits for the device is answered
 * when the device gets there. The body is the fixed structure of the operation (table below), then `bytes - fixed`
 * bytes of payload. Numbers are the machine's own (both ends are one machine), every field is aligned by hand and
 * nothing is padded.
 *
 * The device trusts nothing: an unknown operation, a size outside the table's bounds, a wrong version or a malformed
 * body closes the connection and is reported. Handles are numbers that the device hands out and looks up. This header
 * stands alone: the client includes nothing else of this module.
 */
#ifndef DEVICE_PROTOCOL_H
#define DEVICE_PROTOCOL_H

#include <stdint.h>

#define DP_VERSION 1u
#define DP_MAGIC 0x4c505257u         /* "WRPL" */
#define DP_ENV "WARPLINGS_DEVICE_FD" /* number of the inherited socket */
#define DP_ENV_SOCKET \
	"WARPLINGS_DEVICE_SOCKET" /* without that: abstract name of a socket where each process gets a device of its \
				     own */
#define DP_CHUNK (1u << 20)       /* bytes of bulk data in one request or reply, at most */
#define DP_MAX_NAME 65536u        /* mangled names of templates are long */
#define DP_MAX_TEXT 4096u
#define DP_MAX_PARAMS 32768u /* kernel parameters, bytes and number */
#define DP_MAX_FATBIN (512u << 20)
#define DP_MAX_PARTS 4096u /* fatbins of one -rdc module */

enum dp_call {
#define CALL(name) DP_CALL_##name,
#include "device/calls.def"
	DP_CALL_COUNT
};

enum dp_field {
#define FIELD(id, key, lo, hi, meaning) DP_FIELD_##id,
#include "device/profile_fields.def"
	DP_FIELD_COUNT
};

struct dp_request {
	uint32_t magic;
	uint16_t op;   /* enum dp_op */
	uint16_t call; /* enum dp_call: whom to name in a refusal */
	uint32_t seq;
	uint32_t flags; /* DP_ASYNC, DP_SILENT */
	uint64_t bytes; /* of the body */
};
#define DP_ASYNC 1u  /* answer when it is accepted, not when it is done */
#define DP_SILENT 2u /* do not answer; should it be refused, the next DP_SYNC says so */

struct dp_reply {
	uint32_t magic;
	uint32_t seq;
	int32_t error;         /* cudaError_t */
	uint32_t sticky;       /* the context is lost: every later call gets `error` */
	uint32_t printf_bytes; /* device printf output waiting (DP_PRINTF) */
	uint32_t nfds;         /* descriptors that travel with the header (0 or 1) */
	uint64_t bytes;        /* of the body */
};

/* ---- bodies */
struct dp_hello {
	uint32_t version, pid;
};
struct dp_hello_reply {
	int64_t field[DP_FIELD_COUNT]; /* the profile */
	char name[64];
	uint64_t memory_bytes;
	uint64_t memory_base; /* device memory has its addresses from here on, whether they are in use or not */
};
struct dp_module {
	uint32_t parts, zero;
}; /* payload: parts times u64 size, then the fatbins */
struct dp_id {
	uint32_t id, zero;
};                       /* a request or a reply: module, stream or event */
struct dp_kernel_reply { /* payload: nparams times { u32 offset, u32 size } */
	uint32_t id, nparams, param_bytes, static_shared, local_bytes, max_threads, regs, max_dynamic_shared;
	uint32_t ptx_version, const_bytes;
};
struct dp_range {
	uint64_t addr, bytes;
}; /* a reply to DP_SYMBOL, DP_MALLOC */
struct dp_malloc {
	uint64_t bytes;
	uint32_t kind, stream;
	uint32_t write_combined, zero;
}; /* kind: enum dp_memory; stream: in whose order, of the calls that end in Async; DP_NO_STREAM: in none's;
    * write_combined: of pinned memory, whether the program asked for that: 0 or 1 */
#define DP_NO_STREAM 0xfffffffeu /* no handle of a stream has this number */
enum dp_memory { DP_MEM_NONE, DP_MEM_DEVICE, DP_MEM_PINNED, DP_MEM_MANAGED, DP_MEM_SYMBOL };
struct dp_free {
	uint64_t addr;
	uint32_t kind, stream;
}; /* kind as it was allocated */
/* Copies move `rows` rows of `width` bytes. Payload (DP_WRITE) and reply (DP_READ) hold the rows packed. `whole` and
 * `whole_bytes` are the range on the device of the full API call that this request is a chunk of. */
struct dp_write {
	uint64_t dst, pitch, width, rows, whole, whole_bytes;
	uint32_t stream, pageable;
};
struct dp_read {
	uint64_t src, pitch, width, rows, whole, whole_bytes;
	uint32_t stream, pageable;
};
struct dp_copy {
	uint64_t dst, dst_pitch, src, src_pitch, width, rows;
	uint32_t stream, direction; /* as the program named it: enum dp_direction */
};
enum dp_direction {
	DP_HOST_TO_DEVICE = 1,
	DP_DEVICE_TO_HOST,
	DP_DEVICE_TO_DEVICE
}; /* as cudaMemcpyKind; others: none */
struct dp_memset {
	uint64_t dst, pitch, width, rows;
	uint32_t value, element, stream, zero;
};                 /* element: 1, 2 or 4 bytes; width is in bytes */
struct dp_launch { /* payload: the parameter block */
	uint32_t kernel, stream, grid[3], block[3];
	uint64_t dynamic_shared;
	uint32_t cooperative;
	uint32_t early; /* it may begin before the kernel before it in its stream has ended, if that one lets it */
};
/* DP_LIMIT: numbers of enum cudaLimit, and what the buffer of printf holds at first (measured on an H200). */
enum { DP_LIMIT_PRINTF = 1, DP_LIMIT_HEAP = 2, DP_PRINTF_FIFO = 8650752 };
enum dp_sync { DP_SYNC_DEVICE, DP_SYNC_STREAM, DP_SYNC_EVENT };
struct dp_wait {
	uint32_t what, id;
};                                     /* DP_SYNC, DP_QUERY */
#define DP_STREAM_OF_THREAD (1u << 31) /* a thread's own default stream */
struct dp_stream {
	uint32_t flags; /* cudaStreamNonBlocking, DP_STREAM_OF_THREAD */
	int32_t priority;
};
struct dp_event {
	uint32_t event, stream;
};
struct dp_pair {
	uint32_t first, second;
};
enum dp_part { DP_PART_NONE, DP_PART_KERNEL, DP_PART_MANAGED };
struct dp_part_reply {
	uint32_t what, zero;
	uint64_t bytes;
}; /* what: enum dp_part, NONE after the last; bytes of a variable; payload: its name */
struct dp_info {
	uint64_t free_bytes, total_bytes;
};
struct dp_pointer {
	uint64_t addr;
};
struct dp_host_fault {
	uint64_t addr;
	uint32_t kernel, argument; /* the runtime was reading this argument, from 0, of a launch: the kernel's number
				      plus 1; 0: it was not */
};
struct dp_pointer_reply {
	uint64_t start, bytes;
	uint32_t kind, zero;
};
struct dp_attribute {
	uint32_t kernel, attribute;
	int64_t value;
}; /* attribute: cudaFuncAttribute */
struct dp_complaint {
	int32_t code;
	uint32_t again;        /* 1: for the reason that an earlier call was refused for with this code */
	uint32_t kernel, zero; /* of a launch: its kernel's number plus 1; 0: of none */
};                             /* payload: a sentence; with DP_SILENT the call's name as well: "cudaX failed: ..." */
struct dp_limit {
	uint32_t limit, zero;
	uint64_t value;
}; /* limit: cudaLimit */
/* A graph is launched: BEGIN (node = how many nodes), for each node NODE and then its operations, all to `stream`, END.
 * The nodes come in an order that their edges allow and are counted from 0; payload: `deps` times the u32 number of a
 * node that goes before. `executable`: the client's number of it, below DP_MAX_EXECUTABLES; a launch waits for the one
 * before it of the same number, unless `first` (0 or 1) says that the number is another executable's from now on. */
enum dp_graph_step { DP_GRAPH_BEGIN, DP_GRAPH_NODE, DP_GRAPH_END };
#define DP_MAX_EXECUTABLES (1u << 20)
struct dp_graph {
	uint32_t stream, step, node, deps, executable, first;
};
/* What the program says of managed memory [addr, addr + bytes), and which of its pages it has touched. */
enum dp_advice {
	DP_ADVICE_PREFETCH,
	DP_ADVICE_READ_MOSTLY,
	DP_ADVICE_NOT_READ_MOSTLY,
	DP_ADVICE_PREFERRED,
	DP_ADVICE_NOT_PREFERRED
};
struct dp_advise {
	uint64_t addr, bytes;
	uint32_t advice, to_host, stream, zero;
};
struct dp_touched { /* payload: a bit for each DP_PAGE of it, the first in bit 0 of the first byte */
	uint64_t addr, bytes;
};
struct dp_host_touch { /* payload: where in the program, as of MALLOC */
	uint64_t addr;
	uint32_t write, zero;
};                     /* write: 0 or 1 */
#define DP_PAGE 65536u /* what moves at once between host and device; allocations begin with one */

struct dp_none {
	uint32_t zero, zero2;
};

/* Stream 0 is the default stream; the others come from DP_STREAM_CREATE. */

/* DP(id, request structure, most payload): the structure is always there, all of it. */
#define DP_TABLE \
	DP(HELLO, struct dp_hello, 0)                    /* a fresh context; reply dp_hello_reply */ \
	DP(RESET, struct dp_none, 0)                     /* free everything, as cudaDeviceReset does */ \
	DP(MODULE_LOAD, struct dp_module, DP_MAX_FATBIN) /* reply dp_id */ \
	DP(MODULE_UNLOAD, struct dp_id, 0) \
	DP(KERNEL, struct dp_id, DP_MAX_NAME) /* payload: name; reply dp_kernel_reply */ \
	DP(SYMBOL, struct dp_id, DP_MAX_NAME) /* payload: name; reply dp_range */ \
	DP(ATTRIBUTE, struct dp_attribute, 0) \
	DP(MALLOC, struct dp_malloc, \
		DP_MAX_TEXT) /* payload: where the program called from, lines "HEXOFFSET OBJECT", innermost first, or \
				nothing; reply dp_range; pinned and managed: with a descriptor to map */ \
	DP(FREE, struct dp_free, DP_MAX_TEXT) /* payload as of MALLOC */ \
	DP(WRITE, struct dp_write, DP_CHUNK) \
	DP(READ, struct dp_read, 0) /* reply: rows * width bytes */ \
	DP(COPY, struct dp_copy, 0) \
	DP(MEMSET, struct dp_memset, 0) \
	DP(LAUNCH, struct dp_launch, DP_MAX_PARAMS) \
	DP(SYNC, struct dp_wait, 0) \
	DP(QUERY, struct dp_wait, 0)           /* 0 or 600 (cudaErrorNotReady) */ \
	DP(STREAM_CREATE, struct dp_stream, 0) /* reply dp_id */ \
	DP(STREAM_DESTROY, struct dp_id, 0) \
	DP(STREAM_WAIT, struct dp_event, 0) \
	DP(EVENT_CREATE, struct dp_id, 0) /* id: flags; reply dp_id */ \
	DP(EVENT_DESTROY, struct dp_id, 0) \
	DP(EVENT_RECORD, struct dp_event, 0) \
	DP(EVENT_ELAPSED, struct dp_pair, 0)            /* reply: double, milliseconds */ \
	DP(MEM_INFO, struct dp_none, 0)                 /* reply dp_info */ \
	DP(POINTER, struct dp_pointer, 0)               /* reply dp_pointer_reply */ \
	DP(PRINTF, struct dp_none, 0)                   /* reply: text, at most DP_CHUNK */ \
	DP(UNIMPLEMENTED, struct dp_none, DP_MAX_TEXT)  /* payload: name of an API call that is not there */ \
	DP(COMPLAINT, struct dp_complaint, DP_MAX_TEXT) /* a refusal that the client itself decided, for the report */ \
	DP(MANAGED, struct dp_id, DP_MAX_NAME) /* a variable becomes memory that both map, before a kernel is asked \
						  for; reply as to MALLOC */ \
	DP(HOST, struct dp_id, 0) /* id: stream. Answered when a host function's turn has come; the device goes on \
				     when the descriptor that comes along is closed */ \
	DP(HOST_FAULT, struct dp_host_fault, 0) /* the program dies of an access to this address; never answered */ \
	DP(PROFILER, struct dp_id, \
		0) /* id: 1 = the timeline begins here, what was before is forgotten; 0 = it ends here */ \
	DP(LIMIT, struct dp_limit, 0) /* of the heap; others are the client's own */ \
	DP(PART, struct dp_pair, 0) /* what a module has: first its number, second 0, 1, 2 ...; reply dp_part_reply */ \
	DP(ADVISE, struct dp_advise, 0) \
	DP(TOUCHED, struct dp_touched, DP_CHUNK) /* managed memory: since the last such message */ \
	DP(HOST_TOUCH, struct dp_host_touch, \
		DP_MAX_TEXT)                        /* the first touch of managed memory after a launch that has it */ \
	DP(HOST_NAME, struct dp_range, DP_MAX_NAME) /* where the program keeps its side of a __device__ variable, \
						    before it passes an address in there on; payload: name */ \
	DP(GRAPH, struct dp_graph, DP_CHUNK)

enum dp_op {
#define DP(id, type, payload) DP_##id,
	DP_TABLE
#undef DP
		DP_OP_COUNT
};

#endif
