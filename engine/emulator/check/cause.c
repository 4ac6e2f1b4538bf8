/* cause: two accesses of a kernel with fences are not ordered: why? Only for the words of the report; whether there is
 * a race, and how bad it is, is decided before (conflict.c).
 *
 * Of a flag that is set with no fence right before it, what its warp did from the last fence on is kept. So a fence is
 * said to be missing only for these accesses, and only where the other side has looked at that flag. Where all fences
 * are there, what is left is who waited for whom: not at all; for a flag that came too early; or another lane, or
 * another warp of the block, did so, and nothing made this one wait for it. */
#include "emulator/check/cause.h"
#include "emulator/check/conflict.h"
#include "emulator/check/publish.h"

#define FEWEST 16u
#define MOST 256u       /* of a block */
#define MOST_FAR 16384u /* of a launch */

/* What `warp` did from `from` on, before `near`, has only a fence of its block before the flag; from there to `to`
 * none. */
struct ck_bare {
	uint64_t addr, from, near, to, position;
	uint32_t warp, lanes; /* lanes: that set the flag */
};

void em_cause_forget(struct em_ckblock *k)
{
	if (k->asked)
		memset(&k->by_warp, 0, sizeof k->by_warp);
	k->by_warp.arrived = 0;
	k->by_warp.counted = 0;
	k->asked = 0;
	k->bares.n = 0;
}

void em_cause_free(struct ck_bares *x)
{
	free(x->of);
	*x = (struct ck_bares){ 0 };
}

void em_cause_looked(struct em_warp *w, enum ptx_space space, uint64_t addr, int32_t pin, uint32_t lanes, bool at_once)
{
	struct ck_asked *x = &w->blk->check.by_warp;
	const struct ck_look *looks = w->t->p->looks_for;
	const uint32_t me = 1u << w->index, by = lanes ? lanes : w->mask;
	const bool waits = looks && pin >= 0 && looks[pin].branch;

	x->words[w->index] |= em_publish_sign(addr);
	x->lanes[w->index] = x->lanes[w->index] == ~0u ? by : x->lanes[w->index] | by;
	x->waited |= waits ? me : 0;
	if (space != PTX_SHARED) {
		x->far |= me;
		x->waited_far |= waits ? me : 0;
	}
	if (at_once && x->counted & em_publish_sign(addr))
		em_cause_arrived(w);
}

void em_cause_met(struct em_warp *w, const uint32_t *mask)
{
	uint32_t *lanes = &w->blk->check.by_warp.lanes[w->index];
	const uint32_t had = *lanes;

	if (!had || !mask) {
		*lanes = had ? ~0u : 0;
		return;
	}
	for (uint32_t m = w->mask; m; m &= m - 1)
		if (mask[__builtin_ctz(m)] & had)
			*lanes |= m & -m;
}

static struct ck_bare *next(struct ck_bares *x, uint32_t most)
{
	if (x->n == x->cap && x->cap < most) {
		x->cap = x->cap ? 2 * x->cap : FEWEST;
		x->of = xrealloc(x->of, x->cap * sizeof *x->of);
	}
	return &x->of[x->n++ % most];
}

void em_cause_wrote(struct em_warp *w, enum ptx_space space, uint64_t addr, int32_t pin, const struct ck_behind *fence,
	uint64_t near, bool narrow, uint32_t lanes)
{
	struct em_ckblock *k = &w->blk->check;
	struct ck_run *q = &w->t->run->check;
	const uint64_t to = ck_point(w->code) + (w->touched & CK_TOUCHED);
	struct ck_bare b = {
		.addr = addr, .near = near, .to = to, .position = w->blk->position, .warp = w->index, .lanes = lanes
	};

	if (pin >= 0 && em_check_only_reads(w->t->p, pin))
		return;
	if (pin >= 0 && w->t->p->pinst[pin].kind & (EM_K_ATOM | EM_K_RED))
		k->by_warp.counted |= em_publish_sign(addr);
	if (near < to)
		*next(&k->bares, MOST) = b;
	if (space == PTX_SHARED || !q->pub)
		return;
	b.from = fence->point;
	b.near = narrow ? to : near > b.from ? near : b.from;
	if (b.from < to)
		*next(&q->bares, MOST_FAR) = b;
}

