/* order: which accesses are ordered. By a barrier of all threads: the block's interval ends, and what was before
 * it is before all that comes (check.h, interval). By the lanes of a warp meeting: its tick ends. By anything that
 * orders some warps (barriers of a part of the block, mbarriers, flags and locks with fences): vector clocks of warps,
 * kept from the first such event of a block to its next barrier of all.
 *
 * Between blocks: at flags, check/publish.c. In a block a flag is a slot (slots.c), found by its address: a release
 * adds to it what comes before it for its warp, an acquire takes that over. A read that is only relaxed takes it over
 * at its next fence.
 * The question itself is in ordered.c. */
#include "base/buf.h"
#include "emulator/check/cause.h"
#include "emulator/check/check.h"
#include "emulator/check/conflict.h"
#include "emulator/check/ordered.h"
#include "emulator/check/publish.h"

/* The block has used up its serials. False: there are none left. The attempt of several threads fails; in order, the
 * rest of this launch's races are not seen. */
__attribute__((noinline)) static bool more_serials(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	const uint32_t s = em_check_more_serials(b);

	if (!s && b->t->run->attempt) {
		em_attempt_fails(b->t->run);
		return false;
	}
	if (!s) {
		for (uint32_t n = 0; n < b->nwarps; n++)
			b->warp[n]->watch &= (uint16_t)~EM_WATCH_RACES;
		return false;
	}
	k->nextra++;
	k->first = (uint64_t)s << CK_SERIAL_SHIFT;
	k->serial_end = s + 64;
	k->last = (uint64_t)k->serial_end << CK_SERIAL_SHIFT;
	k->serial = s;
	return true;
}
static inline bool next_serial(struct em_block *b)
{
	struct em_ckblock *k = &b->check;

	if (EM_UNLIKELY(k->serial + 1 >= k->serial_end))
		return more_serials(b);
	k->serial++;
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

/* What w did so far lies before this point, what it will do does not. Its lanes have still to meet. */
static uint64_t seal(struct em_warp *w)
{
	if (w->touched & CK_TOUCHED) {
		tick(w);
		w->touched = CK_TO_MEET;
	}
	return ck_point(w->code);
}

void em_check_tick(struct em_warp *w)
{
	tick(w);
	w->sync_point = ck_point(w->code);
	em_cause_met(w, NULL);
}

static void join(uint64_t *to, const uint64_t *from)
{
	for (int v = 0; v < 32; v++)
		to[v] = from[v] > to[v] ? from[v] : to[v];
}

void em_check_arrive(struct em_warp *w)
{
	if (!(w->touched & CK_TOUCHED))
		return;
	tick(w);
	w->touched = CK_TOUCHED | CK_TO_MEET;
}

/* Of the lanes of one mask, each comes after all that any of them came after. */
void em_check_lanes_met(struct em_warp *w, const uint32_t *mask)
{
	uint64_t before[32][32], all[32];
	tick(w);
	em_cause_met(w, mask);
	w->touched = CK_TO_MEET; /* the warp as a whole has still to meet */
	if (!w->lane_points)
		w->lane_points = xcalloc(32, sizeof *w->lane_points);
	memcpy(before, w->lane_points, sizeof before);
	for (uint32_t left = w->mask; left;) {
		const uint32_t m = mask[__builtin_ctz(left)];
		memset(all, 0, sizeof all);
		for (uint32_t v = m & w->lanes; v; v &= v - 1) {
			join(all, before[__builtin_ctz(v)]);
			all[__builtin_ctz(v)] = ck_point(w->code);
		}
		for (uint32_t l = left; l; l &= l - 1)
			if (mask[__builtin_ctz(l)] == m) {
				join(w->lane_points[__builtin_ctz(l)], all);
				left &= ~(l & -l);
			}
	}
}

static struct em_ckblock *clocks(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	if (!k->clocks)
		k->clocks = xcalloc(32, sizeof *k->clocks);
	k->partial = true;
	return k;
}

static void release(struct em_warp *w, struct ck_slot *s, uint64_t point)
{
	struct em_ckblock *k = clocks(w->blk);
	struct ck_publish *x = w->t->run->check.publish;
	join(s->clocks, k->clocks[w->index]);
	if (point > s->clocks[w->index])
		s->clocks[w->index] = point;
	if (x)
		s->known = em_publish_join(x, s->known, w->known);
}

static void release_at(struct em_warp *w, uint64_t addr, uint64_t point)
{
	struct em_ckblock *k = &w->blk->check;
	release(w, em_slot(k, em_slot_make(k, addr)), point);
}

static void rely(struct em_warp *w, const uint64_t *clocks)
{
	struct em_ckblock *k = &w->blk->check;
	join(k->clocks[w->index], clocks);
	if (clocks[w->index] > w->sync_point) /* of its own lanes that released, too */
		w->sync_point = clocks[w->index];
}

/* clocks and known: a slot's, or what it held at some time. */
static void acquire(struct em_warp *w, const uint64_t *clocks, uint32_t known, bool at_once)
{
	struct em_ckblock *k = &w->blk->check;
	struct ck_publish *x = w->t->run->check.publish;
	if (!k->seen)
		k->seen = xcalloc(32, sizeof *k->seen);
	if (at_once)
		rely(w, clocks);
	else
		join(k->seen[w->index], clocks);
	if (k->acquired_any > w->acquired)
		w->acquired = k->acquired_any;
	if (!x)
		return;
	if (at_once)
		w->known = em_publish_join(x, w->known, known);
	w->pending = em_publish_join(x, w->pending, at_once ? w->known : known);
}

/* ---- barriers */
void em_check_barrier_arrive(struct em_warp *w, uint32_t id)
{
	if (w->blk->t->run->check.on & EM_CHECK_RACES)
		release(w, em_slot_of_barrier(&w->blk->check, id), seal(w));
	w->blk->check.came[id] |= 1u << w->index;
	w->blk->check.need[id] = w->blk->bar[id].need;
}

/* What any warp may rely on, all may after a barrier; and what one has seen, the next fence of each makes sure of. */
static void share(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	struct ck_publish *x = b->t->run->check.publish;
	uint32_t known = 0, pending = 0;
	uint8_t looked = 0;
	bool covered = true;
	for (uint32_t n = 0; n < b->nwarps; n++) {
		const struct em_warp *w = b->warp[n];
		const uint64_t point = ck_point(w->code);
		covered &= !(w->touched & CK_TOUCHED) && (point == k->fenced[n] || point <= ck_point(k->interval));
		if (w->acquired > k->acquired)
			k->acquired = w->acquired;
		looked |= w->looked;
		known = x ? em_publish_join(x, known, w->known) : 0;
		pending = x ? em_publish_join(x, pending, w->pending) : 0;
	}
	pending = x ? em_publish_join(x, pending, known) : 0;
	for (uint32_t n = 0; n < b->nwarps; n++) {
		b->warp[n]->known = known;
		b->warp[n]->pending = pending;
		b->warp[n]->looked = looked;
	}
	memcpy(k->fenced_before, k->fenced, sizeof k->fenced);
	k->all_fenced = covered;
}

static void next_interval(struct em_block *b)
{
	struct em_ckblock *k = &b->check;
	if (b->t->p->publishes)
		share(b);
	if (!next_serial(b))
		return;
	const uint64_t interval = (uint64_t)k->serial << CK_SERIAL_SHIFT, point = ck_point(interval);
	k->interval = interval;
	em_cause_forget(k);
	memset(k->came, 0, sizeof k->came);
	if (k->all_fenced)
		k->covered = point;
	uint64_t code = interval;
	for (struct em_warp *w = b->warp[0]; w; w = w->next, code += 1ull << CK_WARP_SHIFT) {
		w->code = code;
		w->sync_point = point;
		w->touched = 0;
	}
	if (k->clocks) {
		memset(k->clocks, 0, 32 * sizeof *k->clocks);
		em_slots_forget(k);
	}
	em_past_forget(k);
	if (k->seen)
		memset(k->seen, 0, 32 * sizeof *k->seen);
	k->partial = b->t->p->publishes;
	ck_log_begin(k, (uint64_t)(b->warp[0]->g[0].pc - b->t->p->code));
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
	if (!b->bar[id].need || (waiting == b->live_threads && b->bar[id].lanes == warps * EM_WARP)) {
		next_interval(b);
		return;
	}
	struct ck_slot *s = em_slot(&b->check, id);
	for (uint32_t n = 0; n < b->nwarps; n++)
		for (uint32_t g = 0; g < b->warp[n]->ngroups; g++)
			if (b->warp[n]->g[g].state == EM_AT_BAR && b->warp[n]->g[g].bar == id) {
				if (s)
					acquire(b->warp[n], s->clocks, s->known, true);
				em_cause_arrived(b->warp[n]);
				em_check_tick(b->warp[n]);
				break;
			}
	/* Those who come next to this barrier wait for each other, not for those of now. */
	if (s)
		memset(s->clocks, 0, sizeof s->clocks);
}

/* ---- fences, flags, locks */
/* Where all lanes of the warp have met: a fence of some of them is none for the others, though these are not accused
 * within the warp. */
static uint64_t met(const struct em_warp *w)
{
	const struct em_ckblock *k = &w->blk->check;
	return k->met_by_fence[w->index] == w->sync_point ? k->met[w->index] : w->sync_point;
}

/* Some lanes have fenced or released: when all meet the next time, that says something new. */
static void apart(struct em_warp *w)
{
	if (w->live_lanes & ~w->mask)
		w->touched |= CK_TO_MEET;
}

/* The lanes that run put a fence at `point`. Lanes that have met one of them since all met are behind it as well, with
 * more than is so (nobody is accused for that). */
static struct ck_behind behind(const struct em_warp *w, uint64_t point)
{
	const struct ck_behind *old = &w->blk->check.behind[w->index];
	struct ck_behind b = { point, met(w), w->mask };
	if (b.all < old->all)
		b.all = old->all;
	if (b.all < old->point)
		b.lanes |= old->lanes;
	for (uint32_t l = w->lane_points ? w->mask : 0; l; l &= l - 1)
		for (int v = 0; v < EM_WARP; v++)
			if (w->lane_points[__builtin_ctz(l)][v] > b.all)
				b.lanes |= 1u << v;
	if (!(w->live_lanes & ~b.lanes))
		b.all = point;
	return b;
}

void em_check_fence(struct em_warp *w, bool narrow)
{
	struct em_ckblock *k = &w->blk->check;
	if (!(w->blk->t->run->check.on & EM_CHECK_RACES))
		return;
	const uint64_t point = seal(w);
	const struct ck_behind b = behind(w, point);
	k->fences_said = true;
	k->fenced_near[w->index] = point;
	k->met[w->index] = w->live_lanes & ~w->mask ? met(w) : ck_point(w->code);
	k->met_by_fence[w->index] = w->sync_point = ck_point(w->code);
	apart(w);
	if (k->seen)
		rely(w, k->seen[w->index]);
	if (narrow) {
		k->narrow[w->index] = point;
		k->near_only |= 1u << w->index;
		return;
	}
	k->fenced[w->index] = point;
	k->behind[w->index] = b;
	w->known = w->pending;
}

static const struct ck_slot nothing;

static const struct ck_slot *slot_of(struct em_ckblock *k, uint64_t addr)
{
	const struct ck_slot *s = em_slot(k, em_slot_at(k, addr));
	return s ? s : &nothing;
}

/* By this look, without a fence so far, the warp has learned of more. */
static void remember(struct em_warp *w, const uint64_t *clocks, int32_t pin)
{
	struct em_ckblock *k = &w->blk->check;

	if (!k->seen_by)
		k->seen_by = xcalloc(32, sizeof *k->seen_by);
	for (int v = 0; v < 32; v++)
		if (clocks[v] && (!k->seen || clocks[v] > k->seen[w->index][v]))
			k->seen_by[w->index][v] = pin + 1;
}

static void acquire_flag(
	struct em_warp *w, const struct em_inst *i, uint64_t addr, bool at_once, const struct ck_looker *by)
{
	struct em_ckblock *k = &w->blk->check;
	const struct ck_written *e = em_past_first(w, em_slot_at(k, addr), addr, by);
	const struct ck_slot *s = slot_of(k, addr);

	if (!k->sync)
		return;
	if (!at_once)
		remember(w, e ? e->clocks : s->clocks, em_check_inst(w, i));
	acquire(w, e ? e->clocks : s->clocks, e ? e->known : s->known, at_once);
}

void em_check_mbarrier_arrive(struct em_warp *w, int lane, uint64_t addr)
{
	if (!(w->t->run->check.on & EM_CHECK_RACES))
		return;
	release_at(w, addr, seal(w));
	if (lane >= 0)
		em_slot(&w->blk->check, em_slot_at(&w->blk->check, addr))->came[w->index] |= 1u << lane;
	if (w->t->p->fences) {
		seal(w);
		apart(w);
	}
}

void em_check_mbarrier_over(struct em_warp *w, uint64_t addr)
{
	struct em_ckblock *k = &w->blk->check;
	struct ck_slot *s = em_slot(k, em_slot_at(k, addr));

	if (!s)
		return;
	memcpy(s->over, s->clocks, sizeof s->over);
	s->known_over = s->known;
	s->phases++;
}

void em_check_mbarrier_seen(struct em_warp *w, uint64_t addr)
{
	struct em_ckblock *k = &w->blk->check;
	const struct ck_slot *s = slot_of(k, addr);

	if (!(w->t->run->check.on & EM_CHECK_RACES))
		return;
	if (k->sync)
		acquire(w, s->over, s->known_over, true);
	em_cause_arrived(w);
	w->acquired = k->acquired_any = w->t->run->check.clock;
	k->asked |= 1u << w->index;
}

/* How the word is looked at, and what is there now. Under a schedule a store may not have come there yet. */
static struct ck_looker looker_of(
	struct em_warp *w, enum ptx_space space, uint64_t addr, const struct em_inst *i, unsigned what, uint32_t lanes)
{
	const struct em_program *p = w->t->p;
	const uint32_t access = what & CK_ACQUIRE && what & CK_RELEASE ? i[1].access : i->access;
	struct ck_looker by = { .look = -1, .lanes = lanes, .bytes = EM_ACC_BYTES(access), .pin = em_check_inst(w, i) };

	if (w->t->run->schedule || by.bytes < 4 || by.bytes > 8 || addr & (by.bytes - 1) || !lanes) {
		by.bytes = 0;
		return by;
	}
	memcpy(&by.value, em_memory_at(w, space, addr), by.bytes);
	const int32_t pin = what & CK_ACQUIRE ? em_check_inst(w, i) : -1;
	if (pin >= 0 && p->looks_for[pin].branch)
		by.look = pin;
	return by;
}

/* The flags that it meets. Where the program has no access to less than a word, there is one. */
static unsigned keys_of(const struct em_warp *w, uint64_t addr, unsigned what, const struct em_inst *i, uint64_t *keys)
{
	const struct em_program *p = w->t->p;
	const bool atomic = what & CK_ACQUIRE && what & CK_RELEASE;
	const unsigned n = em_flag_keys(addr, EM_ACC_BYTES(atomic ? i[1].access : i->access), keys);

	return p->granule_shared == 2 && p->granule_global == 2 ? 1 : n;
}

void em_check_sync_access(
	struct em_warp *w, enum ptx_space space, uint64_t addr, unsigned what, const struct em_inst *i, uint32_t lanes)
{
	struct em_block *b = w->blk;
	struct ck_run *q = &b->t->run->check;
	struct em_ckblock *k = &b->check;
	const bool between = space != PTX_SHARED && q->pub, narrow = what & CK_NARROW;
	uint64_t keys[CK_KEYS];
	if (!(q->on & EM_CHECK_RACES))
		return;
	const struct ck_looker by = w->t->p->looks_for ? looker_of(w, space, addr, i, what, lanes) :
							 (struct ck_looker){ .look = -1, .pin = em_check_inst(w, i) };
	const unsigned nkeys = keys_of(w, addr, what, i, keys);
	addr = keys[0];
	if (by.bytes)
		em_past_left(k, em_slot_at(k, addr), addr, &by);
	if (by.bytes && between)
		em_publish_left(w, addr, &by);
	if (what & CK_ACQUIRE) {
		for (unsigned n = nkeys; n-- > 0;) {
			const struct ck_looker none = { .look = -1, .lanes = lanes }, *look = n ? &none : &by;

			acquire_flag(w, i, keys[n], what & CK_AT_ONCE, look);
			if (between && !narrow)
				em_publish_read(w, keys[n], what & CK_AT_ONCE, look);
		}
		w->acquired = k->acquired_any = q->clock;
		k->asked |= 1u << w->index;
		em_cause_looked(w, space, addr, em_check_inst(w, i), lanes, what & CK_AT_ONCE);
		if (space != PTX_SHARED)
			w->looked |= narrow ? 2 : 1;
	}
	if (!(what & CK_RELEASE))
		return;
	uint64_t near = what & CK_FENCED ? seal(w) : k->fenced_near[w->index];
	const struct ck_behind wide = what & CK_FENCED && !narrow ? behind(w, near) : k->behind[w->index];
	if (near)
		release_at(w, addr, near);
	if (w->t->p->looks_for)
		em_past_note(
			w, em_slot_at(k, addr), addr, near != 0, slot_of(k, addr)->clocks, slot_of(k, addr)->known);
	if (near > w->sync_point && (what & CK_SEVERAL) &&
		(what & CK_AT_ONCE)) /* the last lane takes all others' over */
		w->sync_point = near;
	if (between) {
		em_publish_write(w, addr, &wide, what & CK_ACQUIRE, narrow, &by);
		em_reads_publish(b);
	}
	if (!w->t->p->fences) /* then nothing is said of a fence that is missing */
		return;
	if (near < ck_point(w->code) + (w->touched & CK_TOUCHED)) {
		k->bare[w->index] = ck_point(w->code) + (w->touched & CK_TOUCHED);
		k->fences_said = true;
	}
	em_cause_wrote(w, space, addr, em_check_inst(w, i), &wide, near, narrow, lanes ? lanes : w->mask);
	seal(w); /* what comes now is not before the flag */
	apart(w);
}
