/* time_busy: see time_busy.h. */
#include "device/time/time_busy.h"

#include <math.h>

#define INSTRUCTION_BYTES 16.0

/* Cycles of a scheduler for all instructions of the launch. Products of 64 bits and doubles keep it for longer, as they
 * read more registers than it delivers in a cycle; what needs none of these, as it makes a constant in uniform ones,
 * goes beside a double one time in three. */
double time_slots(const int64_t *f, const struct em_work *w)
{
	static const double beside = 1 / 3.0; /* function.double.exp, log and erf .1056 of tests/bench/hard */

	return (double)w->pipe[EM_PIPE_ISSUE] + (double)w->pipe[EM_PIPE_WIDE] * (double)(f[DP_FIELD_WIDE_ISSUE] - 1) +
		(double)w->pipe[EM_PIPE_F64] * (double)(f[DP_FIELD_F64_ISSUE] - 1) -
		(double)w->pipe[EM_PIPE_UNIFORM] * beside;
}

/* Microseconds until so much machine code has come from the memory; what lies farther on comes while the first of it
 * runs. */
double time_first_fetch(const int64_t *f, uint32_t bytes)
{
	static const double most = 400; /* instructions; blind2 to blind9 */
	const double n = (double)bytes / INSTRUCTION_BYTES;

	return bytes ? (double)f[DP_FIELD_FETCH_NS] / 1e3 +
			(n < most ? n : most) * (double)f[DP_FIELD_FETCH_INSTRUCTION_PS] / 1e6 :
		       0;
}

/* Cycles of a scheduler for what `warps` of it, side by side, fetch of loops that no near cache holds, beside those in
 * which they issue it (fetch.cu of tests/bench/hard). One or two go in step and share what is fetched; more than that
 * have spread over the loop, and the scheduler waits as long as one does and issues for all. */
static double waits_for_code(double each, double warps)
{
	const double one = fmax(warps, 1), more = fmax(each, one), less = fmin(each, one),
		     spread = fmin(fmax((one / each - 0.75) / 0.65, 0), 1);

	return more + less * spread - warps;
}
double time_fetches(const int64_t *f, const struct em_work *w, double warps)
{
	double clk = 0;

	warps /= (double)f[DP_FIELD_SCHEDULERS_PER_SM];
	for (int far = 0; far < 2; far++)
		clk += (double)w->fetched[far] / (double)w->warps *
			waits_for_code((double)f[far ? DP_FIELD_CODE_FAR_CLK : DP_FIELD_CODE_CLK] / 1000.0, warps);
	return clk;
}

/* A store to local memory keeps others out of the L1 for longer than one to global memory does: so many cycles beside
 * its passes. That is what the L2 takes for what all multiprocessors send it; where few are at work it keeps up with
 * them (bins.word.64.1.1 and .132 of tests/bench/hard, blocks of four warps, 26 lines a turn: 64 and 152 us). */
double time_local_stores(const int64_t *f, const struct em_work *w)
{
	const double all = (double)f[DP_FIELD_SM_COUNT], at_work = (double)w->grid_blocks;

	return ((double)w->traffic.local_lines * (double)f[DP_FIELD_LOCAL_STORE_CLK] +
		       (double)w->traffic.local_stored * (double)f[DP_FIELD_LOCAL_SECTOR_CLK]) /
		1000.0 * (at_work < all ? at_work / all : 1);
}

/* Cycles of a warp in which the L1 takes what it stores to global memory, a part of a line each: as long for each line
 * as a store to local memory. Its next access comes behind that. */
double time_scattered_stores(const int64_t *f, const struct em_work *w)
{
	return fmax((double)w->traffic.l2_parts - (double)w->traffic.local_lines, 0) / (double)w->warps *
		(double)f[DP_FIELD_LOCAL_STORE_CLK] / 1000.0;
}
