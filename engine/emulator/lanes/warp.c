/* warp: the groups of lanes of one warp. Lanes that agree on a pc (and on the call they are in) form a group; one group
 * runs at a time. The order is min-pc: the deepest call first, then the lowest pc, until it reaches the pc of the next
 * group, where the two become one again. That reconverges where control flow joins, since code is laid out so
 * (flow/layout.c). In a few places lanes that come one after the other are not to become one (flow/reconvergence.c):
 * there each group goes on to where it meets all others before the next begins.
 *
 * Progress: a group that keeps polling memory (exec_flow.c, spin) is set aside for the one that ran longest ago, so
 * lanes that wait for lanes of their own warp get there. Parts that ran out of line do not meet where they should, so
 * many atomics that tell nobody where to go are no reason. Invariant: while a group runs, g[cur] holds its frame and
 * mask; its pc is in flight. */
#include "emulator/lanes/warp.h"
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/core/device.h"
#include "emulator/core/fault.h"
#include "emulator/lanes/meets.h"
#include "emulator/lanes/met_apart.h"
#include "emulator/lanes/turns.h"
#include "emulator/lanes/yields.h"

static uint32_t depth_of(const struct em_group *g)
{
	return g->frame ? g->frame->depth : 0;
}

static void drop_group(struct em_warp *w, uint32_t k)
{
	em_frame_unref(w->g[k].frame);
	w->g[k] = w->g[--w->ngroups];
	if (w->cur == w->ngroups)
		w->cur = k;
}

/* Lanes that made the same calls, but not together, meet inside: a schedule has parted them, or one of them polled and
 * let the others go by. */
static bool same_calls(const struct em_frame *x, const struct em_frame *y)
{
	while (x != y) {
		if (!x || !y || x->mixed || y->mixed || x->call != y->call || !x->saved != !y->saved)
			return false;
		x = x->parent;
		y = y->parent;
	}
	return true;
}

/* These lanes' rows of one range, from what was saved. `on`: all ones for each of them. Whole rows at once: programs
 * full of virtual functions spend their time here. */
static void take_range(void *into, const struct em_fplace *f, const struct em_call_save *q, const uint8_t *from,
	uint32_t mask, const uint32_t *on)
{
	if (q->row < f->r32) {
		uint64_t *to = into, old[EM_WARP];
		for (uint32_t at = 0; at < q->bytes; at += sizeof old, to += EM_WARP) {
			memcpy(old, from + at, sizeof old);
			for (int l = 0; l < EM_WARP; l++)
				to[l] ^= (to[l] ^ old[l]) & ((uint64_t)on[l] << 32 | on[l]);
		}
	} else if (q->row < f->rp) {
		uint32_t *to = into, old[EM_WARP];
		for (uint32_t at = 0; at < q->bytes; at += sizeof old, to += EM_WARP) {
			memcpy(old, from + at, sizeof old);
			for (int l = 0; l < EM_WARP; l++)
				to[l] ^= (to[l] ^ old[l]) & on[l];
		}
	} else {
		uint32_t *to = into, old;
		for (uint32_t at = 0; at < q->bytes; at += sizeof old, to++) {
			memcpy(&old, from + at, sizeof old);
			*to = (*to & ~mask) | (old & mask);
		}
	}
}

static void lanes_on(uint32_t mask, uint32_t *on)
{
	for (int l = 0; l < EM_WARP; l++)
		on[l] = 0u - (mask >> l & 1);
}

/* These lanes have made the calls y, which are x's too, and return from x: what y has saved of them. Whoever else is in
 * x has other lanes. */
