/* weak: see weak.h.
 *
 * Invariants. A view's entries are in the order in which they were made; entries of stores may overlap each other, an
 * entry of an old copy overlaps no other. What must not go out before another entry has a later or the same time
 * (`due`), so "all that are due, in their order" is always allowed. Between turns memory is what all blocks agree on;
 * in a turn it is that under the entries of one view, and each entry keeps what lay under it. */
#include "emulator/run/weak.h"
#include "base/buf.h"
#include "base/rng.h"
#include "emulator/core/device.h"
#include "emulator/run/lane_address.h"

enum {
	RUN = 64,    /* bytes of an entry */
	MOST = 96,   /* entries of a view; then the older half of its stores goes out */
	RECENT = 32, /* changes of memory that a block may not have seen when it begins */
	FEW = 6,
	SALT = 0x77 /* the numbers of the schedule itself are not drawn from */
};

struct entry {
	uint64_t addr, due;
	uint32_t bytes;
	bool old; /* not a store that waits: what was here before another block's came */
	uint8_t value[RUN], under[RUN];
};

struct view {
	uint64_t block;
	bool over;                       /* its block has ended */
	uint64_t first_store, first_old; /* when the first of its entries is due; or before that */
	uint64_t floor;                  /* a fence: no later store is due before */
	size_t n;
	struct entry e[MOST];
};

/* A run of bytes that the current instruction writes. */
struct run {
	uint64_t addr;
	uint32_t bytes;
};

struct em_weak {
	struct em_device *d;
	uint64_t seed, nth, drawn, now;
	struct view **view, *in; /* in: whose turn it is */
	size_t n, cap;
	struct recent {
		uint64_t addr;
		uint32_t bytes;
		uint8_t old[RUN];
	} recent[RECENT]; /* a ring */
	uint64_t changes;
	struct em_mem_block last; /* the allocation that was asked for last */
	/* Between before and after: */
	struct run run[EM_WARP];
	uint8_t was[EM_WARP][RUN];
	size_t nruns;
	bool waits; /* what is written waits */
	bool atomic;
	bool release; /* it goes out after all that waits */
	bool acquire; /* old copies are forgotten after it */
};

static uint64_t draw(struct em_weak *k, uint64_t n)
{
	return rng_below(k->seed ^ SALT, k->nth, k->drawn++, n);
}

/* For how many turns of blocks: mostly few, now and then so many that others get far. */
static uint64_t lag(struct em_weak *k)
{
	static const uint16_t most[] = { 1, 2, 4, 8, 16, 32, 128, 512 };

	return draw(k, most[draw(k, sizeof most / sizeof *most)]);
}

static uint8_t *host(const struct em_weak *k, uint64_t addr)
{
	return k->d->mem.host + (addr - k->d->mem.base);
}

static bool overlap(uint64_t a, uint32_t an, uint64_t b, uint32_t bn)
{
	return a < b + bn && b < a + an;
}

/* ---- views */
static void put_on(struct em_weak *k, struct view *v)
{
	for (size_t n = 0; n < v->n; n++) {
		struct entry *e = &v->e[n];

		memcpy(e->under, host(k, e->addr), e->bytes);
		memcpy(host(k, e->addr), e->value, e->bytes);
	}
	k->in = v;
}

static void take_off(struct em_weak *k)
{
	struct view *v = k->in;

	for (size_t n = v ? v->n : 0; n--;)
		memcpy(host(k, v->e[n].addr), v->e[n].under, v->e[n].bytes);
	k->in = NULL;
}

/* Forgets old copies: all, those that are due, or those that meet a run. Not in a view's turn. */
enum which { ALL, DUE, MEETING };
static void forget(struct em_weak *k, struct view *v, enum which which, const struct run *r)
{
	size_t left = 0;

	if (which == DUE && v->first_old > k->now)
		return;
	v->first_old = UINT64_MAX;
	for (size_t n = 0; n < v->n; n++) {
		const struct entry *e = &v->e[n];
		bool goes = e->old &&
			(which == ALL || (which == DUE && e->due <= k->now) ||
				(which == MEETING && overlap(e->addr, e->bytes, r->addr, r->bytes)));

		if (goes)
			continue;
		if (e->old && e->due < v->first_old)
			v->first_old = e->due;
		if (left != n)
			v->e[left] = *e;
		left++;
	}
	v->n = left;
}

