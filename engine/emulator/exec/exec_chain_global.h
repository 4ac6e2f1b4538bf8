/* exec_chain_global: chains.h, of words of global memory; a part of exec_global.c. */
#ifndef EMULATOR_EXEC_CHAIN_GLOBAL_H
#define EMULATOR_EXEC_CHAIN_GLOBAL_H

#include "emulator/exec/exec_chain_base.h"

typedef u64 chain_address;
typedef s64 chain_signed;

ALWAYS bool chain_may(struct em_warp *w, const struct em_inst *i, bool checked)
{
	return checked ? quiet_may(w, i) : !(w->watch & EM_WATCH_GLOBAL);
}
ALWAYS bool chain_one(const u64 *a)
{
	return a[0] == a[16] && are64(a, EM_UNIFORM, EM_UNIFORM, 4);
}
ALWAYS bool chain_find(struct em_warp *w, const struct em_chain_base *b, struct chain_base *base)
{
	const struct shape *sh = ROWP(const struct shape, b->shape);
	const u64 *a = ROWP(const u64, b->row);
	return b->shape ? chain_base_set(base, sh->a0, sh->a1, sh->kind, 0) :
			  chain_base_set(base, a[0], a[16], classify64(a, 4), 0);
}
/* Are these bytes inside the allocation that the base's first load touched last? */
ALWAYS bool chain_inside(const struct em_warp *w, const struct em_chain_base *b, u64 low, u64 bytes)
{
	const struct em_memory_counts *n = EM_AT(w->memory_counts, const struct em_memory_counts, b->counts);
	return (s64)low >= (s64)n->lo && (s64)low <= (s64)(n->hi - bytes);
}
ALWAYS bool chain_quiet(struct em_warp *w, const struct em_inst *i, const struct chain_base *b, u64 low)
{
	const bool same = b->kind & EM_SAME;
	return quiet_global(w, i, low + b->at0, b->run, 0, b->uniform || same, false) &&
		(same || quiet_global(w, i, low + b->at1, b->run, 16, b->uniform, false));
}
ALWAYS void chain_load(struct em_warp *w, const struct em_chain_load *l, const struct chain_base *b, u64 low,
	struct product_words *at, bool *follow)
{
	struct em_memory_counts *n = EM_AT(w->memory_counts, struct em_memory_counts, l->counts);
	const uint8_t *m = (const uint8_t *)(uintptr_t)(low + w->delta);
	u32 sectors = b->sectors + ((low & b->inside) != 0);
	*at = (struct product_words){ m + b->at0, m + b->at1, b->uniform };
	if (EM_UNLIKELY(!b->sectors))
		sectors = range_sectors(low + b->at0, b->run, low + b->at1, b->run);
	if (w->watch & EM_WATCH_CACHE)
		*follow |= em_cache_runs_sampled(low + b->at0, b->run, low + b->at1, b->run);
	n->global_req++;
	n->global_sectors += sectors;
}
/* The cache model follows lines of some loads: as after each of them. */
__attribute__((noinline)) static const struct em_inst *chain_follow(struct em_warp *w, const struct em_inst *i,
	const struct em_chain *c, const struct chain_base *base, s64 stride);

#include "emulator/exec/exec_chain.h"

__attribute__((noinline)) static const struct em_inst *chain_follow(struct em_warp *w, const struct em_inst *i,
	const struct em_chain *c, const struct chain_base *base, s64 stride)
{
	for (const struct em_chain_load *l = c->load; l < c->load + c->nloads; l++) {
		const struct chain_base *b = &base[l->at.base];
		const u64 low = chain_low(base, l->at, stride), a0 = low + b->at0, a1 = low + b->at1;
		if (!em_cache_runs_sampled(a0, b->run, a1, b->run))
			continue;
		if (b->kind & (EM_SAME | EM_NEXT))
			em_cache_follow_run(w, i + l->slot, a0, (b->kind & EM_SAME ? a0 : a1) + b->run - 1, 1);
		else
			em_cache_follow_two(w, i + l->slot, a0, a1, EM_CACHE_FORM(b->run, false, 1));
	}
	i += c->slots;
	return EM_NEXT(w, i);
}

__attribute__((noinline)) FN(chain_checked)
{
	return chain_walk(w, i, true, product_checked, product_checked);
}
const struct em_inst *em_chain_global(struct em_warp *w, const struct em_inst *i)
{
	return chain_walk(w, i, false, chain_checked, em_product_global);
}

#endif
