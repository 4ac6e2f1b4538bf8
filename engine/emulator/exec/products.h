/* products: two loads of words, one after the other, and an fma.rn.f32 of what they bring: the heart of matrix
 * products, sums of products, filters. In quick form alone (exec_flow.h), for whole warps and words that are loaded for
 * this alone: then they need not come to their registers' rows. Three slots, of which the first has this executor; the
 * last one's x says what is known of the loads. Compiled with exec_shared.c and exec_global.c, whose short forms of
 * loads (exec_ldst.h) take over where anything is unusual, slot by slot. */
#ifndef EMULATOR_PRODUCTS_H
#define EMULATOR_PRODUCTS_H

#include "emulator/core/program.h"

/* Of em_inst.x: the first load's shape is known, the second's is (exec_ldst.h, `again`). */
enum { EM_PRODUCT_AGAIN0 = 1, EM_PRODUCT_AGAIN1 = 2 };

/* Both loads from shared memory, from global memory. */
const struct em_inst *em_product_shared(struct em_warp *w, const struct em_inst *i);
const struct em_inst *em_product_global(struct em_warp *w, const struct em_inst *i);

#endif
