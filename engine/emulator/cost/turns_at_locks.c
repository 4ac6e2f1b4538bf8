/* turns_at_locks: see turns_at_locks.h. */
#include "emulator/cost/turns_at_locks.h"
#include "base/buf.h"
#include "base/earliest.h"

#include <stdlib.h>

#define MOST_EVENTS (1u << 22) /* that are kept; who takes more locks goes on as if nobody else did */

enum what { TAKES, GIVES, ENDS };
/* What a lane does next, after so many cycles of its own. next: 0, none. */
struct event {
	uint32_t next, lock, what;
	uint64_t after;
};
struct lane {
	uint32_t block, first, last, of_block; /* of_block: the block's next one, 0: none */
	uint64_t clk;                          /* of its last event, waits left out */
	uint32_t waiting;                      /* the next one who waits for the same lock, 0: none */
};
struct lock {
	uint32_t hop_clk, looker_clk, first, last, waits; /* first, last: who waits */
	bool held, fair;
	uint64_t given; /* when it was given back last */
};
struct block {
	uint64_t clk, end; /* what it takes without locks; when it ends */
	uint32_t lanes, left;
};
/* What comes next at some time: a lane goes on, a block has ended, who waits for a lock looks again. */
enum kind { LANE, BLOCK, LOCK, KINDS };

struct em_lock_turns {
	struct event *event;
	struct lane *lane;
	struct lock *lock;
	struct block *block;
	struct earliest next; /* kind + KINDS * number */
	uint32_t nevents, cevents, nlanes, clanes, nlocks, clocks, nblocks, cblocks, began;
	uint64_t places, end, waits;
};

/* Room for one more; number 0 stands for none. */
#define MORE(v, n, c) \
	do { \
		if ((n) + 1 >= (c)) { \
			(c) = (c) ? 2 * (c) : 64; \
			(v) = xrealloc((v), (size_t)(c) * sizeof *(v)); \
		} \
		(n)++; \
	} while (0)

struct em_lock_turns *em_lock_turns_new(uint64_t places)
{
	struct em_lock_turns *x = xcalloc(1, sizeof *x);

	x->places = places;
	return x;
}

void em_lock_turns_free(struct em_lock_turns *x)
{
	if (!x)
		return;
	free(x->event);
	free(x->lane);
	free(x->lock);
	free(x->block);
	earliest_free(&x->next);
	free(x);
}

uint32_t em_lock_block(struct em_lock_turns *x)
{
	MORE(x->block, x->nblocks, x->cblocks);
	x->block[x->nblocks] = (struct block){ 0 };
	return x->nblocks;
}

void em_lock_block_end(struct em_lock_turns *x, uint32_t block, uint64_t clk)
{
	x->block[block].clk = clk;
}

uint32_t em_lock_new(struct em_lock_turns *x, uint32_t hop_clk, uint32_t looker_clk, bool fair)
{
	MORE(x->lock, x->nlocks, x->clocks);
	x->lock[x->nlocks] = (struct lock){ .hop_clk = hop_clk, .looker_clk = looker_clk, .fair = fair };
	return x->nlocks;
}

static void put(struct em_lock_turns *x, struct lane *l, enum what what, uint32_t lock, uint64_t clk)
{
	MORE(x->event, x->nevents, x->cevents);
	x->event[x->nevents] = (struct event){ 0, lock, what, clk > l->clk ? clk - l->clk : 0 };
	if (l->last)
		x->event[l->last].next = x->nevents;
	else
		l->first = x->nevents;
	l->last = x->nevents;
	l->clk = clk > l->clk ? clk : l->clk;
}

void em_lock_event(struct em_lock_turns *x, uint32_t block, uint32_t *lane, uint32_t lock, bool take, uint64_t clk)
{
	if (x->nevents >= MOST_EVENTS)
		return;
	if (!*lane) {
		MORE(x->lane, x->nlanes, x->clanes);
		x->lane[x->nlanes] = (struct lane){ .block = block, .of_block = x->block[block].lanes };
		x->block[block].lanes = *lane = x->nlanes;
	}
	put(x, &x->lane[*lane], take ? TAKES : GIVES, lock, clk);
}

void em_lock_lane_end(struct em_lock_turns *x, uint32_t lane, uint64_t clk)
{
	put(x, &x->lane[lane], ENDS, 0, clk);
}

