/* objects: barrier objects (mbarriers) that are used before anybody has made them (check/objects.c). */
#ifndef EMULATOR_OBJECTS_H
#define EMULATOR_OBJECTS_H

#include "emulator/check/check.h"

/* These lanes make, or use, the barrier objects at these places of shared memory. */
void em_object_new(struct em_warp *w, const uint64_t *addr, uint32_t lanes);
void em_object_used(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t lanes);
/* Was it ever made? True, too, where nobody watches. */
bool em_object_made(const struct em_block *b, uint64_t addr);

#endif
