/* weak: what a block's accesses, atomics and fences do to its view; see weak.h. The views are in weak_views.c. */
#include "emulator/run/weak_views.h"

#include "emulator/run/lane_address.h"

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
		if (r && at == r->addr + r->bytes && r->bytes + bytes <= RUN && em_weak_draw(k, 8))
			r->bytes += bytes;
		else
			k->run[k->nruns++] = (struct run){ at, bytes };
	}
}

static bool overlaid(const struct view *v, const struct run *r, bool old)
{
	for (size_t n = 0; n < v->n; n++)
		if (v->e[n].old == old && em_runs_overlap(v->e[n].addr, v->e[n].bytes, r->addr, r->bytes))
			return true;
	return false;
}

/* The view sees no old copy where the instruction works. */
static void see_new(struct em_weak *k)
{
	struct view *v = k->in;

	for (size_t n = 0; n < k->nruns; n++)
		if (overlaid(v, &k->run[n], true)) {
			em_view_take_off(k);
			em_view_forget(k, v, MEETING, &k->run[n]);
			em_view_put_on(k, v);
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
	em_view_take_off(k);
	em_view_forget(k, v, ALL, NULL);
	em_view_put_on(k, v);
}

static void send(struct em_weak *k, uint64_t until)
{
	struct view *v = k->in;

	if (v->first_store > until)
		return;
	em_view_take_off(k);
	em_view_go_out(k, v, until);
	em_view_put_on(k, v);
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
				em_runs_overlap(v->e[n].addr, v->e[n].bytes, k->run[j].addr, k->run[j].bytes))
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
		memcpy(k->was[n], em_weak_host(k, k->run[n].addr), k->run[n].bytes);
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
		if (em_runs_overlap(v->e[n].addr, v->e[n].bytes, r->addr, r->bytes) && v->e[n].due > e->due)
			e->due = v->e[n].due;
	v->first_store = e->due < v->first_store ? e->due : v->first_store;
	memcpy(e->under, was, r->bytes);
	memcpy(e->value, em_weak_host(k, r->addr), r->bytes);
	v->n++;
}

void em_weak_after(struct em_weak *k)
{
	const bool together = k->nruns && em_weak_draw(k, 4);
	const uint64_t due = k->nruns ? k->now + em_weak_lag(k) : 0;

	for (size_t n = 0; n < k->nruns; n++) {
		const struct run *r = &k->run[n];

		const bool same = !memcmp(k->was[n], em_weak_host(k, r->addr), r->bytes);

		if (k->atomic && same) /* it may have written nothing */
			continue;
		if (k->waits)
			wait(k, r, k->was[n], together ? due : k->now + em_weak_lag(k));
		else
			em_view_keep_old(k, k->in, r, k->was[n]);
	}
	k->nruns = 0;
	if (k->acquire)
		forget_all(k);
}
