/* builtin: functions that nvcc only declares and the device provides. */
#ifndef EMULATOR_BUILTIN_H
#define EMULATOR_BUILTIN_H

#include "emulator/core/machine.h"

int em_builtin_find(const char *name); /* -1: none */
const struct em_inst *em_builtin_call(struct em_warp *w, const struct em_inst *i, unsigned which);

#endif