/* A flag that was set without a fence after what `code` did, and that this side has looked at; NULL: none. lane: by
 * that very thread. */
static const struct ck_bare *bare_of(const struct em_warp *w, uint64_t code, bool here, bool lane)
{
	const struct ck_bares *x = here ? &w->blk->check.bares : &w->t->run->check.bares;
	const uint32_t most = here ? MOST : MOST_FAR;
	uint64_t position = w->blk->position;

	if (!here && !em_check_position(w->t->run, code, &position))
		return NULL;
	for (uint32_t n = x->n; n-- > 0 && x->n - n <= most;) {
		const struct ck_bare *b = &x->of[n % most];

		if (b->position == position && b->warp == ck_warp(code) && ck_point(code) < b->to &&
			(!lane || b->lanes >> ck_lane(code) & 1) && ck_point(code) >= (here ? b->near : b->from) &&
			(here ? (w->blk->check.by_warp.words[w->index] & em_publish_sign(b->addr)) != 0 :
				em_publish_looked(w, b->addr)))
			return b;
	}
	return NULL;
}

static bool learned(const struct em_ckblock *k, uint32_t warp, uint32_t of)
{
	return k->clocks && k->clocks[warp][of] >= ck_point(k->interval);
}

bool em_check_after_arrival(const struct em_warp *w, uint64_t code)
{
	const struct em_ckblock *k = &w->blk->check;

	return ck_warp(code) != w->index && code >= k->interval && learned(k, w->index, ck_warp(code));
}

/* Two warps of a block. */
static enum em_gap in_block(const struct ck_access *a, uint64_t code, enum em_finding_kind kind)
{
	const struct em_warp *w = a->w;
	const struct em_ckblock *k = &w->blk->check;
	const struct ck_asked *x = &k->by_warp;
	const bool back = learned(k, ck_warp(code), w->index);
	const int32_t pin = em_check_inst(w, a->i);

	if (bare_of(w, code, true, false))
		return EM_GAP_FENCE;
	if (k->asked >> w->index & 1 && !(x->lanes[w->index] >> a->lane & 1))
		return EM_GAP_LANE_WAITS;
	/* Written again and again, but its reader has never waited for that. */
	if (kind == EM_FINDING_RACE_WAR && !back && em_check_turns(w->t->p, pin, pin))
		return EM_GAP_NEITHER;
	if (learned(k, w->index, ck_warp(code)))
		return x->waited >> w->index & 1 ? EM_GAP_BEFORE : EM_GAP_UNSEEN;
	return back ? EM_GAP_UNSEEN : EM_GAP_NEITHER;
}

/* Another thread of the block has waited for another block, and this one has looked at nothing there since all met. */
static bool others_wait(const struct em_warp *w, int lane)
{
	const struct ck_asked *x = &w->blk->check.by_warp;
	const bool looked = (x->far >> w->index & 1) && (x->lanes[w->index] >> lane & 1);

	return !looked && x->waited_far;
}

static enum em_gap of_blocks(const struct ck_access *a, uint64_t code, enum em_gap gap, enum em_gap said)
{
	const struct em_warp *w = a->w;
	const bool asks = gap == EM_GAP_FENCE || gap == EM_GAP_EARLY || (gap == EM_GAP_NONE && said == EM_GAP_EARLY);
	const struct ck_bare *b = asks ? bare_of(w, code, false, false) : NULL;

	if (b)
		return ck_point(code) < b->near ? EM_GAP_NARROW : EM_GAP_FENCE;
	if ((gap == EM_GAP_OTHER_FLAG || gap == EM_GAP_NO_WAIT || gap == EM_GAP_EARLY) && others_wait(w, a->lane))
		return w->blk->nwarps == 1 ? EM_GAP_LANE_WAITS : EM_GAP_BLOCK_WAITS;
	return gap;
}

bool em_cause_own_flag(const struct em_warp *w, uint64_t code)
{
	return w->t->p->fences && bare_of(w, code, false, true);
}

