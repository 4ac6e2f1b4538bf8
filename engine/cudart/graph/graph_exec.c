/* graph_exec: executables: a graph's copy and the order in which it is done. Nodes of the graph that it was made from
 * name nodes in it. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/graph/graph.h"

static cudaError_t instantiate(cudaGraphExec_t *out, cudaGraph_t g, unsigned long long flags)
{
	struct CUgraphExec_st *x;
	cudaError_t e;

	if (!out || !graph_live(g))
		return cudaErrorInvalidValue;
	e = g->executable ? graph_memory_forbids(g,
				    "there can be one executable graph of it at a time; destroy the one that was "
				    "made of it before (cudaGraphExecDestroy)") :
			    cudaSuccess;
	if (e != cudaSuccess)
		return e;
	x = xcalloc(1, sizeof *x);
	x->graph = graph_copy(g);
	x->order = graph_order(x->graph);
	x->flags = flags;
	if (!x->order) { /* a circle */
		graph_free(x->graph);
		free(x);
		return cudart_why(cudaErrorInvalidValue, "the graph's edges lead round in a circle");
	}
	x->number = live_number();
	x->made_of = g;
	g->executable = x;
	live_add(x, LIVE_EXECUTABLE);
	*out = x;
	return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *out, cudaGraph_t g, unsigned long long flags)
{
	return cudart_done(instantiate(out, g, flags));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *out, cudaGraph_t g, unsigned long long flags)
{
	return cudart_done(instantiate(out, g, flags));
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *out, cudaGraph_t g, cudaGraphInstantiateParams *p)
{
	cudaError_t e;

	if (!p)
		return cudart_done(cudaErrorInvalidValue);
	e = instantiate(out, g, p->flags);
	p->errNode_out = NULL;
	p->result_out = e == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateInvalidStructure;
	return cudart_done(e);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t x, unsigned long long *flags)
{
	if (!exec_live(x) || !flags)
		return cudart_done(cudaErrorInvalidValue);
	*flags = x->flags;
	return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t x)
{
	if (!exec_live(x))
		return cudart_done(cudaErrorInvalidValue);
	live_remove(x);
	if (live_is(x->made_of, LIVE_GRAPH) && x->made_of->executable == x)
		x->made_of->executable = NULL;
	live_number_free(x->number);
	graph_free(x->graph);
	free(x->order);
	free(x);
	return cudaSuccess;
}

/* ---- doing it */
static cudaError_t run_copy(const struct CUgraphNode_st *node, struct work *w)
{
	cudaError_t e = cudaSuccess;

	w->kind = WORK_COPY;
	if (!node->copy.extent.width || !node->copy.extent.height)
		return e;
	for (size_t z = 0; z < node->copy.extent.depth && e == cudaSuccess; z++) {
		w->copy = copy_slice(&node->copy, z);
		e = work_run(w);
	}
	return e;
}

/* A launch under way: how many nodes the device knows of. */
struct launching {
	const struct CUgraphExec_st *x;
	cudaStream_t stream;
	uint32_t told;
};
#define MOST_DEPS (DP_CHUNK / sizeof(uint32_t))

static cudaError_t say(
	struct launching *l, enum dp_graph_step step, uint32_t node, const uint32_t *deps, uint32_t ndeps)
{
	struct dp_graph m = { stream_id(l->stream), step, node, ndeps, l->x->number,
		step == DP_GRAPH_BEGIN && !l->x->launched };
	struct rpc r = RPC(GRAPH, cudaGraphLaunch, m);

	r.flags = DP_SILENT;
	r.data = deps;
	r.ndata = ndeps * sizeof *deps;
	return rpc_run(&r);
}

static cudaError_t run_all(struct launching *l, struct CUgraphNode_st *const *order, size_t n, uint32_t first);

/* A child: a node without work that its first ones wait for (the caller has told it), and one that waits for its last
 * ones. */
