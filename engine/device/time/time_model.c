/* time_model: see time_model.h; the derivation and the sources are in docs/time-model-evidence.md. */
#include "device/time/time_model.h"

double time_model_copy_us(const struct profile *p, enum time_copy kind, uint64_t bytes)
{
	const int64_t *f = p->field;
	double n = (double)bytes;

	switch (kind) {
	case TIME_COPY_PINNED:
		return (double)f[DP_FIELD_LINK_LATENCY_NS] / 1000.0 + n / (double)f[DP_FIELD_LINK_PINNED_MBPS];
	case TIME_COPY_PAGEABLE:
		return (double)f[DP_FIELD_LINK_LATENCY_NS] / 1000.0 + n / (double)f[DP_FIELD_LINK_PAGEABLE_MBPS];
	case TIME_SET: return (double)f[DP_FIELD_LAUNCH_NS] / 1000.0 + n / (double)f[DP_FIELD_DRAM_MBPS];
	case TIME_COPY_DEVICE:
	default: /* read and written: both cross the memory bus */
		return (double)f[DP_FIELD_LAUNCH_NS] / 1000.0 + 2.0 * n / (double)f[DP_FIELD_DRAM_MBPS];
	}
}
