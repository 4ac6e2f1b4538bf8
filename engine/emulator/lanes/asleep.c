/* asleep: see asleep.h. */
#include "emulator/lanes/asleep.h"

void em_asleep_wake(struct em_block *b, enum em_gstate arrived)
{
	for (uint32_t m = b->arrived; m; m &= m - 1) {
		struct em_warp *w = b->warp[__builtin_ctz(m)];

		w->g[0].pc = b->asleep_at + 1;
		w->g[0].state = (uint8_t)arrived;
		w->g[0].bar = (uint8_t)b->asleep_at->barrier;
		w->swept = 0;
	}
	b->asleep = b->arrived = 0;
}
