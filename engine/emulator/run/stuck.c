/* stuck: see stuck.h. Here the proof; the words are stuck_words.c's. */
#include "emulator/run/stuck.h"
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/check/taint.h"
#include "emulator/core/device.h"
#include "emulator/cost/clock.h"
#include "emulator/lanes/meets.h"
#include "emulator/lanes/warp.h"
#include "emulator/run/schedule.h"
#include "emulator/run/stuck_look.h"

enum {
	PATIENCE = 64, /* turns without an exit, for each block in flight, before we look for a state that comes back */
	MANY = 16,     /* blocks; for each one more this many turns: */
	PATIENCE_OF_MANY = 4,
	PER_TURN = 25000,       /* instructions that count for one more such turn */
	SHORT = 5000,           /* ... of a turn, once we look: a round is soon over */
	PART = 16,              /* ... an attempt gives up after such a part of the launch's budget */
	MEETING = 32,           /* ... a long turn with barriers counts for that many */
	WARPS = 8,              /* ... and so many warps that looked in one turn */
	SEEDED_PATIENCE = 4000, /* turns of warps that end in polling, for each warp in flight, before a seeded order
				   becomes the natural one */
	WINDOW = 64,            /* rounds that one state is compared with, at least */
	GATHER_MOST = 64,       /* rounds in which we note what runs, before a state is kept */
	TIRED = 100, /* seconds on the clock of every thread that can run, in which all of them only waited */
};

/* ---- a state as a number */
struct sum {
	uint64_t a, b;
};

static void add(struct sum *s, uint64_t v)
{
	s->a = (s->a ^ v) * 0x9e3779b97f4a7c15ull;
	s->b = (s->b + v + (s->a >> 29)) * 0xc2b2ae3d27d4eb4full;
}

static void add_bytes(struct sum *s, const void *from, size_t n)
{
	const uint8_t *p = from;
	uint64_t v;

	for (; n >= 8; n -= 8, p += 8) {
		memcpy(&v, p, 8);
		add(s, v);
	}
	v = n;
	if (n) /* none at the end of no bytes, which may lie nowhere */
		memcpy(&v, p, n);
	add(s, v);
}

/* The calls that these lanes are in. Of one that stands for several each lane is in one: none is added twice. */
static void add_calls(struct sum *s, const struct em_program *p, const struct em_frame *f, uint32_t lanes, bool saved)
{
	for (; f; f = f->parent) {
		for (uint32_t k = 0; f->mixed && k < f->mixed->n; k++)
			if (f->mixed->part[k].lanes & lanes)
				add_calls(s, p, f->mixed->part[k].frame, f->mixed->part[k].lanes & lanes, saved);
		if (f->mixed)
			return;
		add(s, (uint64_t)(f->call - p->code));
		if (f->saved && saved)
			add_bytes(s, f->saved->rows, f->saved->bytes);
	}
}

/* Of a slice: the registers that are in it. */
static void add_warp(struct sum *s, const struct em_warp *w, const struct em_slice *slice)
{
	const struct em_program *p = w->t->p;
	struct em_warp *rows = (struct em_warp *)(uintptr_t)w;

	add(s, (uint64_t)w->ngroups << 32 | w->live_lanes);
	add(s, (uint64_t)w->spin << 8 | w->rotate);
	for (uint32_t k = 0; k < w->ngroups; k++) {
		const struct em_group *g = &w->g[k];
		uint64_t older = 0;

		for (uint32_t j = 0; j < w->ngroups; j++)
			older += w->g[j].stamp < g->stamp;
		add(s, (uint64_t)(g->pc - p->code) << 32 | g->mask);
		add(s, (uint64_t)g->state << 16 | (uint64_t)g->bar << 8 | older);
		add_calls(s, p, g->frame, g->mask, !slice);
	}
	for (size_t k = 0; slice && k < slice->n; k++)
		add_bytes(s, EM_AT(rows, uint8_t, slice->at[k]), slice->bytes[k]);
	if (!slice)
		add_bytes(s, EM_AT(rows, uint8_t, EM_ROWS_AT), p->warp_bytes - EM_ROWS_AT);
}

/* What belongs to the blocks; of a slice, what decides where they go. */
static uint64_t private_state(const struct em_block *blocks, const struct em_slice *slice)
{
	struct sum s = { 1, 2 };

	for (const struct em_block *b = blocks; b; b = b->next) {
		const struct em_run *r = b->t->run;

		add(&s, b->position << 16 | b->waiting);
		for (int k = 0; k < 16; k++)
			add(&s, (uint64_t)b->bar[k].lanes << 32 | b->bar[k].need);
		for (uint32_t k = 0; k < b->nwarps; k++)
			add_warp(&s, b->warp[k], slice);
		if (slice)
			continue;
		add_bytes(&s, b->shared, r->shared_bytes);
		add_bytes(&s, b->locals, b->locals_bytes);
	}
	return s.a ^ s.b;
}

