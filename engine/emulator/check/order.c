/* order: which accesses are ordered. By a barrier of all threads: the block's interval ends, and what was before
 * it is before all that comes (check.h, lo). By the lanes of a warp meeting: its tick ends. By anything that orders
 * some warps (barriers of a part of the block, mbarriers, flags and locks with fences): vector clocks of warps, kept
 * from the first such event of a block to its next barrier of all. Between blocks, inside one launch: publication.
 *
 * Publication. A warp that has passed a fence and then writes strongly (volatile, relaxed, release, atomic) publishes
 * what was before the fence: its own accesses, and by cumulativity (PTX ISA, memory consistency model, causality order)
 * those of its block before the last barrier. A warp that reads strongly relies from then on on all that was published
 * so far, and so does its block after the next barrier. Where a flag lies is not asked: this accuses nobody who
 * synchronises, and finds who does not.
 *
 * A strong write without a fence publishes one thing: that what the block read before its last barrier has been read.
 * The barrier waited for those values, so nothing that is written after the flag was seen can change them (a fence is
 * for what was written). Compaction in place, with a scan that hands its sums from block to block by relaxed accesses,
 * rests on that. */
#include "base/buf.h"
#include "emulator/check/check.h"

#define SLOTS 64u
#define NAMED 16u /* slots of the barriers 0 to 15; the others are for addresses */
#define EVENTS 64u

struct ck_sync {
	uint64_t vc[SLOTS][32];
};
/* Of `warp` what is before point, of all what is before `before`, of what all read also what is before `reads`. */
struct ck_event {
	uint64_t clock, point, before, reads;
	uint32_t warp;
};

/* False: there are none left. The attempt of several threads fails; in order, the rest of this launch's races are not
 * seen. */
static bool next_serial(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	uint32_t s = k->serial + 1;

	if (s >= k->serial_end) {
		s = em_check_more_serials(b);
		if (!s && b->t->run->attempt) {
			em_attempt_fails(b->t->run);
			return false;
		}
		if (!s) {
			for (uint32_t n = 0; n < b->nwarps; n++)
				b->warp[n]->watch &= (uint8_t)~EM_WATCH_RACES;
			return false;
		}
		k->nextra++;
		k->first = (uint64_t)s << CK_SERIAL_SHIFT;
		k->serial_end = s + 64;
		k->last = (uint64_t)k->serial_end << CK_SERIAL_SHIFT;
	}
	k->serial = s;
	return true;
}

static void tick(struct em_warp *w)
{
	struct em_ckblock *k = &w->blk->check;
	w->touched = 0;
	if ((w->code >> CK_TICK_SHIFT & (CK_TICKS - 1)) < CK_TICKS - 1) {
		w->code += 1ull << CK_TICK_SHIFT;
		return;
	}
	if (!next_serial(w->blk))
		return;
	w->code = (uint64_t)k->serial << CK_SERIAL_SHIFT | (uint64_t)w->index << CK_WARP_SHIFT;
}

/* What w did so far lies before this point, what it will do does not. */
static uint64_t seal(struct em_warp *w)
{
	if (w->touched)
		tick(w);
	return ck_point(w->code);
}

void em_check_tick(struct em_warp *w)
{
	tick(w);
	w->sync_point = ck_point(w->code);
}

static struct em_ckblock *clocks(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	if (!k->vc)
		k->vc = xcalloc(32, sizeof *k->vc);
	if (!k->sync)
		k->sync = xcalloc(1, sizeof *k->sync);
	k->partial = true;
	return k;
}

static void join(uint64_t *to, const uint64_t *from)
{
	for (int v = 0; v < 32; v++)
		to[v] = from[v] > to[v] ? from[v] : to[v];
}

static void release(struct em_warp *w, uint32_t slot, uint64_t point)
{
	struct em_ckblock *k = clocks(w->blk);
	join(k->sync->vc[slot], k->vc[w->index]);
	if (point > k->sync->vc[slot][w->index])
		k->sync->vc[slot][w->index] = point;
}

