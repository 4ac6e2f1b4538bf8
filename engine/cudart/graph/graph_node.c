/* graph_node: the content of a graph's node: filled, copied, released. It is the API's own structures, so that asking
 * (graph_params.c) gives back what was given when the node was added (graph_add.c). */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/graph/graph.h"

/* ---- content */
void node_release(struct CUgraphNode_st *node)
{
	if (node->type == cudaGraphNodeTypeKernel) {
		free(node->kernel.params);
		free(node->kernel.args);
	} else if (node->type == cudaGraphNodeTypeGraph) {
		graph_free(node->child);
	} else if (node->type == cudaGraphNodeTypeMemAlloc) {
		graph_memory_drop(node->alloc.memory);
	}
	node->type = cudaGraphNodeTypeEmpty;
}

static uint8_t *same_params(const struct node_kernel *k)
{
	uint32_t n = k->function->info.param_bytes;
	uint8_t *p = xmalloc((size_t)n + 1);

	if (n)
		memcpy(p, k->params, n);
	return p;
}

void node_copy(struct CUgraphNode_st *to, const struct CUgraphNode_st *from)
{
	to->type = from->type;
	to->call = from->call;
	to->disabled = from->disabled;
	to->attributes_set = from->attributes_set;
	memcpy(to->attribute, from->attribute, sizeof to->attribute);
	switch ((int)from->type) {
	case cudaGraphNodeTypeKernel:
		to->kernel = from->kernel;
		to->kernel.params = same_params(&from->kernel);
		to->kernel.args = NULL;
		break;
	case cudaGraphNodeTypeMemcpy: to->copy = from->copy; break;
	case cudaGraphNodeTypeMemset: to->set = from->set; break;
	case cudaGraphNodeTypeHost: to->host = from->host; break;
	case cudaGraphNodeTypeGraph:
		to->child = graph_copy(from->child);
		to->child->is_child = true;
		break;
	case cudaGraphNodeTypeWaitEvent:
	case cudaGraphNodeTypeEventRecord: to->event = from->event; break;
	case cudaGraphNodeTypeMemAlloc:
		to->alloc = from->alloc;
		graph_memory_share(to->alloc.memory);
		break;
	case cudaGraphNodeTypeMemFree: to->freed = from->freed; break;
	}
}

/* Arguments in one buffer, as the driver API has them: { POINTER, buffer, SIZE, &size, END }. */
static uint8_t *extra_params(const struct function *f, void **extra)
{
	enum { END, POINTER, SIZE };
	uint8_t *p = xcalloc(1, (size_t)f->info.param_bytes + 1);
	const void *buffer = NULL;
	size_t n = 0;

	for (int i = 0; extra[i] != (void *)END; i += 2) {
		if (extra[i] == (void *)POINTER)
			buffer = extra[i + 1];
		else if (extra[i] == (void *)SIZE)
			memcpy(&n, extra[i + 1], sizeof n);
		else
			break;
	}
	if (buffer)
		memcpy(p, buffer, n < f->info.param_bytes ? n : f->info.param_bytes);
	return p;
}

cudaError_t node_set_kernel(struct CUgraphNode_st *node, const struct cudaKernelNodeParams *p)
{
	struct node_kernel k = { .grid = p->gridDim, .block = p->blockDim, .shared = p->sharedMemBytes };
	cudaError_t e = function_get(p->func, DP_CALL_cudaLaunchKernel, &k.function);

	if (e != cudaSuccess)
		return e;
	if (k.function->info.nparams && !p->kernelParams && !p->extra)
		return cudaErrorInvalidValue;
	k.params = !p->kernelParams && p->extra ? extra_params(k.function, p->extra) :
						  launch_params(k.function, p->kernelParams);
	if (node->type == cudaGraphNodeTypeKernel)
		k.cooperative = node->kernel.cooperative;
	node_release(node);
	node->type = cudaGraphNodeTypeKernel;
	node->call = DP_CALL_cudaLaunchKernel;
	node->kernel = k;
	return cudaSuccess;
}

cudaError_t node_set_copy(struct CUgraphNode_st *node, const struct cudaMemcpy3DParms *p)
{
	cudaError_t e;

	if (p->srcArray || p->dstArray)
		return (cudaError_t)cudart_unimplemented("a memcpy node of a cudaArray");
	e = copy_node_check(p);
	if (e != cudaSuccess)
		return e;
	node_release(node);
	node->type = cudaGraphNodeTypeMemcpy;
	node->call = DP_CALL_cudaMemcpyAsync;
	node->copy = *p;
	return cudaSuccess;
}

cudaError_t node_set_memset(struct CUgraphNode_st *node, const struct cudaMemsetParams *p)
{
	const struct cudaPitchedPtr to = { p->dst, p->pitch, p->width, p->height };
	struct cudaExtent x = { 0, p->height, 1 };
	cudaError_t e;

	if ((p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) || !p->dst || !p->width || !p->height ||
		(p->height > 1 && p->pitch / p->elementSize < p->width))
		return cudaErrorInvalidValue;
	if (__builtin_mul_overflow(p->width, (size_t)p->elementSize, &x.width))
		return cudart_why(cudaErrorInvalidValue, "%zu elements are more than there can be", p->width);
	e = copy_end_inside("destination", &to, &(struct cudaPos){ 0 }, &x);
	if (e != cudaSuccess)
		return e;
	node_release(node);
	node->type = cudaGraphNodeTypeMemset;
	node->call = DP_CALL_cudaMemsetAsync;
	node->set = *p;
	return cudaSuccess;
}

