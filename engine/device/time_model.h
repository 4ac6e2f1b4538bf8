/* time_model: how long a kernel or a copy would take on the profile's GPU, from what it did (docs/time-model.md). Pure
 * functions of plain numbers: the same counters and profile give the same time on every machine. */
#ifndef DEVICE_TIME_MODEL_H
#define DEVICE_TIME_MODEL_H

#include <stdint.h>

#include "counters/counters.h"
#include "device/profile.h"

struct time_kernel {
	uint64_t blocks;
	const struct counters *c;
};
/* Microseconds on the device, the fixed cost of a launch included. */
double time_model_kernel_us(const struct profile *p, const struct time_kernel *k);

enum time_copy { TIME_COPY_DEVICE, TIME_COPY_PINNED, TIME_COPY_PAGEABLE, TIME_SET };
double time_model_copy_us(const struct profile *p, enum time_copy kind, uint64_t bytes);

#endif
