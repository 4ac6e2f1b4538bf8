/* exec_chain_shared: chains.h, of words of shared memory; a part of exec_shared.c. */
#ifndef EMULATOR_EXEC_CHAIN_SHARED_H
#define EMULATOR_EXEC_CHAIN_SHARED_H

#include "emulator/exec/exec_chain_base.h"

typedef u32 chain_address;
typedef s32 chain_signed;

ALWAYS bool chain_may(struct em_warp *w, const struct em_inst *i, bool checked)
{
	return checked ? quiet_may(w, i) : !(w->watch & EM_WATCH_SHARED);
}
ALWAYS bool chain_one(const u32 *a)
{
	return a[0] == a[16] && are32(a, EM_UNIFORM, EM_UNIFORM, 4);
}
/* Multiples of four bytes change nothing of the banks' passes. */
ALWAYS bool chain_find(struct em_warp *w, const struct em_chain_base *b, struct chain_base *base)
{
	const struct shape *sh = ROWP(const struct shape, b->shape);
	const u32 *a = ROWP(const u32, b->row);
	const u32 a0 = b->shape ? (u32)sh->a0 : a[0], a1 = b->shape ? (u32)sh->a1 : a[16];
	const unsigned kind = b->shape ? sh->kind : classify32(a, 4);
	return chain_base_set(base, a0, a1, kind, run_waves(kind, a0, a1, 4));
}
ALWAYS bool chain_inside(const struct em_warp *w, const struct em_chain_base *b, u32 low, u64 bytes)
{
	(void)b;
	return low + bytes <= w->shared_bytes;
}
ALWAYS bool chain_quiet(struct em_warp *w, const struct em_inst *i, const struct chain_base *b, u32 low)
{
	return quiet_shared_load(w, i, low + b->at0, low + b->at1, b->kind);
}
ALWAYS void chain_load(struct em_warp *w, const struct em_chain_load *l, const struct chain_base *b, u32 low,
	struct product_words *at, bool *follow)
{
	struct em_memory_counts *n = EM_AT(w->memory_counts, struct em_memory_counts, l->counts);
	const u32 joined = b->waves > n->least ? b->waves : n->least;
	(void)follow;
	*at = (struct product_words){ w->shared + low + b->at0, w->shared + low + b->at1, b->uniform };
	n->shared_wave += joined;
	n->shared_ideal += !n->wide ? 1 : joined;
}
ALWAYS const struct em_inst *chain_follow(struct em_warp *w, const struct em_inst *i, const struct em_chain *c,
	const struct chain_base *base, s64 stride)
{
	(void)w, (void)c, (void)base, (void)stride;
	return i;
}

#include "emulator/exec/exec_chain.h"

__attribute__((noinline)) FN(chain_checked)
{
	return chain_walk(w, i, true, product_checked, product_checked);
}
const struct em_inst *em_chain_shared(struct em_warp *w, const struct em_inst *i)
{
	return chain_walk(w, i, false, chain_checked, em_product_shared);
}

#endif