cudaError_t node_set_host(struct CUgraphNode_st *node, const struct cudaHostNodeParams *p)
{
	if (!p->fn)
		return cudaErrorInvalidValue;
	node_release(node);
	node->type = cudaGraphNodeTypeHost;
	node->call = DP_CALL_cudaLaunchHostFunc;
	node->host.fn = p->fn;
	node->host.user = p->userData;
	return cudaSuccess;
}

cudaError_t node_set_event(struct CUgraphNode_st *node, enum cudaGraphNodeType type, cudaEvent_t event)
{
	if (event_id(event) == UINT32_MAX)
		return cudaErrorInvalidResourceHandle;
	node_release(node);
	node->type = type;
	node->call = type == cudaGraphNodeTypeEventRecord ? DP_CALL_cudaEventRecord : DP_CALL_cudaStreamWaitEvent;
	node->event = event;
	return cudaSuccess;
}

cudaError_t node_set_child(struct CUgraphNode_st *node, const struct CUgraph_st *child, bool moved)
{
	struct CUgraph_st *copy;
	cudaError_t e;

	if (!graph_live((cudaGraph_t)(uintptr_t)child))
		return cudaErrorInvalidValue;
	e = moved ? cudaSuccess :
		    graph_memory_forbids(child,
			    "it can be a child of another graph only where it is moved there "
			    "(cudaGraphChildGraphOwnershipMove)");
	if (e != cudaSuccess)
		return e;
	copy = graph_copy(child);
	node_release(node);
	node->type = cudaGraphNodeTypeGraph;
	node->child = copy;
	copy->is_child = true;
	return cudaSuccess;
}

cudaError_t node_set_free(struct CUgraphNode_st *node, void *p)
{
	if (!p)
		return cudaErrorInvalidValue;
	node_release(node);
	node->type = cudaGraphNodeTypeMemFree;
	node->freed = p;
	return cudaSuccess;
}

cudaError_t node_set_any(struct CUgraphNode_st *node, const struct cudaGraphNodeParams *p)
{
	struct cudaKernelNodeParams k = { p->kernel.func, p->kernel.gridDim, p->kernel.blockDim,
		p->kernel.sharedMemBytes, p->kernel.kernelParams, p->kernel.extra };
	struct cudaMemsetParams s = { p->memset.dst, p->memset.pitch, p->memset.value, p->memset.elementSize,
		p->memset.width, p->memset.height };
	struct cudaHostNodeParams h = { p->host.fn, p->host.userData };

	switch ((int)p->type) {
	case cudaGraphNodeTypeKernel: return node_set_kernel(node, &k);
	case cudaGraphNodeTypeMemcpy: return node_set_copy(node, &p->memcpy.copyParams);
	case cudaGraphNodeTypeMemset: return node_set_memset(node, &s);
	case cudaGraphNodeTypeHost: return node_set_host(node, &h);
	case cudaGraphNodeTypeGraph:
		return node_set_child(node, p->graph.graph, p->graph.ownership == cudaGraphChildGraphOwnershipMove);
	case cudaGraphNodeTypeEmpty: return cudaSuccess;
	case cudaGraphNodeTypeWaitEvent: return node_set_event(node, p->type, p->eventWait.event);
	case cudaGraphNodeTypeEventRecord: return node_set_event(node, p->type, p->eventRecord.event);
	case cudaGraphNodeTypeMemFree: return node_set_free(node, p->free.dptr);
	}
	return (cudaError_t)cudart_unimplemented("a graph node of this type");
}

struct cudaMemcpy3DParms node_plain_copy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind)
{
	return (struct cudaMemcpy3DParms){ .srcPtr = { (void *)(uintptr_t)src, n, n, 1 },
		.dstPtr = { dst, n, n, 1 },
		.extent = { n, 1, 1 },
		.kind = kind };
}

cudaError_t node_of_work(struct CUgraph_st *g, const struct work *w, const cudaGraphNode_t *deps, size_t ndeps,
	struct CUgraphNode_st **out)
{
	struct CUgraphNode_st *node = *out = graph_add(g, cudaGraphNodeTypeEmpty, deps, ndeps);
	const struct work_copy *c = &w->copy;
	const struct work_set *s = &w->set;

	if (!node)
		return cudaErrorInvalidValue;
	switch (w->kind) {
	case WORK_COPY:
		node->copy = (struct cudaMemcpy3DParms){ .srcPtr = { (void *)(uintptr_t)c->src, c->spitch, c->width,
								 c->rows },
			.dstPtr = { c->dst, c->dpitch, c->width, c->rows },
			.extent = { c->width, c->rows, 1 },
			.kind = c->kind };
		node->type = cudaGraphNodeTypeMemcpy;
		break;
	case WORK_SET:
		node->set = (struct cudaMemsetParams){ s->dst, s->pitch, s->value, s->element, s->width / s->element,
			s->rows };
		node->type = cudaGraphNodeTypeMemset;
		break;
	case WORK_LAUNCH:
		node->kernel = (struct node_kernel){ w->launch.function, w->launch.grid, w->launch.block,
			(unsigned)w->launch.shared, w->launch.cooperative, w->launch.params, NULL };
		node->kernel.params = same_params(&node->kernel);
		node->type = cudaGraphNodeTypeKernel;
		break;
	case WORK_HOST:
		node->host.fn = w->host.fn;
		node->host.user = w->host.user;
		node->type = cudaGraphNodeTypeHost;
		break;
	case WORK_RECORD:
	case WORK_WAIT:
		node->event = w->event;
		node->type = w->kind == WORK_RECORD ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeWaitEvent;
		break;
	}
	node->call = w->call;
	return cudaSuccess;
}