/* Global memory. Of what was never touched nothing has to be read. */
static uint64_t common_state(struct em_device *d)
{
	struct sum s = { 3, 4 };
	struct em_memory *m = &d->mem;

	pthread_mutex_lock(&m->lock);
	for (size_t k = 0; k < m->n; k++)
		if (m->blocks[k].live)
			add_bytes(&s, m->host + (m->blocks[k].start - m->base), m->blocks[k].size);
	pthread_mutex_unlock(&m->lock);
	return s.a ^ s.b;
}

/* ---- rounds */
struct em_stuck {
	uint64_t exits;        /* of the worker, when this waiting began */
	uint64_t turns, polls; /* since then */
	uint64_t steps, began; /* instructions of the worker, at its last turn and at the first */
	uint64_t anchor;       /* position of the block whose turn begins a round */
	uint64_t rounds, snap, until;
	uint64_t gather, gathering;       /* rounds to note what runs, at the next state that is kept; left */
	uint64_t private, common, sliced; /* the state of round `snap` */
	bool have;
	uint64_t clock;          /* the earliest clock of a warp that could run, when this waiting began */
	bool clocked, tired;     /* that is known; nothing is waited for any more but a round to tell of */
	struct em_slice *slice;  /* of what ran before that round; NULL: there is none */
	struct em_look *look;    /* NULL: nobody looks */
	struct em_later *before; /* of the round before, which a clock would have ended; NULL: there was none */
};

static void rest(struct em_stuck *s)
{
	em_look_free(s->look);
	em_slice_free(s->slice);
	em_later_free(s->before);
	s->look = NULL;
	s->slice = NULL;
	s->before = NULL;
	s->have = false;
	s->gathering = 0;
	s->snap = 2 * s->rounds + 1;
}

static bool came_back(struct em_stuck *s, struct em_worker *t, const struct em_block *blocks)
{
	return private_state(blocks, NULL) == s->private && common_state(t->d) == s->common;
}

static bool decided_again(struct em_stuck *s, const struct em_block *blocks)
{
	return s->slice && private_state(blocks, s->slice) == s->sliced;
}

/* Nobody can change what is read any more; or nothing that is read decides anything. */
static bool is_closed(const struct em_stuck *s, const struct em_worker *t)
{
	const struct em_look *k = s->look;
	bool others = atomic_load(&t->run->active) > 1, memory = !k->slice || k->slice->memory;

	return !k->outside && !(memory && (k->host || (others && k->global))) && (!k->slice || em_look_kept(k));
}

static void look_again(
	struct em_stuck *s, const struct em_worker *t, const struct em_block *blocks, const struct em_slice *slice)
{
	s->until = 2 * s->rounds - s->snap + 1;
	s->look = em_look_new(t->p, slice);
	if (s->look->later)
		em_later_begin(s->look->later, blocks, s->before);
}

/* A clock ended something in this round. What does it do in the next one, with what was set anew in this one? */
static bool once_more(struct em_stuck *s, const struct em_worker *t, const struct em_block *blocks)
{
	if (!s->look->later || s->before || s->look->outside)
		return false;
	s->before = s->look->later;
	s->look->later = NULL;
	em_look_free(s->look);
	s->snap = s->rounds - 1;
	look_again(s, t, blocks, s->slice);
	s->until = s->rounds + WINDOW;
	return true;
}

/* The state has come back while we looked at each instruction on the way. */
static struct em_block *verdict(struct em_stuck *s, struct em_worker *t, struct em_block *blocks)
{
	struct em_block *first = blocks;

	if (!is_closed(s, t)) {
		if (once_more(s, t, blocks))
			return NULL;
		if (s->look->strayed && s->gather < GATHER_MOST)
			s->gather *= 2;
		rest(s);
		return NULL;
	}
	for (struct em_block *b = blocks; b; b = b->next)
		if (b->position < first->position)
			first = b;
	s->look->changes = s->look->changes && !s->look->slice;
	em_look_fault(s->look, blocks, first);
	em_look_free(s->look);
	s->look = NULL;
	return first;
}

/* What ran since we began to look is known: from here on a state is waited for. */
static void keep_state(struct em_stuck *s, struct em_worker *t, const struct em_block *blocks)
{
	s->slice = em_slice_new(t->p, s->look->ran);
	em_look_free(s->look);
	s->look = NULL;
	s->snap = s->rounds;
	s->until = s->rounds + WINDOW + s->rounds / 8;
	s->private = private_state(blocks, NULL);
	s->common = common_state(t->d);
	s->sliced = s->slice ? private_state(blocks, s->slice) : 0;
	s->have = true;
}

/* ---- waits of which no proof is found, and that a clock sees: code compiled with -G, states that never come back.
 * A minute and a half is longer than any limit that a kernel sets itself. The clock of who works does not go on by
 * others' sleep. */
static uint64_t earliest_clock(const struct em_block *blocks)
{
	uint64_t least = UINT64_MAX;

	for (const struct em_block *b = blocks; b; b = b->next)
		for (uint32_t k = 0; k < b->nwarps; k++)
			if (em_warp_runnable(b->warp[k]) && b->warp[k]->cycles < least)
				least = b->warp[k]->cycles;
	return least;
}