enum em_gap em_cause(const struct ck_access *a, uint64_t code, enum em_finding_kind kind, enum em_gap gap,
	enum em_gap said, bool here)
{
	const struct em_warp *w = a->w;

	if (!w->t->p->fences || (here && ck_warp(code) == w->index))
		return gap;
	if (!here)
		return a->space == PTX_SHARED || (gap == EM_GAP_NONE && kind != EM_FINDING_RACE_WAR) ?
			gap :
			of_blocks(a, code, gap, said);
	if (gap == EM_GAP_FENCE)
		return in_block(a, code, kind);
	/* A flag, or a lock, that was waited for, and nothing that has an arrival. */
	if (gap == EM_GAP_NONE && em_check_after_arrival(w, code) && !(w->blk->check.by_warp.arrived >> w->index & 1))
		return in_block(a, code, kind);
	return gap;
}

static uint32_t kind_at(const struct em_program *p, int32_t pin)
{
	return pin >= 0 ? p->pinst[pin].kind : 0;
}

/* Between lanes of a warp: a fence, though of some, counts for all of them. So the two are under locks at once. */
static bool at_once(const struct ck_access *a, uint64_t code)
{
	return ck_point(code) == ck_point(a->w->code);
}

/* Nothing more exact is known than who waits for whom. */
static bool is_open(enum em_gap gap)
{
	return gap == EM_GAP_NONE || gap == EM_GAP_NO_WAIT || gap == EM_GAP_OTHER_FLAG || gap == EM_GAP_EARLY ||
		gap == EM_GAP_ASKED || gap == EM_GAP_BEFORE || gap == EM_GAP_UNSEEN || gap == EM_GAP_NEITHER;
}

enum em_gap em_cause_at_lock(
	const struct ck_access *a, uint64_t code, enum em_finding_kind kind, enum em_gap gap, bool here)
{
	const struct em_program *p = a->w->t->p;
	const uint32_t now = kind_at(p, em_check_inst(a->w, a->i)), then = kind_at(p, em_check_inst_of(p, code));
	const bool under[2] = { now & EM_K_UNDER, then & EM_K_UNDER }, lanes = here && ck_warp(code) == a->w->index;

	/* The fence that is missing between the read and the lock is none that was meant. */
	if (kind == EM_FINDING_RACE_WAR && under[0] && !under[1] && then & EM_K_AHEAD &&
		(is_open(gap) || gap == EM_GAP_FENCE))
		return EM_GAP_OUTSIDE;
	if (under[0] && under[1] && !p->fences && !lanes && (gap == EM_GAP_NONE || gap == EM_GAP_BARE))
		return EM_GAP_BARE_LOCK;
	if (!is_open(gap))
		return gap;
	if (kind == EM_FINDING_RACE_RAW && under[1] && !under[0] && now & EM_K_AHEAD)
		return EM_GAP_OUTSIDE;
	if (under[0] && under[1])
		return here && p->fences && (!lanes || at_once(a, code)) ? EM_GAP_OTHER_FLAG : gap;
	/* A first value, or what comes out in the end. */
	if (here && gap == EM_GAP_NEITHER && under[0] != under[1] && !((now | then) & (EM_K_AHEAD | EM_K_APART)))
		return EM_GAP_NONE;
	if (!here && !under[0] && now & EM_K_APART)
		return a->w->blk->nwarps == 1 ? EM_GAP_LANE_WAITS : EM_GAP_BLOCK_WAITS;
	return gap;
}

int em_check_crowded(const struct em_warp *w, uint64_t code)
{
	const struct em_ckblock *k = &w->blk->check;
	for (int id = 0; id < 16; id++)
		if ((k->came[id] & 1u << ck_warp(code)) && code >= k->interval &&
			(uint32_t)__builtin_popcount(k->came[id]) * EM_WARP > k->need[id])
			return id;
	return -1;
}

int32_t em_check_seen_by(const struct em_warp *w, uint64_t code)
{
	const struct em_ckblock *k = &w->blk->check;

	return k->seen_by ? k->seen_by[w->index][ck_warp(code)] - 1 : -1;
}
