/* occupancy: how many blocks of a kernel one multiprocessor holds, and what that leaves of its L1 (time_kernel.h). */
#include <string.h>

#include "device/resident.h"
#include "device/time/time_kernel.h"

uint32_t time_resident(const struct profile *p, const struct time_shape *s)
{
	struct resident_kernel k = { .regs = s->regs,
		.static_shared = s->static_shared,
		.max_threads = p->field[DP_FIELD_THREADS_PER_BLOCK],
		.max_dynamic_shared = s->dynamic_shared,
		.state = RESIDENT_STATE };
	int64_t n = resident_blocks(p->field, &k, s->threads, s->dynamic_shared);

	return n > 0 ? (uint32_t)n : 0;
}

void time_geometry(const struct profile *p, const struct time_shape *s, struct em_timing *out)
{
	const int64_t *f = p->field;
	int64_t shared = (int64_t)s->static_shared + s->dynamic_shared, l1;

	memset(out, 0, sizeof *out);
	out->multiprocessors = (uint32_t)f[DP_FIELD_SM_COUNT];
	out->resident_blocks = time_resident(p, s);
	if (!out->resident_blocks)
		out->resident_blocks = 1;
	/* L1 and shared memory are one memory; each resident block takes its part first. */
	l1 = f[DP_FIELD_L1_BYTES] - (shared + f[DP_FIELD_SHARED_RESERVED]) * out->resident_blocks;
	out->l1_bytes = (uint64_t)(l1 > f[DP_FIELD_L1_BYTES] / 16 ? l1 : f[DP_FIELD_L1_BYTES] / 16);
	out->l2_bytes = (uint64_t)f[DP_FIELD_L2_REACH];
	time_clocks(p, out);
	out->read_row_bytes = (uint32_t)f[DP_FIELD_DRAM_ROW_BYTES];
	out->write_row_bytes = (uint32_t)f[DP_FIELD_DRAM_WRITTEN_ROW_BYTES];
	out->float_lane = (uint32_t)(64 * f[DP_FIELD_ATOMICS_PER_US] / f[DP_FIELD_FLOAT_ATOMICS_PER_US]);
	out->fill_sectors = (uint32_t)(f[DP_FIELD_DRAM_FILL_BYTES] / 32);
}
