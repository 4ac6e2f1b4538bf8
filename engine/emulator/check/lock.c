/* lock: a lock is a word of global memory that a compare and swap changes from one value to another, and that the same
 * warp sets back by an exchange. Who sets it back once more, when it is free already, may do that while another thread
 * has it, in another order of threads: that one is then no longer alone. In the natural order nothing comes of it, and
 * hardly ever in any other. So the question is what orders it: may somebody have taken the lock in between?
 *
 * That is said only where nothing but the lock itself orders the threads: the block that freed it last frees it once
 * more, has waited for nothing else meanwhile, and two other blocks that have waited for nothing else at all take it
 * later. A word that is set back at the end, by the last block or after a barrier of the grid, is no such thing. Nor is
 * an exchange whose old value is looked at, or a word that threads set which have not taken it: a flag.
 *
 * Only in a launch that runs in order, which every kernel does that looks at what a compare and swap found. */
#include <stdio.h>

#include "base/buf.h"
#include "emulator/check/check.h"

#define MOST 16 /* words; of a table of which each slot is changed by compare and swap these are more */

struct freed {
	uint64_t position; /* of the block */
	uint32_t warp, waits;
	int32_t inst;
	struct em_place at;
};
struct ck_lock {
	uint64_t addr, open; /* its value when it is free */
	uint64_t holder;     /* the warp that has it, of all blocks */
	bool freed, twice, flag;
	struct freed last, again;
	bool taken; /* after that, by a first other block */
	uint64_t by;
};
struct ck_locks {
	struct ck_lock at[MOST];
	unsigned n;
};

void em_locks_free(struct ck_locks *x)
{
	free(x);
}

static struct ck_lock *lock_at(const struct em_run *r, uint64_t addr)
{
	struct ck_locks *x = r->check.locks;

	for (unsigned k = 0; x && k < x->n; k++)
		if (x->at[k].addr == addr)
			return &x->at[k];
	return NULL;
}

static struct ck_lock *new_lock(struct em_run *r, uint64_t addr)
{
	struct ck_locks *x = r->check.locks;

	if (!x)
		x = r->check.locks = xcalloc(1, sizeof *x);
	if (x->n == MOST)
		return NULL;
	x->at[x->n].addr = addr;
	return &x->at[x->n++];
}

/* The one lock of a block orders nothing but who has it. */
void em_check_waited(struct em_warp *w, uint64_t addr, bool swaps)
{
	struct em_ckblock *k = &w->blk->check;

	if (swaps && (!k->lock || k->lock == addr) && lock_at(w->t->run, addr))
		k->lock = addr;
	else
		k->waits++;
}

static void note(struct em_warp *w, const struct ck_lock *l, unsigned bytes)
{
	struct em_finding *f = em_check_note(w,
		(struct ck_key){ .kind = EM_FINDING_RACE_WAW,
			.severity = EM_ERROR,
			.space = PTX_GLOBAL,
			.at = l->again.inst,
			.other = l->last.inst });
	if (!f)
		return;
	f->at = l->again.at;
	f->other = l->last.at;
	f->has_other = f->at_atomic = f->other_atomic = true;
	f->same_warp = l->again.position == l->last.position && l->again.warp == l->last.warp;
	f->address = l->addr;
	f->bytes = bytes;
	f->gap = EM_GAP_FREED;
	snprintf(f->message, sizeof f->message,
		"Race on %u bytes of __global__ memory (%s), a lock that is free is freed once more, and another "
		"thread may have taken it in between",
		bytes, em_finding_name(EM_FINDING_RACE_WAW));
}

static uint64_t warp_of(const struct em_warp *w)
{
	return w->blk->position << 5 | w->index;
}

static void takes(struct em_warp *w, struct ck_lock *l, unsigned bytes)
{
	const uint64_t me = w->blk->position;

	l->holder = warp_of(w);
	if (!l->twice || l->flag || w->blk->check.waits || me == l->again.position)
		return;
	if (l->taken && l->by != me)
		note(w, l, bytes);
	l->taken = true;
	l->by = me;
}

static void frees(struct em_warp *w, const struct em_inst *i, int lane, struct ck_lock *l, bool was_free)
{
	const struct freed now = { w->blk->position, w->index, w->blk->check.waits, em_check_inst(w, i),
		em_check_place(w, i, lane) };

	l->flag |= !was_free && l->holder != warp_of(w);
	if (l->twice)
		return;
	if (!was_free)
		l->last = now;
	else if (l->freed && i[1].access & EM_ACC_EXCH && l->last.position == now.position &&
		l->last.waits == now.waits) {
		l->again = now;
		l->twice = true;
	}
	l->freed |= !was_free;
}

static uint64_t operand(const struct em_warp *w, uint32_t row, int lane, unsigned bytes)
{
	return bytes == 8 ? EM_AT(w, uint64_t, row)[lane] : EM_AT(w, uint32_t, row)[lane];
}

void em_check_swaps(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes)
{
	struct em_run *r = w->t->run;
	uint64_t value = 0, of = 0;

	if (r->attempt || bytes < 4 || bytes > 8)
		return;
	for (; mask; mask &= mask - 1) {
		const int lane = __builtin_ctz(mask);
		const bool cas = i[1].access & EM_ACC_CAS;
		const uint64_t b = operand(w, i->b, lane, bytes), next = cas ? operand(w, i->c, lane, bytes) : b;
		struct ck_lock *l = lock_at(r, addr[lane]);

		if (addr[lane] != of) {
			value = 0;
			memcpy(&value, (const void *)(uintptr_t)(addr[lane] + w->delta), bytes);
			of = addr[lane];
		}
		if (cas && (value != b || b == next))
			continue;
		if (l && next == l->open)
			frees(w, i, lane, l, value == next);
		else if (cas && (l || (l = new_lock(r, addr[lane])) != NULL)) {
			l->open = l->twice ? l->open : b;
			takes(w, l, bytes);
		}
		value = next;
	}
}