static void take_saved(const struct em_warp *w, struct em_frame *x, const struct em_frame *y, uint32_t mask)
{
	const struct em_program *p = w->t->p;
	uint32_t on[EM_WARP];

	if (x != y)
		lanes_on(mask, on);
	for (; x != y; x = x->parent, y = y->parent) {
		struct em_saved *to = x->saved;
		const struct em_saved *from = y->saved;
		uint32_t at = 0;

		if (!to)
			continue;
		for (uint32_t k = to->first; k < to->first + to->n; k++) {
			take_range(to->rows + at, &p->fn[to->fn], &p->call_saves[k], from->rows + at, mask, on);
			at += p->call_saves[k].bytes;
		}
		for (uint32_t m = mask; m; m &= m - 1) {
			to->fp[__builtin_ctz(m)] = from->fp[__builtin_ctz(m)];
			to->sp[__builtin_ctz(m)] = from->sp[__builtin_ctz(m)];
		}
	}
}

/* The row for the slot at which the group stands, or NULL: lanes that meet there go on together. There are hardly ever
 * more than a few rows. */
static const struct em_apart *apart(const struct em_program *p, const struct em_inst *pc)
{
	for (size_t k = 0; k < p->napart; k++)
		if (p->code + p->apart[k].slot == pc)
			return &p->apart[k];
	return NULL;
}

static void merge(struct em_warp *w)
{
	for (uint32_t a = 0; a < w->ngroups; a++)
		for (uint32_t b = a + 1; b < w->ngroups;) {
			struct em_group *x = &w->g[a], *y = &w->g[b];
			if (x->pc == y->pc && x->party == y->party && x->state == EM_RUN && y->state == EM_RUN &&
				same_calls(x->frame, y->frame) && !apart(w->t->p, x->pc)) {
				take_saved(w, x->frame, y->frame, y->mask);
				x->mask |= y->mask;
				if (y->stamp > x->stamp)
					x->stamp = y->stamp;
				drop_group(w, b);
			} else {
				b++;
			}
		}
}

/* Does a group that waits meet those that come to i with this mask? */
static bool meets(const struct em_group *g, const struct em_inst *i, uint32_t named)
{
	return g->state == EM_AT_SYNC && g->named == named && em_same_function(g->pc, i);
}

static uint32_t waiting_by(const struct em_warp *w, const struct em_inst *i, uint32_t named)
{
	uint32_t lanes = 0;
	for (uint32_t k = 0; k < w->ngroups && named; k++)
		if (meets(&w->g[k], i, named))
			lanes |= w->g[k].mask;
	return lanes;
}

bool em_warp_sync_over(const struct em_warp *w, const struct em_group *g)
{
	const uint32_t lacks = g->need & w->live_lanes & ~g->mask;
	return !lacks || !(lacks & ~waiting_by(w, g->pc, g->named));
}

void em_warp_settle(struct em_warp *w)
{
	for (uint32_t k = 0; k < w->ngroups; k++)
		if (w->g[k].state == EM_AT_SYNC && em_warp_sync_over(w, &w->g[k]))
			w->g[k].state = EM_RUN;
	if (w->ngroups > 1)
		merge(w);
}

bool em_warp_before(const struct em_group *x, const struct em_group *y)
{
	if (x->party != y->party)
		return x->party < y->party;
	return depth_of(x) > depth_of(y) || (depth_of(x) == depth_of(y) && x->pc < y->pc);
}

/* Group k runs where lanes do so one after the other: at the end it waits for those that are still to come through. */
static void wait_for_others(const struct em_warp *w, uint32_t k, uintptr_t *until)
{
	const struct em_program *p = w->t->p;
	const struct em_inst *pc = w->g[k].pc;
	for (size_t r = 0; r < p->napart; r++) {
		const struct em_inst *from = p->code + p->apart[r].slot, *to = p->code + p->apart[r].until;
		for (uint32_t j = 0; j < w->ngroups && pc >= from && pc < to; j++)
			if (j != k && w->g[j].state == EM_RUN && w->g[j].frame == w->g[k].frame && w->g[j].pc >= from &&
				w->g[j].pc < to && (uintptr_t)to < *until)
				*until = (uintptr_t)to;
	}
}

