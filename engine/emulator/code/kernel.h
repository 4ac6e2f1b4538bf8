/* kernel: a kernel's program from layout to code to end. */
#ifndef EMULATOR_KERNEL_H
#define EMULATOR_KERNEL_H

#include "emulator/core/device.h"
#include "emulator/core/program.h"

struct em_program *em_program_new(struct em_module *m, const struct ptx_func *kernel);
void em_program_free(struct em_program *p);
/* The function of the module that f names: a declaration stands for the definition of that name, where there is one. */
int32_t em_definition(const struct em_module *m, int32_t f);
int em_program_decode(struct em_program *p, struct err *e);

#endif