/* v goes on seeing `old` where r changes. Not in v's turn. */
static void keep_old_in(struct em_weak *k, struct view *v, const struct run *r, const uint8_t *old)
{
	bool some = false;

	for (size_t j = 0; j < v->n; j++) {
		const struct entry *e = &v->e[j];

		if (!overlap(e->addr, e->bytes, r->addr, r->bytes))
			continue;
		/* Its own store, which comes later; or it sees something older already. */
		if (!e->old || (e->addr <= r->addr && e->addr + e->bytes >= r->addr + r->bytes))
			return;
		some = true;
	}
	if (some)
		forget(k, v, MEETING, r);
	if (v->n >= MOST / 2)
		return;
	struct entry *e = &v->e[v->n++];
	e->addr = r->addr;
	e->bytes = r->bytes;
	e->old = true;
	e->due = k->now + lag(k);
	v->first_old = e->due < v->first_old ? e->due : v->first_old;
	memcpy(e->value, old, r->bytes);
}

/* So do some of the other blocks: of few every other one, of many a few. */
static void keep_old(struct em_weak *k, const struct view *writer, const struct run *r, const uint8_t *old)
{
	struct recent *c = &k->recent[k->changes++ % RECENT];
	const size_t looks = k->n < FEW ? k->n : FEW, at = k->n > FEW ? (size_t)draw(k, k->n) : 0;

	c->addr = r->addr;
	c->bytes = r->bytes;
	memcpy(c->old, old, r->bytes);
	for (size_t n = 0; n < looks; n++) {
		struct view *v = k->view[(at + n) % k->n];

		if (v != writer && !v->over && draw(k, 2))
			keep_old_in(k, v, r, old);
	}
}

/* Stores go out: those that are due at `until`. Not in a view's turn. */
static void go_out(struct em_weak *k, struct view *v, uint64_t until)
{
	size_t left = 0;

	if (v->first_store > until)
		return;
	v->first_store = UINT64_MAX;
	for (size_t n = 0; n < v->n; n++) {
		const struct entry *e = &v->e[n];

		if (!e->old && e->due <= until) {
			keep_old(k, v, &(struct run){ e->addr, e->bytes }, host(k, e->addr));
			memcpy(host(k, e->addr), e->value, e->bytes);
			continue;
		}
		if (!e->old && e->due < v->first_store)
			v->first_store = e->due;
		if (left != n)
			v->e[left] = *e;
		left++;
	}
	v->n = left;
}

static struct view *view_of(struct em_weak *k, uint64_t block)
{
	for (size_t n = 0; n < k->n; n++)
		if (k->view[n]->block == block)
			return k->view[n];
	if (k->n == k->cap) {
		k->cap = k->cap ? 2 * k->cap : 16;
		k->view = xrealloc(k->view, k->cap * sizeof(struct view *));
	}
	struct view *v = k->view[k->n++] = xmalloc(sizeof *v);
	v->block = block;
	v->over = false;
	v->floor = 0;
	v->first_store = v->first_old = UINT64_MAX;
	v->n = 0;
	for (uint64_t c = k->changes > RECENT ? k->changes - RECENT : 0; c < k->changes; c++) {
		const struct recent *r = &k->recent[c % RECENT];

		if (draw(k, 2))
			keep_old_in(k, v, &(struct run){ r->addr, r->bytes }, r->old);
	}
	return v;
}

static void drop_empty(struct em_weak *k)
{
	size_t left = 0;

	for (size_t n = 0; n < k->n; n++) {
		if (k->view[n]->over && !k->view[n]->n)
			free(k->view[n]);
		else
			k->view[left++] = k->view[n];
	}
	k->n = left;
}

struct em_weak *em_weak_new(struct em_device *d, uint64_t seed, uint64_t nth)
{
	struct em_weak *k = xcalloc(1, sizeof *k);

	k->d = d;
	k->seed = seed;
	k->nth = nth;
	return k;
}

void em_weak_free(struct em_weak *k)
{
	for (size_t n = 0; k && n < k->n; n++)
		free(k->view[n]);
	if (k)
		free(k->view);
	free(k);
}

void em_weak_enter(struct em_weak *k, const struct em_block *b)
{
	struct view *v;

	k->now++;
	for (size_t n = 0; n < k->n; n++)
		go_out(k, k->view[n], k->now);
	drop_empty(k);
	v = view_of(k, b->linear);
	forget(k, v, DUE, NULL);
	put_on(k, v);
}

void em_weak_leave(struct em_weak *k, bool over)
{
	struct view *v = k->in;

	take_off(k);
	if (!over)
		return;
	v->over = true;
	forget(k, v, ALL, NULL);
}

