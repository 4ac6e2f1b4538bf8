/* schedule: see schedule.h. A turn: a block (worker.c asks) -> one of its warps that can run -> one of that warp's
 * groups -> up to some number of accesses to memory. Where a turn ends, the group may be parted in two.
 *
 * Invariants. A group stops at the first slot of an access or of a barrier only, never within an instruction: what
 * waits for lanes (wsync) and what then looks at them stay together. Before a barrier the groups of a warp come
 * together, unless one of them waits elsewhere: a barrier with a thread count counts whole warps. A group that has
 * polled for long gives way to the one that waited longest, so nobody starves. */
#include "emulator/run/schedule.h"
#include "base/buf.h"
#include "base/rng.h"
#include "emulator/check/taint.h"
#include "emulator/core/device.h"
#include "emulator/lanes/barrier.h"
#include "emulator/lanes/warp.h"
#include "emulator/run/block.h"
#include "emulator/run/stuck.h"
#include "emulator/run/weak.h"
#include "emulator/run/worker.h"

enum { MARK_ACCESS = 1, MARK_MEET = 2, MARK_STOPS = 3, MARK_WEAK = 4, MARK_BUILTIN = 8 };
enum warp_way { WARPS_LAST_FIRST, WARPS_RANDOM, WARPS_BY_RANK };
enum lane_way { LANES_LAST_FIRST, LANES_RANDOM, LANES_BY_RANK, LANES_IN_ORDER };
enum block_way { BLOCKS_IN_ORDER, BLOCKS_LAST_FIRST, BLOCKS_MIXED };

/* One habit is not enough: what a far laggard shows, fine interleaving hides, and the reverse. Seeds 1, 2, 3 ... take
 * them in turn, and each launch under a seed takes the next. accesses: of one turn, on average; part: one access in so
 * many parts a group, 0: none does. */
static const struct habit {
	enum block_way blocks;
	enum warp_way warps;
	enum lane_way lanes;
	uint32_t in_flight, accesses, part;
} habits[] = {
	{ BLOCKS_LAST_FIRST, WARPS_LAST_FIRST, LANES_LAST_FIRST, 1, 4, 2 },
	{ BLOCKS_MIXED, WARPS_RANDOM, LANES_RANDOM, 4, 3, 3 },
	{ BLOCKS_IN_ORDER, WARPS_BY_RANK, LANES_BY_RANK, 8, 2, 1 },
	{ BLOCKS_MIXED, WARPS_RANDOM, LANES_IN_ORDER, 2, 12, 0 },
	{ BLOCKS_LAST_FIRST, WARPS_BY_RANK, LANES_RANDOM, 3, 1, 2 },
};
#define HABITS (sizeof habits / sizeof *habits)
#define SLICE 100000     /* instructions of a turn that meets no access */
#define SLICE_POLLS 16   /* such a turn counts for that many that poll (stuck.c) */
#define BARRIER_POLLS 32 /* polls with barriers between them that count for one such turn */
#define MOST_GROUPS 4    /* of a warp: more are not made by parting */
#define PATIENCE \
	300000 /* turns of warps in several groups; then lanes go in order, or a kernel of many loops would take for \
		  ever */

struct em_schedule {
	uint64_t seed, nth, drawn;
	struct habit h;
	const uint8_t *mark;
	const struct em_inst *code;
	bool may_part;
	uint32_t patience;
	uint32_t loose;       /* choices of a warp that are random because somebody polled */
	uint32_t era;         /* ranks change with it */
	struct em_weak *weak; /* NULL: nothing goes from block to block but by races */
};

static uint64_t draw(struct em_schedule *s, uint64_t n)
{
	return rng_below(s->seed, s->nth, s->drawn++, n);
}

static uint64_t rank(const struct em_schedule *s, uint64_t block, uint64_t who)
{
	return rng_u64(s->seed ^ 0x72616e6bu, s->nth + ((uint64_t)s->era << 32), block * 2048 + who);
}