/* Group k waits where lanes run one after the other: those that did before it and have not come to the end of it go
 * first. Returns who does, which is then to wait at *until for those that are behind it. */
static uint32_t behind_others(const struct em_warp *w, uint32_t k, uintptr_t *until)
{
	const struct em_program *p = w->t->p;
	for (const struct em_apart *a = apart(p, w->g[k].pc); a; a = apart(p, w->g[k].pc)) {
		uint32_t next = k;
		for (uint32_t j = 0; j < w->ngroups; j++) {
			const struct em_group *g = &w->g[j];
			if (g->state == EM_RUN && g->frame == w->g[k].frame && g->pc > w->g[k].pc &&
				g->pc < p->code + a->until && (next == k || em_warp_before(g, &w->g[next])))
				next = j;
		}
		if (next == k)
			break;
		k = next;
	}
	wait_for_others(w, k, until);
	return k;
}

const struct em_inst *em_warp_pick(struct em_warp *w)
{
	int best = -1;
	uintptr_t until = UINTPTR_MAX;
	if (EM_LIKELY(w->ngroups == 1 && w->g[0].state == EM_RUN)) /* as below, in short */
		return em_warp_lone(w);
	if (w->t->run->meets)
		return em_meets_pick(w);
	em_warp_settle(w);
	for (uint32_t k = 0; k < w->ngroups; k++) {
		const struct em_group *g = &w->g[k], *b = &w->g[best < 0 ? 0 : best];
		if (g->state != EM_RUN)
			continue;
		bool better = best < 0 || (w->rotate ? g->stamp < b->stamp : em_warp_before(g, b));
		if (better)
			best = (int)k;
	}
	if (w->t->p->napart && best >= 0 && !w->rotate)
		best = (int)behind_others(w, (uint32_t)best, &until);
	w->rotate = 0;
	if (best < 0)
		return NULL;
	struct em_group *g = &w->g[best];
	w->cur = (uint32_t)best;
	w->mask = g->mask;
	g->stamp = ++w->stamp;
	w->stop = until;
	for (uint32_t k = 0; k < w->ngroups; k++)
		if ((int)k != best && w->g[k].state == EM_RUN && w->g[k].frame == g->frame && w->g[k].pc > g->pc &&
			(uintptr_t)w->g[k].pc < w->stop)
			w->stop = (uintptr_t)w->g[k].pc;
	if (w->turns.head && w->turns.lanes & w->mask)
		w->stop = (uintptr_t)w->turns.head;
	return g->pc;
}

const struct em_inst *em_warp_resched(struct em_warp *w, const struct em_inst *pc)
{
	w->g[w->cur].pc = pc;
	w->why = EM_WHY_PICK;
	return NULL;
}

const struct em_inst *em_warp_split(
	struct em_warp *w, uint32_t taken, const struct em_inst *target, const struct em_inst *next)
{
	if (w->t->run->meets)
		return em_meets_part(w, taken, target, next);
	struct em_group *g = &w->g[w->cur], *n = &w->g[w->ngroups++]; /* at most one group a lane: there is room */
	*n = *g; /* before anything is written: a vector read where words have just been stored waits for them */
	if (w->ngroups == 2)
		g->party = n->party = 0; /* it was alone */
	g->mask = w->mask & ~taken;
	g->pc = next;
	n->mask = taken;
	n->pc = target;
	if (n->frame)
		n->frame->refs++;
	w->why = EM_WHY_PICK;
	return NULL;
}

/* Of two groups the one with the lower pc, k, goes on. */
static const struct em_inst *go_on(struct em_warp *w, uint32_t k)
{
	w->cur = k;
	w->mask = w->g[k].mask;
	w->g[k].stamp = ++w->stamp;
	w->stop = (uintptr_t)w->g[!k].pc;
	return w->g[k].pc;
}