static void acquire(struct em_warp *w, uint32_t slot)
{
	struct em_ckblock *k = &w->blk->check;
	if (!k->sync)
		return;
	join(k->vc[w->index], k->sync->vc[slot]);
	if (k->sync->vc[slot][w->index] > w->sync_point) /* of its own lanes that released, too */
		w->sync_point = k->sync->vc[slot][w->index];
	if (k->acquired_any > w->acquired)
		w->acquired = k->acquired_any;
}

/* ---- barriers */
void em_check_barrier_arrive(struct em_warp *w, uint32_t id)
{
	if (w->blk->t->run->check.on & EM_CHECK_RACES)
		release(w, id, seal(w));
}

static void next_interval(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	if (!next_serial(b))
		return;
	k->lo = (uint64_t)k->serial << CK_SERIAL_SHIFT;
	for (uint32_t n = 0; n < b->nwarps; n++) {
		struct em_warp *w = b->warp[n];
		w->code = k->lo | (uint64_t)n << CK_WARP_SHIFT;
		w->sync_point = ck_point(k->lo);
		w->touched = 0;
	}
	if (b->t->p->publishes) {
		for (uint32_t n = 0; n < b->nwarps; n++)
			if (b->warp[n]->acquired > k->acquired)
				k->acquired = b->warp[n]->acquired;
		memcpy(k->fenced_before, k->fenced, sizeof k->fenced);
	}
	if (k->vc) {
		memset(k->vc, 0, 32 * sizeof *k->vc);
		memset(k->sync, 0, sizeof *k->sync);
	}
	k->partial = b->t->p->publishes;
}

void em_check_barrier_open(struct em_block *b, uint32_t id)
{
	uint32_t waiting = 0, warps = 0;
	if (!(b->t->run->check.on & EM_CHECK_RACES))
		return;
	if (b->bar[id].need)
		for (uint32_t n = 0; n < b->nwarps; n++)
			for (uint32_t g = 0; g < b->warp[n]->ngroups; g++)
				if (b->warp[n]->g[g].state == EM_AT_BAR && b->warp[n]->g[g].bar == id) {
					waiting += (uint32_t)__builtin_popcount(b->warp[n]->g[g].mask);
					warps++;
				}
	/* Who only arrived, and has exited since, does not wait. */
	if (!b->bar[id].need || (waiting == b->live && b->bar[id].lanes == warps * EM_WARP)) {
		next_interval(b);
		return;
	}
	for (uint32_t n = 0; n < b->nwarps; n++)
		for (uint32_t g = 0; g < b->warp[n]->ngroups; g++)
			if (b->warp[n]->g[g].state == EM_AT_BAR && b->warp[n]->g[g].bar == id) {
				acquire(b->warp[n], id);
				em_check_tick(b->warp[n]);
				break;
			}
	/* Those who come next to this barrier wait for each other, not for those of now. */
	if (b->check.sync)
		memset(b->check.sync->vc[id], 0, sizeof b->check.sync->vc[id]);
}

/* ---- fences, flags, locks */
void em_check_fence(struct em_warp *w)
{
	struct em_ckblock *k = &w->blk->check;
	if (!(w->blk->t->run->check.on & EM_CHECK_RACES))
		return;
	k->fenced[w->index] = seal(w);
	w->sync_point = ck_point(w->code);
}