/* Accesses that another thread could see, and instructions that want the whole warp. */
static uint8_t mark_of(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_BAR:
	case PTX_OP_BARRIER: return ptx_has(in, PTX_MOD_WARP) ? 0 : MARK_MEET;
	case PTX_OP_LD:
	case PTX_OP_LDU:
	case PTX_OP_ST:
		return in->space == PTX_GLOBAL || in->space == PTX_SHARED || in->space == PTX_GENERIC ? MARK_ACCESS : 0;
	case PTX_OP_ATOM:
	case PTX_OP_RED:
	case PTX_OP_CP:
	case PTX_OP_MBARRIER: return MARK_ACCESS;
	default: return ptx_has(in, PTX_MOD_ALIGNED) ? MARK_MEET : 0;
	}
}

static void mark_code(struct em_program *p)
{
	uint8_t *mark = arena_alloc(&p->arena, p->ncode + 1);
	memset(mark, 0, p->ncode + 1);
	for (size_t k = 1, first = 0; k < p->ncode; k++) {
		if (p->origin[k] < 0)
			continue;
		const struct em_pinst *pi = &p->pinst[p->origin[k]];
		const struct ptx_inst *in = &p->m->ptx->funcs[pi->func].insts[pi->inst];
		const bool begins = p->origin[k] != p->origin[k - 1];

		if (begins)
			mark[first = k] = mark_of(in);
		/* Where a turn may end before it, it begins after that. */
		if (begins ? p->kind[k] != EM_SLOT_SPIN : p->kind[k - 1] == EM_SLOT_SPIN)
			mark[k] |= em_weak_concerns(in) ? MARK_WEAK : 0;
		if (p->kind[k] == EM_SLOT_BUILTIN)
			mark[first] |= MARK_WEAK | MARK_BUILTIN;
	}
	p->mark = mark;
}

struct em_schedule *em_schedule_new(uint64_t seed, uint64_t nth, struct em_program *p)
{
	struct em_schedule *s = xcalloc(1, sizeof *s);
	if (!p->mark)
		mark_code(p);
	s->seed = seed;
	s->nth = nth;
	s->h = habits[(seed - 1 + nth) % HABITS];
	s->mark = p->mark;
	s->code = p->code;
	/* Rows that a recursive call saves are saved for the lanes that call together. */
	s->may_part = s->h.part && p->m->ptx->target_sm >= 70 && !p->needs_stack;
	s->patience = PATIENCE;
	if (p->order_sensitive || p->fences || p->narrow)
		s->weak = em_weak_new(p->m->d, seed, nth);
	return s;
}

void em_schedule_settle(struct em_schedule *s)
{
	if (!s || !s->weak)
		return;
	em_weak_settle(s->weak);
	em_weak_free(s->weak);
	s->weak = NULL;
}

void em_schedule_stored(const struct em_schedule *s, uint64_t block, uint64_t at, unsigned bytes, uint8_t *there)
{
	if (s->weak)
		em_weak_stored(s->weak, block, at, bytes, there);
}

void em_schedule_free(struct em_schedule *s)
{
	em_schedule_settle(s);
	free(s);
}

/* ---- blocks */
static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t t = a % b;
		a = b;
		b = t;
	}
	return a;
}

void em_schedule_order(struct em_schedule *s, uint64_t n, uint64_t *mul, uint64_t *add)
{
	*mul = 1;
	*add = 0;
	if (n < 2 || s->h.blocks == BLOCKS_IN_ORDER)
		return;
	if (s->h.blocks == BLOCKS_LAST_FIRST) {
		*mul = *add = n - 1;
		return;
	}
	*add = draw(s, n);
	uint64_t m = draw(s, n);
	for (int k = 0; k < 64; k++, m = (m + 1) % n)
		if (m && gcd(m, n) == 1) {
			*mul = m;
			return;
		}
}

bool em_schedule_new_block(struct em_schedule *s, size_t waiting)
{
	/* Now and then one more: those in flight may be waiting for it. */
	return waiting < s->h.in_flight || !draw(s, 16);
}

