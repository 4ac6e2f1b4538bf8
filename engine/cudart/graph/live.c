/* live: which handles of graphs, nodes and executables there are. The documentation leaves open what becomes of a call
 * with another one; an H200's runtime answers cudaErrorInvalidValue where the handle was destroyed, and dies where it
 * was never set. Here it is cudaErrorInvalidValue, with why. */
#include <stdlib.h>

#include "base/buf.h"
#include "cudart/graph/graph.h"

static char kinds[LIVE_EXECUTABLE + 1]; /* an address for each enum live */

static struct {
	pthread_mutex_t lock;
	struct table handles;
	uint32_t *numbers; /* that executables have left, and the first that none has had */
	size_t nnumbers, cap;
	uint32_t next;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

void live_add(const void *handle, enum live what)
{
	pthread_mutex_lock(&state.lock);
	table_put(&state.handles, handle, &kinds[what]);
	pthread_mutex_unlock(&state.lock);
}

void live_remove(const void *handle)
{
	pthread_mutex_lock(&state.lock);
	table_remove(&state.handles, handle);
	pthread_mutex_unlock(&state.lock);
}

bool live_is(const void *handle, enum live what)
{
	bool has;

	pthread_mutex_lock(&state.lock);
	has = table_get(&state.handles, handle) == &kinds[what];
	pthread_mutex_unlock(&state.lock);
	return has;
}

static bool is(const void *handle, enum live what, const char *name, const char *made)
{
	if (!handle) {
		cudart_why(cudaErrorInvalidValue, "there is no %s (a null handle)", name);
		return false;
	}
	if (live_is(handle, what))
		return true;
	cudart_why(cudaErrorInvalidValue, "the %s does not exist (%s, or destroyed?)", name, made);
	return false;
}

bool graph_live(cudaGraph_t g)
{
	return is(g, LIVE_GRAPH, "graph", "never made");
}

bool node_live(cudaGraphNode_t node)
{
	return is(node, LIVE_NODE, "node", "never added to a graph");
}

bool nodes_live(const cudaGraphNode_t *nodes, size_t n)
{
	for (size_t i = 0; nodes && i < n; i++)
		if (!node_live(nodes[i]))
			return false;
	return true;
}

bool exec_live(cudaGraphExec_t x)
{
	return is(x, LIVE_EXECUTABLE, "executable graph", "never instantiated");
}

uint32_t live_number(void)
{
	uint32_t number;

	pthread_mutex_lock(&state.lock);
	number = state.nnumbers ? state.numbers[--state.nnumbers] : state.next++;
	pthread_mutex_unlock(&state.lock);
	return number;
}

void live_number_free(uint32_t number)
{
	pthread_mutex_lock(&state.lock);
	if (state.nnumbers == state.cap) {
		state.cap = state.cap ? 2 * state.cap : 16;
		state.numbers = xrealloc(state.numbers, state.cap * sizeof *state.numbers);
	}
	state.numbers[state.nnumbers++] = number;
	pthread_mutex_unlock(&state.lock);
}
