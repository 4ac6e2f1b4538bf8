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
	DC_WRITERS, /* judge -> device with 64-bit addresses; device -> judge with what writers.h says of them */
	DC_SCHEDULE /* judge -> device with a struct dc_schedule: launches from now on; device -> judge, empty, when it
		       holds */
};
struct dc_schedule {
	uint64_t seed;
	uint32_t unchecked, zero;
};
struct dc_head {
	uint32_t magic, kind;
	uint64_t bytes;
};

/* Send one message, all of it; `fd` rides along unless it is -1. Returns -1 when the other side is gone. */
int dc_send(int sock, enum dc_kind kind, const void *body, uint64_t bytes, int fd);
/* Receive a head within timeout_ms (-1 = none), with the descriptor that came along or -1. 1 got it, 0 end of stream,
 * -1 timeout or error, -2 cancelled (cancel_fd readable). */
int dc_receive(int sock, struct dc_head *h, int *fd, int timeout_ms, int cancel_fd);
/* Exactly n bytes within timeout_ms. 0, or -1. */
int dc_receive_body(int sock, void *p, uint64_t n, int timeout_ms);

#endif
