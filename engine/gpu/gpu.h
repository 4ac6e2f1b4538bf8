/* gpu: is there a real NVIDIA GPU that works? Asked in a process of its own, because initialising CUDA in a process
 * that forks is forbidden and because a broken driver may hang. */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct gpu_info {
	bool works;
	char name[128]; /* "NVIDIA H200" */
	int major, minor, sms;
	uint64_t l2_bytes, memory_bytes;
	double peak_bandwidth_gbs; /* from memory clock and bus width, 0 when unknown */
	int driver_version;
	bool counters_allowed; /* RmProfilingAdminOnly = 0, or we are root */
	char why[256];         /* when it does not work: one sentence */
};
/* Runs `exe --probe` (exe = warplings-host) with cudart_dir on its library path. Never fails: works = false says why.
 */
void gpu_probe(struct gpu_info *g, const char *exe, const char *cudart_dir, int timeout_ms);

#endif
