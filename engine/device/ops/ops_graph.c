/* ops_graph: launches of graphs. A launch waits for what its stream had, and for the launches before it of the same
 * executable, whatever their streams (CUDA Runtime API, cudaGraphLaunch). Those are known by a record of each one's
 * end, as of an event (records.h), which the reader hands out in the order of the calls. */
#include "device/ops/context.h"

#include <stdlib.h>

#include "device/ops/virtual_graph.h"

enum { INVALID_VALUE = 1 };

/* Call with the lock held. NULL: the number is too large. */
static struct record **newest_of(struct context *c, uint32_t executable)
{
	if (executable >= DP_MAX_EXECUTABLES)
		return NULL;
	if (executable >= c->nexecutables) {
		size_t n = 2 * (size_t)executable + 8;

		c->executables = xrealloc(c->executables, n * sizeof(struct record *));
		while (c->nexecutables < n)
			c->executables[c->nexecutables++] = NULL;
	}
	return &c->executables[executable];
}

/* A launch begins behind the newest one's end, and its own end is the newest from then on. */
static bool take_record(struct context *c, struct op *op)
{
	const struct dp_graph *g = (const void *)op->body;
	struct record **newest;

	pthread_mutex_lock(&c->lock);
	newest = newest_of(c, g->executable);
	if (newest && (g->step == DP_GRAPH_END || g->first)) {
		record_release(*newest);
		*newest = g->step == DP_GRAPH_END ? record_new(op->order + 1) : NULL;
	}
	if (newest)
		op->record = record_keep(*newest);
	pthread_mutex_unlock(&c->lock);
	return newest != NULL;
}

int op_graph_check(struct context *c, struct op *op)
{
	const struct dp_graph *g = (const void *)op->body;

	if (g->step > DP_GRAPH_END || op->npayload != (size_t)g->deps * sizeof(uint32_t))
		return -1;
	if (!stream_known(c, op, g->stream) || g->step == DP_GRAPH_NODE)
		return 0;
	return take_record(c, op) ? 0 : -1;
}

int op_graph(struct context *c, struct op *op, struct answer *a)
{
	const struct dp_graph *g = (const void *)op->body;

	(void)a;
	switch (g->step) {
	case DP_GRAPH_BEGIN: virtual_graph_begin(c, g->stream, g->node, op->record); return 0;
	case DP_GRAPH_NODE:
		return virtual_graph_node(c, g->stream, g->node, op->payload, g->deps) ?
			op_refuse(op, INVALID_VALUE, "a graph's node out of its order") :
			0;
	default: virtual_graph_end(c, g->stream, op->record); return 0;
	}
}

void executables_drop(struct context *c)
{
	for (size_t i = 0; i < c->nexecutables; i++)
		record_release(c->executables[i]);
	free(c->executables);
	c->executables = NULL;
	c->nexecutables = 0;
}
