/* yields: see yields.h. */
#include "emulator/lanes/yields.h"
#include "emulator/lanes/warp.h"

#define ARRIVED UINT32_MAX /* at a barrier, where all others have to come, too */

const struct em_inst *em_yields_turn(struct em_warp *w, const struct em_inst *i)
{
	struct em_group *g = &w->g[w->cur];

	if (w->ngroups == 1)
		return i + 1;
	w->parties = true;
	g->party += g->party < ARRIVED - 1;
	return em_warp_resched(w, i + 1);
}

bool em_yields_wait(struct em_warp *w, const struct em_inst *i)
{
	struct em_group *g = &w->g[w->cur];

	g->party = ARRIVED;
	g->pc = i;
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (k != w->cur && w->g[k].state == EM_RUN && !em_warp_before(g, &w->g[k])) {
			em_warp_resched(w, i);
			return true;
		}
	g->party = 0;
	w->parties = w->ngroups > 1;
	return false;
}