const struct em_inst *em_warp_part(struct em_warp *w, const struct em_inst *i, uint32_t taken)
{
	const struct em_inst *target = i + i->distance, *next = i + 1;
	struct em_group *g = w->g, *n = g + 1;
	EM_GUARD_COUNTS(w, i)->divergent++;
	if (EM_UNLIKELY(w->ngroups != 1 || target <= next || w->turns.head || g->frame || w->t->run->meets)) {
		em_warp_split(w, taken, target, next);
		return w->t->run->meets || w->ngroups > 2 || target == next || w->turns.head ?
			NULL :
			go_on(w, target > next ? 0 : 1);
	}
	const struct em_group all = *g; /* as in em_warp_split, and what go_on does */
	w->ngroups = 2;
	w->mask &= ~taken;
	*n = all;
	n->mask = taken;
	n->pc = target;
	n->party = g->party = 0;
	g->mask = w->mask;
	g->pc = next;
	g->stamp = ++w->stamp;
	w->why = EM_WHY_PICK;
	w->stop = (uintptr_t)target;
	return next;
}

const struct em_inst *em_warp_join(struct em_warp *w, const struct em_inst *i)
{
	struct em_group *x = &w->g[0], *y = &w->g[1];
	if (w->turns.head)
		return em_turns_at(w, i);
	em_warp_resched(w, i);
	if (w->ngroups != 2 || x->pc != y->pc || x->party != y->party || x->state != EM_RUN || y->state != EM_RUN ||
		x->frame != y->frame || apart(w->t->p, i))
		return NULL;
	em_frame_unref(y->frame);
	w->ngroups = 1;
	w->cur = 0;
	w->mask = x->mask |= y->mask;
	x->stamp = ++w->stamp;
	w->stop = UINTPTR_MAX;
	return i;
}

static void leave(struct em_warp *w)
{
	drop_group(w, w->cur);
	w->spin = 0;
	w->why = EM_WHY_PICK;
}

const struct em_inst *em_warp_exit(struct em_warp *w)
{
	if (EM_UNLIKELY(w->ngroups > 1))
		em_check_exit(w);
	w->live_lanes &= ~w->mask;
	w->blk->live_threads -= w->mask == EM_FULL ? EM_WARP : (uint32_t)__builtin_popcount(w->mask);
	w->t->exits++;
	if (EM_UNLIKELY(w->t->run->meets))
		em_meets_exit(w);
	leave(w);
	return NULL;
}

const struct em_inst *em_warp_tick(struct em_warp *w, const struct em_inst *i)
{
	w->left += i->instructions; /* it will be counted when it runs */
	w->g[w->cur].pc = i;
	w->why = EM_WHY_SLICE;
	return NULL;
}

const struct em_inst *em_warp_spin(struct em_warp *w, const struct em_inst *next)
{
	w->spin = 0;

	w->g[w->cur].pc = next;
	w->rotate = w->ngroups > 1;
	w->why = EM_WHY_SPIN;
	return NULL;
}

/* Who waits by a plain load for a lane of the same warp, with an atomic beside it that tells nothing, gets there, too.
 */
const struct em_inst *em_warp_pause(struct em_warp *w, const struct em_inst *next)
{
	em_warp_spin(w, next);
	w->rotate &= ++w->calm == 0;
	return NULL;
}

const struct em_inst *em_warp_leave(struct em_warp *w, const struct em_inst *pc)
{
	if (w->mask != w->g[w->cur].mask) { /* the guard says when (exec_flow.c) */
		w->leaving = 1;
		return pc;
	}
	w->leaving = 0;
	w->left_loop = 1;
	return em_warp_resched(w, pc);
}

