/* launch_run: a kernel is launched. The program gives the addresses of the arguments; the device said where in the
 * parameter block each one goes. */
#include <string.h>

#include "base/buf.h"
#include "cudart/work/work.h"

uint8_t *launch_params(const struct function *f, void **args)
{
	uint8_t *p = xcalloc(1, (size_t)f->info.param_bytes + 1);

	for (uint32_t i = 0; i < f->info.nparams; i++) {
		cudart_fetches(f->info.id + 1, i);
		if (f->params[i][0] <= f->info.param_bytes && f->params[i][1] <= f->info.param_bytes - f->params[i][0])
			memcpy(p + f->params[i][0], args[i], f->params[i][1]);
	}
	cudart_fetches(0, 0);
	return p;
}

/* No device can refuse this one: then nobody needs to wait for its word. What this does not admit may still be fine. */
static bool surely_fine(const struct work *w)
{
	const struct work_launch *l = &w->launch;
	const int64_t *f = cudart_device()->field;
	uint64_t threads = (uint64_t)l->block.x * l->block.y * l->block.z;

	return l->function->launched && !l->cooperative && !cudart_is_lost() && stream_live(w->stream) && l->grid.x &&
		l->grid.y && l->grid.z && threads && l->grid.x <= f[DP_FIELD_GRID_X] &&
		l->grid.y <= f[DP_FIELD_GRID_Y] && l->grid.z <= f[DP_FIELD_GRID_Z] && l->block.x <= 1024 &&
		l->block.y <= 1024 && l->block.z <= 64 && threads <= l->function->info.max_threads &&
		l->shared <= l->function->info.max_dynamic_shared &&
		threads * ((uint64_t)l->function->info.regs + 8) <= (uint64_t)f[DP_FIELD_REGS_PER_BLOCK];
}

cudaError_t launch_run(const struct work *w)
{
	const struct work_launch *l = &w->launch;
	struct dp_launch m = { .kernel = l->function->info.id,
		.stream = stream_id(w->stream),
		.grid = { l->grid.x, l->grid.y, l->grid.z },
		.block = { l->block.x, l->block.y, l->block.z },
		.dynamic_shared = l->shared,
		.cooperative = l->cooperative,
		.early = l->early };
	struct rpc r = RPC(LAUNCH, none, m);

	for (uint32_t at = 0; at + 8 <= l->function->info.param_bytes; at += 8) {
		uint64_t word;

		memcpy(&word, (const char *)l->params + at, sizeof word);
		variable_tell(word);
	}
	r.call = w->call;
	r.flags = surely_fine(w) ? DP_SILENT : DP_ASYNC;
	r.data = l->params;
	r.ndata = l->function->info.param_bytes;
	cudaError_t e = rpc_run(&r);

	l->function->launched |= e == cudaSuccess;
	return e;
}