size_t em_schedule_which(struct em_schedule *s, size_t n)
{
	return n > 1 ? (size_t)draw(s, n) : 0;
}

/* ---- groups of a warp */
static bool waits_to_meet(const struct em_schedule *s, const struct em_group *g)
{
	return s->mark[g->pc - s->code] & MARK_MEET;
}

/* Does x go before y? */
static bool before(struct em_schedule *s, const struct em_warp *w, const struct em_group *x, const struct em_group *y)
{
	bool mx = waits_to_meet(s, x), my = waits_to_meet(s, y);
	/* First all come to the barrier, those that poll too: a barrier with a count takes a part for the whole warp.
	 */
	if (mx != my)
		return my;
	if (w->rotate)
		return x->stamp < y->stamp;
	switch (s->patience ? s->h.lanes : LANES_IN_ORDER) {
	case LANES_LAST_FIRST: return __builtin_clz(x->mask) < __builtin_clz(y->mask);
	case LANES_RANDOM: return draw(s, 2);
	case LANES_BY_RANK:
		return rank(s, w->blk->linear, 1024 + (uint64_t)__builtin_ctz(x->mask)) <
			rank(s, w->blk->linear, 1024 + (uint64_t)__builtin_ctz(y->mask));
	default: return em_warp_before(x, y);
	}
}

/* Where w's current group stops because another one stands there: always in the natural order, else at times, so that
 * what has diverged meets again now and then. */
static uintptr_t meeting_place(struct em_schedule *s, const struct em_warp *w)
{
	const struct em_group *g = &w->g[w->cur];
	uintptr_t stop = UINTPTR_MAX;
	if (s->patience && s->h.lanes != LANES_IN_ORDER && draw(s, 2))
		return stop;
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_RUN && w->g[k].pc > g->pc && (uintptr_t)w->g[k].pc < stop)
			stop = (uintptr_t)w->g[k].pc;
	return stop;
}

/* The group whose turn it is, as em_warp_pick. */
static const struct em_inst *pick(struct em_schedule *s, struct em_warp *w)
{
	struct em_group *best = NULL;
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_RUN && (!best || before(s, w, &w->g[k], best)))
			best = &w->g[k];
	w->rotate = 0;
	if (!best)
		return NULL;
	w->cur = (uint32_t)(best - w->g);
	w->mask = best->mask;
	best->stamp = ++w->stamp;
	w->stop = meeting_place(s, w);
	return best->pc;
}

/* Some of the lanes of mask: neither none nor all. */
static uint32_t some_of(struct em_schedule *s, uint32_t mask)
{
	static const uint32_t ways[] = { 0xffff0000u, 0xaaaaaaaau, 0x0000ffffu, 0xccccccccu, 0x55555555u };
	uint64_t k = draw(s, 9);
	uint32_t some = k < 5 ? ways[k] :
		k < 7         ? 1u << draw(s, EM_WARP) :
		k < 8         ? EM_FULL << draw(s, EM_WARP) :
				(uint32_t)draw(s, 1ull << 32);
	some &= mask;
	return some && some != mask ? some : mask & -mask;
}

static bool parts(struct em_schedule *s, const struct em_warp *w)
{
	return s->may_part && s->patience && w->ngroups < MOST_GROUPS && (w->mask & (w->mask - 1)) &&
		!draw(s, s->h.part);
}

/* One slot. NULL: the group's turn ends. */
static const struct em_inst *step(struct em_warp *w, const struct em_inst *i)
{
	i = EM_UNLIKELY(w->taint != NULL) ? em_taint_step(w, i) : em_step(w, i);
	if (!i && w->left_loop)
		i = w->g[w->cur].pc; /* a checker wants its word before each instruction from here on: not a turn's
					end */
	w->left_loop = 0;
	return i;
}

/* All slots of an instruction that memory is to know of, from its first one. */
static const struct em_inst *weak_step(struct em_schedule *s, struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	const int32_t pin = p->origin[i - p->code];

	em_weak_before(s->weak, w, pin, s->mark[i - s->code] & MARK_BUILTIN);
	do
		i = step(w, i);
	while (i && p->origin[i - p->code] == pin && !s->mark[i - s->code]);
	em_weak_after(s->weak);
	return i;
}

