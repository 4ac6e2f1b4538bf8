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
ALWAYS bool chain_are(const u32 *a, unsigned kind)
{
	return are32(a, kind, kind, 4);
}
ALWAYS uintptr_t chain_host(const struct em_warp *w, u32 a)
{
	return (uintptr_t)w->shared + a;
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
ALWAYS bool chain_sampled(const struct chain_base *b, u32 low)
{
	(void)b, (void)low;
	return false;
}
/* Multiples of four bytes change nothing of the banks' passes. */
ALWAYS void chain_box(const struct em_warp *w, const struct em_chain_base *x, struct chain_base *b, u32 low, u64 width,
	s64 stride, bool checked)
{
	(void)w, (void)x, (void)width, (void)stride, (void)checked;
	b->waves = run_waves(b->kind, low + b->at0, low + b->at1, 4);
}
/* Nothing depends on it. */
ALWAYS bool chain_steady(const struct em_chain_base *x, const struct chain_base *b, s64 stride)
{
	(void)x, (void)b, (void)stride;
	return true;
}
ALWAYS void chain_count(char *counts, const struct em_chain_load *l, const struct chain_base *b, s64 bytes, bool steady)
{
	struct em_memory_counts *n = EM_AT(counts, struct em_memory_counts, l->counts);
	const u64 waves = b->waves, least = n->least, joined = waves > least ? waves : least;
	(void)bytes, (void)steady;
	n->shared_wave += joined;
	n->shared_ideal += !n->wide ? 1 : joined;
}

#include "emulator/exec/exec_chain.h"

ALWAYS void chain_follow(
	struct em_warp *w, const struct em_inst *i, const struct em_chain *c, const struct chain_base *base, s64 stride)
{
	(void)w, (void)i, (void)c, (void)base, (void)stride;
}

__attribute__((noinline)) FN(chain_checked)
{
	return chain_walk(w, i, true, product_checked, product_checked);
}
const struct em_inst *em_chain_shared(struct em_warp *w, const struct em_inst *i)
{
	return chain_walk(w, i, false, chain_checked, em_product_shared);
}

#endif
