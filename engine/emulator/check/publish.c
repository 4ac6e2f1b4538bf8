/* publish: what orders accesses of different blocks inside one launch. They meet at an address, a flag: whoever passed
 * a fence and then writes strongly there (volatile, relaxed, release, atomic) publishes what was before the fence;
 * whoever reads strongly there and then passes a fence relies on it (PTX ISA, memory consistency model: release and
 * acquire patterns, causality order). Both fences and both accesses must reach beyond the block.
 *
 * Each publication is an event of its flag. A plain store to a flag by another warp replaces what was published there
 * before; an atomic adds to it. What a warp relies on is a list of events (nodes, shared by all who rely on the same),
 * and each event holds the list of the warp that published it: so reliance is handed on. A question follows the lists.
 * `known` is what a warp may rely on, `pending` what it has seen without a fence behind it: plain reads may not rely on
 * that, volatile ones do (the last block of NVIDIA's own examples).
 *
 * Where an event covers the block's accesses before its last barrier, that is cumulativity. More events or questions
 * than there is room for: nobody is accused from then on in this launch. */
#include "base/buf.h"
#include "emulator/check/check.h"

#define MOST_EVENTS (1u << 19)
#define MOST_NODES (1u << 20)
#define MOST_STEPS (1ull << 27) /* of following lists, in a launch */
#define NEAR 16                 /* nodes that are looked at before all lists are followed */

/* Of `warp` what is before point, of its block what is before `before`. */
struct event {
	uint32_t chain, seq, prev, older, know, seen, warp;
	uint64_t point, before;
};
struct node {
	uint32_t event, next, also, seen;
};
/* What was published at an address: the newest event, the warp that wrote there last. */
struct chain {
	uint32_t id, newest, warp;
	uint64_t position;
};
struct map {
	uint64_t *key;
	uint32_t *value, n, room;
};
struct ck_publish {
	struct event *e;
	struct node *k;
	struct chain *c;
	uint32_t ne, ce, nk, ck, nc, cc, chains, seq, stamp, followed, *todo, ctodo;
	struct map at;   /* an address to its chain */
	struct map last; /* a flag and a warp to its last event there */
	uint64_t steps;
	bool full;
};

struct ck_publish *em_publish_new(void)
{
	struct ck_publish *x = xcalloc(1, sizeof *x);
	x->ne = x->nk = x->nc = 1; /* 0: none */
	return x;
}

void em_publish_free(struct ck_publish *x)
{
	if (!x)
		return;
	free(x->e);
	free(x->k);
	free(x->c);
	free(x->todo);
	free(x->at.key);
	free(x->at.value);
	free(x->last.key);
	free(x->last.value);
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
	if (!room(x, &x->k, sizeof *x->k, x->nk, &x->ck, MOST_NODES))
		return next;
	x->k[x->nk] = (struct node){ event, next, also, 0 };
	return x->nk++;
}

uint32_t em_publish_join(struct ck_publish *x, uint32_t a, uint32_t b)
{
	if (!b || a == b || (a && (x->k[a].next == b || x->k[a].also == b)))
		return a;
	if (!a || x->k[b].next == a || x->k[b].also == a)
		return b;
	return node(x, 0, a, b);
}

/* The list with what is published at a flag up to the event. */
static uint32_t with(struct ck_publish *x, uint32_t list, uint32_t event)
{
	const struct event *e = &x->e[event];
	if (!list)
		return node(x, event, 0, 0);
	const struct node *k = &x->k[list];
	const struct event *top = k->event ? &x->e[k->event] : NULL;
	if (top && top->chain == e->chain)
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
		if (l_ && x->k[l_].seen != x->stamp && room(x, &x->todo, sizeof *x->todo, n, &x->ctodo, MOST_NODES)) { \
			x->k[l_].seen = x->stamp; \
			x->todo[n++] = l_; \
		} \
	} while (0)
	TODO(list);
	while (n) {
		const struct node k = x->k[x->todo[--n]];
		x->steps++;
		TODO(k.next);
		TODO(k.also);
		for (uint32_t e = k.event; e && x->e[e].seen != x->stamp; e = x->e[e].prev) {
			x->e[e].seen = x->stamp;
			x->steps++;
			TODO(x->e[e].know);
		}
	}
#undef TODO
	x->full |= x->steps > MOST_STEPS;
}

static bool leads_to(struct ck_publish *x, uint32_t list, uint32_t event)
{
	const struct event *e = &x->e[event];
	uint32_t k = list;
	for (int n = 0; k && n < NEAR; n++, k = x->k[k].next) {
		const struct event *top = &x->e[x->k[k].event];
		if (x->k[k].event && top->chain == e->chain && top->seq >= e->seq)
			return true;
	}
	if (!list)
		return false;
	follow(x, list);
	return x->e[event].seen == x->stamp;
}

/* ---- flags */
static struct chain *chain_at(struct ck_publish *x, uint64_t addr, bool make)
{
	uint32_t c = find(&x->at, addr >> 2);
	if (!c && make && room(x, &x->c, sizeof *x->c, x->nc, &x->cc, MOST_EVENTS)) {
		c = x->nc++;
		x->c[c] = (struct chain){ .id = ++x->chains };
		put(&x->at, addr >> 2, c);
	}
	return c ? &x->c[c] : NULL;
}

