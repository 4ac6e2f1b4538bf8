/* graph: operations and what must be done before each. Built node by node (graph_add.c) or captured from streams
 * (capture.c), copied into executables (graph_exec.c). Only engine/cudart includes this.
 *
 * A node is data: nothing reaches the device before an executable is launched, except for the memory of an allocation
 * node, whose address the program learns at once (graph_memory.c). Launching does the nodes one after another, in an
 * order that every edge allows; among several, nodes that were added earlier go first. The device is told the edges
 * too: on its virtual clock what they leave unordered may overlap. A graph is its user's to lock, as the CUDA
 * documentation has it ("Graph object thread safety").
 */
#ifndef CUDART_GRAPH_GRAPH_H
#define CUDART_GRAPH_GRAPH_H

#include "cudart/work/work.h"

struct CUgraph_st;
struct graph_memory;

struct node_kernel {
	struct function *function;
	dim3 grid, block;
	unsigned shared;
	bool cooperative;
	uint8_t *params; /* the parameter block, the node's own */
	void **args;     /* addresses within it, for GetParams */
};

struct CUgraphNode_st {
	enum cudaGraphNodeType type;
	struct CUgraph_st *graph;
	uint64_t id, origin; /* ids are never used twice; origin: the node that this one is a copy of */
	struct CUgraphNode_st **deps;
	size_t ndeps, deps_cap; /* of the same graph */
	bool disabled;          /* in an executable: an empty node */
	size_t at;              /* scratch of graph_order: its place */
	uint32_t number;        /* scratch of a launch: which one it is to the device */
	bool followed;          /* scratch of a launch: another one waits for it */
	enum dp_call call;      /* whom to name in a refusal */
	union {
		struct node_kernel kernel;
		struct cudaMemcpy3DParms copy;
		struct cudaMemsetParams set;
		struct {
			cudaHostFn_t fn;
			void *user;
		} host;
		struct CUgraph_st *child; /* the node's own copy */
		cudaEvent_t event;
		struct {
			struct graph_memory *memory;
			struct cudaMemAllocNodeParams params;
		} alloc;
		void *freed;
	};
	unsigned attributes_set; /* bit i: attribute[i] was given */
	cudaLaunchAttributeValue attribute[20];
};

struct CUgraph_st {
	struct CUgraphNode_st **nodes;
	size_t n, cap; /* as they were added */
	struct user_reference *objects;
	struct CUgraphExec_st *executable; /* the newest that was made of it, where that is not gone */
	bool is_child;                     /* belongs to a node: its user cannot destroy it */
};

struct CUgraphExec_st {
	struct CUgraph_st *graph, *made_of; /* its copy, and the program's graph, which may be gone */
	struct CUgraphNode_st **order;
	unsigned long long flags;
	uint32_t number; /* to the device; one that is gone leaves it to another one */
	bool launched;
};

/* ---- graph.c */
struct CUgraph_st *graph_new(void);
void graph_free(struct CUgraph_st *g);
/* A node without content, depending on `deps`. NULL: a dependency is NULL, of another graph, or named twice. */
struct CUgraphNode_st *graph_add(
	struct CUgraph_st *g, enum cudaGraphNodeType type, const cudaGraphNode_t *deps, size_t ndeps);
void graph_drop(struct CUgraphNode_st *node); /* with its edges; frees it */
/* Nodes and edges; each copy's origin is the node it was made from. */
struct CUgraph_st *graph_copy(const struct CUgraph_st *g);
/* All nodes so that each stands after what it depends on; malloc'd. NULL: there is a circle. */
struct CUgraphNode_st **graph_order(struct CUgraph_st *g);
bool node_depends(const struct CUgraphNode_st *node, const struct CUgraphNode_st *dep);
/* Is `node` one of `on`, or does one of them depend on it, however far? */
bool graph_reaches(struct CUgraph_st *g, cudaGraphNode_t *on, size_t n, const struct CUgraphNode_st *node);

