/* graph: see graph.h. Nodes and edges, and what the API asks about them. */
#include "cudart/graph/graph.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct CUgraph_st *graph_new(void)
{
	struct CUgraph_st *g = xcalloc(1, sizeof *g);

	live_add(g, LIVE_GRAPH);
	return g;
}

static void node_free(struct CUgraphNode_st *node)
{
	live_remove(node);
	node_release(node);
	free(node->deps);
	free(node);
}

void graph_free(struct CUgraph_st *g)
{
	if (!g)
		return;
	for (size_t i = 0; i < g->n; i++)
		node_free(g->nodes[i]);
	live_remove(g);
	graph_objects_drop(g);
	free(g->nodes);
	free(g);
}

bool node_depends(const struct CUgraphNode_st *node, const struct CUgraphNode_st *dep)
{
	for (size_t i = 0; i < node->ndeps; i++)
		if (node->deps[i] == dep)
			return true;
	return false;
}

static void add_edge(struct CUgraphNode_st *node, struct CUgraphNode_st *dep)
{
	if (node->ndeps == node->deps_cap) {
		node->deps_cap = node->deps_cap ? node->deps_cap * 2 : 4;
		node->deps = xrealloc(node->deps, node->deps_cap * sizeof *node->deps);
	}
	node->deps[node->ndeps++] = dep;
}

static bool remove_edge(struct CUgraphNode_st *node, const struct CUgraphNode_st *dep)
{
	for (size_t i = 0; i < node->ndeps; i++)
		if (node->deps[i] == dep) {
			memmove(node->deps + i, node->deps + i + 1, (node->ndeps - i - 1) * sizeof *node->deps);
			node->ndeps--;
			return true;
		}
	return false;
}

struct CUgraphNode_st *graph_add(
	struct CUgraph_st *g, enum cudaGraphNodeType type, const cudaGraphNode_t *deps, size_t ndeps)
{
	static atomic_ullong ids;
	struct CUgraphNode_st *node;

	if ((ndeps && !deps) || !nodes_live(deps, ndeps))
		return NULL;
	node = xcalloc(1, sizeof *node);
	node->type = type;
	node->graph = g;
	node->id = atomic_fetch_add(&ids, 1) + 1;
	for (size_t i = 0; i < ndeps; i++) {
		if (deps[i]->graph != g || node_depends(node, deps[i])) {
			free(node->deps);
			free(node);
			return NULL;
		}
		add_edge(node, deps[i]);
	}
	if (g->n == g->cap) {
		g->cap = g->cap ? g->cap * 2 : 16;
		g->nodes = xrealloc(g->nodes, g->cap * sizeof *g->nodes);
	}
	g->nodes[g->n++] = node;
	live_add(node, LIVE_NODE);
	return node;
}

void graph_drop(struct CUgraphNode_st *node)
{
	struct CUgraph_st *g = node->graph;
	size_t at = 0;

	for (size_t i = 0; i < g->n; i++) {
		remove_edge(g->nodes[i], node);
		if (g->nodes[i] != node)
			g->nodes[at++] = g->nodes[i];
	}
	g->n = at;
	node_free(node);
}

struct CUgraph_st *graph_copy(const struct CUgraph_st *g)
{
	struct CUgraph_st *copy = graph_new();

	for (size_t i = 0; i < g->n; i++) {
		struct CUgraphNode_st *node = graph_add(copy, cudaGraphNodeTypeEmpty, NULL, 0);

		g->nodes[i]->at = i;
		node_copy(node, g->nodes[i]);
		node->origin = g->nodes[i]->id;
	}
	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; k < g->nodes[i]->ndeps; k++)
			add_edge(copy->nodes[i], copy->nodes[g->nodes[i]->deps[k]->at]);
	graph_objects_share(copy, g);
	return copy;
}

struct CUgraphNode_st **graph_order(struct CUgraph_st *g)
{
	struct CUgraphNode_st **order = xcalloc(g->n + 1, sizeof(struct CUgraphNode_st *));
	size_t *waits = xcalloc(g->n + 1, sizeof *waits), n = 0, before;

