/* virtual_graph: see virtual_graph.h. */
#include "device/ops/virtual_graph.h"

#include <stdlib.h>
#include <string.h>

#include "device/ops/context.h"

#define MOST_NODES (1u << 20)

struct node {
	uint32_t lane;
	struct clock_ref last;   /* over: the node is */
	struct order_set before; /* what comes before who waits for it */
	bool followed;           /* another one waits for it */
};
struct lane {
	uint32_t stream, last;
}; /* on the clock; its last node */

struct virtual_graph {
	struct virtual_graph *next;
	struct clock_ref begin;
	struct order_set before;
	struct node *nodes;
	size_t n, cap;
	struct lane *lanes;
	size_t nlanes, lanes_cap;
};

static void drop(struct context *c, struct virtual_graph *g)
{
	struct virtual_graph **at = &c->graphs;

	while (*at && *at != g)
		at = &(*at)->next;
	if (*at)
		*at = g->next;
	free(g->nodes);
	free(g->lanes);
	free(g);
}

static struct clock_ref wait_for(
	struct context *c, uint32_t lane, struct clock_ref after, const struct order_set *before)
{
	order_enter(c->order_of, lane);
	order_after(c->order_of, lane, before);
	return clock_issue(c->clock, &(struct clock_work){ .stream = lane, .after = after });
}

void virtual_graph_begin(struct context *c, uint32_t stream, uint32_t nodes, const struct record *before)
{
	const int64_t *f = c->config->profile.field;
	struct virtual_graph *g = xcalloc(1, sizeof *g);

	if (c->streams[stream].graph)
		drop(c, c->streams[stream].graph);
	c->streams[stream].graph = g;
	g->next = c->graphs;
	c->graphs = g;
	c->polls = 0;
	clock_host(c->clock,
		f[DP_FIELD_GRAPH_CALL_NS] +
			f[DP_FIELD_GRAPH_NODE_CALL_NS] * (int64_t)(nodes < MOST_NODES ? nodes : MOST_NODES));
	if (before)
		g->before = before->before;
	g->begin = wait_for(c, c->streams[stream].clock, before ? before->ref : (struct clock_ref){ 0, 0 }, &g->before);
	g->before = order_point(c->order_of, c->streams[stream].clock);
}

static uint32_t number_at(const uint8_t *deps, uint32_t i)
{
	uint32_t v;

	memcpy(&v, deps + (size_t)i * sizeof v, sizeof v);
	return v;
}

/* Where a node goes on that waits for these: after one that is the last of its lane, or in a lane of its own. */
static uint32_t lane_for(struct context *c, struct virtual_graph *g, uint32_t stream, const uint8_t *deps, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t dep = number_at(deps, i), lane = g->nodes[dep].lane;

		if (g->lanes[lane].last == dep)
			return lane;
	}
	if (g->nlanes == g->lanes_cap) {
		g->lanes_cap = g->lanes_cap ? 2 * g->lanes_cap : 8;
		g->lanes = xrealloc(g->lanes, g->lanes_cap * sizeof *g->lanes);
	}
	g->lanes[g->nlanes].stream = clock_nodes_open(c->clock, c->streams[stream].priority);
	order_lane_open(c->order_of, g->lanes[g->nlanes].stream, false);
	g->lanes[g->nlanes].last = UINT32_MAX;
	return (uint32_t)g->nlanes++;
}

int virtual_graph_node(struct context *c, uint32_t stream, uint32_t node, const uint8_t *deps, uint32_t n)
{
	struct virtual_graph *g = c->streams[stream].graph;
	struct node *x;
	uint32_t on;

	if (!g || node != g->n || node >= MOST_NODES)
		return -1;
	for (uint32_t i = 0; i < n; i++)
		if (number_at(deps, i) >= node)
			return -1;
	if (g->n == g->cap) {
		g->cap = g->cap ? 2 * g->cap : 32;
		g->nodes = xrealloc(g->nodes, g->cap * sizeof *g->nodes);
	}
	x = &g->nodes[g->n++];
	*x = (struct node){ .lane = lane_for(c, g, stream, deps, n) };
	on = g->lanes[x->lane].stream;
	if (!n)
		x->last = wait_for(c, on, g->begin, &g->before);
	for (uint32_t i = 0; i < n; i++) {
		struct node *dep = &g->nodes[number_at(deps, i)];

		dep->followed = true;
		if (dep->lane == x->lane && g->lanes[x->lane].last == number_at(deps, i))
			x->last = x->last.id > dep->last.id ? x->last : dep->last;
		else
			x->last = wait_for(c, on, dep->last, &dep->before);
	}
	g->lanes[x->lane].last = node;
	x->before = order_point(c->order_of, on);
	return 0;
}

void virtual_graph_end(struct context *c, uint32_t stream, struct record *end)
{
	struct virtual_graph *g = c->streams[stream].graph;

	if (!g)
		return;
	end->ref = g->begin;
	for (size_t i = 0; i < g->n; i++)
		if (!g->nodes[i].followed)
			end->ref = wait_for(c, c->streams[stream].clock, g->nodes[i].last, &g->nodes[i].before);
	end->before = order_point(c->order_of, c->streams[stream].clock);
	for (size_t i = 0; i < g->nlanes; i++) {
		order_lane_close(c->order_of, g->lanes[i].stream);
		clock_stream_close(c->clock, g->lanes[i].stream);
	}
	c->streams[stream].graph = NULL;
	drop(c, g);
}

void virtual_graph_drop_all(struct context *c)
{
	while (c->graphs)
		drop(c, c->graphs);
	for (size_t i = 0; i < c->nstreams; i++)
		c->streams[i].graph = NULL;
}

bool virtual_graph_working(const struct virtual_graph *g)
{
	return g && g->n;
}

uint32_t virtual_graph_lane(const struct virtual_graph *g)
{
	return g->lanes[g->nodes[g->n - 1].lane].stream;
}

void virtual_graph_issued(struct virtual_graph *g, struct clock_ref ref)
{
	g->nodes[g->n - 1].last = ref;
}

void virtual_graph_touched(struct context *c, struct virtual_graph *g)
{
	g->nodes[g->n - 1].before = order_point(c->order_of, virtual_graph_lane(g));
}
