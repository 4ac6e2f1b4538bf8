/* profile: the numbers of one GPU model, from profiles/NAME.profile (embedded in the binary). They answer
 * cudaGetDeviceProperties and feed the time model. Every number is in profile_fields.def with its meaning, and in the
 * file with its source. */
#ifndef DEVICE_PROFILE_H
#define DEVICE_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "device/protocol.h"

struct profile {
	char name[64]; /* "NVIDIA H200" */
	int64_t field[DP_FIELD_COUNT];
};

/* By name ("h200"); NULL = the default. ERR_USAGE names the known ones. */
int profile_find(struct profile *p, const char *name, struct err *e);
/* The text of a profile. An unknown key, a number out of range or a missing field is an error at its line. `file` is
 * for messages. */
int profile_parse(struct profile *p, const char *file, const char *text, size_t len, struct err *e);
/* Name of the i-th known profile, NULL beyond the last. */
const char *profile_name(size_t i);

#endif
