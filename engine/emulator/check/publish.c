/* publish: what orders accesses of different blocks inside one launch. They meet at an address, a flag: whoever passed
 * a fence and then writes strongly there (volatile, relaxed, release, atomic) publishes what was before the fence;
 * whoever reads strongly there and then passes a fence relies on it (PTX ISA, memory consistency model: release and
 * acquire patterns, causality order). Both fences and both accesses must reach beyond the block.
 *
 * Each publication is an event of its flag. A plain store to a flag by another warp replaces what was published there
 * before; an atomic adds to it. What a warp relies on is a list of events (nodes, shared by all who rely on the same),
 * and each event holds the list of the warp that published it: so reliance is handed on. A question follows the lists.
 * `known` is what a warp may rely on, `pending` what it has seen without a fence after it: plain reads may not rely on
 * that, volatile ones do (the last block of NVIDIA's own examples).
 *
 * Where an event covers the block's accesses before its last barrier, that is cumulativity. More events or questions
 * than there is room for: nobody is accused from then on in this launch. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/check/conflict.h"
#include "emulator/check/publish.h"

#define MOST_EVENTS (1u << 19)
#define MOST_NODES (1u << 20)
#define MOST_STEPS (1ull << 27) /* of following lists, in a launch */
#define MOST_BACK 4096          /* writes of a flag that are looked through for one that does */
#define MOST_LOOSE (1u << 20)   /* ... for the words of one race */
#define NEAR 16                 /* nodes that are looked at before all lists are followed */

/* Of `warp` what is before point (of the lanes that are not in `lanes`: before `all`), of its block what is before
 * `before`. */
struct event {
	uint32_t flag, seq;   /* where it was published: flag.id; when */
	uint32_t prev, older; /* the events before it: of the same flag; of the same block */
	uint32_t know;        /* the list of what its warp relied on then */
	uint32_t almost;      /* ... and what it had seen without a fence after it; for words only */
	uint32_t via;         /* follow_loosely() */
	int32_t pin;          /* the PTX instruction that published it; -1: not known */
	uint32_t seen, warp;
	uint64_t point, before, all;
	uint32_t lanes;
	uint32_t position; /* of its block */
	uint64_t at;       /* the point at which it was published */
	uint64_t value;    /* of the flag from then on */
	uint8_t bytes;     /* so many of them are known; 0: none */
	uint8_t writer;    /* the warp that wrote the flag */
	bool gap;          /* between the event before and this one the flag had values that nobody has noted */
	bool aside;        /* it covers nothing: only `almost` counts, for words */
};
struct node {
	uint32_t event, next, also, seen, via;
};
/* What was published at an address: the newest event, the warp that wrote there last. */
struct flag {
	uint32_t id, newest, warp;
	uint64_t position;
	bool polled; /* by who goes on as soon as it has a certain value: each write is an event */
	bool gap;    /* it was written since the newest event */
	bool told;   /* one of its events covers something */
};
struct map {
	uint64_t *key;
	uint32_t *value, n, room;
};
/* Of a block, as sets of a few bits: the addresses that it has looked at, and those that it has set without a fence. */
struct signs {
	uint64_t looked, bare;
};
struct ck_publish {
	struct event *events;
	struct node *nodes;
	struct flag *flags;
	uint32_t nevents, events_cap, nnodes, nodes_cap, nflags, flags_cap;
	uint32_t last_id; /* of a flag: one whose value was replaced gets a new one */
	uint32_t seq, stamp, followed, *todo, *later, todo_cap, later_cap;
	struct map at;   /* an address to its flag */
	struct map last; /* a flag and a warp to its last event there */
	struct signs *signs;
	size_t nsigns;
	uint64_t steps;
	bool full;
};

struct ck_publish *em_publish_new(void)
{
	struct ck_publish *x = xcalloc(1, sizeof *x);
	x->nevents = x->nnodes = x->nflags = 1; /* 0: none */
	return x;
}