/* One turn of a warp. */
static enum em_why turn(struct em_schedule *s, struct em_warp *w)
{
	/* Somebody polls and this one waited longest: long enough to do what the other waits for. */
	uint32_t accesses = w->rotate ? 64 : 1 + (uint32_t)draw(s, 2 * (uint64_t)s->h.accesses);
	const struct em_inst *i;
	w->why = EM_WHY_PICK;
	w->left = w->slice = SLICE;
	if (w->ngroups == 1) {
		i = em_warp_pick(w);
	} else {
		s->patience -= s->patience > 0;
		em_warp_settle(w);
		i = pick(s, w);
	}
	if (w->taint)
		em_taint_turn(w);
	while (i) {
		i = s->weak && s->mark[i - s->code] & MARK_WEAK ? weak_step(s, w, i) : step(w, i);
		if (!i)
			break;
		uint8_t m = s->mark[i - s->code] & MARK_STOPS;
		if (EM_LIKELY(!m))
			continue;
		if (m == MARK_ACCESS && parts(s, w)) {
			uint32_t spin = w->spin;
			em_warp_split(w, some_of(s, w->mask), i, i);
			w->spin = spin; /* it may be polling */
			i = pick(s, w); /* one of them goes on at once, or they would be merged again */
			if (w->taint)
				em_taint_turn(w);
			continue;
		}
		if (m == MARK_ACCESS ? --accesses == 0 : w->ngroups > 1) {
			em_warp_resched(w, i);
			break;
		}
	}
	em_turn_end(w);
	return (enum em_why)w->why;
}

/* ---- warps of a block */
static struct em_warp *choose(struct em_schedule *s, struct em_block *b)
{
	struct em_warp *best = NULL;
	uint64_t best_rank = 0;
	bool loose = s->loose > 0 || s->h.warps == WARPS_RANDOM;
	uint32_t ready = 0;
	s->loose -= s->loose > 0;
	for (uint32_t k = 0; k < b->nwarps; k++) {
		struct em_warp *w = b->warp[k];
		if (!em_warp_runnable(w))
			continue;
		ready++;
		uint64_t r = loose ? ready : s->h.warps == WARPS_LAST_FIRST ? k : rank(s, b->linear, k);
		if (!best || (loose ? !draw(s, r) : r > best_rank)) {
			best = w;
			best_rank = r;
		}
	}
	return best;
}

static enum em_block_end run_block(struct em_schedule *s, struct em_block *b)
{
	uint64_t turns = 1 + draw(s, 4 * (uint64_t)b->nwarps);
	for (;;) {
		struct em_warp *w = choose(s, b);
		enum em_why why;
		if (!w) {
			em_stuck_block(b);
			return EM_BLOCK_FAULT;
		}
		why = turn(s, w);
		if (why == EM_WHY_FAULT)
			return EM_BLOCK_FAULT;
		em_barrier_settle(b);
		if (!b->live_threads)
			return EM_BLOCK_DONE;
		if (why == EM_WHY_SPIN || why == EM_WHY_SLICE) {
			s->loose = 2 * b->nwarps;
			b->t->polls += why == EM_WHY_SLICE ? SLICE_POLLS : 1;
		}
		if (b->polled > BARRIER_POLLS) { /* with barriers between */
			b->polled = 0;
			b->t->polls++;
		}
		if (!draw(s, 64))
			s->era++;
		if (!--turns || why == EM_WHY_SPIN || em_worker_poll(b->t))
			return EM_BLOCK_YIELD;
	}
}

enum em_block_end em_schedule_block(struct em_block *b)
{
	struct em_schedule *s = b->t->schedule;
	enum em_block_end end;

	if (!s->weak)
		return run_block(s, b);
	em_weak_enter(s->weak, b);
	end = run_block(s, b);
	em_weak_leave(s->weak, end != EM_BLOCK_YIELD);
	return end;
}
