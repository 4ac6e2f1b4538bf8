/* enter: from C into the executors. Those of the quick form keep no register for whoever calls them (module.mk): most
 * are entered by a jump from the one before, and would save registers for nobody. */
#ifndef EMULATOR_ENTER_H
#define EMULATOR_ENTER_H

#include "emulator/core/machine.h"

/* Runs the slot i, and those after it as far as executors go on by themselves. Returns what the last one returned. Any
 * executor may be entered here; a quick one must be entered here or by another quick one. */
const struct em_inst *em_enter(struct em_warp *w, const struct em_inst *i);

#endif
