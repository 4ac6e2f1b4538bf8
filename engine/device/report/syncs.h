/* syncs: the barriers and fences of the modules that were loaded, for the barrier audit, and the one that is taken out
 * of every module while it is loaded (emulator/syncs.h). The worker of a context adds, the control thread reads.
 * Internal to engine/device.
 */
#ifndef DEVICE_SYNCS_H
#define DEVICE_SYNCS_H

#include <pthread.h>

#include "base/buf.h"
#include "emulator/syncs.h"

struct sync_row {
	char *file, *func;
	int line;
	enum em_sync_kind kind;
	uint32_t copies;
	bool keeps;
};
struct syncs {
	pthread_mutex_t lock;
	struct sync_row *row;
	size_t n;
	const char *drop_file; /* NULL: nothing is taken out */
	int drop_line;
	enum em_sync_kind drop_kind;
};
/* Of a device, as long as it lives; rows are never taken off. */
#define SYNCS_INIT \
	{ \
		.lock = PTHREAD_MUTEX_INITIALIZER \
	}

/* "LINE:KIND:FILE" as control.c sends it. -1: nonsense. */
int syncs_drop(struct syncs *o, const char *words);
/* A module has been loaded and nothing of it has run. */
void syncs_module(struct syncs *o, struct em_module *m);
/* All rows as wire bytes. */
void syncs_write(struct syncs *o, struct buf *out);

#endif