void em_weak_settle(struct em_weak *k)
{
	take_off(k);
	for (size_t n = 0; n < k->n; n++) {
		k->view[n]->over = true;
		forget(k, k->view[n], ALL, NULL);
	}
	for (size_t n = 0; n < k->n; n++)
		go_out(k, k->view[n], UINT64_MAX);
	drop_empty(k);
}

/* ---- instructions */
bool em_weak_concerns(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_LD:
	case PTX_OP_ST:
	case PTX_OP_ATOM:
	case PTX_OP_RED: return in->space == PTX_GLOBAL || in->space == PTX_GENERIC;
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE: return !ptx_has(in, PTX_MOD_PROXY);
	default: return false;
	}
}

/* Can a store to this place wait? Allocations of the device alone. */
static bool ordinary(struct em_weak *k, uint64_t addr, uint32_t bytes)
{
	const struct em_mem_block *b = &k->last;

	if (!(b->live && addr >= b->start && addr + bytes <= b->start + b->size) &&
		(!em_memory_find(&k->d->mem, addr, &k->last) || addr + bytes > b->start + b->size)) {
		k->last.live = false;
		return false;
	}
	return !b->host;
}

/* The runs of bytes where the instruction's lanes work. Now and then neighbours are kept apart. */
static void find_runs(struct em_weak *k, struct em_warp *w, const struct em_pinst *pi, const struct ptx_inst *in)
{
	const struct em_program *p = w->t->p;
	const struct ptx_func *f = &p->m->ptx->funcs[pi->func];
	const struct em_fplace *place = &p->fn[p->place_of[pi->func]];
	const struct ptx_operand *o = em_address_operand(in, 0);
	const uint32_t bytes = em_lane_bytes(in);

	k->nruns = 0;
	for (uint32_t m = o ? em_guarded_lanes(w, place, in) : 0; m; m &= m - 1) {
		uint64_t at = em_lane_address(w, f, place, o, (enum ptx_space)in->space, __builtin_ctz(m));
		struct run *r = k->nruns ? &k->run[k->nruns - 1] : NULL;
		bool again = false;

		if (em_space_at((enum ptx_space)in->space, &at) != PTX_GLOBAL || !ordinary(k, at, bytes))
			continue;
		for (size_t n = 0; n < k->nruns; n++)
			again |= at >= k->run[n].addr && at + bytes <= k->run[n].addr + k->run[n].bytes;
		if (again)
			continue;
		if (r && at == r->addr + r->bytes && r->bytes + bytes <= RUN && draw(k, 8))
			r->bytes += bytes;
		else
			k->run[k->nruns++] = (struct run){ at, bytes };
	}
}

static bool overlaid(const struct view *v, const struct run *r, bool old)
{
	for (size_t n = 0; n < v->n; n++)
		if (v->e[n].old == old && overlap(v->e[n].addr, v->e[n].bytes, r->addr, r->bytes))
			return true;
	return false;
}

/* The view sees no old copy where the instruction works. */
static void see_new(struct em_weak *k)
{
	struct view *v = k->in;

	for (size_t n = 0; n < k->nruns; n++)
		if (overlaid(v, &k->run[n], true)) {
			take_off(k);
			forget(k, v, MEETING, &k->run[n]);
			put_on(k, v);
		}
}

/* When the last of the stores that wait goes out. */
static uint64_t last_due(const struct view *v)
{
	uint64_t last = v->floor;

	for (size_t n = 0; n < v->n; n++)
		if (!v->e[n].old && v->e[n].due > last)
			last = v->e[n].due;
	return last;
}

static void forget_all(struct em_weak *k)
{
	struct view *v = k->in;

	if (v->first_old == UINT64_MAX)
		return;
	take_off(k);
	forget(k, v, ALL, NULL);
	put_on(k, v);
}

static void send(struct em_weak *k, uint64_t until)
{
	struct view *v = k->in;

	if (v->first_store > until)
		return;
	take_off(k);
	go_out(k, v, until);
	put_on(k, v);
}

/* An atomic works on what all agree on: what a fence has put before it goes out, and what waits for the same place with
 * all that this may not overtake. */
static void before_atomic(struct em_weak *k)
{
	struct view *v = k->in;
	uint64_t until = k->release ? last_due(v) : v->floor;

	for (size_t n = 0; n < v->n; n++)
		for (size_t j = 0; j < k->nruns && !v->e[n].old; j++)
			if (v->e[n].due > until &&
				overlap(v->e[n].addr, v->e[n].bytes, k->run[j].addr, k->run[j].bytes))
				until = v->e[n].due;
	if (until >= k->now)
		send(k, until);
	see_new(k);
}