	for (size_t i = 0; i < g->n; i++)
		g->nodes[i]->at = SIZE_MAX;
	/* Most graphs are added to in an order that will do: one pass. */
	do {
		before = n;
		for (size_t i = 0; i < g->n; i++) {
			struct CUgraphNode_st *node = g->nodes[i];

			if (node->at != SIZE_MAX)
				continue;
			while (waits[i] < node->ndeps && node->deps[waits[i]]->at != SIZE_MAX)
				waits[i]++;
			if (waits[i] < node->ndeps)
				continue;
			node->at = n;
			order[n++] = node;
		}
	} while (n < g->n && n > before);
	free(waits);
	if (n == g->n)
		return order;
	free(order);
	return NULL;
}

bool graph_reaches(struct CUgraph_st *g, cudaGraphNode_t *on, size_t n, const struct CUgraphNode_st *node)
{
	cudaGraphNode_t *todo = xcalloc(g->n + n + 1, sizeof(cudaGraphNode_t));
	size_t left = 0;
	bool found = false;

	for (size_t i = 0; i < g->n; i++)
		g->nodes[i]->at = 0;
	for (size_t i = 0; i < n; i++)
		todo[left++] = on[i];
	while (left && !found) {
		cudaGraphNode_t now = todo[--left];

		found = now == node;
		now->at = 1;
		for (size_t i = 0; i < now->ndeps; i++)
			if (!now->deps[i]->at) {
				now->deps[i]->at = 1;
				todo[left++] = now->deps[i];
			}
	}
	free(todo);
	return found;
}

/* ---- the API */
cudaError_t cudaGraphCreate(cudaGraph_t *out, unsigned flags)
{
	if (!out || flags)
		return cudart_done(cudaErrorInvalidValue);
	*out = graph_new();
	return cudart_done(cudart_connect());
}

cudaError_t cudaGraphDestroy(cudaGraph_t g)
{
	if (!graph_live(g) || g->is_child)
		return cudart_done(cudaErrorInvalidValue);
	graph_free(g);
	return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *out, cudaGraph_t g)
{
	cudaError_t e;

	if (!out || !graph_live(g))
		return cudart_done(cudaErrorInvalidValue);
	e = graph_memory_forbids(g, "it cannot be cloned");
	if (e != cudaSuccess)
		return cudart_done(e);
	*out = graph_copy(g);
	return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *out, cudaGraphNode_t original, cudaGraph_t clone)
{
	if (!out || !node_live(original) || !graph_live(clone))
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < clone->n; i++)
		if (clone->nodes[i]->origin == original->id) {
			*out = clone->nodes[i];
			return cudaSuccess;
		}
	return cudart_done(cudaErrorInvalidValue);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
	cudaError_t e;

	if (!node_live(node))
		return cudart_done(cudaErrorInvalidValue);
	/* Its memory may be in use between any two of its nodes. */
	e = graph_memory_forbids(node->graph, "no node can be taken out");
	if (e != cudaSuccess)
		return cudart_done(e);
	graph_drop(node);
	return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
	if (!node_live(node) || !type)
		return cudart_done(cudaErrorInvalidValue);
	*type = node->type;
	return cudaSuccess;
}

/* Lists are given as the API has it: as many as there is room for, the rest of the room NULL; without a list, their
 * number. */
struct list {
	cudaGraphNode_t *to;
	size_t room, n;
};

static void put(struct list *l, cudaGraphNode_t node)
{
	if (l->to && l->n < l->room)
		l->to[l->n] = node;
	l->n++;
}

static cudaError_t finish(struct list *l, size_t *count)
{
	for (size_t i = l->n; l->to && i < l->room; i++)
		l->to[i] = NULL;
	*count = !l->to || l->n < l->room ? l->n : l->room;
	return cudaSuccess;
}

static cudaError_t list_nodes(const char *call, cudaGraph_t g, cudaGraphNode_t *to, size_t *count, bool roots)
{
	struct list l = { to, count ? *count : 0, 0 };

	if (!graph_live(g) || !count)
		return cudart_done_of(call, cudaErrorInvalidValue);
	for (size_t i = 0; i < g->n; i++)
		if (!roots || !g->nodes[i]->ndeps)
			put(&l, g->nodes[i]);
	return finish(&l, count);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *count)
{
	return list_nodes(__func__, g, nodes, count, false);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *count)
{
	return list_nodes(__func__, g, nodes, count, true);
}

