/* exec_product_global: products.h, of words of global memory; a part of exec_global.c. */
#ifndef EMULATOR_EXEC_PRODUCT_GLOBAL_H
#define EMULATOR_EXEC_PRODUCT_GLOBAL_H

#include "emulator/exec/exec_product.h"

/* One load, as global_short's, up to the counts. False: something is unusual, or the cache model follows a line of it.
 */
ALWAYS bool global_product_words(struct em_warp *w, const struct em_inst *i, bool again, bool checked,
	struct product_words *at, unsigned *sectors)
{
	const u64 *a = ROWP(u64, i->a), off = (u64)(s64)(s32)i->displacement;
	const struct em_memory_counts *counts = &w->memory_counts[i->id];
	struct shape *sh = ROWP(struct shape, i->b);
	u64 a0 = again ? sh->a0 : a[0], a1 = again ? sh->a1 : a[16];
	const unsigned kind = again ? sh->kind : classify64(a, 4), n = (kind & EM_KINDS) == EM_UU ? 4 : 64;
	if (!again && i->b)
		*sh = (struct shape){ a0, a1, kind, 0 };
	a0 += off;
	a1 += off;
	if (EM_UNLIKELY(!product_runs(kind) || (a0 | a1) & 3 || !known_bounds(counts, a0, n) ||
		    !known_bounds(counts, a1, n)))
		return false;
	if (w->watch & EM_WATCH_CACHE && EM_UNLIKELY(em_cache_runs_sampled(a0, n, a1, n)))
		return false;
	*at = (struct product_words){ (const uint8_t *)(uintptr_t)(a0 + w->delta),
		(const uint8_t *)(uintptr_t)(a1 + w->delta), n == 4 };
	*sectors = n == 4      ? 1 + ((a0 ^ a1) >> 5 != 0) :
		kind & EM_SAME ? run_sectors(a0, 64) :
		kind & EM_NEXT ? run_sectors(a0, 128) :
				 range_sectors(a0, 64, a1, 64);
	if (!checked)
		return true;
	return quiet_global(w, i, a0, n, 0, n == 4 || kind & EM_SAME, false) &&
		(kind & EM_SAME || quiet_global(w, i, a1, n, 16, n == 4, false));
}

ALWAYS void global_product_counted(struct em_warp *w, const struct em_inst *i, unsigned sectors)
{
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	counts->global_req++;
	counts->global_sectors += sectors;
}

ALWAYS const struct em_inst *global_product(struct em_warp *w, const struct em_inst *i, bool checked, em_fn watched)
{
	const u32 known = i[2].x;
	const em_fn alone = known & EM_PRODUCT_AGAIN0 ? ldg_again_4_1 : ldg_n_4_1;
	struct product_words x, y;
	unsigned sx, sy;
	if (EM_UNLIKELY(w->mask != EM_FULL))
		return alone(w, i);
	if (checked ? EM_UNLIKELY(!quiet_may(w, i)) : EM_UNLIKELY(w->watch & EM_WATCH_GLOBAL))
		return watched ? watched(w, i) : alone(w, i);
	if (EM_UNLIKELY(!global_product_words(w, i, known & EM_PRODUCT_AGAIN0, checked, &x, &sx) ||
		    !global_product_words(w, i + 1, known & EM_PRODUCT_AGAIN1, checked, &y, &sy)))
		return alone(w, i);
	global_product_counted(w, i, sx);
	global_product_counted(w, i + 1, sy);
	product(w, i + 2, &x, &y);
	i += 3;
	return EM_NEXT(w, i);
}
__attribute__((noinline)) FN(product_checked)
{
	return global_product(w, i, true, NULL);
}
const struct em_inst *em_product_global(struct em_warp *w, const struct em_inst *i)
{
	return global_product(w, i, false, product_checked);
}

#endif
