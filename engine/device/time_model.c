/* time_model: see time_model.h; the derivation and the sources are in docs/time-model.md. A kernel costs a launch and the longest of the
 * resources that it keeps busy; no parameter belongs to a kernel. */
#include "device/time_model.h"

#define SECTOR_BYTES 32.0

static double max2(double a, double b)
{
	return a > b ? a : b;
}

double time_model_kernel_us(const struct profile *p, const struct time_kernel *k)
{
	const int64_t *f = p->field;
	const uint64_t *v = k->c->v;
	double clk_us = (double)f[DP_FIELD_CLOCK_KHZ] / 1000.0;
	double sms = (double)f[DP_FIELD_SM_COUNT], l1 = (double)f[DP_FIELD_L1_BYTES_PER_CLK];
	double sectors, requests, global, shared, dram, lsu, issue, blocks;

	/* A grid of few blocks keeps few multiprocessors busy; a last wave that is not full leaves some idle. */
	if (k->blocks < (uint64_t)sms)
		sms = k->blocks ? (double)k->blocks : 1.0;
	sectors = (double)(v[CTR_GLOBAL_LD_SECTORS] + v[CTR_GLOBAL_ST_SECTORS]);
	requests = (double)(v[CTR_GLOBAL_LD_REQUESTS] + v[CTR_GLOBAL_ST_REQUESTS]);
	dram = sectors * SECTOR_BYTES / (double)f[DP_FIELD_DRAM_MBPS];
	/* One request takes the load-store unit at least one pass, and a pass moves at most l1 bytes. */
	global = max2(requests, sectors * SECTOR_BYTES / l1);
	shared = (double)(v[CTR_SHARED_LD_WAVEFRONTS] + v[CTR_SHARED_ST_WAVEFRONTS]);
	lsu = (global + shared + (double)v[CTR_ATOMICS]) / sms / clk_us;
	issue = (double)v[CTR_INST] / (double)f[DP_FIELD_SCHEDULERS_PER_SM] / sms / clk_us;
	blocks = (double)k->blocks / (double)f[DP_FIELD_BLOCKS_PER_US];
	return (double)f[DP_FIELD_LAUNCH_NS] / 1000.0 + max2(max2(dram, lsu), max2(issue, blocks));
}

double time_model_copy_us(const struct profile *p, enum time_copy kind, uint64_t bytes)
{
	const int64_t *f = p->field;
	double n = (double)bytes;

	switch (kind) {
	case TIME_COPY_PINNED:
		return (double)f[DP_FIELD_LINK_LATENCY_NS] / 1000.0 + n / (double)f[DP_FIELD_LINK_PINNED_MBPS];
	case TIME_COPY_PAGEABLE:
		return (double)f[DP_FIELD_LINK_LATENCY_NS] / 1000.0 + n / (double)f[DP_FIELD_LINK_PAGEABLE_MBPS];
	case TIME_SET:
		return (double)f[DP_FIELD_LAUNCH_NS] / 1000.0 + n / (double)f[DP_FIELD_DRAM_MBPS];
	case TIME_COPY_DEVICE:
	default: /* read and written: both cross the memory bus */
		return (double)f[DP_FIELD_LAUNCH_NS] / 1000.0 + 2.0 * n / (double)f[DP_FIELD_DRAM_MBPS];
	}
}
