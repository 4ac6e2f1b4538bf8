/* graph_add: the calls that add a node to a graph, one for each type. Each makes it and fills it (graph_node.c); what
 * cannot be filled is taken out again. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/graph/graph.h"

static struct CUgraphNode_st *add(const char *call, cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps,
	size_t ndeps, const void *given)
{
	struct CUgraphNode_st *node =
		out && given && graph_live(g) ? graph_add(g, cudaGraphNodeTypeEmpty, deps, ndeps) : NULL;

	if (!node)
		cudart_done_of(call, cudaErrorInvalidValue);
	return node;
}

static cudaError_t added(const char *call, cudaGraphNode_t *out, struct CUgraphNode_st *node, cudaError_t e)
{
	if (e == cudaSuccess)
		*out = node;
	else
		graph_drop(node);
	return cudart_done_of(call, e);
}

#define ADD(set_, given, ...) \
	do { \
		struct CUgraphNode_st *node_ = add(__func__, out, g, deps, ndeps, given); \
		return node_ ? added(__func__, out, node_, set_(node_, __VA_ARGS__)) : cudaErrorInvalidValue; \
	} while (0)

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps,
	const struct cudaKernelNodeParams *p)
{
	ADD(node_set_kernel, p, p);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps,
	const struct cudaMemcpy3DParms *p)
{
	ADD(node_set_copy, p, p);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps,
	void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
	struct cudaMemcpy3DParms p = node_plain_copy(dst, src, n, kind);

	ADD(node_set_copy, dst, &p);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps,
	size_t ndeps, const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	void *dst;
	cudaError_t e = symbol_place(DP_CALL_cudaMemcpyToSymbol, symbol, n, offset, &dst);
	struct cudaMemcpy3DParms p;

	if (e != cudaSuccess)
		return cudart_done(e);
	p = node_plain_copy(dst, src, n, kind);
	ADD(node_set_copy, src, &p);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps,
	size_t ndeps, void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	void *src;
	cudaError_t e = symbol_place(DP_CALL_cudaMemcpyFromSymbol, symbol, n, offset, &src);
	struct cudaMemcpy3DParms p;

	if (e != cudaSuccess)
		return cudart_done(e);
	p = node_plain_copy(dst, src, n, kind);
	ADD(node_set_copy, dst, &p);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps,
	const struct cudaMemsetParams *p)
{
	ADD(node_set_memset, p, p);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps,
	const struct cudaHostNodeParams *p)
{
	ADD(node_set_host, p, p);
}

cudaError_t cudaGraphAddChildGraphNode(
	cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps, cudaGraph_t child)
{
	ADD(node_set_child, child, child, false);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps)
{
	struct CUgraphNode_st *node = add(__func__, out, g, deps, ndeps, g);

	return node ? added(__func__, out, node, cudaSuccess) : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddEventRecordNode(
	cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps, cudaEvent_t event)
{
	ADD(node_set_event, g, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphAddEventWaitNode(
	cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps, cudaEvent_t event)
{
	ADD(node_set_event, g, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps,
	struct cudaMemAllocNodeParams *p)
{
	ADD(memory_node, p, p);
}

cudaError_t cudaGraphAddMemFreeNode(
	cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps, void *p)
{
	ADD(node_set_free, p, p);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps,
	const cudaGraphEdgeData *data, size_t ndeps, struct cudaGraphNodeParams *p)
{
	struct CUgraphNode_st *node = add(__func__, out, g, deps, ndeps, p);
	struct cudaMemAllocNodeParams a;
	cudaError_t e;

	(void)data;
	if (!node)
		return cudaErrorInvalidValue;
	if (p->type != cudaGraphNodeTypeMemAlloc)
		return added(__func__, out, node, node_set_any(node, p));
	a = (struct cudaMemAllocNodeParams){ p->alloc.poolProps, p->alloc.accessDescs, p->alloc.accessDescCount,
		p->alloc.bytesize, NULL };
	e = memory_node(node, &a);
	p->alloc.dptr = a.dptr;
	return added(__func__, out, node, e);
}