void em_publish_free(struct ck_publish *x)
{
	if (!x)
		return;
	free(x->events);
	free(x->nodes);
	free(x->flags);
	free(x->todo);
	free(x->later);
	free(x->at.key);
	free(x->at.value);
	free(x->last.key);
	free(x->last.value);
	free(x->signs);
	free(x);
}

/* ---- a map from numbers but 0 to indices */
static uint32_t *slot_of(struct map *m, uint64_t key)
{
	uint32_t k = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (m->room - 1);
	while (m->key[k] && m->key[k] != key)
		k = (k + 1) & (m->room - 1);
	return &m->value[k];
}

static uint32_t find(struct map *m, uint64_t key)
{
	uint32_t *v = m->room ? slot_of(m, key) : NULL;
	return v && m->key[v - m->value] == key ? *v : 0;
}

static void put(struct map *m, uint64_t key, uint32_t value)
{
	if (2 * m->n >= m->room) {
		struct map more = { .room = m->room ? 2 * m->room : 64, .n = m->n };
		more.key = xcalloc(more.room, sizeof *more.key);
		more.value = xcalloc(more.room, sizeof *more.value);
		for (uint32_t k = 0; k < m->room; k++)
			if (m->key[k]) {
				uint32_t *v = slot_of(&more, m->key[k]);
				more.key[v - more.value] = m->key[k];
				*v = m->value[k];
			}
		free(m->key);
		free(m->value);
		*m = more;
	}
	uint32_t *v = slot_of(m, key);
	m->n += !m->key[v - m->value];
	m->key[v - m->value] = key;
	*v = value;
}

/* Room for one more; false: there is none, and nobody is accused any more. */
static bool room(struct ck_publish *x, void *list, size_t each, uint32_t n, uint32_t *c, uint32_t most)
{
	if (n < *c)
		return true;
	if (n >= most) {
		x->full = true;
		return false;
	}
	*c = *c ? 2 * *c : 256;
	void **p = list;
	*p = xrealloc(*p, *c * each);
	return true;
}

/* ---- lists */
static uint32_t node(struct ck_publish *x, uint32_t event, uint32_t next, uint32_t also)
{
	if (!room(x, &x->nodes, sizeof *x->nodes, x->nnodes, &x->nodes_cap, MOST_NODES))
		return next;
	x->nodes[x->nnodes] = (struct node){ event, next, also, 0, 0 };
	return x->nnodes++;
}

uint32_t em_publish_join(struct ck_publish *x, uint32_t a, uint32_t b)
{
	if (!b || a == b || (a && (x->nodes[a].next == b || x->nodes[a].also == b)))
		return a;
	if (!a || x->nodes[b].next == a || x->nodes[b].also == a)
		return b;
	return node(x, 0, a, b);
}

/* The list with what is published at a flag up to the event. */
static uint32_t with(struct ck_publish *x, uint32_t list, uint32_t event)
{
	const struct event *e = &x->events[event];
	if (!list)
		return node(x, event, 0, 0);
	const struct node *k = &x->nodes[list];
	const struct event *top = k->event ? &x->events[k->event] : NULL;
	if (top && top->flag == e->flag)
		return top->seq >= e->seq ? list : node(x, event, k->next, k->also);
	return node(x, event, list, 0);
}

/* Marks all that the list leads to. */
static void follow(struct ck_publish *x, uint32_t list)
{
	uint32_t n = 0;
	if (x->followed == list && x->stamp)
		return;
	x->followed = list;
	x->stamp++;
#define TODO(l) \
	do { \
		const uint32_t l_ = (l); \
		if (l_ && x->nodes[l_].seen != x->stamp && \
			room(x, &x->todo, sizeof *x->todo, n, &x->todo_cap, MOST_NODES)) { \
			x->nodes[l_].seen = x->stamp; \
			x->todo[n++] = l_; \
		} \
	} while (0)
	TODO(list);
	while (n) {
		const struct node k = x->nodes[x->todo[--n]];
		x->steps++;
		TODO(k.next);
		TODO(k.also);
		for (uint32_t e = k.event; e && x->events[e].seen != x->stamp; e = x->events[e].prev) {
			x->events[e].seen = x->stamp;
			x->steps++;
			TODO(x->events[e].know);
		}
	}
#undef TODO
	x->full |= x->steps > MOST_STEPS;
}