void em_publish_read(struct em_warp *w, uint64_t addr, bool at_once)
{
	struct ck_publish *x = w->t->run->check.publish;
	const struct chain *c = chain_at(x, addr, false);
	if (!c || !c->newest)
		return;
	const bool same = w->pending == w->known;
	if (at_once)
		w->known = with(x, w->known, c->newest);
	w->pending = at_once && same ? w->known : with(x, w->pending, c->newest);
}

static void publish(struct em_block *b, struct chain *c, uint32_t warp, uint64_t point, uint64_t before, uint32_t know)
{
	struct ck_run *q = &b->t->run->check;
	struct ck_publish *x = q->publish;
	struct ck_pub *p = &q->pub[b->position];
	const uint64_t key = (uint64_t)c->id << 40 ^ (b->position << 5 | warp) ^ 1ull << 63;
	const uint32_t last = find(&x->last, key);
	if (last && x->e[last].point == point && x->e[last].before == before && x->e[last].know == know)
		return;
	if (!room(x, &x->e, sizeof *x->e, x->ne, &x->ce, MOST_EVENTS))
		return;
	x->e[x->ne] = (struct event){ c->id, x->seq, c->newest, p->newest, know, 0, warp, point, before };
	c->newest = p->newest = x->ne;
	put(&x->last, key, x->ne++);
}

void em_publish_write(struct em_warp *w, uint64_t addr, uint64_t point, bool atomic, bool narrow)
{
	struct em_block *b = w->blk;
	struct em_ckblock *k = &b->check;
	struct ck_run *q = &b->t->run->check;
	struct ck_publish *x = q->publish;
	struct ck_pub *p = &q->pub[b->position];
	const uint64_t lo = ck_point(k->interval), now = ck_point(w->code) + w->touched;
	struct chain *c = chain_at(x, addr, false);
	bool news = point != 0 && !narrow;
	for (uint32_t v = 0; v < b->nwarps && !news && !narrow; v++)
		news = k->fenced_before[v] != 0;
	if (c && !atomic && (c->position != b->position || c->warp != w->index)) {
		c->newest = 0; /* who reads this value learns nothing of those before */
		c->id = ++x->chains;
	}
	p->wrote = true;
	if (narrow || k->narrow[w->index] > point)
		p->narrow = now > p->narrow ? now : p->narrow;
	if (point < now)
		p->bare = now > p->bare ? now : p->bare;
	if (!c && news)
		c = chain_at(x, addr, true);
	if (!c || x->full)
		return;
	c->position = b->position;
	c->warp = w->index;
	if (!news)
		return;
	x->seq++;
	/* A fence behind the last barrier covers all that the block did before that barrier. */
	const uint64_t before = point >= lo ? lo : k->covered;
	publish(b, c, w->index, point, before, w->known);
	for (uint32_t v = 0; v < b->nwarps; v++)
		if (k->fenced_before[v] > before)
			publish(b, c, v, k->fenced_before[v], 0, w->known);
}

/* ---- questions. `code`: what another block did, at this position. */
static bool covers(const struct event *e, uint64_t code)
{
	return (e->warp == ck_warp(code) && ck_point(code) < e->point) || ck_point(code) < e->before;
}

bool em_publish_ordered(struct em_warp *w, uint64_t code, uint64_t position, bool seen_is_enough)
{
	struct ck_run *q = &w->t->run->check;
	struct ck_publish *x = q->publish;
	const uint32_t list = seen_is_enough ? w->pending : w->known;
	if (x->full)
		return true;
	for (uint32_t e = list ? q->pub[position].newest : 0; e; e = x->e[e].older, x->steps++)
		if (covers(&x->e[e], code) && leads_to(x, list, e))
			return true;
	x->full |= x->steps > MOST_STEPS;
	return x->full;
}

enum em_gap em_publish_gap(struct em_warp *w, uint64_t code, uint64_t position)
{
	struct ck_run *q = &w->t->run->check;
	struct ck_publish *x = q->publish;
	const struct ck_pub *p = &q->pub[position];
	bool published = false, early = false;
	if (em_publish_ordered(w, code, position, true))
		return w->blk->check.narrow[w->index] ? EM_GAP_NARROW_READ : EM_GAP_FENCE_READ;
	for (uint32_t e = p->newest; e; e = x->e[e].older) {
		published |= covers(&x->e[e], code);
		early |= w->pending && leads_to(x, w->pending, e);
	}
	if (early)
		return EM_GAP_EARLY;
	if (published)
		return w->looked == 2 ? EM_GAP_NARROW_READ : w->looked ? EM_GAP_OTHER_FLAG : EM_GAP_NO_WAIT;
	if (ck_point(code) < p->narrow)
		return EM_GAP_NARROW;
	if (!w->looked)
		return EM_GAP_NONE;
	return ck_point(code) < p->bare ? EM_GAP_FENCE : p->wrote ? EM_GAP_EARLY : EM_GAP_NONE;
}
