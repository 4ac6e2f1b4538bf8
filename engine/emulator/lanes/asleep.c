/* asleep: see asleep.h. */
#include "emulator/lanes/asleep.h"

#include "emulator/lanes/barrier.h"

void em_asleep_wake(struct em_block *b, enum em_gstate arrived)
{
	for (uint32_t m = b->arrived; m; m &= m - 1) {
		struct em_warp *w = b->warp[__builtin_ctz(m)];

		em_wait_at(&w->g[0], b->asleep_at);
		w->g[0].state = (uint8_t)arrived;
		w->swept = 0;
	}
	b->asleep = b->arrived = 0;
}