static bool leads_to(struct ck_publish *x, uint32_t list, uint32_t event)
{
	const struct event *e = &x->events[event];
	uint32_t k = list;
	for (int n = 0; k && n < NEAR; n++, k = x->nodes[k].next) {
		const struct event *top = &x->events[x->nodes[k].event];
		if (x->nodes[k].event && top->flag == e->flag && top->seq >= e->seq)
			return true;
	}
	if (!list)
		return false;
	follow(x, list);
	return x->events[event].seen == x->stamp;
}

/* ---- flags; addr: the key of one (em_flag_key) */
static struct flag *flag_at(struct ck_publish *x, uint64_t addr, bool make)
{
	uint32_t c = find(&x->at, addr);
	if (!c && make && room(x, &x->flags, sizeof *x->flags, x->nflags, &x->flags_cap, MOST_EVENTS)) {
		c = x->nflags++;
		x->flags[c] = (struct flag){ .id = ++x->last_id };
		put(&x->at, addr, c);
	}
	return c ? &x->flags[c] : NULL;
}

static struct signs *signs_of(struct ck_publish *x, uint64_t position)
{
	const size_t had = x->nsigns;

	if (position >= had) {
		x->nsigns = 2 * (size_t)position + 64;
		x->signs = xrealloc(x->signs, x->nsigns * sizeof *x->signs);
		memset(x->signs + had, 0, (x->nsigns - had) * sizeof *x->signs);
	}
	return &x->signs[position];
}

bool em_publish_meets(struct em_warp *w, uint64_t code)
{
	struct ck_publish *x = w->t->run->check.publish;
	uint64_t position;

	return x && em_check_position(w->t->run, code, &position) &&
		(signs_of(x, position)->bare & signs_of(x, w->blk->position)->looked) != 0;
}

bool em_publish_looked(const struct em_warp *w, uint64_t addr)
{
	struct ck_publish *x = w->t->run->check.publish;

	return x && (signs_of(x, w->blk->position)->looked & em_publish_sign(addr)) != 0;
}

void em_publish_left(struct em_warp *w, uint64_t addr, const struct ck_looker *by)
{
	struct ck_publish *x = w->t->run->check.publish;
	const struct flag *f = by->bytes ? flag_at(x, addr, false) : NULL;

	if (!f || !f->newest || f->gap || x->events[f->newest].bytes)
		return;
	x->events[f->newest].value = by->value;
	x->events[f->newest].bytes = (uint8_t)by->bytes;
}

/* Was it surely there when the warp began to look: its own, or of another warp of its block that it comes after? */
static bool was_there(const struct em_warp *w, const struct event *e)
{
	const struct em_ckblock *k = &w->blk->check;

	return e->position == (uint32_t)w->blk->position &&
		(e->writer == w->index || e->at < ck_point(k->interval) ||
			(k->clocks && e->at < k->clocks[w->index][e->writer]));
}

/* What the warp is sure to come after, when it finds the value that the flag has now. Where it polls, it would have
 * gone on with an earlier one that does as well. */
static uint32_t first_that_does(struct em_warp *w, const struct flag *f, const struct ck_looker *by)
{
	struct ck_publish *x = w->t->run->check.publish;
	uint32_t first = f->newest;

	if (by->look < 0 || f->gap || !by->bytes || !em_looks_go_on(w, by->look, by->lanes, by->value, by->bytes))
		return first;
	for (int n = 0; n < MOST_BACK; n++) {
		const struct event *e = &x->events[first], *before;
		uint32_t k = e->prev;
		bool gap = e->gap;

		for (; k && x->events[k].seq == e->seq; k = x->events[k].prev) /* all of one write */
			gap |= x->events[k].gap;
		before = &x->events[k];
		if (was_there(w, e) || !k || gap || !before->bytes ||
			!em_looks_go_on(w, by->look, by->lanes, before->value, before->bytes))
			break;
		first = k;
	}
	return first;
}

