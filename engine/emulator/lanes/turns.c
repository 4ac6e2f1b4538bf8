/* turns: see turns.h. Invariant: while w->turns.head is set, the lanes of w->turns.lanes that have not left the loop
 * are in the group that runs in it or wait at its head. */
#include "emulator/lanes/turns.h"
#include "emulator/cost/cost.h"
#include "emulator/lanes/warp.h"

#define UNKNOWN 0u /* how many turns it takes */
#define MOST (1u << 30)

static __int128 value(struct em_warp *w, const struct em_counted *c, uint32_t row, int l)
{
	const uint32_t word = c->bits == 32 ? EM_AT(w, uint32_t, row)[l] : 0;
	const uint64_t wide = c->bits == 64 ? EM_AT(w, uint64_t, row)[l] : 0;

	if (c->bits == 32)
		return c->is_signed ? (__int128)(int32_t)word : (__int128)word;
	return c->is_signed ? (__int128)(int64_t)wide : (__int128)wide;
}

/* The first turn is taken in any case. One of a counter without a sign that begins beyond the end, and goes on at the
 * other end of the numbers, is in front of the loop in the machine code: *alone. */
static uint32_t count(struct em_warp *w, const struct em_counted *c, int l, bool *alone)
{
	__int128 at = value(w, c, c->at, l), far = value(w, c, c->end, l) - at, step = c->step, n;

	*alone = !c->is_signed && c->bits == 32 && c->compares == PTX_MOD_LT && far <= 0 && step > 0 &&
		(at + step) >> 32;
	if (*alone)
		far += (__int128)1 << 32;
	if (c->compares == PTX_MOD_GT || c->compares == PTX_MOD_GE) {
		far = -far;
		step = -step;
	}
	if (c->compares == PTX_MOD_NE && step < 0) {
		far = -far;
		step = -step;
	}
	if (step <= 0)
		return UNKNOWN;
	if (c->compares == PTX_MOD_NE && (far <= 0 || far % step))
		return UNKNOWN;
	if (c->compares == PTX_MOD_LE || c->compares == PTX_MOD_GE)
		far++;
	n = far <= 0 ? 1 : (far + step - 1) / step;
	return n > MOST ? UNKNOWN : (uint32_t)n;
}

/* Those of `lanes` that take turns in this part. */
static uint32_t of_part(const struct em_warp *w, uint32_t lanes, uint32_t part, uint32_t whole)
{
	uint32_t in = 0;

	for (uint32_t m = lanes; m; m &= m - 1) {
		const uint32_t n = w->turns.of[__builtin_ctz(m)];

		in |= (uint32_t)(part == whole ? n >= whole : (n & part) != 0) << __builtin_ctz(m);
	}
	return in;
}

/* A part of two turns waits as often for what it asks for as one of four. */
static void lacks(struct em_warp *w, uint32_t rest, uint32_t turns)
{
	w->block_counts[rest].execs += turns;
	w->slow += (uint64_t)w->t->p->costs->weight[rest] * turns;
}

static void begin_part(struct em_warp *w)
{
	struct em_turns *t = &w->turns;

	t->turn = 0;
	lacks(w, w->t->p->counted[t->loop].rest, t->whole - t->part);
}

/* All lanes take n turns, `alone`: and one before them. They stay together. */
static void all_alike(struct em_warp *w, uint32_t loop, uint32_t n, bool alone)
{
	const uint32_t whole = w->t->run->halved[loop];
	uint32_t turns = alone ? whole - 1 : 0;

	n -= alone;
	for (uint32_t part = whole / 2; part; part /= 2)
		turns += n & part ? whole - part : 0;
	lacks(w, w->t->p->counted[loop].alike, turns);
}

static struct em_group *waiting(struct em_warp *w)
{
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_AT_PART)
			return &w->g[k];
	return NULL;
}

static void wait_here(struct em_warp *w, uint32_t lanes)
{
	struct em_group *g = waiting(w);

	if (!lanes)
		return;
	if (!g) {
		g = &w->g[w->ngroups++]; /* at most one group a lane: there is room */
		*g = (struct em_group){ .pc = w->turns.head, .state = EM_AT_PART, .stamp = w->stamp };
	}
	g->mask |= lanes;
}

