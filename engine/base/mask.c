/* mask: see mask.h. */
#include "base/mask.h"

bool mask_run_from(uint32_t mask, int from, struct mask_run *run)
{
	uint32_t begins = mask & ~(mask << 1), rest = from < 32 ? begins & ~UINT32_C(0) << from : 0;

	if (!rest)
		return false;
	run->first = __builtin_ctz(rest);
	run->last = run->first;
	while (run->last < 31 && mask >> (run->last + 1) & 1)
		run->last++;
	return true;
}