/* What is noted for words only must not take the room of the rest, nor much time. */
static bool few(const struct ck_publish *x)
{
	return x->nevents < MOST_EVENTS / 16 && x->nflags < MOST_EVENTS / 16 && x->nnodes < MOST_NODES / 16;
}

void em_publish_read(struct em_warp *w, uint64_t addr, bool at_once, const struct ck_looker *by)
{
	struct ck_publish *x = w->t->run->check.publish;
	signs_of(x, w->blk->position)->looked |= em_publish_sign(addr);
	struct flag *f = flag_at(x, addr, false);
	if (!f || !f->newest || (!f->told && !few(x)))
		return;
	f->polled |= by->look >= 0;
	const bool same = w->pending == w->known;
	const uint32_t first = first_that_does(w, f, by);
	if (at_once)
		w->known = with(x, w->known, first);
	const uint32_t pending = at_once && same ? w->known : with(x, w->pending, first);
	if (pending != w->pending)
		w->blk->check.near_only &= ~(1u << w->index);
	w->pending = pending;
}

/* always: also where it says what the last event there did. */
static void publish(struct em_warp *w, struct flag *f, uint32_t warp, const struct ck_behind *fence, uint64_t before,
	uint32_t know, bool always, const struct ck_looker *by)
{
	const struct em_block *b = w->blk;
	struct ck_run *q = &b->t->run->check;
	struct ck_publish *x = q->publish;
	struct ck_pub *p = &q->pub[b->position];
	const uint64_t key = (uint64_t)f->id << 40 ^ (b->position << 5 | warp) ^ 1ull << 63;
	const uint32_t last = find(&x->last, key);
	const struct event *e = &x->events[last];
	if (!always && last && e->point == fence->point && e->all == fence->all && e->lanes == fence->lanes &&
		e->before == before && e->know == know)
		return;
	if (!room(x, &x->events, sizeof *x->events, x->nevents, &x->events_cap, MOST_EVENTS))
		return;
	x->events[x->nevents] = (struct event){ f->id, x->seq, f->newest, p->newest, know, w->pending, 0, by->pin, 0,
		warp, fence->point, before, fence->all, fence->lanes, (uint32_t)b->position, ck_point(w->code), 0, 0,
		(uint8_t)w->index, f->gap, false };
	f->newest = p->newest = x->nevents;
	put(&x->last, key, x->nevents++);
}

