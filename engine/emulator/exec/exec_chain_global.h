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
ALWAYS bool chain_are(const u64 *a, unsigned kind)
{
	return are64(a, kind, kind, 4);
}
ALWAYS uintptr_t chain_host(const struct em_warp *w, u64 a)
{
	return (uintptr_t)(a + w->delta);
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
/* ---- the cache model: does it follow a line of these lanes? */
ALWAYS bool chain_sampled(const struct chain_base *b, u64 low)
{
	const u64 a0 = low + b->at0, a1 = low + b->at1;
	return em_cache_span_sampled(a0, a0 + b->run - 1) ||
		(!(b->kind & EM_SAME) && em_cache_span_sampled(a1, a1 + b->run - 1));
}
/* The accesses lie in so many bytes from `low` on. Where each half-warp stays within one line, that is all that there
 * is to ask; where it stays within what several blocks read, nothing. */
ALWAYS void chain_box(const struct em_warp *w, struct chain_base *b, u64 low, u64 width, bool checked)
{
	const u64 a0 = low + b->at0, a1 = low + b->at1, bytes = width + b->run;
	b->looks = w->watch & EM_WATCH_CACHE &&
		((a0 ^ (a0 + bytes - 1)) / EM_LINE_BYTES || (a1 ^ (a1 + bytes - 1)) / EM_LINE_BYTES ||
			chain_sampled(b, low));
	b->quiet = checked && bytes <= 1u << CK_PART_SHIFT && em_quiet_part(&w->blk->check, a0, (unsigned)bytes) &&
		(b->kind & EM_SAME || em_quiet_part(&w->blk->check, a1, (unsigned)bytes));
}
ALWAYS void chain_count(char *counts, const struct em_chain_load *l, const struct chain_base *b, s64 bytes)
{
	struct em_memory_counts *n = EM_AT(counts, struct em_memory_counts, l->counts);
	const u64 low = b->low + (u64)bytes;
	u32 sectors = b->sectors + ((low & b->inside) != 0);
	if (EM_UNLIKELY(!b->sectors))
		sectors = range_sectors(low + b->at0, b->run, low + b->at1, b->run);
	n->global_req++;
	n->global_sectors += sectors;
}

#include "emulator/exec/exec_chain.h"

/* The cache model follows lines of some loads: as after each of them. */
__attribute__((noinline)) static void chain_follow(
	struct em_warp *w, const struct em_inst *i, const struct em_chain *c, const struct chain_base *base, s64 stride)
{
	for (const struct em_chain_load *l = c->load; l < c->load + c->nloads; l++) {
		const struct chain_base *b = &base[l->at.base];
		const u64 low = b->low + (u64)chain_bytes(l->at, stride), a0 = low + b->at0, a1 = low + b->at1;
		if (!b->looks || !chain_sampled(b, low))
			continue;
		if (b->kind & (EM_SAME | EM_NEXT))
			em_cache_follow_run(w, i + l->slot, a0, (b->kind & EM_SAME ? a0 : a1) + b->run - 1, 1);
		else
			em_cache_follow_two(w, i + l->slot, a0, a1, EM_CACHE_FORM(b->run, false, 1));
	}
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
