/* graph_node: what a node of a graph does: adding one of each type, asking and changing its content. Content is the
 * API's own structures, so that asking gives back what was given. */
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
	if (p->srcArray || p->dstArray)
		return (cudaError_t)cudart_unimplemented("a memcpy node of a cudaArray");
	if ((unsigned)p->kind > cudaMemcpyDefault)
		return cudaErrorInvalidMemcpyDirection;
	if (!p->dstPtr.ptr || !p->srcPtr.ptr)
		return cudaErrorInvalidValue;
	node_release(node);
	node->type = cudaGraphNodeTypeMemcpy;
	node->call = DP_CALL_cudaMemcpyAsync;
	node->copy = *p;
	return cudaSuccess;
}

cudaError_t node_set_memset(struct CUgraphNode_st *node, const struct cudaMemsetParams *p)
{
	if ((p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) || !p->dst || !p->width || !p->height ||
		(p->height > 1 && p->pitch / p->elementSize < p->width))
		return cudaErrorInvalidValue;
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

static cudaError_t set_event(struct CUgraphNode_st *node, enum cudaGraphNodeType type, cudaEvent_t event)
{
	if (event_id(event) == UINT32_MAX)
		return cudaErrorInvalidResourceHandle;
	node_release(node);
	node->type = type;
	node->call = type == cudaGraphNodeTypeEventRecord ? DP_CALL_cudaEventRecord : DP_CALL_cudaStreamWaitEvent;
	node->event = event;
	return cudaSuccess;
}

static cudaError_t set_child(struct CUgraphNode_st *node, const struct CUgraph_st *child)
{
	struct CUgraph_st *copy;

	if (!child)
		return cudaErrorInvalidValue;
	copy = graph_copy(child);
	node_release(node);
	node->type = cudaGraphNodeTypeGraph;
	node->child = copy;
	copy->is_child = true;
	return cudaSuccess;
}

static cudaError_t set_free(struct CUgraphNode_st *node, void *p)
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
	case cudaGraphNodeTypeGraph: return set_child(node, p->graph.graph);
	case cudaGraphNodeTypeEmpty: return cudaSuccess;
	case cudaGraphNodeTypeWaitEvent: return set_event(node, p->type, p->eventWait.event);
	case cudaGraphNodeTypeEventRecord: return set_event(node, p->type, p->eventRecord.event);
	case cudaGraphNodeTypeMemFree: return set_free(node, p->free.dptr);
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

/* ---- adding: make it, fill it; what cannot be filled is taken out again */
static struct CUgraphNode_st *add(
	cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps, const void *given)
{
	struct CUgraphNode_st *node = out && g && given ? graph_add(g, cudaGraphNodeTypeEmpty, deps, ndeps) : NULL;

	if (!node)
		cudart_done(cudaErrorInvalidValue);
	return node;
}

static cudaError_t added(cudaGraphNode_t *out, struct CUgraphNode_st *node, cudaError_t e)
{
	if (e == cudaSuccess)
		*out = node;
	else
		graph_drop(node);
	return cudart_done(e);
}

#define ADD(set_, given, ...) \
	do { \
		struct CUgraphNode_st *node_ = add(out, g, deps, ndeps, given); \
		return node_ ? added(out, node_, set_(node_, __VA_ARGS__)) : cudaErrorInvalidValue; \
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
	ADD(set_child, child, child);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps)
{
	struct CUgraphNode_st *node = add(out, g, deps, ndeps, g);

	return node ? added(out, node, cudaSuccess) : cudaErrorInvalidValue;
}

cudaError_t cudaGraphAddEventRecordNode(
	cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps, cudaEvent_t event)
{
	ADD(set_event, g, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphAddEventWaitNode(
	cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps, cudaEvent_t event)
{
	ADD(set_event, g, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps,
	struct cudaMemAllocNodeParams *p)
{
	ADD(memory_node, p, p);
}

cudaError_t cudaGraphAddMemFreeNode(
	cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps, size_t ndeps, void *p)
{
	ADD(set_free, p, p);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *out, cudaGraph_t g, const cudaGraphNode_t *deps,
	const cudaGraphEdgeData *data, size_t ndeps, struct cudaGraphNodeParams *p)
{
	struct CUgraphNode_st *node = add(out, g, deps, ndeps, p);
	struct cudaMemAllocNodeParams a;
	cudaError_t e;

	(void)data;
	if (!node)
		return cudaErrorInvalidValue;
	if (p->type != cudaGraphNodeTypeMemAlloc)
		return added(out, node, node_set_any(node, p));
	a = (struct cudaMemAllocNodeParams){ p->alloc.poolProps, p->alloc.accessDescs, p->alloc.accessDescCount,
		p->alloc.bytesize, NULL };
	e = memory_node(node, &a);
	p->alloc.dptr = a.dptr;
	return added(out, node, e);
}

/* ---- asking and changing */
static bool is(cudaGraphNode_t node, enum cudaGraphNodeType type, const void *p)
{
	if (node && p && node->type == type)
		return true;
	cudart_done(cudaErrorInvalidValue);
	return false;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *p)
{
	struct node_kernel *k;

	if (!is(node, cudaGraphNodeTypeKernel, p))
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
		return is(node, type, p) ? cudart_done(set_(node, p)) : cudaErrorInvalidValue; \
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
	if (!is(node, cudaGraphNodeTypeMemcpy, p))
		return cudaErrorInvalidValue;
	*p = node->copy;
	return cudaSuccess;
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *p)
{
	if (!is(node, cudaGraphNodeTypeMemset, p))
		return cudaErrorInvalidValue;
	*p = node->set;
	return cudaSuccess;
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *p)
{
	if (!is(node, cudaGraphNodeTypeHost, p))
		return cudaErrorInvalidValue;
	*p = (struct cudaHostNodeParams){ node->host.fn, node->host.user };
	return cudaSuccess;
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *g)
{
	if (!is(node, cudaGraphNodeTypeGraph, g))
		return cudaErrorInvalidValue;
	*g = node->child;
	return cudaSuccess;
}

#define EVENT_PARAMS(Name, type) \
	cudaError_t cudaGraph##Name##NodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event) \
	{ \
		if (!is(node, type, event)) \
			return cudaErrorInvalidValue; \
		*event = node->event; \
		return cudaSuccess; \
	} \
	cudaError_t cudaGraph##Name##NodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) \
	{ \
		return is(node, type, node) ? cudart_done(set_event(node, type, event)) : cudaErrorInvalidValue; \
	}
EVENT_PARAMS(EventRecord, cudaGraphNodeTypeEventRecord)
EVENT_PARAMS(EventWait, cudaGraphNodeTypeWaitEvent)

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *p)
{
	if (!is(node, cudaGraphNodeTypeMemAlloc, p))
		return cudaErrorInvalidValue;
	*p = node->alloc.params;
	return cudaSuccess;
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *p)
{
	if (!is(node, cudaGraphNodeTypeMemFree, p))
		return cudaErrorInvalidValue;
	memcpy(p, &node->freed, sizeof node->freed);
	return cudaSuccess;
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *p)
{
	if (!p || !is(node, p->type, p))
		return cudart_done(cudaErrorInvalidValue);
	return cudart_done(node_set_any(node, p));
}

/* ---- attributes of a launch: kept; of what they say only the cooperative one matters here */
enum { ATTRIBUTES = sizeof(((struct CUgraphNode_st *)0)->attribute) / sizeof(cudaLaunchAttributeValue) };

cudaError_t cudaGraphKernelNodeSetAttribute(
	cudaGraphNode_t node, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value)
{
	if (!is(node, cudaGraphNodeTypeKernel, value))
		return cudaErrorInvalidValue;
	if ((unsigned)id >= ATTRIBUTES)
		return cudart_done(cudaErrorInvalidValue);
	node->attribute[id] = *value;
	node->attributes_set |= 1u << id;
	if (id == cudaLaunchAttributeCooperative)
		node->kernel.cooperative = value->cooperative != 0;
	return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetAttribute(
	cudaGraphNode_t node, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value)
{
	if (!is(node, cudaGraphNodeTypeKernel, value))
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
	if (!is(to, cudaGraphNodeTypeKernel, to) || !is(from, cudaGraphNodeTypeKernel, from))
		return cudaErrorInvalidValue;
	memcpy(to->attribute, from->attribute, sizeof to->attribute);
	to->attributes_set = from->attributes_set;
	to->kernel.cooperative = from->kernel.cooperative;
	return cudaSuccess;
}
