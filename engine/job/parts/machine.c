/* machine: see machine.h. */
#include "job/parts/machine.h"

#include "device/time/profile.h"
#include "toolchain/toolchain.h"

int machine_arch(const char *profile)
{
	struct profile p;

	if (profile_find(&p, profile, NULL))
		return 0;
	return toolchain_machine((int)(p.field[DP_FIELD_CC_MAJOR] * 10 + p.field[DP_FIELD_CC_MINOR]));
}
