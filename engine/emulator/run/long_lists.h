/* long_lists: how long the warps of a block wait for the L2 and the memory, where some have far more to load than the
 * launch's average. Of 32 lanes that walk through lists of their own one comes to a new line in nearly each turn; so
 * the waits of such a warp follow from how often it would wait if all of its loads missed (its machine code has some of
 * them side by side), how many lines a load wants, and how often followed lines wait. */
#ifndef EMULATOR_LONG_LISTS_H
#define EMULATOR_LONG_LISTS_H

#include "emulator/core/machine.h"

/* Cycles of waits: of all warps of a block, of the longest and of the first one. */
struct em_list_far {
	double all, longest, first;
};

/* Of a launch all of whose warps wait for `far` cycles. */
struct em_lists *em_lists_new(const struct em_run *r, double far);
void em_lists_free(struct em_lists *x);
/* How far that is to be believed of a block, 0 to 1: of one whose longest warp loads hardly more often than the
 * average, or whose loads want few lines each, what its waits are in proportion to says as much with less noise. */
double em_lists_weight(const struct em_lists *x, const struct em_share_parts *p);
/* Of a block that is believed at all. */
struct em_list_far em_lists_far(const struct em_lists *x, const struct em_share_parts *p);

/* What followed lines show of a block's waits counts lines that its multiprocessor had for other blocks. Of so many
 * that all of them asked for, how much of their waits are left; and of a block's, compared with all. */
double em_left_of_all(const struct em_run *r);
double em_left(double all, const struct em_share_parts *p);

#endif