static bool overdue(struct em_stuck *s, const struct em_worker *t, const struct em_block *blocks)
{
	uint64_t now;

	if (!t->run->cycles || atomic_load(&t->run->active) > 1)
		return false;
	now = earliest_clock(blocks);
	if (!s->clocked)
		s->clock = now;
	s->clocked = true;
	return now != UINT64_MAX && now > s->clock && em_clock_ns(t->run, now - s->clock) / 1000000000 >= TIRED;
}

static struct em_block *give_up(struct em_stuck *s, struct em_worker *t, struct em_block *blocks)
{
	struct em_block *first = blocks;

	if (!s->tired) {
		rest(s);
		s->tired = true;
		s->look = em_look_new(t->p, NULL);
		return NULL;
	}
	s->tired = s->clocked = false;
	if (s->look->host) { /* the host takes its time */
		rest(s);
		return NULL;
	}
	for (struct em_block *b = blocks; b; b = b->next)
		if (b->position < first->position)
			first = b;
	s->look->tired = true;
	em_look_fault(s->look, blocks, first);
	rest(s);
	return first;
}

static struct em_block *round_begins(struct em_stuck *s, struct em_worker *t, struct em_block *blocks)
{
	s->rounds++;
	if (s->tired || overdue(s, t, blocks))
		return give_up(s, t, blocks);
	if (s->gathering) {
		if (!--s->gathering)
			keep_state(s, t, blocks);
	} else if (s->look) {
		if (s->look->slice ? decided_again(s, blocks) : came_back(s, t, blocks))
			return verdict(s, t, blocks);
		if (s->rounds > s->until)
			rest(s);
	} else if (s->have && s->rounds <= s->until) {
		if (came_back(s, t, blocks))
			look_again(s, t, blocks, NULL);
		else if (decided_again(s, blocks))
			look_again(s, t, blocks, s->slice);
	} else if (s->rounds >= s->snap) {
		rest(s);
		s->gathering = s->gather;
		s->look = em_look_new(t->p, NULL);
	} else {
		s->have = false;
	}
	return NULL;
}

static void begin(struct em_stuck *s, const struct em_worker *t)
{
	em_look_free(s->look);
	em_slice_free(s->slice);
	em_later_free(s->before);
	*s = (struct em_stuck){
		.exits = t->exits, .polls = t->polls, .steps = t->steps, .began = t->steps, .gather = 1
	};
}

/* How long this turn was. In an attempt only the budget says that it is long: a right kernel may take its time. */
static uint64_t turns(struct em_stuck *s, const struct em_worker *t, const struct em_block *last)
{
	uint64_t ran = t->steps - s->steps, budget = t->run->l->step_budget;

	s->steps = t->steps;
	if (t->run->attempt && !(budget && t->steps - s->began > budget / PART))
		ran = 0;
	return (last->meets ? MEETING : 1 + last->nwarps / WARPS) + ran / PER_TURN;
}

struct em_block *em_stuck_turn(struct em_worker *t, struct em_block *blocks, const struct em_block *last, size_t n)
{
	struct em_stuck *s = t->stuck;

	if (!s)
		s = t->stuck = xcalloc(1, sizeof *s);
	if (t->exits != s->exits || !s->gather)
		begin(s, t);
	s->turns += turns(s, t, last);
	if (t->schedule && !t->natural) {
		t->natural = t->polls - s->polls > (uint64_t)SEEDED_PATIENCE * t->run->nwarps * (n + 1);
		s->turns = 0;
		if (t->natural)
			em_schedule_settle(t->schedule);
		return NULL;
	}
	t->slice = em_stuck_long(t, n) ? SHORT : EM_SLICE;
	if (t->slice == EM_SLICE)
		return NULL;
	if (t->run->attempt) { /* the launch in order will say it, of all its blocks */
		em_attempt_fails(t->run);
		return NULL;
	}
	if (!s->rounds) {
		s->anchor = blocks->position;
		s->rounds = s->snap = 1;
		return NULL;
	}
	return blocks->position == s->anchor ? round_begins(s, t, blocks) : NULL;
}

bool em_stuck_long(const struct em_worker *t, size_t n)
{
	const uint64_t blocks = n + 1, more = blocks > MANY ? blocks - MANY : 0;

	return t->stuck && t->stuck->exits == t->exits &&
		t->stuck->turns > PATIENCE * (blocks - more) + PATIENCE_OF_MANY * more;
}

bool em_stuck_looks(const struct em_worker *t)
{
	return t->stuck && t->stuck->look;
}

const struct em_inst *em_stuck_run(struct em_warp *w, const struct em_inst *i)
{
	struct em_look *k = w->t->stuck->look;

	if (w->taint)
		em_taint_turn(w);
	while (i) {
		em_look_at(k, w, i);
		i = w->taint ? em_taint_step(w, i) : em_step(w, i);
	}
	em_look_after(k, w);
	return NULL;
}

void em_stuck_free(struct em_worker *t)
{
	if (t->stuck) {
		em_look_free(t->stuck->look);
		em_slice_free(t->stuck->slice);
		em_later_free(t->stuck->before);
	}
	free(t->stuck);
	t->stuck = NULL;
}
