/* graph: see graph.h. Graphs come from stream capture; building them node by node is not there yet (its calls say so). */
#include "cudart/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct CUgraphNode_st { struct work work; };
struct CUgraph_st { struct CUgraphNode_st **nodes; size_t n, cap; };
struct CUgraphExec_st { struct CUgraph_st *graph; };

struct CUgraph_st *graph_new(void)
{
	return xcalloc(1, sizeof(struct CUgraph_st));
}

void graph_free(struct CUgraph_st *g)
{
	if (!g)
		return;
	for (size_t i = 0; i < g->n; i++) {
		if (g->nodes[i]->work.kind == WORK_LAUNCH)
			free(g->nodes[i]->work.launch.params);
		free(g->nodes[i]);
	}
	free(g->nodes);
	free(g);
}

cudaError_t graph_add(struct CUgraph_st *g, const struct work *w)
{
	struct CUgraphNode_st *node = xcalloc(1, sizeof *node);

	node->work = *w;
	if (w->kind == WORK_LAUNCH) {
		uint32_t n = w->launch.function->info.param_bytes;

		node->work.launch.params = xmalloc(n + 1);
		if (n)
			memcpy(node->work.launch.params, w->launch.params, n);
	}
	if (g->n == g->cap) {
		g->cap = g->cap ? g->cap * 2 : 16;
		g->nodes = xrealloc(g->nodes, g->cap * sizeof *g->nodes);
	}
	g->nodes[g->n++] = node;
	return cudaSuccess;
}

static struct CUgraph_st *graph_copy(const struct CUgraph_st *g)
{
	struct CUgraph_st *copy = graph_new();

	for (size_t i = 0; i < g->n; i++)
		graph_add(copy, &g->nodes[i]->work);
	return copy;
}

cudaError_t cudaGraphCreate(cudaGraph_t *out, unsigned flags)
{
	if (!out || flags)
		return cudart_done(cudaErrorInvalidValue);
	*out = graph_new();
	return cudart_done(cudart_connect());
}

cudaError_t cudaGraphDestroy(cudaGraph_t g)
{
	if (!g)
		return cudart_done(cudaErrorInvalidValue);
	graph_free(g);
	return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *out, cudaGraph_t g)
{
	if (!out || !g)
		return cudart_done(cudaErrorInvalidValue);
	*out = graph_copy(g);
	return cudaSuccess;
}

static cudaError_t instantiate(cudaGraphExec_t *out, cudaGraph_t g)
{
	if (!out || !g)
		return cudart_done(cudaErrorInvalidValue);
	*out = xcalloc(1, sizeof **out);
	(*out)->graph = graph_copy(g);
	return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *out, cudaGraph_t g, unsigned long long flags)
{
	(void)flags;
	return instantiate(out, g);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *out, cudaGraph_t g, unsigned long long flags)
{
	(void)flags;
	return instantiate(out, g);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *out, cudaGraph_t g, cudaGraphInstantiateParams *p)
{
	if (!p)
		return cudart_done(cudaErrorInvalidValue);
	p->errNode_out = NULL;
	p->result_out = cudaGraphInstantiateSuccess;
	return instantiate(out, g);
}
ALIAS(cudaGraphInstantiateWithParams, _ptsz);

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t x)
{
	if (!x)
		return cudart_done(cudaErrorInvalidValue);
	graph_free(x->graph);
	free(x);
	return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t x, cudaStream_t stream)
{
	(void)stream;
	return cudart_done(x ? cudaSuccess : cudaErrorInvalidValue);
}
ALIAS(cudaGraphUpload, _ptsz);

cudaError_t cudaGraphLaunch(cudaGraphExec_t x, cudaStream_t stream)
{
	cudaError_t e = cudaSuccess;

	if (!x)
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < x->graph->n && e == cudaSuccess; i++) {
		struct work w = x->graph->nodes[i]->work;

		w.stream = stream;
		/* Within a graph these were edges. */
		if (w.kind != WORK_RECORD && w.kind != WORK_WAIT)
			e = work_submit(&w);
	}
	return cudart_done(e);
}
ALIAS(cudaGraphLaunch, _ptsz);

/* The new graph's operations take the place of the old ones when they are the same kinds in the same order. */
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t x, cudaGraph_t g, cudaGraphExecUpdateResultInfo *info)
{
	bool same;

	if (!x || !g)
		return cudart_done(cudaErrorInvalidValue);
	same = x->graph->n == g->n;
	for (size_t i = 0; same && i < g->n; i++)
		same = x->graph->nodes[i]->work.kind == g->nodes[i]->work.kind;
	if (info) {
		memset(info, 0, sizeof *info);
		info->result = same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged;
	}
	if (!same)
		return cudart_done(cudaErrorGraphExecUpdateFailure);
	graph_free(x->graph);
	x->graph = graph_copy(g);
	return cudaSuccess;
}

static bool edge_only(const struct CUgraphNode_st *n)
{
	return n->work.kind == WORK_RECORD || n->work.kind == WORK_WAIT;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *count)
{
	size_t n = 0;

	if (!g || !count)
		return cudart_done(cudaErrorInvalidValue);
	for (size_t i = 0; i < g->n; i++) {
		if (edge_only(g->nodes[i]))
			continue;
		if (nodes && n < *count)
			nodes[n] = g->nodes[i];
		n++;
	}
	*count = n;
	return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
	static const enum cudaGraphNodeType types[] = {
		[WORK_COPY] = cudaGraphNodeTypeMemcpy, [WORK_SET] = cudaGraphNodeTypeMemset, [WORK_LAUNCH] = cudaGraphNodeTypeKernel,
		[WORK_HOST] = cudaGraphNodeTypeHost, [WORK_RECORD] = cudaGraphNodeTypeEventRecord, [WORK_WAIT] = cudaGraphNodeTypeWaitEvent,
	};

	if (!node || !type)
		return cudart_done(cudaErrorInvalidValue);
	*type = types[node->work.kind];
	return cudaSuccess;
}