/* The others that wait at this very instruction join the current group. */
static void join_here(struct em_warp *w, const struct em_inst *i)
{
	for (uint32_t k = 0; k < w->ngroups; k++) {
		struct em_group *g = &w->g[w->cur], *o = &w->g[k];

		if (k == w->cur || o->state != EM_AT_SYNC || o->pc != i || !same_calls(o->frame, g->frame))
			continue;
		take_saved(w, g->frame, o->frame, o->mask);
		g->mask = w->mask |= o->mask;
		drop_group(w, k);
		k = (uint32_t)-1;
	}
}

/* Group k waits at i for the others that `named` names. */
static void wait_here(struct em_warp *w, uint32_t k, const struct em_inst *i, uint32_t named)
{
	struct em_group *g = &w->g[k];

	if (EM_UNLIKELY(em_meets_mixed(w)))
		em_check_apart(w, i, named);
	g->state = EM_AT_SYNC;
	g->need = named & w->live_lanes;
	g->named = named;
	g->pc = i;
	w->sync_left = w->left;
}

/* The lanes whose mask is `named`. */
static uint32_t naming(const uint32_t *mask, uint32_t lanes, uint32_t named)
{
	uint32_t l = 0;

	for (uint32_t m = lanes; m; m &= m - 1)
		l |= (uint32_t)(mask[__builtin_ctz(m)] == named) << __builtin_ctz(m);
	return l;
}

/* Those who name it go on, elsewhere too, if all whom it names have come. mask: of those elsewhere it is filled in. */
static bool all_came(
	struct em_warp *w, const struct em_inst *i, uint32_t named, uint32_t here, uint32_t *mask, uint32_t *met)
{
	const uint32_t elsewhere = waiting_by(w, i, named);

	if (named & w->live_lanes & ~(w->mask | elsewhere))
		return false;
	if (elsewhere)
		em_met_apart(w, i, named, here | elsewhere);
	for (uint32_t k = 0; k < w->ngroups && elsewhere; k++)
		if (k != w->cur && meets(&w->g[k], i, named)) {
			w->g[k].state = EM_RUN;
			w->g[k].pc++;
		}
	for (uint32_t m = elsewhere; m; m &= m - 1)
		mask[__builtin_ctz(m)] = named;
	*met |= elsewhere;
	return true;
}

const struct em_inst *em_warp_wait_sync(struct em_warp *w, const struct em_inst *i, uint32_t *mask, uint32_t *met)
{
	uint32_t go = 0;

	w->g[w->cur].party = 0;
	join_here(w, i);
	*met = 0;
	for (uint32_t left = w->mask; left;) {
		const uint32_t named = mask[__builtin_ctz(left)], here = naming(mask, left, named);

		go |= all_came(w, i, named, here, mask, met) ? here : 0;
		left &= ~here;
	}
	*met |= go;
	/* The others wait, each by what they name. */
	for (uint32_t left = w->mask & ~go; left;) {
		const uint32_t named = mask[__builtin_ctz(left)], here = naming(mask, left, named);
		uint32_t k = w->cur;

		left &= ~here;
		if (go | left) { /* the last ones stay the current group, if none goes on */
			k = w->ngroups++;
			w->g[k] = w->g[w->cur];
			if (w->g[k].frame)
				w->g[k].frame->refs++;
			w->g[k].mask = here;
			w->g[w->cur].mask = w->mask &= ~here;
		}
		wait_here(w, k, i, named);
	}
	if (go)
		return i + 1;
	w->why = EM_WHY_PICK;
	return NULL;
}