void em_publish_write(struct em_warp *w, uint64_t addr, const struct ck_behind *fence, bool atomic, bool narrow,
	const struct ck_looker *by)
{
	const uint64_t point = fence->point;
	struct em_block *b = w->blk;
	struct em_ckblock *k = &b->check;
	struct ck_run *q = &b->t->run->check;
	struct ck_publish *x = q->publish;
	struct ck_pub *p = &q->pub[b->position];
	const uint64_t lo = ck_point(k->interval), now = ck_point(w->code) + (w->touched & CK_TOUCHED);
	struct flag *f = flag_at(x, addr, false);
	bool news = point != 0 && !narrow;
	for (uint32_t v = 0; v < b->nwarps && !news && !narrow; v++)
		news = k->fenced_before[v] != 0;
	if (f && !atomic && (f->position != b->position || f->warp != w->index)) {
		f->told = false;
		f->newest = 0; /* who reads this value learns nothing of those before */
		f->id = ++x->last_id;
	}
	p->wrote = true;
	if (p->flag_from != lo)
		p->flag_warps = 0;
	p->flag_from = lo;
	p->flag_warps |= 1u << w->index;
	if (narrow || k->narrow[w->index] > point)
		p->narrow = now > p->narrow ? now : p->narrow;
	if (point < now) {
		p->bare = now > p->bare ? now : p->bare;
		signs_of(x, b->position)->bare |= em_publish_sign(addr);
	}
	const bool aside = !news && w->pending != 0 && few(x);
	if (!f && (news || aside))
		f = flag_at(x, addr, true);
	if (!f || x->full)
		return;
	f->position = b->position;
	f->warp = w->index;
	x->seq++;
	const uint32_t had = x->nevents;
	const bool always = f->polled && by->look < 0 && had < MOST_EVENTS / 2;
	if (!news) { /* of a flag that is polled its values are to be known all the same */
		const bool known = always && f->newest;

		if (known || aside)
			publish(w, f, w->index, &(struct ck_behind){ 0 }, 0, 0, always, by);
		if (x->nevents > had)
			x->events[x->nevents - 1].aside = !known;
		f->told |= known;
		f->gap = by->look < 0 && x->nevents == had;
		return;
	}
	f->told = true;
	/* A fence after the last barrier covers all that the block did before that barrier. */
	const uint64_t before = point >= lo ? lo : k->covered;
	publish(w, f, w->index, fence, before, w->known, always, by);
	for (uint32_t v = 0; v < b->nwarps; v++) {
		/* What another warp handed to this one in the block, by a flag or a barrier of some warps, goes on with
		 * the fence of this one. */
		const uint64_t told = k->clocks && point && v != w->index ? k->clocks[w->index][v] : 0,
			       upto = told > k->fenced_before[v] ? told : k->fenced_before[v];
		if (upto > before)
			publish(w, f, v, &(struct ck_behind){ upto, upto, 0 }, 0, w->known, always, by);
	}
	f->gap = by->look < 0 && x->nevents == had; /* a look by an atomic changes nothing */
}

/* ---- questions. `code`: what another block did, at this position. */
static bool covers(const struct event *e, uint64_t code, bool any_lane)
{
	return (e->warp == ck_warp(code) && ck_point(code) < e->point &&
		       (any_lane || ck_point(code) < e->all || e->lanes >> ck_lane(code) & 1)) ||
		ck_point(code) < e->before;
}

static bool handed_over(struct em_warp *w, uint64_t code, uint64_t position, uint32_t list, bool any_lane)
{
	struct ck_run *q = &w->t->run->check;
	struct ck_publish *x = q->publish;
	if (x->full)
		return true;
	for (uint32_t e = list ? q->pub[position].newest : 0; e; e = x->events[e].older, x->steps++)
		if (covers(&x->events[e], code, any_lane) && leads_to(x, list, e))
			return true;
	x->full |= x->steps > MOST_STEPS;
	return x->full;
}

/* Of several readers of a warp one lane is known. */
bool em_publish_ordered(struct em_warp *w, uint64_t code, uint64_t position, bool reads)
{
	return handed_over(w, code, position, reads ? w->pending : w->known, reads);
}

bool em_publish_seen(struct em_warp *w, uint64_t addr, uint64_t code)
{
	struct ck_publish *x = w->t->run->check.publish;
	const struct flag *f = x && code & CK_STRONG ? flag_at(x, addr, false) : NULL;
	uint64_t position;

	uint32_t newest = f ? f->newest : 0;

	while (newest && x->events[newest].aside)
		newest = x->events[newest].prev;
	return newest && f->warp == ck_warp(code) && em_check_position(w->t->run, code, &position) &&
		f->position == position && leads_to(x, w->known, newest);
}

/* Did the thread write strongly without a fence after `code`? Where another warp of its block did, and no barrier came
 * between, a fence would not help: the flag may be set before that thread comes to its write. */
static bool lacks_fence(const struct ck_pub *p, uint64_t code)
{
	return ck_point(code) < p->bare && (ck_point(code) < p->flag_from || p->flag_warps >> ck_warp(code) & 1);
}

