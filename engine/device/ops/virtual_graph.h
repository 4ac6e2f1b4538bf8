/* virtual_graph: a graph's nodes on the virtual clock. Those that no edge puts in order may run side by side: each goes
 * into a lane, a stream of the clock that belongs to the graph; a node goes on in the lane of one that it waits for,
 * where that one is the last there, and waits for the others. The first nodes wait for what the graph's stream had
 * before, what comes after the graph waits for its last ones. Internal to engine/device; called as virtual.h is. */
#ifndef DEVICE_VIRTUAL_GRAPH_H
#define DEVICE_VIRTUAL_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "device/time/clock.h"

struct context;
struct record;
struct virtual_graph;

/* The host pays for the call and each of `nodes`. A graph that the stream still has is forgotten. `before`: the end of
 * the launch that this one waits for beside what its stream had; NULL: none. */
void virtual_graph_begin(struct context *c, uint32_t stream, uint32_t nodes, const struct record *before);
/* What follows is the work of this node: numbers from 0 on. `deps`: `n` u32 numbers of nodes before it, at any address.
 * -1: out of order, or no graph. */
int virtual_graph_node(struct context *c, uint32_t stream, uint32_t node, const uint8_t *deps, uint32_t n);
/* `end` learns when that is. */
void virtual_graph_end(struct context *c, uint32_t stream, struct record *end);
void virtual_graph_drop_all(struct context *c);

/* Is a node under way? NULL: no. */
bool virtual_graph_working(const struct virtual_graph *g);
/* The lane for the current node's operations, and what it has issued there. */
uint32_t virtual_graph_lane(const struct virtual_graph *g);
void virtual_graph_issued(struct virtual_graph *g, struct clock_ref ref);
/* ... and that is known to order.h now. */
void virtual_graph_touched(struct context *c, struct virtual_graph *g);

#endif
