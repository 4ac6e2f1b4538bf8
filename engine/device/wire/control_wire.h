/* control_wire: the messages between the judge (control.c) and the device process (main_device.c). Both ends are ours;
 * still, the judge checks every length, because the device has handled a hostile client's bytes. Internal to
 * engine/device. */
#ifndef DEVICE_CONTROL_WIRE_H
#define DEVICE_CONTROL_WIRE_H

#include <stdint.h>

#define DC_MAGIC 0x4c544344u
#define DC_MAX_REPORT (512u << 20)

enum dc_kind {
	DC_READY = 1, /* device -> judge, once */
	DC_REPORT,    /* judge -> device, empty; device -> judge with the log as wire bytes (log.c) */
	DC_CLIENT, /* judge -> device with a descriptor: serve this one from now on; device -> judge when the old one is
		      gone */
	DC_SYNCS,  /* judge -> device, empty; device -> judge with the synchronisation of the modules that were loaded
		      (syncs.c) */
	DC_UNDER_WAY, /* judge -> device, empty; device -> judge with what it runs just now (ops/under_way.h) */
	DC_WRITERS,   /* judge -> device with 64-bit addresses; device -> judge with what writers.h says of them */
	DC_SCHEDULE, /* judge -> device with a struct dc_schedule: launches from now on; device -> judge, empty, when it
			holds */
	DC_FILL,     /* judge -> device: a struct dc_ask, then an argument's bytes, or none for poison; device -> judge:
			enum dc_memory */
	DC_TAKE /* judge -> device: a struct dc_ask, then rows of struct dc_argument; device -> judge: dc_taken, then
		   for each row a dc_taken_row and its bytes */
};

/* The arguments of a case (ops/judged.h). */
#define DC_ARGUMENTS 64
enum dc_role { DC_IN, DC_OUT, DC_INOUT };
enum dc_memory {
	DC_MEMORY_OK,
	DC_MEMORY_GONE, /* there is no such allocation */
	DC_MEMORY_BUSY  /* the device still works for its client */
};
/* Who made the value of an element: what a kernel wrote or a copy of that; a copy of an argument; a memset; bytes of
 * the host; nobody (a copy of memory that nothing was written to); what the judge put there. */
enum dc_maker {
	DC_MAKER_KERNEL,
	DC_MAKER_COPY,
	DC_MAKER_SET,
	DC_MAKER_HOST,
	DC_MAKER_NOBODY,
	DC_MAKER_FILL,
	DC_MAKER_UNKNOWN,
	DC_MAKERS
};
struct dc_argument {
	uint64_t addr, bytes;
	uint32_t each, role; /* bytes of an element; enum dc_role */
};
struct dc_ask {
	uint32_t wait_ms;       /* for the device to become idle */
	uint32_t begin;         /* FILL: the first argument of a case. TAKE: how many rows */
	struct dc_argument arg; /* FILL */
	uint64_t bytes;         /* FILL: that follow; 0 = poison */
	uint32_t watch;         /* FILL, the first of a case: bytes of an element of the outputs that lie with the host,
				   the smallest; 0: there are none */
	uint32_t sent;          /* FILL, the first: keep what the host sends, too */
};
struct dc_taken {
	uint32_t rows, busy;
	uint64_t from_host, to_host; /* bytes since the case began */
	uint64_t told, times;        /* as device_taken */
	uint64_t brought;            /* bytes that follow the rows: values as ops/brought.h has them */
	uint64_t sent;               /* bytes that follow those: ops/sent.h */
	uint32_t lost, sent_lost;    /* some of them are not there */
};
struct dc_taken_row {
	uint32_t memory, zero;                   /* enum dc_memory */
	uint64_t bytes;                          /* that follow */
	uint64_t n[DC_MAKERS], first[DC_MAKERS]; /* elements by maker; the index of the first, or UINT64_MAX */
	uint32_t call[DC_MAKERS], zero2;         /* that made the first: enum dp_call; 0: none */
};
struct dc_schedule {
	uint64_t seed, step_budget;  /* step_budget 0: as at the start */
	uint32_t unchecked, stretch; /* stretch: as device_stretch; 0: 1 */
};
struct dc_head {
	uint32_t magic, kind;
	uint64_t bytes;
};

/* Send one message, all of it; `fd` rides along unless it is -1. Returns -1 when the other side is gone. */
int dc_send(int sock, enum dc_kind kind, const void *body, uint64_t bytes, int fd);
/* One message whose body lies in two places. */
int dc_send_two(int sock, enum dc_kind kind, const void *a, uint64_t na, const void *b, uint64_t nb);
/* Receive a head within timeout_ms (-1 = none), with the descriptor that came along or -1. 1 got it, 0 end of stream,
 * -1 timeout or error, -2 cancelled (cancel_fd readable). */
int dc_receive(int sock, struct dc_head *h, int *fd, int timeout_ms, int cancel_fd);
/* Exactly n bytes within timeout_ms. 0, or -1. */
int dc_receive_body(int sock, void *p, uint64_t n, int timeout_ms);

#endif