static cudaError_t run_child(struct launching *l, struct CUgraphNode_st *node)
{
	const struct CUgraph_st *child = node->child;
	struct CUgraphNode_st **order = graph_order(node->child);
	uint32_t *last = xcalloc(child->n + 1, sizeof *last), n = 0;
	cudaError_t e = order ? run_all(l, order, child->n, node->number) : cudaErrorInvalidValue;

	last[n++] = node->number;
	for (size_t i = 0; i < child->n && n < MOST_DEPS; i++)
		if (!child->nodes[i]->followed)
			last[n++] = child->nodes[i]->number;
	if (e == cudaSuccess) {
		node->number = l->told++;
		e = say(l, DP_GRAPH_NODE, node->number, last, n);
	}
	free(last);
	free(order);
	return e;
}

static cudaError_t run_node(struct launching *l, struct CUgraphNode_st *node)
{
	struct work w = { .call = node->call, .stream = l->stream, .async = true };
	const struct node_kernel *k = &node->kernel;
	const struct cudaMemsetParams *s = &node->set;

	switch ((int)node->type) {
	case cudaGraphNodeTypeKernel:
		w.kind = WORK_LAUNCH;
		w.launch = (struct work_launch){ k->function, k->grid, k->block, k->shared, k->cooperative, false,
			k->params };
		return work_run(&w);
	case cudaGraphNodeTypeMemcpy: return run_copy(node, &w);
	case cudaGraphNodeTypeMemset:
		w.kind = WORK_SET;
		w.set = (struct work_set){ s->dst, s->height > 1 ? s->pitch : s->width * s->elementSize,
			s->width * s->elementSize, s->height, s->value, s->elementSize };
		return work_run(&w);
	case cudaGraphNodeTypeHost:
		w.kind = WORK_HOST;
		w.host.fn = node->host.fn;
		w.host.user = node->host.user;
		return work_run(&w);
	case cudaGraphNodeTypeGraph: return run_child(l, node);
	case cudaGraphNodeTypeWaitEvent:
	case cudaGraphNodeTypeEventRecord:
		w.kind = node->type == cudaGraphNodeTypeEventRecord ? WORK_RECORD : WORK_WAIT;
		w.event = node->event;
		return work_run(&w);
	case cudaGraphNodeTypeMemAlloc:
		graph_memory_live((uint64_t)(uintptr_t)node->alloc.params.dptr, true);
		return cudaSuccess;
	case cudaGraphNodeTypeMemFree: graph_memory_live((uint64_t)(uintptr_t)node->freed, false); return cudaSuccess;
	}
	return cudaSuccess;
}

/* UINT32_MAX for `first`: the first nodes wait for no other. */
static cudaError_t run_all(struct launching *l, struct CUgraphNode_st *const *order, size_t n, uint32_t first)
{
	cudaError_t e = cudaSuccess;

	for (size_t i = 0; i < n; i++)
		order[i]->followed = false;
	for (size_t i = 0; i < n && e == cudaSuccess; i++) {
		struct CUgraphNode_st *node = order[i];
		uint32_t *deps = xcalloc(node->ndeps + 1, sizeof *deps), ndeps = 0;

		for (size_t k = 0; k < node->ndeps && ndeps < MOST_DEPS; k++) {
			deps[ndeps++] = node->deps[k]->number;
			node->deps[k]->followed = true;
		}
		if (!ndeps && first != UINT32_MAX)
			deps[ndeps++] = first;
		node->number = l->told++;
		e = say(l, DP_GRAPH_NODE, node->number, deps, ndeps);
		free(deps);
		if (e == cudaSuccess && !node->disabled)
			e = run_node(l, node);
	}
	return e;
}

static uint32_t count(const struct CUgraph_st *g)
{
	uint32_t n = (uint32_t)g->n;

	for (size_t i = 0; i < g->n; i++)
		if (g->nodes[i]->type == cudaGraphNodeTypeGraph)
			n += count(g->nodes[i]->child);
	return n;
}