enum em_gap em_publish_gap(struct em_warp *w, uint64_t code, uint64_t position)
{
	struct ck_run *q = &w->t->run->check;
	struct ck_publish *x = q->publish;
	const struct ck_pub *p = &q->pub[position];
	bool published = false, early = false;
	if (handed_over(w, code, position, w->known, true))
		return EM_GAP_LANE;
	if (handed_over(w, code, position, w->pending, true))
		return w->blk->check.near_only >> w->index & 1 ? EM_GAP_NARROW_READ : EM_GAP_FENCE_READ;
	for (uint32_t e = p->newest; e; e = x->events[e].older) {
		published |= covers(&x->events[e], code, true);
		early |= (x->events[e].point || x->events[e].before) && w->pending && leads_to(x, w->pending, e);
	}
	/* Of a lock a fence may stand where it is taken only. But what is set without one may be no flag of this
	 * block's.
	 */
	if (early)
		return !published && lacks_fence(p, code) && em_publish_meets(w, code) ? EM_GAP_FENCE : EM_GAP_EARLY;
	if (published)
		return w->looked == 2 ? EM_GAP_NARROW_READ : w->looked ? EM_GAP_OTHER_FLAG : EM_GAP_NO_WAIT;
	if (ck_point(code) < p->narrow)
		return EM_GAP_NARROW;
	if (!w->looked)
		return EM_GAP_NONE;
	return lacks_fence(p, code) ? EM_GAP_FENCE : p->wrote ? EM_GAP_EARLY : EM_GAP_NONE;
}

/* ---- a message that goes over a third thread, which has no fence between its look and its own flag */
static void mark(struct ck_publish *x, uint32_t list, uint32_t via, uint32_t *n)
{
	if (!list || x->nodes[list].seen == x->stamp ||
		!room(x, &x->todo, sizeof *x->todo, *n, &x->todo_cap, MOST_NODES))
		return;
	x->nodes[list].seen = x->stamp;
	x->nodes[list].via = via;
	x->todo[(*n)++] = list;
}

/* Marks all that the list leads to, also where a fence is missing on the way. Each event's `via` is the first one on
 * its way where that is so, 0: none. */
static void follow_loosely(struct ck_publish *x, uint32_t list)
{
	uint32_t n = 0, nlater = 0, steps = 0;

	x->followed = 0;
	x->stamp++;
	mark(x, list, 0, &n);
	while ((n || nlater) && steps < MOST_LOOSE) {
		if (!n) {
			const uint32_t e = x->later[--nlater];

			mark(x, x->events[e].almost, x->events[e].via ? x->events[e].via : e, &n);
			continue;
		}
		const struct node k = x->nodes[x->todo[--n]];

		mark(x, k.next, k.via, &n);
		mark(x, k.also, k.via, &n);
		for (uint32_t e = k.event; e && x->events[e].seen != x->stamp; e = x->events[e].prev, steps++) {
			struct event *v = &x->events[e];

			v->seen = x->stamp;
			v->via = k.via;
			mark(x, v->know, k.via, &n);
			if (v->almost != v->know &&
				room(x, &x->later, sizeof *x->later, nlater, &x->later_cap, MOST_EVENTS))
				x->later[nlater++] = e;
		}
	}
}

bool em_publish_between(struct em_warp *w, uint64_t code, uint64_t position, struct ck_between *out)
{
	struct ck_run *q = &w->t->run->check;
	struct ck_publish *x = q->publish;
	const uint32_t lists[2] = { w->known, w->pending };

	for (int l = 0; l < 2 && x && !x->full; l++) {
		follow_loosely(x, lists[l]);
		for (uint32_t e = q->pub[position].newest; e; e = x->events[e].older)
			if (x->events[e].seen == x->stamp && x->events[e].via && covers(&x->events[e], code, true)) {
				const struct event *via = &x->events[x->events[e].via];

				if (via->position == position || via->position == w->blk->position)
					continue;
				*out = (struct ck_between){ via->pin, via->position };
				return true;
			}
	}
	return false;
}
