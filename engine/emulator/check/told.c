/* told: asynchronous copies that an mbarrier is told of (cp.async.mbarrier.arrive, bulk copies). They are done here as
 * soon as it is told; on hardware when its phase is over, and whoever has not waited for that may find what was there
 * before. So they are kept, from then on until any thread of the block has seen the phase over, or their own warp waits
 * for its copies in another way: who comes to their bytes in between is named. */
#include <stdio.h>

#include "base/buf.h"
#include "emulator/check/check.h"

#define TOLD 64u /* of more the oldest are forgotten */

struct ck_told {
	const struct em_inst *copy;
	uint64_t lo, hi, mbarrier; /* all its bytes lie from lo to below hi; offsets in shared memory */
	uint64_t to[EM_WARP];
	uint32_t mask, bytes; /* of a lane */
	uint32_t warp;
	bool over; /* the phase is */
};

void em_told_copy(struct em_warp *w, const struct em_inst *copy, const uint64_t *to, uint32_t mask, unsigned bytes,
	uint64_t mbarrier)
{
	struct em_block *b = w->blk;
	struct em_ckblock *k = &b->check;
	struct ck_told *t;

	if (!mask || !(b->t->run->check.on & EM_CHECK_RACE_SHARED) || !(w->watch & EM_WATCH_RACES))
		return;
	if (!k->told)
		k->told = xcalloc(TOLD, sizeof *k->told);
	if (k->ntold == TOLD)
		memmove(k->told, k->told + 1, --k->ntold * sizeof *k->told);
	t = &k->told[k->ntold++];
	*t = (struct ck_told){ .copy = copy, .lo = UINT64_MAX, .mbarrier = mbarrier, .mask = mask, .bytes = bytes };
	t->warp = w->index;
	for (uint32_t m = mask; m; m &= m - 1) {
		const uint64_t at = t->to[__builtin_ctz(m)] = to[__builtin_ctz(m)];

		t->lo = at < t->lo ? at : t->lo;
		t->hi = at + bytes > t->hi ? at + bytes : t->hi;
	}
	for (uint32_t n = 0; n < b->nwarps; n++)
		b->warp[n]->watch |= EM_WATCH_COPIES;
}

void em_told_over(struct em_block *b, uint64_t mbarrier)
{
	for (uint32_t n = 0; n < b->check.ntold; n++)
		b->check.told[n].over |= b->check.told[n].mbarrier == mbarrier;
}

static bool forget(const struct ck_told *t, uint64_t mbarrier, const struct em_warp *w)
{
	return w ? t->warp == w->index : t->mbarrier == mbarrier && t->over;
}

static void drop(struct em_ckblock *k, uint64_t mbarrier, const struct em_warp *w)
{
	uint32_t left = 0;

	for (uint32_t n = 0; n < k->ntold; n++)
		if (!forget(&k->told[n], mbarrier, w))
			k->told[left++] = k->told[n];
	k->ntold = left;
}

void em_told_seen(struct em_block *b, uint64_t mbarrier)
{
	drop(&b->check, mbarrier, NULL);
}

void em_told_waited(struct em_warp *w)
{
	drop(&w->blk->check, 0, w);
}

void em_told_access(
	struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes, bool store)
{
	const struct em_ckblock *k = &w->blk->check;

	for (uint32_t n = 0; n < k->ntold; n++) {
		const struct ck_told *t = &k->told[n];

		for (uint32_t m = mask; m; m &= m - 1) {
			const int l = __builtin_ctz(m);

			if (addr[l] >= t->hi || addr[l] + bytes <= t->lo)
				continue;
			for (uint32_t o = t->mask; o; o &= o - 1) {
				const int by = __builtin_ctz(o);

				if (addr[l] < t->to[by] + t->bytes && t->to[by] < addr[l] + bytes) {
					em_race_unawaited(
						w, i, l, w->blk->warp[t->warp], t->copy, by, addr[l], bytes, store);
					break;
				}
			}
		}
	}
}
