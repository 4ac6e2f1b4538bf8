/* virtual_issue: how an operation gets onto the virtual clock. For virtual.c and virtual_wait.c. */
#ifndef DEVICE_VIRTUAL_ISSUE_H
#define DEVICE_VIRTUAL_ISSUE_H

#include "device/ops/context.h"
#include "device/ops/virtual.h"
#include "device/ops/virtual_graph.h"

/* What comes back when the operation ends. */
struct virtual_tag {
	const char *op;   /* of the timeline's row; NULL: none */
	const char *name; /* of a kernel or a call; lives as long as the context */
	uint64_t bytes;
	uint32_t stream, event;
	uint64_t record; /* of `event`, 0: no record */
};

static inline int64_t virtual_field(const struct context *c, enum dp_field f)
{
	return c->config->profile.field[f];
}

/* The graph that is being carried out in this stream; NULL: none. */
struct virtual_graph *virtual_graph_of(const struct context *c, uint32_t stream);
uint32_t virtual_lane_of(const struct context *c, uint32_t stream);
/* The host's time for an operation of a stream. It has paid for those of a graph when that was launched. */
void virtual_host_for(struct context *c, uint32_t stream, enum dp_field cost);
/* Does the call's name end in Async? */
bool virtual_is_async(const struct op *op);
struct clock_ref virtual_issue(struct context *c, enum clock_engine engine, uint32_t stream, int64_t ns, uint32_t share,
	struct virtual_tag tag);
/* The host stood still since `from`: a row of its own. */
void virtual_waited(struct context *c, const struct op *op, uint32_t stream, int64_t from);

#endif
