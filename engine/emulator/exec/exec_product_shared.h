/* exec_product_shared: products.h, of words of shared memory; a part of exec_shared.c. */
#ifndef EMULATOR_EXEC_PRODUCT_SHARED_H
#define EMULATOR_EXEC_PRODUCT_SHARED_H

#include "emulator/exec/exec_product.h"

/* One load, as shared_short's, up to the counts. False: something is unusual. waves: of the banks. */
ALWAYS bool shared_product_words(
	struct em_warp *w, const struct em_inst *i, bool again, bool checked, struct product_words *at, unsigned *waves)
{
	const u32 *a = ROWP(u32, i->a);
	struct shape *sh = ROWP(struct shape, i->b);
	u32 a0 = again ? (u32)sh->a0 : a[0], a1 = again ? (u32)sh->a1 : a[16];
	const unsigned kind = again ? sh->kind : classify32(a, 4), n = (kind & EM_KINDS) == EM_UU ? 4 : 64;
	*waves = again ? sh->waves : run_waves(kind, a0 + i->displacement, a1 + i->displacement, 4);
	if (!again && i->b)
		*sh = (struct shape){ a0, a1, kind, *waves };
	a0 += i->displacement;
	a1 += i->displacement;
	if (EM_UNLIKELY(!product_runs(kind) || (a0 | a1) & 3 || (u64)a0 + n > w->shared_bytes ||
		    (u64)a1 + n > w->shared_bytes))
		return false;
	*at = (struct product_words){ w->shared + a0, w->shared + a1, n == 4 };
	return !checked || quiet_shared_load(w, i, a0, a1, kind);
}

ALWAYS void shared_product_counted(struct em_warp *w, const struct em_inst *i, unsigned waves)
{
	struct em_memory_counts *counts = &w->memory_counts[i->id];
	const unsigned joined = waves > counts->least ? waves : counts->least;
	counts->shared_wave += joined;
	counts->shared_ideal += !counts->wide ? 1 : joined;
}

ALWAYS const struct em_inst *shared_product(struct em_warp *w, const struct em_inst *i, bool checked, em_fn watched)
{
	const u32 known = i[2].x;
	const em_fn alone = known & EM_PRODUCT_AGAIN0 ? lds_again_4_1 : lds_n_4_1;
	struct product_words x, y;
	unsigned wx, wy;
	if (EM_UNLIKELY(w->mask != EM_FULL))
		return alone(w, i);
	if (checked ? EM_UNLIKELY(!quiet_may(w, i)) : EM_UNLIKELY(w->watch & EM_WATCH_SHARED))
		return watched ? watched(w, i) : alone(w, i);
	if (EM_UNLIKELY(!shared_product_words(w, i, known & EM_PRODUCT_AGAIN0, checked, &x, &wx) ||
		    !shared_product_words(w, i + 1, known & EM_PRODUCT_AGAIN1, checked, &y, &wy)))
		return alone(w, i);
	shared_product_counted(w, i, wx);
	shared_product_counted(w, i + 1, wy);
	product(w, i + 2, &x, &y);
	i += 3;
	return EM_NEXT(w, i);
}
__attribute__((noinline)) FN(product_checked)
{
	return shared_product(w, i, true, NULL);
}
const struct em_inst *em_product_shared(struct em_warp *w, const struct em_inst *i)
{
	return shared_product(w, i, false, product_checked);
}

#endif
