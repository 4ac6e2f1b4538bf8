/* graph_params: the calls that ask for a node's content and change it, and the attributes of a launch. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/graph/graph.h"

static bool is(const char *call, cudaGraphNode_t node, enum cudaGraphNodeType type, const void *p)
{
	if (node_live(node) && p && node->type == type)
		return true;
	cudart_done_of(call, cudaErrorInvalidValue);
	return false;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *p)
{
	struct node_kernel *k;

	if (!is(__func__, node, cudaGraphNodeTypeKernel, p))
		return cudaErrorInvalidValue;
	k = &node->kernel;
	if (!k->args) {
		k->args = xcalloc((size_t)k->function->info.nparams + 1, sizeof *k->args);
		for (uint32_t i = 0; i < k->function->info.nparams; i++)
			k->args[i] = k->params + k->function->params[i][0];
	}
	*p = (struct cudaKernelNodeParams){ (void *)(uintptr_t)k->function->host, k->grid, k->block, k->shared, k->args,
		NULL };
	return cudaSuccess;
}

#define SET_PARAMS(Name, type, structure, set_) \
	cudaError_t cudaGraph##Name##NodeSetParams(cudaGraphNode_t node, const structure *p) \
	{ \
		return is(__func__, node, type, p) ? cudart_done(set_(node, p)) : cudaErrorInvalidValue; \
	}
SET_PARAMS(Kernel, cudaGraphNodeTypeKernel, struct cudaKernelNodeParams, node_set_kernel)
SET_PARAMS(Memcpy, cudaGraphNodeTypeMemcpy, struct cudaMemcpy3DParms, node_set_copy)
SET_PARAMS(Memset, cudaGraphNodeTypeMemset, struct cudaMemsetParams, node_set_memset)
SET_PARAMS(Host, cudaGraphNodeTypeHost, struct cudaHostNodeParams, node_set_host)

cudaError_t cudaGraphMemcpyNodeSetParams1D(
	cudaGraphNode_t node, void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
	struct cudaMemcpy3DParms p = node_plain_copy(dst, src, n, kind);

	return cudaGraphMemcpyNodeSetParams(node, &p);
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(
	cudaGraphNode_t node, const void *symbol, const void *src, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	void *dst;
	cudaError_t e = symbol_place(DP_CALL_cudaMemcpyToSymbol, symbol, n, offset, &dst);

	return e == cudaSuccess ? cudaGraphMemcpyNodeSetParams1D(node, dst, src, n, kind) : cudart_done(e);
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(
	cudaGraphNode_t node, void *dst, const void *symbol, size_t n, size_t offset, enum cudaMemcpyKind kind)
{
	void *src;
	cudaError_t e = symbol_place(DP_CALL_cudaMemcpyFromSymbol, symbol, n, offset, &src);

	return e == cudaSuccess ? cudaGraphMemcpyNodeSetParams1D(node, dst, src, n, kind) : cudart_done(e);
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *p)
{
	if (!is(__func__, node, cudaGraphNodeTypeMemcpy, p))
		return cudaErrorInvalidValue;
	*p = node->copy;
	return cudaSuccess;
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *p)
{
	if (!is(__func__, node, cudaGraphNodeTypeMemset, p))
		return cudaErrorInvalidValue;
	*p = node->set;
	return cudaSuccess;
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *p)
{
	if (!is(__func__, node, cudaGraphNodeTypeHost, p))
		return cudaErrorInvalidValue;
	*p = (struct cudaHostNodeParams){ node->host.fn, node->host.user };
	return cudaSuccess;
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *g)
{
	if (!is(__func__, node, cudaGraphNodeTypeGraph, g))
		return cudaErrorInvalidValue;
	*g = node->child;
	return cudaSuccess;
}

#define EVENT_PARAMS(Name, type) \
	cudaError_t cudaGraph##Name##NodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) \
	{ \
		if (!is(__func__, node, type, event)) \
			return cudaErrorInvalidValue; \
		*event = node->event; \
		return cudaSuccess; \
	} \
	cudaError_t cudaGraph##Name##NodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) \
	{ \
		return is(__func__, node, type, node) ? cudart_done(node_set_event(node, type, event)) : \
							cudaErrorInvalidValue; \
	}
EVENT_PARAMS(EventRecord, cudaGraphNodeTypeEventRecord)
EVENT_PARAMS(EventWait, cudaGraphNodeTypeWaitEvent)

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *p)
{
	if (!is(__func__, node, cudaGraphNodeTypeMemAlloc, p))
		return cudaErrorInvalidValue;
	*p = node->alloc.params;
	return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *p)
{
	if (!is(__func__, node, cudaGraphNodeTypeMemFree, p))
		return cudaErrorInvalidValue;
	memcpy(p, &node->freed, sizeof node->freed);
	return cudaSuccess;
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *p)
{
	if (!is(__func__, node, p ? p->type : cudaGraphNodeTypeEmpty, p))
		return cudaErrorInvalidValue;
	return cudart_done(node_set_any(node, p));
}

/* ---- attributes of a launch: kept; of what they say only the cooperative one matters here */
enum { ATTRIBUTES = sizeof(((struct CUgraphNode_st *)0)->attribute) / sizeof(cudaLaunchAttributeValue) };

cudaError_t cudaGraphKernelNodeSetAttribute(
	cudaGraphNode_t node, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value)
{
	if (!is(__func__, node, cudaGraphNodeTypeKernel, value))
		return cudaErrorInvalidValue;
	if ((unsigned)id >= ATTRIBUTES)
		return cudart_done(cudaErrorInvalidValue);
	if (id == cudaLaunchAttributeClusterDimension) {
		const dim3 cluster = { value->clusterDim.x, value->clusterDim.y, value->clusterDim.z };
		cudaError_t e = function_takes_cluster(node->kernel.function, DP_CALL_none, cluster);

		if (e != cudaSuccess)
			return cudart_done(e);
	}
	node->attribute[id] = *value;
	node->attributes_set |= 1u << id;
	if (id == cudaLaunchAttributeCooperative)
		node->kernel.cooperative = value->cooperative != 0;
	return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetAttribute(
	cudaGraphNode_t node, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value)
{
	if (!is(__func__, node, cudaGraphNodeTypeKernel, value))
		return cudaErrorInvalidValue;
	if ((unsigned)id >= ATTRIBUTES)
		return cudart_done(cudaErrorInvalidValue);
	*value = node->attribute[id];
	if (id == cudaLaunchAttributeCooperative)
		value->cooperative = node->kernel.cooperative;
	return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from)
{
	if (!is(__func__, to, cudaGraphNodeTypeKernel, to) || !is(__func__, from, cudaGraphNodeTypeKernel, from))
		return cudaErrorInvalidValue;
	memcpy(to->attribute, from->attribute, sizeof to->attribute);
	to->attributes_set = from->attributes_set;
	to->kernel.cooperative = from->kernel.cooperative;
	return cudaSuccess;
}
