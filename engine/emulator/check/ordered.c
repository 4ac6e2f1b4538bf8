/* ordered: is an earlier access ordered before one that comes now, by all that order.c and publish.c have noted? If
 * not, what is missing, as far as the clocks know?
 *
 * A strong write without a fence publishes one thing, wherever it lies: that what the block read before its last
 * barrier has been read. The barrier waited for those values, so nothing that is written after the flag was seen can
 * change them (a fence is for what was written). Compaction in place, with a scan that hands its sums from block to
 * block by relaxed accesses, rests on that. */
#include "emulator/check/ordered.h"
#include "base/buf.h"
#include "emulator/check/conflict.h"
#include "emulator/check/publish.h"

#define EVENTS 64u /* of a block's reads */

/* What the block read before `reads` it has read. */
struct ck_event {
	uint64_t clock, reads;
};

void em_reads_publish(struct em_block *b)
{
	struct ck_run *q = &b->t->run->check;
	struct ck_pub *p = &q->pub[b->position];
	const uint64_t reads = ck_point(b->check.interval);
	if (reads <= b->check.published_reads)
		return;
	b->check.published_reads = reads;
	q->clock++;
	if (p->nevents == p->events_cap && p->events_cap < EVENTS) {
		p->events_cap = p->events_cap ? 2 * p->events_cap : 2;
		p->events = xrealloc(p->events, p->events_cap * sizeof *p->events);
	}
	if (p->nevents == p->events_cap) /* more than are kept apart: as if published as early as the last one */
		p->events[p->nevents - 1].reads = reads;
	else
		p->events[p->nevents++] = (struct ck_event){ q->clock, reads };
}

/* Does the warp know of a later event than what `code` read? */
static bool reads_known(const struct em_warp *w, const struct ck_pub *p, uint64_t code)
{
	const struct em_ckblock *k = &w->blk->check;
	const uint64_t known = w->acquired > k->acquired ? w->acquired : k->acquired;

	for (size_t n = 0; n < p->nevents; n++)
		if (ck_point(code) < p->events[n].reads)
			return p->events[n].clock <= known;
	return false;
}

static bool ordered_here(const struct em_warp *w, int lane, uint64_t code, bool several)
{
	const struct em_ckblock *k = &w->blk->check;
	const uint32_t v = ck_warp(code);
	if (code < k->interval)
		return true;
	if (v == w->index)
		return (ck_lane(code) == (uint32_t)lane && !several) || ck_point(code) < w->sync_point ||
			(w->lane_points && ck_point(code) < w->lane_points[lane][ck_lane(code)]);
	return k->clocks && ck_point(code) < k->clocks[w->index][v];
}

/* True: this block's; false: at *position. What is nobody's is ordered. */
static bool is_mine(const struct em_warp *w, uint64_t code, uint64_t *position, bool *nobodys)
{
	const struct em_ckblock *k = &w->blk->check;
	*nobodys = false;
	if (code >= k->first && code < k->last)
		return true;
	*nobodys = !em_check_position(w->t->run, code, position);
	return !*nobodys && *position == w->blk->position;
}

bool em_check_ordered(struct em_warp *w, int lane, uint64_t code, bool several, bool reads)
{
	const struct ck_run *q = &w->blk->t->run->check;
	uint64_t position;
	bool nobodys;
	if (is_mine(w, code, &position, &nobodys))
		return ordered_here(w, lane, code, several);
	if (nobodys)
		return true;
	if (!q->pub)
		return false;
	if (em_publish_ordered(w, code, position, reads))
		return true;
	return reads && reads_known(w, &q->pub[position], code);
}

enum em_gap em_check_gap(struct em_warp *w, uint64_t code)
{
	const struct em_ckblock *k = &w->blk->check;
	uint64_t position;
	bool nobodys;
	if (is_mine(w, code, &position, &nobodys)) {
		const uint32_t v = ck_warp(code);
		return v == w->index                                            ? EM_GAP_NONE :
			k->seen && ck_point(code) < k->seen[w->index][v]        ? EM_GAP_FENCE_READ :
			k->asked >> w->index & 1 && ck_point(code) < k->bare[v] ? EM_GAP_FENCE :
										  EM_GAP_NONE;
	}
	return nobodys || !w->t->run->check.pub ? EM_GAP_NONE : em_publish_gap(w, code, position);
}
