/* graph_memory: allocation nodes. The address is the program's as soon as the node is there, so the memory is the
 * device's from then on until the last graph or executable with the node is gone; launching only says whether it is in
 * use. What is in use then stays the program's, to be freed by cudaFree.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/graph/graph.h"

struct graph_memory {
	struct graph_memory *next;
	uint64_t addr, bytes;
	unsigned refs;
	bool live; /* an allocation node has run and nothing has freed it since */
};

static struct {
	pthread_mutex_t lock;
	struct graph_memory *all;
	uint64_t held,
		high[2]; /* what launches needed since the last trimming, in blocks; high marks: used, reserved */
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

enum {
	BLOCK = 32 << 20
}; /* as an H200 counts: graphs take blocks of this size when they run, and keep them until they are trimmed */

static uint64_t needed(void)
{
	uint64_t bytes = 0;

	for (const struct graph_memory *m = state.all; m; m = m->next)
		bytes += m->live ? m->bytes : 0;
	return (bytes + BLOCK - 1) / BLOCK * BLOCK;
}

static void hold(uint64_t bytes)
{
	state.held = bytes;
	for (int i = 0; i < 2; i++)
		if (state.high[i] < bytes)
			state.high[i] = bytes;
}

static struct graph_memory *find(uint64_t addr)
{
	struct graph_memory *m = state.all;

	while (m && m->addr != addr)
		m = m->next;
	return m;
}

cudaError_t memory_node(struct CUgraphNode_st *node, struct cudaMemAllocNodeParams *p)
{
	struct graph_memory *m;
	void *at = NULL;
	cudaError_t e;

	if (p->poolProps.allocType != cudaMemAllocationTypePinned ||
		p->poolProps.location.type != cudaMemLocationTypeDevice || p->poolProps.location.id || !p->bytesize)
		return cudaErrorInvalidValue;
	e = memory_plain(DP_CALL_cudaMallocAsync, &at, p->bytesize);
	if (e != cudaSuccess)
		return e;
	p->dptr = at;
	m = xcalloc(1, sizeof *m);
	m->addr = (uint64_t)(uintptr_t)at;
	m->bytes = p->bytesize;
	m->refs = 1;
	pthread_mutex_lock(&state.lock);
	m->next = state.all;
	state.all = m;
	pthread_mutex_unlock(&state.lock);
	node->type = cudaGraphNodeTypeMemAlloc;
	node->call = DP_CALL_cudaMallocAsync;
	node->alloc.memory = m;
	node->alloc.params = *p;
	return cudaSuccess;
}

struct graph_memory *graph_memory_share(struct graph_memory *m)
{
	pthread_mutex_lock(&state.lock);
	m->refs++;
	pthread_mutex_unlock(&state.lock);
	return m;
}

void graph_memory_drop(struct graph_memory *m)
{
	struct graph_memory **link = &state.all;
	enum dp_memory kind;
	bool last;

	pthread_mutex_lock(&state.lock);
	last = --m->refs == 0;
	if (last) {
		while (*link != m)
			link = &(*link)->next;
		*link = m->next;
	}
	pthread_mutex_unlock(&state.lock);
	if (!last)
		return;
	if (!m->live)
		cudart_done(memory_release(DP_CALL_cudaFree, (void *)(uintptr_t)m->addr, false, NULL, &kind));
	free(m);
}

void graph_memory_live(uint64_t addr, bool live)
{
	struct graph_memory *m;

	pthread_mutex_lock(&state.lock);
	m = find(addr);
	if (m) {
		m->live = live;
		if (needed() > state.held)
			hold(needed());
	}
	pthread_mutex_unlock(&state.lock);
}

bool graph_memory_freed(void *p)
{
	struct graph_memory *m;

	pthread_mutex_lock(&state.lock);
	m = find((uint64_t)(uintptr_t)p);
	pthread_mutex_unlock(&state.lock);
	if (m)
		graph_memory_live(m->addr, false);
	return m != NULL;
}

static bool has_memory(const struct CUgraph_st *g)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct CUgraphNode_st *node = g->nodes[i];

		if (node->type == cudaGraphNodeTypeMemAlloc || node->type == cudaGraphNodeTypeMemFree ||
			(node->type == cudaGraphNodeTypeGraph && has_memory(node->child)))
			return true;
	}
	return false;
}

cudaError_t graph_memory_forbids(const struct CUgraph_st *g, const char *what)
{
	return has_memory(g) ? cudart_why(cudaErrorNotSupported, "the graph allocates or frees memory: %s", what) :
			       cudaSuccess;
}

/* ---- the API */
cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value)
{
	uint64_t values[4];

	if (device)
		return cudart_done(cudaErrorInvalidDevice);
	if ((unsigned)attribute > cudaGraphMemAttrReservedMemHigh || !value)
		return cudart_done(cudaErrorInvalidValue);
	pthread_mutex_lock(&state.lock);
	values[cudaGraphMemAttrUsedMemCurrent] = values[cudaGraphMemAttrReservedMemCurrent] = state.held;
	values[cudaGraphMemAttrUsedMemHigh] = state.high[0];
	values[cudaGraphMemAttrReservedMemHigh] = state.high[1];
	pthread_mutex_unlock(&state.lock);
	memcpy(value, &values[attribute], sizeof *values);
	return cudart_done(cudart_connect());
}

/* The high marks can be put back to what there is now, by setting them to zero. */
cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attribute, void *value)
{
	uint64_t v = 1;

	if (device)
		return cudart_done(cudaErrorInvalidDevice);
	if (value)
		memcpy(&v, value, sizeof v);
	if (v || (attribute != cudaGraphMemAttrUsedMemHigh && attribute != cudaGraphMemAttrReservedMemHigh))
		return cudart_done(cudaErrorInvalidValue);
	pthread_mutex_lock(&state.lock);
	state.high[attribute == cudaGraphMemAttrReservedMemHigh] = state.held;
	pthread_mutex_unlock(&state.lock);
	return cudart_done(cudart_connect());
}

cudaError_t cudaDeviceGraphMemTrim(int device)
{
	pthread_mutex_lock(&state.lock);
	if (!device)
		hold(needed());
	pthread_mutex_unlock(&state.lock);
	return cudart_done(device ? cudaErrorInvalidDevice : cudart_connect());
}
