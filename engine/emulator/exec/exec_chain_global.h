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
/* Of lines so many steps from this one, to the `most`-th: which are followed, a bit each. */
ALWAYS u32 chain_followed(u64 line, s64 step, unsigned most)
{
	const __m256i by = _mm256_set1_epi32((s32)((u32)step * EM_CACHE_HASH)), zero = _mm256_setzero_si256();
	__m256i hash = _mm256_add_epi32(_mm256_set1_epi32((s32)((u32)line * EM_CACHE_HASH)),
		_mm256_mullo_epi32(by, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)));
	u32 followed = 0;
	for (unsigned k = 0; k <= most; k += 8, hash = _mm256_add_epi32(hash, _mm256_slli_epi32(by, 3)))
		followed |= (u32)_mm256_movemask_ps(_mm256_castsi256_ps(
				    _mm256_cmpeq_epi32(_mm256_srli_epi32(hash, 32 - EM_CACHE_SAMPLE_SHIFT), zero)))
			<< k;
	return followed & ((2u << most) - 1);
}
/* Do these bytes lie in one line? */
ALWAYS bool chain_in_line(u64 a, u64 bytes)
{
	return a % EM_LINE_BYTES + bytes <= EM_LINE_BYTES;
}
/* The accesses lie in so many bytes from `low` on. Where each half-warp stays within one line but for strides, which
 * are a number of whole lines, one question is for all accesses with as many strides. Where it stays within what
 * several blocks read, no checker asks. */
ALWAYS void chain_box(const struct em_warp *w, const struct em_chain_base *x, struct chain_base *b, u64 low, u64 width,
	s64 stride, bool checked)
{
	const bool same = b->kind & EM_SAME;
	if (w->watch & EM_WATCH_CACHE) {
		const u64 from = b->low + (u64)(s64)x->at_least, f0 = from + b->at0, f1 = from + b->at1,
			  each = (u32)(x->at_most - x->at_least) + b->run, l0 = f0 / EM_LINE_BYTES,
			  l1 = f1 / EM_LINE_BYTES;
		if (!chain_in_line(f0, each) || !chain_in_line(f1, each) ||
			(x->times_most && (stride % EM_LINE_BYTES || x->times_most >= 32)))
			b->looks = true;
		else if (!x->times_most)
			b->followed = em_cache_sampled(l0) | em_cache_sampled(l1);
		else
			b->followed = chain_followed(l0, stride / EM_LINE_BYTES, x->times_most) |
				(same ? 0 : chain_followed(l1, stride / EM_LINE_BYTES, x->times_most));
	}
	if (checked) {
		const u64 a0 = low + b->at0, a1 = low + b->at1, bytes = width + b->run;
		b->quiet = bytes <= 1u << CK_PART_SHIFT && em_quiet_part(&w->blk->check, a0, (unsigned)bytes) &&
			(same || em_quiet_part(&w->blk->check, a1, (unsigned)bytes));
	}
}
/* Are all accesses by this base alike, so that its sectors are those of each of them? */
ALWAYS bool chain_steady(const struct em_chain_base *x, struct chain_base *b, s64 stride)
{
	const u64 first = b->low + (u64)(s64)x->at_least;
	if (b->looks || (b->inside & ((u32)stride | (u32)(x->at_most - x->at_least))))
		return false;
	b->sectors += (first & b->inside) != 0;
	b->inside = 0;
	return true;
}
ALWAYS void chain_count(char *counts, const struct em_chain_load *l, const struct chain_base *b, s64 bytes, bool steady)
{
	struct em_memory_counts *n = EM_AT(counts, struct em_memory_counts, l->counts);
	const u64 low = b->low + (u64)bytes;
	u32 sectors = b->sectors + (steady ? 0 : (low & b->inside) != 0);
	if (EM_UNLIKELY(!b->sectors))
		sectors = range_sectors(low + b->at0, b->run, low + b->at1, b->run);
	n->global_req++;
	n->global_sectors += sectors;
}

#include "emulator/exec/exec_chain.h"

/* A load of lanes of which the model follows a line. */
ALWAYS void chain_touch(struct em_warp *w, const struct em_inst *i, const struct chain_base *b, u64 low)
{
	const u64 a0 = low + b->at0, a1 = low + b->at1;
	if (b->kind & (EM_SAME | EM_NEXT))
		em_cache_follow_run(w, i, a0, (b->kind & EM_SAME ? a0 : a1) + b->run - 1, 1);
	else
		em_cache_follow_two(w, i, a0, a1, EM_CACHE_FORM(b->run, false, 1));
}
/* The cache model follows lines of some loads: as after each of them. */
__attribute__((noinline)) static void chain_follow(
	struct em_warp *w, const struct em_inst *i, const struct em_chain *c, const struct chain_base *base, s64 stride)
{
	u32 may[EM_CHAIN_BASES] = { 0 }; /* as chain_base.followed */
	for (u32 k = 0; k < c->nbases; k++)
		may[k] = base[k].looks ? EM_FULL : base[k].followed;
	for (const struct em_chain_load *l = c->load, *const end = l + c->nloads; l < end; l++) {
		if (EM_LIKELY(!(may[l->at.base] >> (l->at.times & 31) & 1)))
			continue;
		const struct chain_base *b = &base[l->at.base];
		const u64 low = b->low + (u64)chain_bytes(l->at, stride);
		if (!b->looks || chain_sampled(b, low))
			chain_touch(w, i + l->slot, b, low);
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