static cudaError_t run(struct CUgraphExec_st *x, cudaStream_t stream)
{
	struct launching l = { x, stream, 0 };
	cudaError_t e = say(&l, DP_GRAPH_BEGIN, count(x->graph), NULL, 0), ended;

	x->launched = true;
	if (e == cudaSuccess)
		e = run_all(&l, x->order, x->graph->n, UINT32_MAX);
	ended = say(&l, DP_GRAPH_END, 0, NULL, 0);
	return e == cudaSuccess ? ended : e;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t x, cudaStream_t stream)
{
	(void)stream;
	return cudart_done(exec_live(x) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t x, cudaStream_t stream)
{
	if (!exec_live(x))
		return cudart_done(cudaErrorInvalidValue);
	if (!stream_live(stream))
		return cudart_done(cudart_refuse(DP_CALL_cudaGraphLaunch, cudaErrorInvalidResourceHandle,
			"the stream does not exist (destroyed?)"));
	if (stream_capture(stream)) /* measured on an H200 with CUDA 13.0 */
		return cudart_done(capture_spoil(stream, DP_CALL_cudaGraphLaunch));
	return cudart_done(run(x, stream));
}

/* ---- changing it. A node of the graph that the executable was made from, or of one that has updated it since, names
 * its copy. */
static struct CUgraphNode_st *copy_in(const struct CUgraph_st *g, uint64_t id)
{
	struct CUgraphNode_st *found = NULL;

	for (size_t i = 0; !found && i < g->n; i++) {
		if (g->nodes[i]->origin == id)
			return g->nodes[i];
		if (g->nodes[i]->type == cudaGraphNodeTypeGraph)
			found = copy_in(g->nodes[i]->child, id);
	}
	return found;
}

static struct CUgraphNode_st *mine(cudaGraphExec_t x, cudaGraphNode_t node)
{
	return exec_live(x) && node_live(node) ? copy_in(x->graph, node->id) : NULL;
}

static struct CUgraphNode_st *mine_of(
	const char *call, cudaGraphExec_t x, cudaGraphNode_t node, enum cudaGraphNodeType type, const void *p)
{
	struct CUgraphNode_st *n = p ? mine(x, node) : NULL;

	if (n && n->type == type)
		return n;
	cudart_done_of(call, cudaErrorInvalidValue);
	return NULL;
}

#define EXEC_SET(Name, type, structure, set_) \
	cudaError_t cudaGraphExec##Name##NodeSetParams(cudaGraphExec_t x, cudaGraphNode_t node, const structure *p) \
	{ \
		struct CUgraphNode_st *n = mine_of(__func__, x, node, type, p); \
		return n ? cudart_done(set_(n, p)) : cudaErrorInvalidValue; \
	}
EXEC_SET(Kernel, cudaGraphNodeTypeKernel, struct cudaKernelNodeParams, node_set_kernel)
EXEC_SET(Memcpy, cudaGraphNodeTypeMemcpy, struct cudaMemcpy3DParms, node_set_copy)
EXEC_SET(Memset, cudaGraphNodeTypeMemset, struct cudaMemsetParams, node_set_memset)
EXEC_SET(Host, cudaGraphNodeTypeHost, struct cudaHostNodeParams, node_set_host)

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(
	cudaGraphExec_t x, cudaGraphNode_t node, void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
	struct cudaMemcpy3DParms p = node_plain_copy(dst, src, n, kind);

	return cudaGraphExecMemcpyNodeSetParams(x, node, &p);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t x, cudaGraphNode_t node, const void *symbol,
	const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	void *dst;
	cudaError_t e = symbol_place(DP_CALL_cudaMemcpyToSymbol, symbol, n, offset, &dst);

	return e == cudaSuccess ? cudaGraphExecMemcpyNodeSetParams1D(x, node, dst, src, n, kind) : cudart_done(e);
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t x, cudaGraphNode_t node, void *dst,
	const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	void *src;
	cudaError_t e = symbol_place(DP_CALL_cudaMemcpyFromSymbol, symbol, n, offset, &src);

	return e == cudaSuccess ? cudaGraphExecMemcpyNodeSetParams1D(x, node, dst, src, n, kind) : cudart_done(e);
}

static cudaError_t exec_event(
	const char *call, cudaGraphExec_t x, cudaGraphNode_t node, enum cudaGraphNodeType type, cudaEvent_t event)
{
	struct CUgraphNode_st *n = mine_of(call, x, node, type, x);

	if (!n)
		return cudaErrorInvalidValue;
	if (event_id(event) == UINT32_MAX)
		return cudart_done_of(call, cudaErrorInvalidResourceHandle);
	n->event = event;
	return cudaSuccess;
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t x, cudaGraphNode_t node, cudaEvent_t event)
{
	return exec_event(__func__, x, node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t x, cudaGraphNode_t node, cudaEvent_t event)
{
	return exec_event(__func__, x, node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t node, struct cudaGraphNodeParams *p)
{
	struct CUgraphNode_st *n = mine_of(__func__, x, node, p ? p->type : cudaGraphNodeTypeEmpty, p);

	return n ? cudart_done(node_set_any(n, p)) : cudaErrorInvalidValue;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t x, cudaGraphNode_t node, unsigned enabled)
{
	struct CUgraphNode_st *n = mine(x, node);

	if (!n ||
		(n->type != cudaGraphNodeTypeKernel && n->type != cudaGraphNodeTypeMemcpy &&
			n->type != cudaGraphNodeTypeMemset))
		return cudart_done(cudaErrorInvalidValue);
	n->disabled = !enabled;
	return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t x, cudaGraphNode_t node, unsigned *enabled)
{
	struct CUgraphNode_st *n = mine(x, node);

	if (!n || !enabled)
		return cudart_done(cudaErrorInvalidValue);
	*enabled = !n->disabled;
	return cudaSuccess;
}

/* ---- updating it by a whole graph: the same nodes with the same edges, other content */
static enum cudaGraphExecUpdateResult compare(struct CUgraph_st *old, struct CUgraph_st *new, cudaGraphNode_t *at)
{
	*at = NULL;
	if (old->n != new->n)
		return cudaGraphExecUpdateErrorTopologyChanged;
	for (size_t i = 0; i < old->n; i++)
		old->nodes[i]->at = new->nodes[i]->at = i;
	for (size_t i = 0; i < old->n; i++) {
		struct CUgraphNode_st *a = old->nodes[i], *b = new->nodes[i];

		*at = b;
		if (a->type != b->type)
			return cudaGraphExecUpdateErrorNodeTypeChanged;
		if (a->ndeps != b->ndeps)
			return cudaGraphExecUpdateErrorTopologyChanged;
		for (size_t k = 0; k < a->ndeps; k++)
			if (!node_depends(b, new->nodes[a->deps[k]->at]))
				return cudaGraphExecUpdateErrorTopologyChanged;
	}
	for (size_t i = 0; i < old->n; i++)
		if (new->nodes[i]->type == cudaGraphNodeTypeGraph) {
			enum cudaGraphExecUpdateResult r = compare(old->nodes[i]->child, new->nodes[i]->child, at);

			if (r != cudaGraphExecUpdateSuccess)
				return r;
		}
	*at = NULL;
	return cudaGraphExecUpdateSuccess;
}

static void take(struct CUgraph_st *old, const struct CUgraph_st *new)
{
	for (size_t i = 0; i < old->n; i++) {
		bool disabled = old->nodes[i]->disabled;

		node_release(old->nodes[i]);
		node_copy(old->nodes[i], new->nodes[i]);
		old->nodes[i]->disabled = disabled;
	}
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t x, cudaGraph_t g, cudaGraphExecUpdateResultInfo *info)
{
	enum cudaGraphExecUpdateResult r;
	cudaGraphNode_t at;

	if (!exec_live(x) || !graph_live(g))
		return cudart_done(cudaErrorInvalidValue);
	r = compare(x->graph, g, &at);
	if (info)
		*info = (cudaGraphExecUpdateResultInfo){ .result = r, .errorNode = at };
	if (r != cudaGraphExecUpdateSuccess)
		return cudart_done(cudaErrorGraphExecUpdateFailure);
	take(x->graph, g);
	graph_objects_drop(x->graph);
	graph_objects_share(x->graph, g);
	return cudaSuccess;
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t x, cudaGraphNode_t node, cudaGraph_t child)
{
	struct CUgraphNode_st *n = mine_of(__func__, x, node, cudaGraphNodeTypeGraph, child);
	cudaGraphNode_t at;

	if (!n)
		return cudaErrorInvalidValue;
	if (!graph_live(child))
		return cudart_done(cudaErrorInvalidValue);
	if (compare(n->child, child, &at) != cudaGraphExecUpdateSuccess)
		return cudart_done(cudaErrorGraphExecUpdateFailure);
	take(n->child, child);
	return cudaSuccess;
}