/* ---- played again */
static void later(struct em_lock_turns *x, uint64_t at, enum kind kind, uint32_t number)
{
	earliest_put(&x->next, at, (uint64_t)kind + KINDS * (uint64_t)number);
}

/* A try is at the lock, as who gives it back sees it, so much before it is answered. */
static uint64_t answered_after(const struct em_lock_turns *x, const struct event *e)
{
	const uint64_t clk = e->what == TAKES ? x->lock[e->lock].hop_clk : 0;

	return e->after < clk ? e->after : clk;
}

static void go_on(struct em_lock_turns *x, uint32_t lane, uint64_t now)
{
	const struct event *e = &x->event[x->lane[lane].first];

	later(x, now + e->after - answered_after(x, e), LANE, lane);
}

static void begin(struct em_lock_turns *x, uint64_t now)
{
	struct block *b;

	if (x->began == x->nblocks)
		return;
	b = &x->block[++x->began];
	b->end = now + b->clk;
	for (uint32_t l = b->lanes; l; l = x->lane[l].of_block) {
		b->left++;
		go_on(x, l, now);
	}
	if (!b->left)
		later(x, b->end, BLOCK, x->began);
}

static void take(struct em_lock_turns *x, uint32_t lane, const struct event *e, uint64_t now)
{
	struct lock *k = &x->lock[e->lock];

	if (!k->held) {
		k->held = true;
		go_on(x, lane, now + answered_after(x, e));
		return;
	}
	x->lane[lane].waiting = 0;
	if (k->first)
		x->lane[k->last].waiting = lane;
	else
		k->first = lane;
	k->last = lane;
	k->waits++;
	x->waits++;
}

/* The next who waits has it, if nobody else has come meanwhile. */
static void hand_on(struct em_lock_turns *x, struct lock *k, uint32_t unit)
{
	const uint32_t next = k->first;

	if (k->held || !next)
		return;
	k->held = true;
	k->first = x->lane[next].waiting;
	go_on(x, next, k->given + k->hop_clk + (uint64_t)k->waits * k->looker_clk / unit);
	k->waits--;
}

/* Who waits for a lock by trying again and again comes back after a way to the L2 and back, so until the first of them
 * does somebody else may have it who comes then: mostly who has just given it back, and wants it again. */
static void give(struct em_lock_turns *x, uint32_t lock, uint64_t now, uint32_t unit)
{
	struct lock *k = &x->lock[lock];

	k->held = false;
	k->given = now;
	if (k->fair)
		hand_on(x, k, unit);
	else if (k->first)
		later(x, now + k->hop_clk / (k->waits + 1), LOCK, lock);
}

static void end(struct em_lock_turns *x, struct block *b, uint32_t block, uint64_t now)
{
	b->end = now > b->end ? now : b->end;
	if (!--b->left)
		later(x, b->end, BLOCK, block);
}

/* The lane's next event. */
static void happens(struct em_lock_turns *x, uint32_t lane, uint64_t now, uint32_t unit)
{
	const struct event *e = &x->event[x->lane[lane].first];
	const uint32_t block = x->lane[lane].block;

	x->lane[lane].first = e->next;
	switch (e->what) {
	case TAKES: take(x, lane, e, now); break;
	case GIVES:
		give(x, e->lock, now, unit);
		go_on(x, lane, now);
		break;
	default: end(x, &x->block[block], block, now); break;
	}
}

/* Who waits for a lock that nobody gives back is left out: in the order in which blocks really ran somebody did. */
uint64_t em_lock_turns_end(struct em_lock_turns *x, uint32_t unit, uint64_t *waits)
{
	for (uint64_t k = 0; k < x->places; k++)
		begin(x, 0);
	while (x->next.n) {
		const struct earliest_row m = earliest_take(&x->next);
		const uint32_t number = (uint32_t)(m.what / KINDS);

		x->end = m.at > x->end ? m.at : x->end;
		switch ((enum kind)(m.what % KINDS)) {
		case LANE: happens(x, number, m.at, unit); break;
		case LOCK: hand_on(x, &x->lock[number], unit); break;
		default: begin(x, m.at); break;
		}
	}
	*waits = x->waits;
	return x->end;
}