/* Takes the lanes whose part is next from the group that waits; 0: nobody does. */
static uint32_t next_part(struct em_warp *w)
{
	struct em_group *g = waiting(w);
	uint32_t lanes = 0;

	while (g && !lanes && (w->turns.part /= 2))
		lanes = of_part(w, g->mask, w->turns.part, w->turns.whole);
	if (g && !lanes) { /* the loop does not do what was counted: all go on as the PTX says */
		lanes = g->mask;
		w->turns.head = NULL;
	}
	if (w->turns.head && lanes)
		begin_part(w);
	if (g && !(g->mask &= ~lanes)) {
		const uint32_t k = (uint32_t)(g - w->g);

		*g = w->g[--w->ngroups];
		if (w->cur == w->ngroups)
			w->cur = k;
	}
	return lanes;
}

/* The last turn stands under a predicate: who comes by issues it, also where no lane has an odd number of turns. So it
 * is with the two before it, where they do, and with a turn in front of the loop, which only those take who are to take
 * one alone. */
static void issue_idle(struct em_warp *w, const struct em_counted *c, uint32_t guarded)
{
	uint32_t odd = 0, twos = 0, others = 0;
	bool alone;

	for (uint32_t m = w->mask; m; m &= m - 1) {
		const uint32_t n = count(w, c, __builtin_ctz(m), &alone);

		if (n == UNKNOWN)
			return;
		odd |= (n - alone) & 1;
		twos |= (n - alone) & 2;
		others |= !alone;
	}
	w->block_counts[c->idle].execs += (guarded & EM_LAST_GUARDED && !odd) +
		(guarded & EM_HALF_GUARDED && !twos ? 2 : 0) + (guarded & EM_FIRST_GUARDED && others);
}

const struct em_inst *em_turns_begin(struct em_warp *w, const struct em_inst *i)
{
	const struct em_counted *c = &w->t->p->counted[i->id];
	struct em_turns *t = &w->turns;
	bool alike = true, alone = false, this_one;
	uint32_t first;

	if (w->t->run->idles[i->id])
		issue_idle(w, c, w->t->run->idles[i->id]);
	if (t->head || w->t->schedule || w->g[w->cur].frame || !w->mask)
		return i + 1;
	for (uint32_t m = w->mask; m; m &= m - 1) {
		const int l = __builtin_ctz(m);

		t->of[l] = count(w, c, l, &this_one);
		alone |= this_one;
		if (t->of[l] == UNKNOWN)
			return i + 1;
		alike &= t->of[l] == t->of[__builtin_ctz(w->mask)];
	}
	if (alike)
		all_alike(w, i->id, t->of[__builtin_ctz(w->mask)], alone);
	if (alike || alone || w->t->run->meets) /* lanes that part there go by lanes/meets.h */
		return i + 1;
	t->head = w->t->p->code + c->head;
	t->lanes = w->mask;
	t->loop = i->id;
	t->whole = w->t->run->halved[i->id];
	for (t->part = t->whole; !(first = of_part(w, t->lanes, t->part, t->whole)); t->part /= 2)
		;
	begin_part(w);
	wait_here(w, t->lanes & ~first);
	w->g[w->cur].mask = w->mask = first;
	if ((uintptr_t)t->head < w->stop)
		w->stop = (uintptr_t)t->head;
	return t->head;
}

/* At the head, before each turn. */
static void turn(struct em_warp *w)
{
	struct em_turns *t = &w->turns;
	uint32_t over = 0, stay;

	for (uint32_t m = w->mask & t->lanes; m; m &= m - 1) {
		const uint32_t l = (uint32_t)__builtin_ctz(m);

		if (t->turn >= (t->part == t->whole ? t->of[l] & ~(t->whole - 1) : t->part))
			over |= 1u << l;
	}
	wait_here(w, over);
	stay = w->mask & ~over;
	if (!stay)
		stay = next_part(w);
	w->g[w->cur].mask = w->mask = stay;
	t->turn++;
}

const struct em_inst *em_turns_at(struct em_warp *w, const struct em_inst *i)
{
	struct em_turns *t = &w->turns;
	const struct em_inst *head = t->head;
	uint32_t lanes;

	if (i == head) {
		if (w->mask & t->lanes && w->left >= i->instructions) /* else it comes here again */
			turn(w);
		return i;
	}
	em_warp_resched(w, i);
	t->lanes &= ~w->mask;
	if (!t->lanes)
		t->head = NULL;
	if (!t->lanes || !waiting(w) || waiting(w)->mask != t->lanes)
		return NULL;
	lanes = next_part(w);
	w->g[w->ngroups++] = (struct em_group){ .pc = head, .mask = lanes, .state = EM_RUN, .stamp = w->stamp };
	return NULL;
}
