/* time_model: how long a copy would take on the profile's GPU (docs/time-model.md); kernels: time_kernel.h. Pure
 * functions of plain numbers. */
#ifndef DEVICE_TIME_MODEL_H
#define DEVICE_TIME_MODEL_H

#include <stdint.h>

#include "device/time/profile.h"

enum time_copy { TIME_COPY_DEVICE, TIME_COPY_PINNED, TIME_COPY_PAGEABLE, TIME_SET };
double time_model_copy_us(const struct profile *p, enum time_copy kind, uint64_t bytes);

#endif
