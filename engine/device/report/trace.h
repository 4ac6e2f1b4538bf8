/* trace: what the warps of one block did (emulator/run/trace.h), on its way from a context to the judge. Internal to
 * engine/device. Both ends of the wire format are here. */
#ifndef DEVICE_TRACE_H
#define DEVICE_TRACE_H

#include "base/arena.h"
#include "base/buf.h"
#include "device/control.h"
#include "device/wire/wire.h"
#include "emulator/emulator.h"

struct trace_copy { /* of the first launch that had one */
	const char *kernel;
	struct em_trace_inst *inst;
	size_t ninst;
	struct em_trace_row *row;
	size_t n;
	bool more;
};
void trace_add(struct trace_copy *t, struct arena *a, const char *kernel, const struct em_result *r);
void trace_put(const struct trace_copy *t, struct buf *out);
/* The judge's side. */
void trace_read(struct wire *w, struct arena *a, struct device_trace *t);

#endif