cudaError_t cudaGraphGetEdges(
	cudaGraph_t g, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *data, size_t *count)
{
	struct list a = { from, count ? *count : 0, 0 }, b = { to, a.room, 0 };

	if (!graph_live(g) || !count || !from != !to)
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; k < g->nodes[i]->ndeps; k++) {
			put(&a, g->nodes[i]->deps[k]);
			put(&b, g->nodes[i]);
		}
	if (data)
		memset(data, 0, a.room * sizeof *data);
	finish(&b, count);
	return finish(&a, count);
}

cudaError_t cudaGraphNodeGetDependencies(
	cudaGraphNode_t node, cudaGraphNode_t *deps, cudaGraphEdgeData *data, size_t *count)
{
	struct list l = { deps, count ? *count : 0, 0 };

	if (!node_live(node) || !count)
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < node->ndeps; i++)
		put(&l, node->deps[i]);
	if (data)
		memset(data, 0, l.room * sizeof *data);
	return finish(&l, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(
	cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data, size_t *count)
{
	struct list l = { nodes, count ? *count : 0, 0 };

	if (!node_live(node) || !count)
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < node->graph->n; i++)
		if (node_depends(node->graph->nodes[i], node))
			put(&l, node->graph->nodes[i]);
	if (data)
		memset(data, 0, l.room * sizeof *data);
	return finish(&l, count);
}

cudaError_t cudaGraphAddDependencies(
	cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *data, size_t n)
{
	(void)data;
	if (!graph_live(g) || (n && (!from || !to)) || !nodes_live(from, n) || !nodes_live(to, n))
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < n; i++)
		if (from[i]->graph != g || to[i]->graph != g || from[i] == to[i] || node_depends(to[i], from[i]))
			return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < n; i++)
		add_edge(to[i], from[i]);
	return cudaSuccess;
}

cudaError_t cudaGraphRemoveDependencies(
	cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *data, size_t n)
{
	cudaError_t e;

	(void)data;
	if (!graph_live(g) || (n && (!from || !to)) || !nodes_live(from, n) || !nodes_live(to, n))
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < n; i++)
		if (from[i]->graph != g || to[i]->graph != g || !node_depends(to[i], from[i]))
			return cudart_done(cudaErrorInvalidValue);
	e = graph_memory_forbids(g, "no edge can be taken out");
	if (e != cudaSuccess)
		return cudart_done(e);
	for (size_t i = 0; i < n; i++)
		remove_edge(to[i], from[i]);
	return cudaSuccess;
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t g, const char *path, unsigned flags)
{
	static const char *const types[] = { "KERNEL", "MEMCPY", "MEMSET", "HOST", "GRAPH", "EMPTY", "WAIT EVENT",
		"EVENT RECORD", "?", "?", "MEM ALLOC", "MEM FREE" };
	const bool known = graph_live(g) && path;
	FILE *f = known ? fopen(path, "w") : NULL;

	(void)flags;
	if (!f)
		return cudart_done(known ? cudaErrorOperatingSystem : cudaErrorInvalidValue);
	fputs("digraph graph_1 {\n", f);
	for (size_t i = 0; i < g->n; i++) {
		const struct CUgraphNode_st *node = g->nodes[i];

		g->nodes[i]->at = i;
		fprintf(f, "  n%zu [label=\"%s%s%s\"];\n", i,
			(unsigned)node->type < sizeof types / sizeof *types ? types[node->type] : "?",
			node->type == cudaGraphNodeTypeKernel ? " " : "",
			node->type == cudaGraphNodeTypeKernel ? node->kernel.function->name : "");
	}
	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; k < g->nodes[i]->ndeps; k++)
			fprintf(f, "  n%zu -> n%zu;\n", g->nodes[i]->deps[k]->at, i);
	fputs("}\n", f);
	return cudart_done(fclose(f) ? cudaErrorOperatingSystem : cudaSuccess);
}
