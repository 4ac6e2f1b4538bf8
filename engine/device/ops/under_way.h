/* under_way: what the device is running just now and how far it is, for whoever waits (DC_UNDER_WAY). The reader and
 * the worker write it, the control thread reads it while a kernel runs. It belongs to the device and begins anew with
 * each client. */
#ifndef DEVICE_UNDER_WAY_H
#define DEVICE_UNDER_WAY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/buf.h"

struct under_way {
	pthread_mutex_t lock;      /* guards `kernel` */
	char kernel[200];          /* that runs; "": none */
	_Atomic uint64_t asked;    /* launches that were accepted ... */
	_Atomic uint64_t begun;    /* ... and that had their turn, the one that runs included */
	_Atomic uint64_t repeated; /* of these, counted like an earlier one and not run */
	_Atomic uint64_t blocks;   /* of the launch that runs */
	_Atomic uint64_t done;     /* ... that have ended (em_launch.blocks_done) */
};

void under_way_init(struct under_way *u);
void under_way_clear(struct under_way *u);
void under_way_begin(struct under_way *u, const char *kernel, uint64_t blocks);
void under_way_end(struct under_way *u);
void under_way_write(struct under_way *u, struct buf *b);

#endif