/* ---- calls */
/* The slot: x the caller, a and b its ranges. */
const struct em_inst *em_warp_save(struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	uint64_t *fp = EM_AT(w, uint64_t, p->fp_row), *sp = EM_AT(w, uint64_t, p->sp_row);
	const struct em_frame *up = w->g[w->cur].frame;
	uint32_t bytes = 0;
	for (uint32_t k = 0; k < i->b; k++)
		bytes += p->call_saves[i->a + k].bytes;
	struct em_saved *s = xmalloc(sizeof *s + bytes);
	s->fn = i->function;
	s->first = i->a;
	s->n = i->b;
	s->bytes = bytes;
	bytes = 0;
	for (uint32_t k = 0; k < i->b; k++) {
		const struct em_call_save *q = &p->call_saves[i->a + k];
		memcpy(s->rows + bytes, EM_AT(w, uint8_t, q->row), q->bytes);
		bytes += q->bytes;
	}
	memcpy(s->fp, fp, sizeof s->fp);
	memcpy(s->sp, sp, sizeof s->sp);
	for (int l = 0; l < EM_WARP; l++)
		if (w->mask >> l & 1)
			fp[l] = (sp[l] + 15) & ~(uint64_t)15;
	w->saving = s;
	if (up && up->depth > 20000) /* frames without local memory: the stack check does not see them */
		return em_fault_set(w, i, __builtin_ctz(w->mask), EM_FAULT_STACK,
			"Stack overflow: calls nested %u deep", up->depth);
	return i + 1;
}

const struct em_inst *em_warp_call(struct em_warp *w, const struct em_inst *i, uint32_t fn, const struct em_inst *entry)
{
	struct em_group *g = &w->g[w->cur];
	struct em_frame *f = xcalloc(1, sizeof *f);
	f->parent = g->frame; /* takes over the group's reference */
	f->call = i;
	f->refs = 1;
	f->depth = depth_of(g) + 1;
	f->saved = w->saving;
	f->fn = fn;
	w->saving = NULL;
	g->frame = f;
	w->stop = UINTPTR_MAX;
	if (w->t->run->meets)
		em_meets_call(w);
	return entry;
}

/* The slot of an indirect call is followed by a dispatch table: for each function of the program, the distance to its
 * call. */
const struct em_inst *em_warp_calli(struct em_warp *w, const struct em_inst *i, uint32_t fn)
{
	const struct em_program *p = w->t->p;
	for (uint32_t k = 0; k < i->functions; k++)
		if (i[1 + k].a == fn)
			return i + i[1 + k].distance;
	return em_fault_set(w, i, __builtin_ctz(w->mask), EM_FAULT_BAD_CALL,
		"Call of %s through a pointer of another type", p->m->ptx->funcs[p->fn[fn].func].name);
}

void em_warp_restore(struct em_warp *w, const struct em_saved *s, uint32_t mask)
{
	const struct em_program *p = w->t->p;
	uint64_t *fp = EM_AT(w, uint64_t, p->fp_row), *sp = EM_AT(w, uint64_t, p->sp_row);
	const uint8_t *from = s->rows;
	uint32_t on[EM_WARP];
	lanes_on(mask, on);
	for (uint32_t k = s->first; k < s->first + s->n; k++) {
		if (mask == EM_FULL)
			memcpy(EM_AT(w, uint8_t, p->call_saves[k].row), from, p->call_saves[k].bytes);
		else
			take_range(EM_AT(w, uint8_t, p->call_saves[k].row), &p->fn[s->fn], &p->call_saves[k], from,
				mask, on);
		from += p->call_saves[k].bytes;
	}
	for (int l = 0; l < EM_WARP; l++)
		if (mask >> l & 1) {
			fp[l] = s->fp[l];
			sp[l] = s->sp[l];
		}
}

const struct em_inst *em_warp_ret(struct em_warp *w)
{
	struct em_group *g = &w->g[w->cur];
	struct em_frame *f = g->frame;
	if (!f)
		return em_warp_exit(w);
	if (w->t->run->meets)
		return em_meets_ret(w);
	const struct em_inst *back = f->call + 1;
	if (f->saved)
		em_warp_restore(w, f->saved, w->mask);
	g->frame = f->parent;
	if (g->frame)
		g->frame->refs++;
	em_frame_unref(f);
	w->stop = UINTPTR_MAX;
	return w->ngroups > 1 ? em_warp_resched(w, back) : back;
}