/* Room for what the instruction stores: the first half goes out, or everything. */
static void make_room(struct em_weak *k)
{
	struct view *v = k->in;

	if (v->n + k->nruns > MOST)
		send(k, v->e[v->n / 2].due);
	if (v->n + k->nruns > MOST) {
		send(k, UINT64_MAX);
		forget_all(k);
	}
}

static void fence(struct em_weak *k, const struct ptx_inst *in)
{
	if (ptx_has(in, PTX_MOD_CTA) || ptx_has(in, PTX_MOD_CLUSTER))
		return;
	k->in->floor = last_due(k->in);
	if (in->op == PTX_OP_MEMBAR || ptx_has(in, PTX_MOD_SC))
		send(k, UINT64_MAX);
	forget_all(k);
}

void em_weak_before(struct em_weak *k, struct em_warp *w, int32_t pin, bool builtin)
{
	const struct em_program *p = w->t->p;
	const struct em_pinst *pi = &p->pinst[pin];
	const struct ptx_func *f = &p->m->ptx->funcs[pi->func];
	const struct ptx_inst *in = &f->insts[pi->inst];
	const bool narrow = ptx_has(in, PTX_MOD_CTA) || ptx_has(in, PTX_MOD_CLUSTER),
		   both = !narrow && ptx_has(in, PTX_MOD_ACQ_REL);

	k->nruns = 0;
	k->waits = k->release = k->acquire = false;
	if (builtin) { /* malloc, free, printf: they work for all blocks */
		send(k, UINT64_MAX);
		forget_all(k);
		return;
	}
	if (!em_guarded_lanes(w, &p->fn[p->place_of[pi->func]], in))
		return;
	if (in->op == PTX_OP_MEMBAR || in->op == PTX_OP_FENCE) {
		fence(k, in);
		return;
	}
	k->acquire = both || (!narrow && ptx_has(in, PTX_MOD_ACQUIRE));
	k->release = both || (!narrow && ptx_has(in, PTX_MOD_RELEASE));
	if (in->op == PTX_OP_LD) {
		if (ptx_has(in, PTX_MOD_VOLATILE) && k->in->n) {
			find_runs(k, w, pi, in);
			see_new(k);
			k->nruns = 0;
		}
		return;
	}
	find_runs(k, w, pi, in);
	k->atomic = in->op == PTX_OP_ATOM || in->op == PTX_OP_RED;
	k->waits = !k->atomic || narrow;
	if (!k->waits)
		before_atomic(k);
	else if (k->nruns) {
		make_room(k);
		see_new(k);
	}
	for (size_t n = 0; n < k->nruns; n++)
		memcpy(k->was[n], host(k, k->run[n].addr), k->run[n].bytes);
}

/* A store that waits. */
static void wait(struct em_weak *k, const struct run *r, const uint8_t *was, uint64_t due)
{
	struct view *v = k->in;
	struct entry *e = &v->e[v->n];

	const uint64_t floor = k->release ? last_due(v) : v->floor;

	e->addr = r->addr;
	e->bytes = r->bytes;
	e->old = false;
	e->due = due > floor ? due : floor;
	for (size_t n = 0; n < v->n; n++)
		if (overlap(v->e[n].addr, v->e[n].bytes, r->addr, r->bytes) && v->e[n].due > e->due)
			e->due = v->e[n].due;
	v->first_store = e->due < v->first_store ? e->due : v->first_store;
	memcpy(e->under, was, r->bytes);
	memcpy(e->value, host(k, r->addr), r->bytes);
	v->n++;
}

void em_weak_after(struct em_weak *k)
{
	const bool together = k->nruns && draw(k, 4);
	const uint64_t due = k->nruns ? k->now + lag(k) : 0;

	for (size_t n = 0; n < k->nruns; n++) {
		const struct run *r = &k->run[n];

		const bool same = !memcmp(k->was[n], host(k, r->addr), r->bytes);

		if (k->atomic && same) /* it may have written nothing */
			continue;
		if (k->waits)
			wait(k, r, k->was[n], together ? due : k->now + lag(k));
		else
			keep_old(k, k->in, r, k->was[n]);
	}
	k->nruns = 0;
	if (k->acquire)
		forget_all(k);
}
