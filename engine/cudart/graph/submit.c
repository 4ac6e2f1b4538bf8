/* submit: an operation of a stream. A stream that is being captured keeps it in a graph; any other does it. */
#include "cudart/graph/graph.h"

cudaError_t work_submit(struct work *w)
{
	cudaError_t e;

	if (stream_capture(w->stream))
		return capture_add(w);
	e = stream_id(w->stream) ?
		cudaSuccess :
		capture_legacy(w->call, w->kind == WORK_LAUNCH ? w->launch.function->info.id + 1 : 0);
	return e == cudaSuccess ? work_run(w) : e;
}
