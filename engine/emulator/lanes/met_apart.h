/* met_apart: lanes that meet at several places in the code. `if (lane < 9) s = __reduce_add_sync(~0u, a); else s =
 * __reduce_add_sync(~0u, b);` is one sum of all lanes: what counts is the function and the mask (PTX ISA, shfl.sync,
 * vote.sync, match.sync, redux.sync: "the same qualifiers and the same membermask value"). nvcc makes such code itself,
 * as it splits a loop at a lane's number. An H200 exchanges values across the places, whatever the distance or the
 * width of a shuffle; lanes in another function, `max` instead of `min`, it waits for, as we do. */
#ifndef EMULATOR_MET_APART_H
#define EMULATOR_MET_APART_H

#include "emulator/core/met_apart.h"

/* Do those who wait at x meet those who wait at y, if their masks are equal? */
static inline bool em_same_function(const struct em_inst *x, const struct em_inst *y)
{
	return x == y || (x[x->met].fn == y[y->met].fn && x->orders == y->orders);
}

/* The current group at i and those that wait for it elsewhere have met: these lanes. What each shows the others is
 * kept until they have looked. */
void em_met_apart(struct em_warp *w, const struct em_inst *i, uint32_t named, uint32_t met);

/* The instruction i, whose executor is `alone`, for a group of which some lanes have met others so (w->met_apart). */
const struct em_inst *em_met_apart_run(struct em_warp *w, const struct em_inst *i,
	const struct em_inst *(*alone)(struct em_warp *w, const struct em_inst *i), char shown, char result);

#endif
