/* work: what a stream does, as data, so that it can be done now or recorded into a graph. */
#ifndef CUDART_WORK_WORK_H
#define CUDART_WORK_WORK_H

#include "cudart/registry/registry.h"

/* ---- work.c: what a stream does, as data, so that it can be done now or recorded into a graph */
enum work_kind { WORK_COPY, WORK_SET, WORK_LAUNCH, WORK_HOST, WORK_RECORD, WORK_WAIT };
struct work_copy {
	void *dst;
	size_t dpitch;
	const void *src;
	size_t spitch, width, rows;
	enum cudaMemcpyKind kind;
};
struct work_set {
	void *dst;
	size_t pitch, width, rows;
	uint32_t value, element;
};
struct work_launch {
	struct function *function;
	dim3 grid, block;
	size_t shared;
	bool cooperative, early;
	uint8_t *params;
};
struct work {
	enum work_kind kind;
	enum dp_call call;
	cudaStream_t stream;
	bool async;
	union {
		struct work_copy copy;
		struct work_set set;
		struct work_launch launch;
		struct {
			void (*fn)(void *);
			cudaStreamCallback_t callback;
			void *user;
		} host;
		cudaEvent_t event;
	};
};
cudaError_t work_run(const struct work *w);
cudaError_t copy_run(const struct work *w); /* copy.c */
struct work_copy copy_slice(
	const struct cudaMemcpy3DParms *p, size_t z); /* copy.c: one plane of a copy without arrays */
/* copy_run.c: as the checks below, of the direction that such a copy names. */
cudaError_t copy_way(const struct cudaMemcpy3DParms *p);
/* copy_check.c: each gives the error and says why (cudart_why). Do rows and planes fit into the pitches, and into the
 * allocations? The extent has no 0. */
cudaError_t copy_inside(const struct cudaMemcpy3DParms *p);
/* Does one end stay inside the allocation that it begins in, where that is known? */
cudaError_t copy_end_inside(
	const char *what, const struct cudaPitchedPtr *p, const struct cudaPos *at, const struct cudaExtent *x);
cudaError_t copy_node_check(const struct cudaMemcpy3DParms *p); /* all of it, as a graph's node is taken */
cudaError_t launch_run(const struct work *w);                   /* launch.c */
cudaError_t host_run(const struct work *w); /* callback.c: in a thread of its own, when the stream gets there */
/* Parameters by address (as a launch stub passes them) -> the block that the device wants; malloc'd. */
uint8_t *launch_params(const struct function *f, void **args);

bool host_functions_wait(void); /* callback.c: are there any that have not run? */

#endif