static void publish_event(struct em_block *b, uint32_t warp, uint64_t point, uint64_t before, uint64_t reads)
{
	struct ck_run *q = &b->t->run->check;
	struct ck_pub *p = &q->pub[b->position];
	struct em_ckblock *k = &b->check;
	if (point <= k->published[warp] && before <= k->published_before && reads <= k->published_reads)
		return;
	if (point > k->published[warp])
		k->published[warp] = point;
	if (before > k->published_before)
		k->published_before = before;
	if (reads > k->published_reads)
		k->published_reads = reads;
	if (p->n == p->c && p->c < EVENTS) {
		p->c = p->c ? 2 * p->c : 2;
		p->e = xrealloc(p->e, p->c * sizeof *p->e);
	}
	if (p->n ==
		p->c) { /* more than are kept apart: as if published as early as the last one of this warp, or of all */
		struct ck_event *e = &p->e[p->n - 1];
		for (size_t n = p->n; n-- > 0;)
			if (p->e[n].warp == warp) {
				e = &p->e[n];
				break;
			}
		if (e->warp == warp && point > e->point)
			e->point = point;
		else if (e->warp != warp)
			e->before = point > e->before ? point : e->before;
		e->before = before > e->before ? before : e->before;
		e->reads = reads > e->reads ? reads : e->reads;
		return;
	}
	p->e[p->n++] = (struct ck_event){ q->clock, point, before, reads, warp };
}

static void publish(struct em_warp *w, uint64_t point)
{
	struct em_block *b = w->blk;
	struct em_ckblock *k = &b->check;
	struct ck_run *q = &b->t->run->check;
	uint64_t lo = ck_point(k->lo);
	q->clock++;
	/* A fence after the last barrier covers all that the block did before that barrier. */
	publish_event(b, w->index, point, point >= lo ? lo : 0, lo);
	for (uint32_t v = 0; v < b->nwarps; v++)
		if (k->fenced_before[v])
			publish_event(b, v, k->fenced_before[v], 0, 0);
}

void em_check_sync_access(struct em_warp *w, enum ptx_space space, uint64_t addr, unsigned what)
{
	struct em_block *b = w->blk;
	struct ck_run *q = &b->t->run->check;
	struct em_ckblock *k = &b->check;
	uint32_t slot = NAMED + (uint32_t)((addr * 0x9e3779b97f4a7c15ull >> 40) % (SLOTS - NAMED));
	if (!(q->on & EM_CHECK_RACES))
		return;
	if (what & CK_ACQUIRE) {
		acquire(w, slot);
		w->acquired = k->acquired_any = q->clock;
	}
	if (!(what & CK_RELEASE))
		return;
	uint64_t point = what & CK_FENCED ? seal(w) : k->fenced[w->index];
	bool news = point || ck_point(k->lo) > k->published_reads;
	for (uint32_t v = 0; v < b->nwarps && !news; v++)
		news = k->fenced_before[v] != 0;
	if (!news)
		return;
	if (point)
		release(w, slot, point);
	if (space != PTX_SHARED && q->pub)
		publish(w, point);
}

/* ---- the question */
bool em_check_ordered(struct em_warp *w, int lane, uint64_t code, bool several, bool reads)
{
	struct em_block *b = w->blk;
	const struct em_ckblock *k = &b->check;
	const struct em_run *r = b->t->run;
	uint32_t v = ck_warp(code);
	uint64_t position;
	bool mine = code >= k->first && code < k->last;
	if (!mine) {
		if (!em_check_position(r, code, &position))
			return true;
		mine = position == b->position;
	}
	if (mine) {
		if (code < k->lo)
			return true;
		if (v == w->index)
			return (ck_lane(code) == (uint32_t)lane && !several) || ck_point(code) < w->sync_point;
		return k->vc && ck_point(code) < k->vc[w->index][v];
	}
	if (!r->check.pub)
		return false;
	const struct ck_pub *p = &r->check.pub[position];
	uint64_t known = w->acquired > k->acquired ? w->acquired : k->acquired;
	for (size_t n = 0; n < p->n; n++)
		if ((p->e[n].warp == v && ck_point(code) < p->e[n].point) || ck_point(code) < p->e[n].before ||
			(reads && ck_point(code) < p->e[n].reads))
			return p->e[n].clock <= known;
	return false;
}
