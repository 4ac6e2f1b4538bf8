/* place: where something happened: the source line of an instruction, the block at a position of a launch's order. */
#ifndef EMULATOR_PLACE_H
#define EMULATOR_PLACE_H

#include "emulator/core/device.h"
#include "emulator/core/machine.h"

/* The source place of an instruction: the innermost line of the program's own file. */
void em_source_of(const struct em_module *m, const struct ptx_func *f, int32_t inst, const char **file, int *line);
/* The same as an index into the module's locs; -1 where nothing says. */
int32_t em_loc_of(const struct ptx_module *x, const struct ptx_func *f, int32_t inst);

/* The block that is the k-th of the launch's order. */
uint64_t em_block_at(const struct em_run *r, uint64_t k);

#endif