/* ---- graph_node.c: content */
/* Each ends the old content of a node that has one. */
cudaError_t node_set_kernel(struct CUgraphNode_st *node, const struct cudaKernelNodeParams *p);
cudaError_t node_set_copy(struct CUgraphNode_st *node, const struct cudaMemcpy3DParms *p);
cudaError_t node_set_memset(struct CUgraphNode_st *node, const struct cudaMemsetParams *p);
cudaError_t node_set_host(struct CUgraphNode_st *node, const struct cudaHostNodeParams *p);
cudaError_t node_set_event(struct CUgraphNode_st *node, enum cudaGraphNodeType type, cudaEvent_t event);
/* moved: the child is the parent's from now on, and may allocate memory. */
cudaError_t node_set_child(struct CUgraphNode_st *node, const struct CUgraph_st *child, bool moved);
cudaError_t node_set_free(struct CUgraphNode_st *node, void *p);
cudaError_t node_set_any(struct CUgraphNode_st *node, const struct cudaGraphNodeParams *p);
struct cudaMemcpy3DParms node_plain_copy(void *dst, const void *src, size_t n, enum cudaMemcpyKind kind);
void node_release(struct CUgraphNode_st *node);                               /* its content; the node becomes empty */
void node_copy(struct CUgraphNode_st *to, const struct CUgraphNode_st *from); /* content only; `to` is without one */
/* An operation of a captured stream as a node. */
cudaError_t node_of_work(struct CUgraph_st *g, const struct work *w, const cudaGraphNode_t *deps, size_t ndeps,
	struct CUgraphNode_st **out);

/* ---- graph_memory.c */
cudaError_t memory_node(struct CUgraphNode_st *node, struct cudaMemAllocNodeParams *p); /* allocates; p->dptr */
struct graph_memory *graph_memory_share(struct graph_memory *m);
void graph_memory_drop(struct graph_memory *m);
void graph_memory_live(uint64_t addr, bool live); /* a node has run */
bool graph_memory_freed(void *p);                 /* cudaFree of a graph's memory: true when it was that */
/* cudaErrorNotSupported, with why, of a graph that allocates or frees memory: `what` is a sentence of what it cannot.
 */
cudaError_t graph_memory_forbids(const struct CUgraph_st *g, const char *what);

/* ---- graph_object.c */
void graph_objects_share(struct CUgraph_st *to, const struct CUgraph_st *from);
void graph_objects_drop(struct CUgraph_st *g);

/* ---- capture.c */
/* The capture that a stream is part of has a graph; NULL: it is not captured. */
struct CUgraph_st *stream_capture(cudaStream_t s);
cudaError_t capture_add(struct work *w);
cudaError_t capture_alloc(cudaStream_t s, void **p, size_t bytes);
cudaError_t capture_free(cudaStream_t s, void *p);
/* Events carry a capture from stream to stream. True: that was all there is to do, with *e. */
bool capture_record(cudaStream_t s, cudaEvent_t event, bool external, cudaError_t *e);
bool capture_wait(cudaStream_t s, cudaEvent_t event, bool external, cudaError_t *e);
/* What cannot be in a capture spoils it: returns the error to give. */
cudaError_t capture_spoil(cudaStream_t s, enum dp_call call);
/* The legacy stream would wait for captured ones: cudaErrorStreamCaptureImplicit, and they are spoilt. */
cudaError_t capture_legacy(enum dp_call call, uint32_t kernel);
/* A call waits for all streams, and so for captured ones; it acts at once, which the mode of a capture may forbid; it
 * asks for an event that a capture recorded. The error to give, if any, and those captures are spoilt. */
cudaError_t capture_waits(enum dp_call call);
cudaError_t capture_unsafe(enum dp_call call);
cudaError_t capture_of_event(cudaEvent_t event, enum dp_call call);
/* The stream is destroyed. That spoils the capture, unless the first stream waits for all that this one added. */
void capture_forget(cudaStream_t s);
/* capture_why.c: tells why the call must not do that to a capture, if e is an error; returns e. Without a lock.
 * kernel: of a launch, as in cudart_refuse_launch(). */
cudaError_t capture_say_why(enum dp_call call, uint32_t kernel, cudaError_t e);

/* ---- ended.c: events whose last record was in a capture that has ended, until they are recorded again or destroyed */
void ended_add(const void *event);
void ended_remove(const void *event);
bool ended_has(const void *event);
/* cudaErrorInvalidValue of such an event, with why; cudaSuccess of others. */
cudaError_t ended_refuses(const void *event, enum dp_call call);

/* ---- live.c: what there is of the handles that the program holds: graphs, nodes, executables. A handle that is gone,
 * or was never set, is said to be (cudart_why) where these give false. */
enum live { LIVE_NONE, LIVE_GRAPH, LIVE_NODE, LIVE_EXECUTABLE };
void live_add(const void *handle, enum live what);
void live_remove(const void *handle);
bool live_is(const void *handle, enum live what); /* says nothing */
bool graph_live(cudaGraph_t g);
bool node_live(cudaGraphNode_t node);
bool nodes_live(const cudaGraphNode_t *nodes, size_t n); /* NULL: none */
bool exec_live(cudaGraphExec_t x);
/* A number for an executable, and its end. */
uint32_t live_number(void);
void live_number_free(uint32_t number);

/* ---- submit.c: do it now, or add it to the graph that its stream is captured into. */
cudaError_t work_submit(struct work *w);

#endif
